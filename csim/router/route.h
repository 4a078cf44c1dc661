// route -- the route computation of an input unit: which unit does it is a matter of the shape.
// docs/microarchitecture.md, section 6.

#ifndef NOC_ROUTE_H
#define NOC_ROUTE_H

#include "router/packet.h"
#include "router/route_dor.h"
#include "router/route_h3dm.h"
#include "router/route_octagon.h"
#include "router/route_source.h"

#ifdef __cplusplus
extern "C" {
#endif

// The route of a flit that is a head, by all units but the table.
NOC_INLINE route_to_t route_compute(const router_view_t *r, const uint64_t *payload, uint32_t own,
                                    uint32_t extent) {
  const uint32_t destination = (uint32_t)(payload[0] >> packet_destination_lsb()) & r->address_mask;
  switch (r->routing) {
    case ROUTE_MESH:
      return route_mesh(r, destination, own);
    case ROUTE_TORUS:
      return route_torus(r, destination, own, extent);
    case ROUTE_HYPERCUBE:
      return route_hypercube(r, destination, own);
    case ROUTE_OCTAGON:
      return route_octagon(r, destination, own, extent);
    case ROUTE_H3DM:
      return route_h3dm(r, destination, own, extent);
    default:
      return route_source(r, payload);
  }
}

#ifdef __cplusplus
}
#endif

#endif
