// crew -- a few threads that step the members of a bank together, once a cycle.
//
//   crew_run(crew, count, work, arg)   calls work(arg, thread, begin, end) for pieces of the items
//                                      0 to count - 1, every item in one piece; returns when all
//                                      are done. The caller works too, as thread 0.
//
// Each thread begins with a part of its own, whose items are in its cache from the last time, and
// then takes what the others have not begun: on a busy machine nobody waits for a thread that the
// kernel lets wait. Who did an item is left to chance, so the results of items must not depend on
// it.
//
// A cycle of a small network takes microseconds, less than to sleep and to be woken: who waits
// spins first, for some 50 µs at most, and then sleeps.

#ifndef NOC_CREW_H
#define NOC_CREW_H

#include <stdint.h>

typedef struct crew crew_t;
typedef void (*crew_work_t)(void *arg, unsigned thread, uint32_t begin, uint32_t end);

enum { CREW_MAX = 64 };

// `threads` 1 to CREW_MAX, the caller counted. NULL if memory or threads are short. Where a crew is
// an argument, NULL stands for the caller alone, who does all items in one piece.
crew_t *crew_create(unsigned threads);
void crew_free(crew_t *c);
unsigned crew_threads(const crew_t *c);
// Processors that this process may use.
unsigned crew_processors(void);
void crew_run(crew_t *c, uint32_t count, crew_work_t work, void *arg);

#endif
