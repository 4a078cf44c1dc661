// test_rtl_holes -- holes of merged runs, the run that comes nearest to each, and waivers.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "dut/files.h"
#include "runs/rtl_holes.h"
#include "runs/waivers.h"

static char home[] = "/tmp/nocstep-holes-XXXXXX";

static void put(const char *name, const char *text) {
  char path[FILES_PATH];
  assert_true(path_print(path, "%s/%s", home, name));
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  assert_true(fputs(text, file) >= 0);
  assert_int_equal(fclose(file), 0);
}

static const dut_point_t kPoints[] = {
    {"a.sv", "v_line/a", "block", "2", 2, 3},  {"a.sv", "v_branch/a", "if", "3", 3, 5},
    {"a.sv", "v_branch/a", "else", "", 3, 6},  {"a.sv", "v_line/a", "block", "5", 5, 3},
    {"a.sv", "v_toggle/a", "x[0]", "", 1, 9},  {"a.sv", "v_toggle/a", "x[1]", "", 1, 9},
    {"a.sv", "v_toggle/a", "x[2]", "", 1, 9},  {"a.sv", "v_toggle/a", "x[3]", "", 1, 9},
    {"a.sv", "v_toggle/a", "x[10]", "", 1, 9}, {"a.sv", "v_toggle/a", "clock", "", 1, 20},
    {"b.sv", "v_line/b", "block", "1", 1, 1},  {"a.sv", "v_branch/a", "if", "4", 4, 5},
    {"a.sv", "v_branch/a", "else", "", 4, 6},
};
enum { POINTS = sizeof kPoints / sizeof *kPoints };
static const uint64_t kRuns[][POINTS] = {
    {9, 9, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1},
    {5, 2, 0, 0, 4, 3, 0, 0, 0, 0, 0, 0, 1},  // more of the module
    {9, 9, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 2},
};
enum { RUNS = sizeof kRuns / sizeof *kRuns };

static void merge(rtl_merge_t *m) {
  *m = (rtl_merge_t){0};
  for (size_t i = RUNS; i-- > 0;) {
    points_t run = {0};
    assert_true(points_take(&run, kPoints, kRuns[i], POINTS, home));
    assert_true(rtl_merge_add(m, &run, i));
    points_free(&run);
  }
  points_sort(&m->points);
}

static const rtl_hole_t *hole(const rtl_holes_t *h, const char *what, unsigned line) {
  for (size_t i = 0; i < h->holes; i++) {
    if (strcmp(h->hole[i].what, what) == 0 && h->hole[i].point->line == line) {
      return &h->hole[i];
    }
  }
  fail_msg("no hole %s of line %u", what, line);
  return NULL;
}

static void test_holes(void **state) {
  (void)state;
  rtl_merge_t m;
  rtl_holes_t h;
  source_lines_t lines = {.home = home};
  static const bool kNone[POINTS] = {false};
  merge(&m);
  assert_true(rtl_holes_find(&m, kNone, &lines, &h));
  assert_int_equal(h.holes, 6);
  // The other arm of the if is the nearest, of runs that took it as often the first.
  const rtl_hole_t *other = hole(&h, "else", 3);
  assert_int_equal(other->near, NEAR_BLOCK);
  assert_int_equal(other->run, 0);
  assert_string_equal(other->through->what, "if");
  assert_string_equal(other->text, "if (full_i) y = 1;");
  const rtl_hole_t *last = hole(&h, "block", 5);
  assert_int_equal(last->near, NEAR_BLOCK);
  assert_int_equal(last->through->line, 4);
  const rtl_hole_t *first = hole(&h, "if", 4);
  assert_string_equal(first->through->what, "else");
  assert_int_equal(first->run, 2);
  // Bits of a signal are one hole.
  const rtl_hole_t *bits = hole(&h, "x[2-3,10]", 1);
  assert_int_equal(bits->points, 3);
  assert_int_equal(bits->near, NEAR_SIGNAL);
  assert_int_equal(bits->run, 1);
  assert_string_equal(bits->through->what, "x[0]");
  const rtl_hole_t *clock = hole(&h, "clock", 1);
  assert_int_equal(clock->near, NEAR_MODULE);
  assert_int_equal(clock->run, 1);
  assert_int_equal(hole(&h, "block", 1)->near, NEAR_NOTHING);
  rtl_holes_free(&h);
  rtl_merge_free(&m);
  source_lines_free(&lines);
}

static void read_waivers(waivers_t *w, const char *text) {
  static char path[FILES_PATH];
  noc_error_t error;
  put("waivers", text);
  assert_true(path_print(path, "%s/waivers", home));
  assert_true(waivers_read(w, path, &error));
}

