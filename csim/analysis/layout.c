// layout -- see layout.h.

#include "analysis/layout.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "analysis/graph.h"
#include "base/memory.h"

enum { SMALL = 200, STEPS = 300 };

static int smaller_first(const void *a, const void *b) {
  const double x = *(const double *)a;
  const double y = *(const double *)b;
  return (x > y) - (x < y);
}

// Scales so that one router in ten at most has a neighbour nearer than 0.6.
static bool scale(uint32_t routers, double *at) {
  assert(routers > 0);
  double *nearest = malloc(routers * sizeof *nearest);
  if (nearest == NULL) {
    return false;
  }
  for (uint32_t a = 0; a < routers; a++) {
    nearest[a] = INFINITY;
    for (uint32_t b = 0; b < routers; b++) {
      const double apart = hypot(at[2 * b] - at[2 * a], at[2 * b + 1] - at[2 * a + 1]);
      nearest[a] = a != b ? fmin(nearest[a], apart) : nearest[a];
    }
  }
  qsort(nearest, routers, sizeof *nearest, smaller_first);
  const double apart = nearest[routers / 10];
  const double factor = isfinite(apart) && apart > 1e-6 ? 0.6 / apart : 1;
  for (size_t i = 0; i < 2 * (size_t)routers; i++) {
    at[i] *= factor;
  }
  free(nearest);
  return true;
}

static igraph_error_t place(const igraph_t *graph, uint32_t routers, igraph_matrix_t *places) {
  if (routers <= SMALL) {
    return igraph_layout_kamada_kawai(graph, places, false, 50 * (igraph_integer_t)routers, 0,
                                      routers, NULL, NULL, NULL, NULL, NULL);
  }
  (void)igraph_rng_seed(igraph_rng_default(), 1);
  return igraph_layout_fruchterman_reingold(graph, places, false, STEPS, sqrt(routers),
                                            IGRAPH_LAYOUT_AUTOGRID, NULL, NULL, NULL, NULL, NULL);
}

bool layout_routers(const topology_t *t, double *at, noc_error_t *error) {
  igraph_t graph;
  igraph_matrix_t places;
  if (!graph_create(t, &graph, error)) {
    return false;
  }
  igraph_error_t code = igraph_matrix_init(&places, 0, 0);
  if (code != IGRAPH_SUCCESS) {
    igraph_destroy(&graph);
    return graph_fail(code, "places", error);
  }
  code = place(&graph, t->routers, &places);
  for (uint32_t r = 0; r < t->routers && code == IGRAPH_SUCCESS; r++) {
    at[2 * r] = MATRIX(places, r, 0);
    at[2 * r + 1] = MATRIX(places, r, 1);
  }
  igraph_matrix_destroy(&places);
  igraph_destroy(&graph);
  if (code != IGRAPH_SUCCESS) {
    return graph_fail(code, "places", error);
  }
  return scale(t->routers, at) || memory_fail(error, "places");
}
