// route_select -- golden model of rtl/router/route_select.sv: which of its candidate ports a packet
// takes. docs/microarchitecture.md, section 6.6.
//
// Behaviour  Adaptive: the candidate with the largest room. Of equal ones the first in cyclic order
//            from a candidate that depends on the input: the inputs that are no candidates begin at
//            one after another, so that they do not crowd. Else the lowest. 0 without candidates.
//
//   input 2; ports        0 1 2 3 4     behind 0, the one input below 2 that is no candidate, it
//   candidates            . x . x x     begins at the second, 3: port 3, which has as much room as
//   room                    4   5 5     port 4

#ifndef NOC_ROUTE_SELECT_H
#define NOC_ROUTE_SELECT_H

#include "router/router_view.h"
#include "router/rr_arbiter.h"

#ifdef __cplusplus
extern "C" {
#endif

// Where input `index` begins: the candidate of rank u mod n, n candidates there are, u ports below
// the input are none.
NOC_INLINE size_t route_begin(uint32_t candidates, size_t index) {
  const uint32_t below = (UINT32_C(1) << index) - 1;
  const unsigned others = (unsigned)__builtin_popcount(below & ~candidates);
  unsigned rank = others % (unsigned)__builtin_popcount(candidates);
  for (; rank > 0; rank--) {
    candidates &= candidates - 1;
  }
  return view_lowest(candidates);
}

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
  return (best & (best - 1)) == 0 ? (uint32_t)view_lowest(best)
                                  : rr_winner(best, (unsigned)route_begin(candidates, index));
}

#ifdef __cplusplus
}
#endif

#endif
