// figure_layout -- see figure_layout.h.

#include "runs/figure_layout.h"

#include <string.h>

#include "runs/plot.h"

static double begin_of(const stagger_label_t *l) {
  return l->right ? l->x + STAGGER_GAP : l->x - STAGGER_GAP - l->width;
}

// It is in the panel, and nothing that is placed is near it.
static bool is_free(const stagger_label_t *label, size_t count, const stagger_label_t *l,
                    double width) {
  const double begin = begin_of(l);
  if (begin < 0 || begin + l->width > width) {
    return false;
  }
  for (size_t i = 0; i < count; i++) {
    const stagger_label_t *other = &label[i];
    if (other->placed && other->row == l->row &&
        begin < begin_of(other) + other->width + STAGGER_GAP &&
        begin_of(other) < begin + l->width + STAGGER_GAP) {
      return false;
    }
  }
  return true;
}

// In the highest row where there is room, on the side `right` first.
static void place(stagger_label_t *label, size_t count, stagger_label_t *l, bool right,
                  double width, unsigned rows) {
  for (l->row = 0; l->row < rows; l->row++) {
    for (unsigned side = 0; side < 2; side++) {
      l->right = right != (side == 1);
      if (is_free(label, count, l, width)) {
        l->placed = true;
        return;
      }
    }
  }
}

// The outermost of those that have not been looked at; NULL: none is left.
static stagger_label_t *outermost(stagger_label_t *label, size_t count, bool right) {
  stagger_label_t *found = NULL;
  for (size_t i = 0; i < count; i++) {
    stagger_label_t *l = &label[i];
    if (!l->seen && (found == NULL || (right ? l->x > found->x : l->x < found->x))) {
      found = l;
    }
  }
  return found;
}

// From both ends to the middle: lines that are near each other have their texts on both sides.
void figure_stagger(stagger_label_t *label, size_t count, double width, unsigned rows) {
  bool right = true;
  for (size_t i = 0; i < count; i++) {
    label[i].placed = false;
    label[i].seen = label[i].width <= 0;
  }
  for (stagger_label_t *l = NULL; (l = outermost(label, count, right)) != NULL; right = !right) {
    l->seen = true;
    place(label, count, l, right, width, rows);
  }
}

enum {
  HEAD = 48,        // title
  SUBTITLE = 30,    // more with a subtitle
  GAP = 8,          // below the legend
  LEGEND_ROW = 22,  // and below that a row of the legend
  LEFT = 114,       // of a panel, for its numbers and label
  RIGHT = 16,
  TOP = 14,
  TITLED = 34,  // TOP with a title
  BOTTOM = 72,
  TITLE_LETTER = 9,
  SAMPLE = 60,  // the line before a name of the legend
  TICS = 12     // over PLOT_WIDTH
};

// The height of a panel, by the number of panels that together are as wide as PLOT_WIDTH.
static const unsigned kHeights[] = {0, 400, 350, 310, 290};

// The number of panels that together are as wide as PLOT_WIDTH.
static unsigned usual_columns(const figure_t *f) {
  const size_t most = f->count < f->columns ? f->count : f->columns;
  return most < 1 ? 1 : most > 4 ? 4 : (unsigned)most;
}

static unsigned width_of(const figure_t *f, unsigned columns) {
  return columns * PLOT_WIDTH / usual_columns(f);
}

const figure_panel_t *figure_legend_panel(const figure_t *f) {
  const figure_panel_t *most = &f->panel[0];
  for (size_t i = 1; i < f->count; i++) {
    most = f->panel[i].named > most->named ? &f->panel[i] : most;
  }
  return most;
}

static unsigned legend_columns(const figure_t *f, unsigned columns) {
  const figure_panel_t *p = figure_legend_panel(f);
  size_t longest = 1;
  for (size_t i = 0; i < p->count; i++) {
    if (p->series[i].name != NULL && strlen(p->series[i].name) > longest) {
      longest = strlen(p->series[i].name);
    }
  }
  const size_t fit = width_of(f, columns) / (SAMPLE + FIGURE_LETTER * longest);
  return fit < 1 ? 1 : fit > p->named ? (unsigned)p->named : (unsigned)fit;
}

static unsigned head_of(const figure_t *f) {
  return HEAD + (f->subtitle != NULL ? SUBTITLE : 0);
}

