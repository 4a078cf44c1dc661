// memory -- what a run may ask for. A network that does not fit is refused before it is built, with
// what it needs, and never pushes the machine into swapping.

#ifndef NOC_MEMORY_H
#define NOC_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "network/error.h"

#ifdef __cplusplus
extern "C" {
#endif

// Bytes of physical memory.
uint64_t memory_physical(void);

// NOC_BAD_INPUT if `bytes` are more than 3/4 of the physical memory; `what` needs them.
bool memory_check(double bytes, const char *what, noc_error_t *error);

// Asks the system for large pages for an array that nothing has been written to yet, if it is large
// enough for some. Where a cycle touches more memory than the caches hold, half the time went into
// looking up pages of 4 KiB.
void memory_large_pages(void *array, size_t bytes);

// NOC_ENVIRONMENT, "out of memory ..."; returns false.
bool memory_fail(noc_error_t *error, const char *what);

#ifdef __cplusplus
}
#endif

#endif
