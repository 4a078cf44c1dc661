// h3dm -- what the routing of the hierarchical 3D-mesh asks of its topology beyond the graph.

#ifndef NOC_H3DM_H
#define NOC_H3DM_H

#include "topology/topology.h"

#ifdef __cplusplus
extern "C" {
#endif

// The paper's q: every higher level has 2^q layers of each module. `t` is an h3dm.
unsigned h3dm_layers_log2(const topology_t *t);

#ifdef __cplusplus
}
#endif

#endif
