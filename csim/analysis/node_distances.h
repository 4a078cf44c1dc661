// node_distances -- how far one node is from all others, in a network of any size.

#ifndef NOC_NODE_DISTANCES_H
#define NOC_NODE_DISTANCES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "topology/topology.h"

// The fewest links between routers from `node` to each node, or back from each to it: [nodes], to
// be freed; UINT32_MAX where there is no way. NULL when memory is short.
uint32_t *node_distances(const topology_t *t, uint32_t node, bool back, noc_error_t *error);

#endif
