// branch_vc_allocator -- golden model of rtl/multicast/branch_vc_allocator.sv: which waiting branch
// gets which output VC. docs/microarchitecture.md, section 15.3.
//
// Behaviour  As vc_allocator.h, but an input asks with the VC it picks for all outputs at which a
//            branch of it waits and finds an eligible VC, for one VC of each, and may win at
//            several. Passes are counted of packets, until the last branch that waits has won.
// Time       Reads the registers before the edge; moves its orders, pointers and counts at it.
// Registers  va_in_order, va_out_order, va_vc_ptr, va_passes.
//
//   bva_t a;
//   for (bva_ask(r, base, waiting, &a); a.asked != 0;) {
//     grant_t g = bva_grant(r, base, &a);
//   }
//   bva_pass(r, base, &a);

#ifndef NOC_BRANCH_VC_ALLOCATOR_H
#define NOC_BRANCH_VC_ALLOCATOR_H

#include "multicast/branch_unit.h"
#include "router/matrix_arbiter.h"
#include "router/rr_arbiter.h"
#include "router/vc_allocator.h"

#ifdef __cplusplus
extern "C" {
#endif

// The requests of the inputs of a word.
typedef struct {
  uint64_t asked;                          // outputs that still have a VC to give
  uint64_t won;                            // inputs that have won one
  uint8_t vc[VIEW_WORD][SHAPE_MAX_PORTS];  // input b asks for this VC of its router's output o
  // The fields below serve cut-through only.
  uint16_t wait[VIEW_WORD];  // branches of input b's pick that wait on
  passes_t passes;
} bva_t;

// The output VCs that the branch of (in, v) to port o may take. Its head is there, since it waits.
NOC_INLINE uint32_t bva_may_take(const router_view_t *r, size_t o, size_t in, size_t v) {
  const uint32_t vcs = r->table->block[v];
  if (r->any_class == 0) {
    return vcs;
  }
  return vcs & r->table->of_class[r->worms.entry_class[branch_head_at(r, in, v) * r->ports + o]];
}

// The free ones of the output VCs that the branch may take; `out` is port o in the bank.
NOC_INLINE uint32_t bva_free(const router_view_t *r, size_t out, size_t o, size_t in, size_t v) {
  const uint32_t vcs = ~(r->port[out].output >> OUTPUT_BUSY);
  return (r->table->block[v] & vcs) != 0 ? bva_may_take(r, o, in, v) & vcs : 0;
}

// The output VCs of the free ones that the branch asks for.
NOC_INLINE uint32_t bva_eligible(const router_view_t *r, size_t out, size_t in, size_t v,
                                 uint32_t free) {
  const size_t q = in * r->vcs + v;
  return r->cut_through ? va_eligible(r, out, q, free, r->worms.vc[q].front_need)
                        : free & output_free(r->port[out].output);
}

// The branches of VC v that wait and find an eligible VC, of the input at bit b of a word.
NOC_INLINE uint32_t bva_requests(const router_view_t *r, size_t base, size_t b, size_t v,
                                 passes_t *passes) {
  const size_t in = base + b;
  const size_t outputs = base + r->table->lane[b];
  uint32_t found = 0;
  uint32_t lacking = 0;
  for (uint32_t left = r->worms.vc[in * r->vcs + v].wait; left != 0; left &= left - 1) {
    const size_t o = view_lowest(left);
    const uint32_t free = bva_free(r, outputs + o, o, in, v);
    const bool asks = bva_eligible(r, outputs + o, in, v, free) != 0;
    found |= (uint32_t)asks << o;
    lacking |= (uint32_t)(!asks && free != 0) << o;
  }
  if (r->cut_through && lacking != 0) {
    passes_lack(passes, b, v, lacking);
  }
  return found;
}

// The input at bit b of the word has picked VC v, of which branches `outs` request.
NOC_INLINE void bva_pick(const router_view_t *r, size_t base, size_t b, size_t v, uint32_t outs,
                         bva_t *a) {
  const size_t lane = r->table->lane[b];
  port_t *input = &r->port[base + b];
  input->choice = (uint8_t)v;
  a->wait[b] = r->worms.vc[(base + b) * r->vcs + v].wait;
  a->asked |= (uint64_t)outs << lane;
  for (; outs != 0; outs &= outs - 1) {
    const size_t o = view_lowest(outs);
    const size_t out = base + lane + o;
    const uint32_t free = bva_free(r, out, o, base + b, v);
    const uint32_t eligible = bva_eligible(r, out, base + b, v, free);
    a->vc[b][o] = (uint8_t)rr_winner(eligible, input->va_vc_ptr);
    r->port[out].want = (uint16_t)(r->port[out].want | UINT32_C(1) << (b - lane));
  }
}

// The inputs that ask for the same VC of port o as input `first` does.
NOC_INLINE uint32_t bva_rivals(const bva_t *a, size_t lane, size_t o, uint32_t want, size_t first) {
  uint32_t rivals = 0;
  for (uint32_t left = want; left != 0; left &= left - 1) {
    const size_t i = view_lowest(left);
    rivals |= (uint32_t)(a->vc[lane + i][o] == a->vc[lane + first][o]) << i;
  }
  return rivals;
}

// In a router with ages, between the stages, an input stops asking for an output VC that an older
// one asks for.
NOC_INLINE void bva_leave_oldest(const router_view_t *r, size_t base, bva_t *a) {
  for (uint64_t asked = a->asked; asked != 0; asked &= asked - 1) {
    const size_t b = view_lowest(asked);
    const size_t lane = r->table->lane[b];
    port_t *output = &r->port[base + b];
    uint32_t oldest = 0;
    for (uint32_t left = output->want; left != 0;) {
      const uint32_t rivals = bva_rivals(a, lane, b - lane, left, view_lowest(left));
      oldest |= branch_oldest_picks(r, base + lane, rivals);
      left &= ~rivals;
    }
    output->want = (uint16_t)oldest;
    a->asked &= ~((uint64_t)(oldest == 0) << b);
  }
}

// The input stage over the inputs in `waiting`, a word.
NOC_INLINE void bva_ask(const router_view_t *r, size_t base, uint64_t waiting, bva_t *a) {
  a->asked = a->won = 0;
  a->passes.n = 0;
  for (; waiting != 0; waiting &= waiting - 1) {
    const size_t b = view_lowest(waiting);
    const size_t in = base + b;
    uint16_t outs[SHAPE_MAX_VCS];
    uint32_t request = 0;
    uint32_t vcs = branch_masks(r->port[in].input, BRANCH_WAITING);
    for (; vcs != 0; vcs &= vcs - 1) {
      const size_t v = view_lowest(vcs);
      outs[v] = (uint16_t)bva_requests(r, base, b, v, &a->passes);
      request |= (uint32_t)(outs[v] != 0) << v;
    }
    if (r->aged) {
      request = branch_oldest(r, in, request);
    }
    if (request != 0) {
      const size_t v = order_first(view_in_order(r, in), r->vcs, request);
      bva_pick(r, base, b, v, outs[v], a);
    }
  }
  if (r->aged) {
    bva_leave_oldest(r, base, a);
  }
}

// The output stage for one output VC of the first output in a->asked, which is taken out of it
// after its last one: there is a winner.
NOC_INLINE grant_t bva_grant(const router_view_t *r, size_t base, bva_t *a) {
  const size_t b = view_lowest(a->asked);
  const size_t lane = r->table->lane[b];
  const size_t o = b - lane;
  const size_t out = base + b;
  port_t *output = &r->port[out];
  const size_t first = view_lowest(output->want);
  const size_t w = a->vc[lane + first][o];
  const uint32_t rivals = bva_rivals(a, lane, o, output->want, first);
  uint64_t *order = view_out_order(r, out, w);
  const size_t i = order_first(order, r->ports, rivals);
  order_last(order, r->ports, i);
  output->want = (uint16_t)(output->want & ~rivals);
  a->asked &= ~((uint64_t)(output->want == 0) << b);
  const size_t in = base + lane + i;
  port_t *input = &r->port[in];
  if ((a->won >> (lane + i) & 1) == 0) {  // its lowest output
    a->won |= view_bit(lane + i);
    order_last(view_in_order(r, in), r->vcs, input->choice);
    input->va_vc_ptr = r->table->next_vc[w];
  }
  if (r->cut_through) {
    a->wait[lane + i] = (uint16_t)(a->wait[lane + i] & ~(1u << o));
    if (a->wait[lane + i] == 0) {
      r->passes[in * r->vcs + input->choice] = 0;
    }
    passes_won(&a->passes, b, w);
  }
  return (grant_t){
      .in = in, .out = out, .in_port = i, .out_port = o, .in_vc = input->choice, .out_vc = w};
}

// After the last winner: counts packets that were passed, each once however many of its branches.
NOC_INLINE void bva_pass(const router_view_t *r, size_t base, const bva_t *a) {
  for (uint32_t k = 0; r->cut_through && k < a->passes.n; k++) {
    const lacking_t *l = &a->passes.lacking[k];
    const size_t lane = r->table->lane[l->b];
    uint32_t won = 0;
    for (uint32_t left = l->outs; left != 0; left &= left - 1) {
      const size_t o = view_lowest(left);
      won |= a->passes.won[lane + o] & bva_may_take(r, o, base + l->b, l->v);
    }
    passes_count(r, base, l, won != 0);
  }
}

#ifdef __cplusplus
}
#endif

#endif
