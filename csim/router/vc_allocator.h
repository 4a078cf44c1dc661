// vc_allocator -- golden model of rtl/router/vc_allocator.sv: which waiting packet gets which
// output VC. docs/microarchitecture.md, section 9.
//
// Behaviour  Separable, input first. An input picks one of its waiting VCs for which some output
//            VC is eligible (of the packet's virtual network and class, free, with credits enough;
//            with cut-through, if none has enough, any that is free), and one of those output VCs;
//            each output VC that is asked for picks one of the inputs. VCs and inputs that were
//            granted last go last, output VCs are taken round robin; only winners move anything.
// Time       Reads the registers before the edge; moves its orders and pointers at it.
// Registers  va_in_order, va_out_order, va_vc_ptr.
//
//   for (asked = va_ask(r, base, waiting); asked != 0;) {
//     grant_t g = va_grant(r, base, &asked);
//
// `base` is the first port of the word's members.

#ifndef NOC_VC_ALLOCATOR_H
#define NOC_VC_ALLOCATOR_H

#include "router/input_unit.h"
#include "router/matrix_arbiter.h"
#include "router/output_unit.h"
#include "router/rr_arbiter.h"
#include "router/view.h"

#ifdef __cplusplus
extern "C" {
#endif

// Those of `vcs` of an output that have this many credits.
NOC_INLINE uint32_t va_roomy(const router_view_t *r, size_t out, uint32_t vcs, uint32_t need) {
  uint32_t roomy = 0;
  for (uint32_t left = vcs; left != 0; left &= left - 1) {
    size_t w = view_lowest(left);
    roomy |= (uint32_t)(r->output_vc[out * r->vcs + w].credit >= need) << w;
  }
  return roomy;
}

// The output VCs that the packet with this tag at the front of VC v of `in` may have.
NOC_INLINE uint32_t va_eligible(const router_view_t *r, size_t out, size_t in, size_t v,
                                uint32_t tag) {
  const uint32_t output = r->port[out].output;
  uint32_t vcs = r->table->block[v];
  if (r->any_class != 0) {
    vcs &= r->table->of_class[tag_class(r, tag)];
  }
  if (!r->cut_through) {
    return vcs & output_free(output);
  }
  vcs &= ~(output >> OUTPUT_BUSY);
  const uint32_t roomy = va_roomy(r, out, vcs, input_need(r, in, v));
  return roomy != 0 ? roomy : vcs;
}

// The input stage over the inputs in `waiting`, a word. Returns the outputs that are asked for.
NOC_INLINE uint64_t va_ask(const router_view_t *r, size_t base, uint64_t waiting) {
  uint64_t asked = 0;
  for (; waiting != 0; waiting &= waiting - 1) {
    size_t b = view_lowest(waiting);
    size_t in = base + b;
    size_t lane = r->table->lane[b];
    port_t *input = &r->port[in];
    const uint64_t *order = view_in_order(r, in);
    size_t v = 0;
    size_t port = 0;
    uint32_t eligible = 0;  // by the first of those that request so far
    for (uint32_t left = input_waiting(input->input); left != 0; left &= left - 1) {
      size_t next = view_lowest(left);
      uint32_t tag = input_front(r, in, next);
      size_t to = tag_port(r, tag);
      uint32_t vcs = va_eligible(r, base + lane + to, in, next, tag);
      if (vcs != 0 && (eligible == 0 || order_goes_before(order, r->vcs, next, v))) {
        v = next;
        port = to;
        eligible = vcs;
      }
    }
    if (eligible != 0) {
      port_t *output = &r->port[base + lane + port];
      input->choice = (uint8_t)v;
      input->choice_vc = (uint8_t)rr_winner(eligible, input->va_vc_ptr);
      output->want = (uint16_t)(output->want | UINT32_C(1) << (b - lane));
      asked |= view_bit(lane + port);
    }
  }
  return asked;
}

// Those of the inputs in `want` that ask for output VC w.
NOC_INLINE uint32_t va_rivals(const router_view_t *r, size_t inputs, uint32_t want, size_t w) {
  uint32_t rivals = 0;
  for (uint32_t left = want; left != 0; left &= left - 1) {
    size_t i = view_lowest(left);
    rivals |= (uint32_t)(r->port[inputs + i].choice_vc == w) << i;
  }
  return rivals;
}

// The output stage for one output VC of the first output in *asked, which is taken out of it behind
// its last one: there is a winner.
NOC_INLINE grant_t va_grant(const router_view_t *r, size_t base, uint64_t *asked) {
  size_t b = view_lowest(*asked);
  size_t lane = r->table->lane[b];
  size_t out = base + b;
  port_t *output = &r->port[out];
  const uint32_t want = output->want;
  size_t i = view_lowest(want);
  size_t w = r->port[base + lane + i].choice_vc;
  uint64_t *order = view_out_order(r, out, w);
  uint32_t rivals = want;
  if ((want & (want - 1)) != 0) {
    rivals = va_rivals(r, base + lane, want, w);
    i = order_first(order, r->ports, rivals);
  }
  output->want = (uint16_t)(want & ~rivals);
  *asked &= ~((uint64_t)(want == rivals) << b);
  size_t in = base + lane + i;
  size_t v = r->port[in].choice;
  order_last(order, r->ports, i);
  order_last(view_in_order(r, in), r->vcs, v);
  r->port[in].va_vc_ptr = r->table->next_vc[w];
  return (grant_t){
      .in = in, .out = out, .in_port = i, .out_port = b - lane, .in_vc = v, .out_vc = w};
}

// The unit alone: one router's allocator. Returns the number of winners, at most `ports`.
uint32_t va_clock(const router_view_t *r, grant_t *won);

#ifdef __cplusplus
}
#endif

#endif
