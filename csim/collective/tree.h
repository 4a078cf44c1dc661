// tree -- the binomial tree of a root over a set of nodes, by recursive halving.
//
// Over all nodes of a topology with coordinates it goes dimension by dimension, x first, the nodes
// of one router last; over fewer nodes, or without coordinates, over the nodes in ascending order.
// Within a line of k places it halves: the holder serves its partner in the other half, place XOR
// half where k is a power of two, and both go on in their own halves. An odd part is rounded up:
//
//   k = 8, root 2      k = 5, root 0
//   2 -> 6             0 -> 3          parts 0 1 2 | 3 4
//   2 -> 0, 6 -> 4     0 -> 2, 3 -> 4  parts 0 1 | 2,  3 | 4
//   2 -> 3, 0 -> 1 ..  0 -> 1

#ifndef NOC_TREE_H
#define NOC_TREE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/node_set.h"
#include "topology/topology.h"

typedef struct {
  uint32_t parent, child;  // nodes
  uint32_t size;           // of the child's subtree, with the child: this edge and those behind it
} tree_edge_t;

// Edges in preorder: an edge, then the child's own subtree, then the parent's next edge. A node's
// edges are in the order in which a broadcast serves them.
typedef struct {
  tree_edge_t *edge;  // [edges]
  uint32_t edges;
  uint32_t *line;  // the nodes in ascending order, with the root
} tree_t;

// Room for trees over `members` and one more node. False: out of memory.
bool tree_create(tree_t *tree, const node_set_t *members);
void tree_free(tree_t *tree);

// The tree over the members and the root, which may be one of them.
void tree_build(tree_t *tree, const topology_t *t, const node_set_t *members, uint32_t root);

// The tree over a box of places, which stand for nodes: `length`
// places in each dimension, those of the last being neighbours, then
// those of the first, the second .. There is room for so many members.
void tree_build_box(tree_t *tree, unsigned dims, const uint32_t *length, uint32_t root);

// The edge behind the subtree of edge k: of the same parent, or of one further up.
static inline uint32_t tree_behind(const tree_t *tree, uint32_t k) {
  return k + tree->edge[k].size;
}

// Messages along the paths from the root to every other node, or back.
double tree_paths(const tree_t *tree);

#endif
