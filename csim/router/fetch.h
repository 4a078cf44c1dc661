// fetch -- brings what the golden model of a group of routers is about to touch into the cache.
//
// In a bank that no cache holds, nearly all time is waiting for memory: a cycle goes through the
// bank once, so nothing stays from the cycle before. Each group is therefore fetched while groups
// before it are stepped: first what belongs to its inputs and its credits, and once that is there,
// the outputs that it names. Nothing is changed.

#ifndef NOC_FETCH_H
#define NOC_FETCH_H

#include "router/router_view.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  FETCH_MEMBERS = 1 << 14,  // banks of fewer members are left to the caches
  FETCH_INPUTS = 8,         // groups ahead
  FETCH_OUTPUTS = 4
};

// The masks of a group of which no member is missing, one over the other.
NOC_INLINE uint64_t fetch_masks(const router_view_t *r, const uint16_t *mask, uint32_t group) {
  const uint16_t *first = &mask[group * r->group];
  uint64_t any = 0;
  for (uint32_t m = 0; m < r->group; m += LANES) {
    any |= lanes_load(first + m, LANES);
  }
  return any;
}

// Anything arrives at such a group or is in it.
NOC_INLINE bool fetch_moves(const router_view_t *r, uint32_t group) {
  return (fetch_masks(r, r->f.in_valid, group) | fetch_masks(r, r->f.credit_in_valid, group) |
          r->st_valid[group] | r->inputs_filled[group]) != 0;
}

// Nothing arrives at such a group, is in it or leaves it: a clock edge changes nothing. In a large
// network most groups are idle, and one that is not written to costs half.
NOC_INLINE bool fetch_idle(const router_view_t *r, uint32_t group) {
  return !fetch_moves(r, group) && (fetch_masks(r, r->f.out_valid, group) |
                                    fetch_masks(r, r->f.credit_out_valid, group)) == 0;
}

void fetch_inputs(const router_view_t *r, uint32_t group);
void fetch_outputs(const router_view_t *r, uint32_t group);

#ifdef __cplusplus
}
#endif

#endif
