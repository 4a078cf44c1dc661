// cube -- what the families with coordinates x,y,z share: meshes, tori, rings, hypercubes,
// flattened butterflies.

#ifndef NOC_TOPOLOGY_CUBE_H
#define NOC_TOPOLOGY_CUBE_H

#include "topology/family.h"

// Reads "8x8x8[@N]": 1 to `most` radices, then the end; sets radices, routers, nodes per router,
// nodes and the name.
bool cube_parse(topology_t *t, topology_reader_t *r, unsigned most);

// Sets the nodes from the number of nodes per router, checked against the limit.
bool cube_nodes(topology_t *t, const topology_reader_t *r);

// Links between neighbours in the first `dims` dimensions, on the ports N + 2 d (up) and N + 2 d +
// 1 (down). `wrap`: the ends of every line too, where it has 3 routers or more; 2 are linked
// already.
void cube_join(topology_t *t, unsigned dims, bool wrap);

// The mean over ordered pairs of distinct nodes, when the distance is the sum over the dimensions
// of distances whose sum over all ordered pairs (i, j) of a line of k routers is line(k).
double cube_mean(const topology_t *t, double (*line)(double k));

// Dimensions of different sizes in a plane: 0 and 1 as they are, 2 slanting, 3 and 4 as a grid of
// such blocks, 5 as a row of those.
void cube_place(const topology_t *t, uint32_t router, double at[2]);

// The sum over i of C_i, the routers of a cut across dimension i after the dimensions before it,
// largest radix first, up to the first even one: a smallest cut of a mesh in halves.
// docs/topologies.md
double cube_cut(const topology_t *t);

// The smallest or the largest radix above 1; 1 if there is none.
unsigned cube_smallest(const topology_t *t);
unsigned cube_largest(const topology_t *t);

#endif
