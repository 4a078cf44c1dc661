// sweep_plot -- the picture of a sweep as a gnuplot script: latency above, throughput below, over
// the same loads; the saturation load of every curve is marked in both.

#include <stdio.h>
#include <string.h>

#include "cli/plot.h"
#include "cli/results.h"
#include "cli/sweep.h"

enum { NAME = 128 };

// Latency beyond this many times the zero-load latency leaves the picture at the top.
static const double kTallest = 6;

static const char kSaturation[] = "#B00020";

static double load_of(uint64_t millionths) {
  return (double)millionths / RANGE_UNIT;
}

// $latencyN: load, mean, half-width, p95; those with a half-width apart from those without.
static void write_latency(const curves_t *s, size_t i, bool steady, FILE *script) {
  const curve_t *c = &s->curve[i];
  (void)fprintf(script, "$%s%zu << END\n", steady ? "steady" : "other", i);
  for (size_t k = 0; k < c->count; k++) {
    const curve_point_t *p = &c->point[k];
    if (curve_has_latency(c, p) && (p->interval.batches > 0) == steady) {
      (void)fprintf(script, "%g %.6g %.6g %llu\n", load_of(p->load), p->latency.mean,
                    p->interval.half_width, (unsigned long long)p->latency.p95);
    }
  }
  (void)fputs("END\n", script);
}

static void write_data(const curves_t *s, FILE *script) {
  for (size_t i = 0; i < s->count; i++) {
    const curve_t *c = &s->curve[i];
    write_latency(s, i, true, script);
    write_latency(s, i, false, script);
    (void)fprintf(script, "$all%zu << END\n", i);
    for (size_t k = 0; k < c->count; k++) {
      const curve_point_t *p = &c->point[k];
      if (p->passed) {
        (void)fprintf(script, "%g %.6g %.6g", load_of(p->load), p->accepted, p->offered);
        if (curve_has_latency(c, p)) {
          (void)fprintf(script, " %.6g %llu\n", p->latency.mean,
                        (unsigned long long)p->latency.p95);
        } else {
          (void)fputs(" NaN NaN\n", script);
        }
      }
    }
    (void)fputs("END\n", script);
  }
}

// The title says what all curves have in common, as far as the scenarios of one sweep do.
static void write_title(const curves_t *s, FILE *script) {
  char line[512];
  const scenario_t *n = s->curve[0].scenario;
  if (s->count == 1) {
    const scenario_class_t *c = &n->traffic[0];
    (void)snprintf(line, sizeof line, "%s, %s traffic, packets of %.200s flit%s", n->topology_text,
                   c->traffic, c->packet_flits.text, c->packet_flits.longest == 1 ? "" : "s");
  } else {
    (void)snprintf(line, sizeof line, "Latency and throughput of %zu scenarios", s->count);
  }
  (void)fputs("set label 100 ", script);
  plot_text(script, line);
  (void)fputs(" at screen 0.5475, screen 0.97 center font title_font\n", script);
  if (s->count > 1) {
    (void)snprintf(
        line, sizeof line,
        "accepted solid, offered dotted; means with 95 %% confidence; dashed: saturation");
  } else {
    (void)snprintf(line, sizeof line,
                   "%u VCs of %u flits, %u bits, %s, %s routing, pipeline of %u; window of %llu "
                   "cycles",
                   n->vcs, n->depth, n->flit_bits, n->cut_through ? "cut-through" : "wormhole",
                   n->routing, n->pipeline, (unsigned long long)n->cycles);
  }
  (void)fputs("set label 101 ", script);
  plot_text(script, line);
  (void)fputs(" at screen 0.5475, screen 0.935 center textcolor rgb '#404040'\n", script);
}

// A vertical line where each curve saturates.
static void write_saturation(const curves_t *s, FILE *script) {
  for (size_t i = 0; i < s->count; i++) {
    const curve_t *c = &s->curve[i];
    if (c->beyond > 0 && !c->failed) {
      const double x = load_of(c->saturation);
      (void)fprintf(script,
                    "set arrow %zu from %g, graph 0 to %g, graph 1 nohead dashtype 2 "
                    "linewidth 1.2 linecolor rgb '%s'\n",
                    i + 1, x, x, s->count == 1 ? kSaturation : plot_colour(i));
    }
  }
}

// With one curve the load stands beside the line, where nothing else is: right of it in the upper
// panel, or, near the right edge, left of it at the bottom of the lower one.
static void write_saturation_label(const curves_t *s, double right, bool upper, FILE *script) {
  const curve_t *c = &s->curve[0];
  if (s->count > 1 || c->beyond == 0 || c->failed) {
    return;
  }
  const double x = load_of(c->saturation);
  const bool fits_right = x < 0.72 * right;
  if (upper == fits_right) {
    (void)fprintf(
        script, "set label 1 \"%ssaturation at %g%s\" at %g, graph %s textcolor rgb '%s'\n",
        upper ? " " : "", x, upper ? "" : " ", x, upper ? "0.5 left" : "0.1 right", kSaturation);
  }
}

static bool any_unsteady(const curve_t *c) {
  for (size_t k = 0; k < c->count; k++) {
    if (curve_has_latency(c, &c->point[k]) && c->point[k].interval.batches == 0) {
      return true;
    }
  }
  return false;
}

static bool any_steady(const curve_t *c) {
  for (size_t k = 0; k < c->count; k++) {
    if (curve_has_latency(c, &c->point[k]) && c->point[k].interval.batches > 0) {
      return true;
    }
  }
  return false;
}

