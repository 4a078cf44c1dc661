// worm_input -- see worm_input.h.

#include "workload/worm_input.h"

#include <stdlib.h>

#include "network/memory.h"
#include "workload/plan.h"

bool worm_input(workload_input_t *input, noc_error_t *error) {
  const scenario_t *s = input->scenario;
  if (input->plan->multicasts == 0) {
    return true;
  }
  input->ways = calloc(1, sizeof *input->ways);
  if (input->ways == NULL) {
    return memory_fail(error, "the ways of worms");
  }
  input->ways->source = (worm_source_t){&input->ways->routes, s->flit_bits};
  input->worms = worm_source(&input->ways->source);
  const unsigned block = s->vcs / s->networks;
  const unsigned classes = s->route->classes < block ? s->route->classes : block;
  noc_error_t why = {0};
  return worm_routes_create(&input->ways->routes, s->route, classes, &why) ||
         noc_fail(error, why.status, "router.routing: %s", why.text);
}

const worm_routes_t *workload_ways(const workload_input_t *input) {
  return input->ways != NULL ? &input->ways->routes : NULL;
}

void worm_input_free(workload_input_t *input) {
  if (input->ways != NULL) {
    worm_routes_free(&input->ways->routes);
    free(input->ways);
  }
}
