// forward_tree -- a tree along which interfaces forward packets, first packet first served, over
// the source and the destinations of a multicast. The sizes of the subtrees come from a scheme:
// kbinomial.h, postal.h. The nodes that are in them are chosen here.
//
//   const forward_split_t split = {.context = me, .root = {.left = steps}, .child = child};
//   forward_tree_t tree;
//   bool ok = forward_tree_create(&tree, routing, source, destinations, n, &split, &error);
//   // place 0 is the source; the children of place p are tree.child[tree.first[p] ..
//   // tree.first[p + 1] - 1], in the order in which p sends to them; their nodes tree.node[..]
//   forward_tree_free(&tree);

#ifndef NOC_FORWARD_TREE_H
#define NOC_FORWARD_TREE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "routing/routing.h"

#ifdef __cplusplus
extern "C" {
#endif

// A node of the tree, as its subtree is divided among its children.
typedef struct {
  uint32_t members;  // of the subtree, the node itself included
  uint64_t left;     // steps or cycles that it has from then on, as the scheme means it
  uint64_t rate;     // whatever else the scheme knows of the way to it
} forward_place_t;

typedef struct {
  void *context;
  forward_place_t root;  // its members are filled in
  // The i-th child, 1 and up, of a node below which `left` members, 1 or more, are in no subtree
  // yet: 1 to `left` of them are in the child's. False when memory is short.
  bool (*child)(void *context, const forward_place_t *at, unsigned i, uint32_t left,
                forward_place_t *child);
} forward_split_t;

typedef struct {
  uint32_t members;  // n + 1
  uint32_t *node;    // [place]
  uint32_t *first;   // [place], and one more: of its children in `child`
  uint32_t *child;   // [n]: places
} forward_tree_t;

// The nodes stand in the order of forward_order(), from the source on and round; every subtree is a
// run of places, so that traffic stays within parts of the network. The destinations are n distinct
// nodes without the source. NOC_ENVIRONMENT when memory is short; the caller frees in any case.
bool forward_tree_create(forward_tree_t *tree, const routing_t *r, uint32_t source,
                         const uint32_t *destinations, uint32_t n, const forward_split_t *split,
                         noc_error_t *error);
void forward_tree_free(forward_tree_t *tree);

// Puts nodes into an order in which neighbours are near each other: with `updown` that of a
// depth-first walk over the tree of the routing, else that of their numbers. False when memory is
// short.
bool forward_order(const routing_t *r, uint32_t *nodes, uint32_t count, noc_error_t *error);

#ifdef __cplusplus
}
#endif

#endif
