// batch -- many runs of variants of scenarios in worker processes, with their progress on standard
// error.

#ifndef NOCSTEP_BATCH_H
#define NOCSTEP_BATCH_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "runs/cli.h"
#include "runs/simulate.h"

enum { BATCH_SETS = 3, BATCH_SET = 96 };

typedef struct {
  const simulate_source_t *source;
  char set[BATCH_SETS][BATCH_SET];  // "workload.load=0.3"; "" for none
  bool keep_load;                   // see simulate()
  simulate_depth_t depth;           // how far it goes; 0: to the end of the run
  bool keep_links;                  // the flits of every link are wanted
  bool done;                        // and then this is its result:
  simulation_t simulation;
  uint64_t
      *link_flits;  // with keep_links, of a run that took place: [router * ports + port]; to be
                    // freed
} batch_run_t;

// Runs those of the `count` runs that are not done, `cli->jobs` at a time. `name` is that of the
// command, for the progress. False with NOC_INTERRUPTED or NOC_ENVIRONMENT: see jobs_run(). A run
// that fails, or whose process dies, is done and says so in its status and error.
bool batch_run(const cli_t *cli, const char *name, batch_run_t *runs, size_t count,
               noc_error_t *error);

// The same, but no run may fail: the error is that of the first in the list that does, and names
// the topology of its source.
bool batch_check(const cli_t *cli, const char *name, batch_run_t *runs, size_t count,
                 noc_error_t *error);

#endif
