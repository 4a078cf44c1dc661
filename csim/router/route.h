// route -- the route of a head flit, by the unit that the shape has. docs/microarchitecture.md,
// section 6.
//
// Time  In the cycle in which the flit is on the link. A choice by credits reads them as they are
//       at the start of the cycle: it is made first (route_choose), before the allocators use any.

#ifndef NOC_ROUTE_H
#define NOC_ROUTE_H

#include <assert.h>

#include "router/route_dor.h"
#include "router/route_h3dm.h"
#include "router/route_octagon.h"
#include "router/route_room.h"
#include "router/route_select.h"
#include "router/route_source.h"
#include "router/route_table.h"
#include "router/router_view.h"
#include "shape/packet.h"

#ifdef __cplusplus
extern "C" {
#endif

NOC_INLINE uint32_t route_destination(const router_view_t *r, uint64_t head) {
  return (uint32_t)(head >> packet_destination_lsb()) & r->address_mask;
}

// Units that go by addresses alone.
NOC_INLINE next_hop_t route_by_address(const router_view_t *r, uint32_t destination, uint32_t own,
                                       uint32_t extent) {
  switch (r->routing) {
    case ROUTE_MESH:
      return route_mesh(r, destination, own);
    case ROUTE_TORUS:
      return route_torus(r, destination, own, extent);
    case ROUTE_HYPERCUBE:
      return route_hypercube(r, destination, own);
    case ROUTE_OCTAGON:
      return route_octagon(r, destination, own, extent);
    default:
      return route_h3dm(r, destination, own, extent);
  }
}

// The port among `candidates` for a packet of this class that arrives on VC v of input port
// `index`; `base` is the first port of the router.
NOC_INLINE uint32_t route_adaptive(const router_view_t *r, size_t base, size_t index, size_t v,
                                   table_row_t row) {
  const uint32_t vcs = (uint32_t)r->table->block[v] & r->table->of_class[row.vc_class];
  uint32_t room[SHAPE_MAX_PORTS];
  for (uint32_t left = row.candidates; left != 0; left &= left - 1) {
    const size_t o = view_lowest(left);
    room[o] = route_room(r, base + o, vcs);
  }
  return route_select(r, row.candidates, room, index);
}

// Makes the choice for the flit on the link of input `in` of member m, if it is a head.
NOC_INLINE void route_choose(const router_view_t *r, size_t m, size_t in) {
  if ((r->f.in_kind[in] & KIND_HEAD) != 0) {
    const size_t v = r->f.in_vc[in];
    const size_t base = m * r->ports;
    const uint32_t destination = route_destination(r, r->f.in_payload[in * r->words]);
    const table_row_t row = route_table(r, m, in, v, destination);
    r->port[in].chosen = (uint8_t)route_adaptive(r, base, in - base, v, row);
  }
}

// The route that a head brings along, with lookahead.
NOC_INLINE next_hop_t route_carried(const router_view_t *r, const uint64_t *payload) {
  const uint32_t field = (uint32_t)packet_field(payload, r->look_lsb, r->look_w);
  const next_hop_t route = {.port = field & r->tag_port_mask,
                            .vc_class = field >> r->path_class & r->path_class_mask};
  assert(route.port < r->ports && route.vc_class <= r->any_class);
  return route;
}

// The route of the head on the link of input `in` of member m.
NOC_INLINE next_hop_t route_head(const router_view_t *r, size_t m, size_t in) {
  const uint64_t *payload = r->f.in_payload + in * r->words;
  if (r->look) {
    return route_carried(r, payload);
  }
  if (r->routing == ROUTE_SOURCE) {
    return route_source(r, payload);
  }
  const uint32_t destination = route_destination(r, payload[0]);
  if (r->routing == ROUTE_TABLE) {
    const table_row_t row = route_table(r, m, in, r->f.in_vc[in], destination);
    const uint32_t port =
        r->adaptive ? r->port[in].chosen : route_select(r, row.candidates, NULL, 0);
    return (next_hop_t){.port = port, .vc_class = row.vc_class};
  }
  return route_by_address(r, destination, r->f.addr[m], r->f.extent[m]);
}

#ifdef __cplusplus
}
#endif

#endif
