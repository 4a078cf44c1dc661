// pairwise -- combinations of the values of several axes, such that every two values of two axes
// occur together in one of them: few runs that still meet every interaction of two parameters.
//
//   static bool possible(void *context, const pairwise_row_t *row) { ... }
//   pairwise_t cover;
//   if (!pairwise_cover(axes, 3, possible, context, &cover, &error)) ...
//   for (size_t i = 0; i < cover.count; i++) use(cover.row[i].at[0], ...);
//   pairwise_free(&cover);

#ifndef NOCSTEP_PAIRWISE_H
#define NOCSTEP_PAIRWISE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

enum { PAIRWISE_AXES = 12, PAIRWISE_VALUES = 8 };

// A combination: for every axis the number of its value.
typedef struct {
  unsigned char at[PAIRWISE_AXES];
} pairwise_row_t;

typedef struct {
  pairwise_row_t *row;  // most new pairs first
  size_t count;
  unsigned covered;     // pairs that the rows have
  unsigned impossible;  // pairs that no possible combination has
} pairwise_t;

// Whether a combination may be used. It is asked once about each that the search comes to.
typedef bool (*pairwise_possible_t)(void *context, const pairwise_row_t *row);

// Axis a has values[a] values, 1 to PAIRWISE_VALUES; there are up to PAIRWISE_AXES axes. A value
// makes a pair with itself, so one axis alone is covered too. Greedy: a combination that brings
// most new pairs is taken next, the first of several in counting order, so the result is always the
// same. False: NOC_ENVIRONMENT, memory is short.
bool pairwise_cover(const unsigned *values, unsigned axes, pairwise_possible_t possible,
                    void *context, pairwise_t *cover, noc_error_t *error);
void pairwise_free(pairwise_t *cover);

#endif
