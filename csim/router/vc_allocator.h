// vc_allocator -- golden model of rtl/router/vc_allocator.sv: which waiting packet gets which
// output VC. docs/microarchitecture.md, section 9.
//
// Behaviour  Separable, input first. An input picks one of its waiting VCs for which some output
//            VC is eligible (of the packet's virtual network and class, free, with credits enough;
//            with cut-through, if none has enough and 15 have passed, any that is free), and one of
//            those output VCs; each output VC that is asked for picks one of the inputs. VCs and
//            inputs that were granted last go last, output VCs are taken round robin; only winners
//            move anything, and the counts of those that they pass. With ages both choose among
//            the oldest packets. With speculation what an input has picked is a bid for the switch,
//            unless it claims a VC without room.
// Time       Reads the registers before the edge; moves its orders, pointers and counts at it.
// Registers  va_in_order, va_out_order, va_vc_ptr, va_passes.
//
//   va_t a;
//   for (va_ask(r, base, waiting, &a, &speculation); a.asked != 0;) {
//     grant_t g = va_grant(r, base, &a);
//   }
//   va_pass(r, base, &a);
//
// `base` is the first port of the word's members.

#ifndef NOC_VC_ALLOCATOR_H
#define NOC_VC_ALLOCATOR_H

#include "router/input_unit.h"
#include "router/matrix_arbiter.h"
#include "router/output_unit.h"
#include "router/passes.h"
#include "router/router_view.h"
#include "router/rr_arbiter.h"

