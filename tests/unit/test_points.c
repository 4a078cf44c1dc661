// test_points -- the set of points that runs have reached: what makes a point, sums, files.

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "dut/points.h"

static const char kHome[] = "/home/you/nocstep";
static const dut_point_t kNarrow[] = {
    {"/home/you/nocstep/rtl/router/fifo.sv", "v_toggle/fifo__Q4", "push_i[10]", "", 40, 31},
    {"/home/you/nocstep/rtl/router/fifo.sv", "v_toggle/fifo__Q4", "push_i[9]", "", 40, 31},
    {"/home/you/nocstep/rtl/router/fifo.sv", "v_branch/fifo__Q4", "if", "50-51", 50, 7},
    {"/home/you/nocstep/rtl/router/fifo.sv", "v_branch/fifo__Q4", "else", "", 50, 7},
    // A second instance of the module.
    {"/home/you/nocstep/rtl/router/fifo.sv", "v_branch/fifo__Q4", "if", "50-51", 50, 7},
    {"/elsewhere/crossbar.sv", "v_line/crossbar", "block", "7", 7, 3},
};
enum { NARROW = sizeof kNarrow / sizeof *kNarrow };
// The same module with other parameters, and a bit more.
static const dut_point_t kWide[] = {
    {"/home/you/nocstep/rtl/router/fifo.sv", "v_branch/fifo__pi3", "else", "", 50, 7},
    {"/home/you/nocstep/rtl/router/fifo.sv", "v_toggle/fifo__pi3", "push_i[11]", "", 40, 31},
    // Another kind of point at the same place.
    {"/home/you/nocstep/rtl/router/fifo.sv", "v_line/fifo__pi3", "else", "", 50, 7},
};
enum { WIDE = sizeof kWide / sizeof *kWide };

static const rtl_point_t *find(const points_t *p, const char *what) {
  for (size_t i = 0; i < p->count; i++) {
    if (strcmp(p->point[i].what, what) == 0) {
      return &p->point[i];
    }
  }
  fail_msg("no point %s", what);
  return NULL;
}

static void points_of_a_module_are_merged(void **state) {
  (void)state;
  points_t p = {0};
  assert_true(points_take(&p, kNarrow, (uint64_t[NARROW]){1, 0, 2, 0, 3, 4}, NARROW, kHome));
  assert_int_equal(p.count, NARROW - 1);
  assert_int_equal(find(&p, "if")->count, 5);
  assert_string_equal(find(&p, "if")->module, "fifo");
  assert_string_equal(find(&p, "if")->file, "rtl/router/fifo.sv");
  assert_string_equal(find(&p, "block")->file, "/elsewhere/crossbar.sv");
  assert_true(points_take(&p, kWide, (uint64_t[WIDE]){7, 0, 0}, WIDE, kHome));
  assert_int_equal(p.count, NARROW + 1);
  assert_int_equal(find(&p, "else")->count, 7);
  assert_int_equal(find(&p, "push_i[11]")->count, 0);
  assert_true(find(&p, "push_i[11]")->toggle);
  assert_false(find(&p, "else")->toggle);
  points_free(&p);
}

static void they_are_sorted_by_place(void **state) {
  (void)state;
  points_t p = {0};
  assert_true(points_take(&p, kNarrow, (uint64_t[NARROW]){1, 0, 2, 0, 3, 4}, NARROW, kHome));
  points_sort(&p);
  const char *const order[] = {"block", "push_i[9]", "push_i[10]", "else", "if"};
  for (size_t i = 0; i < p.count; i++) {
    assert_string_equal(p.point[i].what, order[i]);
  }
  // They are found behind that too.
  assert_true(points_take(&p, kWide, (uint64_t[WIDE]){7, 0, 0}, WIDE, kHome));
  assert_int_equal(p.count, NARROW + 1);
  points_free(&p);
}

static void the_run_that_did_most_is_known(void **state) {
  (void)state;
  points_t sum = {0};
  static const uint64_t kIf[] = {3, 9, 9, 0};
  static const size_t kOrder[] = {2, 0, 3, 1};  // the runs end in any order
  for (size_t i = 0; i < 4; i++) {
    points_t run = {0};
    assert_true(points_take(&run, kNarrow, (uint64_t[NARROW]){0, 0, kIf[kOrder[i]], 0, 0, 0},
                            NARROW, kHome));
    assert_true(points_add_run(&sum, &run, kOrder[i]));
    points_free(&run);
  }
  assert_int_equal(find(&sum, "if")->count, 21);
  assert_int_equal(find(&sum, "if")->most, 9);
  assert_int_equal(find(&sum, "if")->run, 1);
  assert_int_equal(find(&sum, "else")->count, 0);
  points_free(&sum);
}

