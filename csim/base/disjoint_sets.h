// disjoint_sets -- which elements are joined, as trees in an array: parent[e] is e for the root of
// its set, which is the lowest element of it.

#ifndef NOC_DISJOINT_SETS_H
#define NOC_DISJOINT_SETS_H

#include <stdint.h>

// Each element is a set of its own.
static inline void disjoint_begin(uint32_t *parent, uint32_t elements) {
  for (uint32_t e = 0; e < elements; e++) {
    parent[e] = e;
  }
}

// The root of an element's set; shortens the way there.
static inline uint32_t disjoint_root(uint32_t *parent, uint32_t e) {
  while (parent[e] != e) {
    parent[e] = parent[parent[e]];
    e = parent[e];
  }
  return e;
}

// Makes one set of those of two elements.
static inline void disjoint_join(uint32_t *parent, uint32_t a, uint32_t b) {
  const uint32_t root_a = disjoint_root(parent, a);
  const uint32_t root_b = disjoint_root(parent, b);
  parent[root_a > root_b ? root_a : root_b] = root_a > root_b ? root_b : root_a;
}

#endif
