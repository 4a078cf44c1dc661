// route_select -- golden model of rtl/router/route_select.sv and route_room.sv: which of several
// candidate ports a head takes. docs/microarchitecture.md, section 6.6.
//
// Behaviour  The lowest one; or, adaptive, the one with most credits in the VCs of the packet's
//            network and class, of equal ones the first from the input's number + 1 on.

#ifndef NOC_ROUTE_SELECT_H
#define NOC_ROUTE_SELECT_H

#include "router/view.h"

#ifdef __cplusplus
extern "C" {
#endif

// The credits of an output in the VCs of a mask.
NOC_INLINE uint32_t route_room(const router_view_t *r, size_t out, uint32_t vcs) {
  uint32_t sum = 0;
  for (; vcs != 0; vcs &= vcs - 1) {
    sum += r->output_vc[out * r->vcs + view_lowest(vcs)].credit;
  }
  return sum;
}

// One of the candidates; 0 without any. `room` has an element for every output port.
NOC_INLINE uint32_t route_select(const router_view_t *r, uint32_t candidates, size_t in_port,
                                 const uint32_t *room) {
  if (candidates == 0) {
    return 0;
  }
  if (!r->adaptive) {
    return (uint32_t)view_lowest(candidates);
  }
  size_t best = r->ports;
  for (size_t i = 1; i <= r->ports; i++) {
    const size_t port = (in_port + i) % r->ports;
    if ((candidates >> port & 1) != 0 && (best == r->ports || room[port] > room[best])) {
      best = port;
    }
  }
  return (uint32_t)best;
}

#ifdef __cplusplus
}
#endif

#endif
