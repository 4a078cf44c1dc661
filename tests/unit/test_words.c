// test_words -- numbers as users write them, and names as a sentence lists them.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <string.h>

#include "base/decimal.h"
#include "base/name_list.h"

static void whole_numbers(void **state) {
  (void)state;
  const char *const no[] = {"", "-1", "+1", " 1", "1 ", "01", "0x1", "1.0", "18446744073709551616"};
  uint64_t value = 1;
  assert_true(decimal_parse("0", &value) && value == 0);
  assert_true(decimal_parse("18446744073709551615", &value) && value == UINT64_MAX);
  for (size_t i = 0; i < sizeof no / sizeof *no; i++) {
    assert_false(decimal_parse(no[i], &value));
  }
  assert_true(decimal_scan("12:3", &value) == 2 && value == 12);
}

static void real_numbers(void **state) {
  (void)state;
  const struct {
    const char *text;
    double value;
  } yes[] = {{"0", 0},      {".5", 0.5},   {"5.", 5},       {"-3", -3},
             {"+3.5", 3.5}, {"2e-1", 0.2}, {"1E+2", 100.0}, {"0.07", 0.07}};
  const char *const no[] = {"",    ".",    "-",   "e5",  "1e",  " 1",    "1 ",  "0x1p3", "nan",
                            "inf", "-inf", "1,5", "007", "-01", "1e999", "--1", "1-1",   "0.2.1"};
  double value = 0;
  for (size_t i = 0; i < sizeof yes / sizeof *yes; i++) {
    assert_true(decimal_real(yes[i].text, &value));
    assert_true(value == yes[i].value);
  }
  for (size_t i = 0; i < sizeof no / sizeof *no; i++) {
    assert_false(decimal_real(no[i], &value));
  }
}

static void lists_of_names(void **state) {
  (void)state;
  const char *const name[] = {"hnc", "hierarchy", "combining"};
  char out[40];
  assert_string_equal(name_list(name, 0, " or ", out, sizeof out), "");
  assert_string_equal(name_list(name, 1, " or ", out, sizeof out), "hnc");
  assert_string_equal(name_list(name, 2, " or ", out, sizeof out), "hnc or hierarchy");
  assert_string_equal(name_list(name, 3, " and ", out, sizeof out), "hnc, hierarchy and combining");
  for (size_t size = 1; size < 30; size++) {  // what does not fit is cut, nothing beyond written
    memset(out, '#', sizeof out);
    assert_ptr_equal(name_list(name, 3, " or ", out, size), out);
    assert_int_equal(strlen(out), size - 1 < 27 ? size - 1 : 27);
    assert_memory_equal(out, "hnc, hierarchy or combining", strlen(out));
    for (size_t i = size; i < sizeof out; i++) {
      assert_int_equal(out[i], '#');
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(whole_numbers),
      cmocka_unit_test(real_numbers),
      cmocka_unit_test(lists_of_names),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
