// test_lengths -- packet lengths: the three ways to write them, their mean, what is drawn, and
// every refusal.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <math.h>

#include "base/rng.h"
#include "setup/lengths.h"

enum { DRAWS = 200000 };

static void check(const char *text, unsigned longest, double mean) {
  lengths_t l = {0};
  assert_int_equal(lengths_parse(text, &l), LENGTHS_OK);
  assert_string_equal(l.text, text);
  assert_int_equal(l.longest, longest);
  assert_true(fabs(l.mean - mean) < 1e-9);
  lengths_free(&l);
}

static void accepted(void **state) {
  (void)state;
  check("1", 1, 1);
  check("640", 640, 640);
  check("1-8", 8, 4.5);
  check("3-3", 3, 3);
  check("1:0.5,5:0.5", 5, 3);
  check("5:2,1:6", 5, 2);
  check("7:1e-3", 7, 7);
  check("1:.25,640:.75", 640, 480.25);
  check("1-640", 640, 320.5);
}

static void refused(void **state) {
  (void)state;
  static const char *const kBad[] = {
      "",         "0",     "641",     "-1",          "1-",    "-8",     "8-1",    "0-3",  "1-641",
      "1-8-9",    "1:",    "1:0",     "1:-1",        "1:nan", "1:inf",  "1:1e10", "1:1,", "1:1,1:1",
      "1:1,,2:1", "1-2:1", "1:1;2:1", " 1",          "1 ",    "1,2",    "1:0x1",  "01",   "+1",
      "1.0",      "1:1e",  "1:1 ",    "99999999999", "1:1,2", "1:1e999"};
  lengths_t l = {0};
  assert_int_equal(lengths_parse("4", &l), LENGTHS_OK);
  for (size_t i = 0; i < sizeof kBad / sizeof kBad[0]; i++) {
    if (lengths_parse(kBad[i], &l) != LENGTHS_REFUSED) {
      fail_msg("'%s' was accepted", kBad[i]);
    }
  }
  assert_string_equal(l.text, "4");  // what was there stays
  lengths_free(&l);
}

// `chance` of each length, from 1.
static void check_draws(const char *text, const double *chance, unsigned n) {
  unsigned count[16] = {0};
  lengths_t l = {0};
  assert_int_equal(lengths_parse(text, &l), LENGTHS_OK);
  for (unsigned i = 0; i < DRAWS; i++) {
    const unsigned flits = lengths_draw(&l, rng_draw(7, i));
    assert_true(flits >= 1 && flits <= n);
    count[flits]++;
  }
  for (unsigned flits = 1; flits <= n; flits++) {
    const double expected = DRAWS * chance[flits - 1];
    assert_true(fabs(count[flits] - expected) <= 5 * sqrt(expected));
  }
  lengths_free(&l);
}

static void drawn(void **state) {
  (void)state;
  check_draws("2-5", (const double[]){0, .25, .25, .25, .25}, 5);
  check_draws("1:1,5:3", (const double[]){.25, 0, 0, 0, .75}, 5);
  check_draws("6:0.2,3:0.1,2:0.7", (const double[]){0, .7, .1, 0, 0, .2}, 6);
  check_draws("4", (const double[]){0, 0, 0, 1}, 4);
  lengths_t l = {0};
  assert_int_equal(lengths_parse("1-2", &l), LENGTHS_OK);
  assert_int_equal(lengths_draw(&l, 0), 1);
  assert_int_equal(lengths_draw(&l, UINT64_MAX), 2);
  assert_int_equal(lengths_draw(&l, UINT64_C(0x7fffffffffffffff)), 1);
  assert_int_equal(lengths_draw(&l, UINT64_C(0x8000000000000000)), 2);
  lengths_free(&l);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(accepted),
      cmocka_unit_test(refused),
      cmocka_unit_test(drawn),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
