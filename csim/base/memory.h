// memory -- what a run may ask for. A network that does not fit is refused before it is built, with
// what it needs, and never pushes the machine into swapping.

#ifndef NOC_MEMORY_H
#define NOC_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

#ifdef __cplusplus
extern "C" {
#endif

// Bytes of physical memory.
uint64_t memory_physical(void);

// NOC_BAD_INPUT if `bytes` are more than 3/4 of the physical memory; `what` needs them.
bool memory_check(double bytes, const char *what, noc_error_t *error);

// Zeroed memory for an array, as by calloc(); free() releases it. Of a large one see below.
void *memory_array(size_t count, size_t size);

// The same, of which only the pages that are written to are made, whatever its size: of an array of
// which this process has a part.
void *memory_sparse(size_t count, size_t size);

// Makes room for `count` elements in an array that grows, of which `*list` is the address (NULL: it
// has none yet) and `*room` the number of elements it has room for; twice as many as before when it
// must. False when memory is short, and nothing has changed.
//
//   if (!memory_room(&p->pair, &p->pairs_room, p->pairs + 1, sizeof *p->pair)) ...
bool memory_room(void *list, uint32_t *room, uint32_t count, size_t size);

// Makes the pages of a large array that nothing has been written to yet: large pages, since where a
// cycle touches more memory than the caches hold much time goes into looking up those of 4 KiB; and
// all of them now, so that they are no part of the cycles that touch them first.
void memory_large_pages(void *array, size_t bytes);

// NOC_ENVIRONMENT, "out of memory ..."; returns false.
bool memory_fail(noc_error_t *error, const char *what);

#ifdef __cplusplus
}
#endif

#endif
