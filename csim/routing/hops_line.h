// hops_line -- hops along one line of places: from every place to all others, and down the tree of
// recursive halving from every root. What is asked of a box of a mesh or torus is a sum of these
// over its dimensions (hops_box.h).
//
// Places are at growing positions, which need not be next to each other: the corners of groups, or
// nodes within groups. On a ring the way between two of them is the shorter one.

#ifndef NOC_HOPS_LINE_H
#define NOC_HOPS_LINE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t count;
  uint32_t ring;                         // positions of the ring; 0: the line is open
  uint32_t *at;                          // [count] positions, below `ring` on a ring, never falling
  uint64_t *row;                         // [count] hops from this place to every other
  uint32_t *row_longest;                 // [count] the longest of them
  uint64_t *tree;                        // [count] hops of all edges of the tree from this place
  uint32_t *tree_longest;                // [count] its longest edge
  uint64_t rows, trees;                  // sums of the above over all places
  uint32_t rows_longest, trees_longest;  // and the longest of all
} hops_line_t;

// Places at step i + shift[i]; `shift` NULL: 0. False when memory is short; free it in any case.
bool hops_line_create(hops_line_t *line, uint32_t count, uint32_t step, uint32_t ring,
                      const uint32_t *shift);
void hops_line_free(hops_line_t *line);

// Hops between the i-th and the j-th place.
uint32_t hops_line_between(const hops_line_t *line, uint32_t i, uint32_t j);

#ifdef __cplusplus
}
#endif

#endif
