// run_events -- the packets of a run as rows of files (docs/events.md): what --events asks for. The
// rows of the packet of --follow go to the waves (run_follow.h).

#ifndef NOCSTEP_RUN_EVENTS_H
#define NOCSTEP_RUN_EVENTS_H

#include "runs/run_loop.h"

// The window of --events-window A:B, its cycles; all without it. False with the error.
bool run_events_window(const cli_t *cli, uint64_t *from, uint64_t *to, noc_error_t *error);

// When the network is built, before the first cycle: makes the files. True without any.
bool run_events_open(run_t *r);
// After each cycle. False: a file cannot be written.
bool run_events_cycle(run_events_t *e, const sim_t *s);
bool run_events_failed(const run_events_t *e);
// When the run is over, however it ended: writes what is still under way. False with r->sim.error
// unless that is of the run itself. NULL is allowed.
bool run_events_close(run_t *r);

#endif
