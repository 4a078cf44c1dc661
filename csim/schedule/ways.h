// ways -- all paths that a message may take between two routers, as a graph of (router, hops lost):
// a hop that does not lead nearer loses one or two, and `detour` of them may be lost in all.

#ifndef NOC_SCHEDULE_WAYS_H
#define NOC_SCHEDULE_WAYS_H

#include "schedule/problem.h"

// A hop of the graph of paths; the states are numbered router * (detour + 1) + lost.
typedef struct {
  uint32_t channel;
  uint32_t from, to;
} hop_t;

// The hops of all paths between two routers, in an order in which each comes behind those before
// it on any path.
typedef struct {
  hop_t *hop;
  uint32_t hops;
} ways_t;

// Breadth first over the states. False when memory is short; the caller frees w->hop.
bool ways_make(const schedule_problem_t *p, uint32_t from, uint32_t to, ways_t *w);

// A path, channels one behind the other, that comes back to a router goes on from its first visit.
// Returns how many hops are left.
uint32_t ways_cut_loops(const schedule_problem_t *p, uint32_t *path, uint32_t hops);

#endif
