// levels -- what fat trees and butterflies share: n levels of k^(n-1) routers with 2 k ports, k^n
// nodes, written `k=4,n=3`.

#ifndef NOC_TOPOLOGY_LEVELS_H
#define NOC_TOPOLOGY_LEVELS_H

#include "topology/family.h"

// Reads the arguments; k is arg[0], n arg[1]. Coordinates: place in the level, level. Allocates.
bool levels_parse(topology_t *t, topology_reader_t *r);

// Level 0 at the top.
void levels_place(const topology_t *t, uint32_t router, double at[2]);

#endif
