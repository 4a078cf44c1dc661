// shalaby2015_runs -- broadcasts of this paper on cycle-accurate networks, run side by side.
//
//   shalaby_runs_t all = {.cli = cli};
//   const shalaby_case_t tree = {.k = 16, .scheme = "binomial", .flits = 1};
//   bool ok = shalaby_runs_add(&all, &tree) && shalaby_runs(&all);
//   ... shalaby_cycles(&all, &tree) ...
//   shalaby_runs_free(&all);

#ifndef NOCSTEP_PAPER_SHALABY2015_RUNS_H
#define NOCSTEP_PAPER_SHALABY2015_RUNS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "runs/batch.h"
#include "runs/cli.h"
#include "setup/scenario.h"

// A broadcast from all nodes of a k-ary 2-mesh to all.
typedef struct {
  unsigned k;
  const char *scheme;  // "binomial"
  const char *base;    // of schemes with groups: "unicast"; else NULL
  unsigned group;      // nodes of a group; 0: the groups with the fewest hops
  bool overlapped;     // steps, each on a virtual network of its own; else one after the other
  unsigned flits;      // of a packet
  unsigned overhead;   // cycles of an exclusive or
} shalaby_case_t;

typedef struct {
  shalaby_case_t is;
  scenario_t *scenario;
  simulate_source_t source;
} shalaby_run_t;

// To begin with, `cli` is set and all else is 0.
typedef struct {
  const cli_t *cli;
  shalaby_run_t *one;  // [count]
  batch_run_t *run;    // [count], once they have run
  size_t count;
  noc_error_t error;  // the first one
} shalaby_runs_t;

// A case is run once however often it is added. Texts are not copied. False with all->error filled.
bool shalaby_runs_add(shalaby_runs_t *all, const shalaby_case_t *is);
// Runs all that were added. False with all->error filled; what has run is there also then.
bool shalaby_runs(shalaby_runs_t *all);
void shalaby_runs_free(shalaby_runs_t *all);

// The result of a case; NULL if it has not run, or has failed.
const simulation_t *shalaby_result(const shalaby_runs_t *all, const shalaby_case_t *is);
// Execution time in cycles: to the end of the broadcast, with encoding and decoding; steps in
// sequence follow each other without a gap. NAN without a result.
double shalaby_cycles(const shalaby_runs_t *all, const shalaby_case_t *is);
// The longest packet latency of each step, in sum: without encoding and decoding, and in trees
// without the wait for packets that are passed on. NAN without a result, or without groups.
double shalaby_latencies(const shalaby_runs_t *all, const shalaby_case_t *is);

#endif
