// path_legs -- see path_legs.h.

#include "routing/path_legs.h"

#include <stdlib.h>

#include "base/memory.h"
#include "routing/routing_code.h"
#include "routing/routing_walk.h"

bool path_legs_create(path_legs_t *l, routing_t *r, unsigned classes, noc_error_t *error) {
  *l = (path_legs_t){.r = r, .classes = classes};
  if (!routing_ranked(r)) {
    return noc_fail(error, NOC_BAD_INPUT,
                    SAY_THERE_IS("%s for path worms", "%s, the topology's own"), r->name,
                    routing_default(r->topology));
  }
  const size_t states = (size_t)r->topology->routers * r->groups;
  l->stamp = calloc(states, sizeof *l->stamp);
  l->queue = malloc(states * sizeof *l->queue);
  l->link = malloc((size_t)r->topology->routers * r->topology->ports * r->groups * sizeof *l->link);
  return (l->stamp != NULL && l->queue != NULL && l->link != NULL) ||
         memory_fail(error, "the ways of worms");
}

void path_legs_free(path_legs_t *l) {
  free(l->stamp);
  free(l->queue);
  free(l->link);
}

path_stop_t path_start(const topology_t *t, uint32_t source) {
  topology_place_t at;
  (void)topology_injection(t, source, &at, 1);
  return (path_stop_t){.router = at.router};
}

bool path_may_turn(const routing_t *r, uint32_t in_port, uint32_t port) {
  return port != in_port || r->code->turns_back;
}

static bool rises(const path_legs_t *l, path_stop_t from, const route_t *route, unsigned i) {
  const routing_classes_t classes = routing_classes(l->r, route->vc_class, l->classes);
  bool all = !from.came || path_may_turn(l->r, from.port, route->port[i]);
  for (unsigned c = classes.first; c <= classes.last; c++) {
    all = all && (!from.came || routing_rank(l->r, from.router, route->port[i], c) > from.rank);
  }
  return all;
}

// Crosses a link, in all classes of the route.
static void cross(path_legs_t *l, uint32_t router, uint32_t port, unsigned vc_class,
                  uint32_t target, path_leg_t *leg, uint32_t *tail) {
  const routing_t *r = l->r;
  const routing_classes_t classes = routing_classes(r, vc_class, l->classes);
  const uint32_t link = router * r->topology->ports + port;
  const uint32_t in_port = (uint32_t)r->topology->peer_port[link];
  l->link[leg->hops++] = link;
  for (unsigned c = classes.first; c <= classes.last; c++) {
    const uint32_t state = routing_behind(r, router, port, c);
    if (state / r->groups == target) {
      const uint64_t rank = routing_rank(r, router, port, c);
      if (!leg->stop.came || rank > leg->stop.rank) {
        leg->stop = (path_stop_t){target, state % r->groups, true, true, rank, in_port};
      }
    } else if (l->stamp[state] != l->legs) {
      l->stamp[state] = l->legs;
      l->queue[(*tail)++] = state;
    }
  }
}

bool path_leg(path_legs_t *l, path_stop_t from, uint32_t node, path_leg_t *leg,
              noc_error_t *error) {
  routing_t *r = l->r;
  const uint32_t target = routing_target(r->topology, node);
  route_t route;
  *leg = (path_leg_t){.vc_class = l->classes, .stop = from};
  if (from.router == target) {
    leg->legal = !from.drops;
    leg->stop.drops = true;
    return true;
  }
  if (!routing_route(r, from.router, from.group, node, &route, error)) {
    return false;
  }
  // The source's router chooses among candidates; where copies are made the mask names the port.
  const unsigned count = from.drops && route.count > 0 ? 1 : route.count;
  leg->legal = count > 0 && rises(l, from, &route, 0);
  if (!leg->legal) {
    return true;
  }
  leg->port = route.port[0];
  leg->vc_class = routing_cut(r, route.vc_class, l->classes);
  leg->stop = (path_stop_t){0};
  l->legs++;
  uint32_t tail = 0;
  for (unsigned i = 0; i < count; i++) {
    cross(l, from.router, route.port[i], route.vc_class, target, leg, &tail);
  }
  for (uint32_t head = 0; head < tail && leg->legal; head++) {
    const uint32_t router = l->queue[head] / r->groups;
    if (!routing_route(r, router, l->queue[head] % r->groups, node, &route, error)) {
      return false;
    }
    leg->legal = route.count > 0;
    for (unsigned i = 0; i < route.count; i++) {
      cross(l, router, route.port[i], route.vc_class, target, leg, &tail);
    }
  }
  return true;
}
