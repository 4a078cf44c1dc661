// carrier_unicast -- see carrier_unicast.h.

#include "workload/carrier_unicast.h"

#include "workload/scoreboard.h"

// Where interfaces have XOR units every packet is coded.
static bool used(const workload_t *w) {
  return w->shape->xor_unit == 0;
}

bool carrier_unicast_beat(workload_t *w, uint32_t node, unsigned network, uint64_t now,
                          outgoing_t *out, noc_error_t *error) {
  return unicast_beat(w, node, network, now, out, error);
}

bool carrier_unicast_ready(const workload_t *w, uint32_t node, unsigned network,
                           const outgoing_t *out) {
  (void)out;
  return host_port_ready(w, node, network);
}

static bool head(const seen_t *s, const flight_t *flight, incoming_t *in, packet_type_t *type) {
  *type = s->w->shape->route_w > 0 ? PACKET_SOURCE_ROUTED : PACKET_UNICAST;
  return scoreboard_is_here(s, flight, in);
}

static bool arrived(const seen_t *s, const incoming_t *in, flight_t *flight) {
  return scoreboard_arrived(s->w, flight, in->source, s->now, s->error);
}

const carrier_code_t carrier_unicast = {
    .used = used,
    .head = head,
    .arrived = arrived,
};
