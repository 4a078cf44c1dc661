// split_run -- runs a scenario in one process and in several that step its network together
// (network/split.h), and holds the registers of every component in the process that has it, the
// flits of every link and the result of the run to what one process makes of it.

#ifndef TEST_SPLIT_RUN_H
#define TEST_SPLIT_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "harness.h"

typedef struct {
  const char *settings;
  const sim_t *one;  // has run
  char *json;        // its result
  bool mirror;       // each process has the hosts of all nodes
  bool left;         // some packets never arrive
  uint64_t limit;    // cycles; 0: the scenario's
} split_run_t;

// Does the run in one process and in each of these numbers of processes, a digit each.
void split_expect_run(split_run_t run, const char *counts);
// The same of settings whose hosts are apart. In the long tier also on links of three cycles, so
// with windows of as many.
void split_expect_same(const char *settings, const char *counts);
// The same of settings whose hosts are all in each process.
void split_expect_mirror(const char *settings, const char *counts);

// All windows but those that end as all meet have so many cycles, and few end so.
bool split_has_windows(const sim_t *s, uint64_t window);

#endif
