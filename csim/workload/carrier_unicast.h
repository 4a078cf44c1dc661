// carrier_unicast -- packets to one node, as they are. Their beats are here for host.c, which sends
// most packets so.

#ifndef NOC_CARRIER_UNICAST_H
#define NOC_CARRIER_UNICAST_H

#include <string.h>

#include "workload/host.h"
#include "workload/source_route.h"

// Offers the next beat, whose data the caller has.
static inline __attribute__((always_inline)) void unicast_offer(workload_t *w, uint32_t node,
                                                                unsigned network, uint64_t now,
                                                                outgoing_t *out, packet_type_t type,
                                                                const uint64_t *data) {
  const host_beat_t beat = {
      .network = (uint8_t)network,
      .age = host_beat_age(w, node, out, now),
      .type = type,
      .destination = out->destination,
      .message = out->message,
      .flits = out->flits,
      .data = data,
  };
  network_offer(w->network, node, &beat);
  out->sent++;
}

static inline __attribute__((always_inline)) bool unicast_beat(workload_t *w, uint32_t node,
                                                               unsigned network, uint64_t now,
                                                               outgoing_t *out,
                                                               noc_error_t *error) {
  uint64_t made[SHAPE_MAX_WORDS];
  const uint64_t *data = host_data(w, out, out->sent, made);
  const bool routed = w->shape->route_w > 0;
  if (routed && out->sent == 0) {
    memmove(made, data, w->shape->words * sizeof *made);
    data = made;
    if (!source_route_write(network_routing(w->network), w->shape, node,
                            network_node(w->network, out->destination), made, error)) {
      return false;
    }
  }
  const packet_type_t type = routed ? PACKET_SOURCE_ROUTED : PACKET_UNICAST;
  unicast_offer(w, node, network, now, out, type, data);
  return true;
}

#endif
