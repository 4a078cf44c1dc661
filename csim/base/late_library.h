// late_library -- libraries that are loaded when something is first asked of them. igraph and Clp
// bring two dozen others along, which take longer to load than most runs of nocstep take.
//
// A header for each of them (base/igraph_library.h, schedule/clp_library.h) has a structure of
// pointers to the functions that are called, and a macro for each, so that a call reads as ever. A
// function that has none there is an undefined symbol when nocstep is linked.

#ifndef NOC_LATE_LIBRARY_H
#define NOC_LATE_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

// Loads `file` (a name that the loader looks up, such as libigraph.so.3) and puts the addresses of
// `name[0 .. count - 1]` one after the other into `pointers`, which has room for as many. Nothing
// is unloaded. NOC_ENVIRONMENT if the file is not there, or lacks one of them. Not for two threads
// at once.
bool late_library(const char *file, const char *const *name, size_t count, void *pointers,
                  noc_error_t *error);

#endif
