// coding -- ways to measure and functions about hierarchical broadcasts with network coding.

#ifndef NOCSTEP_PAPERS_CODING_H
#define NOCSTEP_PAPERS_CODING_H

#include "papers/expression.h"
#include "papers/measures.h"
#include "routing/hops_box.h"

// Boxes tile this network, a mesh or torus of two dimensions. False with *error filled.
bool coding_plane(const topology_t *t, hops_space_t *space, noc_error_t *error);

extern const measure_way_t kMeasureReadings, kMeasureSteps;
// reading_in(READINGS, READING, BY): the same reading of another network; with all its multicasts
// by "trees" or "unicasts", or by its own, "".
extern const function_t kReadingIn;

#endif
