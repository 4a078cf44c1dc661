// vc_allocator -- golden model of rtl/router/vc_allocator.sv: which waiting packet gets which
// output VC. docs/microarchitecture.md, section 9.
//
// Behaviour  Separable, input first. An input picks one of its waiting VCs for which some output
//            VC is eligible (of the packet's virtual network, free, with credits enough); an output
//            picks one of the inputs that ask for it, and then one of the eligible VCs. All three
//            choices are round robin; the pointers of winners move.
// Time       Reads the registers before the edge; moves its pointers at it.
// Registers  va_in_ptr, va_out_ptr, va_vc_ptr.
//
//   for (asked = va_ask(r, base, waiting); asked != 0; asked &= asked - 1) {
//     grant_t g = va_grant(r, base, view_lowest(asked));
//
// `base` is the first port (m0 * ports) of the word's members.

#ifndef NOC_VC_ALLOCATOR_H
#define NOC_VC_ALLOCATOR_H

#include "router/input_unit.h"
#include "router/rr_arbiter.h"
#include "router/view.h"

#ifdef __cplusplus
extern "C" {
#endif

// The output VCs that the packet with this tag at VC v may have.
NOC_INLINE uint32_t va_eligible(const router_view_t *r, uint32_t out, uint32_t v, uint32_t tag) {
  const output_t *output = &r->output[out];
  uint32_t vcs = r->table->block[v] & output->credited & ~(uint32_t)output->busy;
  uint32_t need = tag_need(r, tag);
  if (need > 1) {  // cut-through
    for (uint32_t left = vcs; left != 0; left &= left - 1) {
      uint32_t w = view_lowest(left);
      vcs &= ~((uint32_t)(r->output_vc[out * r->vcs + w].credit < need) << w);
    }
  }
  return vcs;
}

// The input stage over the inputs in `waiting`, a word. Returns the outputs that are asked for.
NOC_INLINE uint64_t va_ask(const router_view_t *r, uint32_t base, uint64_t waiting) {
  uint64_t asked = 0;
  for (; waiting != 0; waiting &= waiting - 1) {
    uint32_t b = view_lowest(waiting);
    uint32_t in = base + r->table->port_at[b];
    uint32_t outputs = base + r->table->lane_at[b];
    input_t *input = &r->input[in];
    uint32_t request = 0;
    for (uint32_t left = input_waiting(input); left != 0; left &= left - 1) {
      uint32_t v = view_lowest(left);
      uint32_t tag = input_front(r, in, v);
      request |= (uint32_t)(va_eligible(r, outputs + tag_port(r, tag), v, tag) != 0) << v;
    }
    if (request != 0) {
      uint32_t v = rr_winner(request, input->va_in_ptr);
      uint32_t port = tag_port(r, input_front(r, in, v));
      output_t *output = &r->output[outputs + port];
      input->choice = (uint8_t)v;
      output->want = (uint16_t)(output->want | UINT32_C(1) << (b % VIEW_LANE_BITS));
      asked |= view_bit(view_other(b, port));
    }
  }
  return asked;
}

// The output stage for the output at bit b, which has been asked for: there is a winner.
NOC_INLINE grant_t va_grant(const router_view_t *r, uint32_t base, uint32_t b) {
  uint32_t out = base + r->table->port_at[b];
  output_t *output = &r->output[out];
  uint32_t i = rr_winner(output->want, output->va_out_ptr);
  uint32_t in = base + r->table->lane_at[b] + i;
  uint32_t v = r->input[in].choice;
  uint32_t w = rr_winner(va_eligible(r, out, v, input_front(r, in, v)), output->va_vc_ptr);
  output->want = 0;
  output->va_out_ptr = r->table->next_port[i];
  output->va_vc_ptr = r->table->next_vc[w];
  r->input[in].va_in_ptr = r->table->next_vc[v];
  return (grant_t){.in = in,
                   .out = out,
                   .in_port = i,
                   .out_port = b % VIEW_LANE_BITS,
                   .in_vc = v,
                   .out_vc = w};
}

// The unit alone: one router's allocator. Returns the number of winners, at most `ports`.
uint32_t vc_allocator_step(const router_view_t *r, grant_t *won);

#ifdef __cplusplus
}
#endif

#endif
