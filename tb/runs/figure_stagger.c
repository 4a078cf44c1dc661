// figure_stagger -- see figure_stagger.h.

#include "runs/figure_stagger.h"

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
