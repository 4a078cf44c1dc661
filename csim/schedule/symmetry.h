// symmetry -- the automorphisms of a problem: what may be swapped in a network, its routers and its
// nodes, so that links remain links, and the two sets what they are.
//
// A permutation is an array of points: the images of the routers, then those of the nodes.

#ifndef NOC_SCHEDULE_SYMMETRY_H
#define NOC_SCHEDULE_SYMMETRY_H

#include "schedule/problem.h"

typedef struct {
  uint32_t points;  // routers + nodes
  uint32_t count;
  uint32_t room;
  uint32_t *image;  // [permutation * points + point]
} permutations_t;

void permutations_free(permutations_t *p);

// Permutations that generate all automorphisms (igraph's search, which is that of BLISS).
bool symmetry_generators(const schedule_problem_t *p, permutations_t *generators,
                         noc_error_t *error);

// By looking at every node and channel; needs nothing of the above.
bool symmetry_is_automorphism(const schedule_problem_t *p, const uint32_t *image);

// The orbits under some permutations: orbit[point] is the least point of its orbit, where node n is
// point routers + n. NULL when memory is short; the caller frees it.
uint32_t *symmetry_orbits(const permutations_t *generators, uint32_t routers, noc_error_t *error);

// Groups, each given by all of its elements, of which only the identity leaves a router or a node
// where it is: some of each order from 2 on, the largest first; the caller frees the list.
bool symmetry_free_groups(const schedule_problem_t *p, const permutations_t *generators,
                          uint64_t seed, permutations_t **groups, uint32_t *count,
                          noc_error_t *error);

#endif
