// carrier_unicast -- packets to one node, as they are. Their beats are here for host.c, which sends
// most packets so.

#ifndef NOC_CARRIER_UNICAST_H
#define NOC_CARRIER_UNICAST_H

#include <string.h>

#include "workload/host.h"
#include "workload/source_route.h"

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
  const host_beat_t beat = {
      .network = (uint8_t)network,
      .age = host_beat_age(w, node, out, now),
      .type = routed ? PACKET_SOURCE_ROUTED : PACKET_UNICAST,
      .destination = out->destination,
      .message = out->message,
      .flits = out->flits,
      .data = data,
  };
  network_offer(w->network, node, &beat);
  out->sent++;
  return true;
}

#endif
