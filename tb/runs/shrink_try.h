// shrink_try -- one run of shrink_scenario.c: in a process of its own, so that one that crashes or
// takes long leaves the others alone.

#ifndef NOCSTEP_SHRINK_TRY_H
#define NOCSTEP_SHRINK_TRY_H

#include "runs/cli.h"
#include "sim/sim.h"

enum { TRY_WORD = 32 };

typedef struct {
  sim_result_t result;
  noc_error_t error;
  char word[TRY_WORD];  // the first of the error's line
  uint64_t cycles;
  char *told;               // who waits for whom
  workload_sent_t *packet;  // that hosts have begun to send, by the cycle of their creation
  size_t packets;
} try_result_t;
void try_result_free(try_result_t *r);

typedef struct {
  const cli_t *cli;  // --rtl-at and --lockstep-at
  const char *file;  // names of files in the text are seen from its folder
  char *text;        // the scenario as YAML; without a workload if it is traced
  const char *const *sets;
  size_t n_sets;
  bool traced;  // the workload is these packets
  workload_sent_t *packet;
  size_t packets;
  try_result_t last;  // of the last that failed in the same way
} try_t;

// False with the error if it could not be done: NOC_INTERRUPTED, NOC_ENVIRONMENT. A scenario that
// is refused, and a run that crashes, have the result SIM_FAULT.
bool try_run(const try_t *t, try_result_t *r, noc_error_t *error);

// Loads the plug-ins of the scenario, after which no try may take others: another shape of router
// or interface is another plug-in, which takes longer to build than many tries. False with the
// error.
bool try_load_plugins(const try_t *t, noc_error_t *error);

// The scenario with its trace in this file; to be freed. NULL: memory is short.
char *try_text(const try_t *t, const char *trace);
// A scenario's text, as it is written, without its workload, and without what only traffic has.
char *try_without_workload(const char *text);
// The text with another name for its trace.
char *try_named(const char *text, const char *from, const char *to);

#endif
