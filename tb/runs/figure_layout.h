// figure_layout -- where the panels, the legend and the texts of a figure stand, in pixels from the
// top left corner of the picture.

#ifndef NOCSTEP_FIGURE_LAYOUT_H
#define NOCSTEP_FIGURE_LAYOUT_H

#include "runs/figure.h"
#include "runs/figure_parts.h"

enum {
  FIGURE_TITLE = 26,  // the middle of the title, and of what stands below it
  FIGURE_SUBTITLE = 56,
  FIGURE_LETTER = 10,    // the width of a letter
  FIGURE_TEXT_ROW = 19,  // and the height of a line of text in a panel
  FIGURE_KEY = 40        // left of the axes begin the names of a panel's own series
};

typedef struct {
  unsigned width, height;  // of the picture
  unsigned columns;        // panels beside each other
  unsigned tics;           // of a panel, so that their numbers do not run into each other
  unsigned legend_top;
  unsigned legend_columns;  // names in a row of the legend
} figure_layout_t;

// A picture of many panels gets wider, not much higher than it is wide: panels keep their size.
figure_layout_t figure_layout(const figure_t *f);

// A panel: its axes, and what stands above them.
typedef struct {
  double left, right, top, bottom;  // of the axes
  double title, title_middle;       // the middle of the title, from the top and from the left
  double names;                     // the top of the panel's own legend
} figure_place_t;
figure_place_t figure_place(const figure_t *f, size_t panel);

// The panel that names the series in the legend of the figure: the one with the most.
const figure_panel_t *figure_legend_panel(const figure_t *f);

// The names of the categories of a panel stand in so many lines, in turn, where they are wide.
unsigned figure_category_lines(const figure_t *f, const figure_panel_t *p);

// The texts at vertical lines of a panel.
typedef struct {
  double x;      // of the line, in pixels from the left of the panel
  double width;  // of the text; 0: there is none
  // Filled in:
  bool placed;   // false: there is no room
  bool right;    // of the line
  unsigned row;  // from the top
  bool seen;
} stagger_label_t;

enum { STAGGER_GAP = 5 };  // pixels between line and text

// Places the texts left or right of their lines and as high as they can stand so that none covers
// another. The panel is so wide and has so many rows.
void figure_stagger(stagger_label_t *label, size_t count, double width, unsigned rows);

#endif
