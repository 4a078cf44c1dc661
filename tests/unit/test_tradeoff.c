// test_tradeoff -- curves whose crossings, knees and highest throughputs are known.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <math.h>

#include "runs/tradeoff.h"

#define CURVE(zero, ...)                                                                \
  {                                                                                     \
    .zero_load = (zero), .point = (const tradeoff_point_t[]){__VA_ARGS__},              \
    .count = sizeof((const tradeoff_point_t[]){__VA_ARGS__}) / sizeof(tradeoff_point_t) \
  }

static void assert_near(double is, double expected) {
  if (!(fabs(is - expected) < 1e-12)) {
    fail_msg("%.15g, expected %.15g", is, expected);
  }
}

// Past saturation the second curve loses throughput, and its latency grows.
static const tradeoff_t kSteady = CURVE(10, {0.1, 11}, {0.2, 12}, {0.4, 14});
static const tradeoff_t kFalling =
    CURVE(4, {0.1, 6}, {0.2, 10}, {0.25, 40}, {0.22, 80}, {0.24, 90});

static void one_curve(void **state) {
  (void)state;
  assert_near(tradeoff_most(&kSteady), 0.4);
  assert_near(tradeoff_most(&kFalling), 0.25);
  assert_near(tradeoff_latency(&kSteady, 0), 10);
  assert_near(tradeoff_latency(&kSteady, 0.05), 10.5);
  assert_near(tradeoff_latency(&kSteady, 0.3), 13);
  assert_near(tradeoff_latency(&kSteady, 0.4), 14);
  assert_near(tradeoff_latency(&kFalling, 0.22), 22);  // on the way up
  assert_true(isnan(tradeoff_latency(&kFalling, 0.26)));
  assert_near(tradeoff_knee(&kFalling, 2), 0.15);
  assert_near(tradeoff_knee(&kSteady, 2), 0.4);  // never twice
  const tradeoff_t none = {.zero_load = 7};
  assert_near(tradeoff_most(&none), 0);
  assert_near(tradeoff_latency(&none, 0), 7);
  assert_true(isnan(tradeoff_latency(&none, 0.01)));
  assert_near(tradeoff_knee(&none, 2), 0);
}

// Points between which throughput falls and rises again do not count twice.
static void uneven(void **state) {
  (void)state;
  const tradeoff_t c = CURVE(10, {0.1, 12}, {0.09, 30}, {0.2, 14});
  assert_near(tradeoff_latency(&c, 0.15), 13);
  assert_near(tradeoff_most(&c), 0.2);
}

static void comparison(void **state) {
  (void)state;
  // 10 + 10 x against 10 + 600 (x - 0.2) from 0.2 on: they meet at 0.2 + 2 / 590.
  assert_near(tradeoff_better_until(&kFalling, &kSteady), 0.2 + 2.0 / 590);
  assert_near(tradeoff_better_until(&kSteady, &kFalling), 0);
  // Better to the end: of its own, and past the other's.
  const tradeoff_t low = CURVE(5, {0.1, 5}, {0.15, 9});
  const tradeoff_t short_one = CURVE(20, {0.05, 40});
  assert_near(tradeoff_better_until(&low, &kSteady), 0.15);
  assert_near(tradeoff_better_until(&kSteady, &short_one), 0.4);
  // Worse for a while in the middle: what comes behind does not count.
  const tradeoff_t bump = CURVE(8, {0.1, 13}, {0.2, 8}, {0.4, 8});
  assert_near(tradeoff_better_until(&bump, &kSteady), 0.05);
  // Just above at one point, and touching there.
  const tradeoff_t over = CURVE(8, {0.1, 11.5}, {0.2, 8});
  const tradeoff_t touching = CURVE(8, {0.1, 11}, {0.2, 8});
  assert_near(tradeoff_better_until(&over, &kSteady), 0.08);
  assert_near(tradeoff_better_until(&touching, &kSteady), 0.1);
  // Equal is not better.
  assert_near(tradeoff_better_until(&kSteady, &kSteady), 0);
  const tradeoff_t none = {.zero_load = 1};
  assert_near(tradeoff_better_until(&none, &kSteady), 0);
  assert_near(tradeoff_better_until(&low, &none), 0);
  const tradeoff_t slow = {.zero_load = 100};
  assert_near(tradeoff_better_until(&low, &slow), 0.15);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_curve),
      cmocka_unit_test(uneven),
      cmocka_unit_test(comparison),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
