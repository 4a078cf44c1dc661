// output_unit -- golden model of an output port; see output_unit.h.

#include "router/output_unit.h"

#include "shape/packet.h"

void output_clock(const router_view_t *r, const output_pins_t *pins) {
  for (uint32_t won = pins->va_won; won != 0; won &= won - 1) {
    output_allocated(r, &(grant_t){.out_vc = view_lowest(won)});
  }
  if (pins->sa_gnt) {
    (void)output_granted(r, &(grant_t){.out_vc = pins->sa_out_vc},
                         pins->sa_last != 0 ? KIND_TAIL : KIND_BODY);
  }
  if (pins->credit_in_valid) {
    output_credit(r, 0, 0);
  }
  r->f.out_valid[0] = pins->xb_valid;
  if (pins->xb_valid) {
    output_load(r, 0, pins->xb_vc, pins->xb_kind);
    memcpy(r->f.out_payload, pins->xb_payload, r->words * sizeof *r->f.out_payload);
  }
}
