// run_rewind -- checkpoints that a run with --report keeps in memory, so that the waves of a
// failure are made from shortly before it and not from reset. docs/debugging.md.
//
// Two are kept, the newest in the place of the older one. They lie so many cycles apart that the
// older one is always in front of the window of a failure, and so much time that all of them
// together cost a hundredth of the run. Runs that take less than a quarter of a second have none.
// They hold what a file of run --checkpoint does (docs/checkpoints.md), so nothing that is done
// again depends on when they were made.

#ifndef NOCSTEP_RUN_REWIND_H
#define NOCSTEP_RUN_REWIND_H

#include <stdbool.h>
#include <stdint.h>

#include "runs/run_loop.h"

enum { REWIND_MIB = 1024 };  // for both, without --checkpoint-memory

// Begins to keep them, if the run wants some: when all is built. None are kept of foreign routers,
// of what has no checkpoints, and with --follow, which is of a whole run. False with r->sim.error
// when memory is short.
bool run_rewind_open(run_t *r);
void run_rewind_free(run_t *r);

// Between two cycles, now and then: keeps a checkpoint if one is due; `now` is the time in seconds
// (dut/clock.h). One that is too large is the last: the run goes on without.
void run_rewind_look(run_t *r, double now);
// --checkpoint-memory did not suffice.
bool run_rewind_full(const run_t *r);

// Brings `s`, which is built from the same scenario and has not been stepped, to the newest
// checkpoint from which waves that begin in cycle `from` can be made: *at is its cycle; 0, and
// nothing is done, where there is none. False with the error.
bool run_rewind_to(const run_t *r, sim_t *s, uint64_t from, uint64_t *at, noc_error_t *error);

#endif
