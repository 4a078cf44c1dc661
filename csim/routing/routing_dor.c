// routing_dor -- dimension order: the lowest dimension in which the router and the destination
// differ is walked to its end before the next. Meshes, tori, rings, hypercubes, flattened
// butterflies; and butterflies, where a stage sets a digit.
//
// On a torus the shorter way round is taken; of two equal ways the upward one at even coordinates,
// so that both directions carry as much. A ring of 4 or more has a dateline, the link between its
// last and its first router: class 1 while that is ahead, then class 0. Rings of 3 are crossed in
// one hop, and rings of 2 have no such link.
//
// Source: W. J. Dally, C. L. Seitz, Deadlock-Free Message Routing in Multiprocessor Interconnection
// Networks, 1987.

#include <string.h>

#include "routing/routing_code.h"

enum { LONG_RING = 4 };  // the smallest in which a way has two hops

// Ranks of one dimension, or stage, are below those of the next.
static const uint64_t kDimension = UINT64_C(1) << 32;

// The coordinates of a router and of a destination in the lowest dimension that differs.
typedef struct {
  unsigned dim;
  uint32_t stride;  // between neighbours
  unsigned here, there;
  unsigned radix;
} step_t;

static step_t first_step(const topology_t *t, uint32_t router, uint32_t target) {
  step_t s = {0, 1, 0, 0, 0};
  for (;; s.dim++) {
    s.radix = t->radix[s.dim];
    s.here = router / s.stride % s.radix;
    s.there = target / s.stride % s.radix;
    if (s.here != s.there) {
      return s;
    }
    s.stride *= s.radix;
  }
}

static bool mesh_route(routing_t *r, uint32_t router, uint32_t group, uint32_t destination,
                       route_t *route, noc_error_t *error) {
  (void)group;
  (void)error;
  const topology_t *t = r->topology;
  const step_t s = first_step(t, router, routing_target(t, destination));
  route->port[0] = t->nodes_per_router + 2 * s.dim + (s.there < s.here);
  return true;
}

// The coordinate of a dimension in which the port leads, and whether it leads up.
static uint32_t place_on_line(const topology_t *t, uint32_t router, uint32_t port, bool *up) {
  unsigned coord[NOC_MAX_DIMS];
  topology_coordinates(t, router, coord);
  const unsigned link = port - t->nodes_per_router;
  *up = link % 2 == 0;
  return coord[link / 2];
}

static uint64_t mesh_rank(const routing_t *r, uint32_t router, uint32_t port, unsigned vc_class) {
  (void)vc_class;
  const topology_t *t = r->topology;
  const unsigned dim = (port - t->nodes_per_router) / 2;
  bool up = false;
  const uint32_t here = place_on_line(t, router, port, &up);
  return dim * kDimension + (up ? here : t->radix[dim] - 1 - here);
}

static bool torus_route(routing_t *r, uint32_t router, uint32_t group, uint32_t destination,
                        route_t *route, noc_error_t *error) {
  (void)group;
  (void)error;
  const topology_t *t = r->topology;
  const step_t s = first_step(t, router, routing_target(t, destination));
  const unsigned above = (s.there + s.radix - s.here) % s.radix;  // hops upwards
  const unsigned below = s.radix - above;
  const bool up = above != below ? above < below : s.here % 2 == 0;
  route->port[0] = t->nodes_per_router + 2 * s.dim + !up;
  if (s.radix >= LONG_RING) {
    route->vc_class = up ? s.there < s.here : s.there > s.here;
  }
  return true;
}

static uint64_t torus_rank(const routing_t *r, uint32_t router, uint32_t port, unsigned vc_class) {
  const topology_t *t = r->topology;
  const unsigned dim = (port - t->nodes_per_router) / 2;
  const unsigned radix = t->radix[dim];
  if (radix < LONG_RING) {
    return dim * kDimension;
  }
  bool up = false;
  const uint32_t here = place_on_line(t, router, port, &up);
  return dim * kDimension + (vc_class == 0 ? radix : 0) + (up ? here : radix - 1 - here);
}

static bool hypercube_route(routing_t *r, uint32_t router, uint32_t group, uint32_t destination,
                            route_t *route, noc_error_t *error) {
  (void)group;
  (void)error;
  const topology_t *t = r->topology;
  const uint32_t differs = router ^ routing_target(t, destination);
  route->port[0] = t->nodes_per_router + (uint32_t)__builtin_ctz(differs);
  return true;
}

static uint64_t hypercube_rank(const routing_t *r, uint32_t router, uint32_t port,
                               unsigned vc_class) {
  (void)router;
  (void)vc_class;
  return port - r->topology->nodes_per_router;
}

