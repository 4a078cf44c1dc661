// shrink_scenario -- a smaller scenario that fails in the same way: for failures that are of no
// single router, which no stimulus shows (deadlock, stall, scoreboard, conservation, age).
//
// Each try is a run in a process of its own. A way to fail is the result of the run and the first
// word of its line ("deadlock", "stall"). Traffic becomes a trace of the packets that hosts have
// begun to send, if the run fails so with that; then packets are left out by delta debugging.
//
//   shrunk_t small;
//   if (!shrink_scenario(cli, "bad/scenario.yaml", progress, &small, &error)) ..
//   .. small.text, small.packet, small.told ..
//   shrunk_free(&small);

#ifndef NOCSTEP_SHRINK_SCENARIO_H
#define NOCSTEP_SHRINK_SCENARIO_H

#include "runs/cli.h"
#include "sim/sim.h"

typedef struct {
  sim_result_t result;
  noc_error_t error;        // the line of the failure
  char *told;               // who waits for whom; "" if nobody does
  char *text;               // the scenario as YAML; its trace is `trace`
  workload_sent_t *packet;  // [packets], by the cycle of their creation
  size_t packets;
  bool traced;  // the workload is a trace of these packets
  uint64_t cycles, tries;
  uint64_t cycles_before, packets_before;  // of the scenario as it was given
} shrunk_t;

// `trace` is the name that the scenario has for its trace. With --rtl-at and --lockstep-at of
// `cli`. False with NOC_BAD_INPUT if the scenario does not fail, or like a single router does.
bool shrink_scenario(const cli_t *cli, const char *file, const char *trace,
                     void (*progress)(uint64_t tries, const char *topology, size_t packets),
                     shrunk_t *small, noc_error_t *error);
void shrunk_free(shrunk_t *s);

// The packets as a trace: docs/traces.md.
void shrunk_write_trace(const shrunk_t *s, FILE *out);

#endif
