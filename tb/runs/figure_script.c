// figure_script -- a figure as a gnuplot script. Places are counted in pixels, from the top left
// corner (figure_layout.h), and written as parts of the screen.

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "runs/figure.h"
#include "runs/figure_layout.h"
#include "runs/figure_parts.h"
#include "runs/plot.h"

// Bounds of what is shown. Of the logarithmic axes only what is above 0 counts.
typedef struct {
  double x_least, x_most, y_least, y_most;
} bounds_t;

static void widen(bounds_t *b, const figure_panel_t *p) {
  for (size_t i = 0; i < p->count; i++) {
    for (size_t k = 0; k < p->series[i].count; k++) {
      const figure_point_t *at = &p->series[i].point[k];
      b->x_least = fmin(b->x_least, at->x);
      b->x_most = fmax(b->x_most, at->x);
      if (!isnan(at->y)) {
        b->y_least = at->y > 0 ? fmin(b->y_least, at->y) : b->y_least;
        b->y_most = fmax(b->y_most, at->y + at->half_width);
      }
    }
  }
  b->x_most = p->x_most > 0 ? p->x_most : b->x_most;
  b->y_most = p->y_most > 0 ? p->y_most : b->y_most;
}

static bounds_t bounds_of(const figure_t *f, const figure_panel_t *p) {
  bounds_t b = {.x_least = 1e300, .y_least = 1e300};
  for (size_t i = 0; f->same_axes && i < f->count; i++) {
    widen(&b, &f->panel[i]);
  }
  widen(&b, p);
  return b;
}

// "2M": numbers of five digits and more would leave no room for the label of the axis.
static void write_log_tic(double tic, FILE *script) {
  static const char kUnits[] = "kMGTP";
  size_t unit = 0;
  for (double rest = tic; rest >= 1e6 && kUnits[unit + 1] != '\0'; rest /= 1e3) {
    unit++;
  }
  if (tic >= 1e4) {
    (void)fprintf(script, "'%.9g%c' ", tic / pow(1e3, (double)unit + 1), kUnits[unit]);
  }
  (void)fprintf(script, "%.9g", tic);
}

// A decade alone would leave most of a small range without a number: 1, 2 and 5 of each.
static void write_log_tics(double least, double most, FILE *script) {
  static const unsigned kSteps[] = {1, 2, 5};
  const bool thin = most > 1e3 * least;
  const char *comma = "";
  (void)fputs("set ytics (", script);
  for (int power = (int)floor(log10(least)); power <= (int)floor(log10(most)); power++) {
    for (size_t i = 0; i < (thin ? 1 : 3); i++) {
      const double tic = pow(10, power) * kSteps[i];
      if (tic >= least && tic <= most) {
        (void)fputs(comma, script);
        write_log_tic(tic, script);
        comma = ", ";
      }
    }
  }
  (void)fputs(")\n", script);
}

// A tic at every value of x that a series has.
static void write_value_tics(const figure_panel_t *p, FILE *script) {
  const char *comma = "";
  (void)fputs("set xtics (", script);
  for (size_t i = 0; i < p->count; i++) {
    for (size_t k = 0; k < p->series[i].count; k++) {
      (void)fprintf(script, "%s%.9g", comma, p->series[i].point[k].x);
      comma = ", ";
    }
  }
  (void)fputs(")\n", script);
}

// Tics at multiples of 1, 2 or 5, so few that their numbers do not run into each other.
static double tic_step(double most, unsigned tics) {
  static const unsigned kSteps[] = {1, 2, 5, 10};
  const double decade = pow(10, floor(log10(most / tics)));
  size_t i = 0;
  while (i < 3 && most / (decade * kSteps[i]) > tics) {
    i++;
  }
  return decade * kSteps[i];
}

// The values that an axis shows, from its left to its right end.
typedef struct {
  double from, to;
  bool log;
} axis_t;

static axis_t x_axis(const figure_panel_t *p, const bounds_t *b) {
  if (p->categories > 0) {
    return (axis_t){-0.6, (double)p->categories - 0.4, false};
  }
  return p->log_x && b->x_most > 0 ? (axis_t){b->x_least / 1.15, b->x_most * 1.15, true}
                                   : (axis_t){0, b->x_most > 0 ? b->x_most * 1.04 : 1, false};
}

