// layout -- places for the routers of a topology that has no shape of its own: linked ones near
// each other, by igraph's force-directed layouts. The same graph gets the same places.

#ifndef NOC_LAYOUT_H
#define NOC_LAYOUT_H

#include <stdbool.h>

#include "base/error.h"
#include "topology/topology.h"

// at: [2 * routers], x and y of each; most are 0.6 or more from the nearest.
bool layout_routers(const topology_t *t, double *at, noc_error_t *error);

#endif
