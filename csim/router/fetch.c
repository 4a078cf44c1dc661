// fetch -- see fetch.h. Not inlined anywhere: a compiler that sees only prefetches in a function
// may take it for one that does nothing.

#include "router/fetch.h"

#include "router/input_unit.h"

NOC_INLINE void fetch_output(const router_view_t *r, size_t out) {
  __builtin_prefetch(&r->port[out], 1);
  __builtin_prefetch(&r->output_vc[out * r->vcs], 1);
}

void fetch_inputs(const router_view_t *r, uint32_t group) {
  const size_t base = (size_t)group * r->group * r->ports;
  const uint64_t arriving = r->flit_in[group];
  const uint64_t used = arriving | r->st_valid[group] | r->inputs_filled[group];
  for (uint64_t inputs = used; inputs != 0; inputs &= inputs - 1) {
    const size_t in = base + view_lowest(inputs);
    __builtin_prefetch(&r->port[in], 1);
    __builtin_prefetch(&r->input_vc[in * r->vcs], 1);
    __builtin_prefetch(&r->tag[in * r->slots], 1);
    __builtin_prefetch(&r->payload[in * r->slots * r->words], 1);
    __builtin_prefetch(&r->f.in_payload[in * r->words]);
    __builtin_prefetch(&r->wire[in]);
  }
  uint64_t credits = r->credit_in[group];
  for (; credits != 0; credits &= credits - 1) {
    fetch_output(r, base + view_lowest(credits));
  }
}

void fetch_outputs(const router_view_t *r, uint32_t group) {
  const size_t base = (size_t)group * r->group * r->ports;
  for (uint64_t filled = r->inputs_filled[group]; filled != 0; filled &= filled - 1) {
    const size_t b = view_lowest(filled);
    const size_t in = base + b;
    const uint64_t input = r->port[in].input;
    for (uint32_t vcs = input >> INPUT_FILLED & VC_MASK; vcs != 0; vcs &= vcs - 1) {
      const size_t v = view_lowest(vcs);
      const bool active = (input >> (INPUT_ACTIVE + v) & 1) != 0;
      fetch_output(r, base + (active ? r->input_vc[in * r->vcs + v].out_bit
                                     : r->table->lane[b] + tag_port(r, input_front(r, in, v))));
    }
  }
  for (uint64_t crossing = r->st_valid[group]; crossing != 0; crossing &= crossing - 1) {
    const size_t b = view_lowest(crossing);
    const size_t to = r->wire[base + r->port[base + b].st_bit].port;
    __builtin_prefetch(&r->f.out_vc[to], 1);
    __builtin_prefetch(&r->f.out_kind[to], 1);
    __builtin_prefetch(&r->f.out_payload[to * r->words], 1);
  }
}
