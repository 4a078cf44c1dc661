// worm_input -- what the worms of a scenario need beside the plan; private to workload.c.

#ifndef NOC_WORM_INPUT_H
#define NOC_WORM_INPUT_H

#include "network/worm_source.h"
#include "workload/workload.h"

struct worm_ways {
  // These serve tree worms, for the tables of the routers.
  bool trees;
  worm_routes_t routes;
  worm_source_t source;
  // [operations of the plan]: links that the copies of path worms take; NULL without path worms.
  uint16_t *hops;
};

// Does nothing for a plan without multicasts. NOC_BAD_INPUT, "FILE: router.routing: found ..": the
// topology or the routing cannot carry the worms; a plan from a file adds the place of a path worm
// whose way is none.
bool worm_input(workload_input_t *input, noc_error_t *error);
// Adds routers that copy packets, and room for tree worms, if there are worms; NOC_BAD_INPUT for a
// scenario that has no room for them.
bool worm_shape(const workload_input_t *input, noc_shape_t *shape, noc_error_t *error);
void worm_input_free(workload_input_t *input);

#endif
