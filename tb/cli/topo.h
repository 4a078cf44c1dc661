// topo -- what the parts of `nocstep topo` hand each other.

#ifndef NOCSTEP_TOPO_H
#define NOCSTEP_TOPO_H

#include <stdbool.h>
#include <stdio.h>

#include "analysis/measure.h"
#include "routing/dependencies.h"
#include "routing/routing.h"
#include "runs/cli.h"
#include "runs/messages.h"
#include "topology/topology.h"

typedef struct {
  const topology_t *topology;
  topology_forms_t forms;
  measure_t measured;
  routing_t *routing;
  dependencies_t dependencies;  // of that routing
  const char *worm_kind;        // "tree", "path" or "both"; NULL: not asked for
  dependencies_t worms;         // then: of unicasts and these worms together
  bool has_messages;            // these were asked for
  messages_t messages;
  bool route_exact;  // its mean route; else of sampled routes
  double moore;      // the most routers of this degree and diameter; NAN where that says nothing
} topo_t;

// The result as JSON, "nocstep.topo/1"; false when memory is short.
bool topo_json(const topo_t *topo, FILE *out);

// "svg" or "png", from the end of the file's name; NULL with NOC_BAD_INPUT.
const char *topo_plot_format(const char *path, noc_error_t *error);

// The picture, drawn by neato of graphviz.
bool topo_plot(const topology_t *t, const char *format, FILE *out, noc_error_t *error);

// The result as a table.
void topo_print(const topo_t *topo, FILE *out);

#endif