static void test_waivers(void **state) {
  (void)state;
  rtl_merge_t m;
  rtl_holes_t h;
  waivers_t w;
  rtl_coverage_t count;
  source_lines_t lines = {.home = home};
  bool waived[POINTS] = {false};
  merge(&m);
  read_waivers(&w,
               "# comment\n\n"
               "toggle a x[10]           -- never as wide\n"
               "toggle * clock -- it is driven\n"
               "line   a else: if (full_i)* -- always full\n");
  assert_int_equal(w.rows, 3);
  assert_string_equal(w.row[2].reason, "always full");
  waivers_apply(&w, &m.points, &lines, waived);
  assert_int_equal(waivers_complaints(&w), 0);
  assert_true(rtl_holes_find(&m, waived, &lines, &h));
  assert_int_equal(h.holes, 4);
  assert_int_equal(hole(&h, "x[2-3]", 1)->points, 2);
  assert_true(rtl_coverage_count(&m.points, waived, &count));
  assert_int_equal(count.all.waived, 3);
  assert_int_equal(count.all.lines, 6);
  assert_int_equal(count.all.lines_reached, 3);
  assert_int_equal(count.all.toggles, 4);
  assert_int_equal(count.all.toggles_reached, 2);
  rtl_coverage_free(&count);
  rtl_holes_free(&h);
  waivers_free(&w);

  // Rows that hide nothing, or what was reached, which they do not hide.
  memset(waived, 0, sizeof waived);
  read_waivers(&w,
               "toggle a y[0] -- none\nline * block:* -- some of them\n"
               "line a if: if (full_i)* -- reached\n");
  waivers_apply(&w, &m.points, &lines, waived);
  assert_int_equal(waivers_complaints(&w), 3);
  assert_non_null(strstr(waivers_complaint(&w, 0), "waivers:1: stands for no point: a y[0]"));
  assert_non_null(
      strstr(waivers_complaint(&w, 1), "waivers:2: stands for a point that was reached: a.sv:2"));
  assert_true(rtl_coverage_count(&m.points, waived, &count));
  assert_int_equal(count.all.lines_reached, 3);
  rtl_coverage_free(&count);
  waivers_free(&w);

  // Ranges of bits: both ends belong to them, and no other bit; a pattern without one stays exact.
  static const struct {
    const char *row;
    unsigned bits;  // 1: x[2], 2: x[3], 4: x[10]
  } kRanges[] = {
      {"toggle a x[3-9] -- why\n", 2},  {"toggle a x[2-10] -- why\n", 7},
      {"toggle * *[3-31] -- why\n", 6}, {"toggle a x[4-9] -- why\n", 0},
      {"toggle a x[10-3] -- why\n", 0}, {"toggle a x[2-3]] -- why\n", 0},
      {"toggle a [2-10] -- why\n", 0},  {"toggle a x[2-] -- why\n", 0},
  };
  for (size_t i = 0; i < sizeof kRanges / sizeof *kRanges; i++) {
    memset(waived, 0, sizeof waived);
    read_waivers(&w, kRanges[i].row);
    waivers_apply(&w, &m.points, &lines, waived);
    unsigned bits = 0;
    for (size_t k = 0; k < m.points.count; k++) {
      const char *what = m.points.point[k].what;
      const unsigned bit = strcmp(what, "x[2]") == 0 ? 1 : strcmp(what, "x[3]") == 0 ? 2 : 4;
      bits |= waived[k] ? bit : 0;
    }
    assert_int_equal(bits, kRanges[i].bits);
    assert_int_equal(waivers_complaints(&w), kRanges[i].bits == 0);
    waivers_free(&w);
  }
  rtl_merge_free(&m);
  source_lines_free(&lines);
}

static void test_bad_waivers(void **state) {
  (void)state;
  static const struct {
    const char *text, *says;
  } kBad[] = {
      {"toggle a x[0]\n", "waivers:1: the reason is not there"},
      {"# one\ntoggle a x[0] -- \n", "waivers:2: the reason is not there"},
      {"line a -- why\n", "waivers:1: the pattern is not there"},
      {"toggle\n", "waivers:1: the pattern is not there"},
      {"branch a x -- why\n", "the kind of a waiver is branch; it must be line or toggle"},
  };
  char path[FILES_PATH];
  assert_true(path_print(path, "%s/waivers", home));
  for (size_t i = 0; i < sizeof kBad / sizeof *kBad; i++) {
    waivers_t w;
    noc_error_t error = {0};
    put("waivers", kBad[i].text);
    assert_false(waivers_read(&w, path, &error));
    assert_int_equal(error.status, NOC_BAD_INPUT);
    if (strstr(error.text, kBad[i].says) == NULL) {
      fail_msg("'%s' does not say '%s'", error.text, kBad[i].says);
    }
    waivers_free(&w);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_holes),
      cmocka_unit_test(test_waivers),
      cmocka_unit_test(test_bad_waivers),
  };
  if (mkdtemp(home) == NULL) {
    return 1;
  }
  put("a.sv",
      "logic [10:0] x; logic clock;\n  always_comb begin\n    if (full_i) y = 1;  // often\n"
      "  end\n  always_comb z = 1;\n");
  put("b.sv", "always_comb z = 1;\n");
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  dir_remove(home);
  return failed;
}
