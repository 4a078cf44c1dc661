// pairwise -- alltoall in n - 1 steps; in each, every node sends to one and receives from one.
// Where n is a power of two the two are the same: place XOR step. Else a node sends to the place
// `step` behind it and receives from the place `step` before it.

#include <stdlib.h>

#include "collective/scheme.h"
#include "collective/schemes.h"

static void alltoall(plan_t *plan, const participants_t *p) {
  const node_set_t *set = &p->to;
  const uint32_t n = set->count;
  const bool power_of_two = (n & (n - 1)) == 0;
  uint32_t *receives = receives_create(plan, 2 * n);
  if (receives == NULL) {
    return;
  }
  uint32_t *before = receives;
  uint32_t *got = receives + n;
  for (uint32_t step = 1; step < n; step++) {
    for (uint32_t i = 0; i < n; i++) {
      const uint32_t to = power_of_two ? i ^ step : (i + step) % n;
      const uint32_t send_number = plan->ops;
      got[to] = plan_pass_block(plan, set->node[i], set->node[to], p->flits, pair_tag(p, i, to),
                                kPlanNone);
      // A step starts when the receive of the step before is in.
      if (before[i] != kPlanNone && !plan->short_of_memory) {
        plan_require(plan, send_number, before[i]);
      }
    }
    uint32_t *swap = before;
    before = got;
    got = swap;
  }
  free(receives);
}

const scheme_t kPairwiseScheme = {
    .name = "pairwise",
    .meaning = "in every step each node exchanges with one other",
    .use = {[COLLECTIVE_ALLTOALL] = {
                .meaning = "n - 1 steps, a partner each: place XOR step, or place + step",
                .same = true,
                .compile = alltoall,
                .messages = unicast_messages}}};