// Where the panels begin.
static unsigned top_of(const figure_t *f, unsigned columns) {
  if (f->own_legends) {
    return head_of(f) + GAP;
  }
  const size_t named = figure_legend_panel(f)->named;
  const unsigned names = legend_columns(f, columns);
  return head_of(f) + GAP + (names > 0 ? (unsigned)((named + names - 1) / names) * LEGEND_ROW : 0);
}

unsigned figure_category_lines(const figure_t *f, const figure_panel_t *p) {
  size_t longest = 0;
  for (size_t i = 0; i < p->categories; i++) {
    const size_t letters = p->category[i] != NULL ? strlen(p->category[i]) : 0;
    longest = letters > longest ? letters : longest;
  }
  const unsigned axis = width_of(f, 1) - LEFT - RIGHT;
  const size_t needed = (longest + 1) * FIGURE_LETTER * p->categories;
  return needed <= axis ? 1 : (unsigned)((needed + axis - 1) / axis);
}

static unsigned below(const figure_t *f, const figure_panel_t *p) {
  return BOTTOM + (figure_category_lines(f, p) - 1) * FIGURE_TEXT_ROW;
}

// The height of a row of panels: each has room for the most that one of them has above and below
// its axes.
static unsigned row_height(const figure_t *f, unsigned columns, size_t row) {
  unsigned names = 0;
  unsigned bottom = BOTTOM;
  for (size_t i = row * columns; i < f->count && i < (row + 1) * columns; i++) {
    const figure_panel_t *p = &f->panel[i];
    const unsigned own = f->own_legends ? (unsigned)p->named * LEGEND_ROW : 0;
    names = own > names ? own : names;
    bottom = below(f, p) > bottom ? below(f, p) : bottom;
  }
  return kHeights[usual_columns(f)] + names + bottom - BOTTOM;
}

// Where a row of panels begins; behind the last, where the picture ends.
static unsigned row_top(const figure_t *f, unsigned columns, size_t row) {
  unsigned top = top_of(f, columns);
  for (size_t i = 0; i < row; i++) {
    top += row_height(f, columns, i);
  }
  return top;
}

static unsigned height_of(const figure_t *f, unsigned columns) {
  return f->count == 0 ? HEAD : row_top(f, columns, (f->count + columns - 1) / columns);
}

static unsigned columns_of(const figure_t *f) {
  unsigned columns = usual_columns(f);
  while (columns < f->count && height_of(f, columns) > PLOT_HIGHEST * width_of(f, columns)) {
    columns = plot_more_columns(f->count, columns);
  }
  return columns;
}

figure_layout_t figure_layout(const figure_t *f) {
  if (f == NULL || f->count == 0) {
    return (figure_layout_t){.width = PLOT_WIDTH, .height = HEAD};
  }
  const unsigned columns = columns_of(f);
  return (figure_layout_t){.width = width_of(f, columns),
                           .height = height_of(f, columns),
                           .columns = columns,
                           .tics = TICS / usual_columns(f),
                           .legend_top = head_of(f) - 6,
                           .legend_columns = legend_columns(f, columns)};
}

unsigned figure_width(const figure_t *f) {
  return figure_layout(f).width;
}

unsigned figure_height(const figure_t *f) {
  return figure_layout(f).height;
}

// Over the axes; a long one over the panel.
static double title_middle(const figure_panel_t *p, double left, double wide) {
  const double length = p->title != NULL ? (double)(TITLE_LETTER * strlen(p->title)) : 0;
  const double axes = left + (LEFT + wide - RIGHT) / 2;
  return axes + length / 2 <= left + wide ? axes : left + wide / 2;
}

figure_place_t figure_place(const figure_t *f, size_t panel) {
  const figure_panel_t *p = &f->panel[panel];
  const unsigned columns = columns_of(f);
  const size_t row = panel / columns;
  const double wide = width_of(f, 1);
  const double left = wide * (double)(panel % columns);
  const double top = row_top(f, columns, row);
  const double titled = p->title != NULL ? TITLED : TOP;
  const double names = f->own_legends ? (double)p->named * LEGEND_ROW : 0;
  return (figure_place_t){.left = left + LEFT,
                          .right = left + wide - RIGHT,
                          .top = top + titled + names,
                          .bottom = top + row_height(f, columns, row) - below(f, p),
                          .title = top + 0.5 * TITLED,
                          .title_middle = title_middle(p, left, wide),
                          .names = top + titled};
}
