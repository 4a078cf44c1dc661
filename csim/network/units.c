// units -- the XOR units of a network as it sees them: which have completed a packet or a result, and
// for the conservation of flits how many left the network for a slot alone and how many beats the
// units made. Both are counted from the pins, so that they hold for RTL too.

#include <string.h>

#include "network/network_state.h"

enum { BYTES = 8, NODES = 64 };

// An edge leaves the delivery registers alone if the host holds back.
void units_before(network_t *n) {
  const interface_fields_t *f = &n->interface_pins;
  if (n->holding == 0) {
    if (n->any_held) {
      memset(n->was_held, 0, n->nodes);
    }
    n->any_held = false;
    return;
  }
  n->any_held = true;
  for (uint32_t s = 0; s < n->nodes; s++) {
    n->was_held[s] = f->del_valid[s] & (f->del_ready[s] ^ 1u);
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
  enum { A_WORD = 4 };
  uint64_t mask = 0;
  for (size_t i = 0; i < count; i += A_WORD) {
    uint64_t four = 0;
    memcpy(&four, from + i, (count - i < A_WORD ? count - i : A_WORD) * sizeof *from);
    four &= UINT64_C(0x0001000100010001);
    mask |= (four * UINT64_C(0x0001000200040008) >> 48 & 15) << i;
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

void units_observe(network_t *n) {
  const interface_fields_t *f = &n->interface_pins;
  uint64_t any = 0;
  memset(n->fill_mask, 0, n->mask_words * sizeof *n->fill_mask);
  memset(n->done_mask, 0, n->mask_words * sizeof *n->done_mask);
  for (size_t s = 0; s < n->nodes; s += NODES) {
    const size_t count = n->nodes - s < NODES ? n->nodes - s : NODES;
    const uint64_t fills = low_bits(f->fill_valid + s);
    const uint64_t dones = low_bits(f->done_valid + s);
    const uint64_t fresh = low_bits(f->del_valid + s) & ~low_bits(n->was_held + s);
    const uint64_t decoded = fresh & low_bits(f->del_decoded + s);
    const uint64_t popped = low_bits16(f->credit_out_valid + s, count);
    n->counts.decoded += (unsigned)__builtin_popcountll(decoded);
    n->counts.stored += (unsigned)__builtin_popcountll(popped & ~(fresh & ~decoded));
    spread(n, n->fill_mask, s, fills);
    spread(n, n->done_mask, s, dones);
    any |= fills | dones;
  }
  n->events = any != 0;
}
