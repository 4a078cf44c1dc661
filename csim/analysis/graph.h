// graph -- a topology as a graph of igraph: vertices are the routers, edges the links.

#ifndef NOC_GRAPH_H
#define NOC_GRAPH_H

#include "base/error.h"
#include "base/igraph_library.h"
#include "topology/topology.h"

// Links in the order of routers and ports, each once, from the lower router. Freed with
// igraph_destroy().
bool graph_create(const topology_t *t, igraph_t *graph, noc_error_t *error);

// Fails with what igraph's code means; `what` was being computed.
bool graph_fail(igraph_error_t code, const char *what, noc_error_t *error);

// Bytes that the graph and a search in it take.
double graph_bytes(const topology_t *t, uint64_t links);

#endif
