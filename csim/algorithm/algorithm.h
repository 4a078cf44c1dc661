// algorithm -- parallel algorithms as plans: who sends which block to whom, and what waits for it.
// docs/algorithms.md says what each does, where its blocks are, and what runs of them show.
//
//   const algorithm_t *a = algorithm_find("cannon", &error);
//   plan_t *plan = algorithm_plan(a, &(algorithm_size_t){.grid = t, .block = 1024, .rounds = 1},
//                                 &error);
//   ... plan_write_goal(plan, 8, out) ... plan_free(plan);
//
// Ranks form the grid of a k-ary n-cube: rank r is where its router r is. Sizes of the plan are in
// the unit of `block`; in bytes, they are written with 8 for the bits of a flit.
//
// Sources: E. Solomonik, CS 598 lecture 29, "Topology-aware algorithms on torus networks"; each
// algorithm's own at its file.

#ifndef NOC_ALGORITHM_H
#define NOC_ALGORITHM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "plan/plan.h"
#include "topology/topology.h"

typedef struct {
  const topology_t *grid;  // a mesh, torus, ring or hypercube of one node a router
  uint32_t block;          // of a message, 1 to PLAN_MAX_SIZE
  uint32_t cycles;         // of a multiplication of two blocks, or of a step on a rank's part
  uint32_t rounds;         // the whole so many times, at each rank one after the other
} algorithm_size_t;

struct algorithm_work;

typedef struct {
  const char *name;                                    // as users write it
  const char *meaning;                                 // a few words, for lists
  unsigned dims;                                       // that the grid must have; 0: any
  bool square;                                         // of equal lengths
  double (*operations)(const algorithm_size_t *size);  // of a round, at most
  void (*add)(struct algorithm_work *work);            // those of a round
} algorithm_t;

// The i-th of all, NULL behind the last.
const algorithm_t *algorithm_at(size_t i);
// NOC_BAD_INPUT: "there is 'x'; there must be one of ..".
const algorithm_t *algorithm_find(const char *name, noc_error_t *error);

// A finished plan. NOC_BAD_INPUT for a grid that the algorithm has no form for, or a plan that does
// not fit into memory.
// That of a grid has no key: "there is ..; there must be ..".
plan_t *algorithm_plan(const algorithm_t *a, const algorithm_size_t *size, noc_error_t *error);

#endif
