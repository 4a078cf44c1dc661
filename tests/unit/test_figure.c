// test_figure -- the script of a figure: what gnuplot is told of series, gaps, bars and ranges, and
// that memory or panels that are missing do no harm. That gnuplot draws it is tested in
// tests/cli/test_sweep.sh.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// cmocka needs the four headers above.
#include <cmocka.h>

#include "cli/figure.h"

static char *script_of(const figure_t *f) {
  char *text = NULL;
  size_t length = 0;
  FILE *out = open_memstream(&text, &length);
  assert_non_null(out);
  figure_write(f, out);
  assert_int_equal(fclose(out), 0);
  return text;
}

static void holds(const figure_t *f, const char *part) {
  char *script = script_of(f);
  if (strstr(script, part) == NULL) {
    fail_msg("'%s' is not in\n%s", part, script);
  }
  free(script);
}

static void lacks(const figure_t *f, const char *part) {
  char *script = script_of(f);
  if (strstr(script, part) != NULL) {
    fail_msg("'%s' is in\n%s", part, script);
  }
  free(script);
}

static figure_t *two_series(void) {
  figure_t *f = figure_create("it's a title", "below", 2);
  figure_panel(f, "(a)", "x", "y");
  figure_series(f, "one");
  figure_point(f, 1, 10, 2, false);
  figure_point(f, 2, NAN, 0, false);
  figure_point(f, 3, 30, 0, true);
  figure_mark(f, 2.5, "here");
  figure_reference(f);
  figure_point(f, 1, 5, 0, false);
  figure_series(f, "two");
  figure_point(f, 4, 50, 10, false);
  return f;
}

static void test_points(void **state) {
  (void)state;
  figure_t *f = two_series();
  holds(f, "$line0 << END\n1 10 2\n\n3 30 0\nEND\n");  // a gap where y is not a number
  holds(f, "$solid0 << END\n1 10 2\nEND\n");
  holds(f, "$hollow0 << END\n3 30 0\nEND\n");
  holds(f, "'it''s a title'");
  holds(
      f,
      "set xtics 0.5\nset xrange [0:4.16]\nset yrange [0:64.8]\n");  // the end of the interval is inside
  holds(f, "from first 2.5, graph 0 to first 2.5, graph 1");
  holds(f, "'here' at first 2.5");
  figure_free(f);
}

// A reference has the colour of its series, no name, and takes no colour of its own.
static void test_colours(void **state) {
  (void)state;
  figure_t *f = two_series();
  holds(f, "$line1 using 1:2 with lines dashtype 3 linewidth 1.2 linecolor rgb '#0072B2' notitle");
  holds(f, "$line2 using 1:2 with lines linewidth 1.5 linecolor rgb '#D55E00'");
  holds(f, "linecolor rgb '#0072B2' title 'one', \\\n  NaN with");
  holds(f, "linecolor rgb '#D55E00' title 'two'\n");
  figure_free(f);
}

// Where the colours begin again the marks are others: 32 series differ.
static void test_many_series(void **state) {
  (void)state;
  figure_t *f = figure_create("many", NULL, 1);
  figure_panel(f, NULL, "x", "y");
  const unsigned height = figure_height(f);
  for (unsigned i = 0; i < 32; i++) {
    char name[16];
    (void)snprintf(name, sizeof name, "series %u", i);
    figure_series(f, name);
    figure_point(f, i, i, 0, false);
  }
  assert_true(figure_height(f) > height);  // rows of the legend
  char *script = script_of(f);
  char seen[32][64];
  size_t count = 0;
  for (char *at = script; (at = strstr(at, "with yerrorbars")) != NULL; at++) {
    (void)snprintf(seen[count], sizeof seen[count], "%.*s %.7s", 13, strstr(at, "pointtype"),
                   strstr(at, "#"));
    for (size_t k = 0; k < count; k++) {
      assert_string_not_equal(seen[k], seen[count]);
    }
    count++;
  }
  assert_int_equal(count, 32);
  free(script);
  figure_free(f);
}

