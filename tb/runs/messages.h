// messages -- a set of messages on a tree, as users name it: its load factor, and the rounds that
// deliver it.

#ifndef NOCSTEP_MESSAGES_H
#define NOCSTEP_MESSAGES_H

#include <stdint.h>

#include "analysis/load_factor.h"
#include "base/error.h"
#include "topology/topology.h"

typedef struct {
  uint32_t count;
  load_factor_t load;
  uint32_t rounds;
  double fullest;   // the largest load factor of a round
  double constant;  // rounds / (load factor x log2 nodes); NAN where that is 0
} messages_t;

// A set by its name: `alltoall`, a message from every node to every other; a traffic pattern in
// which a node sends to one other; or a file, a line for each message with the nodes FROM TO.
// An error in a file has its place; else the text is "there is ..; there must be ..".
bool messages_find(const topology_t *t, const char *set, messages_t *found, noc_error_t *error);

#endif
