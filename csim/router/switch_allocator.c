// switch_allocator -- golden model of the switch allocator; see switch_allocator.h.

#include "router/switch_allocator.h"

uint32_t sa_clock(const router_view_t *r, speculation_t *s, grant_t *granted) {
  uint32_t n = 0;
  for (uint64_t asked = sa_ask(r, 0, r->inputs_filled[0], s); asked != 0; asked &= asked - 1) {
    granted[n++] = sa_grant(r, 0, view_lowest(asked));
  }
  return n;
}
