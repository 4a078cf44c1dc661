// tree_worm -- every node of `from` sends one packet, which routers copy for all others of `to`.

#include <stdlib.h>

#include "workload/schemes.h"

void tree_worm_copy(plan_t *plan, const participants_t *p) {
  uint32_t *others = malloc(((size_t)p->to.count + 1) * sizeof *others);
  if (others == NULL) {
    plan->short_of_memory = true;
    return;
  }
  for (uint32_t i = 0; i < p->from.count; i++) {
    const uint32_t source = p->from.node[i];
    uint32_t count = 0;
    for (uint32_t j = 0; j < p->to.count; j++) {
      if (p->to.node[j] != source) {
        others[count++] = p->to.node[j];
      }
    }
    if (count > 0) {
      (void)plan_multicast_block(plan, source, others, count, p->flits, source, kPlanNone);
    }
  }
  free(others);
}
