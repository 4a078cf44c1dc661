// fetch -- see fetch.h. A compiler that sees only prefetches in a function takes it for one that
// does nothing, and leaves calls to it out: so fetch_part() is called from elsewhere alone, and all
// others are inlined into it.

#include "router/fetch.h"

#include "base/arena.h"
#include "router/input_unit.h"

enum {
  FIRST_TURN = 2,  // groups ahead
  SECOND_TURN = 1,
  DENSE = 12  // ports in use: from here on all of the group are fetched
};

// The ports of a group that an edge goes by.
NOC_INLINE uint64_t in_use(const router_view_t *r, uint32_t group) {
  return r->flit_in[group] | r->credit_in[group] | r->st_valid[group] | r->inputs_filled[group];
}

NOC_INLINE bool is_dense(const router_view_t *r, uint32_t group) {
  return __builtin_popcountll(in_use(r, group)) >= DENSE;
}

// -- The first turn ------------------------------------------------------------------------------

// Where few ports are in use, all that is fetched of them is fetched here.
NOC_INLINE void fetch_ports(const router_view_t *r, uint32_t group) {
  const size_t base = (size_t)group * r->group * r->ports;
  if (is_dense(r, group)) {
    arena_fetch(&r->port[base], r->group * r->ports * sizeof *r->port);
    return;
  }
  for (uint64_t left = in_use(r, group); left != 0; left &= left - 1) {
    const size_t port = base + view_lowest(left);
    __builtin_prefetch(&r->port[port], 1);
    __builtin_prefetch(&r->input_vc[port * r->vcs], 1);
    __builtin_prefetch(&r->output_vc[port * r->vcs], 1);
    __builtin_prefetch(&r->wire[port]);
  }
}

NOC_INLINE void fetch_queues(const router_view_t *r, uint32_t group) {
  const size_t first = (size_t)group * r->group * r->ports * r->vcs;
  if (is_dense(r, group)) {
    arena_fetch(&r->input_vc[first], r->group * r->ports * r->vcs * sizeof *r->input_vc);
  }
}

NOC_INLINE void fetch_outputs(const router_view_t *r, uint32_t group) {
  const size_t ports = r->group * r->ports;
  const size_t base = group * ports;
  if (is_dense(r, group)) {
    arena_fetch(&r->output_vc[base * r->vcs], ports * r->vcs * sizeof *r->output_vc);
    arena_fetch(&r->wire[base], ports * sizeof *r->wire);
    arena_fetch(&r->sent[base], ports * sizeof *r->sent);
    arena_fetch(&r->f.in_payload[base * r->words], ports * r->words * sizeof *r->f.in_payload);
  }
}

// -- The second turn -----------------------------------------------------------------------------

NOC_INLINE void fetch_crossing(const router_view_t *r, uint32_t group) {
  const size_t base = (size_t)group * r->group * r->ports;
  for (uint64_t left = r->st_valid[group]; left != 0; left &= left - 1) {
    const port_t *port = &r->port[base + view_lowest(left)];
    const wire_t *wire = &r->wire[base + port->st_bit];
    __builtin_prefetch(&r->payload[(base * r->slots + port->st_at) * r->words]);
    __builtin_prefetch(&r->f.out_payload[wire->port * r->words], 1);
  }
}

NOC_INLINE void fetch_tags(const router_view_t *r, uint32_t group) {
  const size_t base = (size_t)group * r->group * r->ports;
  for (uint64_t filled = r->inputs_filled[group]; filled != 0; filled &= filled - 1) {
    const size_t in = base + view_lowest(filled);
    uint64_t vcs = r->port[in].input >> INPUT_FILLED & VC_MASK;
    for (; vcs != 0; vcs &= vcs - 1) {
      __builtin_prefetch(&r->tag[input_front_at(r, in, view_lowest(vcs))]);
    }
  }
}

NOC_INLINE void fetch_arriving(const router_view_t *r, uint32_t group) {
  const size_t base = (size_t)group * r->group * r->ports;
  for (uint64_t left = r->flit_in[group]; left != 0; left &= left - 1) {
    const size_t in = base + view_lowest(left);
    const size_t q = in * r->vcs + r->f.in_vc[in];
    const size_t at = q * r->depth + r->input_vc[q].wr;
    __builtin_prefetch(&r->payload[at * r->words], 1);
    __builtin_prefetch(&r->tag[at], 1);
  }
}

// The orders that VC allocation goes by, for the heads whose tags are there by now.
NOC_INLINE void fetch_orders(const router_view_t *r, uint32_t group) {
  const size_t base = (size_t)group * r->group * r->ports;
  for (uint64_t waiting = r->inputs_waiting[group]; waiting != 0; waiting &= waiting - 1) {
    const size_t b = view_lowest(waiting);
    const size_t in = base + b;
    uint64_t vcs = input_waiting(r->port[in].input);
    __builtin_prefetch(view_in_order(r, in), 1);
    for (; vcs != 0; vcs &= vcs - 1) {
      const size_t to = tag_port(r, input_front(r, in, view_lowest(vcs)));
      __builtin_prefetch(view_out_order(r, base + r->table->lane[b] + to, 0), 1);
    }
  }
}

void fetch_part(const router_view_t *r, uint32_t now, fetch_t part) {
  const uint32_t end = view_groups(r, r->end);
  const uint32_t second = now + SECOND_TURN;
  const uint32_t first = now + FIRST_TURN < end ? now + FIRST_TURN : second;  // the last again
  if (second >= end) {
    return;
  }
  switch (part) {
    case FETCH_CROSSING:
      fetch_crossing(r, second);
      break;
    case FETCH_PORTS:
      fetch_ports(r, first);
      break;
    case FETCH_QUEUES:
      fetch_queues(r, first);
      fetch_tags(r, second);
      break;
    case FETCH_OUTPUTS:
      fetch_outputs(r, first);
      break;
    case FETCH_ARRIVING:
      fetch_arriving(r, second);
      fetch_orders(r, second);
      break;
  }
}
