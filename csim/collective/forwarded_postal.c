// forwarded_postal -- one message along the fastest tree of the postal model (postal.h), which
// interfaces pass on.

#include "collective/forwarded.h"
#include "collective/postal.h"
#include "collective/scheme.h"
#include "collective/schemes.h"

static uint64_t larger(uint64_t a, uint64_t b) {
  return a > b ? a : b;
}

// The hops from the source, in the mean over the destinations; 0 that is short of memory.
static bool mean_hops(multicast_adder_t *a, unsigned *hops) {
  const multicast_t *m = a->m;
  uint64_t sum = 0;
  for (uint32_t i = 0; i < m->count; i++) {
    const size_t routers = routing_path(a->c->routing, m->source, m->to[i], NULL, 0, a->error);
    if (routers == 0) {
      return false;
    }
    sum += routers - 1;
  }
  // NOLINTNEXTLINE(clang-analyzer-core.DivideZero)  // multicast_t.count is 1 or more
  *hops = (unsigned)((sum + m->count / 2) / m->count);
  return true;
}

// The costs of the model, as docs/multicast.md has them.
static bool model_of(multicast_adder_t *a, postal_t *model) {
  const multicast_planner_t *c = a->c;
  unsigned hops = 0;
  if (!mean_hops(a, &hops)) {
    return false;
  }
  const uint32_t all = a->m->flits;
  const uint32_t flits = c->packet_flits != 0 && all > c->packet_flits ? c->packet_flits : all;
  const uint64_t receive = larger(c->host.t_nr, 1);
  *model = (postal_t){
      .gap = larger(flits, c->host.t_ns),
      .latency = zero_load_latency(&c->idle, flits, hops) + receive + 1 + larger(c->host.t_ns, 1),
      .receive = receive,
      .source = larger(flits + 1, host_bus_cycles(&c->host, flits)),
      .write = 1,
      .packets = forwarded_packets(c, all)};
  return true;
}

static bool add(multicast_adder_t *a) {
  const multicast_t *m = a->m;
  if (a->c->routing == NULL) {
    return noc_fail(a->error, NOC_BAD_INPUT, "found a postal tree without a routing");
  }
  postal_t model;
  forward_tree_t tree = {0};
  const bool ok = model_of(a, &model) &&
                  postal_create(&tree, a->c->routing, m->source, m->to, m->count, &model, a->error);
  if (ok) {
    forwarded_add(a, &tree);
  }
  forward_tree_free(&tree);
  return ok;
}

static void copy(plan_t *plan, const participants_t *p) {
  multicast_copy(plan, p, &kPostalScheme);
}

static const char *const kKeys[] = {"workload.slots", NULL};

const scheme_t kPostalScheme = {
    .name = "postal",
    .meaning = "one message along the fastest tree of the postal model, which interfaces pass on",
    .keys = kKeys,
    .use = {[COLLECTIVE_BROADCAST] =
                {.meaning = "down the fastest tree of the postal model, forwarded by interfaces",
                 .compile = copy,
                 .messages = unicast_messages},
            [COLLECTIVE_MULTICAST] =
                {.meaning = "down the fastest tree of the postal model, forwarded by interfaces",
                 .compile = copy,
                 .messages = unicast_messages},
            [COLLECTIVE_ALLGATHER] = {.meaning = "from every node down the fastest tree of the "
                                                 "postal model, forwarded by interfaces",
                                      .compile = copy,
                                      .messages = unicast_messages}},
    .multicast =
        {.meaning =
             "one message along the fastest tree of the postal model, which interfaces pass on",
         .add = add,
         .check = forwarded_check},
    .carried = true,
    .carry = CARRY_FORWARD,
    .needs_routing = true};
