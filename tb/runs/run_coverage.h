// run_coverage -- what a run has exercised of the RTL, and what the runs of a regression have
// together: lines for people, an object of JSON.
//
//   a run          {"events": {"input_full": 3, ..}, "units": {"reached": [..], "never": [..]},
//                   "port_pairs": {"reached": 17, "possible": 21}, "vcs": {"reached": 2, ..}}
//   a regression   {"events", "units", "runs": {"all": 200, "all_port_pairs": 150, "all_vcs": 190}}
//
// Events are those that the shapes have, counted up to COVERAGE_MANY.

#ifndef NOCSTEP_RUN_COVERAGE_H
#define NOCSTEP_RUN_COVERAGE_H

#include <jansson.h>
#include <stddef.h>
#include <stdio.h>

#include "lockstep/coverage.h"
#include "network/network.h"

typedef struct {
  coverage_t of;
  size_t runs;                     // with anything in lockstep: a run has 0 or 1
  unsigned pairs, possible_pairs;  // of a run
  unsigned vcs, possible_vcs;      // ..
  size_t all_pairs, all_vcs;       // runs that have reached all of them
} run_coverage_t;

void run_coverage(const network_t *n, run_coverage_t *c);
// Lines of a summary; none if nothing was in lockstep.
void run_coverage_print(const run_coverage_t *c, FILE *out);
json_t *run_coverage_json(const run_coverage_t *c);
// Adds the JSON of a run to the sum of a regression; NULL adds nothing.
void run_coverage_merge(run_coverage_t *sum, const json_t *run);

#endif
