// figure_stagger -- the texts at vertical lines of a panel, left or right of their lines and as
// high as they can stand so that none covers another.

#ifndef NOCSTEP_FIGURE_STAGGER_H
#define NOCSTEP_FIGURE_STAGGER_H

#include <stdbool.h>
#include <stddef.h>

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

// The panel is so wide and has so many rows.
void figure_stagger(stagger_label_t *label, size_t count, double width, unsigned rows);

#endif
