// disjoint_trees -- see disjoint_trees.h. Places are counted from the root, along the axes.

#include "collective/disjoint_trees.h"

#include <assert.h>

typedef struct {
  unsigned at[NOC_MAX_DIMS];  // by axis
} tree_place_t;

disjoint_trees_t disjoint_trees(const topology_t *t, uint32_t root) {
  disjoint_trees_t d = {.topology = t, .root = root};
  unsigned twos = 0;
  unsigned two[NOC_MAX_DIMS] = {0};
  for (unsigned dim = 0; dim < t->dims; dim++) {
    if (t->radix[dim] > 2) {
      d.axis[d.wide++] = (tree_axis_t){t->radix[dim], {dim, dim}};
    } else if (t->radix[dim] == 2) {
      two[twos++] = dim;
    }
  }
  for (unsigned i = 0; i + 1 < twos; i += 2) {
    d.axis[d.wide++] = (tree_axis_t){4, {two[i], two[i + 1]}};
  }
  d.narrow = twos % 2 == 1;
  if (d.narrow) {
    d.axis[d.wide] = (tree_axis_t){2, {two[twos - 1], two[twos - 1]}};
  }
  d.trees = 2 * d.wide + d.narrow;
  return d;
}

static bool is_pair(const tree_axis_t *a) {
  return a->dim[0] != a->dim[1];
}

static tree_place_t place_of(const disjoint_trees_t *d, uint32_t router) {
  unsigned root[NOC_MAX_DIMS];
  unsigned coord[NOC_MAX_DIMS];
  tree_place_t p = {{0}};
  topology_coordinates(d->topology, d->root, root);
  topology_coordinates(d->topology, router, coord);
  for (unsigned i = 0; i < d->wide + d->narrow; i++) {
    const tree_axis_t *a = &d->axis[i];
    if (is_pair(a)) {  // 00, 10, 11, 01
      const unsigned x = coord[a->dim[0]] ^ root[a->dim[0]];
      const unsigned y = coord[a->dim[1]] ^ root[a->dim[1]];
      p.at[i] = 2 * y + (x ^ y);
    } else {
      p.at[i] = (coord[a->dim[0]] + a->length - root[a->dim[0]]) % a->length;
    }
  }
  return p;
}

static uint32_t router_at(const disjoint_trees_t *d, const tree_place_t *p) {
  unsigned root[NOC_MAX_DIMS];
  unsigned coord[NOC_MAX_DIMS] = {0};
  topology_coordinates(d->topology, d->root, root);
  for (unsigned i = 0; i < d->wide + d->narrow; i++) {
    const tree_axis_t *a = &d->axis[i];
    if (is_pair(a)) {
      const unsigned y = p->at[i] / 2;
      coord[a->dim[0]] = root[a->dim[0]] ^ p->at[i] % 2 ^ y;
      coord[a->dim[1]] = root[a->dim[1]] ^ y;
    } else {
      coord[a->dim[0]] = (root[a->dim[0]] + p->at[i]) % a->length;
    }
  }
  return topology_router_at(d->topology, coord);
}

// One link back along an axis, in the direction of a tree.
static void step_back(const disjoint_trees_t *d, tree_place_t *p, unsigned axis, unsigned tree) {
  const unsigned length = d->axis[axis].length;
  p->at[axis] = (p->at[axis] + (tree % 2 == 0 ? length - 1 : 1)) % length;
}

// The place that is one link from the root along the tree's own axis.
static unsigned first_at(const disjoint_trees_t *d, unsigned tree) {
  return tree % 2 == 0 ? 1 : d->axis[tree / 2].length - 1;
}

static unsigned count_set(const disjoint_trees_t *d, const tree_place_t *p) {
  unsigned set = 0;
  for (unsigned i = 0; i < d->wide; i++) {
    set += p->at[i] != 0;
  }
  return set;
}

// The tree whose first link from the root leads to this place; `trees` if none does.
static unsigned tree_begun_at(const disjoint_trees_t *d, const tree_place_t *p) {
  for (unsigned tree = 0; tree < 2 * d->wide && count_set(d, p) == 1; tree++) {
    if (p->at[tree / 2] == first_at(d, tree)) {
      return tree;
    }
  }
  return d->trees;
}

// Within the wide axes, of which one at least is not at the root's place.
static void step_in_layer(const disjoint_trees_t *d, tree_place_t *p, unsigned tree) {
  const unsigned own = tree / 2;
  unsigned axis = own;
  for (unsigned i = 1; p->at[own] != 0 && i < d->wide; i++) {
    const unsigned next = (own + i) % d->wide;
    axis = p->at[next] != 0 ? next : axis;
  }
  step_back(d, p, axis, tree);
}

// In the layer that the root is not in.
static void step_in_image(const disjoint_trees_t *d, tree_place_t *p, unsigned tree) {
  const unsigned begun = tree_begun_at(d, p);
  const bool at_image = count_set(d, p) == 0;
  if (tree == 2 * d->wide) {  // the tree of the narrow axis
    if (at_image) {
      p->at[d->wide] = 0;
    } else if (begun < d->trees) {
      step_back(d, p, begun / 2, begun);
    } else {
      step_in_layer(d, p, 0);
    }
  } else if (at_image) {
    step_back(d, p, tree / 2, tree);
  } else if (begun == tree || (begun == d->trees && tree == 0)) {
    p->at[d->wide] = 0;
  } else {
    step_in_layer(d, p, tree);
  }
}

uint32_t disjoint_trees_parent(const disjoint_trees_t *d, unsigned tree, uint32_t router) {
  assert(tree < d->trees && router != d->root);
  tree_place_t p = place_of(d, router);
  if (d->narrow && p.at[d->wide] != 0) {
    step_in_image(d, &p, tree);
  } else if (d->narrow && tree == 2 * d->wide) {
    p.at[d->wide] = 1;
  } else {
    step_in_layer(d, &p, tree);
  }
  return router_at(d, &p);
}
