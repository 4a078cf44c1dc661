// route_octagon -- golden model of rtl/router/route_octagon.sv: by the relative address on the ring.
// docs/microarchitecture.md, section 6.2.
//
// Behaviour  Up to a quarter of the ring away around it, the shorter way; else across first.
// Shapes     One digit: the position. Ports behind the nodes: next, previous, opposite.

#ifndef NOC_ROUTE_OCTAGON_H
#define NOC_ROUTE_OCTAGON_H

#include "router/route_dor.h"

#ifdef __cplusplus
extern "C" {
#endif

NOC_INLINE route_to_t route_octagon(const router_view_t *r, uint32_t destination, uint32_t own,
                                    uint32_t extent) {
  const route_bit_t *digit = &r->table->route[0];
  const uint32_t to = route_digit(digit, destination);
  const uint32_t here = route_digit(digit, own);
  const uint32_t positions = route_digit(digit, extent) + 1;
  const uint32_t ahead = to >= here ? to - here : to + positions - here;
  if (ahead == 0) {
    return route_arrived(r, destination);
  }
  const uint32_t next = r->first_port & r->tag_port_mask;
  if (ahead <= positions / 4) {
    return (route_to_t){.port = next, .vc_class = route_class(r, to < here)};
  }
  if (ahead >= positions - positions / 4) {
    return (route_to_t){.port = (next + 1) & r->tag_port_mask,
                        .vc_class = route_class(r, to > here)};
  }
  return (route_to_t){.port = (next + 2) & r->tag_port_mask, .vc_class = r->any_class};
}

#ifdef __cplusplus
}
#endif

#endif
