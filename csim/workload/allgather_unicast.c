// allgather_unicast -- all-to-all broadcast by unicasts: every node sends its block to every other
// node, all at once. Node s begins with s+1 and goes round, so that no two begin with the same.

#include "workload/collectives.h"

void allgather_unicast(plan_t *plan, const topology_t *t, uint32_t flits) {
  for (uint32_t source = 0; source < t->nodes; source++) {
    uint32_t to = source;
    for (uint32_t k = 1; k < t->nodes; k++) {
      to = to + 1 < t->nodes ? to + 1 : 0;
      (void)plan_pass_block(plan, source, to, flits, source, kPlanNone);
    }
  }
}
