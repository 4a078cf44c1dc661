// curves_figure -- panels of a figure that show curves: each adds one panel with a series a curve,
// in the same order, so that all panels of a figure have the same colours.
//
//   figure_t *f = figure_create("Latency and throughput", NULL, 1);
//   curves_latency_panel(f, &all, NULL, CURVES_OVER_LOAD, false);
//   curves_throughput_panel(f, &all, NULL);

#ifndef NOCSTEP_CURVES_FIGURE_H
#define NOCSTEP_CURVES_FIGURE_H

#include <stdbool.h>

#include "runs/curves.h"
#include "runs/figure.h"

typedef enum { CURVES_OVER_LOAD, CURVES_OVER_THROUGHPUT } curves_axis_t;  // the latter: accepted

// Mean packet latency with its interval. A hollow point has none: it is not steady. With
// `past_saturation` the points beyond saturation are hollow too: the mean over the packets of the
// window, which measures the length of the window as well, as older papers show it; without, they
// are left out. Over the load, dashed lines mark the saturation load. Latency beyond six times
// that at zero load leaves the panel.
void curves_latency_panel(figure_t *f, const curves_t *all, const char *title, curves_axis_t x,
                          bool past_saturation);
// Accepted over the load, and dotted what was offered as it was counted.
void curves_throughput_panel(figure_t *f, const curves_t *all, const char *title);

#endif
