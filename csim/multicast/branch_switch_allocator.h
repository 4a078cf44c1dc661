// branch_switch_allocator -- golden model of rtl/multicast/branch_switch_allocator.sv: which flits
// cross, each to as many outputs as can take it. docs/microarchitecture.md, section 15.3.
//
// Behaviour  An input picks a VC with a ready branch, or with a used-up header flit to drop, and
//            reads for the branches of it that stand furthest back: it asks for all their outputs.
//            An output picks one of the inputs that ask. With sync_copies an input reads for all
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

// The requests of the inputs of a word.
typedef struct {
  uint64_t asked;              // outputs
  uint64_t dropping;           // inputs that drop flit 1 of VC choice
  uint64_t younger;            // with ages: inputs that are not the oldest at some output
  uint16_t number[VIEW_WORD];  // for an input that asks: the flit of VC choice
} bsa_t;

// The branches of VC v that may read, with sync_copies all or none.
NOC_INLINE uint32_t bsa_ready(const router_view_t *r, size_t q) {
  const branch_vc_t *vc = &r->worms.vc[q];
  const uint32_t ready = branch_ready(vc);
  return r->worms.sync && ready != (uint32_t)(vc->active | vc->wait) ? 0 : ready;
}

// VC v has a flit to drop.
NOC_INLINE bool bsa_drop_due(const router_view_t *r, size_t q) {
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

// The input at bit b of the word has picked its VC `choice`, of which `ready` may read.
NOC_INLINE void bsa_pick(const router_view_t *r, size_t base, size_t b, uint32_t ready, bool due,
                         bsa_t *a) {
  const size_t lane = r->table->lane[b];
  const size_t q = (base + b) * r->vcs + r->port[base + b].choice;
  const uint16_t *read = r->worms.read + q * r->ports;
  uint32_t outs = ready;
  uint32_t number = due ? 1 : UINT32_MAX;
  if (!due && (ready & (ready - 1)) == 0) {  // nearly always
    number = read[view_lowest(ready)];
  } else {
    outs = 0;
    for (uint32_t left = ready; left != 0; left &= left - 1) {
      const uint32_t at = read[view_lowest(left)];
      const uint32_t bit = left & (0 - left);
      outs = at < number ? bit : at == number ? outs | bit : outs;
      number = at < number ? at : number;
    }
    if (due && number == 1) {
      a->dropping |= view_bit(b);
      return;
    }
  }
  a->number[b] = (uint16_t)number;
  a->asked |= (uint64_t)outs << lane;
  for (; outs != 0; outs &= outs - 1) {
    port_t *output = &r->port[base + lane + view_lowest(outs)];
    output->want = (uint16_t)(output->want | UINT32_C(1) << (b - lane));
  }
}

// In a router with ages, between the stages, an input stops asking for an output that an older one
// asks for.
NOC_INLINE void bsa_leave_oldest(const router_view_t *r, size_t base, bsa_t *a) {
  for (uint64_t asked = a->asked; asked != 0; asked &= asked - 1) {
    const size_t b = view_lowest(asked);
    const size_t lane = r->table->lane[b];
    port_t *output = &r->port[base + b];
    const uint32_t oldest = branch_oldest_picks(r, base + lane, output->want);
    a->younger |= (uint64_t)(output->want & ~oldest) << lane;
    output->want = (uint16_t)oldest;
    a->asked &= ~((uint64_t)(oldest == 0) << b);
  }
}

// The input stage over the inputs in `filled`, a word.
NOC_INLINE void bsa_ask(const router_view_t *r, size_t base, uint64_t filled, bsa_t *a) {
  a->asked = a->dropping = a->younger = 0;
  for (; filled != 0; filled &= filled - 1) {
    const size_t b = view_lowest(filled);
    const size_t in = base + b;
    const size_t q = in * r->vcs;
    port_t *input = &r->port[in];
    uint16_t ready[SHAPE_MAX_VCS];
    uint32_t request = 0;
    uint32_t due = 0;
    for (uint32_t vcs = branch_masks(input->input, BRANCH_READY); vcs != 0; vcs &= vcs - 1) {
      const size_t v = view_lowest(vcs);
      ready[v] = (uint16_t)bsa_ready(r, q + v);
      due |= (uint32_t)bsa_drop_due(r, q + v) << v;
      request |= (uint32_t)(ready[v] != 0) << v;
    }
    request |= due;
    if (r->aged) {
      request = branch_oldest(r, in, request);
    }
    if (request != 0) {
      const size_t v = rr_first(request, input->sa_in_favoured);
      input->choice = (uint8_t)v;
      bsa_pick(r, base, b, ready[v], (due >> v & 1) != 0, a);
    }
  }
  for (uint64_t left = a->dropping; left != 0; left &= left - 1) {
    port_t *input = &r->port[base + view_lowest(left)];
    input->sa_in_favoured = r->table->favoured_vc[input->choice];
  }
  if (r->aged) {
    bsa_leave_oldest(r, base, a);
  }
}

// In a router with sync_copies an input reads for all outputs that it asks for, or for none of
// them.
NOC_INLINE void bsa_agree(const router_view_t *r, size_t base, bsa_t *a) {
  uint64_t lost = a->younger;  // inputs that some output does not choose
  for (uint64_t left = a->asked; left != 0; left &= left - 1) {
    const size_t b = view_lowest(left);
    const port_t *output = &r->port[base + b];
    const uint32_t winner = UINT32_C(1) << rr_first(output->want, output->sa_out_favoured);
    lost |= (uint64_t)(output->want & ~winner) << r->table->lane[b];
  }
  for (uint64_t left = a->asked; left != 0; left &= left - 1) {
    const size_t b = view_lowest(left);
    port_t *output = &r->port[base + b];
    const size_t i = rr_first(output->want, output->sa_out_favoured);
    if ((lost >> (r->table->lane[b] + i) & 1) != 0) {
      output->want = 0;
      a->asked &= ~view_bit(b);
    }
  }
}

// The output stage for the output at bit b, which has been asked for: there is a winner.
NOC_INLINE grant_t bsa_grant(const router_view_t *r, size_t base, size_t b) {
  const size_t lane = r->table->lane[b];
  port_t *output = &r->port[base + b];
  const size_t i = rr_first(output->want, output->sa_out_favoured);
  port_t *input = &r->port[base + lane + i];
  const size_t v = input->choice;
  const size_t q = (base + lane + i) * r->vcs + v;
  output->want = 0;
  output->sa_out_favoured = r->table->favoured_port[i];
  input->sa_in_favoured = r->table->favoured_vc[v];
  return (grant_t){.in = base + lane + i,
                   .out = base + b,
                   .in_port = i,
                   .out_port = b - lane,
                   .in_vc = v,
                   .out_vc = r->worms.out_vc[q * r->ports + (b - lane)]};
}

#ifdef __cplusplus
}
#endif

#endif
