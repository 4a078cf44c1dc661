// sweep_plot -- the picture of a sweep: latency above, throughput below, over the same loads. That
// of one curve, which has room for more, is a gnuplot script here; several are a figure.

#include <stdio.h>
#include <string.h>

#include "cli/sweep.h"
#include "runs/curves_figure.h"
#include "runs/plot.h"

enum { LINE = 320 };

// Latency beyond this many times the zero-load latency leaves the picture at the top.
static const double kTallest = 6;

static const char kSaturation[] = "#B00020";

// $steady: load, mean, half-width; $other those without a half-width.
static void write_latency(const curve_t *c, bool steady, FILE *script) {
  (void)fprintf(script, "$%s << END\n", steady ? "steady" : "other");
  for (size_t k = 0; k < c->count; k++) {
    const curve_point_t *p = &c->point[k];
    if (curve_has_latency(c, p) && (p->interval.batches > 0) == steady) {
      (void)fprintf(script, "%g %.6g %.6g\n", range_value(p->load), p->latency.mean,
                    p->interval.half_width);
    }
  }
  (void)fputs("END\n", script);
}

static void write_data(const curve_t *c, FILE *script) {
  write_latency(c, true, script);
  write_latency(c, false, script);
  (void)fputs("$all << END\n", script);
  for (size_t k = 0; k < c->count; k++) {
    const curve_point_t *p = &c->point[k];
    if (p->passed) {
      (void)fprintf(script, "%g %.6g %.6g", range_value(p->load), p->accepted, p->offered);
      if (curve_has_latency(c, p)) {
        (void)fprintf(script, " %.6g %llu\n", p->latency.mean, (unsigned long long)p->latency.p95);
      } else {
        (void)fputs(" NaN NaN\n", script);
      }
    }
  }
  (void)fputs("END\n", script);
}

// Writes what the title says of the traffic of a curve; say_network() does so for its network.
static void say_traffic(const scenario_t *n, char *line, size_t size) {
  if (n->workload == WORKLOAD_MULTICASTS) {
    (void)snprintf(line, size, "multicasts by %s to %.100s nodes, messages of %u flit%s", n->scheme,
                   n->degree.text, n->message_flits, n->message_flits == 1 ? "" : "s");
    return;
  }
  const scenario_class_t *c = &n->traffic[0];
  (void)snprintf(line, size, "%s traffic, packets of %.200s flit%s", c->traffic,
                 c->packet_flits.text, c->packet_flits.longest == 1 ? "" : "s");
}

static void say_network(const scenario_t *n, char *line, size_t size) {
  (void)snprintf(line, size,
                 "%u VCs of %u flits, %u bits, %s, %s routing, pipeline of %u; window of %llu "
                 "cycles",
                 n->vcs, n->depth, n->flit_bits, n->cut_through ? "cut-through" : "wormhole",
                 n->routing, n->pipeline, (unsigned long long)n->cycles);
}

static void write_title(const curve_t *c, FILE *script) {
  char line[512];
  char traffic[LINE];
  const scenario_t *n = c->scenario;
  say_traffic(n, traffic, sizeof traffic);
  (void)snprintf(line, sizeof line, "%s, %s", n->topology_text, traffic);
  (void)fputs("set label 100 ", script);
  plot_text(script, line);
  (void)fputs(" at screen 0.5475, screen 0.97 center font title_font\n", script);
  say_network(n, line, sizeof line);
  (void)fputs("set label 101 ", script);
  plot_text(script, line);
  (void)fputs(" at screen 0.5475, screen 0.935 center textcolor rgb '#404040'\n", script);
}

static void write_saturation(const curve_t *c, FILE *script) {
  if (curve_saturates(c)) {
    const double x = range_value(c->saturation);
    (void)fprintf(script,
                  "set arrow 1 from %g, graph 0 to %g, graph 1 nohead dashtype 2 "
                  "linewidth 1.2 linecolor rgb '%s'\n",
                  x, x, kSaturation);
  }
}

// The load stands beside the line, where nothing else is: right of it in the upper panel, or, near
// the right edge, left of it at the bottom of the lower one.
static void write_saturation_label(const curve_t *c, double right, bool upper, FILE *script) {
  if (!curve_saturates(c)) {
    return;
  }
  const double x = range_value(c->saturation);
  const bool fits_right = x < 0.72 * right;
  if (upper == fits_right) {
    (void)fprintf(
        script, "set label 1 \"%ssaturation at %g%s\" at %g, graph %s textcolor rgb '%s'\n",
        upper ? " " : "", x, upper ? "" : " ", x, upper ? "0.5 left" : "0.1 right", kSaturation);
  }
}

// Is there a point with a latency, and with a half-width or without?
static bool any(const curve_t *c, bool steady) {
  for (size_t k = 0; k < c->count; k++) {
    if (curve_has_latency(c, &c->point[k]) && (c->point[k].interval.batches > 0) == steady) {
      return true;
    }
  }
  return false;
}

