// json_memory -- whether jansson ever lacked memory. What it cannot add to an array or an object is
// missing there, and a tree is built by hundreds of calls; so none of them looks, and who writes a
// tree asks once.

#ifndef NOCSTEP_JSON_MEMORY_H
#define NOCSTEP_JSON_MEMORY_H

#include <stdbool.h>

// From now on it is noted; comes before any use of jansson. For the command alone: a library leaves
// jansson's allocator to its program.
void json_memory_watch(void);

// An allocation of jansson's has failed since: no tree is known to be whole.
bool json_memory_failed(void);

#endif
