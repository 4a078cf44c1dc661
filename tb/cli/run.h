// run -- one run of a scenario: what run.c, run_loop.c, run_report.c and run_json.c share.

#ifndef NOCSTEP_RUN_H
#define NOCSTEP_RUN_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "cli/cli.h"
#include "cli/physical.h"
#include "cli/run_coverage.h"
#include "lockstep/crew.h"
#include "lockstep/culprit.h"
#include "lockstep/wave.h"
#include "network/energy.h"
#include "sim/sim.h"
#include "sim/sim_json.h"

typedef struct {
  const cli_t *cli;
  sim_t sim;
  crew_t *crew;              // NULL with one thread
  wave_t *wave;              // NULL without --wave
  bool made_report;          // the folder of --report was not there before
  culprit_t culprit;         // of a mismatch
  culprit_search_t *search;  // this run is done to find it; else NULL
  double start, shown;       // seconds on the clock: of the cycle loop, of the last progress
  bool line_open;            // a progress line is on the terminal
  double wall_s;             // of the cycle loop
  run_coverage_t coverage;   // what the cycles until now have exercised
  physical_t physical;
} run_t;

// The exit status.
int run_status(const run_t *r);

// The banks that the options ask for; before sim_build().
void run_choose_banks(run_t *r);
void run_free(run_t *r);

// After a mismatch: does the run again to find the unit to blame, for at most so many seconds (0:
// any time); sets r->culprit.
void run_find_culprit(run_t *r, double seconds);

// The cycle loop, from reset to the end: sim_loop() with signals, waves and progress, and what a
// failure needs (mismatch report, wait-for chain) on standard error.
void run_loop(run_t *r);

// Before anything is built: can the files of the run be written, and each to a place of its own?
bool run_check_outputs(run_t *r);

// The most memory that the program has had until now.
uint64_t run_peak_bytes(void);

// The VCs that a packet may take on a link can carry all that the link can.
bool run_sustains(const run_t *r);
// One line if a single VC cannot: what it carries, which depth it takes, and what several VCs do.
void run_print_rate(const run_t *r, const char *before, FILE *out);
// Lines of the summary: what the sources get, the oldest packet, and whom it waits for.
void run_print_fairness(run_t *r, FILE *out);
// Lines of the summary: what hosts refuse, and what is left of it at the end.
void run_print_refusals(const run_t *r, FILE *out);
// The summary as a table.
void run_summary(run_t *r, FILE *out);
// The result as JSON, "nocstep.run/1". False when memory is short or writing fails.
bool run_json(run_t *r, FILE *out);

// The JSON of a mismatch: the unit to blame first, then the register that differed. NULL when
// memory is short.
json_t *run_mismatch_json(const run_t *r);

// The member `joules` of --energy. NULL when memory is short.
json_t *run_joules_json(const physical_t *p, const network_energy_t *e);
// The lines of the summary for --clock and --energy, and the same as the member `physical`.
void run_print_physical(const run_t *r, const workload_result_t *w, FILE *out);
json_t *run_physical_json(const run_t *r, const workload_result_t *w);

// The router-to-router links, in the order of routers and ports, as a JSON list; errors are those
// of the stream.
void run_links(const run_t *r, FILE *out);

#endif
