// branch_switch_allocator -- golden model of rtl/multicast/branch_switch_allocator.sv: which flits
// cross, each to as many outputs as can take it. docs/microarchitecture.md, section 15.3.
//
// Behaviour  An input picks a VC with a ready branch, or with a used-up header flit to drop, and reads
//            for the branches of it that stand furthest back: it asks for all their outputs. An
//            output picks one of the inputs that ask. With sync_copies an input reads for all
//            branches of its packet or for none.
// Time       After VC allocation in the same cycle; branches that have won are active already.
//            Credits are those before the edge. Pointers move at it.
// Registers  sa_in_ptr, sa_out_ptr.

#ifndef NOC_BRANCH_SWITCH_ALLOCATOR_H
#define NOC_BRANCH_SWITCH_ALLOCATOR_H

#include "multicast/branch_unit.h"
#include "router/rr_arbiter.h"

#ifdef __cplusplus
extern "C" {
#endif

// What the inputs of a word ask for.
typedef struct {
  uint64_t asked;              // outputs
  uint64_t asking, dropping;   // inputs that ask; that drop flit 1 of VC choice
  uint16_t number[VIEW_WORD];  // of an input that asks: the flit of VC choice
  uint16_t outs[VIEW_WORD];    // and the outputs: those asked for, then those granted
} bsa_t;

// The branches of VC v that may read.
NOC_INLINE uint32_t bsa_ready(const router_view_t *r, size_t router, size_t in, size_t v) {
  const size_t q = in * r->vcs + v;
  const branch_vc_t *vc = &r->worms.vc[q];
  uint32_t ready = 0;
  for (uint32_t left = vc->active; left != 0; left &= left - 1) {
    const size_t o = view_lowest(left);
    const size_t at = q * r->ports + o;
    const uint32_t credited = r->port[router + o].output >> OUTPUT_CREDITED;
    const bool may = (credited >> r->worms.out_vc[at] & 1) != 0;
    ready |= (uint32_t)(may && branch_there(r, q, r->worms.read[at])) << o;
  }
  return r->worms.sync && ready != (uint32_t)(vc->active | vc->wait) ? 0 : ready;
}

// VC v has a flit to drop.
NOC_INLINE bool bsa_drop_due(const router_view_t *r, size_t in, size_t v) {
  const size_t q = in * r->vcs + v;
  const branch_vc_t *vc = &r->worms.vc[q];
  if (vc->drop == 0 || vc->popped > 1 || !branch_there(r, q, 1)) {
    return false;
  }
  bool due = false;
  for (uint32_t left = vc->active; left != 0; left &= left - 1) {
    due |= r->worms.read[q * r->ports + view_lowest(left)] == 1;
  }
  return due;
}

// The input at bit b of the word has picked VC v, of which `ready` may read.
NOC_INLINE void bsa_pick(const router_view_t *r, size_t base, size_t b, size_t v, uint32_t ready,
                         bool due, bsa_t *a) {
  const size_t lane = r->table->lane[b];
  const uint16_t *read = &r->worms.read[((base + b) * r->vcs + v) * r->ports];
  uint32_t number = due ? 1 : UINT32_MAX;
  uint32_t outs = 0;
  for (uint32_t left = ready; left != 0; left &= left - 1) {
    const size_t o = view_lowest(left);
    const uint32_t bit = UINT32_C(1) << o;
    outs = read[o] < number ? bit : read[o] == number ? outs | bit : outs;
    number = read[o] < number ? read[o] : number;
  }
  r->port[base + b].choice = (uint8_t)v;
  if (due && number == 1) {
    a->dropping |= view_bit(b);
    return;
  }
  a->asking |= view_bit(b);
  a->number[b] = (uint16_t)number;
  a->outs[b] = (uint16_t)outs;
  a->asked |= (uint64_t)outs << lane;
  for (; outs != 0; outs &= outs - 1) {
    port_t *output = &r->port[base + lane + view_lowest(outs)];
    output->want = (uint16_t)(output->want | UINT32_C(1) << (b - lane));
  }
}

// The input stage over the inputs in `filled`, a word.
NOC_INLINE void bsa_ask(const router_view_t *r, size_t base, uint64_t filled, bsa_t *a) {
  a->asked = a->asking = a->dropping = 0;
  for (; filled != 0; filled &= filled - 1) {
    const size_t b = view_lowest(filled);
    const size_t in = base + b;
    const port_t *input = &r->port[in];
    uint16_t ready[SHAPE_MAX_VCS];
    uint32_t request = 0;
    uint32_t due = 0;
    uint32_t vcs =
        branch_masks(input->input, BRANCH_ACTIVE) & branch_masks(input->input, INPUT_FILLED);
    for (; vcs != 0; vcs &= vcs - 1) {
      const size_t v = view_lowest(vcs);
      ready[v] = (uint16_t)bsa_ready(r, base + r->table->lane[b], in, v);
      due |= (uint32_t)bsa_drop_due(r, in, v) << v;
      request |= (uint32_t)(ready[v] != 0) << v;
    }
    request |= due;
    if (request != 0) {
      const size_t v = rr_winner(request, input->sa_in_ptr);
      bsa_pick(r, base, b, v, ready[v], (due >> v & 1) != 0, a);
    }
  }
}

// The output stage: leaves in a->outs what is granted, in a->asking who is granted anything.
NOC_INLINE void bsa_grant(const router_view_t *r, size_t base, bsa_t *a) {
  uint16_t won[VIEW_WORD];  // [input]: outputs that choose it
  for (uint64_t left = a->asking; left != 0; left &= left - 1) {
    won[view_lowest(left)] = 0;
  }
  for (uint64_t left = a->asked; left != 0; left &= left - 1) {
    const size_t b = view_lowest(left);
    const size_t lane = r->table->lane[b];
    port_t *output = &r->port[base + b];
    const size_t i = rr_winner(output->want, output->sa_out_ptr);
    output->want = 0;
    won[lane + i] = (uint16_t)(won[lane + i] | UINT32_C(1) << (b - lane));
  }
  for (uint64_t left = a->asking; left != 0; left &= left - 1) {
    const size_t b = view_lowest(left);
    const size_t lane = r->table->lane[b];
    port_t *input = &r->port[base + b];
    a->outs[b] = r->worms.sync && won[b] != a->outs[b] ? 0 : won[b];
    if (a->outs[b] == 0) {
      a->asking &= ~view_bit(b);
      continue;
    }
    input->sa_in_ptr = r->table->next_vc[input->choice];
    for (uint32_t outs = a->outs[b]; outs != 0; outs &= outs - 1) {
      r->port[base + lane + view_lowest(outs)].sa_out_ptr = r->table->next_port[b - lane];
    }
  }
  for (uint64_t left = a->dropping; left != 0; left &= left - 1) {
    port_t *input = &r->port[base + view_lowest(left)];
    input->sa_in_ptr = r->table->next_vc[input->choice];
  }
}

#ifdef __cplusplus
}
#endif

#endif
