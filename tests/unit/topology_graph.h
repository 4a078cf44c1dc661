// topology_graph -- what every topology must be, and its numbers by a search that is written here
// and shares nothing with the program but the arrays of links.

#ifndef TOPOLOGY_GRAPH_H
#define TOPOLOGY_GRAPH_H

#include "topology/topology.h"

typedef struct {
  uint32_t links, degree_min, degree_max;
  uint32_t diameter;
  double mean_distance;
} graph_numbers_t;

// Fails the test when the string is refused.
topology_t *graph_make(const char *string);

// Links lead back, no port is used twice, all nodes have a place each way, all routers are
// connected, and the name makes the same topology again.
void graph_check(const topology_t *t);

// By breadth-first search from every router with nodes.
graph_numbers_t graph_search(const topology_t *t);

#endif
