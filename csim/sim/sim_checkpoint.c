// sim_checkpoint -- the state of a run in a checkpoint; see sim.h. Limits and times of looks follow
// from the scenario, and what ends a run has not happened yet.

#include "sim/sim.h"

bool sim_can_checkpoint(const sim_t *s, noc_error_t *error) {
  if (!network_can_checkpoint(s->network)) {
    return noc_fail(error, NOC_BAD_INPUT,
                    "run.router" SAY_IS("%s", "ref for a run with checkpoints"),
                    sim_router_name(s->scenario));
  }
  return workload_can_checkpoint(s->workload) ||
         noc_fail(error, NOC_BAD_INPUT,
                  "workload.traffic" SAY_IS("external", "another for a run with checkpoints"));
}

void sim_checkpoint(sim_t *s, checkpoint_t *c) {
  bool warn = s->warn;
  network_checkpoint(s->network, c);
  workload_checkpoint(s->workload, c);
  CHECKPOINT(c, warn);
  CHECKPOINT(c, s->age_check);
  CHECKPOINT(c, s->stay_check);
  CHECKPOINT(c, s->idle);
  CHECKPOINT(c, s->idle_network);
  if (checkpoint_reads(c)) {
    s->warn = s->warn && warn;  // once a run
    s->resumed = true;
  }
}
