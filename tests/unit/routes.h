// routes -- walks every route of a routing, over the links alone, and judges what it sees.

#ifndef ROUTES_H
#define ROUTES_H

#include "routing/routing.h"

typedef struct {
  double hops;       // summed over ordered pairs of distinct nodes, along the first candidates
  double distance;   // the same, of shortest paths by a search that is written here
  uint32_t longest;  // hops of a route
  uint32_t widest;   // candidates
  unsigned highest;  // class that is named
} routes_t;

// Fails the test when the string or the routing is refused.
routing_t *routes_make(const topology_t *t, const char *name, const char *file, bool adaptive);

// From every node to every other, by every candidate: each port has a link, classes are below
// `classes` or any, the numbers of the channels rise, and the packet comes out at its node. Fails
// the test else.
routes_t routes_walk(routing_t *r);

#endif
