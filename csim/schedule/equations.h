// equations -- (1) to (12) and Table 1 of V. Dvorak, J. Jaros, M. Ohlidal, Optimum Topology-Aware
// Scheduling of Many-to-Many Collective Communications, 2006: as they are printed, whether or not
// they are what they are called (docs/papers/dvorak2006.md says where they are no bounds).

#ifndef NOC_SCHEDULE_EQUATIONS_H
#define NOC_SCHEDULE_EQUATIONS_H

#include <stddef.h>

#include "base/error.h"

enum { EQUATION_VALUES = 6 };

typedef struct {
  const char *name;                           // "6", "OAB"
  const char *result;                         // "T_MNS"
  const char *text;                           // as it is printed
  const char *variable[EQUATION_VALUES + 1];  // in the order of the values; NULL behind the last
  double (*value)(const double *values);
} equation_t;

// The i-th; NULL behind the last.
const equation_t *equation(size_t i);

// By name and values as users write them, "M=9,N=11": each variable once, above 0. NOC_BAD_INPUT
// for another name or other values.
bool equation_evaluate(const char *name, const char *values, const equation_t **which,
                       double *value, noc_error_t *error);

#endif
