// sweep -- `nocstep sweep`: what sweep.c, sweep_report.c and sweep_plot.c share. The curves are those
// of curves.h.

#ifndef NOCSTEP_SWEEP_H
#define NOCSTEP_SWEEP_H

#include <stdbool.h>
#include <stdio.h>

#include "cli/curves.h"
#include "cli/figure.h"

void sweep_table(const curves_t *all, FILE *out);
void sweep_csv(const curves_t *all, FILE *out);
// "nocstep.sweep/1". False when memory is short.
bool sweep_json(const curves_t *all, FILE *out);
// The script of the picture of one curve, for plot_t.
enum { SWEEP_PLOT_HEIGHT = 840 };
void sweep_plot(const void *curves, FILE *script);
// The picture of several.
figure_t *sweep_figure(const curves_t *all);

#endif
