// collectives -- see collectives.h.

#include "workload/collectives.h"

#include <string.h>

#include "network/memory.h"

static const collective_t kCollectives[] = {
    {"allgather", "unicast", "every node sends its block to every other node, all at once",
     allgather_unicast},
    {"allgather", "binomial",
     "a broadcast a node, dimension by dimension with recursive halving, never merged",
     allgather_binomial},
};

enum { N_COLLECTIVES = sizeof kCollectives / sizeof kCollectives[0] };

const collective_t *collectives(size_t *count) {
  *count = N_COLLECTIVES;
  return kCollectives;
}

plan_t *collective_plan(const char *collective, const char *scheme, const topology_t *t,
                        uint32_t flits, noc_error_t *error) {
  const collective_t *c = NULL;
  for (size_t i = 0; i < N_COLLECTIVES; i++) {
    if (strcmp(kCollectives[i].collective, collective) == 0 &&
        strcmp(kCollectives[i].scheme, scheme) == 0) {
      c = &kCollectives[i];
    }
  }
  if (c == NULL) {
    (void)noc_fail(error, NOC_BAD_INPUT, "no scheme '%.40s' of the collective '%.40s'", scheme,
                   collective);
    return NULL;
  }
  // Two operations and one requirement a message, and what plan_finish() takes for a while; the
  // engine keeps its own state of each operation, and data that is passed on.
  double messages = (double)t->nodes * (t->nodes - 1);
  double bytes = messages * (2 * sizeof(plan_op_t) + sizeof(plan_edge_t) + 64);
  if (!memory_check(bytes, "the plan of this collective", error)) {
    return NULL;
  }
  if (2 * messages > UINT32_MAX / 2) {
    (void)noc_fail(error, NOC_BAD_INPUT, "the collective has too many messages: %.0f", messages);
    return NULL;
  }
  plan_t *plan = plan_create(t->nodes, error);
  if (plan == NULL) {
    return NULL;
  }
  c->compile(plan, t, flits);
  if (!plan_finish(plan, error)) {
    plan_free(plan);
    return NULL;
  }
  return plan;
}
