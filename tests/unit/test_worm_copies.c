// test_worm_copies -- which copies of a worm have not arrived, for sets of all sizes around the
// words that they are kept in; and several worms at once.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>

#include "plan/plan.h"
#include "workload/copies_due.h"

enum { MOST = 640 };

// For a plan whose largest multicast has so many destinations.
static copies_due_t worms_of(uint32_t copies) {
  noc_error_t error = {0};
  uint32_t to[MOST];
  plan_t *plan = plan_create(MOST + 1, &error);
  assert_non_null(plan);
  for (uint32_t k = 0; k < copies; k++) {
    to[k] = k + 1;
  }
  (void)plan_multicast(plan, 0, to, copies, 1, 0);
  copies_due_t w;
  copies_due_create(&w, plan);
  plan_free(plan);
  return w;
}

// One after the other, from the last to the first.
static void every_size(void **state) {
  (void)state;
  static const uint32_t kCopies[] = {1,   2,   63,  64,  65,  127, 128,
                                     129, 191, 192, 193, 447, 449, MOST};
  for (size_t i = 0; i < sizeof kCopies / sizeof kCopies[0]; i++) {
    copies_due_t w = worms_of(kCopies[i]);
    uint32_t worm = 0;
    assert_true(copies_due_open(&w, kCopies[i], &worm));
    for (uint32_t k = kCopies[i]; k-- > 0;) {
      for (uint32_t copy = 0; copy < kCopies[i]; copy++) {
        assert_int_equal(copies_due_due(&w, worm, copy), copy <= k);
      }
      assert_int_equal(copies_due_arrived(&w, worm, k), k == 0);
    }
    copies_due_free(&w);
  }
}

// More than there is room for at first; an entry that is free is taken again.
static void many_at_once(void **state) {
  (void)state;
  enum { WORMS = 200, COPIES = 130 };
  copies_due_t w = worms_of(COPIES);
  uint32_t worm[WORMS];
  for (uint32_t i = 0; i < WORMS; i++) {
    assert_true(copies_due_open(&w, 1 + i % COPIES, &worm[i]));
  }
  for (uint32_t i = 0; i < WORMS; i++) {
    for (uint32_t k = 0; k <= i % COPIES; k++) {
      assert_true(copies_due_due(&w, worm[i], k));
      assert_int_equal(copies_due_arrived(&w, worm[i], k), k == i % COPIES);
    }
  }
  uint32_t again = 0;
  assert_true(copies_due_open(&w, COPIES, &again));
  assert_int_equal(again, worm[WORMS - 1]);
  copies_due_free(&w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_size),
      cmocka_unit_test(many_at_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
