// scatter -- the part of search.h that places messages of their own pairs.

#ifndef NOC_SCHEDULE_SCATTER_H
#define NOC_SCHEDULE_SCATTER_H

#include "schedule/symmetry.h"

typedef struct scatter scatter_t;

// Messages that a group of symmetries takes to one another are all in the same step, on paths
// that are images of each other; the group outlives this. NULL: each has a place of its own.
scatter_t *scatter_create(const schedule_problem_t *p, const permutations_t *group, uint64_t seed,
                          bool (*stop)(void *context), void *context, noc_error_t *error);
void scatter_free(scatter_t *s);

// As many steps as it takes without taking out any message. 0 when memory is short, after `stop`,
// or (error->status is NOC_OK) where a message would always be in the way of its images.
uint32_t scatter_first(scatter_t *s, noc_error_t *error);
// False if messages wait after so many were placed, or when memory is short.
bool scatter_find(scatter_t *s, uint32_t steps, uint64_t effort, noc_error_t *error);
// The schedule after either has succeeded.
bool scatter_schedule(const scatter_t *s, schedule_t *found, noc_error_t *error);
// How often it has looked whether a place of a step is free.
uint64_t scatter_looks(const scatter_t *s);

#endif
