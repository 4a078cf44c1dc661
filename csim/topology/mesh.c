// mesh -- k-ary n-meshes, `mesh:8x8`, `mesh:4x4x4@2`; see topology.h for ports and numbering.

#include "topology/cube.h"

static bool mesh_build(topology_t *t, topology_reader_t *r) {
  if (!cube_parse(t, r, NOC_CUBE_DIMS)) {
    return false;
  }
  t->ports = t->nodes_per_router + 2 * t->dims;
  if (!topology_allocate(t, r)) {
    return false;
  }
  cube_join(t, t->dims, false);
  return true;
}

// Asked for every packet: coordinate by coordinate, without arrays.
static unsigned mesh_hops(const topology_t *t, uint32_t from, uint32_t to) {
  unsigned hops = 0;
  for (unsigned d = 0; d < t->dims; d++) {
    const uint32_t radix = t->radix[d];
    const uint32_t a = from % radix;
    const uint32_t b = to % radix;
    hops += a < b ? b - a : a - b;
    from /= radix;
    to /= radix;
  }
  return hops;
}

// Ordered pairs of a line of k routers: k (k^2 - 1) / 3 hops in all.
static double line_hops(double k) {
  return k * (k * k - 1) / 3;
}

static void mesh_forms(const topology_t *t, topology_forms_t *forms) {
  forms->diameter = 0;
  for (unsigned d = 0; d < t->dims; d++) {
    forms->diameter += t->radix[d] - 1;
  }
  forms->mean_distance = cube_mean(t, line_hops);
  forms->bisection = cube_cut(t);
  forms->bisection_exact = true;
}

const family_code_t kMeshCode = {.build = mesh_build,
                                 .hops = mesh_hops,
                                 .forms = mesh_forms,
                                 .place = cube_place,
                                 .wiring = WIRING_MESH};
