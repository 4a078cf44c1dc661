// host_pins -- what hosts read of their interfaces every cycle, without a call: network_ready(),
// network_delivered() and network_delivery() of network.h for a workload that keeps this; and how
// they go on with a packet.

#ifndef NOC_HOST_PINS_H
#define NOC_HOST_PINS_H

#include <assert.h>

#include "network/network.h"
#include "network/shards.h"

// Done by the hosts of a shard in this cycle; network_step() adds it to what others have done.
typedef struct {
  uint64_t accepted;
  bool offered;
  uint64_t unused[6];  // shards are in different lines of the cache
} offers_t;

// They are those of a network, for as long as it lives, and up to date whatever its links are.
typedef struct {
  const interface_fields_t *pins;  // of all interfaces
  const uint32_t *slot;            // [node]: its place there
  const noc_shape_t *shape;
  uint64_t *beats;                // [slot / 64]: offers a beat
  offers_t *offers;               // [shard]
  const uint8_t *shard_of_block;  // [slot / SHARDS_BLOCK]
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

// A beat behind the first of its packet, which the interface is ready for, where there is one
// virtual network, no age, and a flit is one word: the other pins are what they are, those of the
// beat before it.
static inline void host_pins_go_on(const host_pins_t *h, uint32_t node, uint64_t data) {
  const interface_fields_t *f = h->pins;
  const uint32_t slot = h->slot[node];
  offers_t *offers = &h->offers[h->shard_of_block[slot / SHARDS_BLOCK]];
  assert(!f->host_valid[slot]);
  f->host_valid[slot] = 1;
  f->host_data[slot] = data;
  h->beats[slot / 64] |= UINT64_C(1) << slot % 64;
  offers->offered = true;
  offers->accepted++;
}

#endif