static void write_legend_name(const curves_t *s, size_t i, FILE *script) {
  const curve_t *c = &s->curve[i];
  char name[NAME];
  char line[2 * NAME];
  if (s->count == 1) {
    (void)fputs("\"mean, 95 % confidence\"", script);
    return;
  }
  results_name(c->source.file, name, sizeof name);
  if (c->beyond > 0 && !c->failed) {
    (void)snprintf(line, sizeof line, "%s (saturation at %g)", name, load_of(c->saturation));
  } else {
    (void)snprintf(line, sizeof line, "%s", name);
  }
  plot_text(script, line);
}

// The elements of the plot command of the upper panel.
static void write_latency_curves(const curves_t *s, FILE *script) {
  bool unsteady = false;
  const char *comma = "plot ";
  for (size_t i = 0; i < s->count; i++) {
    const curve_t *c = &s->curve[i];
    const char *colour = plot_colour(i);
    const unsigned point = 5 + 2 * (unsigned)(i % 4);  // filled; the next one is the same hollow
    if (c->count == 0) {
      continue;
    }
    (void)fprintf(script, "%s$all%zu using 1:4 with lines linewidth 1.5 linecolor rgb '%s' notitle",
                  comma, i, colour);
    comma = ", \\\n  ";
    if (any_steady(c)) {
      (void)fprintf(script,
                    "%s$steady%zu using 1:2:3 with yerrorbars linewidth 1.2 pointtype %u "
                    "pointsize 0.6 linecolor rgb '%s' title ",
                    comma, i, point, colour);
      write_legend_name(s, i, script);
    }
    if (any_unsteady(c)) {
      (void)fprintf(script,
                    "%s$other%zu using 1:2 with points pointtype %u pointsize 0.9 linewidth 1.2 "
                    "linecolor rgb '%s' notitle",
                    comma, i, point - 1, colour);
      unsteady = true;
    }
    if (s->count == 1) {
      (void)fprintf(script,
                    "%s$all0 using 1:5 with lines dashtype 4 linewidth 1.2 linecolor rgb '%s' "
                    "title \"95th percentile\"",
                    comma, plot_colour(2));
    }
    (void)fprintf(script, "%s%.6g with lines dashtype 3 linewidth 1.2 linecolor rgb '%s' ", comma,
                  c->zero_load, s->count == 1 ? "#606060" : colour);
    if (s->count == 1) {
      (void)fprintf(script, "title \"zero load, %.1f cycles\"", c->zero_load);
    } else {
      (void)fputs("notitle", script);
    }
  }
  if (unsteady) {
    (void)fprintf(script,
                  "%sNaN with points pointtype 4 pointsize 0.9 linewidth 1.2 linecolor rgb '%s' "
                  "title \"mean, not steady (no interval)\"",
                  comma, s->count == 1 ? plot_colour(0) : "#606060");
  }
  (void)fputc('\n', script);
}

// What was offered is shown as it was counted: nodes that a pattern maps to themselves offer none.
static void write_throughput_curves(const curves_t *s, FILE *script) {
  const char *comma = "plot ";
  for (size_t i = 0; i < s->count; i++) {
    if (s->curve[i].count > 0) {
      (void)fprintf(script,
                    "%s$all%zu using 1:3 with lines dashtype 3 linewidth 1.2 linecolor rgb '%s' %s",
                    comma, i, s->count == 1 ? "#606060" : plot_colour(i),
                    s->count == 1 ? "title \"offered\"" : "notitle");
      comma = ", \\\n  ";
      (void)fprintf(script,
                    "%s$all%zu using 1:2 with linespoints linewidth 1.5 pointtype %u "
                    "pointsize 0.6 linecolor rgb '%s' %s",
                    comma, i, 5 + 2 * (unsigned)(i % 4), plot_colour(i),
                    s->count == 1 ? "title \"accepted\"" : "notitle");
    }
  }
  (void)fputc('\n', script);
}

static double tallest(const curves_t *s) {
  double most = 0;
  double zero = 0;
  for (size_t i = 0; i < s->count; i++) {
    const curve_t *c = &s->curve[i];
    zero = c->zero_load > zero ? c->zero_load : zero;
    for (size_t k = 0; k < c->count; k++) {
      const curve_point_t *p = &c->point[k];
      if (curve_has_latency(c, p)) {
        const double high =
            s->count == 1 ? (double)p->latency.p95 : p->latency.mean + p->interval.half_width;
        most = high > most ? high : most;
      }
    }
  }
  most *= 1.08;
  return most <= 0                ? 1
         : most < 1.5 * zero      ? 1.5 * zero
         : most < kTallest * zero ? most
                                  : kTallest * zero;
}

void sweep_plot(const void *sweep, FILE *script) {
  const curves_t *s = sweep;
  const double right = load_of(s->loads.to) * 1.04;
  write_data(s, script);
  (void)fputs("set multiplot\nset lmargin at screen 0.125\nset rmargin at screen 0.97\n", script);
  (void)fprintf(script, "set xrange [0:%g]\n", right);
  write_title(s, script);
  (void)fprintf(script,
                "set tmargin at screen 0.90\nset bmargin at screen 0.46\n"
                "set format x ''\nset ylabel 'packet latency (cycles)'\n"
                "set yrange [0:%g]\nset key top left Left reverse samplen 2.5 opaque\n",
                tallest(s));
  write_saturation(s, script);
  write_saturation_label(s, right, true, script);
  write_latency_curves(s, script);
  (void)fprintf(script,
                "unset label\nset tmargin at screen 0.42\nset bmargin at screen 0.09\n"
                "set format x '%%g'\nset xlabel 'load (flits/node/cycle)'\n"
                "set ylabel 'throughput (flits/node/cycle)'\n"
                "set yrange [0:%g]\n",
                right);
  write_saturation_label(s, right, false, script);
  write_throughput_curves(s, script);
  (void)fputs("unset multiplot\n", script);
}
