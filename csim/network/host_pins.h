// host_pins -- what hosts read of their interfaces every cycle, without a call: network_ready(),
// network_delivered() and network_delivery() of network.h for a workload that keeps this.

#ifndef NOC_HOST_PINS_H
#define NOC_HOST_PINS_H

#include "network/network.h"

// They are those of a network, for as long as it lives, and up to date whatever its links are.
typedef struct {
  const interface_fields_t *pins;  // of all interfaces
  const uint32_t *slot;            // [node]: its place there
  const noc_shape_t *shape;
} host_pins_t;

host_pins_t network_host_pins(const network_t *n);

static inline uint32_t host_pins_ready(const host_pins_t *h, uint32_t node) {
  return h->pins->host_ready[h->slot[node]];
}

static inline uint32_t host_pins_delivered(const host_pins_t *h, uint32_t node) {
  const uint32_t slot = h->slot[node];
  return (uint32_t)h->pins->del_valid[slot] & h->pins->del_ready[slot];
}

// Fills in what is offered on a virtual network, whether it is taken or not.
static inline void host_pins_delivery(const host_pins_t *h, uint32_t node, unsigned network,
                                      host_delivery_t *delivery) {
  const interface_fields_t *f = h->pins;
  const size_t d = (size_t)h->slot[node] * h->shape->networks + network;
  *delivery = (host_delivery_t){.vc = f->del_vc[d],
                                .kind = f->del_kind[d],
                                .type = f->del_type[d],
                                .source = f->del_source[d],
                                .message = f->del_message[d],
                                .data = &f->del_data[d * h->shape->words]};
  if (h->shape->xor_unit) {
    delivery->slot = f->del_slot[d];
    delivery->name = f->del_name[d];
  }
}

#endif
