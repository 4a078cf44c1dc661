// late_library -- see late_library.h.

#include "base/late_library.h"

#include <dlfcn.h>
#include <string.h>

bool late_library(const char *file, const char *const *name, size_t count, void *pointers,
                  noc_error_t *error) {
  void *library = dlopen(file, RTLD_LAZY | RTLD_LOCAL);
  if (library == NULL) {
    return noc_fail(error, NOC_ENVIRONMENT, "a library cannot be loaded: %s", dlerror());
  }
  for (size_t i = 0; i < count; i++) {
    void *address = dlsym(library, name[i]);
    if (address == NULL) {
      (void)dlclose(library);
      return noc_fail(error, NOC_ENVIRONMENT, "%s has no %s", file, name[i]);
    }
    // A pointer to a function is no pointer to an object in C, but as long as one here.
    memcpy((unsigned char *)pointers + i * sizeof address, &address, sizeof address);
  }
  return true;
}
