// prepare_worms -- what the worms of a scenario need beside the plan; private to workload.c.

#ifndef NOC_PREPARE_WORMS_H
#define NOC_PREPARE_WORMS_H

#include "network/worm_table_entries.h"
#include "workload/workload.h"

struct worm_ways {
  // These serve tree worms, for the tables of the routers.
  bool trees;
  worm_routes_t routes;
  worm_table_entries_t entries;
  // [operations of the plan]: links that the copies of path worms take; NULL without path worms.
  uint16_t *hops;
};

// Does nothing for a plan without multicasts. NOC_BAD_INPUT, "FILE: router.routing: found ..": the
// topology or the routing cannot carry the worms; a plan from a file adds the place of a path worm
// whose way is none.
bool prepare_worms(workload_input_t *input, noc_error_t *error);
// Adds routers that copy packets, and room for tree worms, if there are worms; NOC_BAD_INPUT for a
// scenario that has no room for them.
bool prepare_worms_shape(const workload_input_t *input, noc_shape_t *shape, noc_error_t *error);
void prepare_worms_free(workload_input_t *input);

#endif
