// routing_algebraic -- slim flies by arithmetic modulo q, without a search: shortest paths.
//
//   (0, x, y) to (0, x', y'), x' other than x: by (1, m, y - m x), m = (x - x')^-1 (y - y')
//   (1, m, c) to (1, m', c'), m' other than m: by (0, x, m x + c), x = (m - m')^-1 (c' - c)
//   (0, x, y) to (0, x, y'), and so with (1, m, c): by y + s, the least s in X (in X') of which
//     y' - y, or that less s, is in the set
//   (0, x, y) to (1, m, c): linked when d = m x + c - y is 0; by (0, x, y + d) when d is in X,
//     else by (1, m, c - d), as -d is in X'; and so back.
//
// One way only. The class is the hop's number from the last: 0 with two hops left, 1 with one.
//
// Source: E. Solomonik, CS 598 lecture 29, 2016 (the case of x other than x');
// B. D. McKay, M. Miller, J. Siran, 1998 (the graph: topology/slimfly.c).

#include <stdlib.h>

#include "base/memory.h"
#include "routing/routing_code.h"
#include "topology/slimfly.h"

typedef struct {
  unsigned q, nodes, columns;  // at a router; links of a router within its column
  unsigned inverse[SLIMFLY_MOST];
  // [grid][d]: the port of the first step of a way from y to y + d within a column, and whether
  // it is the last one.
  unsigned port[2][SLIMFLY_MOST];
  bool linked[2][SLIMFLY_MOST];
} algebra_t;

// The least step s of which d - s is no step but 0, or is one.
static void find_steps(algebra_t *a, unsigned grid) {
  bool set[SLIMFLY_MOST + 1] = {false};
  slimfly_mark(a->q, grid, set);
  for (unsigned d = 1; d < a->q; d++) {
    unsigned place = 0;
    a->linked[grid][d] = set[d];
    for (unsigned s = 1; s < a->q; s++) {
      if (set[s] && (set[d] ? s == d : set[(d + a->q - s) % a->q])) {
        a->port[grid][d] = a->nodes + place;
        break;
      }
      place += set[s];
    }
  }
}

// Fermat: x^-1 = x^(q-2).
static void find_inverses(algebra_t *a) {
  for (unsigned x = 1; x < a->q; x++) {
    unsigned inverse = 1;
    for (unsigned i = 0; i + 2 < a->q; i++) {
      inverse = inverse * x % a->q;
    }
    a->inverse[x] = inverse;
  }
}

static bool algebraic_create(routing_t *r, const char *file, noc_error_t *error) {
  (void)file;
  const topology_t *t = r->topology;
  if (t->wiring != WIRING_SLIM) {
    return routing_refuse(r, error);
  }
  algebra_t *a = calloc(1, sizeof *a);
  r->data = a;
  if (a == NULL) {
    return memory_fail(error, "a routing");
  }
  r->unit = ROUTE_TABLE;
  r->shortest = true;
  r->per_router = true;
  r->classes = 2;
  a->q = t->radix[0];
  a->nodes = t->nodes_per_router;
  a->columns = t->ports - a->nodes - a->q;
  find_inverses(a);
  find_steps(a, 0);
  find_steps(a, 1);
  return true;
}

static void algebraic_free(routing_t *r) {
  free(r->data);
}

static bool algebraic_route(routing_t *r, uint32_t router, uint32_t group, uint32_t destination,
                            route_t *route, noc_error_t *error) {
  (void)group;
  (void)error;
  const algebra_t *a = r->data;
  const unsigned q = a->q;
  unsigned from[NOC_MAX_DIMS];
  unsigned to[NOC_MAX_DIMS];
  topology_coordinates(r->topology, router, from);
  topology_coordinates(r->topology, routing_target(r->topology, destination), to);
  const unsigned across = a->nodes + a->columns;  // the first port to the other grid
  const unsigned grid = from[2];
  const unsigned up = (to[1] + q - from[1]) % q;  // y' - y
  route->vc_class = 0;
  if (grid != to[2]) {
    // The amount by which y, or c, has to rise: m x + c - y, or the opposite.
    const unsigned product = from[0] * to[0] % q;
    const unsigned rise = (up + (grid == 0 ? product : q - product)) % q;
    const bool within = a->linked[grid][rise];
    route->port[0] = within ? a->port[grid][rise] : across + to[0];
    route->vc_class = rise == 0;
  } else if (from[0] == to[0]) {
    route->port[0] = a->port[grid][up];
    route->vc_class = a->linked[grid][up];
  } else {
    const unsigned right = (to[0] + q - from[0]) % q;
    const unsigned slope = up * a->inverse[right] % q;  // (y - y') / (x - x')
    route->port[0] = across + (grid == 0 ? slope : (q - slope) % q);
  }
  return true;
}

static uint64_t algebraic_rank(const routing_t *r, uint32_t router, uint32_t port,
                               unsigned vc_class) {
  (void)r;
  (void)router;
  (void)port;
  return vc_class;
}

const routing_code_t kAlgebraicRouting = {.create = algebraic_create,
                                          .free = algebraic_free,
                                          .route = algebraic_route,
                                          .rank = algebraic_rank};
