// work -- what an algorithm adds its operations with. Data that comes from elsewhere is named by
// the receive that brought it; what a rank has had from the beginning of the round by begin[rank],
// and what it has computed by last[rank].

#ifndef NOC_ALGORITHM_WORK_H
#define NOC_ALGORITHM_WORK_H

#include "algorithm/algorithm.h"

typedef struct algorithm_work {
  const algorithm_size_t *size;
  const topology_t *grid;  // of the size
  plan_t *plan;
  uint32_t *begin;  // [nodes]: the last computation of the round before; kPlanNone in the first
  uint32_t *last;   // [nodes]: the last computation; kPlanNone: none yet
} algorithm_work_t;

// The rank so many places on in a dimension, round its line.
uint32_t work_next(const algorithm_work_t *w, uint32_t rank, unsigned dim, int places);

// A block from one rank to another when `after` is complete, an operation of `from` or kPlanNone;
// returns the receive. Nothing is sent, and `after` returned, where both are the same.
uint32_t work_pass(const algorithm_work_t *w, uint32_t from, uint32_t to, uint32_t tag,
                   uint32_t after);

// A computation of `cycles` behind the last one of the rank, and behind what it needs; kPlanNone
// stands for what is there anyway.
void work_compute(const algorithm_work_t *w, uint32_t rank, uint32_t cycles, const uint32_t *needs,
                  unsigned count);

#endif