// The i-th port of a dimension, from 1, leads to the coordinate higher by i modulo the radix.
static bool flattened_route(routing_t *r, uint32_t router, uint32_t group, uint32_t destination,
                            route_t *route, noc_error_t *error) {
  (void)group;
  (void)error;
  const topology_t *t = r->topology;
  const step_t s = first_step(t, router, routing_target(t, destination));
  uint32_t port = t->nodes_per_router;
  for (unsigned d = 0; d < s.dim; d++) {
    port += t->radix[d] - 1;
  }
  route->port[0] = port + (s.there + s.radix - s.here) % s.radix - 1;
  return true;
}

static uint64_t flattened_rank(const routing_t *r, uint32_t router, uint32_t port,
                               unsigned vc_class) {
  (void)router;
  (void)vc_class;
  const topology_t *t = r->topology;
  uint32_t behind = port - t->nodes_per_router;
  unsigned dim = 0;
  while (behind >= t->radix[dim] - 1) {
    behind -= t->radix[dim++] - 1;
  }
  return dim;
}

// Stage s sets digit n - 2 - s of the place, so the digits above are those of the destination
// already; ports k and up lead to the next stage.
static bool butterfly_route(routing_t *r, uint32_t router, uint32_t group, uint32_t destination,
                            route_t *route, noc_error_t *error) {
  (void)group;
  (void)error;
  const topology_t *t = r->topology;
  const uint32_t k = t->arg[0];
  const uint32_t width = t->radix[0];
  const uint32_t there = routing_target(t, destination) % width;
  uint32_t stride = width;  // of the digit above
  for (uint32_t stage = router / width; stage > 0; stage--) {
    stride /= k;
  }
  if (router % width / stride != there / stride) {
    route->count = 0;
  } else {
    route->port[0] = k + there / (stride / k) % k;
  }
  return true;
}

static uint64_t butterfly_rank(const routing_t *r, uint32_t router, uint32_t port,
                               unsigned vc_class) {
  (void)port;
  (void)vc_class;
  return router / r->topology->radix[0];
}

typedef struct {
  topology_wiring_t wiring;
  route_unit_t unit;
  bool (*route)(routing_t *r, uint32_t router, uint32_t group, uint32_t destination, route_t *route,
                noc_error_t *error);
  uint64_t (*rank)(const routing_t *r, uint32_t router, uint32_t port, unsigned vc_class);
} family_t;

static const family_t kFamilies[] = {
    {WIRING_MESH, ROUTE_MESH, mesh_route, mesh_rank},
    {WIRING_TORUS, ROUTE_TORUS, torus_route, torus_rank},
    {WIRING_HYPERCUBE, ROUTE_HYPERCUBE, hypercube_route, hypercube_rank},
    {WIRING_CLIQUES, ROUTE_TABLE, flattened_route, flattened_rank},
    {WIRING_STAGES, ROUTE_TABLE, butterfly_route, butterfly_rank},
};

static bool dor_create(routing_t *r, const char *file, noc_error_t *error) {
  (void)file;
  for (size_t i = 0; i < sizeof kFamilies / sizeof kFamilies[0]; i++) {
    if (r->topology->wiring == kFamilies[i].wiring) {
      r->data = (void *)&kFamilies[i];
      r->unit = kFamilies[i].unit;
      r->per_router = r->shortest = true;
      for (unsigned d = 0; r->unit == ROUTE_TORUS && d < r->topology->dims; d++) {
        r->classes = r->topology->radix[d] >= LONG_RING ? 2 : r->classes;
      }
      return true;
    }
  }
  return routing_refuse(r, error);
}

static bool dor_route(routing_t *r, uint32_t router, uint32_t group, uint32_t destination,
                      route_t *route, noc_error_t *error) {
  const family_t *family = r->data;
  return family->route(r, router, group, destination, route, error);
}

static uint64_t dor_rank(const routing_t *r, uint32_t router, uint32_t port, unsigned vc_class) {
  const family_t *family = r->data;
  return family->rank(r, router, port, vc_class);
}

const routing_code_t kDorRouting = {
    .own_of = ROUTING_OF(WIRING_MESH) | ROUTING_OF(WIRING_TORUS) | ROUTING_OF(WIRING_HYPERCUBE) |
              ROUTING_OF(WIRING_CLIQUES) | ROUTING_OF(WIRING_STAGES),
    .by_dimension = true,
    .create = dor_create,
    .route = dor_route,
    .rank = dor_rank};
