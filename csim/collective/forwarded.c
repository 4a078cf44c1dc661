// forwarded -- see forwarded.h.

#include "collective/forwarded.h"

#include "collective/forward_needs.h"

uint32_t forwarded_packets(const multicast_planner_t *c, uint32_t flits) {
  return c->packet_flits == 0 ? 1 : plan_packets(flits, c->packet_flits);
}

void forwarded_add(multicast_adder_t *a, const forward_tree_t *tree) {
  const uint32_t multicast = multicast_pass_on_to(a, a->m->source, a->to, a->m->count);
  for (uint32_t place = 0; place < tree->members; place++) {
    for (uint32_t i = tree->first[place]; i < tree->first[place + 1]; i++) {
      plan_add_branch(a->plan, multicast,
                      (plan_branch_t){tree->node[place], tree->node[tree->child[i]]});
    }
  }
}

bool forwarded_check(const scenario_t *s, unsigned packet_flits, multicast_planner_t *c,
                     const char **key, noc_error_t *error) {
  (void)packet_flits;
  return forward_check(s, forwarded_packets(c, s->message_flits), key, error);
}
