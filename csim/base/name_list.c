// name_list -- see name_list.h.

#include "base/name_list.h"

#include <stdio.h>

char *name_list(const char *const *name, size_t count, const char *last, char *out, size_t size) {
  size_t length = 0;
  out[0] = '\0';
  for (size_t i = 0; i < count && length < size; i++) {
    const char *before = i == 0 ? "" : i + 1 < count ? ", " : last;
    length += (size_t)snprintf(out + length, size - length, "%s%s", before, name[i]);
  }
  return out;
}
