// carrier_forwarded -- packets that a host gives to its interface's forwarding unit, which copies
// them to the children of its node; docs/microarchitecture.md, section 16.

#include "workload/carrier_copies.h"
#include "workload/host.h"

// The multicast waits for a row and slots, and a packet for the one before of this host, whatever
// network that is on.
static flight_open_t open_packet(workload_t *w, uint32_t node, const front_t *front,
                                 uint32_t *message, flight_t **flight) {
  const unsigned networks = w->shape->networks;
  for (unsigned k = 0; k < networks; k++) {
    const outgoing_t *out = &w->outgoing[(size_t)node * networks + k];
    if (!host_is_free(out) && out->carrier == CARRIER_FORWARDED) {
      return FLIGHT_NUMBER_TAKEN;
    }
  }
  if (!forwards_open(w->forwards, front->operation, front->first, message, flight)) {
    return FLIGHT_NUMBER_TAKEN;
  }
  w->flights.flying++;
  return FLIGHT_OPENED;
}

static bool prepare(workload_t *w, const front_t *front, flight_t *flight, outgoing_t *out,
                    noc_error_t *error) {
  (void)out;
  return copies_prepare(w, front, flight, error);
}

bool carrier_forwarded_beat(workload_t *w, uint32_t node, unsigned network, uint64_t now,
                            outgoing_t *out, noc_error_t *error) {
  uint64_t made[SHAPE_MAX_WORDS];
  const host_forward_t beat = {
      .network = (uint8_t)network,
      .age = host_beat_age(w, node, out, now),
      .message = out->message,
      .flits = out->flits,
      .data = host_data(w, out, out->sent, made),
  };
  (void)error;
  network_forward(w->network, node, &beat);
  out->sent++;
  return true;
}

bool carrier_forwarded_ready(const workload_t *w, uint32_t node, unsigned network,
                             const outgoing_t *out) {
  (void)network;
  (void)out;
  return network_forward_ready(w->network, node);
}

const carrier_code_t carrier_forwarded = {
    .open = open_packet,
    .prepare = prepare,
    .copies = true,
    .handled = true,
};
