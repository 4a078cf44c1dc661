// run_bundle -- what a report has beside the text of a failure, so that it can be looked at without
// the run: the inputs of the router or interface that differs, waves of the cycles around it, a
// line to see it again. docs/debugging.md.

#ifndef NOCSTEP_RUN_BUNDLE_H
#define NOCSTEP_RUN_BUNDLE_H

#include "runs/run_loop.h"

// The files of a bundle, beside scenario.yaml and mismatch.txt.
#define BUNDLE_INPUTS "stimulus"
#define BUNDLE_WAVE   "window.fst"
#define BUNDLE_SAVES  "window.gtkw", "window.sucl", "window.surf.ron"
#define BUNDLE_REPRO  "repro.sh"

// The failure of a check, of which a bundle can be made.
bool run_has_bundle(const run_t *r);

// --window B:A: so many cycles before the failure, and behind it. Without the option 64:16. False
// with the error.
bool run_window(const cli_t *cli, uint64_t *before, uint64_t *after, noc_error_t *error);

// Takes those files out of --report DIR that an earlier run has left there.
void run_clear_bundle(const cli_t *cli);

// Writes these files into --report DIR: in a process of its own the run is done again by the golden
// models alone, which gives the inputs, and from the last checkpoint in memory (run_rewind.h) with
// all that it has, which gives the waves. False with r->sim.error; each file is there as a whole or
// not at all. NOC_INTERRUPTED if a signal has ended that run; a second one ends the program. A
// failure behind more clocks than a stimulus holds has none, which is told unless the run is quiet.
bool run_write_bundle(run_t *r);

#endif
