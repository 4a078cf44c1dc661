// run_loop -- one run of a scenario: a simulation (sim/sim.h) with the banks that the options ask
// for, signals, waves and progress, and what a failure needs.

#ifndef NOCSTEP_RUN_LOOP_H
#define NOCSTEP_RUN_LOOP_H

#include <stdbool.h>

#include "base/crew.h"
#include "dut/points.h"
#include "lockstep/culprit.h"
#include "lockstep/wave.h"
#include "runs/cli.h"
#include "runs/physical.h"
#include "runs/rtl_coverage.h"
#include "runs/run_coverage.h"
#include "runs/run_foreign.h"
#include "runs/run_loads.h"
#include "sim/sim.h"

typedef struct run_events run_events_t;
typedef struct run_follow run_follow_t;
typedef struct run_resume run_resume_t;
typedef struct run_rewind run_rewind_t;

typedef struct {
  const cli_t *cli;
  sim_t sim;
  crew_t *crew;  // NULL with one thread
  run_banks_t banks;
  wave_t *wave;              // NULL without --wave
  run_events_t *events;      // NULL without --events, --transactions and --follow
  run_follow_t *follow;      // NULL without --follow
  run_loads_t *loads;        // NULL without --html
  run_resume_t *resume;      // a checkpoint that is being read; else NULL
  run_rewind_t *rewind;      // checkpoints in memory; NULL: it keeps none
  uint64_t resumed_at;       // with --resume: the cycle of the checkpoint
  network_counts_t before;   // counts before this process began: all 0 but with --resume
  uint32_t complete_before;  // operations
  bool checkpoint_failed;    // the last one could not be written
  uint64_t checkpoint;       // cycle of the last that was written; UINT64_MAX: none
  bool made_html;            // the folder of --html was not there before
  bool made_report;          // the folder of --report was not there before
  culprit_t culprit;         // of a mismatch
  culprit_search_t *search;  // this run is done to find it; else NULL
  double start, shown;       // seconds on the clock: of the cycle loop, of the last progress
  bool line_open;            // a progress line is on the terminal
  double wall_s, cpu_s;      // of the cycle loop: by the clock, and of the processor, all threads
  uint64_t others_bytes;     // the most memory that each of the other ranks has had, added up
  profile_t profile;         // with --profile: of the cycle loop
  run_coverage_t coverage;   // what the cycles until now have exercised
  points_t points;           // with --rtl-coverage: what the run has reached of the RTL,
  rtl_coverage_t rtl;        // .. counted
  physical_t physical;
} run_t;

// The exit status.
int run_status(const run_t *r);

// The routers that --rtl-at and --lockstep-at name. False with the error.
bool run_read_places(run_t *r);

// The banks that options and scenario ask for; when its input is read, before sim_build(). False
// with the error.
bool run_choose_banks(run_t *r);
void run_free(run_t *r);

// After a mismatch: does the run again to find the unit to blame,
// for at most so many seconds (0: any time); sets r->culprit.
void run_find_culprit(run_t *r, double seconds);

// The cycle loop, from reset to the end: sim_loop() with signals, waves and progress, and what a
// failure needs (mismatch report, wait-for chain) on standard error.
void run_loop(run_t *r);

#endif
