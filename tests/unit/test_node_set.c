// test_node_set -- sets of nodes as users write them.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <string.h>

#include "base/node_set.h"

static void reads_numbers_and_ranges(void **state) {
  (void)state;
  noc_error_t error;
  node_set_t set;
  assert_true(node_set_parse("9,0-3,5-5", 10, &set, &error));
  static const uint32_t kExpected[] = {0, 1, 2, 3, 5, 9};
  assert_int_equal(set.count, 6);
  assert_memory_equal(set.node, kExpected, sizeof kExpected);
  for (uint32_t node = 0; node < 12; node++) {
    const bool expected = node <= 3 || node == 5 || node == 9;
    assert_int_equal(node_set_contains(&set, node), expected);
  }
  assert_int_equal(node_set_place(&set, 0), 0);
  assert_int_equal(node_set_place(&set, 4), 4);
  assert_int_equal(node_set_place(&set, 9), 5);
  assert_int_equal(node_set_place(&set, 10), 6);
  node_set_t other;
  assert_true(node_set_parse("5,0-3,9", 10, &other, &error));
  assert_true(node_set_equal(&set, &other));
  other.node[5] = 8;
  assert_false(node_set_equal(&set, &other));
  other.count = 5;
  assert_false(node_set_equal(&set, &other));
  node_set_free(&other);
  node_set_free(&set);
  assert_true(node_set_all(7, &set, &error));
  assert_int_equal(set.count, 7);
  assert_int_equal(set.node[6], 6);
  node_set_free(&set);
}

static void refuses_the_rest(void **state) {
  (void)state;
  static const char *const kWrong[] = {
      "",           ",",
      "1,",         ",1",
      "1-",         "-1",
      "3-1",        "10",
      "0-10",       "1,1",
      "0-3,2",      "1 2",
      "1,,2",       "a",
      "01",         "1-2-3",
      " 1",         "1\n",
      "+1",         "0x1",
      "4294967296", "0-18446744073709551616",
  };
  for (size_t i = 0; i < sizeof kWrong / sizeof kWrong[0]; i++) {
    noc_error_t error = {0};
    node_set_t set;
    if (node_set_parse(kWrong[i], 10, &set, &error)) {
      fail_msg("'%s' was accepted", kWrong[i]);
    }
    assert_int_equal(error.status, NOC_BAD_INPUT);
    assert_non_null(strstr(error.text, "must be nodes from 0 to 9"));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads_numbers_and_ranges),
      cmocka_unit_test(refuses_the_rest),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
