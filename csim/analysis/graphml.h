// graphml -- a topology as a GraphML file, written by igraph: routers with their names, numbers of
// nodes and coordinates of the picture, links with their ports.

#ifndef NOC_GRAPHML_H
#define NOC_GRAPHML_H

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"
#include "topology/topology.h"

// Vertices: name, nodes (that enter there), x, y. Edges: the ports at their two ends, source_port
// at the lower router.
bool graphml_write(const topology_t *t, FILE *out, noc_error_t *error);

#endif
