// bisection -- the fewest links between two halves of the nodes.
//
// Finding it is NP-hard. Of up to 20 routers all halves are tried; of more, a cut is improved from
// several starts (C. M. Fiduccia, R. M. Mattheyses, A Linear-Time Heuristic for Improving Network
// Partitions, DAC 1982), and the result is an upper bound.
//
// Routers stay whole: the halves differ by the nodes of one router at most. Where nodes enter and
// leave at different routers, those are on one side. Routers without nodes are on either.

#ifndef NOC_BISECTION_H
#define NOC_BISECTION_H

#include <stdbool.h>

#include "base/error.h"
#include "topology/topology.h"

// *cut: links; NAN when no such halves exist or were found. On error false: NOC_ENVIRONMENT.
bool bisection_search(const topology_t *t, double *cut, bool *exact, noc_error_t *error);

#endif
