// The covering set: every pair of values that some possible combination has is in one of the rows,
// no row is impossible, and the numbers of pairs are right. All checked by going through all
// combinations, without the search's own tables.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cli/pairwise.h"

typedef struct {
  const unsigned *values;
  unsigned axes;
  unsigned kind;  // of the condition
  unsigned asked;
} problem_t;

static bool allowed(unsigned kind, const unsigned char *at) {
  switch (kind) {
    case 1:  // two values that do not go together
      return !(at[0] == 1 && at[1] == 0);
    case 2:  // a chain over three axes
      return at[0] <= at[1] + 1u && at[1] <= at[2] + 1u;
    case 3:
      return false;
    case 4:  // hardly anything
      return at[0] == 2 && at[1] == 1;
    default:
      return true;
  }
}

static bool possible(void *context, const pairwise_row_t *row) {
  problem_t *p = context;
  p->asked++;
  return allowed(p->kind, row->at);
}

// Whether some possible combination has both values, found by trying all.
static bool can_be(const problem_t *p, unsigned a, unsigned v, unsigned b, unsigned w) {
  size_t points = 1;
  for (unsigned i = 0; i < p->axes; i++) {
    points *= p->values[i];
  }
  for (size_t n = 0; n < points; n++) {
    unsigned char at[PAIRWISE_AXES] = {0};
    size_t rest = n;
    for (unsigned i = 0; i < p->axes; i++) {
      at[i] = (unsigned char)(rest % p->values[i]);
      rest /= p->values[i];
    }
    if (at[a] == v && at[b] == w && allowed(p->kind, at)) {
      return true;
    }
  }
  return false;
}

static bool is_met(const pairwise_t *cover, unsigned a, unsigned v, unsigned b, unsigned w) {
  for (size_t i = 0; i < cover->count; i++) {
    if (cover->row[i].at[a] == v && cover->row[i].at[b] == w) {
      return true;
    }
  }
  return false;
}

static void check(const unsigned *values, unsigned axes, unsigned kind, size_t most_rows) {
  problem_t p = {values, axes, kind, 0};
  pairwise_t cover;
  noc_error_t error;
  assert_true(pairwise_cover(values, axes, possible, &p, &cover, &error));
  unsigned covered = 0;
  unsigned impossible = 0;
  for (unsigned a = 0; a < axes; a++) {
    for (unsigned b = a; b < axes; b++) {
      for (unsigned v = 0; v < values[a]; v++) {
        for (unsigned w = 0; w < values[b]; w++) {
          if (a == b && v != w) {
            continue;
          }
          const bool can = can_be(&p, a, v, b, w);
          assert_int_equal(is_met(&cover, a, v, b, w), can);
          covered += can;
          impossible += !can;
        }
      }
    }
  }
  assert_int_equal(cover.covered, covered);
  assert_int_equal(cover.impossible, impossible);
  for (size_t i = 0; i < cover.count; i++) {
    assert_true(allowed(kind, cover.row[i].at));
    for (size_t k = 0; k < i; k++) {
      assert_memory_not_equal(&cover.row[i], &cover.row[k], sizeof cover.row[i]);
    }
  }
  assert_in_range(cover.count, 0, most_rows);
  pairwise_t again;
  assert_true(pairwise_cover(values, axes, possible, &p, &again, &error));
  assert_int_equal(again.count, cover.count);
  if (cover.count > 0) {
    assert_memory_equal(again.row, cover.row, cover.count * sizeof cover.row[0]);
  }
  pairwise_free(&again);
  pairwise_free(&cover);
}

static void all_possible(void **state) {
  (void)state;
  check((const unsigned[]){3, 4, 3, 2, 2, 2, 2}, 7, 0, 18);  // at least 12
  check((const unsigned[]){8, 8}, 2, 0, 64);
  check((const unsigned[]){2, 2, 2, 2, 2, 2, 2, 2}, 8, 0, 10);
  check((const unsigned[]){1, 1, 1}, 3, 0, 1);
}

static void conditions(void **state) {
  (void)state;
  check((const unsigned[]){2, 4, 3, 2}, 4, 1, 16);
  check((const unsigned[]){4, 4, 4, 2}, 4, 2, 24);
  check((const unsigned[]){3, 4, 3, 2}, 4, 4, 10);
}

static void nothing_possible(void **state) {
  (void)state;
  check((const unsigned[]){3, 2}, 2, 3, 0);
}

static void few_axes(void **state) {
  (void)state;
  check((const unsigned[]){5}, 1, 0, 5);
  pairwise_t cover;
  noc_error_t error;
  assert_true(pairwise_cover(NULL, 0, possible, NULL, &cover, &error));
  assert_int_equal(cover.count, 0);
  pairwise_free(&cover);
}

// Nothing is asked twice: to ask is to read a scenario.
static void asked_once(void **state) {
  (void)state;
  const unsigned values[] = {3, 4, 3};
  problem_t p = {values, 3, 2, 0};
  pairwise_t cover;
  noc_error_t error;
  assert_true(pairwise_cover(values, 3, possible, &p, &cover, &error));
  assert_in_range(p.asked, cover.count, 36);
  pairwise_free(&cover);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(all_possible),     cmocka_unit_test(conditions),
      cmocka_unit_test(nothing_possible), cmocka_unit_test(few_axes),
      cmocka_unit_test(asked_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
