// placing -- see placing.h.

#include "analysis/placing.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

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

// at: [2 * routers], x and y of each; most are 0.6 or more from the nearest.
static bool layout_routers(const topology_t *t, double *at, noc_error_t *error) {
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

static const double kNear = PLACING_RADIUS + 0.06;

uint32_t placing_links(const topology_t *t) {
  uint32_t ends = 0;
  for (size_t i = 0; i < (size_t)t->routers * t->ports; i++) {
    ends += t->peer_router[i] >= 0;
  }
  return ends / 2;
}

bool placing_check(const topology_t *t, noc_error_t *error) {
  if (t->routers > PLACING_ROUTERS) {
    return noc_fail(error, NOC_BAD_INPUT,
                    "%s" SAY_IS("of %u routers", "one of up to %d in a picture or a DOT file"),
                    t->name, t->routers, (int)PLACING_ROUTERS);
  }
  const uint32_t links = placing_links(t);
  return links <= PLACING_LINKS ||
         noc_fail(error, NOC_BAD_INPUT,
                  "%s" SAY_IS("of %u links", "one of up to %d in a picture or a DOT file"), t->name,
                  links, (int)PLACING_LINKS);
}

static size_t cell_of(const placing_t *p, point_t at) {
  const double column = floor(at.x - p->origin.x);
  const double row = floor(at.y - p->origin.y);
  return (size_t)row * p->columns + (size_t)column;
}

// Places the routers in the family's own shape, or by the links.
static bool find_places(placing_t *p, noc_error_t *error) {
  double at[2];
  if (!topology_place(p->t, 0, at)) {
    _Static_assert(sizeof(point_t) == 2 * sizeof(double), "x, y");
    return layout_routers(p->t, &p->at[0].x, error);
  }
  for (uint32_t r = 0; r < p->t->routers; r++) {
    (void)topology_place(p->t, r, at);
    p->at[r] = (point_t){at[0], at[1]};
  }
  return true;
}

// Places all routers, and lists them by the unit square they are in, with an empty rim around.
static bool place_routers(placing_t *p, noc_error_t *error) {
  const topology_t *t = p->t;
  p->low = (point_t){INFINITY, INFINITY};
  p->high = (point_t){-INFINITY, -INFINITY};
  if (!find_places(p, error)) {
    return false;
  }
  for (uint32_t r = 0; r < t->routers; r++) {
    const point_t at = p->at[r];
    p->low = (point_t){fmin(p->low.x, at.x), fmin(p->low.y, at.y)};
    p->high = (point_t){fmax(p->high.x, at.x), fmax(p->high.y, at.y)};
  }
  p->origin = (point_t){floor(p->low.x) - 2, floor(p->low.y) - 2};
  p->columns = (uint32_t)(p->high.x - p->origin.x) + 3;
  p->rows = (uint32_t)(p->high.y - p->origin.y) + 3;
  const size_t bytes = (size_t)p->columns * p->rows * sizeof *p->cell;
  p->cell = malloc(bytes);
  if (p->cell == NULL) {
    return memory_fail(error, "a drawing");
  }
  memset(p->cell, 0xff, bytes);
  for (uint32_t r = 0; r < t->routers; r++) {
    uint32_t *first = &p->cell[cell_of(p, p->at[r])];
    p->next[r] = *first;
    *first = r;
  }
  return true;
}

// A router other than the two is at this point of a link.
static bool occupied(const placing_t *p, point_t at, uint32_t a, uint32_t b) {
  for (int dy = -1; dy <= 1; dy++) {
    for (int dx = -1; dx <= 1; dx++) {
      const point_t near = {at.x + dx, at.y + dy};
      for (uint32_t r = p->cell[cell_of(p, near)]; r != UINT32_MAX; r = p->next[r]) {
        if (r != a && r != b && hypot(p->at[r].x - at.x, p->at[r].y - at.y) < kNear) {
          return true;
        }
      }
    }
  }
  return false;
}

static bool is_blocked(const placing_t *p, uint32_t a, uint32_t b) {
  static const double kStep = 0.2;
  const point_t from = p->at[a];
  const point_t to = p->at[b];
  const unsigned steps = (unsigned)ceil(hypot(to.x - from.x, to.y - from.y) / kStep);
  for (unsigned i = 1; i < steps; i++) {
    const double s = (double)i / steps;
    const point_t at = {from.x + s * (to.x - from.x), from.y + s * (to.y - from.y)};
    if (occupied(p, at, a, b)) {
      return true;
    }
  }
  return false;
}

// How many links between the two routers come before this port of `a`.
static unsigned links_before(const topology_t *t, uint32_t a, unsigned port) {
  const int32_t *peer = &t->peer_router[(size_t)a * t->ports];
  unsigned count = 0;
  for (unsigned p = 0; p < port; p++) {
    count += peer[p] == peer[port];
  }
  return count;
}

bool placing_create(placing_t *p, const topology_t *t, noc_error_t *error) {
  *p = (placing_t){.t = t};
  if (!placing_check(t, error)) {
    return false;
  }
  p->at = calloc(t->routers, sizeof *p->at);
  p->next = calloc(t->routers, sizeof *p->next);
  return p->at != NULL && p->next != NULL ? place_routers(p, error)
                                          : memory_fail(error, "a drawing");
}

void placing_free(placing_t *p) {
  free(p->at);
  free(p->next);
  free(p->cell);
}

// The middle of the curve is off the straight line by 3/4 of `bow`; a curve stays within its row of
// routers, however long it is.
static void curve_from(const placing_t *p, uint32_t a, unsigned port, point_t curve[4]) {
  const uint32_t b = (uint32_t)p->t->peer_router[(size_t)a * p->t->ports + port];
  const point_t from = p->at[a];
  const point_t to = p->at[b];
  const double dx = to.x - from.x;
  const double dy = to.y - from.y;
  const double length = hypot(dx, dy);
  const unsigned before = links_before(p->t, a, port);
  double bow = is_blocked(p, a, b) ? 0.36 + 0.28 * (1 - exp((2 - length) / 6)) : 0;
  bow *= fmod(round(length), 2) == 0 ? 1 : -1;  // so that those of a row are told apart
  bow += (before % 2 == 0 ? 0.25 : -0.25) * floor((before + 1) / 2.0);
  const double nx = length > 0 ? -dy / length * bow : 0;
  const double ny = length > 0 ? dx / length * bow : 0;
  // A long curve leaves its row soon and then runs beside it.
  const double s = length > 3 ? 0.5 / length : 1.0 / 3;
  curve[0] = from;
  curve[1] = (point_t){from.x + s * dx + nx, from.y + s * dy + ny};
  curve[2] = (point_t){to.x - s * dx + nx, to.y - s * dy + ny};
  curve[3] = to;
}

void placing_link(const placing_t *p, uint32_t router, unsigned port, point_t curve[4]) {
  const size_t link = (size_t)router * p->t->ports + port;
  const uint32_t peer = (uint32_t)p->t->peer_router[link];
  if (peer >= router) {
    curve_from(p, router, port, curve);
    return;
  }
  point_t back[4];
  curve_from(p, peer, (unsigned)p->t->peer_port[link], back);
  for (unsigned i = 0; i < 4; i++) {
    curve[i] = back[3 - i];
  }
}
