// The time that some work still takes is guessed from what is done of it.

#include "runs/progress.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void check(double seconds, double done, double total, const char *expected) {
  char out[PROGRESS_LEFT];
  assert_string_equal(progress_left(seconds, done, total, out), expected);
}

static void guesses(void **state) {
  (void)state;
  check(10, 1, 4, ", about 30 s left");
  check(10, 2, 4, ", about 10 s left");
  check(0.1, 3, 4, ", about 1 s left");
  check(60, 1, 11, ", about 10 min left");
  check(3600, 1, 11, ", about 10 h left");
  check(3600, 1, 1001, ", more than 100 h left");
}

static void says_nothing(void **state) {
  (void)state;
  check(10, 0, 4, "");
  check(10, 4, 4, "");
  check(10, 5, 4, "");
  check(0, 1, 4, "");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(guesses),
      cmocka_unit_test(says_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
