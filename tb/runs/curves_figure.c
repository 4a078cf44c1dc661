// curves_figure -- see curves_figure.h.

#include "runs/curves_figure.h"

#include <math.h>

// Latency beyond this many times the zero-load latency leaves the panel at the top.
static const double kTallest = 6;

static double load_of(uint64_t millionths) {
  return (double)millionths / RANGE_UNIT;
}

static void add_mark(figure_t *f, const curve_t *c, bool numbered) {
  char text[RANGE_TEXT];
  if (curve_saturates(c)) {
    figure_mark(f, load_of(c->saturation), numbered ? range_text(c->saturation, text) : NULL);
  }
}

static bool is_shown(const curve_t *c, const curve_point_t *p, bool past_saturation) {
  return p->passed && p->latency.count > 0 && (past_saturation || curve_has_latency(c, p));
}

// The height of the panel: all that is shown, but not beyond kTallest.
static double tallest(const curves_t *all, bool past_saturation) {
  double most = 0;
  double zero = 0;
  for (size_t i = 0; i < all->count; i++) {
    const curve_t *c = &all->curve[i];
    zero = c->zero_load > zero ? c->zero_load : zero;
    for (size_t k = 0; k < c->count; k++) {
      const curve_point_t *p = &c->point[k];
      if (is_shown(c, p, past_saturation)) {
        most = fmax(most, p->latency.mean + p->interval.half_width);
      }
    }
  }
  return fmin(fmax(most, 1.5 * zero), kTallest * zero);
}

void curves_latency_panel(figure_t *f, const curves_t *all, const char *title, curves_axis_t x,
                          bool past_saturation) {
  const bool over_load = x == CURVES_OVER_LOAD;
  char latency[40];
  (void)snprintf(latency, sizeof latency, "%s latency (cycles)", curves_latency_of(all));
  figure_panel(f, title, over_load ? "load (flits/node/cycle)" : "accepted (flits/node/cycle)",
               latency);
  figure_limit(f, over_load ? load_of(all->loads.to) : 0, tallest(all, past_saturation));
  for (size_t i = 0; i < all->count; i++) {
    const curve_t *c = &all->curve[i];
    figure_series(f, c->name);
    for (size_t k = 0; k < c->count; k++) {
      const curve_point_t *p = &c->point[k];
      const bool steady = curve_has_latency(c, p) && p->interval.batches > 0;
      if (is_shown(c, p, past_saturation)) {
        figure_point(f, over_load ? load_of(p->load) : p->accepted, p->latency.mean,
                     steady ? p->interval.half_width : 0, !steady);
      }
    }
    if (over_load) {
      add_mark(f, c, false);
    }
  }
}

void curves_throughput_panel(figure_t *f, const curves_t *all, const char *title) {
  figure_panel(f, title, "load (flits/node/cycle)", "throughput (flits/node/cycle)");
  figure_limit(f, load_of(all->loads.to), 0);
  for (size_t i = 0; i < all->count; i++) {
    const curve_t *c = &all->curve[i];
    figure_series(f, c->name);
    for (size_t k = 0; k < c->count; k++) {
      if (c->point[k].passed) {
        figure_point(f, load_of(c->point[k].load), c->point[k].accepted, 0, false);
      }
    }
    add_mark(f, c, true);
    figure_reference(f);
    for (size_t k = 0; k < c->count; k++) {
      if (c->point[k].passed) {
        figure_point(f, load_of(c->point[k].load), c->point[k].offered, 0, false);
      }
    }
  }
}
