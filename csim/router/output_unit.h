// output_unit -- golden model of rtl/router/output_unit.sv: the credits and the link registers of
// an output port. docs/microarchitecture.md, section 8.
//
// Behaviour  Counts the free flit slots downstream, per output VC; knows which output VCs belong
//            to a packet; and shows the flit that traverses to it on the link in the next cycle.
// Time       One clock edge is output_allocated(), output_granted(), output_credit() and
//            output_load(), in this order; the allocators have read the registers before.
//            out_valid is the mask of the flits loaded.
// Registers  out_busy, out_credit, out_valid, out_vc, out_kind, out_payload.

#ifndef NOC_OUTPUT_UNIT_H
#define NOC_OUTPUT_UNIT_H

#include <stddef.h>

#include "router/input_unit.h"
#include "router/router_view.h"

#ifdef __cplusplus
extern "C" {
#endif

// The VCs that are free and have a credit.
NOC_INLINE uint32_t output_free(uint32_t output) {
  return (output >> OUTPUT_CREDITED & ~(output >> OUTPUT_BUSY)) & VC_MASK;
}

// VC allocation: output VC out_vc now belongs to the packet of (in_port, in_vc).
NOC_INLINE void output_allocated(const router_view_t *r, const grant_t *g) {
  output_vc_t *vc = &r->output_vc[g->out * r->vcs + g->out_vc];
  vc->holder_port = (uint8_t)g->in_port;
  vc->holder_vc = (uint8_t)g->in_vc;
  r->port[g->out].output |= UINT32_C(1) << (OUTPUT_BUSY + g->out_vc);
}

// Switch granted to a flit of this kind: a credit is used, and a last flit frees the VC. Says
// whether the VC has no credit left, which is rare.
NOC_INLINE bool output_granted(const router_view_t *r, const grant_t *g, uint32_t kind) {
  output_vc_t *vc = &r->output_vc[g->out * r->vcs + g->out_vc];
  uint32_t *output = &r->port[g->out].output;
  *output &= ~(kind >> 1 << OUTPUT_BUSY << g->out_vc);
  vc->credit = (uint16_t)(vc->credit - 1);
  if (__builtin_expect(vc->credit != 0, 1)) {
    return false;
  }
  *output &= ~(UINT32_C(1) << OUTPUT_CREDITED << g->out_vc);
  return true;
}

// A credit is on the link of the output at bit b of a word: the packet that holds the VC, if one
// does, may go on; with cut-through its head only when there is room for all of it.
NOC_INLINE void output_credit(const router_view_t *r, size_t base, size_t b) {
  const size_t out = base + b;
  size_t w = r->f.credit_in_vc[out];
  output_vc_t *vc = &r->output_vc[out * r->vcs + w];
  vc->credit = (uint16_t)(vc->credit + 1);
  if (r->cut_through || vc->credit == 1) {
    port_t *port = &r->port[out];
    const size_t holder = base + r->table->lane[b] + vc->holder_port;
    uint64_t goes = port->output >> (OUTPUT_BUSY + w) & 1;
    port->output |= UINT32_C(1) << (OUTPUT_CREDITED + w);
    if (r->cut_through && goes != 0) {
      goes = vc->credit >= input_front_need(r, holder, vc->holder_vc);
    }
    r->port[holder].input |= goes << (INPUT_CREDITED + vc->holder_vc);
  }
}

// A flit traverses: vc and kind of the link registers at `out` (the crossbar brings the payload).
NOC_INLINE void output_load(const router_view_t *r, size_t out, size_t vc, uint32_t kind) {
  r->f.out_vc[out] = (uint8_t)vc;
  r->f.out_kind[out] = (uint8_t)kind;
}

// The unit alone: the pins of one output port; credit_in_vc is in the view.
typedef struct {
  bool credit_in_valid, sa_gnt, xb_valid;
  uint32_t va_won;  // VCs
  uint32_t sa_out_vc, sa_last;
  uint32_t xb_vc, xb_kind;
  const uint64_t *xb_payload;
} output_pins_t;

// One clock edge; out_valid[0] is written.
void output_clock(const router_view_t *r, const output_pins_t *pins);

#ifdef __cplusplus
}
#endif

#endif
