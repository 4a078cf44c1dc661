// The latency histogram: exact percentiles by the nearest-rank definition, at any size of value.

#include "base/statistics.h"
#include "harness.h"

static void test_empty(void **state) {
  (void)state;
  histogram_t h = {0};
  assert_int_equal(histogram_percentile(&h, 50), 0);
  assert_true(histogram_mean(&h) == 0);
  histogram_free(&h);
}

static void test_one_to_hundred(void **state) {
  (void)state;
  histogram_t h = {0};
  for (uint64_t i = 100; i > 0; i--) {
    assert_true(histogram_add(&h, i * 1000));
  }
  assert_int_equal(histogram_percentile(&h, 50), 50000);
  assert_int_equal(histogram_percentile(&h, 95), 95000);
  assert_int_equal(histogram_percentile(&h, 99), 99000);
  assert_int_equal(histogram_percentile(&h, 100), 100000);
  assert_int_equal(h.max, 100000);
  assert_true(histogram_mean(&h) == 50500);
  histogram_free(&h);
}

static void test_few(void **state) {
  (void)state;
  histogram_t h = {0};
  assert_true(histogram_add(&h, 7));
  assert_int_equal(histogram_percentile(&h, 50), 7);
  assert_int_equal(histogram_percentile(&h, 99), 7);
  assert_true(histogram_add(&h, 0));
  assert_true(histogram_add(&h, UINT64_C(3000000000)));
  assert_int_equal(histogram_percentile(&h, 1), 0);
  assert_int_equal(histogram_percentile(&h, 33), 0);
  assert_int_equal(histogram_percentile(&h, 34), 7);
  assert_int_equal(histogram_percentile(&h, 67), UINT64_C(3000000000));
  histogram_free(&h);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_empty),
      cmocka_unit_test(test_one_to_hundred),
      cmocka_unit_test(test_few),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
