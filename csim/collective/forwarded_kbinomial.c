// forwarded_kbinomial -- one message along a k-binomial tree (kbinomial.h), which interfaces pass
// on packet by packet.

#include "collective/forwarded.h"
#include "collective/kbinomial.h"
#include "collective/scheme.h"
#include "collective/schemes.h"

static bool add(multicast_adder_t *a) {
  const multicast_planner_t *c = a->c;
  const multicast_t *m = a->m;
  if (c->routing == NULL) {
    return noc_fail(a->error, NOC_BAD_INPUT, "found a k-binomial tree without a routing");
  }
  forward_tree_t tree;
  const unsigned k = c->k > 0 ? c->k : kbinomial_best(m->count, forwarded_packets(c, m->flits));
  const bool ok = kbinomial_create(&tree, c->routing, m->source, m->to, m->count, k, a->error);
  if (ok) {
    forwarded_add(a, &tree);
  }
  forward_tree_free(&tree);
  return ok;
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
                  .check = forwarded_check},
    .carried = true,
    .carry = CARRY_FORWARD,
    .needs_routing = true};
