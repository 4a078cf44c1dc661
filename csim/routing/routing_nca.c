// routing_nca -- trees: up to a nearest common ancestor, then down.
//
// k-ary n-trees: on the way up every port will do, as all ancestors of that level are common ones;
// on the way down there is one way. The deterministic choice upwards is the destination's digit of
// the level, so that the ways down to different nodes do not meet where they need not.
//
// Trees with a router for every subtree: all links of the one channel there is will do, up and
// down. The deterministic one is the destination's number modulo the links.
//
// Sources: F. Petrini, M. Vanneschi, k-ary n-trees, IPPS 1997; C. E. Leiserson, Fat-Trees, 1985;
// the deterministic choice: E. Zahavi, D-Mod-K Routing Providing Non-Blocking
// Traffic for Shift Permutations on Real Life Fat Trees, 2010.

#include "routing/routing_code.h"
#include "topology/subtrees.h"

static bool nca_create(routing_t *r, const char *file, noc_error_t *error) {
  (void)file;
  if (!subtrees_is(r->topology)) {
    return routing_refuse(r, error);
  }
  r->unit = ROUTE_TABLE;
  r->per_router = r->adaptive;
  r->shortest = true;
  return routing_check_candidates(r, error);
}

// `links` ports from `first` on: all of them, or the one for the destination.
static void offer(const routing_t *r, uint32_t first, uint32_t links, uint32_t destination,
                  route_t *route) {
  route->count = r->adaptive ? links : 1;
  for (uint32_t i = 0; i < route->count; i++) {
    route->port[i] = first + (r->adaptive ? i : destination % links);
  }
}

// In a tree with a router for every subtree.
static void route_in_subtrees(const routing_t *r, uint32_t router, uint32_t destination,
                              route_t *route) {
  subtrees_shape_t s;
  subtrees_shape(r->topology, &s);
  const unsigned level = subtrees_level(&s, router);
  const uint32_t links = s.below[level];
  if (destination / s.nodes[level] == router - s.first[level]) {
    offer(r, destination / s.nodes[level - 1] % s.k * links, links, destination, route);
  } else {
    offer(r, s.k * links, s.capacity[level], destination, route);
  }
}

static bool nca_route(routing_t *r, uint32_t router, uint32_t group, uint32_t destination,
                      route_t *route, noc_error_t *error) {
  (void)group;
  (void)error;
  const topology_t *t = r->topology;
  if (t->wiring == WIRING_SUBTREES) {
    route_in_subtrees(r, router, destination, route);
    return true;
  }
  const uint32_t k = t->arg[0];
  const uint32_t level = router / t->radix[0];
  const uint32_t leaf = destination / k;
  uint32_t below = 1;  // routers of the lowest level below one of this
  for (uint32_t l = 0; l < level; l++) {
    below *= k;
  }
  if (router % t->radix[0] / below == leaf / below) {
    route->port[0] = leaf / (below / k) % k;
  } else {
    offer(r, k, k, destination / below, route);
  }
  return true;
}

// The levels are numbered upwards.
static bool nca_leads_up(const routing_t *r, uint32_t router, uint32_t port) {
  return (uint32_t)r->topology->peer_router[(size_t)router * r->topology->ports + port] > router;
}

// Upwards by level, then downwards.
static uint64_t nca_rank(const routing_t *r, uint32_t router, uint32_t port, unsigned vc_class) {
  (void)vc_class;
  const topology_t *t = r->topology;
  subtrees_shape_t s;
  subtrees_shape(t, &s);
  const uint64_t level =
      t->wiring == WIRING_SUBTREES ? subtrees_level(&s, router) : router / t->radix[0];
  return nca_leads_up(r, router, port) ? level : 2 * s.levels - level;
}

const routing_code_t kNcaRouting = {.can_adapt = true,
                                    .own_of = ROUTING_OF(WIRING_TREE) | ROUTING_OF(WIRING_SUBTREES),
                                    .leads_up = nca_leads_up,
                                    .create = nca_create,
                                    .route = nca_route,
                                    .rank = nca_rank};
