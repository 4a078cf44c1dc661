// forward_units -- the forwarding units of a network: their hosts' side, what is known of them from
// the pins, and what waits for their slots; see network.h.

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "network/network.h"
#include "network/network_state.h"
#include "shape/lanes.h"

// -- Hosts ---------------------------------------------------------------------------------------

void network_child(network_t *n, uint32_t node, const host_child_t *child) {
  const interface_fields_t *f = &n->interface_pins;
  const noc_shape_t *s = &n->shape;
  const uint32_t slot = n->node_slot[node];
  assert(s->forward_unit && !f->forward_wr[slot]);
  assert(child->row < s->forward_rows && child->child < s->forward_children);
  // A table is loaded everywhere, as are those of routers, before the first cycle; then here alone.
  f->forward_wr[slot] = n->cycle == 0 || network_has_node(n, node);
  f->forward_wr_index[slot] = child->row * s->forward_children + child->child;
  f->forward_wr_data[slot] =
      (uint64_t)child->address << 2 | (uint64_t)child->last << 1 | (uint64_t)child->more;
  n->forwards = true;
}

void network_load_children(network_t *n) {
  assert(n->cycle == 0);
  network_clock_routers(n);
  forward_units_clear_pins(n);
  if (n->split != NULL) {
    split_show(n);
  }
}

bool network_forward_ready(const network_t *n, uint32_t node) {
  return n->interface_pins.forward_ready[n->node_slot[node]] != 0;
}

void network_forward(network_t *n, uint32_t node, const host_forward_t *beat) {
  const interface_fields_t *f = &n->interface_pins;
  const uint32_t slot = n->node_slot[node];
  assert(n->shape.forward_unit && !f->forward_valid[slot]);
  f->forward_valid[slot] = network_has_node(n, node);
  f->forward_network[slot] = beat->network;
  if (n->shape.aged) {
    f->forward_age[slot] = beat->age;
  }
  f->forward_message[slot] = (uint16_t)beat->message;
  f->forward_flits[slot] = beat->flits;
  memcpy(&f->forward_data[(size_t)slot * n->shape.words], beat->data,
         n->shape.words * sizeof *beat->data);
  n->counts.forwarded += f->forward_ready[slot];
  n->kept[slot] += f->forward_ready[slot];
  n->forwards = true;
}

void forward_units_clear_pins(network_t *n) {
  if (n->forwards) {
    memset(n->interface_pins.forward_wr, 0, n->nodes * sizeof *n->interface_pins.forward_wr);
    memset(n->interface_pins.forward_valid, 0, n->nodes * sizeof *n->interface_pins.forward_valid);
    n->forwards = false;
  }
}

// -- Counts of the units --------------------------------------------------------------------------

bank_forward_t network_forwarded(network_t *n) {
  return n->split != NULL ? n->split->forwarded : forward_units_sum(n);
}

bank_forward_t forward_units_sum(const network_t *n) {
  bank_forward_t sum = {0};
  for (size_t i = 0; n->shape.forward_unit && i < n->banks; i++) {
    bank_t *b = n->bank[i];
    if (b->forwarded != NULL) {
      const bank_forward_t of = b->forwarded(b, BANK_ALL);
      sum.stored += of.stored;
      sum.copied += of.copied;
      sum.used += of.used;
    }
  }
  return sum;
}

bank_forward_t network_forwarded_by(network_t *n, uint32_t node) {
  uint32_t member = 0;
  bank_t *b = network_member(n, COMPONENT_INTERFACE, node, &member);
  return n->shape.forward_unit ? b->forwarded(b, member) : (bank_forward_t){0};
}

// A flit that is offered to a host for the first time.
static void note_delivery(network_t *n, uint32_t slot) {
  const interface_fields_t *f = &n->interface_pins;
  const uint32_t vc = f->del_vc[slot];
  if ((f->del_kind[slot] & KIND_HEAD) != 0) {
    const uint32_t keep = f->del_type[slot] == PACKET_FORWARDED;
    n->keeping[slot] = (uint16_t)((n->keeping[slot] & ~(UINT32_C(1) << vc)) | keep << vc);
  }
  const uint64_t kept = n->keeping[slot] >> vc & 1u;
  n->kept[slot] += kept;
  n->counts.kept += kept;
}

void forward_units_observe(network_t *n) {
  const uint16_t *valid = n->interface_pins.del_valid;  // of one network, of whole words of nodes
  for (uint32_t first = 0; first < n->nodes && n->deliveries > 0; first += LANES) {
    const uint64_t some = lanes_load(valid + first, LANES);
    for (uint32_t slot = first; some != 0 && slot < first + LANES; slot++) {
      if (valid[slot] != 0 && n->was_held[slot] == 0) {
        note_delivery(n, slot);
      }
    }
  }
}

bool forward_units_check(network_t *n, noc_error_t *error) {
  for (uint32_t node = 0; n->shape.forward_unit && node < n->nodes; node++) {
    if (!network_has_node(n, node)) {
      continue;
    }
    const uint64_t kept = n->kept[n->node_slot[node]];
    const uint64_t stored = network_forwarded_by(n, node).stored;
    if (stored != kept) {
      return noc_fail(error, NOC_CHECK_FAILED,
                      "conservation: cycle %" PRIu64 ": node %" PRIu32 " has put %" PRIu64
                      " flits into its packet slots, of %" PRIu64
                      " that its host has handed over "
                      "or it has received to forward",
                      n->cycle, node, stored, kept);
    }
  }
  return true;
}

// -- Who waits -----------------------------------------------------------------------------------

// Injection queues of a network's block that are full; 0 if one is not.
static uint32_t full_block(const network_t *n, const bank_t *b, unsigned k) {
  const unsigned block = n->shape.vcs / n->shape.networks;
  uint32_t full = 0;
  for (unsigned v = k * block; v < (k + 1) * block; v++) {
    if (network_register(n, b, "inj_count", v) < SHAPE_INJ_DEPTH) {
      return 0;
    }
    full |= UINT32_C(1) << v;
  }
  return full;
}

// The queue that a packet of network k goes to, if it is full.
static uint32_t full_queue(const network_t *n, const bank_t *b, unsigned k) {
  const unsigned v = (unsigned)network_register(n, b, "inj_vc", k);
  return network_register(n, b, "inj_count", v) < SHAPE_INJ_DEPTH ? 0 : UINT32_C(1) << v;
}

bool network_needs_slot(network_t *n, uint32_t node, unsigned vc, network_slot_wait_t *wait) {
  uint32_t member = 0;
  bank_t *b = network_member(n, COMPONENT_INTERFACE, node, &member);
  *wait = (network_slot_wait_t){0};
  if (b->needs_slot == NULL || !b->needs_slot(b, member, vc)) {
    return false;
  }
  b->ops->state(b, member, false, n->words);
  if (network_register(n, b, "f_copy_busy", 0) != 0) {
    wait->vcs = full_queue(n, b, (unsigned)network_register(n, b, "f_copy_network", 0));
  } else if (network_register(n, b, "f_send_busy", 0) != 0 &&
             network_register(n, b, "f_send_timer", 0) == 0) {
    const unsigned k = (unsigned)network_register(n, b, "f_send_network", 0);
    // A packet of the host's is being handed over there.
    const bool between = network_register(n, b, "inj_left", k) == 0;
    wait->vcs = between ? full_block(n, b, k) : full_queue(n, b, k);
  }
  return true;
}
