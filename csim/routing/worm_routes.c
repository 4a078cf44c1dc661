// worm_routes -- see worm_routes.h.

#include "routing/worm_routes.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "routing/routing_code.h"
#include "routing/routing_walk.h"

// Ways are made with the class as their plane first, any the last; the planes are ordered when it
// is known which classes meet on a link.
typedef struct {
  worm_routes_t *w;
  const topology_t *t;
  routing_t *r;
  unsigned any;    // the class of the routing that stands for any
  uint32_t *used;  // [router * ports + port]: the classes of its ways
  noc_error_t *error;
} maker_t;

static size_t place(const maker_t *m, uint32_t router, uint32_t group) {
  return (size_t)group * m->t->routers + router;
}

static void set_way(maker_t *m, uint32_t router, uint32_t group, uint32_t node, unsigned vc_class,
                    uint32_t port) {
  m->w->way[place(m, router, group) * m->t->nodes + node] =
      (uint16_t)(1 + vc_class * m->t->ports + port);
  m->used[(size_t)router * m->t->ports + port] |= UINT32_C(1) << vc_class;
}

static void take_route(maker_t *m, uint32_t router, uint32_t group, uint32_t node,
                       const route_t *route) {
  if (route->count > 0) {
    const unsigned c = route->vc_class < m->any ? route->vc_class : m->any;
    set_way(m, router, group, node, c, route->port[0]);
  }
}

// Every router has nodes, and a way to all others.
static bool ask_everywhere(maker_t *m) {
  route_t route;
  for (uint32_t node = 0; node < m->t->nodes; node++) {
    for (uint32_t router = 0; router < m->t->routers; router++) {
      if (!routing_route(m->r, router, 0, node, &route, m->error)) {
        return false;
      }
      take_route(m, router, 0, node, &route);
    }
  }
  return true;
}

// The states that packets can be in.
static bool ask_on_the_way(maker_t *m) {
  routing_walk_t walk;
  bool ok = routing_walk_create(&walk, m->r, m->r->classes, m->error);
  for (uint32_t node = 0; ok && node < m->t->nodes; node++) {
    ok = routing_walk(&walk, node, m->error);
    for (uint32_t i = 0; ok && i < walk.count; i++) {
      const uint32_t state = walk.state[i];
      take_route(m, state / m->r->groups, state % m->r->groups, node, &walk.route[state]);
    }
  }
  routing_walk_free(&walk);
  return ok;
}

// A worm goes up until all its nodes are below.
static bool goes_up_first(const routing_code_t *code) {
  return code->leads_up != NULL;
}

static bool leads_up(const maker_t *m, uint32_t router, uint32_t port) {
  return m->r->code->leads_up(m->r, router, port);
}

static bool leads_down(const maker_t *m, uint32_t router, uint32_t port) {
  return m->t->peer_router[(size_t)router * m->t->ports + port] >= 0 && !leads_up(m, router, port);
}

// Lists the routers so that all that a router has links down to come before it.
static void order_upwards(const maker_t *m, uint32_t *order, uint32_t *downs) {
  const topology_t *t = m->t;
  uint32_t tail = 0;
  for (uint32_t router = 0; router < t->routers; router++) {
    downs[router] = 0;
    for (uint32_t port = 0; port < t->ports; port++) {
      downs[router] += leads_down(m, router, port);
    }
    if (downs[router] == 0) {
      order[tail++] = router;
    }
  }
  for (uint32_t head = 0; head < tail; head++) {
    const int32_t *peer = &t->peer_router[(size_t)order[head] * t->ports];
    for (uint32_t port = 0; port < t->ports; port++) {
      if (peer[port] >= 0 && leads_up(m, order[head], port) && --downs[peer[port]] == 0) {
        order[tail++] = (uint32_t)peer[port];
      }
    }
  }
}

