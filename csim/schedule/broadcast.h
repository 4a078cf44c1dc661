// broadcast -- the part of search.h that lets nodes pass messages on.

#ifndef NOC_SCHEDULE_BROADCAST_H
#define NOC_SCHEDULE_BROADCAST_H

#include "schedule/problem.h"

typedef struct broadcast broadcast_t;

broadcast_t *broadcast_create(const schedule_problem_t *p, uint64_t seed,
                              bool (*stop)(void *context), void *context, noc_error_t *error);
void broadcast_free(broadcast_t *b);

// Tries until a schedule has at most `steps` steps, or so many messages were sent in all. False
// then, after `stop`, or when memory is short. At least one is tried to its end where `steps` is
// SCHEDULE_STEPS.
bool broadcast_find(broadcast_t *b, uint32_t steps, uint64_t effort, schedule_t *found,
                    noc_error_t *error);
// How often it has looked whether a place of a step is free.
uint64_t broadcast_looks(const broadcast_t *b);

#endif
