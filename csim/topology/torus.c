// torus -- k-ary n-cubes and rings, `torus:16x16`, `ring:8`: a mesh whose lines close. A line of 2
// routers has one link. Ports as in a mesh.

#include <math.h>

#include "topology/cube.h"

static bool build(topology_t *t, topology_reader_t *r, unsigned most) {
  if (!cube_parse(t, r, most)) {
    return false;
  }
  t->ports = t->nodes_per_router + 2 * t->dims;
  if (!topology_allocate(t, r)) {
    return false;
  }
  cube_join(t, t->dims, true);
  return true;
}

static bool torus_build(topology_t *t, topology_reader_t *r) {
  return build(t, r, NOC_CUBE_DIMS);
}

static bool ring_build(topology_t *t, topology_reader_t *r) {
  return build(t, r, 1);
}

// One router of a ring of k has floor(k^2 / 4) hops to all; this is the sum over the ring.
static double ring_hops(double k) {
  return k * floor(k * k / 4);
}

// Twice the cut of the mesh, because every line closes; but a line of 2 does not close. With an
// even largest radix k above 2 a cut across it has 2 R / k links, and none is smaller: in a
// routing of all pairs by shortest paths no link carries more than R k / 4 of the R^2 / 2 pairs
// that cross.
static void torus_forms(const topology_t *t, topology_forms_t *forms) {
  forms->diameter = 0;
  bool pairs = false;  // a line of 2 routers
  for (unsigned d = 0; d < t->dims; d++) {
    forms->diameter += floor(t->radix[d] / 2.0);
    pairs = pairs || t->radix[d] == 2;
  }
  forms->mean_distance = cube_mean(t, ring_hops);
  const unsigned largest = cube_largest(t);
  forms->bisection_exact = largest <= 2 || largest % 2 == 0 || !pairs;
  forms->bisection = largest <= 2                       ? floor(t->routers / 2.0)
                     : pairs && !forms->bisection_exact ? t->routers / 2.0
                                                        : 2 * cube_cut(t);
  forms->classes = 1;
}

static void ring_place(const topology_t *t, uint32_t router, double at[2]) {
  const double turn = 2 * M_PI / t->routers;
  const double radius = t->routers > 1 ? 0.5 / sin(turn / 2) : 0;
  at[0] = radius * sin(router * turn);
  at[1] = radius * cos(router * turn);
}

const family_code_t kTorusCode = {
    .build = torus_build, .forms = torus_forms, .place = cube_place, .wiring = WIRING_TORUS};
const family_code_t kRingCode = {
    .build = ring_build, .forms = torus_forms, .place = ring_place, .wiring = WIRING_TORUS};
