// levels -- see levels.h.

#include "topology/levels.h"

bool levels_read(topology_t *t, topology_reader_t *r, unsigned *growth) {
  const topology_reader_t start = *r;
  argument_t list[] = {{"k", 2, NOC_MAX_NODES, false, false, &t->arg[0], 0},
                       {"n", 1, 22, false, false, &t->arg[1], 0},
                       {"growth", READER_ONE, UINT32_MAX, true, true, growth, 0}};
  if (!reader_arguments(r, list, growth != NULL ? 3 : 2) ||
      !reader_end(r, "the end (the family has its own number of nodes)")) {
    return false;
  }
  uint64_t nodes = 1;
  for (unsigned i = 0; i < t->arg[1] && nodes <= NOC_MAX_NODES; i++) {
    nodes *= t->arg[0];
  }
  if (nodes > NOC_MAX_NODES) {
    return reader_fail(&start, "more nodes than that", "k^n up to 4194304 nodes");
  }
  if (growth != NULL && list[2].at != 0 && *growth > (uint64_t)t->arg[0] * READER_ONE) {
    const topology_reader_t at = {r->text, list[2].at, r->error};
    return reader_fail(&at, NULL, "growth from 1 to k: no subtree has more links than nodes");
  }
  t->nodes = (uint32_t)nodes;
  return true;
}

bool levels_allocate(topology_t *t, const topology_reader_t *start, const topology_reader_t *r) {
  const uint32_t width = t->nodes / t->arg[0];
  const uint64_t routers = (uint64_t)width * t->arg[1];
  if (routers > NOC_MAX_NODES) {
    return reader_fail_number(start, "routers", routers, "up to 4194304 routers");
  }
  t->dims = 2;
  t->radix[0] = width;
  t->radix[1] = t->arg[1];
  t->routers = (uint32_t)routers;
  t->ports = 2 * t->arg[0];
  return topology_name(t, r, "k=%u,n=%u", t->arg[0], t->arg[1]) && topology_allocate(t, start);
}

void levels_place(const topology_t *t, uint32_t router, double at[2]) {
  const double width = t->radix[0];
  const double step = width / (2.0 * t->radix[1]);
  at[0] = router % t->radix[0];
  const uint32_t level = router / t->radix[0];
  at[1] = -(double)level * (step > 1.5 ? step : 1.5);
}
