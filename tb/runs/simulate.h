// simulate -- runs of variants of a scenario without files and summary, for the commands that run
// many of them.
//
//   scenario_t *base = scenario_load(file, sets, n_sets, &error);
//   simulate_source_t source;
//   if (!simulate_source(cli, base, NULL, &source, &error)) ...
//   simulate(&source, (const char *[]){"workload.load=0.3"}, 1, true, &simulation);

#ifndef NOCSTEP_SIMULATE_H
#define NOCSTEP_SIMULATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "network/energy.h"
#include "runs/cli.h"
#include "runs/run_loop.h"
#include "setup/scenario.h"
#include "workload/workload.h"

// A scenario that can be read many times, also when its file was a pipe.
typedef struct {
  const cli_t *cli;
  const scenario_t *scenario;  // it is made of this, which has the places of keys; or NULL
  const char *file;            // as given on the command line
  const char *topology;        // of --topology, in the place of the scenario's own; NULL: not given
  const char *label;           // of a point of a grid, for errors; NULL: none
  char *text;                  // resolved, as YAML
  size_t length;
} simulate_source_t;

// `topology` must stay as long as the source does.
bool simulate_source(const cli_t *cli, const scenario_t *s, const char *topology,
                     simulate_source_t *source, noc_error_t *error);
void simulate_source_free(simulate_source_t *source);

// The scenario with these keys set anew; NULL with the error filled. Freed with scenario_free().
scenario_t *simulate_variant(const simulate_source_t *source, const char *const *sets,
                             size_t n_sets, noc_error_t *error);

// The results of a run; plain bytes, so that they can be passed on through a pipe.
typedef struct {
  sim_result_t result;
  int status;  // exit status
  noc_error_t error;
  uint64_t cycles;
  bool measured;  // all packets of the measurement window have arrived
  workload_result_t workload;
  network_energy_t energy;
  uint64_t step_latencies;  // of a plan with steps: the longest latency of each, in sum
  uint64_t links;           // between routers, each direction one
  uint64_t busiest_flits;   // over the one of them that carried most
} simulation_t;

typedef struct {
  uint64_t
      *flits;  // [count], router * ports + port: that left there to another router; to be freed
  size_t count;
} simulate_links_t;

// Builds and runs it; what went wrong is in out->error, and out->status is not 0. With `keep_load`
// packets are created until all measured ones have arrived: run.h. `links` may be NULL; its flits
// are NULL where there was no run, or no memory for them.
void simulate(const simulate_source_t *source, const char *const *sets, size_t n_sets,
              bool keep_load, simulation_t *out, simulate_links_t *links);

// Refuses, with its line, what needs no plan and no plug-in to be seen, before the first of them is
// made.
bool simulate_check(scenario_t *s, noc_error_t *error);

// Looks without a run for mistakes that reading the scenario did not tell: up to those that need no
// plan and no network, or for all of them.
typedef enum { SIMULATE_RUN, SIMULATE_CHECK, SIMULATE_BUILD } simulate_depth_t;
void simulate_up_to(const simulate_source_t *source, const char *const *sets, size_t n_sets,
                    simulate_depth_t depth, simulation_t *out);

// A --topology goes in as a --set; the line names the option that the user has typed. Returns
// false.
bool simulate_blame_topology(const char *topology, noc_error_t *error);
// Puts "--topology mesh:8x8: " or the label before the line of a run of this source. Returns false.
bool simulate_blame(const simulate_source_t *source, noc_error_t *error);

#endif
