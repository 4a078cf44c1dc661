// vc_allocator -- golden model of rtl/router/vc_allocator.sv: which waiting packet gets which
// output VC. docs/microarchitecture.md, section 9.
//
// Behaviour  Separable, input first. An input picks one of its waiting VCs for which some output
//            VC is eligible (of the packet's virtual network and class, free, with credits enough;
//            with cut-through, if none has enough, any that is free), and one of those output VCs;
//            each output VC that is asked for picks one of the inputs. VCs and inputs that were
//            granted last go last, output VCs are taken round robin; only winners move anything.
//            With ages both choose among the oldest packets.
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

// What VC v of an input asks for: VCs of an output port, none if it does not request.
typedef struct {
  size_t v, port;
  uint32_t eligible;
} va_pick_t;

// The request of VC v, which waits. `outputs`: output 0 of its router.
NOC_INLINE va_pick_t va_request(const router_view_t *r, size_t outputs, size_t in, size_t v) {
  const uint32_t tag = input_front(r, in, v);
  const size_t port = tag_port(r, tag);
  return (va_pick_t){.v = v, .port = port, .eligible = va_eligible(r, outputs + port, in, v, tag)};
}

// The first in the order of the VCs of `in` that request.
NOC_INLINE va_pick_t va_pick(const router_view_t *r, size_t outputs, size_t in) {
  const uint64_t *order = view_in_order(r, in);
  va_pick_t first = {0};  // of those that request so far
  for (uint32_t left = input_waiting(r->port[in].input); left != 0; left &= left - 1) {
    const va_pick_t next = va_request(r, outputs, in, view_lowest(left));
    if (next.eligible != 0 &&
        (first.eligible == 0 || order_goes_before(order, r->vcs, next.v, first.v))) {
      first = next;
    }
  }
  return first;
}

// The first of the oldest.
NOC_INLINE va_pick_t va_pick_oldest(const router_view_t *r, size_t outputs, size_t in) {
  va_pick_t pick[SHAPE_MAX_VCS];
  uint32_t request = 0;
  for (uint32_t left = input_waiting(r->port[in].input); left != 0; left &= left - 1) {
    const size_t v = view_lowest(left);
    pick[v] = va_request(r, outputs, in, v);
    request |= (uint32_t)(pick[v].eligible != 0) << v;
  }
  request = input_oldest(r, in, request);
  return request != 0 ? pick[order_first(view_in_order(r, in), r->vcs, request)] : (va_pick_t){0};
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

// With ages, between the stages: inputs ask no more for an output VC that an older one asks for.
// Returns the outputs that are still asked for.
NOC_INLINE uint64_t va_leave_oldest(const router_view_t *r, size_t base, uint64_t asked) {
  uint64_t still = 0;
  for (; asked != 0; asked &= asked - 1) {
    const size_t b = view_lowest(asked);
    const size_t inputs = base + r->table->lane[b];
    port_t *output = &r->port[base + b];
    uint32_t oldest = 0;
    for (uint32_t left = output->want; left != 0;) {
      const size_t w = r->port[inputs + view_lowest(left)].choice_vc;
      const uint32_t rivals = va_rivals(r, inputs, left, w);
      oldest |= input_oldest_picks(r, inputs, rivals);
      left &= ~rivals;
    }
    output->want = (uint16_t)oldest;
    still |= (uint64_t)(oldest != 0) << b;
  }
  return still;
}

// The input stage over the inputs in `waiting`, a word. Returns the outputs that are asked for.
NOC_INLINE uint64_t va_ask(const router_view_t *r, size_t base, uint64_t waiting) {
  uint64_t asked = 0;
  for (; waiting != 0; waiting &= waiting - 1) {
    size_t b = view_lowest(waiting);
    size_t in = base + b;
    size_t lane = r->table->lane[b];
    port_t *input = &r->port[in];
    const va_pick_t pick =
        r->aged ? va_pick_oldest(r, base + lane, in) : va_pick(r, base + lane, in);
    if (pick.eligible != 0) {
      port_t *output = &r->port[base + lane + pick.port];
      input->choice = (uint8_t)pick.v;
      input->choice_vc = (uint8_t)rr_winner(pick.eligible, input->va_vc_ptr);
      output->want = (uint16_t)(output->want | UINT32_C(1) << (b - lane));
      asked |= view_bit(lane + pick.port);
    }
  }
  return r->aged ? va_leave_oldest(r, base, asked) : asked;
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
