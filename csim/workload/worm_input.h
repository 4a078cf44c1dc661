// worm_input -- the ways of the worms of a scenario, for the tables of its routers; private to
// workload.c.

#ifndef NOC_WORM_INPUT_H
#define NOC_WORM_INPUT_H

#include "network/worm_source.h"
#include "workload/workload.h"

struct worm_ways {
  worm_routes_t routes;
  worm_source_t source;
};

// Of a plan without multicasts nothing. NOC_BAD_INPUT: "router.routing: found ..": the topology or the
// routing cannot carry tree worms.
bool worm_input(workload_input_t *input, noc_error_t *error);
void worm_input_free(workload_input_t *input);

#endif
