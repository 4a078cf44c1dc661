// bounds -- how many steps a schedule has at least, for reasons that hold for every schedule of the
// problem (docs/schedule.md derives them).

#ifndef NOC_SCHEDULE_BOUNDS_H
#define NOC_SCHEDULE_BOUNDS_H

#include "schedule/problem.h"
#include "schedule/symmetry.h"

enum { BOUND_EXACT_ROUTERS = 24 };  // up to here every cut is looked at

// By what a node sends or takes, at `ports` a step.
uint32_t bound_ports(const schedule_problem_t *p);

// Broadcast: how fast a message, and how fast all of them, can spread: holders of something send
// once a port, and the first step's messages have to find a way from the origins. 0 of a scatter,
// or when memory is short.
uint32_t bound_growth(const schedule_problem_t *p);

// The cut that has most messages to carry a link: so many messages, over so many links.
typedef struct {
  uint64_t messages, links;  // links at least 1
  bool exact;                // every cut was looked at, or cannot be worse
} bound_ratio_t;
bool bound_worst_cut(const schedule_problem_t *p, bound_ratio_t *worst, noc_error_t *error);

// Messages that have to cross a cut of the routers, by the links that do. Every cut is looked at up
// to BOUND_EXACT_ROUTERS routers; of a broadcast beyond them too, by flows; of a scatter then those
// that a search finds. *exact tells which.
bool bound_cut(const schedule_problem_t *p, uint32_t *steps, bool *exact, noc_error_t *error);

// Scatter: the least load of the busiest link when messages may be split among their paths, a
// linear program that CLP solves; its answer is not trusted, but turned into weights. Generators of
// the problem's symmetries make it smaller. 0 of a broadcast, or where it is too large. `weight` of
// each channel is for bound_weights(); the caller frees it.
bool bound_load(const schedule_problem_t *p, const permutations_t *generators, double seconds,
                uint32_t *steps, uint32_t **weight, noc_error_t *error);

// In whole numbers: when a link of channel c costs weight[c], what all messages of a scatter cost
// on their cheapest paths, over what the links of a step cost together. False when memory is short.
bool bound_weights(const schedule_problem_t *p, const uint32_t *weight, uint32_t *steps,
                   noc_error_t *error);

#endif