// Adds what a router reaches downwards, from what those below it do; its own nodes are there
// already.
static void reach_down(maker_t *m, uint32_t router, uint64_t *below, size_t words) {
  uint64_t *mine = &below[router * words];
  for (uint32_t port = 0; port < m->t->ports; port++) {
    if (m->t->peer_router[(size_t)router * m->t->ports + port] < 0) {
      continue;
    }
    if (leads_up(m, router, port)) {
      uint16_t *up = &m->w->up[place(m, router, 0)];
      *up = (uint16_t)(*up | 1U << port);
      continue;
    }
    const uint32_t peer = (uint32_t)m->t->peer_router[(size_t)router * m->t->ports + port];
    for (size_t i = 0; i < words; i++) {
      uint64_t fresh = below[peer * words + i] & ~mine[i];
      mine[i] |= fresh;
      for (; fresh != 0; fresh &= fresh - 1) {
        const uint32_t node = (uint32_t)(i * 64) + (uint32_t)__builtin_ctzll(fresh);
        for (uint32_t group = 0; group < m->r->groups; group++) {
          set_way(m, router, group, node, m->any, port);
        }
      }
    }
  }
}

static bool go_up_first(maker_t *m) {
  const topology_t *t = m->t;
  const size_t words = (t->nodes + 63) / 64;
  uint64_t *below = calloc(t->routers * words, sizeof *below);
  uint32_t *order = calloc(t->routers, sizeof *order);
  uint32_t *downs = malloc(t->routers * sizeof *downs);
  const bool ok = below != NULL && order != NULL && downs != NULL;
  for (uint32_t node = 0; ok && node < t->nodes; node++) {
    topology_place_t at;
    (void)topology_ejection(t, node, &at, 1);
    below[at.router * words + node / 64] |= UINT64_C(1) << node % 64;
    for (uint32_t group = 0; group < m->r->groups; group++) {
      set_way(m, at.router, group, node, m->any, at.port);
    }
  }
  if (ok) {
    order_upwards(m, order, downs);
    for (uint32_t i = 0; i < t->routers; i++) {
      reach_down(m, order[i], below, words);
    }
  }
  free(below);
  free(order);
  free(downs);
  return ok || memory_fail(m->error, "the ways of worms");
}

// Which classes have to stand before which: bit c of before[d]: somewhere both are on one link, and
// the number of c is the lower one.
static void compare_classes(const maker_t *m, uint32_t *before) {
  memset(before, 0, WORM_PLANES * sizeof *before);
  const size_t links = (size_t)m->t->routers * m->t->ports;
  for (size_t link = 0; routing_ranked(m->r) && link < links; link++) {
    const uint32_t used = m->used[link] & ((UINT32_C(1) << m->any) - 1);
    for (unsigned c = 0; (used & (used - 1)) != 0 && c < m->any; c++) {
      for (unsigned d = 0; (used >> c & 1) != 0 && d < m->any; d++) {
        const uint32_t router = (uint32_t)(link / m->t->ports);
        const uint32_t port = (uint32_t)(link % m->t->ports);
        if (d != c && (used >> d & 1) != 0 &&
            routing_rank(m->r, router, port, c) < routing_rank(m->r, router, port, d)) {
          before[d] |= UINT32_C(1) << c;
        }
      }
    }
  }
}

static void add_plane(maker_t *m, unsigned vc_class, unsigned *plane_of) {
  worm_routes_t *w = m->w;
  const unsigned cut = w->classes == 1 ? 1 : routing_cut(m->r, vc_class, w->classes);
  unsigned p = 0;
  while (p < w->planes && w->plane_class[p] != cut) {
    p++;
  }
  w->plane_class[p] = cut;
  w->planes += p == w->planes;
  plane_of[vc_class] = p;
}

// The classes that are used anywhere, in their order; of those that are free the highest comes
// first, as with datelines.
static bool order_planes(maker_t *m, unsigned *plane_of) {
  uint32_t before[WORM_PLANES];
  compare_classes(m, before);
  uint32_t left = 0;
  for (size_t link = 0; link < (size_t)m->t->routers * m->t->ports; link++) {
    left |= m->used[link];
  }
  left &= (UINT32_C(1) << m->any) - 1;
  while (left != 0) {
    unsigned c = m->any;
    do {
      if (c == 0) {
        return noc_fail(
            m->error, NOC_BAD_INPUT,
            SAY_THERE_IS(
                "%s on %.80s for tree worms, whose classes follow each other in several orders",
                "updown, or one whose classes have one order"),
            m->r->name, m->t->name);
      }
      c--;
    } while ((left >> c & 1) == 0 || (before[c] & left) != 0);
    left &= ~(UINT32_C(1) << c);
    add_plane(m, c, plane_of);
  }
  add_plane(m, m->any, plane_of);
  return true;
}

