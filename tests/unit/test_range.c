// test_range -- loads on the command line: what is read, how many values there are, and the texts
// that come back.

#include "runs/range.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>

static void parsed(void **state) {
  (void)state;
  static const struct {
    const char *text;
    range_t range;
    size_t count;
  } kGood[] = {
      {"0.05:0.05:0.6", {50000, 50000, 600000}, 12},
      {"0.1:0.4:0.9", {100000, 400000, 900000}, 3},
      {"0.1:0.4:0.899999", {100000, 400000, 899999}, 2},
      {"1:1:1", {1000000, 1000000, 1000000}, 1},
      {"0.000001:0.0001:1", {1, 100, 1000000}, 10000},
  };
  static const char *const kBad[] = {
      "",          "0.1",          "0.1:0.1",           "0.1:0.1:",
      ":0.1:0.2",  "0.1::0.2",     "0.1:0.1:0.2:",      "0.1:0.1:0.2:0.3",
      "0:0.1:0.2", "0.1:0:0.2",    "0.2:0.1:0.1",       "0.1:0.1:1.1",
      "a:0.1:0.2", "-0.1:0.1:0.2", "0.000001:0.00001:1"};
  range_t range;
  for (size_t i = 0; i < sizeof kGood / sizeof kGood[0]; i++) {
    assert_true(range_parse(kGood[i].text, &range));
    assert_memory_equal(&range, &kGood[i].range, sizeof range);
    assert_int_equal(range_count(&range), kGood[i].count);
  }
  for (size_t i = 0; i < sizeof kBad / sizeof kBad[0]; i++) {
    if (range_parse(kBad[i], &range)) {
      fail_msg("'%s' is read", kBad[i]);
    }
  }
}

// As short as can be, but with one digit behind the point.
static void texts(void **state) {
  (void)state;
  static const struct {
    uint64_t millionths;
    const char *text;
  } kMany[] = {{50000, "0.05"}, {600000, "0.6"},      {1000000, "1.0"},
               {1, "0.000001"}, {123456, "0.123456"}, {100, "0.0001"}};
  for (size_t i = 0; i < sizeof kMany / sizeof kMany[0]; i++) {
    char text[RANGE_TEXT];
    assert_string_equal(range_text(kMany[i].millionths, text), kMany[i].text);
  }
}

int main(void) {
  static const struct CMUnitTest kTests[] = {cmocka_unit_test(parsed), cmocka_unit_test(texts)};
  return cmocka_run_group_tests(kTests, NULL, NULL);
}
