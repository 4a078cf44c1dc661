// igraph_library -- see igraph_library.h.

#include "base/igraph_library.h"

// The name without a version is that of the package for developers.
#ifndef IGRAPH_SONAME
#define IGRAPH_SONAME "libigraph.so"
#endif

igraph_calls_t igraph_calls;

bool igraph_library(noc_error_t *error) {
  static const char *const kNames[] = {
#define CALL(name) #name,
      IGRAPH_CALLS(CALL)
#undef CALL
  };
  static bool loaded;
  loaded = loaded || late_library(IGRAPH_SONAME, kNames, sizeof kNames / sizeof kNames[0],
                                  &igraph_calls, error);
  return loaded;
}
