// vc_allocator -- golden model of rtl/router/vc_allocator.sv: which waiting packet gets which
// output VC. docs/microarchitecture.md, section 9.
//
// Behaviour  Separable, input first. An input picks one of its waiting VCs for which some output
//            VC is eligible (of the packet's virtual network and class, free, with credits enough);
//            an output
//            picks one of the inputs that ask for it, and then one of the eligible VCs. All three
//            choices are round robin; the pointers of winners move.
// Time       Reads the registers before the edge; moves its pointers at it.
// Registers  va_in_ptr, va_out_ptr, va_vc_ptr.
//
//   for (asked = va_ask(r, base, waiting); asked != 0; asked &= asked - 1) {
//     grant_t g = va_grant(r, base, view_lowest(asked));
//
// `base` is the first port of the word's members.

#ifndef NOC_VC_ALLOCATOR_H
#define NOC_VC_ALLOCATOR_H

#include "router/input_unit.h"
#include "router/output_unit.h"
#include "router/rr_arbiter.h"
#include "router/view.h"

#ifdef __cplusplus
extern "C" {
#endif

// The output VCs that the packet with this tag at the front of VC v of `in` may have.
NOC_INLINE uint32_t va_eligible(const router_view_t *r, size_t out, size_t in, size_t v,
                                uint32_t tag) {
  uint32_t vcs = r->table->block[v] & output_free(r->port[out].output);
  if (r->any_class != 0) {
    vcs &= r->table->of_class[tag_class(r, tag)];
  }
  const uint32_t need = input_need(r, in, v);
  if (need > 1) {
    for (uint32_t left = vcs; left != 0; left &= left - 1) {
      size_t w = view_lowest(left);
      vcs &= ~((uint32_t)(r->output_vc[out * r->vcs + w].credit < need) << w);
    }
  }
  return vcs;
}

// The input stage over the inputs in `waiting`, a word. Returns the outputs that are asked for.
NOC_INLINE uint64_t va_ask(const router_view_t *r, size_t base, uint64_t waiting) {
  uint64_t asked = 0;
  for (; waiting != 0; waiting &= waiting - 1) {
    size_t b = view_lowest(waiting);
    size_t in = base + b;
    size_t lane = r->table->lane[b];
    port_t *input = &r->port[in];
    uint32_t request = 0;
    for (uint32_t left = input_waiting(input->input); left != 0; left &= left - 1) {
      size_t v = view_lowest(left);
      uint32_t tag = input_front(r, in, v);
      size_t out = base + lane + tag_port(r, tag);
      request |= (uint32_t)(va_eligible(r, out, in, v, tag) != 0) << v;
    }
    if (request != 0) {
      size_t v = rr_winner(request, input->va_in_ptr);
      size_t port = tag_port(r, input_front(r, in, v));
      port_t *output = &r->port[base + lane + port];
      input->choice = (uint8_t)v;
      output->want = (uint16_t)(output->want | UINT32_C(1) << (b - lane));
      asked |= view_bit(lane + port);
    }
  }
  return asked;
}

// The output stage for the output at bit b, which has been asked for: there is a winner.
NOC_INLINE grant_t va_grant(const router_view_t *r, size_t base, size_t b) {
  size_t lane = r->table->lane[b];
  size_t out = base + b;
  port_t *output = &r->port[out];
  size_t i = rr_winner(output->want, output->va_out_ptr);
  size_t in = base + lane + i;
  size_t v = r->port[in].choice;
  size_t w = rr_winner(va_eligible(r, out, in, v, input_front(r, in, v)), output->va_vc_ptr);
  output->want = 0;
  output->va_out_ptr = r->table->next_port[i];
  output->va_vc_ptr = r->table->next_vc[w];
  r->port[in].va_in_ptr = r->table->next_vc[v];
  return (grant_t){
      .in = in, .out = out, .in_port = i, .out_port = b - lane, .in_vc = v, .out_vc = w};
}

// The unit alone: one router's allocator. Returns the number of winners, at most `ports`.
uint32_t va_clock(const router_view_t *r, grant_t *won);

#ifdef __cplusplus
}
#endif

#endif
