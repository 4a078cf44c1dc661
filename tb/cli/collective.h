// collective -- `nocstep collective`: what collective.c, collective_report.c and collective_plot.c
// share. The schemes are those of the table in workload/collectives.h.

#ifndef NOCSTEP_COLLECTIVE_H
#define NOCSTEP_COLLECTIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "cli/batch.h"
#include "cli/cli.h"
#include "cli/figure.h"
#include "network/error.h"
#include "network/scenario.h"

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
  batch_run_t *run;  // [length * schemes + scheme], in the runs of all
} comparison_t;

typedef struct {
  const cli_t *cli;
  comparison_t *comparison;
  size_t count;
  batch_run_t *run;  // of all comparisons, [runs]
  size_t runs;
  bool interrupted;
  noc_error_t error;
} collective_run_t;

// The run, or NULL when it is missing, was refused or has failed.
const workload_result_t *comparison_result(const comparison_t *c, size_t length, size_t scheme);
// No scheme completes earlier at this length.
bool comparison_is_best(const comparison_t *c, size_t length, size_t scheme);
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

#endif
