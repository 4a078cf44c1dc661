// test_batches -- batch means: Student's t against printed tables, the coverage of the interval on
// samples whose mean is known, and samples that no interval may be given for.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <math.h>

#include "base/rng.h"
#include "base/statistics.h"

enum { SPAN = 100, LENGTH = SPAN * BATCHES, TRIALS = 2000, MEAN = 1000 };

static void quantiles_are_those_of_the_tables(void **state) {
  (void)state;
  // NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2.
  static const struct {
    double p;
    unsigned freedom;
    double t;
  } kTable[] = {{0.975, 1, 12.706}, {0.975, 2, 4.303},  {0.975, 3, 3.182},   {0.975, 9, 2.262},
                {0.975, 14, 2.145}, {0.975, 29, 2.045}, {0.975, 100, 1.984}, {0.95, 5, 2.015},
                {0.99, 8, 2.896},   {0.999, 28, 3.408}, {0.999, 13, 3.852}};
  for (size_t i = 0; i < sizeof kTable / sizeof kTable[0]; i++) {
    assert_true(fabs(student_quantile(kTable[i].p, kTable[i].freedom) - kTable[i].t) < 0.0006);
  }
}

// One uniform draw between 0 and 2 * MEAN.
static double draw(uint64_t trial, uint64_t i) {
  return 2 * MEAN * rng_fraction(rng_draw(rng_key(trial, RNG_GAP, 0), i));
}

// Every draw depends on the one before by `memory`, 0 to 1; all grow by `growth` in total.
static batches_t sample(uint64_t trial, double memory, double growth) {
  batches_t b = batches_start(500, LENGTH);
  double value = MEAN;
  for (uint64_t i = 0; i < LENGTH; i++) {
    value = memory * value + (1 - memory) * draw(trial, i);
    batches_add(&b, 500 + i, (uint64_t)(value + growth * (double)i / LENGTH));
  }
  return b;
}

static void the_interval_covers_the_mean(void **state) {
  (void)state;
  unsigned given = 0;
  unsigned covered = 0;
  for (uint64_t trial = 0; trial < TRIALS; trial++) {
    const batches_t b = sample(trial, 0.5, 0);
    const batches_interval_t interval = batches_interval(&b);
    double sum = 0;
    for (unsigned i = 0; i < BATCHES; i++) {
      assert_int_equal(b.count[i], SPAN);
      sum += (double)b.sum[i];
    }
    const double mean = sum / LENGTH + 0.5;  // values are cut to integers
    given += interval.batches > 0;
    covered += interval.batches > 0 && fabs(mean - MEAN) <= interval.half_width;
  }
  assert_true(given > TRIALS * 98 / 100);
  const double part = (double)covered / given;
  assert_true(part > 0.93 && part < 0.97);
}

static void correlated_batches_are_merged_or_refused(void **state) {
  (void)state;
  unsigned refused = 0;
  unsigned merged = 0;
  for (uint64_t trial = 0; trial < 200; trial++) {
    const batches_t some = sample(trial, 0.985, 0);
    const batches_t much = sample(trial, 0.9995, 0);
    const batches_interval_t interval = batches_interval(&some);
    merged += interval.batches == 15 || interval.batches == 10;
    refused += batches_interval(&much).batches == 0;
  }
  assert_in_range(merged, 60, 200);
  assert_in_range(refused, 150, 200);
}

static void growth_is_seen(void **state) {
  (void)state;
  for (uint64_t trial = 0; trial < 200; trial++) {
    const batches_t b = sample(trial, 0.5, 500);
    const batches_interval_t interval = batches_interval(&b);
    assert_int_equal(interval.batches, 0);
    assert_true(interval.growth > 200 && interval.growth < 800);
  }
}

// Some batches of few values are empty, and longer ones tell it.
static void growth_is_seen_past_an_empty_batch(void **state) {
  (void)state;
  for (uint64_t trial = 0; trial < 200; trial++) {
    batches_t b = sample(trial, 0.5, 500);
    b.count[7] = b.sum[7] = 0;
    const batches_interval_t interval = batches_interval(&b);
    assert_int_equal(interval.batches, 0);
    assert_true(interval.growth > 200 && interval.growth < 800);
  }
}

static void an_empty_batch_gives_no_interval(void **state) {
  (void)state;
  batches_t b = sample(1, 0.5, 0);
  b.count[BATCHES - 1] = 0;
  assert_int_equal(batches_interval(&b).batches, 0);
  b = batches_start(10, 31);
  for (uint64_t at = 0; at < 100; at++) {  // before, within and behind
    batches_add(&b, at, 1);
  }
  assert_int_equal(b.count[0], 2);
  assert_int_equal(b.count[BATCHES - 1], 1);
}

static void batches_are_equally_long(void **state) {
  (void)state;
  for (uint64_t length = BATCHES; length < 40 * BATCHES; length++) {
    batches_t b = batches_start(7, length);
    for (uint64_t at = 0; at < length + 100; at++) {
      batches_add(&b, at, 1);
    }
    uint64_t sum = 0;
    for (unsigned i = 0; i < BATCHES; i++) {
      assert_in_range(b.count[i], length / BATCHES, (length + BATCHES - 1) / BATCHES);
      sum += b.count[i];
    }
    assert_int_equal(sum, length);
  }
}

// 30 means of 1001 and 999 in turn: the variance of a sample divides by 29, and Student's t of 29
// degrees of freedom is 2.0452, of 14 degrees 2.1448.
static void the_width_is_that_of_the_formula(void **state) {
  (void)state;
  batches_t b = batches_start(0, BATCHES);
  for (uint64_t at = 0; at < BATCHES; at++) {
    batches_add(&b, at, at % 2 == 0 ? 999 : 1001);
  }
  const batches_interval_t interval = batches_interval(&b);
  assert_int_equal(interval.batches, BATCHES);
  assert_true(fabs(interval.half_width - 2.04523 * sqrt(30.0 / 29 / 30)) < 1e-5);
}

static void equal_values_have_no_width(void **state) {
  (void)state;
  batches_t b = batches_start(0, BATCHES);
  for (uint64_t at = 0; at < BATCHES; at++) {
    batches_add(&b, at, 14);
  }
  const batches_interval_t interval = batches_interval(&b);
  assert_int_equal(interval.batches, BATCHES);
  assert_true(interval.half_width == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(quantiles_are_those_of_the_tables),
      cmocka_unit_test(the_interval_covers_the_mean),
      cmocka_unit_test(correlated_batches_are_merged_or_refused),
      cmocka_unit_test(growth_is_seen),
      cmocka_unit_test(growth_is_seen_past_an_empty_batch),
      cmocka_unit_test(an_empty_batch_gives_no_interval),
      cmocka_unit_test(batches_are_equally_long),
      cmocka_unit_test(the_width_is_that_of_the_formula),
      cmocka_unit_test(equal_values_have_no_width),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
