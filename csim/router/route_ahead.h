// route_ahead -- golden model of lookahead in rtl/router/input_unit.sv, rtl/ni/injection.sv and
// rtl/multicast/worm_decoder.sv: a head flit carries the route at the router that it comes to.
// docs/microarchitecture.md, section 6.8.
//
// Behaviour  The field of the head on the link is this router's route. The head is written into the
//            buffer with that of the next router: by addresses that at neighbour[port], by tables
//            that in this router's row for the head. An interface writes the first.
// Shapes     With a field only (look): no source routing. Heads of worms have nothing in it.

#ifndef NOC_ROUTE_AHEAD_H
#define NOC_ROUTE_AHEAD_H

#include "router/route.h"
#include "router/router_view.h"
#include "shape/packet.h"

#ifdef __cplusplus
extern "C" {
#endif

// The route that a row stands for, where none is chosen by credits.
NOC_INLINE next_hop_t route_of_row(table_row_t row) {
  return (next_hop_t){.port = (uint32_t)view_lowest(row.candidates), .vc_class = row.vc_class};
}

// {class, port}, as the field has them.
NOC_INLINE uint32_t route_bits(const router_view_t *r, next_hop_t route) {
  return route.port | route.vc_class << r->path_class;
}

// Writes a route into the field of the head that `payload` begins with.
NOC_INLINE void route_put_bits(const router_view_t *r, uint64_t *payload, uint32_t bits) {
  packet_set_field(payload, r->look_lsb, r->look_w, bits);
}
NOC_INLINE void route_put(const router_view_t *r, uint64_t *payload, next_hop_t next) {
  route_put_bits(r, payload, route_bits(r, next));
}

// Writes the route at address `own` into it.
NOC_INLINE void route_ahead(const router_view_t *r, uint64_t *payload, uint32_t own,
                            uint32_t extent) {
  const uint32_t destination = route_destination(r, payload[0]);
  route_put(r, payload, route_by_address(r, destination, own, extent));
}

// Writes the next route into `payload`, a copy of the head on the link of input `in` of member m.
NOC_INLINE void route_onward(const router_view_t *r, size_t m, size_t in, uint64_t *payload) {
  if (r->routing == ROUTE_TABLE) {
    const uint32_t destination = route_destination(r, payload[0]);
    assert(destination < r->rows);  // behind these are own rows
    route_put(r, payload, route_of_row(route_table(r, m, in, r->f.in_vc[in], destination)));
    return;
  }
  const next_hop_t here = route_carried(r, payload);
  route_ahead(r, payload, r->f.neighbour[m * r->ports + here.port], r->f.extent[m]);
}

#ifdef __cplusplus
}
#endif

#endif
