// zero_load -- the latency of a packet on an idle network, in closed form: docs/timing.md.

#ifndef NOC_ZERO_LOAD_H
#define NOC_ZERO_LOAD_H

#include <stdint.h>

#include "network/credit_loop.h"

// The properties of the network that the latency depends on.
typedef struct {
  unsigned pipeline;      // 2 or 3
  unsigned link_latency;  // of the links between routers
  unsigned depth;         // flits per VC
  bool early;             // flits are allocated as they arrive: lookahead with pipeline 2
  uint64_t slow;          // millionths of a cycle, beyond one, for each flit on a slow link
} zero_load_t;

// Cycles that the last of `flits` flits waits for credits: each VC on the way takes `depth` flits a
// credit loop, and the longest loop decides; or for links that carry less than a flit a cycle.
static inline uint64_t zero_load_wait(const zero_load_t *z, unsigned flits, unsigned hops) {
  const unsigned loop = credit_loop(z->pipeline, z->early, hops > 0 ? z->link_latency : 1);
  const uint64_t credits =
      loop > z->depth ? (uint64_t)((flits - 1) / z->depth) * (loop - z->depth) : 0;
  const uint64_t links = hops > 0 ? (flits - 1) * z->slow / 1000000 : 0;
  return credits > links ? credits : links;
}

// Cycles from a packet's creation to the cycle in which its tail is taken; `hops` are links between
// routers. The network's own part begins ZERO_LOAD_ENTRY cycles later.
enum { ZERO_LOAD_ENTRY = 2 };
static inline uint64_t zero_load_latency(const zero_load_t *z, unsigned flits, unsigned hops) {
  return 4 + (hops + 1) * (uint64_t)z->pipeline + hops * (uint64_t)(z->link_latency - 1) +
         (flits - 1) + zero_load_wait(z, flits, hops);
}

// Cycles more that the head of a worm takes, which waits in each router for so many of its header
// flits. With early allocation it waits for a cycle more, in which its branches are found.
static inline uint64_t zero_load_decoding(const zero_load_t *z, unsigned headers, unsigned hops) {
  return (hops + 1) * (uint64_t)(headers + (z->early ? 1 : 0));
}

#endif
