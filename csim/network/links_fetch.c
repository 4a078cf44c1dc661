// links_fetch -- brings what the links of a large network carry into the cache; see network_state.h.
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

void links_fetch(const network_t *n, uint32_t slot) {
  const unsigned ports = n->shape.ports;
  for (uint32_t s = slot; s < slot + LINKS_STRETCH && s < n->routers; s++) {
    for (uint32_t m = n->pins.out_valid[s]; m != 0; m &= m - 1) {
      fetch_input(n, s * ports + (unsigned)__builtin_ctz(m));
    }
    for (uint32_t m = n->pins.credit_out_valid[s]; m != 0; m &= m - 1) {
      fetch_credit(n, s * ports + (unsigned)__builtin_ctz(m));
    }
  }
  for (uint32_t s = slot + LINKS_STRETCH; s < slot + 2 * LINKS_STRETCH && s < n->routers; s++) {
    for (uint32_t m = n->pins.out_valid[s]; m != 0; m &= m - 1) {
      fetch_outputs(n, s * ports + (unsigned)__builtin_ctz(m));
    }
    for (uint32_t m = n->pins.credit_out_valid[s]; m != 0; m &= m - 1) {
      __builtin_prefetch(&n->end[s * ports + (unsigned)__builtin_ctz(m)]);
    }
  }
}
