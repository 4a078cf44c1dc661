// branch_vc_allocator -- golden model of rtl/multicast/branch_vc_allocator.sv: which waiting branch
// gets which output VC. docs/microarchitecture.md, section 15.3.
//
// Behaviour  As vc_allocator.h, but an input asks with the VC it picks for all outputs at which a
//            branch of it waits and finds an eligible VC, and may win at several.
// Time       Reads the registers before the edge; moves its pointers at it.
// Registers  va_in_ptr, va_out_ptr, va_vc_ptr.

#ifndef NOC_BRANCH_VC_ALLOCATOR_H
#define NOC_BRANCH_VC_ALLOCATOR_H

#include "multicast/branch_unit.h"
#include "router/rr_arbiter.h"

#ifdef __cplusplus
extern "C" {
#endif

// The output VCs of port o (out in the bank) that the branch of (in, v) to it may have. Its head is
// there, since it waits.
NOC_INLINE uint32_t bva_eligible(const router_view_t *r, size_t out, size_t o, size_t in,
                                 size_t v) {
  uint32_t vcs = r->table->block[v] & output_free(r->port[out].output);
  if (vcs == 0) {
    return 0;
  }
  if (r->any_class != 0) {
    vcs &= r->table->of_class[r->worms.entry_class[branch_head_at(r, in, v) * r->ports + o]];
  }
  const uint32_t need = r->worms.vc[in * r->vcs + v].front_need;
  if (need > 1) {
    for (uint32_t left = vcs; left != 0; left &= left - 1) {
      const size_t w = view_lowest(left);
      vcs &= ~((uint32_t)(r->output_vc[out * r->vcs + w].credit < need) << w);
    }
  }
  return vcs;
}

// The most credits that a free VC of this output has.
NOC_INLINE uint32_t bva_most(const router_view_t *r, size_t out) {
  uint32_t most = 0;
  for (uint32_t left = output_free(r->port[out].output); left != 0; left &= left - 1) {
    const uint32_t credit = r->output_vc[out * r->vcs + view_lowest(left)].credit;
    most = credit > most ? credit : most;
  }
  return most;
}

// The input stage over the inputs in `waiting`, a word. Returns the outputs that are asked for.
NOC_INLINE uint64_t bva_ask(const router_view_t *r, size_t base, uint64_t waiting) {
  uint64_t asked = 0;
  uint64_t known = 0;  // outputs whose `most` is known: most branches wait for more
  uint16_t most[VIEW_WORD];
  for (; waiting != 0; waiting &= waiting - 1) {
    const size_t b = view_lowest(waiting);
    const size_t in = base + b;
    const size_t lane = r->table->lane[b];
    port_t *input = &r->port[in];
    uint16_t outs[SHAPE_MAX_VCS];
    uint32_t request = 0;
    uint32_t vcs = branch_masks(input->input, BRANCH_WAITING);
    for (; vcs != 0; vcs &= vcs - 1) {
      const size_t v = view_lowest(vcs);
      uint32_t found = 0;
      const branch_vc_t *vc = &r->worms.vc[in * r->vcs + v];
      for (uint32_t left = vc->wait; left != 0; left &= left - 1) {
        const size_t o = view_lowest(left);
        if ((known >> (lane + o) & 1) == 0) {
          most[lane + o] = (uint16_t)bva_most(r, base + lane + o);
          known |= view_bit(lane + o);
        }
        if (vc->front_need > most[lane + o]) {
          continue;
        }
        found |= (uint32_t)(bva_eligible(r, base + lane + o, o, in, v) != 0) << o;
      }
      outs[v] = (uint16_t)found;
      request |= (uint32_t)(found != 0) << v;
    }
    if (request != 0) {
      const size_t v = rr_winner(request, input->va_in_ptr);
      input->choice = (uint8_t)v;
      for (uint32_t left = outs[v]; left != 0; left &= left - 1) {
        port_t *output = &r->port[base + lane + view_lowest(left)];
        output->want = (uint16_t)(output->want | UINT32_C(1) << (b - lane));
      }
      asked |= (uint64_t)outs[v] << lane;
    }
  }
  return asked;
}

// The output stage for the output at bit b, which has been asked for: there is a winner.
NOC_INLINE grant_t bva_grant(const router_view_t *r, size_t base, size_t b) {
  const size_t lane = r->table->lane[b];
  const size_t out = base + b;
  port_t *output = &r->port[out];
  const size_t i = rr_winner(output->want, output->va_out_ptr);
  const size_t in = base + lane + i;
  const size_t v = r->port[in].choice;
  const size_t w = rr_winner(bva_eligible(r, out, b - lane, in, v), output->va_vc_ptr);
  output->want = 0;
  output->va_out_ptr = r->table->next_port[i];
  output->va_vc_ptr = r->table->next_vc[w];
  r->port[in].va_in_ptr = r->table->next_vc[v];
  return (grant_t){
      .in = in, .out = out, .in_port = i, .out_port = b - lane, .in_vc = v, .out_vc = w};
}

#ifdef __cplusplus
}
#endif

#endif
