// source_route -- see source_route.h.

#include "workload/source_route.h"

#include "shape/packet.h"

enum { MOST_ROUTERS = 256 };  // of a path: a field has one bit at least

void source_route_write_path(const routing_t *routing, const noc_shape_t *shape,
                             const routing_hop_t *hop, size_t routers, uint64_t *payload) {
  const unsigned field = shape->port_w + shape->class_w;
  for (unsigned at = 0; at + field <= shape->route_w; at += field) {
    const size_t i = at / field;
    uint64_t value = 0;
    if (i < routers) {
      const uint64_t vc_class = routing_cut(routing, hop[i].vc_class, shape->classes);
      value = hop[i].port | (shape->class_w > 0 ? vc_class << shape->port_w : 0);
    }
    packet_set_field(payload, shape->route_lsb + at, field, value);
  }
}

bool source_route_write(routing_t *routing, const noc_shape_t *shape, uint32_t from, uint32_t to,
                        uint64_t *payload, noc_error_t *error) {
  routing_hop_t hop[MOST_ROUTERS];
  const size_t routers = routing_path(routing, from, to, hop, MOST_ROUTERS, error);
  source_route_write_path(routing, shape, hop, routers, payload);
  return routers > 0;
}
