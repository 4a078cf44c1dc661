// h3dm_routes -- the lengths of all routes of a hierarchical 3D-mesh of any size, by its own
// routing `h3dm`, by recursion over its levels.
//
// The rest of a packet's way below a level depends on its place in the module alone: the routing
// (docs/routing.md) leaves a level at a place that follows from where it came to that level and
// from the level's digits. So the mean and the longest way from every place of a module, over all
// destinations, follow from those of the level below; at level 1 they are those of the torus.

#ifndef NOC_H3DM_ROUTES_H
#define NOC_H3DM_ROUTES_H

#include <stdbool.h>

#include "base/error.h"

typedef struct {
  double mean;     // router hops over ordered pairs of distinct nodes; NAN for a single node
  double longest;  // of the route of any pair
} h3dm_routes_t;

// Finds the routes of "h3dm:m=M,n=N,levels=L,q=Q@nodes". False when memory is short.
bool h3dm_routes(unsigned m, unsigned n, unsigned levels, unsigned q, unsigned nodes,
                 h3dm_routes_t *routes, noc_error_t *error);

#endif
