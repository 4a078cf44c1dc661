// slimfly -- two grids of q x q routers with diameter 2: `slimfly:q=5`, q an odd prime.
//
// X and X' come from a primitive element e of the integers modulo q. If q = 4 w + 1: X = {1, e^2,
// .. e^(q-3)}, X' = {e, e^3, .. e^(q-2)}; if q = 4 w - 1: X = {1, e^2, .. e^(2w-2), e^(2w-1),
// e^(2w+1), .. e^(4w-3)} and X' = e X. Then
//
//   (0, x, y) and (0, x, y') are linked when y - y' is in X,
//   (1, m, c) and (1, m, c') are linked when c - c' is in X',
//   (0, x, y) and (1, m, c) are linked when y = m x + c, all modulo q.
//
// Router (grid, x, y) = x + q y + q^2 grid. Ports behind the nodes: one for each element of X or
// X', ascending, that is added to y; then one for each m or x of the other grid.
//
// Source: B. D. McKay, M. Miller, J. Siran, A Note on Large Graphs of Diameter Two and Given
// Maximum Degree, 1998; P. R. Hafner 2004; M. Besta, T. Hoefler, Slim Fly, SC 2014.

#include "topology/slimfly.h"

#include "topology/cube.h"

enum { MOST = SLIMFLY_MOST };  // 2 q^2 is up to NOC_MAX_NODES

static bool is_odd_prime(unsigned q) {
  for (unsigned d = 2; d * d <= q; d++) {
    if (q % d == 0) {
      return false;
    }
  }
  return q > 2;
}

// The smallest number whose powers are all numbers but 0.
static unsigned primitive_element(unsigned q) {
  for (unsigned e = 2;; e++) {
    unsigned power = e;
    unsigned order = 1;
    for (; power != 1; order++) {
      power = power * e % q;
    }
    if (order == q - 1) {
      return e;
    }
  }
}

void slimfly_mark(unsigned q, unsigned grid, bool set[MOST + 1]) {
  const unsigned e = primitive_element(q);
  const unsigned w = (q + 1) / 4;
  unsigned power = grid == 0 ? 1 : e;
  for (unsigned i = 0; i + 1 < q; i++) {  // X has e^i, X' has e^(i+1)
    const bool late = q % 4 == 3 && i + 1 >= 2 * w;
    if (late ? i % 2 == 1 : i % 2 == 0) {
      set[power] = true;
    }
    power = power * e % q;
  }
}

static uint32_t router_at(unsigned q, unsigned grid, unsigned x, unsigned y) {
  return (grid * q + y) * q + x;
}

static void join_columns(topology_t *t, unsigned grid) {
  const unsigned q = t->arg[0];
  const unsigned n = t->nodes_per_router;
  bool set[MOST + 1] = {false};
  slimfly_mark(q, grid, set);
  const unsigned size = t->arg[1];
  unsigned port = 0;
  for (unsigned step = 1; step < q; step++) {
    if (!set[step]) {
      continue;
    }
    for (unsigned x = 0; x < q; x++) {
      for (unsigned y = 0; y + step < q; y++) {
        // -step is in the set too, as far from its end as step from its start.
        topology_join(t, (topology_place_t){router_at(q, grid, x, y), n + port},
                      (topology_place_t){router_at(q, grid, x, y + step), n + size - 1 - port});
      }
    }
    port++;
  }
}

static void join_grids(topology_t *t) {
  const unsigned q = t->arg[0];
  const unsigned first = t->nodes_per_router + t->arg[1];
  for (unsigned x = 0; x < q; x++) {
    for (unsigned m = 0; m < q; m++) {
      for (unsigned c = 0; c < q; c++) {
        topology_join(t, (topology_place_t){router_at(q, 0, x, (m * x + c) % q), first + m},
                      (topology_place_t){router_at(q, 1, m, c), first + x});
      }
    }
  }
}

static bool slimfly_build(topology_t *t, topology_reader_t *r) {
  const topology_reader_t start = *r;
  argument_t list[] = {{"q", 3, MOST, false, false, &t->arg[0], 0}};
  if (!reader_arguments(r, list, 1)) {
    return false;
  }
  const unsigned q = t->arg[0];
  if (!is_odd_prime(q)) {
    const topology_reader_t at = {r->text, list[0].at, r->error};
    return reader_fail(&at, NULL, "an odd prime, 4w + 1 or 4w - 1, as 5, 7, 11, 13, 17, 19");
  }
  t->arg[1] = q % 4 == 1 ? (q - 1) / 2 : (q + 1) / 2;  // elements of X
  t->dims = 3;
  t->radix[0] = t->radix[1] = q;
  t->radix[2] = 2;
  t->routers = 2 * q * q;
  const topology_reader_t behind = {r->text, r->at + (r->text[r->at] == '@'), r->error};
  if (!reader_nodes(r, &t->nodes_per_router) || !cube_nodes(t, &behind) ||
      !reader_end(r, "'@' and the nodes per router, or the end")) {
    return false;
  }
  t->ports = t->nodes_per_router + t->arg[1] + q;
  if (!topology_name(t, r, "q=%u", q) || !topology_allocate(t, &start)) {
    return false;
  }
  join_columns(t, 0);
  join_columns(t, 1);
  join_grids(t);
  return true;
}

// Diameter 2: a router has its degree at one hop and all others at two. Within a grid all routers
// are alike: (0, x, y) to (0, x + a, y + b) and (1, m, c) to (1, m, c + b - m a) keeps the links,
// and so does (1, m, c) to (1, m + a, c + b) with (0, x, y) to (0, x, y + a x + b).
static void slimfly_forms(const topology_t *t, topology_forms_t *forms) {
  const double routers = t->routers;
  const double degree = t->arg[0] + t->arg[1];
  forms->diameter = 2;
  forms->mean_distance =
      (degree + 2 * (routers - 1 - degree)) * t->nodes_per_router / (t->nodes - 1.0);
  forms->classes = 2;
  forms->step = t->routers / 2;
}

static void slimfly_place(const topology_t *t, uint32_t router, double at[2]) {
  unsigned c[NOC_MAX_DIMS];
  topology_coordinates(t, router, c);
  at[0] = c[0] + c[2] * (t->radix[0] + 1.0);
  at[1] = c[1];
}

const family_code_t kSlimflyCode = {
    .build = slimfly_build, .forms = slimfly_forms, .place = slimfly_place, .wiring = WIRING_SLIM};
