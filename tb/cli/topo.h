// topo -- what the parts of `nocstep topo` hand each other.

#ifndef NOCSTEP_TOPO_H
#define NOCSTEP_TOPO_H

#include <stdbool.h>
#include <stdio.h>

#include "analysis/measure.h"
#include "cli/cli.h"
#include "topology/topology.h"

typedef struct {
  const topology_t *topology;
  topology_forms_t forms;
  measure_t measured;
  double moore;  // the most routers of this degree and diameter; NAN where that says nothing
} topo_t;

// The result as JSON, "nocstep.topo/1"; false when memory is short.
bool topo_json(const topo_t *topo, FILE *out);

// The result as a table.
void topo_print(const topo_t *topo, FILE *out);

#endif
