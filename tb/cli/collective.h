// collective -- `nocstep collective`: what collective.c and the files collective_*.c share. The
// schemes are those of the table in collective/collectives.h.

#ifndef NOCSTEP_COLLECTIVE_H
#define NOCSTEP_COLLECTIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "analysis/least_cycles.h"
#include "base/error.h"
#include "cli/heat.h"
#include "runs/batch.h"
#include "runs/cli.h"
#include "runs/figure.h"
#include "runs/physical.h"
#include "setup/scenario.h"

enum { LENGTHS_COMPARED = 64, SCHEMES_COMPARED = 64 };

// The collective of one scenario on one topology: every scheme by every message length.
typedef struct {
  char *name;  // in tables and legends: series.h
  scenario_t *scenario;
  simulate_source_t source;
  bool no_length;  // a barrier, whose messages carry nothing
  const char *scheme[SCHEMES_COMPARED];
  size_t schemes;
  unsigned flits[LENGTHS_COMPARED];
  size_t lengths;
  batch_run_t *run;        // [length * schemes + scheme], in the runs of all
  least_network_t *least;  // NULL: no bound is known
} comparison_t;

// A collective that a scenario does not allow, with --all.
typedef struct {
  char *name;
  noc_error_t error;
} left_out_t;

typedef struct {
  const cli_t *cli;
  comparison_t *comparison;
  size_t count;
  left_out_t *left_out;
  size_t left_out_count;
  batch_run_t *run;  // of all comparisons, [runs]
  size_t runs;
  physical_t physical;
  bool interrupted;
  noc_error_t error;
} collective_run_t;

// The run, or NULL when it is missing, was refused or has failed; and of it what the workload says.
const simulation_t *comparison_simulation(const comparison_t *c, size_t length, size_t scheme);
const workload_result_t *comparison_result(const comparison_t *c, size_t length, size_t scheme);
// No scheme completes earlier at this length.
bool comparison_is_best(const comparison_t *c, size_t length, size_t scheme);

// The quantity by which schemes are ranked; less is better.
typedef enum {
  RANK_COMPLETION,  // cycles
  RANK_HOPS,        // of flits: packets differ in length where messages are combined
  RANK_LINK,        // flits over the busiest link between routers
  RANKS
} rank_t;
// The place among the schemes at this length: 1 and those that are equal to it first. 0 where there
// is no result.
unsigned comparison_rank(const comparison_t *c, size_t length, size_t scheme, rank_t by);
uint64_t comparison_value(const simulation_t *s, rank_t by);
// Flits a cycle, 0 to 1, from the first cycle to the last: of the busiest link between routers, and
// the mean of all. 0 without links.
double comparison_most_used(const simulation_t *s);
double comparison_mean_use(const simulation_t *s);
// Finds what the bounds go by; leaves networks that are too large without. False with the error
// filled when memory is short.
bool comparison_find_least(comparison_t *c, noc_error_t *error);
// The fewest cycles that this length may take; all 0 where no bound is known.
least_cycles_t comparison_least(const comparison_t *c, size_t length);
// Completion over the bound for every implementation; 0 where one of the two is missing.
double comparison_gap(const comparison_t *c, size_t length, size_t scheme);
void comparison_print_least(const comparison_t *c, FILE *out);
// A table for each length, the earliest completion first.
void comparison_print_ranking(const comparison_t *c, const physical_t *p, FILE *out);
// "pass", "refused" (a scheme that this scenario does not allow), "deadlock", ... ; "missing" when
// it was not run.
const char *comparison_state(const comparison_t *c, size_t length, size_t scheme);

// The k-th scheme of all comparisons, each counted once; NULL behind the last.
const char *collective_scheme(const collective_run_t *all, size_t k);
// The number of the scheme in one of them; its `schemes` when it has none of that name.
size_t comparison_scheme(const comparison_t *c, const char *scheme);

void collective_table(const void *all, FILE *out);
bool collective_csv(const void *all, FILE *out);
// "nocstep.collective/1". False when memory is short.
bool collective_json(const void *all, FILE *out);
// The script of the picture of one comparison, for plot_t.
enum { COLLECTIVE_PLOT_HEIGHT = 620 };
void collective_plot(const void *all, FILE *script);
// The picture of several: a panel a scheme, or bars when there is one message length.
figure_t *collective_figure(const collective_run_t *all);
// The use of links, at the greatest length: a map a scheme. False with *error filled.
bool collective_heat(const collective_run_t *all, heat_t **heat, noc_error_t *error);

#endif
