// route_late -- golden model of late routes: the row of a head is read from the table at a clock
// edge, and the route that follows from it comes a cycle after the flit.
// docs/microarchitecture.md, sections 6.5 and 7.
//
// Time    late_read() in the cycle of the arrival, late_bits() in the next: a choice by credits
//         reads them as they are at its start, before the allocators use any.
// Shapes  With late routes (late) only.

#ifndef NOC_ROUTE_LATE_H
#define NOC_ROUTE_LATE_H

#include "router/input_unit.h"
#include "router/route_ahead.h"
#include "router/router_view.h"

#ifdef __cplusplus
extern "C" {
#endif

// Reads the row of the head on the link of input `in` of member m.
NOC_INLINE void late_read(const router_view_t *r, size_t m, size_t in) {
  const uint32_t destination = route_destination(r, r->f.in_payload[in * r->words]);
  const table_row_t row = route_table(r, m, in, r->f.in_vc[in], destination);
  r->late_flit[in].candidates = row.candidates;
  r->late_flit[in].vc_class = (uint8_t)row.vc_class;
}

// The route, {class, port}, that follows from the row of the flit that came to `in` in the last
// cycle; 0 if it is no head.
NOC_INLINE uint32_t late_bits(const router_view_t *r, size_t in) {
  const late_flit_t *flit = &r->late_flit[in];
  if (flit->candidates == 0) {
    return 0;
  }
  const table_row_t row = {.candidates = flit->candidates, .vc_class = flit->vc_class};
  next_hop_t route = route_of_row(row);
  if (r->adaptive) {
    const size_t port = in % r->ports;
    route.port = route_adaptive(r, in - port, port, flit->vc, row);
  }
  return route_bits(r, route);
}

// The front tag of VC v, with a route that comes in the cycle at hand. Meaningless while there is
// none.
NOC_INLINE uint32_t late_front(const router_view_t *r, size_t in, size_t v) {
  const uint32_t tag = input_front(r, in, v);
  if (!r->late || r->look) {
    return tag;
  }
  const size_t ports = r->group * r->ports;  // of a word
  const late_flit_t *flit = &r->late_flit[in];
  const bool comes = (r->inputs_late[in / ports] >> in % ports & 1) != 0 && flit->vc == v &&
                     flit->position == r->input_vc[in * r->vcs + v].rd;
  return comes ? tag | late_bits(r, in) << 2 : tag;
}

#ifdef __cplusplus
}
#endif

#endif
