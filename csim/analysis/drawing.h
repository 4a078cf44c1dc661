// drawing -- a picture of a topology as a DOT file for graphviz, every router at its place.
//
// Links are straight, or curved where another router is in the way or a link is there already.
// `neato -n2 -Tsvg FILE.dot` draws it. Up to DRAWING_ROUTERS routers and DRAWING_LINKS links.

#ifndef NOC_DRAWING_H
#define NOC_DRAWING_H

#include <stdbool.h>
#include <stdio.h>

#include "network/error.h"
#include "topology/topology.h"

enum { DRAWING_ROUTERS = 4096, DRAWING_LINKS = 100 * 1000 };

// On error returns false: NOC_BAD_INPUT when there is too much to draw.
bool drawing_write(const topology_t *t, FILE *out, noc_error_t *error);

#endif
