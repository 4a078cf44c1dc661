// worm_input -- see worm_input.h.

#include "workload/worm_input.h"

#include <stdlib.h>

#include "network/memory.h"
#include "workload/plan.h"

static void reach(void *context, worm_reach_t at, uint64_t *bits) {
  const struct worm_ways *ways = context;
  const uint32_t first = at.word * ways->flit_bits;
  const uint32_t left = ways->nodes - first;
  worm_routes_word(&ways->routes, at.router, at.group, at.plane, at.port, first,
                   left < ways->flit_bits ? left : ways->flit_bits, bits);
}

static worm_up_t up(void *context, uint32_t router, unsigned group) {
  const struct worm_ways *ways = context;
  return (worm_up_t){worm_routes_up(&ways->routes, router, group), ways->routes.classes};
}

static unsigned plane_class(void *context, uint32_t router, unsigned plane) {
  const struct worm_ways *ways = context;
  (void)router;
  return ways->routes.plane_class[plane];
}

bool worm_input(workload_input_t *input, noc_error_t *error) {
  const scenario_t *s = input->scenario;
  if (input->plan->multicasts == 0) {
    return true;
  }
  input->ways = calloc(1, sizeof *input->ways);
  if (input->ways == NULL) {
    return memory_fail(error, "the ways of worms");
  }
  input->ways->nodes = s->topology->nodes;
  input->ways->flit_bits = s->flit_bits;
  input->worms = (network_worms_t){input->ways, reach, up, plane_class};
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
