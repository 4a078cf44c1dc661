// collective_plot -- the picture of a comparison as a gnuplot script: completion over the message
// length, a curve a scheme; that of several as a figure, with a panel a scheme.

#include <inttypes.h>
#include <string.h>

#include "cli/collective.h"
#include "runs/plot.h"

static void write_data(const comparison_t *c, FILE *script) {
  for (size_t k = 0; k < c->schemes; k++) {
    (void)fprintf(script, "$d%zu << END\n", k);
    for (size_t length = 0; length < c->lengths; length++) {
      const workload_result_t *r = comparison_result(c, length, k);
      if (r != NULL) {
        (void)fprintf(script, "%u %" PRIu64 "\n", c->flits[length], r->completion);
      }
    }
    (void)fputs("END\n", script);
  }
}

static void write_title(const scenario_t *s, FILE *script) {
  char line[512];
  (void)snprintf(line, sizeof line, "%s on %s", s->collective, s->topology_text);
  (void)fputs("set label 100 ", script);
  plot_text(script, line);
  (void)fputs(" at screen 0.5575, screen 0.96 center font title_font\n", script);
  (void)snprintf(line, sizeof line, "%u VCs of %u flits, %u bits, %s, %s routing, pipeline of %u",
                 s->vcs, s->depth, s->flit_bits, s->cut_through ? "cut-through" : "wormhole",
                 s->routing, s->pipeline);
  (void)fputs("set label 101 ", script);
  plot_text(script, line);
  (void)fputs(" at screen 0.5575, screen 0.915 center textcolor rgb '#404040'\n", script);
}

// Bounds of all that is shown.
typedef struct {
  double least, most;
  unsigned shortest, longest;
} bounds_t;

static bounds_t bounds_of(const collective_run_t *a) {
  bounds_t b = {.least = 1e300, .most = 0, .shortest = UINT32_MAX, .longest = 1};
  for (size_t i = 0; i < a->count; i++) {
    const comparison_t *c = &a->comparison[i];
    for (size_t k = 0; k < c->lengths * c->schemes; k++) {
      const workload_result_t *r = comparison_result(c, k / c->schemes, k % c->schemes);
      const unsigned flits = c->flits[k / c->schemes];
      if (r != NULL) {
        b.least = (double)r->completion < b.least ? (double)r->completion : b.least;
        b.most = (double)r->completion > b.most ? (double)r->completion : b.most;
        b.shortest = flits < b.shortest ? flits : b.shortest;
        b.longest = flits > b.longest ? flits : b.longest;
      }
    }
  }
  return b;
}

// A decade alone would leave most of a small range without a number: 1, 2 and 5 of each.
static void write_log_tics(double least, double most, FILE *script) {
  const char *comma = "";
  (void)fputs("set ytics (", script);
  for (uint64_t decade = 1; (double)decade <= most; decade *= 10) {
    for (unsigned i = 0; i < 3; i++) {
      const uint64_t tic = decade * (i == 0 ? 1 : i == 1 ? 2 : 5);
      if ((double)tic >= least && (double)tic <= most) {
        (void)fprintf(script, "%s%" PRIu64, comma, tic);
        comma = ", ";
      }
    }
  }
  (void)fputs(")\n", script);
}

// Lengths double from tic to tic where they span more than a few.
static void write_axes(const collective_run_t *a, FILE *script) {
  const bounds_t b = bounds_of(a);
  const bool log_y = b.most > 8 * b.least && b.least > 0;
  (void)fputs(
      "set lmargin at screen 0.135\nset rmargin at screen 0.98\n"
      "set tmargin at screen 0.88\nset bmargin at screen 0.13\n"
      "set xlabel 'message length (flits)'\nset ylabel 'completion (cycles)'\n"
      "set logscale x 2\nset key top left Left reverse samplen 2.5 opaque\n",
      script);
  (void)fprintf(script, "set xrange [%g:%g]\n", b.shortest / 1.15, b.longest * 1.15);
  if (log_y) {
    (void)fprintf(script, "set logscale y 10\nset yrange [%g:%g]\n", b.least / 1.4, b.most * 3);
    write_log_tics(b.least / 1.4, b.most * 3, script);
  } else {
    (void)fprintf(script, "set yrange [0:%g]\n", b.most > 0 ? b.most * 1.25 : 1);
  }
  (void)fputs("set xtics (", script);
  const comparison_t *c = &a->comparison[0];
  for (size_t i = 0; i < c->lengths; i++) {
    (void)fprintf(script, "%s%u", i > 0 ? ", " : "", c->flits[i]);
  }
  (void)fputs(")\n", script);
}

static bool has_results(const comparison_t *c, size_t scheme) {
  for (size_t length = 0; length < c->lengths; length++) {
    if (comparison_result(c, length, scheme) != NULL) {
      return true;
    }
  }
  return false;
}

void collective_plot(const void *all, FILE *script) {
  const collective_run_t *a = all;
  const comparison_t *c = &a->comparison[0];
  write_data(c, script);
  write_title(c->scenario, script);
  write_axes(a, script);
  const char *comma = "plot ";
  size_t drawn = 0;
  for (size_t k = 0; k < c->schemes; k++) {
    if (has_results(c, k)) {
      const plot_look_t look = plot_look(drawn++);
      (void)fprintf(script,
                    "%s$d%zu using 1:2 with linespoints linewidth 1.5 dashtype %u "
                    "pointtype %u pointsize 0.7 linecolor rgb '%s' title ",
                    comma, k, look.dash, look.mark, look.colour);
      plot_text(script, c->scheme[k]);
      comma = ", \\\n  ";
    }
  }
  (void)fputc('\n', script);
}

