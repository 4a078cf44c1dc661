// shards -- the parts of a network that threads step: each is a range of routers and one of
// interfaces, by slot.
//
// Slots are in the order of numbers, and numbers run along the dimensions, the last one slowest:
// a shard is a slab of a mesh, a subcube, a few subtrees. It begins and ends where words of the
// golden models do, so that no word has two writers. What its members read and write is theirs, but
// for the ends of links that lead to another shard (network/wires.h).
//
// There are a few shards a thread. Who steps one is left to chance (base/crew.h), and how many
// there are changes no result.

#ifndef NOC_SHARDS_H
#define NOC_SHARDS_H

#include <stdint.h>

#include "base/crew.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  SHARDS_EACH = 4,  // for a thread
  SHARDS_MAX = SHARDS_EACH * CREW_MAX,
  SHARDS_BLOCK = 64  // nodes, of a word over nodes
};

typedef struct shards {
  unsigned count;
  uint32_t router[SHARDS_MAX + 1];  // slots: shard i begins at router[i] and ends at router[i + 1]
  uint32_t node[SHARDS_MAX + 1];
} shards_t;

// Cuts a network for so many threads; one shard for one thread. `group`: routers of a word.
void shards_cut(shards_t *s, unsigned threads, uint32_t routers, uint32_t group, uint32_t nodes);

// The shard of a router's slot, or of a node's.
unsigned shards_of(const uint32_t *begin, unsigned count, uint32_t slot);

#ifdef __cplusplus
}
#endif

#endif
