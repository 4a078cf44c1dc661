// vc_allocator -- golden model of the VC allocator; see vc_allocator.h.

#include "router/vc_allocator.h"

uint32_t va_clock(const router_view_t *r, speculation_t *s, grant_t *won) {
  uint32_t n = 0;
  va_t a;
  s->bid = 0;
  for (va_ask(r, 0, r->inputs_waiting[0], &a, s); a.asked != 0;) {
    won[n++] = va_grant(r, 0, &a);
  }
  va_pass(r, 0, &a);
  return n;
}