// Names that are too wide for one line stand in several, in turn.
static void write_categories(const figure_t *f, const figure_panel_t *p, FILE *script) {
  const unsigned lines = figure_category_lines(f, p);
  (void)fputs("set xtics (", script);
  for (size_t i = 0; i < p->categories; i++) {
    (void)fputs(i > 0 ? ", " : "", script);
    for (unsigned line = 0; line < i % lines; line++) {
      (void)fputs("\"\\n\".", script);
    }
    plot_text(script, p->category[i]);
    (void)fprintf(script, " %zu", i);
  }
  (void)fputs(") scale 0\n", script);
}

static void write_x_axis(const figure_t *f, const figure_panel_t *p, const bounds_t *b,
                         FILE *script) {
  const axis_t axis = x_axis(p, b);
  if (p->categories > 0) {
    write_categories(f, p, script);
  } else if (axis.log) {
    (void)fputs("set logscale x 2\n", script);
    write_value_tics(p, script);
  } else {
    (void)fprintf(script, "set xtics %.9g\n", tic_step(axis.to, figure_layout(f).tics));
  }
  (void)fprintf(script, "set xrange [%.9g:%.9g]\n", axis.from, axis.to);
}

// "200k", as write_log_tic(); of a few millions with a decimal.
static void write_y_format(double most, FILE *script) {
  if (most >= 1e5) {
    const double power = floor(log10(most));
    (void)fprintf(script, "set format y '%%.%ds%%c'\n", most >= 1e6 && fmod(power, 3) == 0 ? 1 : 0);
  }
}

static void write_axes(const figure_t *f, const figure_panel_t *p, FILE *script) {
  const bounds_t b = bounds_of(f, p);
  (void)fputs(
      "unset logscale\nset xtics nomirror autofreq scale 0.6\nset ytics nomirror autofreq\n",
      script);
  write_x_axis(f, p, &b, script);
  if (p->log_y && b.y_most > 0) {
    (void)fprintf(script, "set logscale y 10\nset yrange [%.9g:%.9g]\n", b.y_least / 1.4,
                  b.y_most * 1.4);
    write_log_tics(b.y_least / 1.4, b.y_most * 1.4, script);
  } else {
    (void)fprintf(script, "set yrange [0:%.9g]\n", b.y_most > 0 ? b.y_most * 1.08 : 1);
    write_y_format(b.y_most, script);
  }
  (void)fputs("set xlabel ", script);
  plot_text(script, p->x_label);
  if (figure_category_lines(f, p) > 1) {
    (void)fprintf(script, " offset 0,%.1f", -0.7 * (figure_category_lines(f, p) - 1));
  }
  (void)fputs("\nset ylabel ", script);
  plot_text(script, p->y_label);
  (void)fputs("\n", script);
}

// Where the mark is, in pixels from the left of the axes.
static double mark_place(const axis_t *axis, double wide, double x) {
  return wide * (axis->log ? log(x / axis->from) / log(axis->to / axis->from)
                           : (x - axis->from) / (axis->to - axis->from));
}

static void write_mark_text(const figure_mark_t *m, const stagger_label_t *l, size_t tag,
                            double height, FILE *script) {
  (void)fprintf(script, "set label %zu ", tag);
  plot_text(script, m->text);
  (void)fprintf(script,
                " at first %.9g, graph %.4f %s offset %s0.5,0 front boxed textcolor rgb '%s'\n",
                m->x, 1 - (l->row + 0.7) * FIGURE_TEXT_ROW / height, l->right ? "left" : "right",
                l->right ? "" : "-", plot_look(m->colour).colour);
}

// Texts for which there is no room are left out.
static void write_marks(const figure_t *f, const figure_panel_t *p, const figure_place_t *at,
                        FILE *script) {
  const bounds_t b = bounds_of(f, p);
  const axis_t axis = x_axis(p, &b);
  const double wide = at->right - at->left;
  const double high = at->bottom - at->top;
  stagger_label_t *label = calloc(p->marks + 1, sizeof *label);
  for (size_t k = 0; label != NULL && k < p->marks; k++) {
    const char *text = p->mark[k].text;
    label[k].x = mark_place(&axis, wide, p->mark[k].x);
    label[k].width = text != NULL ? (double)(FIGURE_LETTER * strlen(text)) : 0;
  }
  if (label != NULL) {
    figure_stagger(label, p->marks, wide, (unsigned)(high / FIGURE_TEXT_ROW));
  }
  for (size_t k = 0; k < p->marks; k++) {
    const figure_mark_t *m = &p->mark[k];
    (void)fprintf(script,
                  "set arrow from first %.9g, graph 0 to first %.9g, graph 1 nohead dashtype 2 "
                  "linewidth 1.2 linecolor rgb '%s'\n",
                  m->x, m->x, plot_look(m->colour).colour);
    if (label != NULL && label[k].placed) {
      write_mark_text(m, &label[k], 2 + k, high, script);
    }
  }
  free(label);
}

