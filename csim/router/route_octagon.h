// route_octagon -- golden model of rtl/router/route_octagon.sv: rings of P = 8, 12, 16, .. routers
// with links to the opposite ones. docs/microarchitecture.md, section 6.2.
//
// Behaviour  By the destination's place relative to the router's: up to a quarter of the ring away
//            along the ring, farther away across first. Port locals leads to the next position,
//            locals + 1 to the previous, locals + 2 across.
// Classes    On the ring 1 while the link between positions P - 1 and 0 is ahead, 0 behind it;
//            across any.
// Source     F. Karim, A. Nguyen, S. Dey, An Interconnect Architecture for Networking Systems on
//            Chips, IEEE Micro 22 (5), 2002.
//
//   P = 8, at 6:  to 0: next, class 1   to 7: next, class 0   to 4: previous   to 1, 2, 3: across

#ifndef NOC_ROUTE_OCTAGON_H
#define NOC_ROUTE_OCTAGON_H

#include "router/route_dor.h"
#include "router/router_view.h"

#ifdef __cplusplus
extern "C" {
#endif

NOC_INLINE next_hop_t route_octagon(const router_view_t *r, uint32_t destination, uint32_t own,
                                    uint32_t extent) {
  const uint32_t here = own & r->digit_mask;
  const uint32_t there = destination & r->digit_mask;
  const uint32_t positions = (extent & r->digit_mask) + 1;
  const uint32_t quarter = positions / 4;
  if (there == here) {
    return (next_hop_t){.port = route_index(r, destination), .vc_class = r->any_class};
  }
  const uint32_t ahead = there > here ? there - here : there + positions - here;
  if (ahead <= quarter) {
    return (next_hop_t){.port = r->locals, .vc_class = route_class(r, there < here)};
  }
  if (ahead >= positions - quarter) {
    return (next_hop_t){.port = r->locals + 1, .vc_class = route_class(r, there > here)};
  }
  return (next_hop_t){.port = r->locals + 2, .vc_class = r->any_class};
}

#ifdef __cplusplus
}
#endif

#endif
