// coding_groups -- groups of nodes as a list: "0-3,8;4-7,9", equal sets of nodes with semicolons
// between them, which are all nodes of the network. The order within a set is kept: the k-th nodes
// of all groups are at the same place.

#ifndef NOC_CODING_GROUPS_H
#define NOC_CODING_GROUPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t *node;        // [count * size] group by group
  uint32_t size, count;  // nodes of a group, groups
} coding_groups_t;

// Reads the groups of a network of so many nodes. The error says "there is ..; there must be .."
// without a place. The caller frees *groups in any case.
bool coding_groups_read(coding_groups_t *groups, const char *text, uint32_t nodes,
                        noc_error_t *error);

// Groups of `size` nodes that follow one another; `size` divides `nodes`. False when memory is
// short.
bool coding_groups_runs(coding_groups_t *groups, uint32_t size, uint32_t nodes, noc_error_t *error);

// The groups that the other ones are parts of: puts those of each behind one another, as `outer`
// has them. False, and *group is the number of one that is not, if its nodes are in several.
bool coding_groups_nest(coding_groups_t *inner, const coding_groups_t *outer, uint32_t *group,
                        noc_error_t *error);

void coding_groups_free(coding_groups_t *groups);

// Writes groups as users do, "0-3;4-7"; NULL when memory is short. The caller frees it.
char *coding_groups_text(const coding_groups_t *groups);

#ifdef __cplusplus
}
#endif

#endif
