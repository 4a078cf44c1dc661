// switch_allocator -- golden model of rtl/router/switch_allocator.sv: which flits cross in this
// cycle. docs/microarchitecture.md, section 10.
//
// Behaviour  Separable, input first. An input picks one of its VCs that hold an output VC and have
//            a flit for which it has the credits, those that have won VC allocation in this cycle
//            included (a cut-through head needs credits for its whole packet, others one); an
//            output picks one of the inputs that ask for it. Both choices are round robin, with
//            ages among the oldest packets; the pointers of winners move.
// Time       After input_allocated(), whose winners count; else it reads the registers before the
//            edge, and moves its pointers at it.
// Registers  sa_in_ptr, sa_out_ptr.
//
// `base` is the first port of the word's members; used like the VC allocator.

#ifndef NOC_SWITCH_ALLOCATOR_H
#define NOC_SWITCH_ALLOCATOR_H

#include "router/input_unit.h"
#include "router/router_view.h"
#include "router/rr_arbiter.h"

#ifdef __cplusplus
extern "C" {
#endif

// In a router with ages, between the stages, an input stops asking for an output that an older one
// asks for. Returns the outputs that are still asked for.
NOC_INLINE uint64_t sa_leave_oldest(const router_view_t *r, size_t base, uint64_t asked) {
  uint64_t still = 0;
  for (; asked != 0; asked &= asked - 1) {
    const size_t b = view_lowest(asked);
    port_t *output = &r->port[base + b];
    output->want = (uint16_t)input_oldest_picks(r, base + r->table->lane[b], output->want);
    still |= (uint64_t)(output->want != 0) << b;
  }
  return still;
}

// The input stage over the inputs in `filled`, a word. Returns the outputs that are asked for.
NOC_INLINE uint64_t sa_ask(const router_view_t *r, size_t base, uint64_t filled) {
  uint64_t asked = 0;
  for (; filled != 0; filled &= filled - 1) {
    size_t b = view_lowest(filled);
    size_t in = base + b;
    port_t *input = &r->port[in];
    uint32_t request = input_ready(input->input);
    if (r->aged) {
      request = input_oldest(r, in, request);
    }
    if (request != 0) {
      size_t lane = r->table->lane[b];
      size_t v = rr_winner(request, input->sa_in_ptr);
      size_t port = r->input_vc[in * r->vcs + v].out_port;
      port_t *output = &r->port[base + lane + port];
      input->choice = (uint8_t)v;
      output->want = (uint16_t)(output->want | UINT32_C(1) << (b - lane));
      asked |= view_bit(lane + port);
    }
  }
  return r->aged ? sa_leave_oldest(r, base, asked) : asked;
}

// The output stage for the output at bit b, which has been asked for: there is a winner.
NOC_INLINE grant_t sa_grant(const router_view_t *r, size_t base, size_t b) {
  size_t lane = r->table->lane[b];
  size_t out = base + b;
  port_t *output = &r->port[out];
  size_t i = rr_winner(output->want, output->sa_out_ptr);
  size_t in = base + lane + i;
  size_t v = r->port[in].choice;
  output->want = 0;
  output->sa_out_ptr = r->table->next_port[i];
  r->port[in].sa_in_ptr = r->table->next_vc[v];
  return (grant_t){.in = in,
                   .out = out,
                   .in_port = i,
                   .out_port = b - lane,
                   .in_vc = v,
                   .out_vc = r->input_vc[in * r->vcs + v].out_vc};
}

// The unit alone: one router's allocator. Returns the number of grants, at most `ports`.
uint32_t sa_clock(const router_view_t *r, grant_t *granted);

#ifdef __cplusplus
}
#endif

#endif
