// route_ahead -- golden model of lookahead in rtl/router/input_unit.sv and rtl/ni/injection.sv: a
// head flit carries the route at the router that it comes to. docs/microarchitecture.md, section
// 6.8.
//
// Behaviour  The field of the head on the link is this router's route. The head is written into the
//            buffer with that of the next router, whose address is neighbour[port]. An interface
//            writes the first.
// Shapes     With a field only (look): routings by addresses, routers that do not copy.

#ifndef NOC_ROUTE_AHEAD_H
#define NOC_ROUTE_AHEAD_H

#include <assert.h>

#include "router/route.h"
#include "router/router_view.h"
#include "shape/packet.h"

#ifdef __cplusplus
extern "C" {
#endif

// Writes the route at address `own` of the head that `payload` begins with into its field.
NOC_INLINE void route_ahead(const router_view_t *r, uint64_t *payload, uint32_t own,
                            uint32_t extent) {
  const uint32_t destination = route_destination(r, payload[0]);
  const next_hop_t next = route_by_address(r, destination, own, extent);
  const uint64_t field = next.port | next.vc_class << r->look_class;
  const uint64_t mask = (UINT64_C(1) << r->look_w) - 1;
  const size_t word = r->look_lsb / 64;
  const uint32_t shift = r->look_lsb % 64;
  payload[word] = (payload[word] & ~(mask << shift)) | field << shift;
  if (shift + r->look_w > 64) {
    payload[word + 1] = (payload[word + 1] & ~(mask >> (64 - shift))) | field >> (64 - shift);
  }
}

// The route in the field.
NOC_INLINE next_hop_t route_carried(const router_view_t *r, const uint64_t *payload) {
  const uint32_t field = (uint32_t)packet_field(payload, r->look_lsb, r->look_w);
  const next_hop_t route = {.port = field & r->tag_port_mask, .vc_class = field >> r->look_class};
  assert(route.port < r->ports && route.vc_class <= r->any_class);
  return route;
}

// The head on the link of input `in` of member m, which `payload` is a copy of: its route. The copy
// gets the next one.
NOC_INLINE next_hop_t route_on(const router_view_t *r, size_t m, size_t in, uint64_t *payload) {
  const next_hop_t route = route_carried(r, r->f.in_payload + in * r->words);
  route_ahead(r, payload, r->f.neighbour[m * r->ports + route.port], r->f.extent[m]);
  return route;
}

#ifdef __cplusplus
}
#endif

#endif
