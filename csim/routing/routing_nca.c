// routing_nca -- trees: up to a nearest common ancestor, then down; on k-ary n-trees.
//
// On the way up every port will do, as all ancestors of that level are common ones; on the way down
// there is one way. The deterministic choice upwards is the destination's digit of the level, so
// that the ways down to different nodes do not meet where they need not.
//
// Sources: F. Petrini, M. Vanneschi, k-ary n-trees, IPPS 1997; the
// deterministic choice: E. Zahavi, D-Mod-K Routing Providing Non-Blocking
// Traffic for Shift Permutations on Real Life Fat Trees, 2010.

#include "routing/routing_code.h"

static bool nca_create(routing_t *r, const char *file, noc_error_t *error) {
  (void)file;
  if (r->topology->wiring != WIRING_TREE) {
    return routing_refuse(r, error);
  }
  r->unit = ROUTE_TABLE;
  r->per_router = r->adaptive;
  r->shortest = true;
  return routing_check_candidates(r, error);
}

static bool nca_route(routing_t *r, uint32_t router, uint32_t group, uint32_t destination,
                      route_t *route, noc_error_t *error) {
  (void)group;
  (void)error;
  const topology_t *t = r->topology;
  const uint32_t k = t->arg[0];
  const uint32_t level = router / t->radix[0];
  const uint32_t leaf = destination / k;
  uint32_t below = 1;  // routers of the lowest level below one of this
  for (uint32_t l = 0; l < level; l++) {
    below *= k;
  }
  if (router % t->radix[0] / below == leaf / below) {
    route->port[0] = leaf / (below / k) % k;
  } else if (!r->adaptive) {
    route->port[0] = k + destination / below % k;
  } else {
    route->count = k;
    for (uint32_t i = 0; i < k; i++) {
      route->port[i] = k + i;
    }
  }
  return true;
}

// Upwards by level, then downwards.
static uint64_t nca_rank(const routing_t *r, uint32_t router, uint32_t port, unsigned vc_class) {
  (void)vc_class;
  const topology_t *t = r->topology;
  const uint64_t level = router / t->radix[0];
  return port >= t->arg[0] ? level : 2 * t->radix[1] - level;
}

// The levels are numbered upwards.
static bool nca_leads_up(const routing_t *r, uint32_t router, uint32_t port) {
  return (uint32_t)r->topology->peer_router[(size_t)router * r->topology->ports + port] > router;
}

const routing_code_t kNcaRouting = {.can_adapt = true,
                                    .own_of = ROUTING_OF(WIRING_TREE),
                                    .leads_up = nca_leads_up,
                                    .create = nca_create,
                                    .route = nca_route,
                                    .rank = nca_rank};
