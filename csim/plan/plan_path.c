// plan_path -- the own paths of sends; see plan.h.

#include <assert.h>

#include "plan/plan_check.h"

void plan_send_via(plan_t *p, uint32_t send, const plan_hop_t *hop, uint32_t count) {
  if (p->short_of_memory ||
      !plan_make_room(p, &p->path, p->paths, &p->path_room, sizeof *p->path)) {
    return;
  }
  assert(p->paths == 0 || p->path[p->paths - 1].operation < send);
  p->path[p->paths++] = (plan_path_t){send, p->hops, count};
  for (uint32_t k = 0; k < count; k++) {
    if (!plan_make_room(p, &p->hop, p->hops, &p->hop_room, sizeof *p->hop)) {
      return;
    }
    p->hop[p->hops++] = hop[k];
  }
}

uint32_t plan_path_of(const plan_t *p, uint32_t send) {
  uint32_t low = 0;
  for (uint32_t high = p->paths; low < high;) {
    const uint32_t middle = low + (high - low) / 2;
    const bool below = p->path[middle].operation < send;
    low = below ? middle + 1 : low;
    high = below ? high : middle;
  }
  return low < p->paths && p->path[low].operation == send ? low : kPlanNone;
}
