// load_factor -- how much a set of messages asks of a tree, and rounds in which it delivers them.
//
// The channels of a tree are those above its nodes and above its subtrees, upwards and downwards
// apart; topology/subtrees.h has their capacities, 1 above a node. A message goes up to the lowest
// subtree that has both its ends, and down. load(M, c) is the number of messages of M that go
// through channel c; the load factor of M is the largest load(M, c) / capacity(c).
//
// Source: C. E. Leiserson, Fat-Trees: Universal Networks for Hardware-Efficient Supercomputing,
// IEEE Trans. Computers C-34(10), 1985, sections 2 and 3.

#ifndef NOC_LOAD_FACTOR_H
#define NOC_LOAD_FACTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "topology/topology.h"

#ifdef __cplusplus
extern "C" {
#endif

// From node to node; a message to its own sender uses no channel.
typedef struct {
  uint32_t from, to;
} load_message_t;

typedef struct {
  double factor;
  // The first channel that has it: above the node (level 0) or above the subtree of k^level nodes
  // with this number.
  unsigned level;
  uint32_t subtree;
  bool up;
  uint32_t load, capacity;
} load_factor_t;

// The topology is a tree: `tree` and `fattree`. False with "there is ..; there must be ..".
bool load_factor_check(const topology_t *t, noc_error_t *error);

// The load factor of a set on a tree. False when memory is short.
bool load_factor_find(const topology_t *t, const load_message_t *message, size_t count,
                      load_factor_t *found, noc_error_t *error);

// Puts each message into a round, round[i] from 0 to *rounds - 1, so that no round has a load
// factor above 1. Leiserson's theorem 1: the messages that turn at one level are halved until each
// part has a load factor of at most 1; a half has half of the load of every channel, rounded up or
// down. So a level of factor L takes fewer than 2 L rounds, or one. False when memory is short.
bool load_factor_rounds(const topology_t *t, const load_message_t *message, size_t count,
                        uint32_t *round, uint32_t *rounds, noc_error_t *error);

#ifdef __cplusplus
}
#endif

#endif
