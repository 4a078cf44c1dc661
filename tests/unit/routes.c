// routes -- see routes.h.

#include "unit/routes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

// A place of a packet on its way to one destination.
typedef struct {
  uint32_t router;
  uint32_t group;
  bool numbered;  // it came by a channel of this number
  uint64_t rank;
  uint32_t hops;
} stop_t;

typedef struct {
  routing_t *r;
  uint32_t destination;
  uint64_t *seen;  // [router * groups + group]: the highest key that it was reached with
  routes_t found;
} walk_t;

routing_t *routes_make(const topology_t *t, const char *name, const char *file, bool adaptive) {
  noc_error_t error = {0};
  routing_t *r = routing_create(t, name, file, adaptive, &error);
  if (r == NULL) {
    fail_msg("%s on %s: %s", name != NULL ? name : "its own", t->name, error.text);
  }
  return r;
}

static void visit(walk_t *w, stop_t at);

// Over a link, in every class that the route allows.
static void cross(walk_t *w, stop_t at, const route_t *route, uint32_t port) {
  const routing_t *r = w->r;
  const topology_t *t = r->topology;
  const size_t link = (size_t)at.router * t->ports + port;
  assert_true(t->peer_router[link] >= 0);
  const unsigned first = route->vc_class < r->classes ? route->vc_class : 0;
  const unsigned last = route->vc_class < r->classes ? route->vc_class : r->classes - 1;
  for (unsigned c = first; c <= last; c++) {
    stop_t next = {(uint32_t)t->peer_router[link], 0, routing_ranked(r), 0, at.hops + 1};
    next.group = routing_group(r, next.router, (uint32_t)t->peer_port[link], c);
    assert_true(next.group < r->groups);
    if (next.numbered) {
      next.rank = routing_rank(r, at.router, port, c);
      if (at.numbered && next.rank <= at.rank) {
        fail_msg("%s on %s: at router %u to node %u, class %u, number %llu behind %llu", r->name,
                 t->name, at.router, w->destination, c, (unsigned long long)next.rank,
                 (unsigned long long)at.rank);
      }
    }
    visit(w, next);
  }
}

// A state is walked again only with a higher number than before.
static void visit(walk_t *w, stop_t at) {
  routing_t *r = w->r;
  const topology_t *t = r->topology;
  uint64_t *seen = &w->seen[(size_t)at.router * r->groups + at.group];
  const uint64_t key = at.numbered ? at.rank + 2 : 1;
  if (*seen >= key) {
    return;
  }
  *seen = key;
  route_t route;
  noc_error_t error = {0};
  if (!routing_route(r, at.router, at.group, w->destination, &route, &error)) {
    fail_msg("%s on %s: %s", r->name, t->name, error.text);
  }
  assert_true(route.count >= 1 && route.count <= (r->adaptive ? ROUTING_CANDIDATES : 1));
  assert_true(route.vc_class <= r->classes);
  assert_true(at.hops <= t->routers * r->groups);
  topology_place_t end;
  (void)topology_ejection(t, w->destination, &end, 1);
  if (at.router == end.router) {
    assert_int_equal(route.count, 1);
    assert_int_equal(route.port[0], end.port);
    assert_int_equal(route.vc_class, r->classes);
    w->found.longest = at.hops > w->found.longest ? at.hops : w->found.longest;
    return;
  }
  w->found.widest = route.count > w->found.widest ? route.count : w->found.widest;
  if (route.vc_class < r->classes && route.vc_class > w->found.highest) {
    w->found.highest = route.vc_class;
  }
  for (unsigned i = 0; i < route.count; i++) {
    for (unsigned j = 0; j < i; j++) {
      assert_true(route.port[i] != route.port[j]);
    }
    cross(w, at, &route, route.port[i]);
  }
}

// Hops from every router to the router `to`, by a search over the links.
static void search(const topology_t *t, uint32_t to, uint32_t *distance, uint32_t *queue) {
  size_t head = 0;
  size_t tail = 0;
  memset(distance, 0xff, t->routers * sizeof *distance);
  distance[to] = 0;
  queue[tail++] = to;
  while (head < tail) {
    const uint32_t at = queue[head++];
    for (unsigned p = 0; p < t->ports; p++) {
      const int32_t peer = t->peer_router[(size_t)at * t->ports + p];
      if (peer >= 0 && distance[peer] == UINT32_MAX) {
        distance[peer] = distance[at] + 1;
        queue[tail++] = (uint32_t)peer;
      }
    }
  }
}

routes_t routes_walk(routing_t *r) {
  const topology_t *t = r->topology;
  walk_t w = {.r = r};
  const size_t states = (size_t)t->routers * r->groups;
  w.seen = malloc(states * sizeof *w.seen);
  uint32_t *distance = malloc(t->routers * sizeof *distance);
  uint32_t *queue = malloc(t->routers * sizeof *queue);
  if (w.seen == NULL || distance == NULL || queue == NULL) {
    abort();
  }
  for (w.destination = 0; w.destination < t->nodes; w.destination++) {
    topology_place_t place;
    (void)topology_ejection(t, w.destination, &place, 1);
    search(t, place.router, distance, queue);
    memset(w.seen, 0, states * sizeof *w.seen);
    for (uint32_t source = 0; source < t->nodes; source++) {
      noc_error_t error = {0};
      (void)topology_injection(t, source, &place, 1);
      if (w.seen[(size_t)place.router * r->groups] == 0) {
        visit(&w, (stop_t){place.router, 0, false, 0, 0});
      }
      if (source != w.destination) {
        const size_t hops = routing_path(r, source, w.destination, NULL, 0, &error);
        assert_true(hops > 0);
        w.found.hops += (double)hops - 1;
        w.found.distance += distance[place.router];
      }
    }
  }
  free(w.seen);
  free(distance);
  free(queue);
  return w.found;
}
