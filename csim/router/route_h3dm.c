// route_h3dm -- golden model of the route computation of the hierarchical 3D-mesh; see route_h3dm.h.

#include "router/route_h3dm.h"

// Ports behind the nodes. A module of one router has its higher links at HIGHER_ONE, in the order
// north, east, south, west.
enum { UP_X, DOWN_X, UP_Y, DOWN_Y, UP_Z, DOWN_Z, HIGHER_Y, HIGHER_X };
enum { NORTH_OF_ONE = 6, EAST_OF_ONE, SOUTH_OF_ONE, WEST_OF_ONE };
enum { MODULE_DIMS = 3, ONE_LEVEL_PORTS = 6, PORTS = 8, PORTS_OF_ONE = 10 };

typedef struct {
  const router_view_t *r;
  uint32_t destination, own;
  uint32_t m;  // radix within the module
} h3dm_t;

static uint32_t digit(const h3dm_t *h, uint32_t address, unsigned dim) {
  const uint32_t mask = (UINT32_C(1) << h->r->digit_w) - 1;
  return address >> dim * h->r->digit_w & mask;
}

static route_to_t take(const h3dm_t *h, uint32_t port, uint32_t vc_class) {
  const uint32_t behind = h->r->dims == MODULE_DIMS ? ONE_LEVEL_PORTS
                          : h->m == 1               ? PORTS_OF_ONE
                                                    : PORTS;
  const uint32_t locals = (uint32_t)h->r->ports - behind;
  return (route_to_t){.port = (locals + port) & h->r->tag_port_mask, .vc_class = vc_class};
}

// Towards the high side (coordinate m - 1) or the low side (0) of the module in x or y, `port` that
// of the hop up; over the link of the level if this is the side.
static route_to_t to_side(const h3dm_t *h, unsigned dim, bool high, uint32_t port,
                          uint32_t higher) {
  const uint32_t at = digit(h, h->own, dim);
  const uint32_t last = h->m - 1;
  const uint32_t transit = route_class(h->r, 1);
  if (at == (high ? last : 0)) {
    return take(h, higher, h->r->any_class);
  }
  const bool up = high ? at + 1 >= last - at : h->m - at < at;
  return take(h, up ? port : port + 1, transit);
}

// All hops towards the next module at level `level`, where digits differ.
static route_to_t transit(const h3dm_t *h, unsigned level) {
  const uint32_t layers = UINT32_C(1) << h->r->layers_log2;
  const uint32_t low = (level - 2) * layers;
  const uint32_t high = low + layers - 1;
  const uint32_t last = h->m - 1;
  const uint32_t z = digit(h, h->own, 2);
  const uint32_t vc_class = route_class(h->r, 1);
  if (z < low) {
    const bool round = z == 0 && 1 + (last - high) < low;
    return take(h, round ? DOWN_Z : UP_Z, vc_class);
  }
  if (z > high) {
    const bool round = low == 0 && z == last && z - high > 1;
    return take(h, round ? UP_Z : DOWN_Z, vc_class);
  }
  const uint32_t to_y = digit(h, h->destination, 2 * level);
  const uint32_t at_y = digit(h, h->own, 2 * level);
  if (to_y != at_y) {
    const bool north = to_y > at_y;
    const uint32_t of_one = north ? NORTH_OF_ONE : SOUTH_OF_ONE;
    return to_side(h, 1, north, UP_Y, h->m > 1 ? (uint32_t)HIGHER_Y : of_one);
  }
  const bool east = digit(h, h->destination, 2 * level - 1) > digit(h, h->own, 2 * level - 1);
  const uint32_t of_one = east ? EAST_OF_ONE : WEST_OF_ONE;
  return to_side(h, 0, east, UP_X, h->m > 1 ? (uint32_t)HIGHER_X : of_one);
}

// A ring of the module, the shorter way that does not pass through coordinate 0.
static bool goes_up(const h3dm_t *h, uint32_t at, uint32_t to) {
  if (h->m == 2 || (at > 0 && to > 0)) {
    return to > at;
  }
  const uint32_t up = to > at ? to - at : to + h->m - at;
  const uint32_t down = h->m - up;
  const uint32_t parity = digit(h, h->own, 0) + digit(h, h->own, 1) + digit(h, h->own, 2);
  return up != down ? up < down : parity % 2 == 0;
}

route_to_t route_h3dm(const router_view_t *r, uint32_t destination, uint32_t own, uint32_t extent) {
  const uint32_t differs = (destination ^ own) & r->coordinates;
  if (differs == 0) {
    return route_arrived(r, destination);
  }
  h3dm_t h = {.r = r, .destination = destination, .own = own};
  h.m = digit(&h, extent, 0) + 1;
  const unsigned highest = r->table->route[31 - __builtin_clz(differs)].dim;
  if (highest >= MODULE_DIMS) {
    return transit(&h, (highest + 1) / 2);
  }
  const route_bit_t *bit = &r->table->route[view_lowest(differs)];
  const bool up = goes_up(&h, route_digit(bit, own), route_digit(bit, destination));
  return take(&h, 2u * bit->dim + !up, 0);
}
