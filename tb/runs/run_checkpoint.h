// run_checkpoint -- `nocstep run --checkpoint FILE --every N` and `--resume FILE`: the file around
// the state of a run. docs/checkpoints.md.
//
// In front of the state (sim/sim.h) stand the version, the resolved scenario, and the sums of the
// files that it names: a checkpoint goes on with these alone. A new one takes the place of the last
// when it is whole and on the disk.

#ifndef NOCSTEP_RUN_CHECKPOINT_H
#define NOCSTEP_RUN_CHECKPOINT_H

#include <stdbool.h>

#include "runs/run_loop.h"

enum { RUN_CHECKPOINT_EVERY = 1000000 };  // cycles, without --every

// Options that --checkpoint and --resume do not go with; when the scenario and the places of other
// routers are there. False with the error.
bool run_checkpoint_options(run_t *r);

// Opens the file of --resume, which is whole then, and makes r->sim.scenario of what it has or, if
// one is given, of the file on the command line; false with the error where they differ. The state
// follows when all is built. Nothing happens without the option.
bool run_resume_scenario(run_t *r);
bool run_resume_state(run_t *r);
void run_resume_free(run_t *r);

// Has the run write checkpoints, if the options want some. What cannot be written is told in a line
// and left out, and the run goes on.
void run_checkpoint_every(run_t *r);

#endif
