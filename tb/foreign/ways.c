// ways -- where packets go, and what the formulas of a head know of it; see bank_state.h.

#include <inttypes.h>
#include <string.h>

#include "foreign/bank_state.h"

uint32_t ways_node(const foreign_bank_t *b, uint32_t address) {
  const topology_t *t = b->topology;
  const noc_shape_t *s = b->shape;
  if (s->dims == 0) {
    return address < t->nodes ? address : kNone;
  }
  unsigned at[NOC_MAX_DIMS] = {0};
  for (unsigned d = 0; d < s->dims; d++) {
    at[d] = (unsigned)((uint64_t)address >> d * s->digit_w) & ((1u << s->digit_w) - 1);
    if (at[d] >= t->radix[d]) {
      return kNone;
    }
  }
  const uint64_t local = (uint64_t)address >> s->dims * s->digit_w;
  return local < t->nodes_per_router
             ? topology_router_at(t, at) * t->nodes_per_router + (uint32_t)local
             : kNone;
}

uint32_t ways_ports(const foreign_bank_t *b, uint32_t router, unsigned in_port, uint32_t node) {
  const uint32_t group = routing_group(b->context.routing, router, in_port, 0);
  route_t route;
  noc_error_t ignored;
  uint32_t ports = 0;
  if (routing_route(b->context.routing, router, group, node, &route, &ignored)) {
    for (unsigned i = 0; i < route.count; i++) {
      ports |= UINT32_C(1) << route.port[i];
    }
  }
  return ports;
}

uint32_t ways_router(const foreign_bank_t *b, uint32_t module, unsigned port, uint32_t *router) {
  const uint32_t at = b->module[module].map->port[port];
  if (!b->map->network) {
    *router = b->bank.config.ids[module];
    return at;
  }
  topology_place_t place = {0};
  if (at < b->topology->nodes) {
    (void)topology_injection(b->topology, at, &place, 1);
  }
  *router = place.router;
  return place.port;
}

// Fills in b->way from a router on.
static void walk(foreign_bank_t *b, uint32_t router, unsigned in_port, uint32_t node) {
  const topology_t *t = b->topology;
  unsigned in_class = 0;
  b->steps = 0;
  while (b->steps < t->routers) {
    const uint32_t group = routing_group(b->context.routing, router, in_port, in_class);
    route_t route;
    noc_error_t ignored;
    if (!routing_route(b->context.routing, router, group, node, &route, &ignored) ||
        route.count == 0) {
      break;
    }
    const uint32_t port = route.port[0];
    const int32_t peer = t->peer_router[(size_t)router * t->ports + port];
    b->way[b->steps++] = b->place_of[port];
    if (peer < 0) {
      break;
    }
    in_port = (unsigned)t->peer_port[(size_t)router * t->ports + port];
    in_class = route.vc_class < b->context.routing->classes ? route.vc_class : 0;
    router = (uint32_t)peer;
  }
}

static int64_t route_at(void *context, int64_t i) {
  const foreign_bank_t *b = context;
  if (b->steps == 0 || i < 0) {
    return 0;
  }
  return i < b->steps ? b->way[i] : 0;
}

static void set_place(int64_t *of, const topology_t *t, uint32_t router, formula_name_t x) {
  unsigned at[NOC_MAX_DIMS] = {0};
  topology_coordinates(t, router, at);
  for (unsigned d = 0; d < 3; d++) {
    of[x + d] = d < t->dims ? at[d] : 0;
  }
}

static unsigned local_of(const foreign_bank_t *b, uint32_t node) {
  topology_place_t place;
  if (b->map->network) {
    for (unsigned p = 0; p < b->map->ports; p++) {
      if (b->module[0].map->port[p] == node) {
        return p;
      }
    }
    return 0;
  }
  (void)topology_ejection(b->topology, node, &place, 1);
  return b->place_of[place.port];
}

// A value that is negative fits as its two's complement.
static bool fits(int64_t value, unsigned bits) {
  return bits >= 64 || (value >= 0 ? (uint64_t)value >> bits == 0
                                   : bits > 0 && value >= -(INT64_C(1) << (bits - 1)));
}

bool ways_fields(foreign_bank_t *b, const end_t *end, packet_t *packet) {
  const topology_t *t = b->topology;
  formula_values_t v = {.route = route_at, .context = b};
  uint32_t router = 0;
  const uint32_t port = ways_router(b, end->module, end->port, &router);
  topology_place_t place;
  set_place(v.of, t, router, FORMULA_X);
  v.of[FORMULA_ROUTER] = router;
  v.of[FORMULA_P] = end->port;
  v.of[FORMULA_NODE] = end->node != kNone ? end->node : 0;
  const formula_name_t sizes[] = {FORMULA_SIZE_X, FORMULA_SIZE_Y, FORMULA_SIZE_Z};
  for (unsigned d = 0; d < 3; d++) {
    v.of[sizes[d]] = d < t->dims ? t->radix[d] : 1;
  }
  v.of[FORMULA_ROUTERS] = t->routers;
  v.of[FORMULA_NODES] = t->nodes;
  v.of[FORMULA_VCS] = b->map->vcs;
  v.of[FORMULA_PORTS] = b->map->ports;
  (void)topology_ejection(t, packet->destination, &place, 1);
  set_place(v.of, t, place.router, FORMULA_DX);
  v.of[FORMULA_DROUTER] = place.router;
  v.of[FORMULA_DNODE] = packet->destination;
  v.of[FORMULA_DLOCAL] = local_of(b, packet->destination);
  (void)topology_injection(t, packet->source, &place, 1);
  set_place(v.of, t, place.router, FORMULA_SX);
  v.of[FORMULA_SROUTER] = place.router;
  v.of[FORMULA_SNODE] = packet->source;
  v.of[FORMULA_FLITS] = (int64_t)packet->flits + b->map->headers;
  v.of[FORMULA_DATA] = packet->flits;
  v.of[FORMULA_VC] = packet->vc;
  v.of[FORMULA_NETWORK] = packet->head.network;
  if (b->routes) {
    walk(b, router, port, packet->destination);
    v.of[FORMULA_HOPS] = b->steps > 0 ? (int64_t)b->steps - 1 : 0;
    if (b->map->network) {
      b->way[0] = (uint16_t)local_of(b, packet->destination);
      b->steps = 1;
    }
    v.of[FORMULA_OUT] = route_at(b, 0);
  }
  const foreign_link_t *pins = &b->module[end->module].map->input[end->port];
  for (unsigned i = 0; i < b->map->fields; i++) {
    const unsigned bits = pins->field[i].at.bits;
    const int64_t value = formula_value(pins->field[i].is, &v);
    if (!fits(value, bits)) {
      return explain_break(b, RULE_FIT, &b->link[end->in], true, packet->vc, packet,
                           "head[%u] of a packet from node %" PRIu32 " to node %" PRIu32
                           " is %" PRId64 ", which %u bits have no room for",
                           i, packet->source, packet->destination, value, bits);
    }
    packet->field[i] = bits < 64 ? (uint64_t)value & ((UINT64_C(1) << bits) - 1) : (uint64_t)value;
  }
  return true;
}
