// tree -- see tree.h. Places are numbered as nodes are in a mesh: first the nodes of a router, then
// x, y, z; line[place] is the node.

#include "collective/tree.h"

#include <assert.h>
#include <stdlib.h>

typedef struct {
  tree_t *tree;
  unsigned dims;
  uint32_t length[NOC_MAX_DIMS + 1];
  uint32_t stride[NOC_MAX_DIMS + 1];  // in places, between neighbours of a line
} growth_t;

bool tree_create(tree_t *tree, const node_set_t *members) {
  const size_t room = (size_t)members->count + 1;
  tree->edges = 0;
  tree->edge = malloc(room * sizeof *tree->edge);
  tree->line = malloc(room * sizeof *tree->line);
  if (tree->edge == NULL || tree->line == NULL) {
    tree_free(tree);
    return false;
  }
  return true;
}

void tree_free(tree_t *tree) {
  free(tree->edge);
  free(tree->line);
  *tree = (tree_t){0};
}

// The partner of the place `at` in a part of `size` places, in the half where `at` is not.
static uint32_t partner(uint32_t at, uint32_t size) {
  const uint32_t half = size - size / 2;
  if (at >= half) {
    return at - half;
  }
  return at + half < size ? at + half : size - 1;
}

static void spread(const growth_t *g, unsigned dim, uint32_t holder);

// The holder, at place `at` of a part of `size` places of its line, serves that part, then the
// dimensions behind.
static void halve(const growth_t *g, unsigned dim, uint32_t holder, uint32_t at, uint32_t size) {
  tree_t *tree = g->tree;
  while (size > 1) {
    const uint32_t half = size - size / 2;
    const uint32_t to = partner(at, size);
    const uint32_t place = holder + (to - at) * g->stride[dim];  // modulo 2^32, for to < at
    const bool upper = to >= half;
    const uint32_t k = tree->edges++;
    tree->edge[k] = (tree_edge_t){.parent = tree->line[holder], .child = tree->line[place]};
    halve(g, dim, place, upper ? to - half : to, upper ? size - half : half);
    tree->edge[k].size = tree->edges - k;
    at = upper ? at : at - half;
    size = upper ? half : size - half;
  }
  spread(g, dim + 1, holder);
}

static void spread(const growth_t *g, unsigned dim, uint32_t holder) {
  if (dim < g->dims) {
    assert(g->stride[dim] > 0 && g->length[dim] > 0);
    halve(g, dim, holder, holder / g->stride[dim] % g->length[dim], g->length[dim]);
  }
}

// Writes the line; returns the root's place.
static uint32_t line_up(tree_t *tree, const node_set_t *members, uint32_t root, uint32_t *count) {
  uint32_t place = 0;
  uint32_t n = 0;
  for (uint32_t i = 0; i < members->count; i++) {
    const uint32_t node = members->node[i];
    if (node >= root && (n == 0 || tree->line[n - 1] < root)) {
      place = n;
      tree->line[n++] = root;
    }
    if (node != root) {
      tree->line[n++] = node;
    }
  }
  if (members->node[members->count - 1] < root) {
    place = n;
    tree->line[n++] = root;
  }
  *count = n;
  return place;
}

void tree_build(tree_t *tree, const topology_t *t, const node_set_t *members, uint32_t root) {
  uint32_t count = 0;
  const uint32_t place = line_up(tree, members, root, &count);
  growth_t g = {.tree = tree, .dims = 1, .length = {count}, .stride = {1}};
  if (count == t->nodes && topology_is_cube(t)) {
    uint32_t stride = t->nodes_per_router;
    for (unsigned d = 0; d < t->dims; d++) {
      g.length[d] = t->radix[d];
      g.stride[d] = stride;
      stride *= t->radix[d];
    }
    g.length[t->dims] = t->nodes_per_router;
    g.stride[t->dims] = 1;
    g.dims = t->dims + 1;
  }
  tree->edges = 0;
  spread(&g, 0, place);
}

void tree_build_box(tree_t *tree, unsigned dims, const uint32_t *length, uint32_t root) {
  assert(dims > 0 && dims <= NOC_MAX_DIMS + 1);
  growth_t g = {.tree = tree, .dims = dims};
  uint32_t stride = length[dims - 1];
  for (unsigned d = 0; d + 1 < dims; d++) {
    g.length[d] = length[d];
    g.stride[d] = stride;
    stride *= length[d];
  }
  g.length[dims - 1] = length[dims - 1];
  g.stride[dims - 1] = 1;
  for (uint32_t place = 0; place < stride; place++) {
    tree->line[place] = place;
  }
  tree->edges = 0;
  spread(&g, 0, root);
}

double tree_paths(const tree_t *tree) {
  double sum = 0;
  for (uint32_t k = 0; k < tree->edges; k++) {
    sum += tree->edge[k].size;
  }
  return sum;
}
