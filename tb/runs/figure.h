// figure -- a picture of several panels with several series each, in the colours of plot.h and with
// one legend above them all: series of the same place in their panels look the same. It is built up
// in the order in which it is read: what is added belongs to the last panel, or its last series.
//
//   figure_t *f = figure_create("Latency over throughput", "2 VCs of 2 flits", 2);
//   figure_panel(f, "(a) uniform", "accepted (flits/node/cycle)", "latency (cycles)");
//   figure_series(f, "mesh:8x8");
//   figure_point(f, 0.1, 23.5, 0.4, false);
//   ...
//   plot_draw("a.png", &(plot_t){figure_height(f), figure_write, f, figure_width(f)}, &error);
//   figure_free(f);
//
// Memory that is short is remembered: figure_write() then writes nothing, which plot_draw()
// reports.

#ifndef NOCSTEP_FIGURE_H
#define NOCSTEP_FIGURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct figure figure_t;

// `subtitle` may be NULL. Panels fill rows of `columns`, 1 to 4; many make the picture wider
// (figure_width()). NULL when memory is short, which all functions accept. Texts are copied, here
// and below.
figure_t *figure_create(const char *title, const char *subtitle, unsigned columns);
void figure_free(figure_t *f);

// `title` may be NULL. Axes begin at 0 and end behind the largest value.
void figure_panel(figure_t *f, const char *title, const char *x_label, const char *y_label);
// Points beyond these values leave the panel; 0: all are shown.
void figure_limit(figure_t *f, double x_most, double y_most);
// Logarithmic axes, from the smallest value on: x in powers of 2 with a tic at every value, y in
// powers of 10.
void figure_logarithmic(figure_t *f, bool x, bool y);
// A panel of bars: the values of x are 0, 1, ... and stand for these names, one a call.
void figure_category(figure_t *f, const char *name);
// The panels are about different things: each names its own series, above its axes, and the figure
// has no legend.
void figure_own_legends(figure_t *f);
// All panels have the same axes, so that they can be compared.
void figure_same_axes(figure_t *f);

void figure_series(figure_t *f, const char *name);
// A thin dotted line in the colour of the series before, without a name, such as what was offered.
void figure_reference(figure_t *f);
// A vertical dashed line in the colour of the last series; `text`, or NULL, stands beside it, where
// it covers no other (figure_stagger()).
void figure_mark(figure_t *f, double x, const char *text);
// Points are joined in their order, except across one whose y is NAN. `half_width`: of its
// interval; 0: none. A `hollow` point is one that less is claimed of.
void figure_point(figure_t *f, double x, double y, double half_width, bool hollow);

// The size of the picture, in pixels.
unsigned figure_width(const figure_t *f);
unsigned figure_height(const figure_t *f);
// The script, for plot_t.
void figure_write(const void *figure, FILE *script);

#endif
