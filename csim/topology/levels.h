// levels -- what fat trees and butterflies share: k^n nodes, written `k=4,n=3`, and n levels of
// k^(n-1) routers with 2 k ports.

#ifndef NOC_TOPOLOGY_LEVELS_H
#define NOC_TOPOLOGY_LEVELS_H

#include "topology/family.h"

// Reads the arguments to the end: k is arg[0], n arg[1]. Where `growth` is not NULL, growth=F may
// be there too, from 1 to k, in millionths; it is left alone else. Sets the nodes, k^n.
bool levels_read(topology_t *t, topology_reader_t *r, unsigned *growth);

// Names and allocates the n levels; `start` is the reader before the arguments, `r` behind them.
// Coordinates: place in the level, level.
bool levels_allocate(topology_t *t, const topology_reader_t *start, const topology_reader_t *r);

// Level 0 at the top.
void levels_place(const topology_t *t, uint32_t router, double at[2]);

#endif
