// forwarded -- one message along a k-binomial tree (kbinomial.h), which interfaces pass on packet
// by packet.

#include "collective/forward_needs.h"
#include "collective/kbinomial.h"
#include "collective/multicast_schemes.h"
#include "collective/scheme.h"
#include "collective/schemes.h"

static uint64_t packets(const multicast_planner_t *c, uint32_t flits) {
  return c->packet_flits == 0 ? 1 : plan_packets(flits, c->packet_flits);
}

static bool add(multicast_adder_t *a) {
  const multicast_planner_t *c = a->c;
  const multicast_t *m = a->m;
  kbinomial_t tree;
  if (c->routing == NULL) {
    return noc_fail(a->error, NOC_BAD_INPUT, "found a k-binomial tree without a routing");
  }
  const unsigned k = c->k > 0 ? c->k : kbinomial_best(m->count, packets(c, m->flits));
  const bool ok = kbinomial_create(&tree, c->routing, m->source, m->to, m->count, k, a->error);
  if (ok) {
    const uint32_t multicast = multicast_pass_on_to(a, m->source, a->to, m->count);
    for (uint32_t place = 0; place < tree.members; place++) {
      for (uint32_t i = tree.first[place]; i < tree.first[place + 1]; i++) {
        plan_add_branch(a->plan, multicast,
                        (plan_branch_t){tree.node[place], tree.node[tree.child[i]]});
      }
    }
  }
  kbinomial_free(&tree);
  return ok;
}

static bool check(const scenario_t *s, unsigned packet_flits, multicast_planner_t *c,
                  const char **key, noc_error_t *error) {
  (void)packet_flits;
  return forward_check(s, packets(c, s->message_flits), key, error);
}

static void copy(plan_t *plan, const participants_t *p) {
  multicast_copy(plan, p, &kKbinomialScheme);
}

static const char *const kKeys[] = {"workload.k", "workload.slots", NULL};

const scheme_t kKbinomialScheme = {
    .name = "kbinomial",
    .meaning = "one message along a tree, which interfaces pass on packet by packet",
    .keys = kKeys,
    .use = {[COLLECTIVE_BROADCAST] = {.meaning = "down a k-binomial tree, forwarded by interfaces",
                                      .compile = copy,
                                      .messages = unicast_messages},
            [COLLECTIVE_MULTICAST] = {.meaning = "down a k-binomial tree, forwarded by interfaces",
                                      .compile = copy,
                                      .messages = unicast_messages},
            [COLLECTIVE_ALLGATHER] =
                {.meaning = "from every node down a k-binomial tree, forwarded by interfaces",
                 .compile = copy,
                 .messages = unicast_messages}},
    .multicast = {.meaning = "one message along a k-binomial tree, which interfaces pass on packet "
                             "by packet",
                  .add = add,
                  .check = check},
    .carried = true,
    .carry = CARRY_FORWARD,
    .needs_routing = true};
