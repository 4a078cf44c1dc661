// h3dm_routes -- see h3dm_routes.h.

#include "analysis/h3dm_routes.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"

enum { X, Y, Z, DIMS };

// A place in the module.
typedef struct {
  unsigned at[DIMS];
} place_t;

// The hops that are left to do from a place, over all destinations.
typedef struct {
  double mean, longest;
} left_t;

typedef struct {
  unsigned m, n;
  unsigned first, last;  // layers of the level
  const left_t *below;   // [place]
} level_t;

static unsigned index_of(unsigned m, const place_t *p) {
  return p->at[X] + m * (p->at[Y] + m * p->at[Z]);
}

static place_t place_of(unsigned m, unsigned index) {
  return (place_t){{index % m, index / m % m, index / m / m}};
}

// Hops within the last module, one ring: the shorter way that does not lead through 0.
static unsigned ring_hops(unsigned m, unsigned from, unsigned to) {
  const unsigned apart = from > to ? from - to : to - from;
  const bool ends = from == 0 || to == 0;
  return ends && m - apart < apart ? m - apart : apart;
}

// Hops to the layers of the level, and where they end: straight on, or round the ring's end if that
// is shorter and the ring leads from its first layer to its last.
static unsigned to_layer(const level_t *l, unsigned m, unsigned *z) {
  if (*z < l->first) {
    const unsigned up = l->first - *z;
    const unsigned round = 1 + (m - 1 - l->last);
    const bool shorter = *z == 0 && round < up;
    *z = shorter ? l->last : l->first;
    return shorter ? round : up;
  }
  if (*z > l->last) {
    const unsigned down = *z - l->last;
    const bool shorter = l->first == 0 && *z == m - 1 && down > 1;
    *z = shorter ? 0 : l->last;
    return shorter ? 1 : down;
  }
  return 0;
}

// Hops over `modules` modules in one direction, and the place behind them: to the side that has the
// links, across a link, and so on. `far` is the side of coordinate m - 1.
static unsigned to_module(unsigned m, unsigned *at, unsigned modules, bool far) {
  const unsigned leave = far ? m - 1 : 0;
  const unsigned arrive = m - 1 - leave;
  const unsigned apart = *at > leave ? *at - leave : leave - *at;
  const unsigned first = apart < m - apart ? apart : m - apart;
  const unsigned across = m > 1 ? 1 : 0;  // the ring's link between the sides
  *at = arrive;
  return first + modules + (modules - 1) * across;
}

// Steps of one digit and how likely they are: a difference d of two digits of n comes n - |d|
// times.
static double share(unsigned n, int d) {
  return (double)(n - (unsigned)abs(d)) / ((double)n * n);
}

static left_t from_place(const level_t *l, const place_t *start) {
  const int n = (int)l->n;
  left_t left = {0, 0};
  for (int dy = 1 - n; dy < n; dy++) {
    for (int dx = 1 - n; dx < n; dx++) {
      place_t p = *start;
      unsigned hops = dy != 0 || dx != 0 ? to_layer(l, l->m, &p.at[Z]) : 0;
      hops += dy != 0 ? to_module(l->m, &p.at[Y], (unsigned)abs(dy), dy > 0) : 0;
      hops += dx != 0 ? to_module(l->m, &p.at[X], (unsigned)abs(dx), dx > 0) : 0;
      const left_t *below = &l->below[index_of(l->m, &p)];
      left.mean += share(l->n, dy) * share(l->n, dx) * (hops + below->mean);
      left.longest = fmax(left.longest, hops + below->longest);
    }
  }
  return left;
}

static void last_module(unsigned m, left_t *left) {
  const unsigned places = m * m * m;
  for (unsigned from = 0; from < places; from++) {
    const place_t a = place_of(m, from);
    left[from] = (left_t){0, 0};
    for (unsigned to = 0; to < places; to++) {
      const place_t b = place_of(m, to);
      double hops = 0;
      for (unsigned d = 0; d < DIMS; d++) {
        hops += ring_hops(m, a.at[d], b.at[d]);
      }
      left[from].mean += hops / places;
      left[from].longest = fmax(left[from].longest, hops);
    }
  }
}

bool h3dm_routes(unsigned m, unsigned n, unsigned levels, unsigned q, unsigned nodes,
                 h3dm_routes_t *routes, noc_error_t *error) {
  const unsigned places = m * m * m;
  assert(m > 0 && n > 0 && levels > 0);
  left_t *table[2] = {calloc(places, sizeof(left_t)), calloc(places, sizeof(left_t))};
  const bool ok = table[0] != NULL && table[1] != NULL;
  double routers = places;
  if (ok) {
    last_module(m, table[0]);
  }
  for (unsigned level = 2; ok && level <= levels; level++) {
    const left_t *below = table[level % 2];
    left_t *here = table[1 - level % 2];
    const unsigned first = (level - 2) << q;
    const level_t l = {m, n, first, first + (1u << q) - 1, below};
    for (unsigned p = 0; p < places; p++) {
      const place_t start = place_of(m, p);
      here[p] = from_place(&l, &start);
    }
    routers *= (double)n * n;
  }
  *routes = (h3dm_routes_t){0, 0};
  for (unsigned p = 0; ok && p < places; p++) {
    const left_t *left = &table[1 - levels % 2][p];
    routes->mean += left->mean / places;
    routes->longest = fmax(routes->longest, left->longest);
  }
  // The pairs of one node have no hops, but were counted.
  routes->mean *= routers * nodes > 1 ? routers * nodes / (routers * nodes - 1) : NAN;
  free(table[0]);
  free(table[1]);
  return ok || memory_fail(error, "the lengths of routes");
}
