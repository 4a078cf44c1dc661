// h3dm_distances -- exact distances of a hierarchical 3D-mesh of millions of routers, from a few
// searches.
//
// A shortest path never makes two opposite steps of one level and direction: in the torus of the
// module the wrap link does the same. So a path goes monotonically along every line of modules, and
// the distance of two routers depends on their places in their modules and on the differences of
// their higher digits alone, not on where in the lines they are. All differences with given signs
// are seen from one corner of the network: a search from a module whose digits are 0 where the sign
// is plus and n - 1 where it is minus. A difference d stands for n - d pairs of places of a line,
// and one of 0, which is seen with both signs, for half of n in each.
//
// Corners that a mirror image or a turn of the network maps onto each other are searched once: x
// and y may change places, either may be turned round, the levels may be taken backwards, and where
// all layers serve a level, they may be rotated.
//
// Searches go on from all routers of the corner's module at once, one bit each (M. Then et al., The
// More the Merrier: Efficient Multi-Source Graph Traversal, VLDB 2014).

#ifndef NOC_H3DM_DISTANCES_H
#define NOC_H3DM_DISTANCES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "topology/topology.h"

typedef struct {
  double diameter;
  double sum;         // of distances over ordered pairs of routers
  uint32_t searches;  // sources
} h3dm_distances_t;

// Steps of the searches, links looked at; to decide whether they are affordable.
double h3dm_distances_work(const topology_t *t);

bool h3dm_distances(const topology_t *t, h3dm_distances_t *d, noc_error_t *error);

#endif
