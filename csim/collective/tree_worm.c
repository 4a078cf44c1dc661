// tree_worm -- one packet for all destinations, which routers copy where its ways part.

#include "collective/multicast_schemes.h"
#include "collective/scheme.h"
#include "collective/schemes.h"
#include "collective/worm_needs.h"

static bool add(multicast_adder_t *a) {
  (void)multicast_pass_on_to(a, a->m->source, a->to, a->m->count);
  return true;
}

static bool check(const scenario_t *s, unsigned packet_flits, multicast_planner_t *c,
                  const char **key, noc_error_t *error) {
  (void)c;
  return worms_check(s, packet_flits, key, error);
}

// A bit for each node.
static unsigned headers(const scenario_t *s, uint32_t destinations) {
  (void)destinations;
  return worm_headers(s);
}

static void copy(plan_t *plan, const participants_t *p) {
  multicast_copy(plan, p, &kTreeWormScheme);
}

const scheme_t kTreeWormScheme = {
    .name = "tree-worm",
    .meaning = "one packet for all, which routers copy where its ways part",
    .use = {[COLLECTIVE_BROADCAST] = {.meaning = "one packet, which routers copy",
                                      .compile = copy,
                                      .messages = unicast_messages},
            [COLLECTIVE_MULTICAST] = {.meaning = "one packet, which routers copy",
                                      .compile = copy,
                                      .messages = unicast_messages},
            [COLLECTIVE_ALLGATHER] = {.meaning =
                                          "one packet a node, all at once, which routers copy",
                                      .compile = copy,
                                      .messages = unicast_messages}},
    .multicast = {.meaning = "one packet for all, which routers copy where its ways part",
                  .add = add,
                  .check = check,
                  .headers = headers},
    .carried = true,
    .carry = CARRY_TREE};
