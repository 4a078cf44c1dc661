// sweep -- `nocstep sweep`: what sweep.c, sweep_report.c and sweep_plot.c share. The method, and
// what is not claimed, is in docs/sweep.md.

#ifndef NOCSTEP_SWEEP_H
#define NOCSTEP_SWEEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "cli/batch.h"
#include "cli/cli.h"
#include "cli/range.h"
#include "network/error.h"
#include "network/scenario.h"
#include "network/statistics.h"

enum { SWEEP_RESOLUTION = 5 * RANGE_UNIT / 1000 };  // of the saturation load: 0.005

// One load of one scenario.
typedef struct {
  uint64_t load;  // in millionths
  bool search;    // added by the search for the saturation load
  bool passed;    // has run without a fault
  bool sustained;
  double offered, accepted;  // flits per node and cycle
  double zero_load;
  latency_summary_t latency, network_latency;
  batches_interval_t interval;  // of the mean latency
  const char *result;           // "pass", "deadlock", ...
} sweep_point_t;

// One scenario. Points are in the order of their loads; those that were not run are left out.
typedef struct {
  scenario_t *scenario;  // resolved, with its warm-up; its load is that of the first point
  simulate_source_t source;
  bool own_warmup;  // of the sweep, since the scenario has none
  sweep_point_t *point;
  size_t count;
  bool failed;          // a run had a fault: no saturation is searched
  uint64_t saturation;  // the largest load found that is sustained, in millionths; 0: none is
  uint64_t beyond;      // the smallest load above it that is not; 0: all are sustained
  double zero_load;     // of the smallest load
  double throughput;    // accepted at the saturation load
} sweep_curve_t;

typedef struct {
  const cli_t *cli;
  range_t loads;
  sweep_curve_t *curve;
  size_t count;
  bool interrupted;
  noc_error_t error;
} sweep_t;

// Reports a steady-state latency: sustained, and not above a load that is not.
bool sweep_has_latency(const sweep_curve_t *c, const sweep_point_t *p);

// "steady", "not steady", "saturated", "no packets" (none was created), or what went wrong: "deadlock", ...
const char *sweep_state(const sweep_curve_t *c, const sweep_point_t *p);

void sweep_table(const sweep_t *s, FILE *out);
void sweep_csv(const sweep_t *s, FILE *out);
// "nocstep.sweep/1". False when memory is short.
bool sweep_json(const sweep_t *s, FILE *out);
// The script of the picture; its height depends on nothing else. For plot_t.
enum { SWEEP_PLOT_HEIGHT = 840 };
void sweep_plot(const void *sweep, FILE *script);

#endif
