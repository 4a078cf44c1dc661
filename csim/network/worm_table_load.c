// worm_table_load -- loads the worm tables through the configuration ports of the routers, all
// routers at once, one entry a clock edge, before the first cycle. docs/microarchitecture.md,
// section 15.1. The entries come from network_config_t.worms.

#include <string.h>

#include "multicast/worm_table.h"
#include "network/network_state.h"

// The port of one router; returns where the entry's data goes.
static uint64_t *present(const network_t *n, uint32_t router, unsigned kind, uint32_t index) {
  const router_fields_t *f = &n->router_pins;
  const uint32_t slot = n->router_slot[router];
  uint64_t *data = &f->cfg_data[(size_t)slot * n->shape.cfg_words];
  f->cfg_valid[slot] = 1;
  f->cfg_kind[slot] = (uint8_t)kind;
  f->cfg_index[slot] = index;
  memset(data, 0, n->shape.cfg_words * sizeof *data);
  return data;
}

static void load_reach(network_t *n, const network_worms_t *worms) {
  const noc_shape_t *s = &n->shape;
  const uint32_t entries = s->groups * s->planes * s->string_words * s->ports;
  for (uint32_t index = 0; index < entries; index++) {
    worm_reach_t at = {.port = index % s->ports, .word = index / s->ports % s->string_words};
    at.plane = index / (s->ports * s->string_words) % s->planes;
    at.group = index / (s->ports * s->string_words * s->planes);
    for (uint32_t r = 0; r < n->routers; r++) {
      at.router = r;
      worms->reach(worms->context, at, present(n, r, WORM_REACH, index));
    }
    network_clock_routers(n);
  }
}

static void load_up(network_t *n, const network_worms_t *worms) {
  const noc_shape_t *s = &n->shape;
  for (unsigned group = 0; group < s->groups; group++) {
    for (uint32_t r = 0; r < n->routers; r++) {
      const worm_up_t up = worms->up(worms->context, r, group);
      const uint64_t vc_class = s->classes > 1 ? up.vc_class : 0;
      *present(n, r, WORM_UP, group) = up.ports | vc_class << s->ports;
    }
    network_clock_routers(n);
  }
}

static void load_classes(network_t *n, const network_worms_t *worms) {
  for (unsigned plane = 0; plane < n->shape.planes; plane++) {
    for (uint32_t r = 0; r < n->routers; r++) {
      const unsigned vc_class = worms->plane_class(worms->context, r, plane);
      *present(n, r, WORM_PLANE, plane) = n->shape.classes > 1 ? vc_class : 0;
    }
    network_clock_routers(n);
  }
}

void worm_table_load(network_t *n, const network_worms_t *worms) {
  load_reach(n, worms);
  load_up(n, worms);
  load_classes(n, worms);
  memset(n->router_pins.cfg_valid, 0, n->routers * sizeof *n->router_pins.cfg_valid);
}

void worm_table_set_local(network_t *n) {
  for (uint32_t node = 0; node < n->nodes; node++) {
    topology_place_t place;
    (void)topology_ejection(n->topology, node, &place, 1);
    uint16_t *local = &n->router_pins.local[n->router_slot[place.router]];
    *local = (uint16_t)(*local | UINT32_C(1) << place.port);
  }
}
