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

#include "runs/figure.h"
#include "runs/plot.h"

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
  // The end of the interval is inside.
  holds(f, "set xtics 0.5\nset xrange [0:4.16]\nset yrange [0:64.8]\n");
  holds(f, "from first 2.5, graph 0 to first 2.5, graph 1");
  holds(f, "'here' at first 2.5");
  figure_free(f);
}

// A reference has the colour of its series, no name, and takes no colour of its own.
static void test_colours(void **state) {
  (void)state;
  figure_t *f = two_series();
  holds(f, "$line1 using 1:2 with lines dashtype 3 linewidth 1.2 linecolor rgb '#0072B2' notitle");
  holds(f, "$line2 using 1:2 with lines dashtype 1 linewidth 1.5 linecolor rgb '#D55E00'");
  holds(f, "linecolor rgb '#0072B2' title 'one', \\\n  NaN with");
  holds(f, "linecolor rgb '#D55E00' title 'two'\n");
  figure_free(f);
}

// No two of the first curves have the same colour and mark; no two of more curves have the same
// colour, mark and dashes.
static void test_looks(void **state) {
  (void)state;
  for (size_t i = 0; i < PLOT_LOOKS; i++) {
    const plot_look_t a = plot_look(i);
    for (size_t k = 0; k < i; k++) {
      const plot_look_t b = plot_look(k);
      const bool same = strcmp(a.colour, b.colour) == 0 && a.mark == b.mark;
      if (same && (i < PLOT_MARKED || a.dash == b.dash)) {
        fail_msg("curves %zu and %zu look the same", k, i);
      }
      if (i < PLOT_MARKED && strcmp(a.colour, b.colour) == 0 && strcmp(a.fill, b.fill) == 0) {
        fail_msg("bars %zu and %zu look the same", k, i);
      }
    }
  }
}

// They are what is drawn, and named.
static void test_many_series(void **state) {
  (void)state;
  figure_t *f = figure_create("many", NULL, 1);
  figure_panel(f, NULL, "x", "y");
  const unsigned height = figure_height(f);
  for (unsigned i = 0; i < PLOT_LOOKS; i++) {
    char name[16];
    (void)snprintf(name, sizeof name, "series %u", i);
    figure_series(f, name);
    figure_point(f, i, i, 0, false);
  }
  assert_true(figure_height(f) > height);  // rows of the legend
  for (unsigned i = 0; i < PLOT_LOOKS; i++) {
    const plot_look_t look = plot_look(i);
    char part[200];
    (void)snprintf(
        part, sizeof part,
        "$line%u using 1:2 with lines dashtype %u linewidth 1.5 linecolor rgb '%s' "
        "notitle, \\\n  $solid%u using 1:2:3 with yerrorbars linewidth 1.2 pointtype %u ",
        i, look.dash, look.colour, i, look.mark);
    holds(f, part);
    (void)snprintf(part, sizeof part,
                   "dashtype %u linewidth 1.5 pointtype %u pointsize 0.7 linecolor rgb '%s' title "
                   "'series %u'",
                   look.dash, look.mark, look.colour, i);
    holds(f, part);
  }
  figure_free(f);
}

typedef struct {
  double x, y, begin, end;
} text_box_t;

// The texts of marks in the script, in pixels of a panel that is `wide` and shows 0 to `most`.
static size_t mark_boxes(const figure_t *f, double wide, double most, text_box_t *box) {
  char *script = script_of(f);
  size_t count = 0;
  for (char *at = script; (at = strstr(at, "set label ")) != NULL; at++) {
    char text[40];
    char side[8];
    text_box_t b = {0};
    if (sscanf(at, "set label %*u '%39[^']' at first %lf, graph %lf %7s", text, &b.x, &b.y, side) ==
        4) {
      const double x = b.x / most * wide;
      const double width = 9.0 * (double)strlen(text);
      assert_true(strcmp(side, "left") == 0 || strcmp(side, "right") == 0);
      b.begin = *side == 'l' ? x + 4 : x - 4 - width;
      b.end = b.begin + width;
      box[count++] = b;
    }
  }
  free(script);
  return count;
}

// Saturation loads that are close together, the same twice, and at both ends.
static void test_marks(void **state) {
  (void)state;
  static const double kLoads[] = {0.64, 0.645, 0.65, 0.655, 0.6,  0.575, 0.635, 0.655,
                                  0.66, 0.625, 0.43, 0.39,  0.01, 0.895, 0.9,   0.02};
  enum { LOADS = sizeof kLoads / sizeof kLoads[0], WIDE = 900 - 114 - 16, HIGH = 400 - 14 - 72 };
  text_box_t box[LOADS];
  figure_t *f = figure_create("marks", NULL, 1);
  figure_panel(f, NULL, "x", "y");
  figure_limit(f, 0.9, 0);
  for (size_t i = 0; i < LOADS; i++) {
    char text[16];
    (void)snprintf(text, sizeof text, "%g", kLoads[i]);
    figure_series(f, "a name");
    figure_point(f, kLoads[i], kLoads[i], 0, false);
    figure_mark(f, kLoads[i], text);
  }
  assert_int_equal(mark_boxes(f, WIDE, 0.9 * 1.04, box), LOADS);
  for (size_t i = 0; i < LOADS; i++) {
    assert_true(box[i].begin >= 0 && box[i].end <= WIDE && box[i].y > 0 && box[i].y < 1);
    for (size_t k = 0; k < i; k++) {
      const bool apart = box[i].end <= box[k].begin || box[k].end <= box[i].begin ||
                         fabs(box[i].y - box[k].y) * HIGH >= 17;
      if (!apart) {
        fail_msg("the texts at %g and %g cover each other", box[i].x, box[k].x);
      }
    }
  }
  figure_free(f);
}

