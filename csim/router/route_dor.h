// route_dor -- golden model of rtl/router/route_dor.sv: dimension-order routing on meshes, tori and
// hypercubes. docs/microarchitecture.md, section 6.1.
//
// Behaviour  The lowest dimension in which the destination's coordinate differs from the router's
//            decides: port locals + 2 d towards higher coordinates, one more towards lower ones; on
//            a torus the shorter way round. At the right router the index part of the address is
//            the port.
// Shapes     An address is digits of digit_w bits, dimension 0 lowest, then the index.
//
//   mesh, 1 node a router, at 3,2     to 5,0: port 1 (+x)    to 3,0: port 4 (-y)    to 3,2: port 0
//
// The lowest bit in which the two addresses differ lies in the dimension that decides: a table
// over bits (route_bit_t) takes the place of the walk over dimensions.

#ifndef NOC_ROUTE_DOR_H
#define NOC_ROUTE_DOR_H

#include "router/view.h"

#ifdef __cplusplus
extern "C" {
#endif

// Fills in table->route and the constants that go with it; for all routings by coordinates.
void route_dor_table(router_view_t *r, router_tables_t *table, const noc_shape_t *s);

// The bit of the lowest digit in which the addresses differ; the one above all if there is none.
NOC_INLINE const route_bit_t *route_lowest(const router_view_t *r, uint32_t destination,
                                           uint32_t own) {
  uint64_t differs = (destination ^ own) & r->coordinates;
  return &r->table->route[view_lowest(differs | view_bit(VIEW_ADDRESS_BITS))];
}

// A digit of an address, by a bit of it.
NOC_INLINE uint32_t route_digit(const route_bit_t *bit, uint32_t address) {
  return (address & bit->digit) >> bit->shift;
}

// At its router: the port to the node, in any VC.
NOC_INLINE route_to_t route_arrived(const router_view_t *r, uint32_t destination) {
  const route_bit_t *none = &r->table->route[VIEW_ADDRESS_BITS];
  uint32_t index = (destination & none->index) >> r->index_shift;
  return (route_to_t){.port = index & r->tag_port_mask, .vc_class = r->any_class};
}

// The class that a rule names, cut to the classes that there are.
NOC_INLINE uint32_t route_class(const router_view_t *r, uint32_t vc_class) {
  return vc_class < r->top_class ? vc_class : r->top_class;
}

NOC_INLINE route_to_t route_mesh(const router_view_t *r, uint32_t destination, uint32_t own) {
  const route_bit_t *bit = route_lowest(r, destination, own);
  uint32_t lower = (destination & bit->digit) < (own & bit->digit);
  uint32_t index = (destination & bit->index) >> r->index_shift;
  return (route_to_t){.port = (bit->up + lower + index) & r->tag_port_mask,
                      .vc_class = r->any_class};
}

NOC_INLINE route_to_t route_torus(const router_view_t *r, uint32_t destination, uint32_t own,
                                  uint32_t extent) {
  const route_bit_t *bit = route_lowest(r, destination, own);
  if (bit->digit == 0) {
    return route_arrived(r, destination);
  }
  const uint32_t to = route_digit(bit, destination);
  const uint32_t here = route_digit(bit, own);
  const uint32_t top = route_digit(bit, extent);
  const uint32_t up = to > here ? to - here : to + top + 1 - here;
  const uint32_t down = top + 1 - up;
  const bool downwards = up != down ? down < up : (here & 1) != 0;
  const bool wraps = downwards ? to > here : to < here;
  return (route_to_t){.port = (bit->up + downwards) & r->tag_port_mask,
                      .vc_class = top < 3 ? r->any_class : route_class(r, wraps)};
}

NOC_INLINE route_to_t route_hypercube(const router_view_t *r, uint32_t destination, uint32_t own) {
  const route_bit_t *bit = route_lowest(r, destination, own);
  if (bit->digit == 0) {
    return route_arrived(r, destination);
  }
  return (route_to_t){.port = bit->up & r->tag_port_mask, .vc_class = r->any_class};
}

// Of the unit, which is one of the three by its shape.
NOC_INLINE route_to_t route_dor(const router_view_t *r, uint32_t destination, uint32_t own,
                                uint32_t extent) {
  switch (r->routing) {
    case ROUTE_TORUS:
      return route_torus(r, destination, own, extent);
    case ROUTE_HYPERCUBE:
      return route_hypercube(r, destination, own);
    default:
      return route_mesh(r, destination, own);
  }
}

#ifdef __cplusplus
}
#endif

#endif
