// figure -- what a picture holds; figure_script.c writes it. See figure.h.

#include "runs/figure.h"

#include <stdlib.h>
#include <string.h>

#include "runs/figure_parts.h"

// Makes room for one more; false when memory is short.
static bool grow(figure_t *f, void **list, size_t count, size_t size) {
  void *more = f->failed ? NULL : realloc(*list, (count + 1) * size);
  f->failed |= more == NULL;
  if (more != NULL) {
    *list = more;
    memset((char *)more + count * size, 0, size);
  }
  return more != NULL;
}

static char *copy(figure_t *f, const char *text) {
  char *own = text != NULL ? strdup(text) : NULL;
  f->failed |= text != NULL && own == NULL;
  return own;
}

figure_t *figure_create(const char *title, const char *subtitle, unsigned columns) {
  figure_t *f = calloc(1, sizeof *f);
  if (f != NULL) {
    f->title = copy(f, title);
    f->subtitle = copy(f, subtitle);
    f->columns = columns;
  }
  return f;
}

static void free_panel(figure_panel_t *p) {
  for (size_t i = 0; i < p->count; i++) {
    free(p->series[i].name);
    free(p->series[i].point);
  }
  for (size_t i = 0; i < p->categories; i++) {
    free(p->category[i]);
  }
  for (size_t i = 0; i < p->marks; i++) {
    free(p->mark[i].text);
  }
  free(p->series);
  free(p->category);
  free(p->mark);
  free(p->title);
  free(p->x_label);
  free(p->y_label);
}

void figure_free(figure_t *f) {
  for (size_t i = 0; f != NULL && i < f->count; i++) {
    free_panel(&f->panel[i]);
  }
  if (f != NULL) {
    free(f->panel);
    free(f->title);
    free(f->subtitle);
  }
  free(f);
}

void figure_panel(figure_t *f, const char *title, const char *x_label, const char *y_label) {
  if (f != NULL && grow(f, (void **)&f->panel, f->count, sizeof *f->panel)) {
    figure_panel_t *p = &f->panel[f->count++];
    p->title = copy(f, title);
    p->x_label = copy(f, x_label);
    p->y_label = copy(f, y_label);
  }
}

// The panel that is built; NULL when memory is short.
static figure_panel_t *last_panel(figure_t *f) {
  return f != NULL && !f->failed && f->count > 0 ? &f->panel[f->count - 1] : NULL;
}

void figure_limit(figure_t *f, double x_most, double y_most) {
  figure_panel_t *p = last_panel(f);
  if (p != NULL) {
    p->x_most = x_most;
    p->y_most = y_most;
  }
}

void figure_logarithmic(figure_t *f, bool x, bool y) {
  figure_panel_t *p = last_panel(f);
  if (p != NULL) {
    p->log_x = x;
    p->log_y = y;
  }
}

void figure_category(figure_t *f, const char *name) {
  figure_panel_t *p = last_panel(f);
  if (p != NULL && grow(f, (void **)&p->category, p->categories, sizeof *p->category)) {
    p->category[p->categories++] = copy(f, name);
  }
}

void figure_own_legends(figure_t *f) {
  if (f != NULL) {
    f->own_legends = true;
  }
}

void figure_same_axes(figure_t *f) {
  if (f != NULL) {
    f->same_axes = true;
  }
}

static void add_series(figure_t *f, const char *name, bool reference) {
  figure_panel_t *p = last_panel(f);
  if (p != NULL && grow(f, (void **)&p->series, p->count, sizeof *p->series)) {
    p->named += !reference;
    p->series[p->count++] = (figure_series_t){
        .name = copy(f, name), .reference = reference, .colour = p->named > 0 ? p->named - 1 : 0};
  }
}

void figure_series(figure_t *f, const char *name) {
  add_series(f, name, false);
}

void figure_reference(figure_t *f) {
  add_series(f, NULL, true);
}

void figure_mark(figure_t *f, double x, const char *text) {
  figure_panel_t *p = last_panel(f);
  if (p != NULL && p->named > 0 && grow(f, (void **)&p->mark, p->marks, sizeof *p->mark)) {
    p->mark[p->marks++] = (figure_mark_t){.x = x, .text = copy(f, text), .colour = p->named - 1};
  }
}

void figure_point(figure_t *f, double x, double y, double half_width, bool hollow) {
  figure_panel_t *p = last_panel(f);
  if (p == NULL || p->count == 0) {
    return;
  }
  figure_series_t *s = &p->series[p->count - 1];
  if (grow(f, (void **)&s->point, s->count, sizeof *s->point)) {
    s->point[s->count++] = (figure_point_t){x, y, half_width, hollow};
  }
}
