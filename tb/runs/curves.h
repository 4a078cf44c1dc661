// curves -- latency and throughput of several scenarios over the same loads, run side by side in
// worker processes, and the load at which each network saturates. `sweep` is built on it, and so is
// whatever else compares networks over load. The method is in docs/sweep.md.
//
//   curves_t all = {.cli = cli, .command = "sweep", .loads = {50000, 50000, 600000}};
//   bool ok = curves_add(&all, cli, scenario_a, "mesh:8x8", NULL) &&
//             curves_add(&all, cli, scenario_b, "mesh:4x16", NULL) && curves_check(&all);
//   if (ok) curves_run(&all, true);
//   ... all.curve[i].point[k].latency.mean ...; a picture of it: figure.h
//   curves_free(&all);

#ifndef NOCSTEP_CURVES_H
#define NOCSTEP_CURVES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/statistics.h"
#include "runs/batch.h"
#include "runs/capacity.h"
#include "runs/cli.h"
#include "runs/range.h"
#include "setup/scenario.h"

enum { CURVES_RESOLUTION = 5 * RANGE_UNIT / 1000 };  // of the saturation load: 0.005

// One load of one scenario.
typedef struct {
  uint64_t load;  // in millionths
  bool search;    // added by the search for the saturation load
  bool passed;    // has run without a fault, and with nothing that cannot be
  bool sustained;
  double offered, accepted;  // flits per node and cycle
  double zero_load;
  latency_summary_t latency, network_latency;  // of the window's packets, steady or not
  batches_interval_t interval;                 // of the mean latency
  network_energy_t energy;                     // counted over the whole run
  uint64_t flits;                              // delivered in it
  uint64_t cycles;                             // of the window
  const char *result;                          // "pass", "deadlock", "above capacity", ...
} curve_point_t;

// One scenario. Points are in the order of their loads; those that were not run are left out.
typedef struct {
  char *name;            // in tables and legends
  scenario_t *scenario;  // resolved, with its warm-up; its load is that of the first point
  simulate_source_t source;
  bool own_warmup;      // of the sweep, since the scenario has none
  uint64_t multicasts;  // of a window, in the mean; 0: the window is that of the scenario
  capacity_t most;      // that its resources can carry
  curve_point_t *point;
  size_t count;
  bool failed;          // a run had a fault: no saturation is searched
  bool unfinished;      // runs are missing: nothing is known of the saturation load
  uint64_t saturation;  // the largest load found that is sustained, in millionths; 0: none is
  uint64_t beyond;      // the smallest load above it that is not; 0: all are sustained
  double zero_load;     // of the smallest load
  double offered, throughput;  // at the saturation load, counted: what was offered and accepted
} curve_t;

// To begin with, `cli`, `command` and `loads` are set and all else is 0.
typedef struct {
  const cli_t *cli;     // the number of workers, and --set for the line that does a run again
  const char *command;  // for the progress
  range_t loads;
  bool climb;           // no load of a curve is run above one that is not sustained
  uint64_t resolution;  // of the saturation load, in millionths; 0: CURVES_RESOLUTION
  // Windows of curves that are added from now on last until so many multicasts are created, in the
  // mean, at every load, behind a warm-up of half as many; 0: those of the scenario.
  uint64_t multicasts;
  curve_t *curve;  // [count]
  size_t count;
  bool interrupted;
  noc_error_t error;  // the first one
} curves_t;

// Adds a curve. Takes the scenario in any case, also after an error; its workload must be traffic
// with one load (that of loads.from: curves_set_load()), and it gets a warm-up of half its window
// if it has none. The name is copied. `topology` is the one of --topology, "mesh:8x8", that is not
// in cli->sets, for the line that does a run again; NULL for none; it must stay, and so must `cli`:
// all->cli, or that of a point of a grid. False with all->error filled: also when the highest load
// is refused; the curve is there then too.
bool curves_add(curves_t *all, const cli_t *cli, scenario_t *scenario, const char *name,
                const char *topology);
// Takes a curve away again.
void curves_drop(curves_t *all, size_t curve);
// Checks every scenario, in the workers, before any run, and where there are several networks
// builds each of them once: what only that finds out is refused with a line that names the curve.
// False with all->error filled.
bool curves_check(curves_t *all);
// The same up to a depth, with what is wrong with each in why[all->count], NOC_OK if nothing is.
// False with all->error filled when not all could be done.
bool curves_check_each(curves_t *all, simulate_depth_t depth, noc_error_t *why);
// Runs all loads of all curves, `cli->jobs` at a time, whatever the curve; with `search`, loads
// between them as well, until the saturation load is known to its resolution. What is done is in
// the curves also when it ends early; then, and when a run has a fault, all->error is filled.
void curves_run(curves_t *all, bool search);
// No run is there.
bool curves_empty(const curves_t *all);
// The thing whose latency is meant: "packet", or "multicast" where all curves are of multicasts.
const char *curves_latency_of(const curves_t *all);
void curves_free(curves_t *all);

// Fills `interval`, `sustained`, `passed` and `result` of a point from its run and from what else
// the point has. False with *error filled: that of the run, or a result is told that no network can
// have. That is more accepted than the ports of the nodes carry, or a load that is sustained by all
// that is measured, though so much more is offered than a resource carries that the backlog must
// have been seen. docs/sweep.md, "Capacity".
bool curve_judge(const curve_t *c, curve_point_t *p, const simulation_t *r, noc_error_t *error);

// "workload.load=0.05", the set of a load in millionths.
void curves_set_load(char set[BATCH_SET], uint64_t load);
// The error of a scenario that refuses the load names its file, and no option nobody gave.
void curves_blame_load(const char *file, uint64_t load, noc_error_t *error);

// Reports a steady-state latency: sustained, and not above a load that is not.
bool curve_has_latency(const curve_t *c, const curve_point_t *p);
// "steady", "not steady", "saturated", "no packets" (none was created), or what went wrong:
// "deadlock", ...
const char *curve_state(const curve_t *c, const curve_point_t *p);
// The saturation load is known: no run has failed or is missing, and a load is not sustained.
bool curve_saturates(const curve_t *c);
// The latency at zero load is a closed form of nocstep's own routers: not known of foreign ones.
static inline bool curve_knows_zero_load(const curve_t *c) {
  return c->scenario->dut.path == NULL;
}
// In the place of the load, where it does not: "unknown" or "above all".
const char *curve_unsaturated(const curve_t *c);

#endif
