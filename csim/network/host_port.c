// host_port -- the hosts' side of the interfaces' pins: beats,
// commands, deliveries, and what XOR units tell; see network.h.

#include <assert.h>

#include "network/host_pins.h"
#include "network/network.h"
#include "network/network_state.h"

host_pins_t network_host_pins(const network_t *n) {
  return (host_pins_t){.pins = &n->interface_pins,
                       .slot = n->node_slot,
                       .shape = &n->shape,
                       .beats = n->wires.beats,
                       .offers = n->offers,
                       .shard_of_block = n->shard_of_block};
}

uint32_t network_ready(const network_t *n, uint32_t node) {
  const host_pins_t pins = network_host_pins(n);
  return host_pins_ready(&pins, node);
}

// The interface of another process gets its beat there.
static __attribute__((noinline)) void take_back(const network_t *n, uint32_t slot) {
  n->interface_pins.host_valid[slot] = 0;
  n->wires.beats[slot / 64] &= ~(UINT64_C(1) << slot % 64);
}

void network_offer(network_t *n, uint32_t node, const host_beat_t *beat) {
  const interface_fields_t *f = &n->interface_pins;
  uint32_t slot = n->node_slot[node];
  assert(!f->host_valid[slot]);
  f->host_valid[slot] = 1;
  n->wires.beats[slot / 64] |= UINT64_C(1) << slot % 64;
  if (n->split != NULL && !split_has_node(n->split, slot)) {
    take_back(n, slot);
  }
  f->host_network[slot] = beat->network;
  f->host_type[slot] = (uint8_t)beat->type;
  f->host_dst[slot] = beat->destination;
  f->host_message[slot] = (uint16_t)beat->message;
  f->host_flits[slot] = beat->flits;
  if (n->shape.multicast) {
    f->host_headers[slot] = beat->headers;
  }
  if (n->shape.aged) {
    f->host_age[slot] = beat->age;
  }
  for (unsigned w = 0; w < n->shape.words && beat->from == 0; w++) {
    f->host_data[(size_t)slot * n->shape.words + w] = beat->data[w];
  }
  offers_t *offers = &n->offers[n->shard_of_block[slot / SHARDS_BLOCK]];
  offers->offered = true;
  if (n->shape.xor_unit) {
    f->host_slot[slot] = beat->slot;
    f->host_name[slot] = beat->name;
    f->host_from[slot] = beat->from;
  }
  if (beat->from == 0) {
    offers->accepted += ((uint32_t)f->host_ready[slot] >> beat->network) & 1u;
  } else if (f->inj_from[slot] == 0) {
    offers->accepted += ((uint32_t)f->host_ready[slot] >> beat->network & 1u) * beat->flits;
  }
}

void network_command(network_t *n, uint32_t node, const host_command_t *command) {
  const interface_fields_t *f = &n->interface_pins;
  const uint32_t slot = n->node_slot[node];
  assert(n->shape.xor_unit && !f->cmd_valid[slot]);
  f->cmd_valid[slot] = network_has_node(n, node);
  f->cmd_op[slot] = (uint8_t)command->op;
  f->cmd_slot[slot] = command->slot;
  f->cmd_a[slot] = command->a;
  f->cmd_b[slot] = command->b;
  f->cmd_deliver[slot] = command->deliver;
  if (command->op == COMMAND_LOAD) {
    f->cmd_name[slot] = command->name;
    f->cmd_flits[slot] = command->flits;
    for (unsigned w = 0; w < n->shape.words; w++) {
      f->cmd_data[(size_t)slot * n->shape.words + w] = command->data[w];
    }
  }
  n->counts.commands++;
  n->commanded = true;
}

uint32_t network_offered(const network_t *n, uint32_t node) {
  return n->interface_pins.del_valid[n->node_slot[node]];
}

uint32_t network_refused(const network_t *n, uint32_t node) {
  const interface_fields_t *f = &n->interface_pins;
  const uint32_t slot = n->node_slot[node];
  return f->del_valid[slot] & ~(uint32_t)f->del_ready[slot];
}

uint32_t network_delivered(const network_t *n, uint32_t node) {
  const host_pins_t pins = network_host_pins(n);
  return host_pins_delivered(&pins, node);
}

bool network_delivery(const network_t *n, uint32_t node, unsigned network,
                      host_delivery_t *delivery) {
  const host_pins_t pins = network_host_pins(n);
  host_pins_delivery(&pins, node, network, delivery);
  return (network_delivered(n, node) >> network & 1) != 0;
}

bool network_result(const network_t *n, uint32_t node, host_result_t *result) {
  const interface_fields_t *f = &n->interface_pins;
  const uint32_t slot = n->node_slot[node];
  if ((n->result_mask[node / 64] >> node % 64 & 1) == 0) {
    return false;
  }
  *result = (host_result_t){.kind = f->res_kind[slot],
                            .slot = f->res_slot[slot],
                            .name = f->res_name[slot],
                            .data = &f->res_data[(size_t)slot * n->shape.words]};
  return true;
}

const uint64_t *network_delivery_mask(const network_t *n) {
  return n->delivery_mask;
}

const uint64_t *network_fill_mask(const network_t *n) {
  return n->fill_mask;
}

const uint64_t *network_done_mask(const network_t *n) {
  return n->done_mask;
}

const uint64_t *network_result_mask(const network_t *n) {
  return n->result_mask;
}

bool network_fill(const network_t *n, uint32_t node, host_fill_t *fill) {
  const interface_fields_t *f = &n->interface_pins;
  const uint32_t slot = n->node_slot[node];
  if ((n->fill_mask[node / 64] >> node % 64 & 1u) == 0) {
    return false;
  }
  *fill = (host_fill_t){f->fill_slot[slot], f->fill_source[slot], f->fill_message[slot]};
  return true;
}

bool network_fills(const network_t *n, uint32_t node, host_fill_t *fill) {
  const interface_fields_t *f = &n->interface_pins;
  const uint32_t slot = n->node_slot[node];
  *fill = (host_fill_t){f->fill_slot[slot], f->fill_source[slot], f->fill_message[slot]};
  return f->fill_valid[slot] != 0;
}

uint16_t network_done(const network_t *n, uint32_t node) {
  const bool done = (n->done_mask[node / 64] >> node % 64 & 1u) != 0;
  return done ? n->interface_pins.done_slot[n->node_slot[node]] : 0;
}

uint16_t network_from(const network_t *n, uint32_t node) {
  return n->shape.xor_unit ? n->interface_pins.inj_from[n->node_slot[node]] : 0;
}

const uint64_t *network_entering_mask(const network_t *n) {
  return n->entering_mask;
}

uint32_t network_entering_message(const network_t *n, uint32_t node) {
  const uint32_t slot = n->node_slot[node];
  if (n->split != NULL && n->split->mirror) {
    return n->split->entering_message[node];
  }
  const uint64_t *payload = n->wired
                                ? wires_injected(&n->wires, slot)
                                : &n->interface_pins.out_payload[(size_t)slot * n->shape.words];
  return (uint32_t)packet_field(payload, packet_message_lsb(&n->shape), n->shape.msg_w);
}
