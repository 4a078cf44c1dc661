// route_dor -- golden model of rtl/router/route_dor.sv: dimension-order routing.
// docs/microarchitecture.md, section 6.
//
// Behaviour  The lowest dimension in which the destination's coordinate differs from the router's
//            decides: port locals + 2 d towards higher coordinates, one more towards lower ones.
//            At the right router the index part of the address is the port.
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

// Fills in table->route and the constants that go with it.
void route_dor_table(router_view_t *r, router_tables_t *table, const noc_shape_t *s);

// The output port towards `destination` at the router with address `own`.
NOC_INLINE uint32_t route_dor(const router_view_t *r, uint32_t destination, uint32_t own) {
  uint64_t differs = (destination ^ own) & r->coordinates;
  // The bit above all coordinates stands for "none".
  const route_bit_t *bit = &r->table->route[view_lowest(differs | view_bit(VIEW_ADDRESS_BITS))];
  uint32_t lower = (destination & bit->digit) < (own & bit->digit);
  uint32_t index = (destination & bit->index) >> r->index_shift;
  return (bit->up + lower + index) & r->tag_port_mask;
}

#ifdef __cplusplus
}
#endif

#endif
