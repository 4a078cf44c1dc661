// route_source -- golden model of source routing; see route_source.h.

#include "router/route_source.h"

// Bits lsb .. lsb + bits - 1 of a payload.
static void set_mask(uint64_t *mask, unsigned lsb, unsigned bits) {
  for (unsigned w = 0; w < SHAPE_MAX_WORDS; w++) {
    mask[w] = 0;
  }
  for (unsigned b = lsb; b < lsb + bits; b++) {
    mask[b / 64] |= UINT64_C(1) << b % 64;
  }
}

void route_source_masks(router_view_t *r, const noc_shape_t *s) {
  if (s->routing != ROUTE_SOURCE) {
    return;
  }
  const unsigned field = s->port_w + s->class_w;
  r->route_lsb = s->route_lsb;
  r->route_field = field;
  set_mask(r->route_mask, s->route_lsb, s->route_w);
  set_mask(r->route_kept, s->route_lsb, s->route_w > field ? s->route_w - field : 0);
}
