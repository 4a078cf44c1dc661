// xor_units -- the XOR units of a network as it sees them: which have completed
// a packet or a result, or offer one to their hosts, and for the conservation
// of flits how many left the network for a slot alone and how many beats the
// units made. Both are counted from the pins, so that they hold for RTL too.

#include <string.h>

#include "network/network_state.h"
#include "shape/lanes.h"

enum { BYTES = 8, NODES = 64 };

// An edge leaves the delivery and result registers alone where the host holds back.
void xor_units_before(network_t *n) {
  const interface_fields_t *f = &n->interface_pins;
  if (n->holding == 0) {
    if (n->any_held) {
      memset(n->was_held, 0, n->nodes * sizeof *n->was_held);
      memset(n->result_held, 0, n->shape.xor_unit * n->nodes * sizeof *n->result_held);
    }
    n->any_held = false;
    return;
  }
  n->any_held = true;
  for (uint32_t s = 0; s < n->nodes; s++) {
    n->was_held[s] = (uint16_t)(f->del_valid[s] & ~f->del_ready[s]);
  }
  for (uint32_t s = 0; n->shape.xor_unit && s < n->nodes; s++) {
    n->result_held[s] = f->res_valid[s] & (f->res_ready[s] ^ 1u);
  }
}

// The low bits of 64 bytes.
static uint64_t low_bits(const uint8_t *from) {
  uint64_t mask = 0;
  for (unsigned b = 0; b < NODES / BYTES; b++) {
    uint64_t bytes;
    memcpy(&bytes, from + (size_t)BYTES * b, sizeof bytes);
    bytes &= UINT64_C(0x0101010101010101);
    mask |= (bytes * UINT64_C(0x0102040810204080) >> 56) << (BYTES * b);
  }
  return mask;
}

// The same of up to 64 masks of one bit.
static uint64_t low_bits16(const uint16_t *from, size_t count) {
  uint64_t mask = 0;
  for (size_t i = 0; i < count; i += LANES) {
    mask |= lanes_low(lanes_load(from + i, count - i)) << i;
  }
  return mask;
}

// Marks those of 64 interfaces whose delivery registers have taken a flit at the edge.
static uint64_t delivered(const uint16_t *valid, const uint16_t *held) {
  uint64_t mask = 0;
  for (size_t i = 0; i < NODES; i += LANES) {
    const uint64_t fresh = lanes_load(valid + i, LANES) & ~lanes_load(held + i, LANES);
    mask |= fresh != 0 ? lanes_low(lanes_any(fresh)) << i : 0;
  }
  return mask;
}

// Sets the bits of nodes, whose slots are those of `mask` from `first` on.
static void spread(const network_t *n, uint64_t *nodes, size_t first, uint64_t mask) {
  if (n->nodes_in_order) {
    nodes[first / NODES] = mask;
    return;
  }
  for (; mask != 0; mask &= mask - 1) {
    const uint32_t node = n->id[n->routers + first + (size_t)__builtin_ctzll(mask)];
    nodes[node / NODES] |= UINT64_C(1) << node % NODES;
  }
}

void xor_units_observe(network_t *n) {
  const interface_fields_t *f = &n->interface_pins;
  uint64_t any = 0;
  memset(n->fill_mask, 0, n->mask_words * sizeof *n->fill_mask);
  memset(n->done_mask, 0, n->mask_words * sizeof *n->done_mask);
  memset(n->result_mask, 0, n->mask_words * sizeof *n->result_mask);
  n->results = 0;
  for (size_t s = 0; s < n->nodes; s += NODES) {
    const size_t count = n->nodes - s < NODES ? n->nodes - s : NODES;
    const uint64_t fills = low_bits(f->fill_valid + s);
    const uint64_t dones = low_bits(f->done_valid + s);
    const uint64_t results = low_bits(f->res_valid + s);
    const uint64_t fresh = results & ~low_bits(n->result_held + s);
    const uint64_t popped = low_bits16(f->credit_out_valid + s, count);
    const uint64_t stored = popped & ~delivered(f->del_valid + s, n->was_held + s);
    n->counts.decoded += (unsigned)__builtin_popcountll(fresh);
    n->counts.stored += (unsigned)__builtin_popcountll(stored);
    n->results += (unsigned)__builtin_popcountll(results);
    spread(n, n->fill_mask, s, fills);
    spread(n, n->done_mask, s, dones);
    spread(n, n->result_mask, s, results);
    any |= fills | dones;
  }
  n->events = any != 0;
}
