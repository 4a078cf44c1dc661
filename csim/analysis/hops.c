// hops -- see hops.h.

#include "analysis/hops.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "collective/scheme.h"

bool hops_of_plan(routing_t *routing, const plan_t *plan, hops_count_t *count, noc_error_t *error) {
  *count = (hops_count_t){0};
  for (uint32_t i = 0; i < plan->ops; i++) {
    const plan_op_t *op = &plan->op[i];
    if (op->kind != PLAN_SEND) {
      continue;
    }
    const uint32_t own = plan_path_of(plan, i);
    const size_t routers = own != kPlanNone
                               ? (size_t)plan->path[own].count + 1
                               : routing_path(routing, op->node, op->peer, NULL, 0, error);
    if (routers == 0) {
      return false;
    }
    const hops_count_t one = {
        .unicasts = 1, .hops = routers - 1, .max_path = (uint32_t)routers - 1};
    hops_add(count, one, 1, op->size);
  }
  return true;
}

bool hops_closed_form(const routing_t *routing, const char *collective, const char *scheme,
                      const participants_t *p, hops_count_t *count, bool *known,
                      noc_error_t *error) {
  const topology_t *t = routing->topology;
  const scheme_use_t *use = collective_find_pair(collective, scheme);
  hops_space_t space;
  *known = use != NULL && use->hops != NULL && p->from.count == t->nodes &&
           p->to.count == t->nodes && p->flits == 1 && routing_by_dimension(routing) &&
           hops_space_of(t, &space);
  if (!*known) {
    return true;
  }
  if (!hops_fits(t, error)) {
    return false;
  }
  hops_box_t box;
  const bool ok = hops_box_create(&box, &space, space.side, NULL, NULL);
  if (ok) {
    *count = use->hops(&box);
  }
  hops_box_free(&box);
  return ok || memory_fail(error, "the hop counts");
}

bool hops_lower_bound(const char *collective, const participants_t *p, uint64_t *bound,
                      noc_error_t *error) {
  const topology_t *t = p->topology;
  const collective_t *c = collective_find(collective);
  *bound = 0;
  if (c->block != BLOCK_OF_SOURCE || c->one_to) {
    return true;
  }
  // These say for each router how many of its nodes are sources, and whether one is a destination.
  uint32_t *sources = calloc(t->routers, sizeof *sources);
  bool *wanted = calloc(t->routers, sizeof *wanted);
  const bool ok = sources != NULL && wanted != NULL;
  if (!ok) {
    (void)memory_fail(error, "the hop counts");
  }
  for (uint32_t i = 0; ok && i < p->from.count; i++) {
    sources[routing_target(t, p->from.node[i])]++;
  }
  for (uint32_t i = 0; ok && i < p->to.count; i++) {
    wanted[routing_target(t, p->to.node[i])] = true;
  }
  for (uint32_t r = 0; ok && r < t->routers; r++) {
    *bound += wanted[r] ? p->from.count - sources[r] : 0;
  }
  free(sources);
  free(wanted);
  return ok;
}
