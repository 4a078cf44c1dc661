// energy -- see energy.h.

#include "network/energy.h"

#include "network/network_state.h"

// Flits in the injection and the ejection queues of all interfaces.
typedef struct {
  uint64_t injection, ejection;
} queued_t;

static queued_t count_queued(network_t *n) {
  queued_t q = {0, 0};
  for (size_t i = 0; i < n->banks; i++) {
    bank_t *b = n->bank[i];
    for (uint32_t m = 0; m < n->range[i].members && n->range[i].first >= n->routers; m++) {
      if (b->flits_inside(b, m) == 0) {  // as at the end of nearly all runs
        continue;
      }
      b->ops->state(b, m, false, n->words);
      for (unsigned vc = 0; vc < n->shape.vcs; vc++) {
        q.injection += network_register(n, b, "inj_count", vc);
        q.ejection += network_register(n, b, "ej_count", vc);
      }
    }
  }
  return q;
}

// Flits that have left their sender and are not in a buffer yet: on the input pins of components
// from one slot to before another.
static uint64_t count_arriving(const network_t *n, uint32_t from, uint32_t to) {
  uint64_t flits = 0;
  for (uint32_t slot = from; slot < to; slot++) {
    flits += (unsigned)__builtin_popcount(n->pins.in_valid[slot]);
  }
  return flits;
}

static uint64_t count_on_long_links(const network_t *n) {
  uint64_t flits = 0;
  for (unsigned i = 0; i < n->delay_lines; i++) {
    flits += n->delay[i].flits;
  }
  return flits;
}

static uint64_t count_xor_flits(network_t *n) {
  uint64_t flits = 0;
  for (size_t i = 0; n->shape.xor_unit && i < n->banks; i++) {
    bank_t *b = n->bank[i];
    for (uint32_t m = 0; b->xor_flits != NULL && m < b->config.members; m++) {
      flits += b->xor_flits(b, m);
    }
  }
  return flits;
}

void network_energy(network_t *n, network_energy_t *e) {
  if (n->split != NULL && n->split->settled) {
    *e = n->split->energy;
    return;
  }
  const network_counts_t *c = &n->counts;
  network_show_links(n);
  const queued_t q = count_queued(n);
  const uint64_t ejected = c->ejected_flits - count_arriving(n, n->routers, n->components);
  const bank_forward_t forwarded = forward_units_sum(n);
  *e = (network_energy_t){
      .buffer_writes =
          c->injected_flits + c->hops - count_arriving(n, 0, n->routers) - count_on_long_links(n),
      .buffer_reads = c->switched,  // a flit is read in the cycle in which it crosses
      .interface_writes = c->injected_flits + q.injection + ejected,
      .interface_reads = c->injected_flits + ejected - q.ejection,
      .crossbar = c->switched,
      .link_traversals = c->hops,
      .interface_links = c->injected_flits + c->ejected_flits,
      .xor_flits = count_xor_flits(n),
      .slot_writes = forwarded.stored,
      .slot_reads = forwarded.copied,
  };
}
