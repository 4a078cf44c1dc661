// figure_script -- a figure as a gnuplot script. Places are counted in pixels of a picture that is
// PLOT_WIDTH wide, from the top, and written as parts of the screen.

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "cli/figure.h"
#include "cli/figure_parts.h"
#include "cli/plot.h"

enum {
  HEAD = 48,        // title
  SUBTITLE = 30,    // more with a subtitle
  GAP = 8,          // below the legend
  LEGEND_ROW = 22,  // and below that a row of the legend
  LEFT = 114,       // of a panel, for its numbers and label
  RIGHT = 16,
  TOP = 14,
  TITLED = 34,  // TOP with a title
  BOTTOM = 72,
  LETTER = 10,  // the width of a letter of the legend
  SAMPLE = 60,  // and of the line before it
  KEY = 40,     // left of the axes begin the names of a panel's own series
  TICS = 12     // over the width of the picture
};

// Of a panel, by the number of columns.
static const unsigned kHeights[] = {0, 400, 350, 310, 290};

static unsigned columns_of(const figure_t *f) {
  const size_t most = f->count < f->columns ? f->count : f->columns;
  return most < 1 ? 1 : most > 4 ? 4 : (unsigned)most;
}

// The panel with the most series names them all.
static const figure_panel_t *legend_panel(const figure_t *f) {
  const figure_panel_t *most = &f->panel[0];
  for (size_t i = 1; i < f->count; i++) {
    most = f->panel[i].named > most->named ? &f->panel[i] : most;
  }
  return most;
}

// How many names stand in a row of the legend.
static unsigned legend_columns(const figure_t *f) {
  const figure_panel_t *p = legend_panel(f);
  size_t longest = 1;
  for (size_t i = 0; i < p->count; i++) {
    if (p->series[i].name != NULL && strlen(p->series[i].name) > longest) {
      longest = strlen(p->series[i].name);
    }
  }
  const size_t fit = PLOT_WIDTH / (SAMPLE + LETTER * longest);
  return fit < 1 ? 1 : fit > p->named ? (unsigned)p->named : (unsigned)fit;
}

static unsigned head_of(const figure_t *f) {
  return HEAD + (f->subtitle != NULL ? SUBTITLE : 0);
}

static unsigned top_of(const figure_t *f) {
  if (f->own_legends) {
    return head_of(f) + GAP;
  }
  const size_t named = legend_panel(f)->named;
  const unsigned columns = legend_columns(f);
  return head_of(f) + GAP +
         (columns > 0 ? (unsigned)((named + columns - 1) / columns) * LEGEND_ROW : 0);
}

// Of a panel, with the names of its series if it has them.
static unsigned panel_height(const figure_t *f) {
  return kHeights[columns_of(f)] +
         (f->own_legends ? (unsigned)legend_panel(f)->named * LEGEND_ROW : 0);
}

unsigned figure_height(const figure_t *f) {
  if (f == NULL || f->count == 0) {
    return HEAD;
  }
  const unsigned columns = columns_of(f);
  return top_of(f) + (unsigned)((f->count + columns - 1) / columns) * panel_height(f);
}

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

static void write_x_axis(const figure_panel_t *p, const bounds_t *b, unsigned columns,
                         FILE *script) {
  if (p->categories > 0) {
    (void)fputs("set xtics (", script);
    for (size_t i = 0; i < p->categories; i++) {
      (void)fputs(i > 0 ? ", " : "", script);
      plot_text(script, p->category[i]);
      (void)fprintf(script, " %zu", i);
    }
    (void)fprintf(script, ") scale 0\nset xrange [-0.6:%g]\n", (double)p->categories - 0.4);
  } else if (p->log_x && b->x_most > 0) {
    (void)fprintf(script, "set logscale x 2\nset xrange [%.9g:%.9g]\n", b->x_least / 1.15,
                  b->x_most * 1.15);
    write_value_tics(p, script);
  } else {
    const double most = b->x_most > 0 ? b->x_most * 1.04 : 1;
    (void)fprintf(script, "set xtics %.9g\nset xrange [0:%.9g]\n", tic_step(most, TICS / columns),
                  most);
  }
}

static void write_axes(const figure_t *f, const figure_panel_t *p, FILE *script) {
  const bounds_t b = bounds_of(f, p);
  (void)fputs(
      "unset logscale\nset xtics nomirror autofreq scale 0.6\nset ytics nomirror autofreq\n",
      script);
  write_x_axis(p, &b, columns_of(f), script);
  if (p->log_y && b.y_most > 0) {
    (void)fprintf(script, "set logscale y 10\nset yrange [%.9g:%.9g]\n", b.y_least / 1.4,
                  b.y_most * 1.4);
    write_log_tics(b.y_least / 1.4, b.y_most * 1.4, script);
  } else {
    (void)fprintf(script, "set yrange [0:%.9g]\n", b.y_most > 0 ? b.y_most * 1.08 : 1);
  }
  (void)fputs("set xlabel ", script);
  plot_text(script, p->x_label);
  (void)fputs("\nset ylabel ", script);
  plot_text(script, p->y_label);
  (void)fputs("\n", script);
}

// Their texts stand at different heights, since the lines may be near each other.
static void write_marks(const figure_panel_t *p, FILE *script) {
  for (size_t k = 0; k < p->marks; k++) {
    const figure_mark_t *m = &p->mark[k];
    (void)fprintf(script,
                  "set arrow from first %.9g, graph 0 to first %.9g, graph 1 nohead dashtype 2 "
                  "linewidth 1.2 linecolor rgb '%s'\n",
                  m->x, m->x, plot_colour(m->colour));
    if (m->text != NULL) {
      (void)fprintf(script, "set label %zu ", 2 + k);
      plot_text(script, m->text);
      (void)fprintf(script, " at first %.9g, graph %.3f right offset -0.5,0 textcolor rgb '%s'\n",
                    m->x, 0.95 - 0.06 * (double)(m->colour % 4), plot_colour(m->colour));
    }
  }
}

