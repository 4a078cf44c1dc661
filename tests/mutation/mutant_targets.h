// mutant_targets -- what is mutated, and in which shape. A row is the shape of a unit, or of
// UNIT@1, UNIT@2, .. for further shapes of it.

#ifndef NOC_MUTANT_TARGETS_H
#define NOC_MUTANT_TARGETS_H

#include <stdbool.h>

#include "shape/shape.h"

typedef struct {
  char unit[32];
  noc_shape_t shape;
  const char *mesh;  // a topology made of a whole router or interface; NULL for others
} mutant_target_t;

// False: no row has this name.
bool mutant_target(const char *name, mutant_target_t *target);

#endif
