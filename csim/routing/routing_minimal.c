// routing_minimal -- shortest paths on any network, with a class for every hop: the class is the
// diameter less the hops that are left, so it rises by one a hop, and as many classes as the
// diameter has hops are enough. Dragonflies have rules of their own: routing_dragonfly.h.
//
// Source: the buffer classes of K. D. Gunther, Prevention of Deadlocks in Packet-Switched Data
// Transport Systems, 1981, counted from the destination; M. Besta, T. Hoefler, Slim Fly, SC 2014.

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "routing/routing_code.h"
#include "routing/routing_dragonfly.h"
#include "routing/routing_rows.h"

// The diameter is searched for while that takes less than so many looks at a port.
static const double kMostWork = 2e9;

typedef struct {
  unsigned diameter;
  bool all_near;        // no router is farther from another than the diameter
  routing_rows_t hops;  // to a router, from each router
} minimal_t;

// The row of a router, worked out if need be.
static uint32_t *row_of(const topology_t *t, minimal_t *m, uint32_t target) {
  bool known = false;
  uint32_t *hops = rows_get(&m->hops, target, &known);
  if (known) {
    return hops;
  }
  uint32_t *queue = m->hops.queue;
  uint32_t tail = 0;
  hops[target] = 0;
  queue[tail++] = target;
  for (uint32_t head = 0; head < tail; head++) {
    const uint32_t at = queue[head];
    if (m->all_near && hops[at] + 1 >= m->diameter) {
      break;  // what is not found yet is as far as the diameter
    }
    for (unsigned p = 0; p < t->ports; p++) {
      const int32_t peer = t->peer_router[(size_t)at * t->ports + p];
      if (peer >= 0 && hops[peer] == ROWS_NEVER) {
        hops[peer] = hops[at] + 1;
        queue[tail++] = (uint32_t)peer;
      }
    }
  }
  for (uint32_t r = 0; r < t->routers && m->all_near; r++) {
    hops[r] = hops[r] == ROWS_NEVER ? m->diameter : hops[r];
  }
  return hops;
}

// The longest way from a router with nodes to one: in closed form, or by a search.
static bool find_diameter(routing_t *r, minimal_t *m, noc_error_t *error) {
  const topology_t *t = r->topology;
  topology_forms_t forms;
  topology_forms(t, &forms);
  if (!isnan(forms.diameter)) {
    m->diameter = (unsigned)forms.diameter;
    m->all_near = t->nodes_per_router > 0;
    return true;
  }
  const double work = (double)t->routers * t->routers * t->ports;
  if (work > kMostWork) {
    return noc_fail(error, NOC_BAD_INPUT,
                    SAY_THERE_IS("minimal on %.80s, whose diameter takes too long to find",
                                 "%s, its own, or a smaller network"),
                    t->name, routing_default(t));
  }
  for (uint32_t n = 0, last = UINT32_MAX; n < t->nodes; n++) {
    const uint32_t target = routing_target(t, n);
    const uint32_t *hops = target != last ? row_of(t, m, target) : NULL;
    for (uint32_t s = 0; s < t->nodes && hops != NULL; s++) {
      topology_place_t place;
      (void)topology_injection(t, s, &place, 1);
      m->diameter = hops[place.router] > m->diameter ? hops[place.router] : m->diameter;
    }
    last = target;
  }
  return true;
}

static void minimal_free(routing_t *r) {
  minimal_t *m = r->data;
  if (m != NULL) {
    rows_free(&m->hops);
    free(m);
  }
}

static bool minimal_create(routing_t *r, const char *file, noc_error_t *error) {
  (void)file;
  const topology_t *t = r->topology;
  r->unit = ROUTE_TABLE;
  r->per_router = r->adaptive;
  if (!routing_check_candidates(r, error)) {
    return false;
  }
  if (t->wiring == WIRING_GROUPS) {
    r->classes = dragonfly_classes(t);
    return true;
  }
  r->shortest = r->searches = true;
  minimal_t *m = calloc(1, sizeof *m);
  r->data = m;
  if (m == NULL) {
    return memory_fail(error, "a routing");
  }
  if (!rows_create(&m->hops, t->routers, t->routers, error) || !find_diameter(r, m, error)) {
    return false;
  }
  r->classes = m->diameter > 0 ? m->diameter : 1;
  return true;
}

static bool minimal_route(routing_t *r, uint32_t router, uint32_t group, uint32_t destination,
                          route_t *route, noc_error_t *error) {
  (void)group;
  (void)error;
  const topology_t *t = r->topology;
  const uint32_t target = routing_target(t, destination);
  route_collect_t c = routing_collect(r, router, destination, route);
  if (r->data == NULL) {
    route->vc_class = dragonfly_route(t, router, target, &c);
    return true;
  }
  minimal_t *m = r->data;
  const uint32_t *hops = row_of(t, m, target);
  const uint32_t left = hops[router];
  const int32_t *peers = &t->peer_router[(size_t)router * t->ports];
  for (unsigned p = 0; p < t->ports; p++) {
    if (peers[p] >= 0 && hops[peers[p]] + 1 == left) {
      routing_offer(&c, p);
    }
  }
  route->vc_class = m->diameter - left;
  return true;
}

static uint64_t minimal_rank(const routing_t *r, uint32_t router, uint32_t port,
                             unsigned vc_class) {
  return r->data == NULL ? dragonfly_rank(r->topology, router, port, vc_class) : vc_class;
}

const routing_code_t kMinimalRouting = {
    .can_adapt = true,
    .own_of = ROUTING_OF(WIRING_GROUPS) | ROUTING_OF(WIRING_SLIM) | ROUTING_OF(WIRING_OCTAGON_CUBE),
    .create = minimal_create,
    .free = minimal_free,
    .route = minimal_route,
    .rank = minimal_rank};
