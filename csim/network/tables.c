// tables -- loads the routing tables through the configuration ports of the routers, all routers at
// once, one entry a clock edge, before the first cycle. docs/microarchitecture.md, section 6.5.

#include <stdlib.h>
#include <string.h>

#include "network/memory.h"
#include "network/network_state.h"

// The entry of one router at its configuration port; nothing where `valid` is false.
typedef struct {
  bool valid;
  uint32_t data;
} entry_t;

static void present(const network_t *n, uint32_t router, unsigned kind, uint32_t index,
                    entry_t entry) {
  const router_fields_t *f = &n->router_pins;
  const uint32_t slot = n->router_slot[router];
  f->cfg_valid[slot] = entry.valid;
  f->cfg_kind[slot] = (uint8_t)(entry.valid ? kind : 0);
  f->cfg_index[slot] = entry.valid ? index : 0;
  f->cfg_data[slot] = entry.valid ? entry.data : 0;
}

// One clock edge of all routers; links carry nothing yet.
static void clock_routers(network_t *n) {
  for (size_t b = 0; b < n->banks; b++) {
    if (!n->bank[b]->ops->step(n->bank[b], 0) && n->mismatch_bank == NULL) {
      n->mismatch_bank = n->bank[b];
    }
  }
}

static void load_groups(network_t *n) {
  const noc_shape_t *s = &n->shape;
  for (uint32_t i = 0; i < s->ports * s->classes; i++) {
    for (uint32_t r = 0; r < n->routers; r++) {
      const unsigned group = routing_group(n->routing, r, i / s->classes, i % s->classes);
      present(n, r, 0, i, (entry_t){true, group});
    }
    clock_routers(n);
  }
}

// What a configuration port takes of a route.
static uint32_t row_of(const network_t *n, const route_t *route) {
  const noc_shape_t *s = &n->shape;
  uint32_t row = 0;
  for (unsigned i = 0; i < route->count; i++) {
    row |= UINT32_C(1) << route->port[i];
  }
  const uint32_t vc_class = routing_cut(n->routing, route->vc_class, s->classes);
  return row | (s->classes > 1 ? vc_class << s->ports : 0);
}

// The rows towards one destination: of the routers and groups that packets to it can be in.
typedef struct {
  network_t *n;
  uint32_t destination;
  uint32_t *row;      // [router * groups + group]; 0: not reached
  uint32_t *waiting;  // [router * groups + group]: reached, the way on not followed yet
  size_t count;       // of those
} reach_t;

static bool reach(reach_t *w, topology_place_t at, unsigned in_class, noc_error_t *error) {
  const uint32_t groups = w->n->shape.groups;
  const uint32_t group = routing_group(w->n->routing, at.router, at.port, in_class);
  const uint32_t place = at.router * groups + group;
  if (w->row[place] != 0) {
    return true;
  }
  route_t route;
  if (!routing_route(w->n->routing, at.router, group, w->destination, &route, error)) {
    return false;
  }
  w->row[place] = row_of(w->n, &route);
  w->waiting[w->count++] = place;
  return true;
}

static bool follow(reach_t *w, uint32_t place, noc_error_t *error) {
  const topology_t *t = w->n->topology;
  const unsigned classes = w->n->routing->classes;
  const uint32_t router = place / w->n->shape.groups;
  route_t route;
  bool ok = routing_route(w->n->routing, router, place % w->n->shape.groups, w->destination, &route,
                          error);
  for (unsigned i = 0; ok && i < route.count; i++) {
    const size_t link = (size_t)router * t->ports + route.port[i];
    if (t->peer_router[link] < 0) {
      continue;
    }
    const topology_place_t next = {(uint32_t)t->peer_router[link], (uint32_t)t->peer_port[link]};
    const bool any = route.vc_class >= classes;
    for (unsigned c = any ? 0 : route.vc_class; ok && c <= (any ? classes - 1 : route.vc_class);
         c++) {
      ok = reach(w, next, c, error);
    }
  }
  return ok;
}

static bool find_rows(reach_t *w, noc_error_t *error) {
  const network_t *n = w->n;
  memset(w->row, 0, (size_t)n->routers * n->shape.groups * sizeof *w->row);
  w->count = 0;
  bool ok = true;
  for (uint32_t node = 0; ok && node < n->nodes; node++) {
    topology_place_t from;
    (void)topology_injection(n->topology, node, &from, 1);
    ok = reach(w, from, 0, error);
  }
  while (ok && w->count > 0) {
    ok = follow(w, w->waiting[--w->count], error);
  }
  return ok;
}

static void load_rows(const reach_t *w) {
  const noc_shape_t *s = &w->n->shape;
  for (unsigned group = 0; group < s->groups; group++) {
    for (uint32_t r = 0; r < w->n->routers; r++) {
      const uint32_t row = w->row[r * s->groups + group];
      present(w->n, r, 1, group * s->rows + w->destination, (entry_t){row != 0, row});
    }
    clock_routers(w->n);
  }
}

static bool load_all(reach_t *w, noc_error_t *error) {
  network_t *n = w->n;
  bool ok = true;
  load_groups(n);
  for (; ok && w->destination < n->nodes; w->destination++) {
    ok = find_rows(w, error);
    if (ok) {
      load_rows(w);
    }
  }
  for (uint32_t r = 0; r < n->routers; r++) {
    present(n, r, 0, 0, (entry_t){false, 0});
  }
  return ok;
}

bool tables_load(network_t *n, noc_error_t *error) {
  const size_t places = (size_t)n->routers * n->shape.groups;
  reach_t w = {
      .n = n, .row = malloc(places * sizeof *w.row), .waiting = malloc(places * sizeof *w.waiting)};
  bool ok = false;
  if (w.row != NULL && w.waiting != NULL) {
    ok = load_all(&w, error);
  } else {
    (void)memory_fail(error, "the tables");
  }
  free(w.row);
  free(w.waiting);
  return ok;
}