static void write_place(const figure_t *f, size_t i, FILE *script) {
  const unsigned columns = columns_of(f);
  const double height = figure_height(f);
  const double wide = (double)PLOT_WIDTH / columns;
  const double left = wide * (double)(i % columns);
  const double row = floor((double)i / columns);
  const double top = top_of(f) + row * panel_height(f);
  const figure_panel_t *p = &f->panel[i];
  const unsigned names = f->own_legends ? (unsigned)p->named * LEGEND_ROW : 0;
  const unsigned titled = p->title != NULL ? TITLED : TOP;
  (void)fprintf(script,
                "set lmargin at screen %.5f\nset rmargin at screen %.5f\n"
                "set tmargin at screen %.5f\nset bmargin at screen %.5f\n",
                (left + LEFT) / PLOT_WIDTH, (left + wide - RIGHT) / PLOT_WIDTH,
                1 - (top + titled + names) / height, 1 - (top + panel_height(f) - BOTTOM) / height);
  if (f->own_legends) {
    (void)fprintf(script,
                  "set key at screen %.5f, screen %.5f left top vertical Left reverse samplen 2.5 "
                  "maxrows %zu\n",
                  (left + LEFT - KEY) / PLOT_WIDTH, 1 - (top + titled) / height, p->named);
  }
  if (p->title != NULL) {
    (void)fputs("set label 1 ", script);
    plot_text(script, p->title);
    (void)fprintf(script, " at screen %.5f, screen %.5f center\n",
                  (left + (LEFT + wide - RIGHT) / 2) / PLOT_WIDTH,
                  1 - (top + 0.5 * TITLED) / height);
  }
  write_marks(p, script);
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

// A filled point; the number before is the same hollow. Where the colours repeat, the shapes differ.
static unsigned shape_of(const figure_series_t *s) {
  return 5 + 2 * (unsigned)((s->colour + s->colour / 8) % 4);
}

static void write_curve(const figure_series_t *s, size_t number, FILE *script) {
  const char *colour = plot_colour(s->colour);
  const unsigned point = shape_of(s);
  if (s->reference) {
    (void)fprintf(script,
                  "$line%zu using 1:2 with lines dashtype 3 linewidth 1.2 linecolor rgb '%s' "
                  "notitle",
                  number, colour);
    return;
  }
  (void)fprintf(script, "$line%zu using 1:2 with lines linewidth 1.5 linecolor rgb '%s' notitle",
                number, colour);
  if (has_points(s, false)) {
    (void)fprintf(script,
                  ", \\\n  $solid%zu using 1:2:3 with yerrorbars linewidth 1.2 pointtype %u "
                  "pointsize 0.6 linecolor rgb '%s' notitle",
                  number, point, colour);
  }
  if (has_points(s, true)) {
    (void)fprintf(script,
                  ", \\\n  $hollow%zu using 1:2 with points pointtype %u pointsize 0.9 "
                  "linewidth 1.2 linecolor rgb '%s' notitle",
                  number, point - 1, colour);
  }
}

// Bars of one value of x stand side by side.
static void write_bars(const figure_panel_t *p, const figure_series_t *s, size_t number,
                       FILE *script) {
  const double width = 0.84 / (double)p->named;
  (void)fprintf(script,
                "$line%zu using ($1 + %.6g):2:(%.6g) with boxes fill solid 0.85 noborder "
                "linecolor rgb '%s' notitle",
                number, ((double)s->colour - ((double)p->named - 1) / 2) * width, 0.92 * width,
                plot_colour(s->colour));
}

// A curve without points, for the legend.
static void write_name(const figure_panel_t *p, const figure_series_t *s, FILE *script) {
  if (p->categories > 0) {
    (void)fprintf(script, "NaN with boxes fill solid 0.85 noborder linecolor rgb '%s' title ",
                  plot_colour(s->colour));
  } else {
    (void)fprintf(script,
                  "NaN with linespoints linewidth 1.5 pointtype %u pointsize 0.7 linecolor rgb "
                  "'%s' title ",
                  shape_of(s), plot_colour(s->colour));
  }
  plot_text(script, s->name);
}

// Behind other curves, or `comma` is how the plot begins. Returns what stands before the next one.
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
                  1 - (head_of(f) - 6) / (double)figure_height(f), legend_columns(f));
    (void)write_names(legend_panel(f), "plot [0:1] [0:1] ", script);
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
  (void)fprintf(script, "%s\nunset label\nunset arrow\n", *comma == 'p' ? "plot NaN notitle" : "");
}

void figure_write(const void *figure, FILE *script) {
  const figure_t *f = figure;
  if (f == NULL || f->failed || f->count == 0) {
    return;
  }
  const double height = figure_height(f);
  (void)fputs("set multiplot\nset label 100 ", script);
  plot_text(script, f->title);
  (void)fprintf(script, " at screen 0.5, screen %.5f center font title_font\n", 1 - 26 / height);
  if (f->subtitle != NULL) {
    (void)fputs("set label 101 ", script);
    plot_text(script, f->subtitle);
    (void)fprintf(script, " at screen 0.5, screen %.5f center textcolor rgb '#404040'\n",
                  1 - 56 / height);
  }
  write_legend(f, script);
  for (size_t i = 0; i < f->count; i++) {
    write_panel(f, i, script);
  }
  (void)fputs("unset multiplot\n", script);
}
