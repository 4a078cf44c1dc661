// path_worm -- packets along ways that pass several destinations and drop copies there, in phases
// (path_plan.h): a node sends on when it has the whole message.

#include "collective/multicast_schemes.h"
#include "collective/path_plan.h"
#include "collective/scheme.h"
#include "collective/schemes.h"
#include "collective/worm_needs.h"

static bool add(multicast_adder_t *a) {
  const multicast_planner_t *c = a->c;
  const multicast_t *m = a->m;
  path_plan_t plan = {0};
  if (c->routing == NULL || c->most_pairs == 0) {
    return noc_fail(a->error, NOC_BAD_INPUT,
                    "found path worms without a routing, or without room for their header");
  }
  const bool ok = path_plan_create(&plan, c->routing, c->classes, m->source, m->to, m->count,
                                   c->most_pairs, a->error);
  for (uint32_t i = 0; ok && i < plan.worms && !a->plan->short_of_memory; i++) {
    const path_worm_t *w = &plan.worm[i];
    const uint32_t multicast =
        multicast_pass_on_to(a, w->source, plan.node + w->first_node, w->nodes);
    for (uint32_t k = 0; k < w->pairs; k++) {
      const path_pair_t *pair = &plan.pair[w->first_pair + k];
      const bool any = pair->vc_class >= c->classes;
      plan_add_pair(a->plan, multicast,
                    (plan_pair_t){pair->address, pair->ports, any ? kPlanAny : pair->vc_class});
    }
  }
  path_plan_free(&plan);
  return ok;
}

static bool check(const scenario_t *s, unsigned packet_flits, multicast_planner_t *c,
                  const char **key, noc_error_t *error) {
  return worms_check_path(s, packet_flits, &c->most_pairs, key, error);
}

// A pair for each destination.
static unsigned headers(const scenario_t *s, uint32_t destinations) {
  const unsigned pairs = worm_pairs(s);
  return pairs > 0 ? (destinations - 1) / pairs + 1 : 0;
}

static void copy(plan_t *plan, const participants_t *p) {
  multicast_copy(plan, p, &kPathWormScheme);
}

const scheme_t kPathWormScheme = {
    .name = "path-worm",
    .meaning = "packets along one way each, which drop copies; destinations send on, in phases",
    .use = {[COLLECTIVE_BROADCAST] = {.meaning =
                                          "packets along ways that pass several nodes, in phases",
                                      .compile = copy,
                                      .messages = unicast_messages},
            [COLLECTIVE_MULTICAST] = {.meaning =
                                          "packets along ways that pass several nodes, in phases",
                                      .compile = copy,
                                      .messages = unicast_messages},
            [COLLECTIVE_ALLGATHER] =
                {.meaning = "from every node packets along ways that pass several, in phases",
                 .compile = copy,
                 .messages = unicast_messages}},
    .multicast = {.meaning = "packets along paths, copied at the destinations' routers, in phases",
                  .add = add,
                  .check = check,
                  .headers = headers},
    .carried = true,
    .carry = CARRY_PATH,
    .needs_routing = true,
    .needs_pairs = true};
