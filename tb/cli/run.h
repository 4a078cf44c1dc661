// run -- the command `run`: what run.c, run_outputs.c, run_report.c and run_json.c share. The run
// itself is that of runs/run_loop.h.

#ifndef NOCSTEP_RUN_H
#define NOCSTEP_RUN_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "network/energy.h"
#include "runs/physical.h"
#include "runs/run_loop.h"
#include "sim/sim_json.h"

// Before anything is built: can the files of the run be written, and each to a place of its own?
bool run_check_outputs(run_t *r);

// The most memory that the program has had until now.
uint64_t run_peak_bytes(void);

// The VCs that a packet may take on a link can carry all that the link can.
bool run_sustains(const run_t *r);
// One line if a single VC cannot: what it carries, which depth it takes, and what several VCs do.
void run_print_rate(const run_t *r, const char *before, FILE *out);
// The summary as a table.
void run_summary(run_t *r, FILE *out);
// The result as JSON, "nocstep.run/1". False when memory is short or writing fails.
bool run_json(run_t *r, FILE *out);
// The same with an empty list of links, of a network that has very many.
bool run_json_for(run_t *r, bool links, FILE *out);

// How fast the run was, and where its time went: lines of the summary, and the member `host`.
void run_print_speed(const run_t *r, FILE *out);
json_t *run_speed_json(const run_t *r);

// The JSON of a mismatch: the unit to blame first, then the register that differed. NULL when
// memory is short.
json_t *run_mismatch_json(const run_t *r);

// The member `joules` of --energy. NULL when memory is short.
json_t *run_joules_json(const physical_t *p, const network_energy_t *e);
// The lines of the summary for --clock and --energy, and the same as the member `physical`.
void run_print_physical(const run_t *r, const workload_result_t *w, FILE *out);
json_t *run_physical_json(const run_t *r, const workload_result_t *w);

#endif
