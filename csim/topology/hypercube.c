// hypercube -- binary n-cubes, `hypercube:6`: router r is linked to r XOR 2^d on port N + d.

#include "topology/cube.h"

enum { MOST = 22 };  // dimensions: NOC_MAX_NODES routers

static bool hypercube_build(topology_t *t, topology_reader_t *r) {
  if (!reader_number(r, "a number of dimensions", MOST, &t->dims)) {
    return false;
  }
  t->routers = UINT32_C(1) << t->dims;
  for (unsigned d = 0; d < t->dims; d++) {
    t->radix[d] = 2;
  }
  const topology_reader_t start = {r->text, r->at + (r->text[r->at] == '@'), r->error};
  if (!reader_nodes(r, &t->nodes_per_router) || !cube_nodes(t, &start) ||
      !reader_end(r, "'@' and the nodes per router, or the end")) {
    return false;
  }
  t->ports = t->nodes_per_router + t->dims;
  if (!topology_name(t, r, "%u", t->dims) || !topology_allocate(t, r)) {
    return false;
  }
  for (uint32_t low = 0; low < t->routers; low++) {
    for (unsigned d = 0; d < t->dims; d++) {
      const uint32_t high = low | UINT32_C(1) << d;
      if (high != low) {
        const unsigned port = t->nodes_per_router + d;
        topology_join(t, (topology_place_t){low, port}, (topology_place_t){high, port});
      }
    }
  }
  return true;
}

// A line of 2 routers: 1 hop each way.
static double pair_hops(double k) {
  return k;
}

static void hypercube_forms(const topology_t *t, topology_forms_t *forms) {
  forms->diameter = t->dims;
  forms->mean_distance = cube_mean(t, pair_hops);
  forms->bisection = t->routers / 2.0;
  forms->bisection_exact = true;
  forms->classes = 1;
}

// Even dimensions to the right, odd ones up, each
// pair twice as far as the one before. Cubes of up to
// 4 dimensions stand on a slant.
static void hypercube_place(const topology_t *t, uint32_t router, double at[2]) {
  at[0] = 0;
  at[1] = 0;
  for (unsigned d = 0; d < t->dims; d++) {
    const unsigned step = (router >> d & 1u) << d / 2;
    at[d % 2] += t->dims <= 4 ? 1.3 * step : step;
    at[1 - d % 2] += t->dims <= 4 && d >= 2 ? 0.35 * step : 0;
  }
}

const family_code_t kHypercubeCode = {.build = hypercube_build,
                                      .forms = hypercube_forms,
                                      .place = hypercube_place,
                                      .wiring = WIRING_HYPERCUBE};
