// matrix_arbiter -- golden model of a matrix arbiter; see matrix_arbiter.h.

#include "router/matrix_arbiter.h"

#include <assert.h>

void matrix_arbiter_reset(matrix_arbiter_t *a, unsigned n) {
  assert(n >= 1 && n <= ORDER_MAX);
  *a = (matrix_arbiter_t){.n = (uint8_t)n};
  order_reset(a->order, n);
}

uint32_t matrix_arbiter_grant(const matrix_arbiter_t *a, uint32_t request) {
  assert(request >> a->n == 0);
  return request == 0 ? 0 : UINT32_C(1) << order_first(a->order, a->n, request);
}

void matrix_arbiter_tick(matrix_arbiter_t *a, uint32_t request, bool take) {
  assert(request >> a->n == 0);
  if (take && request != 0) {
    order_last(a->order, a->n, order_first(a->order, a->n, request));
  }
}
