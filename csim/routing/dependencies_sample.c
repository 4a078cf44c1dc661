// dependencies_sample -- networks too large to enumerate: along sampled routes the numbers of the
// channels must rise. The numbering itself is checked along all routes of small networks by
// tests/unit/test_routing.c.

#include <math.h>

#include "base/rng.h"
#include "routing/channels.h"
#include "routing/routing_walk.h"

// The sample has so many routes, each to another destination; where the routing searches the
// network for a destination, they come from so many sources to each. There are fewer where routes
// are long.
enum { ROUTES = 16384, SOURCES = 64, SEARCHES = 64, LARGE_SEARCHES = 16, LARGE = 1 << 18 };
static const double kMostHops = 2e7;
static const uint64_t kFewestRoutes = 64;
enum { DRAW_DESTINATION, DRAW_SOURCE, DRAW_WAY };  // what a number is drawn for

typedef struct {
  routing_t *r;
  dependencies_t *d;
  uint64_t key, draws;  // of the choice among candidates
  double hops;
} sample_t;

// The lowest number among the channels of a candidate, over the classes of the route, and the
// highest.
static uint64_t lowest_rank(const sample_t *s, uint32_t router, uint32_t port, unsigned vc_class,
                            uint64_t *highest) {
  const routing_classes_t classes = routing_classes(s->r, vc_class, s->d->classes);
  uint64_t lowest = UINT64_MAX;
  *highest = 0;
  for (unsigned c = classes.first; c <= classes.last; c++) {
    const uint64_t rank = routing_rank(s->r, router, port, c);
    lowest = rank < lowest ? rank : lowest;
    *highest = rank > *highest ? rank : *highest;
  }
  return lowest;
}

// All candidates on the way are looked at, one is taken.
static bool walk(sample_t *s, uint32_t source, uint32_t destination, noc_error_t *error) {
  routing_t *r = s->r;
  const topology_t *t = r->topology;
  topology_place_t at;
  (void)topology_injection(t, source, &at, 1);
  const uint32_t target = routing_target(t, destination);
  unsigned in_class = 0;
  uint64_t before = 0;  // the highest number of the channel that it came by
  uint32_t hops = 0;
  for (; at.router != target; hops++) {
    route_t route;
    const uint32_t group = routing_group(r, at.router, at.port, in_class);
    if (!routing_route(r, at.router, group, destination, &route, error)) {
      return false;
    }
    const uint32_t way = rng_below(rng_draw(s->key, s->draws++), route.count);
    uint64_t next = 0;
    for (unsigned i = 0; i < route.count; i++) {
      uint64_t highest = 0;
      const uint64_t lowest = lowest_rank(s, at.router, route.port[i], route.vc_class, &highest);
      s->d->acyclic = s->d->acyclic && (hops == 0 || lowest > before);
      next = i == way ? highest : next;
    }
    before = next;
    const size_t link = (size_t)at.router * t->ports + route.port[way];
    at = (topology_place_t){(uint32_t)t->peer_router[link], (uint32_t)t->peer_port[link]};
    in_class = routing_classes(r, route.vc_class, s->d->classes).first;
  }
  s->hops += hops;
  s->d->longest_route = hops > s->d->longest_route ? hops : s->d->longest_route;
  s->d->routes++;
  return true;
}

bool dependencies_sample(routing_t *r, dependencies_t *d, noc_error_t *error) {
  const topology_t *t = r->topology;
  sample_t s = {.r = r, .d = d, .key = rng_key(1, RNG_TOPOLOGY, DRAW_WAY)};
  const uint64_t destinations = rng_key(1, RNG_TOPOLOGY, DRAW_DESTINATION);
  const uint64_t sources = rng_key(1, RNG_TOPOLOGY, DRAW_SOURCE);
  const unsigned searches = t->routers < LARGE ? SEARCHES : LARGE_SEARCHES;
  const unsigned each = r->searches ? SOURCES : 1;
  const unsigned most = r->searches ? searches : ROUTES;
  d->acyclic = true;
  for (size_t i = 0; i < (size_t)t->routers * t->ports; i++) {
    d->channels += t->peer_router[i] >= 0 ? d->classes : 0;
  }
  for (unsigned i = 0; i < most && (s.hops < kMostHops || d->routes < kFewestRoutes); i++) {
    const uint32_t destination = rng_below(rng_draw(destinations, i), t->nodes);
    for (unsigned j = 0; j < each; j++) {
      const uint32_t source = rng_below(rng_draw(sources, (uint64_t)i * SOURCES + j), t->nodes);
      if (source != destination && !walk(&s, source, destination, error)) {
        return false;
      }
    }
  }
  d->mean_route = d->routes > 0 ? s.hops / (double)d->routes : NAN;
  return true;
}