static void write_place(const figure_t *f, size_t i, FILE *script) {
  const figure_layout_t layout = figure_layout(f);
  const figure_place_t at = figure_place(f, i);
  const double width = layout.width;
  const double height = layout.height;
  const figure_panel_t *p = &f->panel[i];
  (void)fprintf(script,
                "set lmargin at screen %.5f\nset rmargin at screen %.5f\n"
                "set tmargin at screen %.5f\nset bmargin at screen %.5f\n",
                at.left / width, at.right / width, 1 - at.top / height, 1 - at.bottom / height);
  if (f->own_legends) {
    (void)fprintf(script,
                  "set key at screen %.5f, screen %.5f left top vertical Left reverse samplen 2.5 "
                  "maxrows %zu\n",
                  (at.left - FIGURE_KEY) / width, 1 - at.names / height, p->named);
  }
  if (p->title != NULL) {
    (void)fputs("set label 1 ", script);
    plot_text(script, p->title);
    (void)fprintf(script, " at screen %.5f, screen %.5f center\n", at.title_middle / width,
                  1 - at.title / height);
  }
  write_marks(f, p, &at, script);
}

// $lineN: x, y. $solidN, with a half-width, and $hollowN: those points that are marked so.
static void write_data(const figure_series_t *s, size_t number, FILE *script) {
  static const char *const kBlocks[] = {"line", "solid", "hollow"};
  for (size_t block = 0; block < (s->reference ? 1 : 3); block++) {
    (void)fprintf(script, "$%s%zu << END\n", kBlocks[block], number);
    for (size_t k = 0; k < s->count; k++) {
      const figure_point_t *at = &s->point[k];
      if (block == 0 && isnan(at->y)) {
        (void)fputs("\n", script);
      } else if (!isnan(at->y) && (block == 0 || at->hollow == (block == 2))) {
        (void)fprintf(script, "%.9g %.9g %.9g\n", at->x, at->y, at->half_width);
      }
    }
    (void)fputs("END\n", script);
  }
}

static bool has_points(const figure_series_t *s, bool hollow) {
  for (size_t k = 0; k < s->count; k++) {
    if (!isnan(s->point[k].y) && s->point[k].hollow == hollow) {
      return true;
    }
  }
  return false;
}

static void write_curve(const figure_series_t *s, size_t number, FILE *script) {
  const plot_look_t look = plot_look(s->colour);
  if (s->reference) {
    (void)fprintf(script,
                  "$line%zu using 1:2 with lines dashtype 3 linewidth 1.2 linecolor rgb '%s' "
                  "notitle",
                  number, look.colour);
    return;
  }
  (void)fprintf(
      script, "$line%zu using 1:2 with lines dashtype %u linewidth 1.5 linecolor rgb '%s' notitle",
      number, look.dash, look.colour);
  if (has_points(s, false)) {
    (void)fprintf(script,
                  ", \\\n  $solid%zu using 1:2:3 with yerrorbars linewidth 1.2 pointtype %u "
                  "pointsize 0.6 linecolor rgb '%s' notitle",
                  number, look.mark, look.colour);
  }
  if (has_points(s, true)) {
    (void)fprintf(script,
                  ", \\\n  $hollow%zu using 1:2 with points pointtype %u pointsize 0.9 "
                  "linewidth 1.2 linecolor rgb '%s' notitle",
                  number, look.mark - 1, look.colour);
  }
}

// Bars of one value of x stand side by side.
static void write_bars(const figure_panel_t *p, const figure_series_t *s, size_t number,
                       FILE *script) {
  const double width = 0.84 / (double)p->named;
  const plot_look_t look = plot_look(s->colour);
  (void)fprintf(script,
                "$line%zu using ($1 + %.6g):2:(%.6g) with boxes linecolor rgb '%s' fill %s notitle",
                number, ((double)s->colour - ((double)p->named - 1) / 2) * width, 0.92 * width,
                look.colour, look.fill);
}

