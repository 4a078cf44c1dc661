// disjoint_trees -- spanning trees of a torus, all from one root, of which no two have a link in
// the same direction: as many as a router has links. Any radices; a hypercube is a torus of twos.
//
// An axis is a dimension of three routers or more, or two dimensions of two routers, which are a
// ring of four. Each axis d has two trees, one a direction: from the root along d, from there along
// the axis behind, and so on round; what has coordinate 0 in d comes last, by one more link of d.
// (E. Solomonik, CS 598 lecture 29: "rectangular" broadcast.) In two dimensions, tree x+:
//
//     >.   .   .>       the root R serves its row; each other router of the row
//          ^   ^         its column, upwards; the last router of each other row
//     >.   .   .>        serves the first, over the edge
//          ^   ^
//      R > . > .
//
// A router enters a tree by the last axis, in the order of that tree, in which it is not at the
// root's place. Over all trees that is each link to it once.
//
// One dimension of two routers may be left. It joins two layers and has a tree of its own, which
// goes to the other layer first and from there back to each router of the root's layer. It takes
// the links of tree 0 in that layer, which goes straight from router to router there, and those
// links by which the others would leave the root's image; these come straight as well.

#ifndef NOC_DISJOINT_TREES_H
#define NOC_DISJOINT_TREES_H

#include "topology/topology.h"

enum { DISJOINT_TREES = 2 * NOC_MAX_DIMS };

typedef struct {
  unsigned length;  // routers; 2 of the dimension that is left
  unsigned dim[2];  // a ring of four is in two
} tree_axis_t;

typedef struct {
  const topology_t *topology;  // outlives this
  uint32_t root;               // router
  unsigned trees;              // 0: one router
  unsigned wide;               // axes of three routers or more
  bool narrow;                 // axis[wide] has two
  tree_axis_t axis[NOC_MAX_DIMS];
} disjoint_trees_t;

// Those of a torus, a ring or a hypercube.
disjoint_trees_t disjoint_trees(const topology_t *t, uint32_t root);
// The router from which a tree comes to another than the root: a neighbour.
uint32_t disjoint_trees_parent(const disjoint_trees_t *d, unsigned tree, uint32_t router);

#endif
