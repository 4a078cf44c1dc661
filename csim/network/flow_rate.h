// flow_rate -- the flits a cycle that one VC carries of packets that follow each other without a
// gap, in closed form: docs/timing.md, "Flow rate".

#ifndef NOC_FLOW_RATE_H
#define NOC_FLOW_RATE_H

#include <math.h>
#include <stdbool.h>

#include "network/credit_loop.h"

typedef struct {
  unsigned pipeline;      // 2 or 3
  unsigned link_latency;  // of the longest link; 1 without links between routers
  unsigned depth;         // flits per VC
  bool cut_through;
  bool early;  // flits are allocated as they arrive: lookahead with pipeline 2
  // The flits that a link carries in a cycle, of which the rate of a VC is a share; 0: one. With
  // links slower than that, or whose latency differs from flit to flit (the longest is given),
  // rates are the least, and the depth is enough.
  double link_rate;
} flow_t;

// Flits that a link carries from a flit's grant to the first cycle in which its credit can be used
// again.
static inline unsigned flow_loop(const flow_t *f) {
  const unsigned cycles = credit_loop(f->pipeline, f->early, f->link_latency);
  return f->link_rate > 0 ? (unsigned)ceil(cycles * f->link_rate) : cycles;
}

// The least depth at which the rate is 1.
static inline unsigned flow_full_depth(const flow_t *f, unsigned flits) {
  return flow_loop(f) + (f->cut_through ? flits - 1 : 0);
}

// The share for packets of this length; with cut-through they fit into the buffer.
static inline double flow_rate(const flow_t *f, unsigned flits) {
  const unsigned loop = flow_loop(f);
  if (f->depth >= flow_full_depth(f, flits)) {
    return 1;
  }
  if (!f->cut_through) {
    return (double)f->depth / loop;
  }
  // As many packets as fit go in the time in which the room for the first comes back.
  const unsigned packets = f->depth / flits;
  return (double)(packets * flits) / (loop + flits - 1 - f->depth % flits);
}

#endif
