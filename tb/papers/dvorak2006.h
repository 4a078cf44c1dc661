// dvorak2006 -- functions that docs/papers/dvorak2006.yaml calls.

#ifndef NOCSTEP_PAPERS_DVORAK2006_H
#define NOCSTEP_PAPERS_DVORAK2006_H

#include "papers/expression.h"

// equation_1(TS, H, TR, M, T1) .. equation_12(..), equation_OAB(P) ..: as they are printed
// (schedule/equations.h), in the order of its variables. The i-th; NULL behind the last.
const function_t *dvorak_equation(size_t i);

// class_nodes(CLASS, WHICH): of "1102..", how many nodes of each router of a network with two nodes
// a router send (the first ones), the nodes "0,2,6,7": 'senders', 'others' or 'all'.
extern const function_t kClassNodes;
// set_channels(TOPOLOGY, A, B): directed links from routers of nodes of A to routers of nodes of B.
// set_bisection(TOPOLOGY, SET): the fewest links between two halves of the set, of those links that
// both ends of are in it.
extern const function_t kSetChannels, kSetBisection;
// drawn_sets(SEED, DRAW, TOPOLOGY, M, N, Q, B1, B2, B0): sets of M and of N nodes with Q in both,
// of which those in the first alone have B1 channels to those in both, these have B2 channels to
// those in the second alone, and a bisection of B0 links. `.from`, `.to`, `.tries` it took to draw.
extern const function_t kDrawnSets;

#endif
