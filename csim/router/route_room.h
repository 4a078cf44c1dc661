// route_room -- golden model of rtl/router/route_room.sv: the credits behind an output port, for
// the choice among ports. docs/microarchitecture.md, section 6.6.
//
// Behaviour  The sum of out_credit over the VCs of an output that a packet may have: of its virtual
//            network, of its class. The RTL makes all sums at once; here one is made when a head
//            with a choice arrives.
// Time       Combinational, from the registers at the start of the cycle.

#ifndef NOC_ROUTE_ROOM_H
#define NOC_ROUTE_ROOM_H

#include "router/router_view.h"

#ifdef __cplusplus
extern "C" {
#endif

// The sum over the VCs in the mask.
NOC_INLINE uint32_t route_room(const router_view_t *r, size_t out, uint32_t vcs) {
  uint32_t sum = 0;
  for (; vcs != 0; vcs &= vcs - 1) {
    sum += r->output_vc[out * r->vcs + view_lowest(vcs)].credit;
  }
  return sum;
}

#ifdef __cplusplus
}
#endif

#endif
