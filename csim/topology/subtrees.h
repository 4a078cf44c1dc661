// subtrees -- networks in which every subtree of k^(l+1) nodes has one channel upwards, of some
// capacity in links: trees whose subtrees have one router each, and k-ary n-trees, whose k^l
// routers share the subtree's k^(l+1) links.
//
// Source: C. E. Leiserson, Fat-Trees: Universal Networks for Hardware-Efficient Supercomputing,
// IEEE Trans. Computers C-34(10), 1985, section 2.

#ifndef NOC_TOPOLOGY_SUBTREES_H
#define NOC_TOPOLOGY_SUBTREES_H

#include "topology/family.h"

enum { SUBTREES_LEVELS = 22 };

typedef struct {
  unsigned k;
  unsigned levels;                     // of routers
  uint32_t nodes[SUBTREES_LEVELS];     // below a router of the level: k^(level+1)
  uint32_t capacity[SUBTREES_LEVELS];  // links above such a subtree; the root has none
  uint32_t below[SUBTREES_LEVELS];     // links to each child of a router; 1 at level 0, to a node
  uint32_t first[SUBTREES_LEVELS];     // router of the level, where each subtree has one router
} subtrees_shape_t;

// The topology is of this kind.
bool subtrees_is(const topology_t *t);
// Its shape. `first` and `below` have a meaning with WIRING_SUBTREES only.
void subtrees_shape(const topology_t *t, subtrees_shape_t *s);
// The level of a router; WIRING_SUBTREES.
unsigned subtrees_level(const subtrees_shape_t *s, uint32_t router);

// Builds a tree of one router for every subtree: k is arg[0], n arg[1], the growth arg[2] in
// millionths. `start` is the reader before the arguments. The caller names it.
bool subtrees_build(topology_t *t, const topology_reader_t *start);
void subtrees_forms(const topology_t *t, topology_forms_t *forms);
void subtrees_place(const topology_t *t, uint32_t router, double at[2]);

#endif
