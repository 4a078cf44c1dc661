// edst -- a broadcast over arc-disjoint spanning trees of a torus (disjoint_trees.h): each tree
// carries an equal part of the message, cut into packets, each of which a node passes on when it
// has come. So no link carries more than that part.
//
// Sources: E. Solomonik, CS 598 lecture 29: n/2k of the data along each of the 2k trees of a torus
// of k dimensions.

#include <stdlib.h>

#include "collective/disjoint_trees.h"
#include "collective/scheme.h"
#include "collective/schemes.h"

typedef struct {
  uint32_t parent, child, depth, height;
} branch_t;

// Flits of what a tree carries: an equal share, and one more in the first ones; one at least.
static uint32_t share(const participants_t *p, uint32_t trees, uint32_t tree) {
  const uint32_t flits = p->flits / trees + (tree < p->flits % trees);
  return flits > 0 ? flits : 1;
}

static uint32_t packets_of(const participants_t *p, uint32_t flits) {
  return p->packet_flits == 0 ? 1 : plan_packets(flits, p->packet_flits);
}

static uint32_t parts(const participants_t *p) {
  const disjoint_trees_t d = disjoint_trees(p->topology, p->from.node[0]);
  uint32_t count = 0;
  for (uint32_t tree = 0; tree < d.trees; tree++) {
    count += packets_of(p, share(p, d.trees, tree));
  }
  return count;
}

static double messages(const participants_t *p) {
  return (p->to.count - 1.0) * parts(p);
}

// Nodes near the root first; of those who have one parent first what has the longest way to go.
static int nearer(const void *a, const void *b) {
  const branch_t *x = a;
  const branch_t *y = b;
  if (x->depth != y->depth) {
    return x->depth < y->depth ? -1 : 1;
  }
  return x->height != y->height ? (x->height > y->height ? -1 : 1)
                                : (x->child > y->child) - (x->child < y->child);
}

// The branches of a tree; branch[nodes] has one behind them, that of the root.
static void list_branches(const disjoint_trees_t *d, unsigned tree, branch_t *branch) {
  const uint32_t nodes = d->topology->nodes;
  for (uint32_t node = 0; node < nodes; node++) {
    const uint32_t parent = node != d->root ? disjoint_trees_parent(d, tree, node) : node;
    branch[node] = (branch_t){parent, node, 0, 0};
  }
  for (uint32_t node = 0; node < nodes; node++) {
    uint32_t hops = 0;
    for (uint32_t at = node; at != d->root; at = branch[at].parent) {
      hops++;
      branch[branch[at].parent].height =
          branch[branch[at].parent].height > hops ? branch[branch[at].parent].height : hops;
    }
    branch[node].depth = hops;
  }
  qsort(branch, nodes, sizeof *branch, nearer);  // the root has depth 0
}

// All packets of one turn: the next of each tree.
static void broadcast(plan_t *plan, const participants_t *p) {
  const disjoint_trees_t d = disjoint_trees(p->topology, p->from.node[0]);
  const uint32_t nodes = p->topology->nodes;
  uint32_t *has = receives_create(plan, nodes);
  branch_t *branch = malloc(((size_t)d.trees * nodes + 1) * sizeof *branch);
  if (has == NULL || branch == NULL) {
    plan->short_of_memory = true;
    free(has);
    free(branch);
    return;
  }
  for (unsigned tree = 0; tree < d.trees; tree++) {
    list_branches(&d, tree, branch + (size_t)tree * nodes);
  }
  uint32_t tag = 0;
  for (uint32_t turn = 0; d.trees > 0 && turn < packets_of(p, share(p, d.trees, 0)); turn++) {
    for (unsigned tree = 0; tree < d.trees; tree++) {
      const uint32_t flits = share(p, d.trees, tree);
      if (turn >= packets_of(p, flits)) {
        continue;
      }
      const uint32_t left = p->packet_flits == 0 ? flits : flits - turn * p->packet_flits;
      const uint32_t size = p->packet_flits == 0 || left < p->packet_flits ? left : p->packet_flits;
      const branch_t *of = branch + (size_t)tree * nodes;
      for (uint32_t k = 1; k < nodes; k++) {
        has[of[k].child] = plan_pass_block(plan, of[k].parent, of[k].child, size, tag,
                                           of[k].parent == d.root ? kPlanNone : has[of[k].parent]);
      }
      tag++;
    }
  }
  free(has);
  free(branch);
}

const scheme_t kEdstScheme = {
    .name = "edst",
    .meaning = "parts of the message along arc-disjoint spanning trees of a torus",
    .use = {[COLLECTIVE_BROADCAST] = {
                .meaning = "an equal part down each of as many trees as a router has links",
                .compile = broadcast,
                .messages = messages,
                .suits = on_whole_torus,
                .parts = parts}}};
