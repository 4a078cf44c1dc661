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
  packet_set_field(payload, r->look_lsb, r->look_w, next.port | next.vc_class << r->path_class);
}

// Writes the next route into `payload`, a copy of a head that has come to a router of member m with
// its route here.
NOC_INLINE void route_onward(const router_view_t *r, size_t m, uint64_t *payload) {
  const next_hop_t here = route_carried(r, payload);
  route_ahead(r, payload, r->f.neighbour[m * r->ports + here.port], r->f.extent[m]);
}

#ifdef __cplusplus
}
#endif

#endif
