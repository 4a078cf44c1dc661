// figure_parts -- what figure.c keeps and figure_script.c writes.

#ifndef NOCSTEP_FIGURE_PARTS_H
#define NOCSTEP_FIGURE_PARTS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
  double x, y, half_width;
  bool hollow;
} figure_point_t;

typedef struct {
  char *name;  // NULL: of a reference
  bool reference;
  size_t colour;
  figure_point_t *point;
  size_t count;
} figure_series_t;

typedef struct {
  double x;
  char *text;  // or NULL
  size_t colour;
} figure_mark_t;

typedef struct {
  char *title, *x_label, *y_label;
  double x_most, y_most;  // 0: all is shown
  bool log_x, log_y;
  char **category;
  size_t categories;  // 0: no bars
  figure_series_t *series;
  size_t count, named;
  figure_mark_t *mark;
  size_t marks;
} figure_panel_t;

struct figure {
  char *title, *subtitle;
  unsigned columns;
  bool same_axes, own_legends;
  figure_panel_t *panel;
  size_t count;
  bool failed;  // memory was short
};

#endif
