// drawing -- a picture of a topology as a DOT file for graphviz, every router at its place
// (placing.h). `neato -n2 -Tsvg FILE.dot` draws it.

#ifndef NOC_DRAWING_H
#define NOC_DRAWING_H

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"
#include "topology/topology.h"

// On error returns false: NOC_BAD_INPUT when there is too much to draw.
bool drawing_write(const topology_t *t, FILE *out, noc_error_t *error);

#endif
