// forward_tree -- see forward_tree.h.

#include "collective/forward_tree.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

// The routers of a depth-first walk over the breadth-first tree from router 0, numbered.
typedef struct {
  const topology_t *t;
  uint32_t *parent;
  uint32_t *queue;
  uint32_t *number;
} walk_t;

static void find_parents(const walk_t *w) {
  const topology_t *t = w->t;
  memset(w->parent, 0xff, t->routers * sizeof *w->parent);
  uint32_t tail = 0;
  w->parent[0] = 0;
  w->queue[tail++] = 0;
  for (uint32_t head = 0; head < tail; head++) {
    const uint32_t at = w->queue[head];
    for (uint32_t p = 0; p < t->ports; p++) {
      const int32_t peer = t->peer_router[(size_t)at * t->ports + p];
      if (peer >= 0 && w->parent[peer] == UINT32_MAX) {
        w->parent[peer] = at;
        w->queue[tail++] = (uint32_t)peer;
      }
    }
  }
}

// A stack of routers whose children are to come; each is numbered when it is taken off.
static void number_routers(const walk_t *w) {
  const topology_t *t = w->t;
  memset(w->number, 0xff, t->routers * sizeof *w->number);
  uint32_t top = 0;
  uint32_t count = 0;
  w->queue[top++] = 0;
  w->parent[0] = UINT32_MAX;
  while (top > 0) {
    const uint32_t at = w->queue[--top];
    w->number[at] = count++;
    for (uint32_t p = t->ports; p-- > 0;) {
      const int32_t peer = t->peer_router[(size_t)at * t->ports + p];
      if (peer >= 0 && w->parent[peer] == at) {
        w->parent[peer] = UINT32_MAX;  // links between two routers may be several
        w->queue[top++] = (uint32_t)peer;
      }
    }
  }
}

typedef struct {
  uint32_t number;  // of the router
  uint32_t node;
} place_t;

static int by_place(const void *a, const void *b) {
  const place_t *x = a;
  const place_t *y = b;
  const int numbers = (x->number > y->number) - (x->number < y->number);
  return numbers != 0 ? numbers : (x->node > y->node) - (x->node < y->node);
}

bool forward_order(const routing_t *r, uint32_t *nodes, uint32_t count, noc_error_t *error) {
  const topology_t *t = r->topology;
  walk_t w = {.t = t,
              .parent = malloc(t->routers * sizeof *w.parent),
              .queue = malloc(t->routers * sizeof *w.queue),
              .number = calloc(t->routers, sizeof *w.number)};
  place_t *places = malloc(count * sizeof *places + 1);
  const bool ok = w.parent != NULL && w.queue != NULL && w.number != NULL && places != NULL;
  if (ok) {
    if (routing_by_tree(r)) {
      find_parents(&w);
      number_routers(&w);
    }
    for (uint32_t i = 0; i < count; i++) {
      places[i] = (place_t){w.number[routing_target(t, nodes[i])], nodes[i]};
    }
    qsort(places, count, sizeof *places, by_place);
    for (uint32_t i = 0; i < count; i++) {
      nodes[i] = places[i].node;
    }
  }
  free(w.parent);
  free(w.queue);
  free(w.number);
  free(places);
  return ok || memory_fail(error, "a tree");
}

// The subtrees of a run of places: the first child has the last places, the next those before, and
// so on.
static bool place_children(forward_tree_t *tree, const forward_split_t *split, forward_place_t *of,
                           uint32_t at, uint32_t *used) {
  uint32_t left = of[at].members - 1;
  for (unsigned i = 1; left > 0; i++) {
    forward_place_t child = {0};
    if (!split->child(split->context, &of[at], i, left, &child)) {
      return false;
    }
    assert(child.members > 0 && child.members <= left);
    const uint32_t place = at + 1 + left - child.members;
    tree->child[(*used)++] = place;
    of[place] = child;
    left -= child.members;
  }
  return true;
}

static void turn_to_source(uint32_t *node, uint32_t members, uint32_t source, uint32_t *turned) {
  uint32_t at = 0;
  while (node[at] != source) {
    at++;
  }
  for (uint32_t i = 0; i < members; i++) {
    turned[i] = node[(at + i) % members];
  }
  memcpy(node, turned, members * sizeof *node);
}

// The nodes in their places, then the children of each place; parents come before their children.
static bool fill(forward_tree_t *tree, const routing_t *r, const forward_split_t *split,
                 forward_place_t *of, noc_error_t *error) {
  const uint32_t source = tree->node[0];
  if (!forward_order(r, tree->node, tree->members, error)) {
    return false;
  }
  turn_to_source(tree->node, tree->members, source, tree->child);
  of[0] = split->root;
  of[0].members = tree->members;
  uint32_t used = 0;
  for (uint32_t at = 0; at < tree->members; at++) {
    tree->first[at] = used;
    if (!place_children(tree, split, of, at, &used)) {
      return memory_fail(error, "a tree");
    }
  }
  tree->first[tree->members] = used;
  return true;
}

bool forward_tree_create(forward_tree_t *tree, const routing_t *r, uint32_t source,
                         const uint32_t *destinations, uint32_t n, const forward_split_t *split,
                         noc_error_t *error) {
  *tree = (forward_tree_t){.members = n + 1};
  tree->node = malloc(((size_t)n + 1) * sizeof *tree->node);
  tree->first = malloc(((size_t)n + 2) * sizeof *tree->first);
  tree->child = malloc(((size_t)n + 1) * sizeof *tree->child);
  forward_place_t *of = malloc(((size_t)n + 1) * sizeof *of);
  bool ok = false;
  if (tree->node == NULL || tree->first == NULL || tree->child == NULL || of == NULL) {
    (void)memory_fail(error, "a tree");
  } else {
    tree->node[0] = source;
    memcpy(tree->node + 1, destinations, n * sizeof *destinations);
    ok = fill(tree, r, split, of, error);
  }
  free(of);
  return ok;
}

void forward_tree_free(forward_tree_t *tree) {
  free(tree->node);
  free(tree->first);
  free(tree->child);
  *tree = (forward_tree_t){0};
}