static void test_panels(void **state) {
  (void)state;
  figure_t *f = two_series();
  const unsigned one = figure_height(f);
  figure_panel(f, "(b)", "x", "y");
  figure_logarithmic(f, true, true);
  figure_series(f, "one");
  figure_point(f, 1, 100, 0, false);
  figure_point(f, 16, 5000, 0, false);
  const unsigned two = figure_height(f);  // beside the first: not so wide, not so high
  assert_true(two < one);
  holds(f, "set logscale x 2\nset xrange [0.869565217:18.4]\nset xtics (1, 16)\n");
  holds(f, "set logscale y 10\nset yrange [71.4285714:7000]\nset ytics (100, 200, 500, 1000, ");
  figure_panel(f, NULL, "x", "y");
  assert_true(figure_height(f) > two);
  holds(f, "set xrange [0:1]\nset yrange [0:1]\n");  // nothing in it
  figure_same_axes(f);
  holds(f, "set xrange [0:16.64]\nset yrange [0:5400]\n");
  lacks(f, "set xrange [0:1]\n");
  figure_free(f);
}

static void test_limits(void **state) {
  (void)state;
  figure_t *f = two_series();
  figure_limit(f, 10, 40);
  holds(f, "set xrange [0:10.4]\nset yrange [0:43.2]\n");
  figure_free(f);
}

static void test_bars(void **state) {
  (void)state;
  figure_t *f = figure_create("bars", NULL, 3);
  figure_panel(f, NULL, "scheme", "cycles");
  figure_category(f, "ring");
  figure_category(f, "binomial");
  figure_series(f, "one");
  figure_point(f, 0, 10, 0, false);
  figure_series(f, "two");
  figure_point(f, 1, 20, 0, false);
  holds(f, "set xtics ('ring' 0, 'binomial' 1) scale 0\nset xrange [-0.6:1.6]\n");
  holds(f, "$line0 using ($1 + -0.21):2:(0.3864) with boxes");
  holds(f, "$line1 using ($1 + 0.21):2:(0.3864) with boxes");
  figure_free(f);
}

static void test_nothing(void **state) {
  (void)state;
  figure_panel(NULL, "a", "b", "c");  // memory was short
  figure_series(NULL, "a");
  figure_point(NULL, 1, 2, 3, false);
  char *script = script_of(NULL);
  assert_string_equal(script, "");
  free(script);
  figure_t *f = figure_create("nothing", NULL, 1);
  figure_point(f, 1, 2, 3, false);  // of no series
  figure_mark(f, 1, NULL);
  figure_category(f, "a");
  assert_true(figure_height(f) > 0);
  script = script_of(f);
  assert_string_equal(script, "");
  free(script);
  figure_free(f);
  figure_free(NULL);
}

// Panels with names of their own: none above them all, and the panels are higher by the most names.
static void test_own_legends(void **state) {
  (void)state;
  figure_t *f = two_series();
  figure_own_legends(f);
  figure_panel(f, "(b)", "x", "y");
  figure_series(f, "three");
  figure_point(f, 1, 10, 0, false);
  lacks(f, "samplen 2.5 maxcols");
  holds(f, "plot [0:1] [0:1] NaN notitle\n");
  holds(f, "left top vertical Left reverse samplen 2.5 maxrows 2\n");
  holds(f, "linecolor rgb '#D55E00' title 'two'\nunset label");
  holds(f, "left top vertical Left reverse samplen 2.5 maxrows 1\n");
  holds(f, "title 'three'\n");
  assert_int_equal(figure_height(f), 48 + 30 + 8 + 350 + 2 * 22);
  figure_free(f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_points),      cmocka_unit_test(test_colours),
      cmocka_unit_test(test_many_series), cmocka_unit_test(test_panels),
      cmocka_unit_test(test_limits),      cmocka_unit_test(test_bars),
      cmocka_unit_test(test_nothing),     cmocka_unit_test(test_own_legends),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