// A text for which there is no room is left out; its line is there.
static void test_no_room(void **state) {
  (void)state;
  text_box_t box[100];
  figure_t *f = figure_create("marks", NULL, 1);
  figure_panel(f, NULL, "x", "y");
  figure_limit(f, 1, 0);
  for (size_t i = 0; i < 100; i++) {
    figure_series(f, "a name");
    figure_mark(f, 0.5, "0.5");
  }
  const size_t texts = mark_boxes(f, 900, 1, box);
  assert_true(texts >= 20 && texts < 100);
  char *script = script_of(f);
  size_t lines = 0;
  for (char *at = script; (at = strstr(at, "set arrow from")) != NULL; at++) {
    lines++;
  }
  assert_int_equal(lines, 100);
  free(script);
  figure_free(f);
}

// Many panels make the picture wider: it is not much higher than wide, and no title leaves it.
static void test_page(void **state) {
  (void)state;
  for (unsigned columns = 1; columns <= 4; columns++) {
    for (unsigned panels = 1; panels <= 40; panels++) {
      figure_t *f = figure_create("page", "below", columns);
      figure_own_legends(f);
      for (unsigned i = 0; i < panels; i++) {
        figure_panel(f, "(17) shares of the sum of both", "x", "y");
        for (unsigned k = 0; k < 1 + i % 6; k++) {
          figure_series(f, "a name");
          figure_point(f, 1, 2, 0, false);
        }
      }
      assert_true(figure_width(f) >= 900);
      if (figure_height(f) > 1.7 * figure_width(f)) {
        fail_msg("%u panels: %u x %u", panels, figure_width(f), figure_height(f));
      }
      figure_free(f);
    }
  }
}

// Numbers of six digits and more would push the label of the axis out of the picture.
static void test_large_numbers(void **state) {
  (void)state;
  static const struct {
    double most;
    const char *format;
  } kCases[] = {{9e4, NULL},
                {2e5, "set format y '%.0s%c'\n"},
                {1.5e6, "set format y '%.1s%c'\n"},
                {4e7, "set format y '%.0s%c'\n"}};
  for (size_t i = 0; i < sizeof kCases / sizeof kCases[0]; i++) {
    figure_t *f = figure_create("large", NULL, 1);
    figure_panel(f, NULL, "x", "y");
    figure_series(f, "one");
    figure_point(f, 1, kCases[i].most, 0, false);
    if (kCases[i].format != NULL) {
      holds(f, kCases[i].format);
    } else {
      lacks(f, "set format y '");
    }
    holds(f, "unset arrow\nset format y\n");  // not of the next panel
    figure_free(f);
  }
}

static void test_long_title(void **state) {
  (void)state;
  figure_t *f = figure_create("titles", NULL, 2);
  figure_panel(f, "(18) from n sources to all", "x", "y");
  figure_panel(f, "(17) shares of the sum of both, 16-ary mesh", "x", "y");
  holds(f, "'(18) from n sources to all' at screen 0.30444,");                   // over its axes
  holds(f, "'(17) shares of the sum of both, 16-ary mesh' at screen 0.75000,");  // over its panel
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
  holds(f, "set logscale x 2\nset xtics (1, 16)\nset xrange [0.869565217:18.4]\n");
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

// Where the colours begin again bars have a pattern; wide names stand in turn, with room below.
static void test_many_bars(void **state) {
  (void)state;
  figure_t *f = figure_create("bars", NULL, 1);
  figure_panel(f, NULL, "scheme", "cycles");
  for (unsigned i = 0; i < 9; i++) {
    figure_category(f, "ring");
    figure_series(f, "one");
    figure_point(f, i, 10, 0, false);
  }
  holds(f, "'ring' 0, 'ring' 1");
  holds(f, "with boxes linecolor rgb '#0072B2' fill solid 0.85 noborder title 'one'");
  holds(f, "with boxes linecolor rgb '#0072B2' fill pattern 4 border title 'one'");
  holds(f,
        "$line8 using ($1 + 0.373333):2:(0.0858667) with boxes linecolor rgb '#0072B2' fill "
        "pattern 4");
  const unsigned height = figure_height(f);
  figure_category(f, "hnc-recursive");
  holds(f, "'ring' 0, \"\\n\".'ring' 1, 'ring' 2");
  assert_int_equal(figure_height(f), height + 19);
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
      cmocka_unit_test(test_points),        cmocka_unit_test(test_colours),
      cmocka_unit_test(test_many_series),   cmocka_unit_test(test_panels),
      cmocka_unit_test(test_looks),         cmocka_unit_test(test_marks),
      cmocka_unit_test(test_no_room),       cmocka_unit_test(test_page),
      cmocka_unit_test(test_long_title),    cmocka_unit_test(test_many_bars),
      cmocka_unit_test(test_large_numbers), cmocka_unit_test(test_limits),
      cmocka_unit_test(test_bars),          cmocka_unit_test(test_nothing),
      cmocka_unit_test(test_own_legends),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
