// clp_library -- see clp_library.h.

#include "schedule/clp_library.h"

// The name without a version is that of the package for developers.
#ifndef CLP_SONAME
#define CLP_SONAME "libClp.so"
#endif

clp_calls_t clp_calls;

bool clp_library(noc_error_t *error) {
  static const char *const kNames[] = {
#define CALL(name) #name,
      CLP_CALLS(CALL)
#undef CALL
  };
  static bool loaded;
  loaded = loaded ||
           late_library(CLP_SONAME, kNames, sizeof kNames / sizeof kNames[0], &clp_calls, error);
  return loaded;
}
