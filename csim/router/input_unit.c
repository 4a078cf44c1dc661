// input_unit -- golden model of an input port; see input_unit.h.

#include "router/input_unit.h"

#include "router/route_select.h"

static route_to_t route_of(const router_view_t *r, const input_pins_t *pins) {
  if (r->routing == ROUTE_TABLE) {
    return (route_to_t){.port = route_select(r, pins->candidates, pins->index, pins->room),
                        .vc_class = pins->vc_class};
  }
  return route_compute(r, r->f.in_payload, pins->addr, pins->extent);
}

void input_clock(const router_view_t *r, const input_pins_t *pins, arrival_t *arrival,
                 flit_t *flit) {
  if (pins->va_won) {
    input_allocated(r, &pins->allocated);
  }
  if (pins->sa_gnt) {
    *flit = input_granted(r, &pins->granted);
  }
  r->f.credit_out_valid[0] = pins->sa_gnt;
  if (pins->in_valid) {
    *arrival = input_arrive(r, 0, route_of(r, pins), r->words, r->cut_through);
  }
}
