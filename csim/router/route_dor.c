// route_dor -- tables of addresses; see route_dor.h.

#include "router/route_dor.h"

void route_dor_table(router_view_t *r, router_tables_t *table, const noc_shape_t *s) {
  const uint32_t digit = (UINT32_C(1) << s->digit_w) - 1;
  const unsigned ways = s->routing == ROUTE_HYPERCUBE ? 1 : 2;
  r->coordinates = 0;
  for (unsigned d = 0; d < s->dims; d++) {
    for (unsigned b = d * s->digit_w; b < (d + 1) * s->digit_w; b++) {
      table->route[b] = (route_bit_t){
          .digit = digit << (d * s->digit_w), .up = s->locals + ways * d, .shift = d * s->digit_w};
      table->digit_of[b] = (uint8_t)d;
    }
    r->coordinates |= digit << (d * s->digit_w);
  }
  // The index is 0 where there is no index part, and there may be no bit left to shift it from.
  r->index_shift = s->local_w == 0 ? 0 : s->dims * s->digit_w;
  uint32_t index = (UINT32_C(1) << s->local_w) - 1;
  table->route[VIEW_ADDRESS_BITS] = (route_bit_t){.index = index << r->index_shift};
}
