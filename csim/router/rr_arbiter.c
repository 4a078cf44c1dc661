// rr_arbiter -- golden model of a round-robin arbiter; see rr_arbiter.h.

#include "router/rr_arbiter.h"

#include <assert.h>

uint32_t rr_arbiter_grant(const rr_arbiter_t *a, uint32_t request) {
  assert(request >> a->n == 0);
  return request == 0 ? 0 : UINT32_C(1) << rr_winner(request, a->pointer);
}

void rr_arbiter_tick(rr_arbiter_t *a, uint32_t request, bool take) {
  assert(request >> a->n == 0);
  if (take && request != 0) {
    a->pointer = rr_next(rr_winner(request, a->pointer), a->n);
  }
}
