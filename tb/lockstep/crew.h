// crew -- a few threads that step the members of a bank together, once a cycle.
//
//   crew_run(crew, work, arg)     every thread, the caller as number 0, calls work(arg, thread)
//                                 once; crew_run() returns when all have.
//
// A cycle of a small network takes microseconds: the threads spin while they wait, and give the
// processor away when the wait gets long, so that more threads than cores are slow but not stuck.

#ifndef NOC_CREW_H
#define NOC_CREW_H

#include <stdint.h>

typedef struct crew crew_t;
typedef void (*crew_work_t)(void *arg, unsigned thread);

enum { CREW_MAX = 64 };

// `threads` 1 to CREW_MAX, the caller counted. NULL if memory or threads are short. Where a crew is
// an argument, NULL stands for the caller alone.
crew_t *crew_create(unsigned threads);
void crew_free(crew_t *c);
unsigned crew_threads(const crew_t *c);
void crew_run(crew_t *c, crew_work_t work, void *arg);

// The part of `count` items that is thread `thread`'s: from *begin up to, not including, *end.
void crew_part(const crew_t *c, unsigned thread, uint32_t count, uint32_t *begin, uint32_t *end);

#endif