static void many_points_are_found(void **state) {
  (void)state;
  enum { MANY = 5000 };
  points_t p = {0};
  for (unsigned i = 0; i < 2 * MANY; i++) {
    const dut_point_t one = {"a.sv", "v_line/a", "block", "", i % MANY, 1};
    assert_true(points_take(&p, &one, (uint64_t[]){1}, 1, kHome));
  }
  assert_int_equal(p.count, MANY);
  for (size_t i = 0; i < MANY; i++) {
    assert_int_equal(p.point[i].count, 2);
  }
  points_free(&p);
}

// Writes a file, and returns its name, to be freed.
static char *file_of(const points_t *p, const char *text) {
  char *path = strdup("/tmp/test_points.XXXXXX");
  const int fd = path != NULL ? mkstemp(path) : -1;
  FILE *file = fd >= 0 ? fdopen(fd, "w") : NULL;
  assert_non_null(file);
  if (p != NULL) {
    points_write(p, file);
  } else {
    (void)fputs(text, file);
  }
  assert_int_equal(fclose(file), 0);
  return path;
}

static void a_file_is_read_again(void **state) {
  (void)state;
  points_t p = {0};
  points_t again = {0};
  noc_error_t error;
  assert_true(points_take(&p, kNarrow, (uint64_t[NARROW]){1, 0, 2, 0, 3, 4}, NARROW, kHome));
  char *path = file_of(&p, NULL);
  assert_true(points_read(&again, path, &error));
  assert_true(points_read(&again, path, &error));  // adds
  assert_int_equal(again.count, p.count);
  for (size_t i = 0; i < p.count; i++) {
    assert_int_equal(again.point[i].count, 2 * p.point[i].count);
    assert_string_equal(again.point[i].what, p.point[i].what);
    assert_string_equal(again.point[i].file, p.point[i].file);
    assert_string_equal(again.point[i].module, p.point[i].module);
    assert_string_equal(again.point[i].lines, p.point[i].lines);
    assert_int_equal(again.point[i].line, p.point[i].line);
    assert_int_equal(again.point[i].column, p.point[i].column);
  }
  (void)unlink(path);
  free(path);
  points_free(&p);
  points_free(&again);
}

static void another_file_is_refused(void **state) {
  (void)state;
#define HEAD "# SystemC::Coverage-3\n"
#define GOOD "C '\1f\2a.sv\1l\0023\1n\0021\1page\2v_line/a\1o\2block' 3\n"
  static const struct {
    const char *text, *says;
  } kBad[] = {
      {"", ":1 is another line"},
      {"topology: mesh:2x2\n", ":1 is another line"},
      {HEAD GOOD "nothing\n", ":3 is no point"},
      {HEAD "C '\1f\2a.sv\1page\2v_line/a' x\n", ":2 is no point"},
      {HEAD "C '\1f\2a.sv\1page\2v_line/a\1l' 3\n", ":2 is no point"},
      {HEAD "C '\1f\2a.sv' 3\n", ":2 is no point"},
      {HEAD "C '\1page\2v_line/a' 3\n", ":2 is no point"},
  };
  noc_error_t error;
  for (size_t i = 0; i < sizeof kBad / sizeof *kBad; i++) {
    points_t p = {0};
    char *path = file_of(NULL, kBad[i].text);
    assert_false(points_read(&p, path, &error));
    assert_int_equal(error.status, NOC_BAD_INPUT);
    if (strstr(error.text, kBad[i].says) == NULL) {
      fail_msg("'%s' does not say '%s'", error.text, kBad[i].says);
    }
    (void)unlink(path);
    free(path);
    points_free(&p);
  }
  points_t p = {0};
  assert_false(points_read(&p, "/nowhere/points", &error));
  assert_int_equal(error.status, NOC_BAD_INPUT);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(points_of_a_module_are_merged),  cmocka_unit_test(they_are_sorted_by_place),
      cmocka_unit_test(the_run_that_did_most_is_known), cmocka_unit_test(many_points_are_found),
      cmocka_unit_test(a_file_is_read_again),           cmocka_unit_test(another_file_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
