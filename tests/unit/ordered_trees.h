// ordered_trees -- all ordered trees of a few vertices, each as the lists of children of the
// vertices in preorder: child[first[p]] .. child[first[p + 1] - 1] are those of p.
//
//   static void look(void *context, const uint32_t *first, const uint32_t *child) {..}
//   ordered_trees(5, look, &me);        // 14 of them

#ifndef NOC_ORDERED_TREES_H
#define NOC_ORDERED_TREES_H

#include <assert.h>
#include <stdint.h>

enum { ORDERED_TREE_MOST = 9 };  // vertices

typedef void (*ordered_tree_t)(void *context, const uint32_t *first, const uint32_t *child);

// A tree by the depths of its vertices in preorder.
typedef struct {
  unsigned members;
  unsigned depth[ORDERED_TREE_MOST];
  ordered_tree_t look;
  void *context;
} ordered_trees_t;

static inline void ordered_trees_look(const ordered_trees_t *t) {
  uint32_t first[ORDERED_TREE_MOST + 1];
  uint32_t child[ORDERED_TREE_MOST];
  uint32_t used = 0;
  for (unsigned p = 0; p < t->members; p++) {
    first[p] = used;
    for (unsigned q = p + 1; q < t->members && t->depth[q] > t->depth[p]; q++) {
      if (t->depth[q] == t->depth[p] + 1) {
        child[used++] = q;
      }
    }
  }
  first[t->members] = used;
  t->look(t->context, first, child);
}

static inline void ordered_trees_from(ordered_trees_t *t, unsigned vertex) {
  if (vertex == t->members) {
    ordered_trees_look(t);
    return;
  }
  for (unsigned d = 1; d <= t->depth[vertex - 1] + 1; d++) {
    t->depth[vertex] = d;
    ordered_trees_from(t, vertex + 1);
  }
}

// Two vertices or more, up to ORDERED_TREE_MOST.
static inline void ordered_trees(unsigned members, ordered_tree_t look, void *context) {
  assert(members >= 2 && members <= ORDERED_TREE_MOST);
  ordered_trees_t t = {.members = members, .look = look, .context = context};
  ordered_trees_from(&t, 1);
}

#endif
