// input_unit -- golden model of an input port; see input_unit.h.

#include "router/input_unit.h"

#include "router/route_ahead.h"

// The table is outside of the unit.
static next_hop_t arrival_route(const router_view_t *r, const input_pins_t *pins) {
  if (r->look || r->routing != ROUTE_TABLE) {
    return route_head(r, 0, 0);
  }
  return (next_hop_t){.port = route_select(r, pins->row.candidates, pins->room, pins->index),
                      .vc_class = pins->row.vc_class};
}

// Writes the next route into the head that has come. The table is outside of the unit here too.
static void look_ahead(const router_view_t *r, const input_pins_t *pins, uint64_t *payload) {
  if (r->routing == ROUTE_TABLE) {
    route_put(r, payload, route_of_row(pins->row));
  } else {
    route_onward(r, 0, 0, payload);
  }
}

uint32_t input_take_late(const router_view_t *r, const input_pins_t *pins) {
  if ((r->inputs_late[0] & 1) == 0) {
    return 0;
  }
  uint32_t bits = 0;
  if (pins->row.candidates != 0) {
    const uint32_t port = route_select(r, pins->row.candidates, pins->room, pins->index);
    bits = route_bits(r, (next_hop_t){.port = port, .vc_class = pins->row.vc_class});
  }
  input_late(r, 0, bits);
  return bits;
}

void input_take(const router_view_t *r, const input_pins_t *pins, arrival_t *arrival) {
  if (pins->in_valid) {
    *arrival = input_arrive(r, 0, r->words, r->cut_through);
    if ((arrival->tag & KIND_HEAD) != 0 && (!r->late || r->look)) {
      arrival->tag |= input_route(r, arrival->at, arrival_route(r, pins));
      if (r->look && !r->late) {
        look_ahead(r, pins, r->payload + arrival->at * r->words);
      }
    }
  }
}

void input_clock(const router_view_t *r, const input_pins_t *pins, arrival_t *arrival,
                 flit_t *flit) {
  if (pins->va_won) {
    input_allocated(r, &pins->allocated);
  }
  if (pins->sa_gnt) {
    *flit = input_flit(r, &pins->granted);
    (void)input_granted(r, &pins->granted, flit, 0);
  }
  r->f.credit_out_valid[0] = pins->sa_gnt;
  if (r->late) {
    r->inputs_late[0] = pins->in_valid;
  }
  if (!r->early) {
    input_take(r, pins, arrival);
  }
}
