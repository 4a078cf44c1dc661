// sweep -- `nocstep sweep`: what the files sweep_*.c share. The curves are those of curves.h.
//
//   sweep.c           the command: scenarios, topologies and grid, and which of them are refused
//   sweep_report.c    the table of each curve, CSV, JSON
//   sweep_grid.c      the one table of a grid
//   sweep_plot.c      pictures

#ifndef NOCSTEP_SWEEP_H
#define NOCSTEP_SWEEP_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

#include "cli/grid.h"
#include "runs/curves.h"
#include "runs/figure.h"
#include "runs/physical.h"

// A combination that its scenario refuses.
typedef struct {
  size_t point;  // of the grid
  char *name, *why;
} sweep_refused_t;

typedef struct {
  curves_t curves;
  size_t *point;  // [curves.count] of the grid
  grid_t grid;
  physical_t physical;
  sweep_refused_t *refused;
  size_t n_refused;
} sweep_t;

void sweep_table(const sweep_t *all, FILE *out);
void sweep_csv(const sweep_t *all, FILE *out);
// "nocstep.sweep/1". False when memory is short.
bool sweep_json(const sweep_t *all, FILE *out);

// Where there is a grid: all curves in one table, a column a key, and what each comes to.
void sweep_grid_table(const sweep_t *all, FILE *out);
// The values of the axes of a curve, or of a point, as an object.
json_t *sweep_grid_json(const sweep_t *all, size_t point);

// Mean latency with its interval, p95 and p99: four columns.
void sweep_print_latency(const curve_point_t *p, FILE *out);

// The energy column: joules a flit delivered with --energy, else accesses and links a flit; its
// title, and its text.
const char *sweep_energy_title(const sweep_t *all);
double sweep_energy(const sweep_t *all, const curve_point_t *p);
enum { SWEEP_TEXT = 40 };
const char *sweep_energy_text(const sweep_t *all, const curve_point_t *p, char out[SWEEP_TEXT]);

// A latency at zero load, or "-" where it is not known.
const char *sweep_zero_text(const curve_t *c, double latency, char out[SWEEP_TEXT]);

// The script of the picture of one curve, for plot_t.
enum { SWEEP_PLOT_HEIGHT = 840 };
void sweep_plot(const void *curves, FILE *script);
// The picture of several.
figure_t *sweep_figure(const curves_t *all);

#endif
