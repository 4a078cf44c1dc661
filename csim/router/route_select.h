// route_select -- golden model of rtl/router/route_select.sv: which of its candidate ports a packet
// takes. docs/microarchitecture.md, section 6.6.
//
// Behaviour  Adaptive: the candidate with the largest room; of equal ones the first in cyclic order
//            from the port behind the input's own on, so that inputs do not crowd. Else the lowest.
//            0 without candidates.
//
//   input 2, candidates x, room        0 x . x x        port 3: 5 like port 4, but first from 3 on
//                                      . 4 . 5 5

#ifndef NOC_ROUTE_SELECT_H
#define NOC_ROUTE_SELECT_H

#include "router/router_view.h"
#include "router/rr_arbiter.h"

#ifdef __cplusplus
extern "C" {
#endif

// room[o] is read for candidates only, and with r->adaptive only. index: the input port's number.
NOC_INLINE uint32_t route_select(const router_view_t *r, uint32_t candidates, const uint32_t *room,
                                 size_t index) {
  if (candidates == 0) {
    return 0;
  }
  if (!r->adaptive) {
    return (uint32_t)view_lowest(candidates);
  }
  uint32_t largest = 0;
  uint32_t best = 0;  // candidates that have it
  for (uint32_t left = candidates; left != 0; left &= left - 1) {
    const size_t o = view_lowest(left);
    const uint32_t bit = UINT32_C(1) << o;
    best = best == 0 || room[o] > largest ? bit : room[o] == largest ? best | bit : best;
    largest = room[o] > largest ? room[o] : largest;
  }
  return rr_winner(best, r->table->next_port[index]);
}

#ifdef __cplusplus
}
#endif

#endif
