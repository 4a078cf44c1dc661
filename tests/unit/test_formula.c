// test_formula -- formulas of maps: values as C has them, names, calls, and what is refused.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "foreign/formula.h"

static int64_t route_of(void *context, int64_t i) {
  return *(const int64_t *)context + i;
}

static int64_t value(const char *text) {
  noc_error_t error = {0};
  int64_t base = 100;
  formula_values_t values = {.route = route_of, .context = &base};
  for (int i = 0; i < FORMULA_NAMES; i++) {
    values.of[i] = i + 1;
  }
  formula_t *f = formula_parse(text, true, &error);
  if (f == NULL) {
    fail_msg("%s: %s", text, error.text);
  }
  const int64_t is = formula_value(f, &values);
  formula_free(f);
  return is;
}

// The compiler works out the same text.
#define AS_C(text)                              \
  do {                                          \
    if (value(#text) != (int64_t)(text)) {      \
      fail_msg("%s is not as C has it", #text); \
    }                                           \
  } while (0)

static void operators(void **state) {
  (void)state;
  AS_C(1 + 2 * 3 - 4);
  AS_C((1 + 2) * 3 % 4);
  AS_C(7 - 2 - 1);
  AS_C(100 / 7 / 2);
  AS_C(-7 / 2);
  AS_C(-7 % 3);
  AS_C(-(-3));
  AS_C(~5 + !0 + !7);
  AS_C(1 << 4 >> 2);
  AS_C((1 << 3) + 1);
  AS_C(-16 >> 2);
  AS_C((3 < 4) + (4 <= 4) + (5 > 6) + (6 >= 6));
  AS_C((2 == 2) == (3 != 4));
  AS_C((6 & 3) ^ (8 | 1));
  AS_C((0 || 2) + (3 && 0));
  AS_C(((1 || 0) && 0) + 4);
  AS_C(1 ? 2 : 3 ? 4 : 5);
  AS_C(0 ? 2 : 0 ? 4 : 5);
  AS_C(2 > 1 ? 3 + 4 : 5);
  AS_C(0x1F + 0);
}

static void names_and_calls(void **state) {
  (void)state;
  static const struct {
    const char *text;
    int64_t is;
  } kRows[] = {
      {"(1 | 2 ^ 3 & 4) << 2", 12},
      {"2 + 3 << 1 | 1", 11},
      {"1 | 2 == 2", 1},
      {"4 & 6 == 6", 0},
      {"0 && 0 || 1", 1},
      {"1 || 0 && 0", 1},
      {"0b101 + 0X1f", 36},
      {"x", FORMULA_X + 1},
      {"size_y - 1 - y", FORMULA_SIZE_Y + 1 - 1 - (FORMULA_Y + 1)},
      {"dlocal*100+hops", (FORMULA_DLOCAL + 1) * 100 + FORMULA_HOPS + 1},
      {" onehot ( 5 ) ", 32},
      {"onehot(63) < 0", 1},
      {"onehot(64)", 0},
      {"onehot(-1)", 0},
      {"abs(-4) + abs(4)", 8},
      {"min(3, 2) * 10 + max(3, 2)", 23},
      {"route(0)", 100},
      {"route(min(2,9)) + out", 102 + FORMULA_OUT + 1},
      {"9223372036854775807 + 1 < 0", 1},
      {"1 / 0 + 1 % 0", 0},
      {"(0 - 9223372036854775807 - 1) / -1 < 0", 1},
      {"(0 - 9223372036854775807 - 1) % -1", 0},
      {"1 << 64", 0},
      {"1 << -1", 0},
      {"5 >> 64", 0},
  };
  for (size_t i = 0; i < sizeof kRows / sizeof kRows[0]; i++) {
    if (value(kRows[i].text) != kRows[i].is) {
      fail_msg("%s is %lld", kRows[i].text, (long long)value(kRows[i].text));
    }
  }
}

static void what_a_value_depends_on(void **state) {
  (void)state;
  noc_error_t error = {0};
  formula_t *f = formula_parse("x + 0 * dx", true, &error);
  assert_non_null(f);
  assert_true(formula_has(f, FORMULA_X) && formula_has(f, FORMULA_DX));
  assert_false(formula_has(f, FORMULA_Y) || formula_has(f, FORMULA_NAMES));
  formula_free(f);
  f = formula_parse("route(1)", true, &error);
  assert_true(f != NULL && formula_has(f, FORMULA_NAMES));
  formula_values_t none = {.route = NULL};
  assert_int_equal(formula_value(f, &none), 0);
  formula_free(f);
}

static void refused(const char *text, bool packet, const char *why) {
  noc_error_t error = {0};
  formula_t *f = formula_parse(text, packet, &error);
  if (f != NULL || error.status != NOC_BAD_INPUT || strstr(error.text, why) == NULL ||
      strncmp(error.text, "formula: column ", 16) != 0) {
    fail_msg("'%s': %s", text, f != NULL ? "accepted" : error.text);
  }
}

static void refusals(void **state) {
  (void)state;
  static const struct {
    const char *text;
    bool packet;
    const char *why;
  } kRows[] = {
      {"", true, "column 1: there is the end; there must be a number, a name or '('"},
      {"1 +", true, "column 4: there is the end"},
      {"1 + * 2", true, "column 5: there is '*'"},
      {"(1", true, "column 3: there is the end; there must be an operator or ')'"},
      {"1)", true, "column 2: there is ')'; there must be an operator or the end"},
      {"1 ? 2", true, "':' of '?'"},
      {"routr", true, "'routr' (nearest: 'router'); there must be one of x, y"},
      {"dxx + 1", true, "(nearest: 'dx')"},
      {"x + dx", false, "column 5: there is 'dx', which is of a packet"},
      {"route(1)", false, "there is 'route'"},
      {"min(1)", true, "',' and another argument"},
      {"abs(1, 2)", true, "')' behind the arguments"},
      {"abs 1", true, "'(' behind the name of a function"},
      {"12ab", true, "an operator or the end behind a number"},
      {"0x", true, "a hexadecimal digit"},
      {"0b2", true, "a binary digit"},
      {"9223372036854775808", true, "a larger number"},
      {"x = 1", true, "there is '='"},
      {"x\ty\x01", true, "there is 'y'"},
      {"x\x7f", true, "there is byte 0x7f"},
  };
  for (size_t i = 0; i < sizeof kRows / sizeof kRows[0]; i++) {
    refused(kRows[i].text, kRows[i].packet, kRows[i].why);
  }
}

// Neither the parser nor the stack of values runs over.
static void long_and_deep(void **state) {
  (void)state;
  enum { MANY = 3000 };
  char text[2 * MANY + 2];
  memset(text, '(', MANY);
  text[MANY] = '\0';
  refused(text, true, "nested deeper");
  memset(text, '-', MANY);
  refused(text, true, "nested deeper");
  for (size_t i = 0; i < MANY; i++) {
    memcpy(text + 2 * i, "1+", 2);
  }
  memcpy(text + sizeof text - 2, "1", 2);
  refused(text, true, "a longer formula");
  assert_int_equal(value("((((((((((((((((((((1))))))))))))))))))))"), 1);
  assert_int_equal(value("1||(2&&(3|(4^(5&(6==(7<(8<<(9+(1*2)))))))))"), 1);
}

// Whatever the bytes are, there is a value or one line.
static void any_bytes(void **state) {
  (void)state;
  enum { TEXTS = 20000, LENGTH = 24 };
  static const char kLetters[] = "xydps01239()+-*/%<>=!&|^~?:, _router,min(onehot(";
  const formula_values_t values = {.route = NULL};
  const uint64_t key = rng_key(1, (rng_stream_t)0, 0);
  unsigned accepted = 0;
  for (uint64_t i = 0; i < TEXTS; i++) {
    char text[LENGTH + 1] = "";
    noc_error_t error = {0};
    const size_t length = rng_draw(key, i * TEXTS) % LENGTH;
    for (size_t k = 0; k < length; k++) {
      text[k] = kLetters[rng_draw(key, i * TEXTS + k + 1) % (sizeof kLetters - 1)];
    }
    formula_t *f = formula_parse(text, true, &error);
    if (f != NULL) {
      (void)formula_value(f, &values);
      accepted++;
    } else {
      assert_true(error.status == NOC_BAD_INPUT && strchr(error.text, '\n') == NULL);
    }
    formula_free(f);
  }
  assert_true(accepted > 100);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(operators),
                                     cmocka_unit_test(names_and_calls),
                                     cmocka_unit_test(what_a_value_depends_on),
                                     cmocka_unit_test(refusals),
                                     cmocka_unit_test(long_and_deep),
                                     cmocka_unit_test(any_bytes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
