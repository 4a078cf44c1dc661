// routing_octagon -- rings of P routers with links to the opposite ones: along the ring to the P /
// 4 nearest routers of either side, and across to the others. Class 1 while the link between the
// last and the first router is still ahead.
//
// Source: F. Karim, A. Nguyen, S. Dey, An Interconnect Architecture for Networking Systems on
// Chips, IEEE Micro 22 (5), 2002: routing by the relative address.

#include "routing/routing_code.h"

enum { NEXT, PREVIOUS, ACROSS };  // ports, behind those of the nodes

static bool octagon_route(routing_t *r, uint32_t router, uint32_t group, uint32_t destination,
                          route_t *route, noc_error_t *error) {
  (void)group;
  (void)error;
  const topology_t *t = r->topology;
  const uint32_t count = t->routers;
  const uint32_t target = routing_target(t, destination);
  const uint32_t ahead = (target + count - router) % count;
  uint32_t link = ACROSS;
  if (ahead <= count / 4) {
    link = NEXT;
    route->vc_class = target < router;
  } else if (ahead >= count - count / 4) {
    link = PREVIOUS;
    route->vc_class = target > router;
  }
  route->port[0] = t->nodes_per_router + link;
  return true;
}

// Across first; then along the ring by the hops made from its dateline, class 1 before class 0.
static uint64_t octagon_rank(const routing_t *r, uint32_t router, uint32_t port,
                             unsigned vc_class) {
  const uint64_t count = r->topology->routers;
  const uint32_t link = port - r->topology->nodes_per_router;
  if (link == ACROSS) {
    return 0;
  }
  return 1 + (vc_class == 0 ? count : 0) + (link == NEXT ? router : count - 1 - router);
}

static bool octagon_create(routing_t *r, const char *file, noc_error_t *error) {
  (void)file;
  if (r->topology->wiring != WIRING_OCTAGON) {
    return routing_refuse(r, error);
  }
  r->unit = ROUTE_OCTAGON;
  r->classes = 2;
  r->per_router = r->shortest = true;
  return true;
}

const routing_code_t kOctagonRouting = {.own_of = ROUTING_OF(WIRING_OCTAGON),
                                        .create = octagon_create,
                                        .route = octagon_route,
                                        .rank = octagon_rank};
