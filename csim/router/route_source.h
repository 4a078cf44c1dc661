// route_source -- golden model of rtl/router/route_source.sv: the path in the head flit.
// docs/microarchitecture.md, section 6.7.
//
// Behaviour  The lowest field of the path, {class, port}, is the route; the head is written into
//            the buffer with its path shifted right by one field, zeros from above.

#ifndef NOC_ROUTE_SOURCE_H
#define NOC_ROUTE_SOURCE_H

#include "router/packet.h"
#include "router/view.h"

#ifdef __cplusplus
extern "C" {
#endif

// Fills in the masks of the path.
void route_source_masks(router_view_t *r, const noc_shape_t *s);

NOC_INLINE route_to_t route_source(const router_view_t *r, const uint64_t *payload) {
  const uint32_t field = (uint32_t)packet_field(payload, r->route_lsb, r->route_field);
  return (route_to_t){.port = field & r->tag_port_mask, .vc_class = field >> r->port_w};
}

// Shifts the path of a head flit, in place.
NOC_INLINE void route_shift(const router_view_t *r, uint64_t *payload, const size_t words) {
  for (size_t w = 0; w < words; w++) {
    const uint64_t above = w + 1 < words ? payload[w + 1] : 0;
    const uint64_t shifted = payload[w] >> r->route_field | above << (64 - r->route_field);
    payload[w] = (payload[w] & ~r->route_mask[w]) | (shifted & r->route_kept[w]);
  }
}

#ifdef __cplusplus
}
#endif

#endif
