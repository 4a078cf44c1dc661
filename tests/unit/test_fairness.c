// test_fairness -- Jain's index of values for which it is known.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <math.h>

#include "workload/fairness.h"

static double jain(const double *value, uint32_t n) {
  double sum = 0;
  double squares = 0;
  for (uint32_t i = 0; i < n; i++) {
    sum += value[i];
    squares += value[i] * value[i];
  }
  return fairness_jain(n, sum, squares);
}

static void known_cases(void **state) {
  (void)state;
  static const struct {
    double value[5];
    uint32_t n;
    double index;
  } kCases[] = {
      {{3, 3, 3, 3, 3}, 5, 1},    // all alike
      {{7}, 1, 1},                // one alone
      {{9, 0, 0, 0}, 4, 0.25},    // one has all
      {{1, 1, 0, 0, 0}, 5, 0.4},  // k of n share evenly: k / n
      {{1, 2, 3}, 3, 36.0 / 42},  //
      {{50, 30, 50}, 3, 16900. / (3 * 5900)},
      {{0, 0}, 2, 0},  // nobody has anything
  };
  for (size_t i = 0; i < sizeof kCases / sizeof kCases[0]; i++) {
    assert_true(fabs(jain(kCases[i].value, kCases[i].n) - kCases[i].index) < 1e-12);
  }
  assert_true(fairness_jain(0, 0, 0) == 0);
}

static void a_scale_does_not_matter(void **state) {
  (void)state;
  const double one[] = {0.25, 0.5, 0.125, 0.0625};
  const double other[] = {250, 500, 125, 62.5};
  assert_true(fabs(jain(one, 4) - jain(other, 4)) < 1e-12);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(known_cases),
                                     cmocka_unit_test(a_scale_does_not_matter)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
