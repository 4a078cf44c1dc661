// links_fetch -- brings what the links of a large
// network carry into the cache; see network_state.h.
//
// In a network that no cache holds, every flit waits for the memory of its link, of the output that
// shows it and of the input it goes to. So for each stretch of routers the links and outputs are
// fetched two stretches ahead, and the inputs, which the links name, one ahead.

#include <string.h>

#include "network/network_state.h"

static void fetch_outputs(const network_t *n, uint32_t from) {
  const link_pins_t *p = &n->pins;
  __builtin_prefetch(&n->end[from]);
  __builtin_prefetch(&n->link_flits[from], 1);
  __builtin_prefetch(&p->out_payload[(size_t)from * n->shape.words]);
}

static void fetch_input(const network_t *n, uint32_t from) {
  const link_pins_t *p = &n->pins;
  const link_end_t *end = &n->end[from];
  __builtin_prefetch(&p->in_valid[end->component], 1);
  __builtin_prefetch(&p->in_vc[end->port], 1);
  __builtin_prefetch(&p->in_kind[end->port], 1);
  __builtin_prefetch(&p->in_payload[(size_t)end->port * n->shape.words], 1);
}

static void fetch_credit(const network_t *n, uint32_t from) {
  const link_end_t *end = &n->end[from];
  __builtin_prefetch(&n->pins.credit_in_valid[end->component], 1);
  __builtin_prefetch(&n->pins.credit_in_vc[end->port], 1);
}

static void fetch_link(const network_t *n, uint32_t from) {
  __builtin_prefetch(&n->end[from]);
}

// For every port set in the masks of a stretch of routers. Masks go by fours; those behind the last
// whole four of the network are left out.
static inline __attribute__((always_inline)) void for_ports(const network_t *n,
                                                            const uint16_t *mask, uint32_t slot,
                                                            void (*fetch)(const network_t *,
                                                                          uint32_t)) {
  const uint32_t behind = slot + LINKS_STRETCH;
  const uint32_t end = behind < n->routers ? behind : n->routers & ~3u;
  for (uint32_t s = slot; s < end; s += 4) {
    uint64_t four;
    memcpy(&four, mask + s, sizeof four);
    for (; four != 0; four &= four - 1) {
      const unsigned bit = (unsigned)__builtin_ctzll(four);
      fetch(n, (s + bit / 16) * n->shape.ports + bit % 16);
    }
  }
}

void links_fetch(const network_t *n, uint32_t slot) {
  for_ports(n, n->pins.out_valid, slot, fetch_input);
  for_ports(n, n->pins.credit_out_valid, slot, fetch_credit);
  for_ports(n, n->pins.out_valid, slot + LINKS_STRETCH, fetch_outputs);
  for_ports(n, n->pins.credit_out_valid, slot + LINKS_STRETCH, fetch_link);
}