// A curve without points, for the legend.
static void write_name(const figure_panel_t *p, const figure_series_t *s, FILE *script) {
  const plot_look_t look = plot_look(s->colour);
  if (p->categories > 0) {
    (void)fprintf(script, "NaN with boxes linecolor rgb '%s' fill %s title ", look.colour,
                  look.fill);
  } else {
    (void)fprintf(script,
                  "NaN with linespoints dashtype %u linewidth 1.5 pointtype %u pointsize 0.7 "
                  "linecolor rgb '%s' title ",
                  look.dash, look.mark, look.colour);
  }
  plot_text(script, s->name);
}

// Writes the names of the panel's series. `comma` stands before the first of them: it follows other
// curves, or begins the plot. Returns the text that stands before the next curve.
static const char *write_names(const figure_panel_t *p, const char *comma, FILE *script) {
  for (size_t i = 0; i < p->count; i++) {
    if (p->series[i].name != NULL) {
      (void)fputs(comma, script);
      comma = ", \\\n  ";
      write_name(p, &p->series[i], script);
    }
  }
  return comma;
}

// The names, as curves without points in a plot of their own, which is as wide as the picture:
// gnuplot gives a legend as many columns as fit its plot. The title is drawn with it.
static void write_legend(const figure_t *f, FILE *script) {
  const figure_layout_t layout = figure_layout(f);
  (void)fputs(
      "set lmargin at screen 0\nset rmargin at screen 1\n"
      "set bmargin at screen 0\nset tmargin at screen 1\n"
      "unset border\nunset tics\n",
      script);
  if (f->own_legends) {
    (void)fputs("unset key\nplot [0:1] [0:1] NaN notitle", script);
  } else {
    (void)fprintf(script,
                  "set key at screen 0.5, screen %.5f center top horizontal Left reverse "
                  "samplen 2.5 maxcols %u\n",
                  1 - layout.legend_top / (double)layout.height, layout.legend_columns);
    (void)write_names(figure_legend_panel(f), "plot [0:1] [0:1] ", script);
  }
  (void)fputs(
      "\nunset label\nunset key\nset border 3 linecolor rgb '#404040'\n"
      "set tics nomirror out scale 0.6\n",
      script);
}

static void write_panel(const figure_t *f, size_t i, FILE *script) {
  const figure_panel_t *p = &f->panel[i];
  const char *comma = "plot ";
  write_place(f, i, script);
  write_axes(f, p, script);
  for (size_t k = 0; k < p->count; k++) {
    write_data(&p->series[k], k, script);
  }
  for (size_t k = 0; k < p->count; k++) {
    if (p->series[k].count > 0) {
      (void)fputs(comma, script);
      comma = ", \\\n  ";
      if (p->categories > 0) {
        write_bars(p, &p->series[k], k, script);
      } else {
        write_curve(&p->series[k], k, script);
      }
    }
  }
  if (f->own_legends) {
    comma = write_names(p, comma, script);
  }
  (void)fprintf(script, "%s\nunset label\nunset arrow\nset format y\n",
                *comma == 'p' ? "plot NaN notitle" : "");
}

void figure_write(const void *figure, FILE *script) {
  const figure_t *f = figure;
  if (f == NULL || f->failed || f->count == 0) {
    return;
  }
  const double height = figure_height(f);
  (void)fputs(
      "set multiplot\nset style textbox opaque noborder margins 0.2,0.2 fillcolor rgb '#FFFFFF'\n"
      "set label 100 ",
      script);
  plot_text(script, f->title);
  (void)fprintf(script, " at screen 0.5, screen %.5f center font title_font\n",
                1 - FIGURE_TITLE / height);
  if (f->subtitle != NULL) {
    (void)fputs("set label 101 ", script);
    plot_text(script, f->subtitle);
    (void)fprintf(script, " at screen 0.5, screen %.5f center textcolor rgb '#404040'\n",
                  1 - FIGURE_SUBTITLE / height);
  }
  write_legend(f, script);
  for (size_t i = 0; i < f->count; i++) {
    write_panel(f, i, script);
  }
  (void)fputs("unset multiplot\n", script);
}
