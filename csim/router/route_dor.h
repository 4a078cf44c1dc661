// route_dor -- golden model of rtl/router/route_dor.sv: dimension-order routing in meshes, tori and
// hypercubes. docs/microarchitecture.md, section 6.1.
//
// Behaviour  The lowest dimension in which the destination's coordinate differs from the router's
//            decides. Mesh: port locals + 2 d towards higher coordinates, one more towards lower
//            ones. Torus: the same ports, the shorter way round; of two equal ones up from even
//            coordinates, down from odd ones, so that load balances. Hypercube: port locals + d.
//            At the right router the index part of the address is the port.
// Classes    Torus: class 1 while the wrap link of the ring is ahead, 0 behind it (a dateline);
//            rings of up to 3 routers, and the others, take any.
// Shapes     An address is digits of digit_w bits, dimension 0 lowest, then the index.
//
//   mesh, 1 node a router, at 3,2     to 5,0: port 1 (+x)    to 3,0: port 4 (-y)    to 3,2: port 0
//
// The lowest bit in which the two addresses differ lies in the dimension that decides: a table
// over bits (route_bit_t) takes the place of the walk over dimensions.

#ifndef NOC_ROUTE_DOR_H
#define NOC_ROUTE_DOR_H

#include "router/router_view.h"

#ifdef __cplusplus
extern "C" {
#endif

// Fills in table->route, table->digit_of and the constants that go with them: all about addresses.
void route_dor_table(router_view_t *r, router_tables_t *table, const noc_shape_t *s);

// The class c that a rule names, of those that there are.
NOC_INLINE uint32_t route_class(const router_view_t *r, uint32_t c) {
  return c < r->top_class ? c : r->top_class;
}

// The entry of the lowest bit in which two addresses differ; the bit above all coordinates stands
// for "none".
NOC_INLINE const route_bit_t *route_lowest(const router_view_t *r, uint32_t destination,
                                           uint32_t own) {
  uint64_t differs = (destination ^ own) & r->coordinates;
  return &r->table->route[view_lowest(differs | view_bit(VIEW_ADDRESS_BITS))];
}

// The port at the router of the destination.
NOC_INLINE uint32_t route_index(const router_view_t *r, uint32_t destination) {
  uint32_t index = r->table->route[VIEW_ADDRESS_BITS].index;
  return ((destination & index) >> r->index_shift) & r->tag_port_mask;
}

NOC_INLINE next_hop_t route_mesh(const router_view_t *r, uint32_t destination, uint32_t own) {
  const route_bit_t *bit = route_lowest(r, destination, own);
  uint32_t lower = (destination & bit->digit) < (own & bit->digit);
  uint32_t index = (destination & bit->index) >> r->index_shift;
  return (next_hop_t){.port = (bit->up + lower + index) & r->tag_port_mask,
                      .vc_class = r->any_class};
}

NOC_INLINE next_hop_t route_torus(const router_view_t *r, uint32_t destination, uint32_t own,
                                  uint32_t extent) {
  const route_bit_t *bit = route_lowest(r, destination, own);
  if (bit->digit == 0) {
    return (next_hop_t){.port = route_index(r, destination), .vc_class = r->any_class};
  }
  uint32_t here = (own & bit->digit) >> bit->shift;
  uint32_t there = (destination & bit->digit) >> bit->shift;
  uint32_t last = (extent & bit->digit) >> bit->shift;
  uint32_t up = there > here ? there - here : there + last + 1 - here;
  uint32_t down = last + 1 - up;
  bool upwards = up < down || (up == down && (here & 1) == 0);
  bool wraps = upwards ? there < here : there > here;
  return (next_hop_t){.port = bit->up + (upwards ? 0 : 1),
                      .vc_class = last < 3 ? r->any_class : route_class(r, wraps)};
}

NOC_INLINE next_hop_t route_hypercube(const router_view_t *r, uint32_t destination, uint32_t own) {
  const route_bit_t *bit = route_lowest(r, destination, own);
  uint32_t port = bit->digit == 0 ? route_index(r, destination) : bit->up;
  return (next_hop_t){.port = port, .vc_class = r->any_class};
}

#ifdef __cplusplus
}
#endif

#endif