static void rename_planes(maker_t *m, const unsigned *plane_of) {
  const topology_t *t = m->t;
  const size_t ways = (size_t)m->r->groups * t->routers * t->nodes;
  for (size_t i = 0; i < ways; i++) {
    const unsigned way = m->w->way[i];
    if (way > 0) {
      const unsigned plane = plane_of[(way - 1) / t->ports];
      m->w->way[i] = (uint16_t)(1 + plane * t->ports + (way - 1) % t->ports);
    }
  }
}

static bool check(const routing_t *r, noc_error_t *error) {
  const topology_t *t = r->topology;
  if (t->nodes > SHAPE_MAX_STRING_BITS) {
    return noc_fail(error, NOC_BAD_INPUT,
                    SAY_THERE_IS("a network, %.80s, of %u nodes for tree worms",
                                 "up to %d, the bits of a string"),
                    t->name, t->nodes, (int)SHAPE_MAX_STRING_BITS);
  }
  if (r->unit == ROUTE_SOURCE) {
    return noc_fail(
        error, NOC_BAD_INPUT,
        SAY_THERE_IS("source for tree worms",
                     "%s, the topology's own, or another whose routes are in the routers"),
        routing_default(t));
  }
  if (r->adaptive && !goes_up_first(r->code)) {
    char names[ROUTING_NAMES];
    return noc_fail(error, NOC_BAD_INPUT,
                    SAY_THERE_IS("%s, adaptive, for tree worms", "%s deterministic, or %s"),
                    r->name, r->name, routing_list(goes_up_first, names));
  }
  if (r->classes > SHAPE_MAX_VCS) {
    return noc_fail(error, NOC_BAD_INPUT,
                    SAY_THERE_IS("%s of %u classes for tree worms", "one of up to %d, or updown"),
                    r->name, r->classes, (int)SHAPE_MAX_VCS);
  }
  return topology_check_runs(t, error);
}

bool worm_routes_create(worm_routes_t *w, routing_t *r, unsigned classes, noc_error_t *error) {
  const topology_t *t = r->topology;
  *w = (worm_routes_t){.r = r, .classes = classes};
  if (!check(r, error)) {
    return false;
  }
  const size_t states = (size_t)r->groups * t->routers;
  if (!memory_check((double)states * t->nodes * sizeof *w->way, "the ways of worms", error)) {
    return false;
  }
  maker_t m = {.w = w, .t = t, .r = r, .any = r->classes, .error = error};
  w->way = calloc(states * t->nodes, sizeof *w->way);
  w->up = calloc(states, sizeof *w->up);
  m.used = calloc((size_t)t->routers * t->ports, sizeof *m.used);
  if (w->way == NULL || w->up == NULL || m.used == NULL) {
    free(m.used);
    return memory_fail(error, "the ways of worms");
  }
  unsigned plane_of[WORM_PLANES] = {0};
  const bool everywhere = t->nodes_per_router > 0 && r->groups == 1;
  const bool ok = (goes_up_first(r->code) ? go_up_first(&m)
                   : everywhere           ? ask_everywhere(&m)
                                          : ask_on_the_way(&m)) &&
                  order_planes(&m, plane_of);
  if (ok) {
    rename_planes(&m, plane_of);
  }
  free(m.used);
  return ok;
}

void worm_routes_free(worm_routes_t *w) {
  free(w->way);
  free(w->up);
  w->way = NULL;
  w->up = NULL;
}

void worm_routes_word(const worm_routes_t *w, uint32_t router, uint32_t group, unsigned plane,
                      uint32_t port, uint32_t first, unsigned count, uint64_t *bits) {
  const topology_t *t = w->r->topology;
  const uint16_t *way = &w->way[((size_t)group * t->routers + router) * t->nodes];
  const uint32_t wanted = 1 + plane * t->ports + port;
  for (unsigned b = 0; b < count && first + b < t->nodes; b++) {
    bits[b / 64] |= (uint64_t)(way[first + b] == wanted) << b % 64;
  }
}
