// flattened -- flattened butterflies, `flattened:4x4`: a grid whose rows and columns are cliques.
//
// The ports of a dimension follow those of the dimensions before; its i-th, from 1, leads to the
// router whose coordinate is higher by i, modulo the radix.
// Source: J. Kim, W. J. Dally, D. Abts, Flattened Butterfly, ISCA 2007.

#include "topology/cube.h"

static bool flattened_build(topology_t *t, topology_reader_t *r) {
  if (!cube_parse(t, r, NOC_CUBE_DIMS)) {
    return false;
  }
  t->ports = t->nodes_per_router;
  for (unsigned d = 0; d < t->dims; d++) {
    t->ports += t->radix[d] - 1;
  }
  if (!topology_allocate(t, r)) {
    return false;
  }
  uint32_t stride = 1;
  unsigned first = t->nodes_per_router;
  for (unsigned d = 0; d < t->dims; d++) {
    const unsigned k = t->radix[d];
    for (uint32_t low = 0; low < t->routers; low++) {
      const unsigned here = low / stride % k;
      for (unsigned i = 1; here + i < k; i++) {
        topology_join(t, (topology_place_t){low, first + i - 1},
                      (topology_place_t){low + i * stride, first + k - i - 1});
      }
    }
    stride *= k;
    first += k - 1;
  }
  return true;
}

static double clique_hops(double k) {
  return k * (k - 1);
}

// A cut across the smallest radix k, if that is even, has R k / 4 links. None is smaller: routing
// all pairs by shortest paths, no link carries more than 2 R / k of the R^2 / 2 pairs that cross.
static void flattened_forms(const topology_t *t, topology_forms_t *forms) {
  forms->diameter = 0;
  for (unsigned d = 0; d < t->dims; d++) {
    forms->diameter += t->radix[d] > 1;
  }
  forms->mean_distance = cube_mean(t, clique_hops);
  const unsigned smallest = cube_smallest(t);
  if (smallest % 2 == 0) {
    forms->bisection = t->routers * (smallest / 4.0);
    forms->bisection_exact = true;
  }
  forms->classes = 1;
}

const family_code_t kFlattenedCode = {.build = flattened_build,
                                      .forms = flattened_forms,
                                      .place = cube_place,
                                      .wiring = WIRING_CLIQUES};