#ifdef __cplusplus
extern "C" {
#endif

// The requests of the inputs of a word.
typedef struct {
  uint64_t asked;  // outputs of which a VC is still to be given
  passes_t passes;
} va_t;

// Those of `vcs` of an output that have this many credits.
NOC_INLINE uint32_t va_roomy(const router_view_t *r, size_t out, uint32_t vcs, uint32_t need) {
  uint32_t roomy = 0;
  for (uint32_t left = vcs; left != 0; left &= left - 1) {
    size_t w = view_lowest(left);
    roomy |= (uint32_t)(r->output_vc[out * r->vcs + w].credit >= need) << w;
  }
  return roomy;
}

// The output VCs that the packet with this tag at the front of an input's VC v may take.
NOC_INLINE uint32_t va_may_take(const router_view_t *r, size_t v, uint32_t tag) {
  const uint32_t vcs = r->table->block[v];
  return r->any_class != 0 ? vcs & r->table->of_class[tag_class(r, tag)] : vcs;
}

// The VCs that input VC q asks for, of the free ones that its packet may take, with cut-through.
NOC_INLINE uint32_t va_eligible(const router_view_t *r, size_t out, size_t q, uint32_t free,
                                uint32_t need) {
  const uint32_t roomy = va_roomy(r, out, free, need);
  return roomy == 0 && free != 0 && passes_claims(r, q) ? free : roomy;
}

// The request of VC v of an input: VCs of an output port, none if it does not request.
typedef struct {
  size_t v, port;
  uint32_t eligible;
} va_pick_t;

// The request of VC v, which waits, of the input at bit b of a word.
NOC_INLINE va_pick_t va_request(const router_view_t *r, size_t base, size_t b, size_t v,
                                passes_t *passes) {
  const size_t in = base + b;
  const uint32_t tag = input_front(r, in, v);
  const size_t port = tag_port(r, tag);
  const size_t out = base + r->table->lane[b] + port;
  const uint32_t output = r->port[out].output;
  const uint32_t vcs = va_may_take(r, v, tag);
  if (!r->cut_through) {
    return (va_pick_t){.v = v, .port = port, .eligible = vcs & output_free(output)};
  }
  const uint32_t free = vcs & ~(output >> OUTPUT_BUSY);
  const uint32_t eligible = va_eligible(r, out, in * r->vcs + v, free, input_need(r, in, v));
  if (eligible == 0 && free != 0) {
    passes_lack(passes, b, v, UINT32_C(1) << port);
  }
  return (va_pick_t){.v = v, .port = port, .eligible = eligible};
}

// The first in the order of the input's VCs that request.
NOC_INLINE va_pick_t va_pick(const router_view_t *r, size_t base, size_t b, passes_t *passes) {
  const size_t in = base + b;
  const uint64_t *order = view_in_order(r, in);
  va_pick_t first = {0};  // of those that request so far
  for (uint32_t left = input_waiting(r->port[in].input); left != 0; left &= left - 1) {
    const va_pick_t next = va_request(r, base, b, view_lowest(left), passes);
    if (next.eligible != 0 &&
        (first.eligible == 0 || order_goes_before(order, r->vcs, next.v, first.v))) {
      first = next;
    }
  }
  return first;
}

// The first of the oldest.
NOC_INLINE va_pick_t va_pick_oldest(const router_view_t *r, size_t base, size_t b,
                                    passes_t *passes) {
  const size_t in = base + b;
  va_pick_t pick[SHAPE_MAX_VCS] = {0};
  uint32_t request = 0;
  for (uint32_t left = input_waiting(r->port[in].input); left != 0; left &= left - 1) {
    const size_t v = view_lowest(left);
    pick[v] = va_request(r, base, b, v, passes);
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

// In a router with ages, between the stages, an input stops asking for an output VC that an older
// one asks for. Returns the outputs that are still asked for.
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

// The input at bit b has picked a VC, whose packet wants this output: a bid, if the output VC has
// room. Then all that it could have chosen have; a claim finds none.
NOC_INLINE void va_bid(const router_view_t *r, size_t base, size_t b, const va_pick_t *pick,
                       speculation_t *s) {
  const size_t in = base + b;
  const size_t out = base + r->table->lane[b] + pick->port;
  const size_t w = r->port[in].choice_vc;
  if (r->output_vc[out * r->vcs + w].credit >= input_need(r, in, pick->v)) {
    s->bid |= view_bit(b);
    s->bid_vc[b] = (uint8_t)pick->v;
    s->bid_port[b] = (uint8_t)pick->port;
  }
}

// The input stage over the inputs in `waiting`, a word. Adds bids to *s.
NOC_INLINE void va_ask(const router_view_t *r, size_t base, uint64_t waiting, va_t *a,
                       speculation_t *s) {
  uint64_t asked = 0;
  a->passes.n = 0;
  for (; waiting != 0; waiting &= waiting - 1) {
    size_t b = view_lowest(waiting);
    size_t lane = r->table->lane[b];
    port_t *input = &r->port[base + b];
    const va_pick_t pick =
        r->aged ? va_pick_oldest(r, base, b, &a->passes) : va_pick(r, base, b, &a->passes);
    if (pick.eligible != 0) {
      port_t *output = &r->port[base + lane + pick.port];
      input->choice = (uint8_t)pick.v;
      input->choice_vc = (uint8_t)rr_winner(pick.eligible, input->va_vc_ptr);
      output->want = (uint16_t)(output->want | UINT32_C(1) << (b - lane));
      asked |= view_bit(lane + pick.port);
      if (r->speculative) {
        va_bid(r, base, b, &pick, s);
      }
    }
  }
  a->asked = r->aged ? va_leave_oldest(r, base, asked) : asked;
}

// The output stage for one output VC of the first output in a->asked, which is taken out of it
// after its last one: there is a winner.
NOC_INLINE grant_t va_grant(const router_view_t *r, size_t base, va_t *a) {
  size_t b = view_lowest(a->asked);
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
  a->asked &= ~((uint64_t)(want == rivals) << b);
  size_t in = base + lane + i;
  size_t v = r->port[in].choice;
  order_last(order, r->ports, i);
  order_last(view_in_order(r, in), r->vcs, v);
  r->port[in].va_vc_ptr = r->table->next_vc[w];
  if (r->cut_through) {
    r->passes[in * r->vcs + v] = 0;
    passes_won(&a->passes, b, w);
  }
  return (grant_t){.in = in,
                   .out = out,
                   .in_port = i,
                   .out_port = b - lane,
                   .out_bit = b,
                   .in_vc = v,
                   .out_vc = w};
}

// After the last winner, while the fronts are what they were: counts those that were passed.
NOC_INLINE void va_pass(const router_view_t *r, size_t base, const va_t *a) {
  for (uint32_t k = 0; r->cut_through && k < a->passes.n; k++) {
    const lacking_t *l = &a->passes.lacking[k];
    const uint32_t tag = input_front(r, base + l->b, l->v);
    const uint32_t won = a->passes.won[r->table->lane[l->b] + tag_port(r, tag)];
    passes_count(r, base, l, (won & va_may_take(r, l->v, tag)) != 0);
  }
}

// The unit alone: one router's allocator. Returns the number of winners, at most `ports`, and the
// bids in *s.
uint32_t va_clock(const router_view_t *r, speculation_t *s, grant_t *won);

#ifdef __cplusplus
}
#endif

#endif
