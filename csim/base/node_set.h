// node_set -- a set of nodes as users write it: "0-7,9".
//
// Numbers and ranges, separated by commas, in ascending order or not; a node that comes twice is
// refused, since it is a slip more often than a wish.

#ifndef NOC_NODE_SET_H
#define NOC_NODE_SET_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t *node;  // [count], in ascending order
  uint32_t count;  // at least 1
} node_set_t;

// Reads the set; `nodes` is the number of nodes there are. On error returns false, and the text of
// *error is "there is ...; there must be ..." without a place, which the caller puts before it. The
// caller frees the set with node_set_free().
bool node_set_parse(const char *text, uint32_t nodes, node_set_t *set, noc_error_t *error);

// All nodes 0 to nodes - 1.
bool node_set_all(uint32_t nodes, node_set_t *set, noc_error_t *error);

bool node_set_contains(const node_set_t *set, uint32_t node);

// How many nodes of the set are below this one: its place, if it is in the set.
uint32_t node_set_place(const node_set_t *set, uint32_t node);

bool node_set_equal(const node_set_t *a, const node_set_t *b);

// As users write it, "0-3,7".
void node_set_write(const node_set_t *set, FILE *out);

void node_set_free(node_set_t *set);

#ifdef __cplusplus
}
#endif

#endif
