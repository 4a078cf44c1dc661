// multicast_copy -- every node of `from` sends its block to all
// others of `to`, by one multicast each (multicast_schemes.h).

#include <stdlib.h>

#include "collective/multicast_schemes.h"
#include "collective/schemes.h"

void multicast_copy(plan_t *plan, const participants_t *p, const scheme_t *scheme) {
  uint32_t *others = malloc(((size_t)p->to.count + 1) * sizeof *others);
  uint32_t *receive = receives_create(plan, p->to.count);
  bool ok = others != NULL && receive != NULL;
  for (uint32_t i = 0; ok && i < p->from.count; i++) {
    const uint32_t source = p->from.node[i];
    multicast_t m = {
        .source = source, .to = others, .flits = p->flits, .tag = source, .after = kPlanNone};
    for (uint32_t j = 0; j < p->to.count; j++) {
      if (p->to.node[j] != source) {
        others[m.count++] = p->to.node[j];
      }
    }
    noc_error_t short_of_memory = {0};  // collective_plan() has refused all else
    ok = m.count == 0 || multicast_add(plan, &p->planner, scheme, &m, receive, &short_of_memory);
  }
  plan->short_of_memory = plan->short_of_memory || !ok;
  free(others);
  free(receive);
}
