// levels -- see levels.h.

#include "topology/levels.h"

bool levels_parse(topology_t *t, topology_reader_t *r) {
  const topology_reader_t start = *r;
  argument_t list[] = {{"k", 2, NOC_MAX_NODES, false, &t->arg[0], 0},
                       {"n", 1, 22, false, &t->arg[1], 0}};
  if (!reader_arguments(r, list, 2) ||
      !reader_end(r, "the end (the family has its own number of nodes)")) {
    return false;
  }
  uint64_t width = 1;  // k^(n-1)
  for (unsigned i = 1; i < t->arg[1] && width <= NOC_MAX_NODES; i++) {
    width *= t->arg[0];
  }
  if (width * t->arg[0] > NOC_MAX_NODES) {
    return reader_fail(&start, "more nodes than that", "k^n up to 4194304 nodes");
  }
  if (width * t->arg[1] > NOC_MAX_NODES) {
    return reader_fail_number(&start, "routers", width * t->arg[1], "up to 4194304 routers");
  }
  t->dims = 2;
  t->radix[0] = (unsigned)width;
  t->radix[1] = t->arg[1];
  t->routers = (uint32_t)(width * t->arg[1]);
  t->nodes = (uint32_t)(width * t->arg[0]);
  t->ports = 2 * t->arg[0];
  return topology_name(t, r, "k=%u,n=%u", t->arg[0], t->arg[1]) && topology_allocate(t, &start);
}

void levels_place(const topology_t *t, uint32_t router, double at[2]) {
  const double width = t->radix[0];
  const double step = width / (2.0 * t->radix[1]);
  at[0] = router % t->radix[0];
  const uint32_t level = router / t->radix[0];
  at[1] = -(double)level * (step > 1.5 ? step : 1.5);
}
