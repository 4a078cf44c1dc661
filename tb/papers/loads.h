// loads -- latency and throughput of several networks, up to saturation and past it, for the
// papers whose figures show that.
//
// First every network runs with the load 1, where all nodes always have something to send. What it
// accepts then is only a scale: it runs with given parts of that, so that all curves have their
// points where they bend. It is no point itself. Past saturation, the fewer packets get through the
// jams, the more those make up that never meet one: at load 1 the pattern of what arrives is not
// the pattern that was offered.
//
//   paper_loads_t all = {.cli = cli, .part = (const double[]){0.1, 0.5, 1}, .parts = 3};
//   bool ok = paper_loads_add(&all, "topology: mesh:8x8\n...", sets, 2) && paper_loads_run(&all);
//   ... all.curve[0].point[2].network_latency ...
//   paper_loads_free(&all);

#ifndef NOCSTEP_PAPER_LOADS_H
#define NOCSTEP_PAPER_LOADS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/route_loads.h"
#include "base/error.h"
#include "runs/cli.h"
#include "runs/simulate.h"
#include "setup/scenario.h"

// In flits per node and cycle; latencies are means, in cycles, NAN without packets.
typedef struct {
  double load, offered, accepted;
  double latency, network_latency;
  double packets;  // whose latency it is
} paper_load_t;

typedef struct {
  scenario_t *scenario;
  simulate_source_t source;
  route_loads_t routes;
  double zero_load;     // mean latency on the idle network, by the closed form of docs/timing.md
  double bound;         // of the throughput: the busiest link or VC can carry no more
  paper_load_t full;    // with the load 1
  paper_load_t *point;  // [count], in the order of the parts
  size_t count;
} paper_curve_t;

// To begin with, all but these is 0.
typedef struct {
  const cli_t *cli;
  const char *name;    // of the paper: stands for the file in messages
  const double *part;  // [parts], ascending
  size_t parts;
  paper_curve_t *curve;
  size_t count;
  noc_error_t error;
} paper_loads_t;

// Adds a network: the scenario's text, with --set of the command line and then `sets`. Its traffic
// must be of one class, uniform or a pattern that has one destination for all packets of a node,
// with one length of packets. False with all->error filled.
bool paper_loads_add(paper_loads_t *all, const char *text, const char *const *sets, size_t n_sets);
// Runs all, `cli->jobs` at a time. What is done is in the curves also when it ends early; then, and
// when a run has a fault, false with all->error filled.
bool paper_loads_run(paper_loads_t *all);
void paper_loads_free(paper_loads_t *all);

#endif