// The plot command of the upper panel.
static void write_latency_curves(const curve_t *c, FILE *script) {
  const char *colour = plot_look(0).colour;
  (void)fprintf(script, "plot $all using 1:4 with lines linewidth 1.5 linecolor rgb '%s' notitle",
                colour);
  if (any(c, true)) {
    (void)fprintf(script,
                  ", \\\n  $steady using 1:2:3 with yerrorbars linewidth 1.2 pointtype 5 "
                  "pointsize 0.6 linecolor rgb '%s' title \"mean, 95 %% confidence\"",
                  colour);
  }
  if (any(c, false)) {
    (void)fprintf(script,
                  ", \\\n  $other using 1:2 with points pointtype 4 pointsize 0.9 linewidth 1.2 "
                  "linecolor rgb '%s' notitle",
                  colour);
  }
  (void)fprintf(script,
                ", \\\n  $all using 1:5 with lines dashtype 4 linewidth 1.2 linecolor rgb '%s' "
                "title \"95th percentile\"",
                plot_look(2).colour);
  if (curve_knows_zero_load(c)) {
    (void)fprintf(script,
                  ", \\\n  %.6g with lines dashtype 3 linewidth 1.2 linecolor rgb '#606060' "
                  "title \"zero load, %.1f cycles\"",
                  c->zero_load, c->zero_load);
  }
  if (any(c, false)) {
    (void)fprintf(script,
                  ", \\\n  NaN with points pointtype 4 pointsize 0.9 linewidth 1.2 "
                  "linecolor rgb '%s' title \"mean, not steady (no interval)\"",
                  colour);
  }
  (void)fputc('\n', script);
}

// Plots the offered load as it was counted: nodes that a pattern maps to themselves offer none.
static void write_throughput_curves(FILE *script) {
  (void)fprintf(script,
                "plot $all using 1:3 with lines dashtype 3 linewidth 1.2 linecolor rgb '#606060' "
                "title \"offered\", \\\n  $all using 1:2 with linespoints linewidth 1.5 "
                "pointtype 5 pointsize 0.6 linecolor rgb '%s' title \"accepted\"\n",
                plot_look(0).colour);
}

static double tallest(const curve_t *c) {
  double most = 0;
  const double zero = c->zero_load;
  for (size_t k = 0; k < c->count; k++) {
    if (curve_has_latency(c, &c->point[k]) && (double)c->point[k].latency.p95 > most) {
      most = (double)c->point[k].latency.p95;
    }
  }
  most *= 1.08;
  return most <= 0                ? 1
         : most < 1.5 * zero      ? 1.5 * zero
         : most < kTallest * zero ? most
                                  : kTallest * zero;
}

void sweep_plot(const void *curves, FILE *script) {
  const curves_t *all = curves;
  const curve_t *c = &all->curve[0];
  const double right = range_value(all->loads.to) * 1.04;
  write_data(c, script);
  (void)fputs("set multiplot\nset lmargin at screen 0.125\nset rmargin at screen 0.97\n", script);
  (void)fprintf(script, "set xrange [0:%g]\n", right);
  write_title(c, script);
  (void)fprintf(script,
                "set tmargin at screen 0.90\nset bmargin at screen 0.46\n"
                "set format x ''\nset ylabel '%s latency (cycles)'\n"
                "set yrange [0:%g]\nset key top left Left reverse samplen 2.5 opaque\n",
                curves_latency_of(all), tallest(c));
  write_saturation(c, script);
  write_saturation_label(c, right, true, script);
  write_latency_curves(c, script);
  (void)fprintf(script,
                "unset label\nset tmargin at screen 0.42\nset bmargin at screen 0.09\n"
                "set format x '%%g'\nset xlabel 'load (flits/node/cycle)'\n"
                "set ylabel 'throughput (flits/node/cycle)'\n"
                "set yrange [0:%g]\n",
                right);
  write_saturation_label(c, right, false, script);
  write_throughput_curves(script);
  (void)fputs("unset multiplot\n", script);
}

// The title says what all curves have in common: files, topologies, traffic.
figure_t *sweep_figure(const curves_t *all) {
  char title[2 * LINE + 64];
  char line[LINE];
  char other[LINE];
  bool file = true;
  bool topology = true;
  bool repeated = false;
  bool traffic = true;
  const curve_t *first = &all->curve[0];
  say_traffic(first->scenario, line, sizeof line);
  for (size_t i = 1; i < all->count; i++) {
    const curve_t *c = &all->curve[i];
    say_traffic(c->scenario, other, sizeof other);
    file = file && strcmp(c->source.file, first->source.file) == 0;
    topology = topology && strcmp(c->scenario->topology_text, first->scenario->topology_text) == 0;
    for (size_t k = 0; k < i; k++) {
      repeated = repeated ||
                 strcmp(c->scenario->topology_text, all->curve[k].scenario->topology_text) == 0;
    }
    traffic = traffic && strcmp(other, line) == 0;
  }
  const char *which = traffic ? line : "latency and throughput";
  if (!file) {
    (void)snprintf(title, sizeof title, "Latency and throughput of %zu scenarios", all->count);
  } else if (topology) {
    (void)snprintf(title, sizeof title, "%s, %s", first->scenario->topology_text, which);
  } else {
    (void)snprintf(title, sizeof title, "%zu %s, %s", all->count,
                   repeated ? "networks" : "topologies", which);
  }
  figure_t *f = figure_create(
      title, "means with 95 % confidence; hollow: not steady; dashed: saturation; dotted: offered",
      1);
  curves_latency_panel(f, all, NULL, CURVES_OVER_LOAD, false);
  curves_throughput_panel(f, all, NULL);
  return f;
}
