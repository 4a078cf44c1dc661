// tables -- loads the routing tables through the configuration ports of the routers, all routers at
// once, one entry a clock edge, before the first cycle. docs/microarchitecture.md, section 6.5.

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "network/network_state.h"
#include "routing/routing_walk.h"

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
  uint64_t *data = &f->cfg_data[(size_t)slot * n->shape.cfg_words];
  memset(data, 0, n->shape.cfg_words * sizeof *data);
  data[0] = entry.valid ? entry.data : 0;
}

void network_clock_routers(network_t *n) {
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
    network_clock_routers(n);
  }
}

// The row that a configuration port takes for a route.
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
static void find_rows(const network_t *n, const routing_walk_t *walk, uint32_t *row) {
  memset(row, 0, (size_t)n->routers * n->shape.groups * sizeof *row);
  for (uint32_t i = 0; i < walk->count; i++) {
    const uint32_t state = walk->state[i];
    row[state] = row_of(n, &walk->route[state]);
  }
}

// Path worms come into states that no unicast to the destination is in: they have been led
// elsewhere before. All rows then, where there is a route.
static bool find_all_rows(const network_t *n, uint32_t destination, uint32_t *row,
                          noc_error_t *error) {
  for (uint32_t r = 0; r < n->routers; r++) {
    for (unsigned group = 0; group < n->shape.groups; group++) {
      route_t route;
      if (!routing_route(n->routing, r, group, destination, &route, error)) {
        return false;
      }
      row[r * n->shape.groups + group] = row_of(n, &route);
    }
  }
  return true;
}

static void load_rows(network_t *n, uint32_t destination, const uint32_t *rows) {
  const noc_shape_t *s = &n->shape;
  for (unsigned group = 0; group < s->groups; group++) {
    for (uint32_t r = 0; r < n->routers; r++) {
      const uint32_t row = rows[r * s->groups + group];
      present(n, r, 1, group * s->rows + destination, (entry_t){row != 0, row});
    }
    network_clock_routers(n);
  }
}

static bool load_all(network_t *n, routing_walk_t *walk, uint32_t *row, noc_error_t *error) {
  const bool paths = n->shape.multicast && routing_ranked(n->routing);
  bool ok = true;
  load_groups(n);
  for (uint32_t node = 0; ok && node < n->nodes; node++) {
    ok = paths ? find_all_rows(n, node, row, error) : routing_walk(walk, node, error);
    if (ok && !paths) {
      find_rows(n, walk, row);
    }
    if (ok) {
      load_rows(n, node, row);
    }
  }
  for (uint32_t r = 0; r < n->routers; r++) {
    present(n, r, 0, 0, (entry_t){false, 0});
  }
  return ok;
}

bool tables_load(network_t *n, noc_error_t *error) {
  routing_walk_t walk;
  uint32_t *row = calloc((size_t)n->routers * n->shape.groups, sizeof *row);
  bool ok = routing_walk_create(&walk, n->routing, n->routing->classes, error);
  if (ok) {
    ok = row != NULL ? load_all(n, &walk, row, error) : memory_fail(error, "the tables");
  }
  routing_walk_free(&walk);
  free(row);
  return ok;
}
