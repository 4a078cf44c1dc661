// matrix_arbiter: golden model against a list that is kept in order, and its bound; RTL against
// golden model.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "router/matrix_arbiter.h"
#include "unit/shapes.h"
#include "unit/stimulus.h"
#include "unit/unit_lockstep.h"

static void test_lockstep(void **state) {
  (void)state;
  // The first 4 in the quick tier. Ports, VCs, depth, flit bits, cut-through, pipeline,
  // networks, dims.
  const noc_shape_t shapes[] = {
      shape_of((shape_choice_t){3, 1, 1, 32, 0, 3, 1, 0}),
      shape_of((shape_choice_t){5, 1, 1, 32, 0, 3, 1, 0}),
      shape_of((shape_choice_t){16, 1, 1, 32, 0, 3, 1, 0}),
      shape_of((shape_choice_t){8, 1, 1, 32, 0, 3, 1, 0}),
      shape_of((shape_choice_t){2, 1, 1, 32, 0, 3, 1, 0}),
      shape_of((shape_choice_t){7, 1, 1, 32, 0, 3, 1, 0}),
      shape_of((shape_choice_t){9, 1, 1, 32, 0, 3, 1, 0}),
  };
  unsigned n = unit_long_tier() ? sizeof shapes / sizeof shapes[0] : 2;
  unit_lockstep_check("matrix_arbiter", shapes, n, 40000, 1000000);
}

// The requesters, first to last.
typedef struct {
  unsigned n;
  unsigned who[ORDER_MAX];
} queue_t;

static unsigned first_of(const queue_t *q, uint32_t request) {
  unsigned k = 0;
  while ((request >> q->who[k] & 1) == 0) {
    k++;
  }
  return k;
}

static void move_last(queue_t *q, unsigned k) {
  const unsigned who = q->who[k];
  for (; k + 1 < q->n; k++) {
    q->who[k] = q->who[k + 1];
  }
  q->who[k] = who;
}

static void check_order(const matrix_arbiter_t *a, const queue_t *q) {
  uint32_t before = 0;
  for (unsigned k = 0; k < q->n; k++) {
    assert_int_equal(order_before(a->order, q->n, q->who[k]), before);
    before |= 1u << q->who[k];
  }
}

static void run_list(unsigned n) {
  enum { CYCLES = 20000 };
  rng_t r = rng_seed(n);
  matrix_arbiter_t a;
  queue_t q = {.n = n};
  unsigned lost[ORDER_MAX] = {0};
  for (unsigned i = 0; i < n; i++) {
    q.who[i] = i;
  }
  matrix_arbiter_reset(&a, n);
  check_order(&a, &q);
  for (unsigned t = 0; t < CYCLES; t++) {
    const uint32_t all = (UINT32_C(1) << n) - 1;
    const uint64_t draw = rng_next(&r);
    const uint32_t request = (uint32_t)(draw & rng_next(&r)) & all;
    const bool take = rng_chance(&r, 192);
    uint32_t granted = 0;
    if (request != 0) {
      const unsigned k = first_of(&q, request);
      granted = 1u << q.who[k];
      assert_int_equal(matrix_arbiter_grant(&a, request), granted);
      if (take) {
        move_last(&q, k);
      }
    } else {
      assert_int_equal(matrix_arbiter_grant(&a, request), 0);
    }
    matrix_arbiter_tick(&a, request, take);
    check_order(&a, &q);
    for (unsigned i = 0; take && i < n; i++) {
      lost[i] = (granted >> i & 1) != 0 ? 0 : lost[i] + (request >> i & 1);
      assert_true(lost[i] < n);  // whatever was granted while it did not ask
    }
  }
}

static void test_list(void **state) {
  (void)state;
  for (unsigned n = 1; n <= ORDER_MAX; n++) {
    run_list(n);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_list), cmocka_unit_test(test_lockstep)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