// The k-th scheme that has run in one of the comparisons; NULL behind the last. Refused ones would
// be panels and bars that look like nothing.
static const char *drawn_scheme(const collective_run_t *a, size_t k) {
  const char *scheme = NULL;
  for (size_t i = 0; (scheme = collective_scheme(a, i)) != NULL; i++) {
    bool drawn = false;
    for (size_t c = 0; c < a->count && !drawn; c++) {
      const size_t own = comparison_scheme(&a->comparison[c], scheme);
      drawn = own < a->comparison[c].schemes && has_results(&a->comparison[c], own);
    }
    if (drawn && k-- == 0) {
      return scheme;
    }
  }
  return NULL;
}

static void add_panel(figure_t *f, const collective_run_t *a, const char *scheme, bool log_y) {
  figure_panel(f, scheme, "message length (flits)", "completion (cycles)");
  figure_logarithmic(f, true, log_y);
  for (size_t i = 0; i < a->count; i++) {
    const comparison_t *c = &a->comparison[i];
    const size_t k = comparison_scheme(c, scheme);
    figure_series(f, c->name);
    for (size_t length = 0; k < c->schemes && length < c->lengths; length++) {
      const workload_result_t *r = comparison_result(c, length, k);
      if (r != NULL) {
        figure_point(f, c->flits[length], (double)r->completion, 0, false);
      }
    }
  }
}

// One message length: a group of bars a scheme.
static void add_bars(figure_t *f, const collective_run_t *a) {
  const char *scheme = NULL;
  figure_panel(f, NULL, "scheme", "completion (cycles)");
  for (size_t k = 0; (scheme = drawn_scheme(a, k)) != NULL; k++) {
    figure_category(f, scheme);
  }
  for (size_t i = 0; i < a->count; i++) {
    const comparison_t *c = &a->comparison[i];
    figure_series(f, c->name);
    for (size_t k = 0; (scheme = drawn_scheme(a, k)) != NULL; k++) {
      const size_t own = comparison_scheme(c, scheme);
      const workload_result_t *r = own < c->schemes ? comparison_result(c, 0, own) : NULL;
      if (r != NULL) {
        figure_point(f, (double)k, (double)r->completion, 0, false);
      }
    }
  }
}

figure_t *collective_figure(const collective_run_t *a) {
  const comparison_t *c = &a->comparison[0];
  const bounds_t b = bounds_of(a);
  char title[128];
  char subtitle[64];
  bool same = true;
  size_t schemes = 0;
  while (drawn_scheme(a, schemes) != NULL) {
    schemes++;
  }
  for (size_t i = 1; i < a->count; i++) {
    same = same && strcmp(a->comparison[i].scenario->collective, c->scenario->collective) == 0;
  }
  (void)snprintf(title, sizeof title, "%s, %zu %s", same ? c->scenario->collective : "Collectives",
                 a->count, a->cli->operands.count == 1 ? "topologies" : "scenarios");
  (void)snprintf(subtitle, sizeof subtitle, "messages of %u flit%s", c->flits[0],
                 c->flits[0] == 1 ? "" : "s");
  const bool bars = c->lengths == 1;
  figure_t *f = figure_create(title, bars ? subtitle : NULL,
                              bars || schemes == 1           ? 1
                              : schemes == 2 || schemes == 4 ? 2
                                                             : 3);
  for (size_t k = 0; !bars && k < schemes; k++) {
    add_panel(f, a, drawn_scheme(a, k), b.most > 8 * b.least);
  }
  if (bars) {
    add_bars(f, a);
  }
  figure_same_axes(f);
  return f;
}

// The longest message with which a run took place: the others are refused.
static unsigned longest(const collective_run_t *a) {
  unsigned flits = 0;
  for (size_t i = 0; i < a->count; i++) {
    const comparison_t *c = &a->comparison[i];
    for (size_t k = 0; k < c->lengths * c->schemes; k++) {
      if (c->run[k].link_flits != NULL && c->flits[k / c->schemes] > flits) {
        flits = c->flits[k / c->schemes];
      }
    }
  }
  return flits;
}

bool collective_heat(const collective_run_t *a, heat_t **heat, noc_error_t *error) {
  char title[200];
  const comparison_t *first = &a->comparison[0];
  const unsigned flits = longest(a);
  const int used = snprintf(title, sizeof title, "Use of links, %s", first->scenario->collective);
  if (!first->no_length) {
    (void)snprintf(title + used, sizeof title - (size_t)used, ", messages of %u flit%s", flits,
                   flits == 1 ? "" : "s");
  }
  *heat = heat_create(title);
  for (size_t i = 0; i < a->count; i++) {
    const comparison_t *c = &a->comparison[i];
    if (!heat_network(*heat, c->scenario->topology, a->count > 1 ? c->name : NULL, error)) {
      return false;
    }
    for (size_t k = 0; k < c->lengths * c->schemes; k++) {
      const simulation_t *s = comparison_simulation(c, k / c->schemes, k % c->schemes);
      const uint64_t *links = c->run[k].link_flits;
      const bool drawn = c->no_length || c->flits[k / c->schemes] == flits;
      if (s != NULL && links != NULL && drawn) {
        heat_map(*heat, c->scheme[k % c->schemes], links, s->cycles);
      }
    }
  }
  return true;
}
