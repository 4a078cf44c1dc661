// octagons -- R rows of C octagons; neighbours share a bridge node: `octagons:2x3`.
//
//      0       0       Places of an octagon are numbered clockwise from the top. Place 2 of an
//     7 1     7 1      octagon is place 6 of the one to its right, and place 4 is place 0 of the
//    6   2=6   2       one below: bridge nodes belong to both octagons and have 6 links, those on
//     5 3     5 3      the edge of the grid and the others 3.
//      4       4
//
// Routers are numbered octagon by octagon, row by row, place by place; a bridge node gets its
// number with the octagon that comes first. The ports of a router: first its nodes, then clockwise,
// counter-clockwise and opposite in the first octagon, then the same in the second.
//
// Source: the low-cost scaling of F. Karim, A. Nguyen, S. Dey, An Interconnect Architecture for
// Networking Systems on Chips, IEEE Micro 22 (5), 2002.

#include <math.h>
#include <stdlib.h>

#include "topology/cube.h"

enum { PLACES = 8, LINKS = 3 };

// The router at a place of the octagon (row, column). Octagons in front of it have 7 or 8 places
// of their own: 8, less one where there is a neighbour above, less one where there is one to the
// left.
static uint32_t own_before(const topology_t *t, uint32_t row, uint32_t column) {
  const uint32_t columns = t->arg[1];
  const uint32_t octagons = row * columns + column;
  const uint32_t lefts = row * (columns - 1) + (column > 0 ? column - 1 : 0);
  const uint32_t aboves = row > 0 ? (row - 1) * columns + column : 0;
  return octagons * PLACES - lefts - aboves;
}

static uint32_t router_at(const topology_t *t, uint32_t row, uint32_t column, unsigned place) {
  if (place == 6 && column > 0) {
    return router_at(t, row, column - 1, 2);
  }
  if (place == 0 && row > 0) {
    return router_at(t, row - 1, column, 4);
  }
  return own_before(t, row, column) + place - (place > 0 && row > 0) - (place > 6 && column > 0);
}

// The first port of the links that the router at this place has in this octagon.
static unsigned first_port(const topology_t *t, uint32_t row, uint32_t column, unsigned place) {
  const bool second = (place == 6 && column > 0) || (place == 0 && row > 0);
  return t->nodes_per_router + (second ? LINKS : 0);
}

static void join_octagon(topology_t *t, uint32_t row, uint32_t column) {
  topology_place_t first[PLACES];
  for (unsigned p = 0; p < PLACES; p++) {
    first[p] = (topology_place_t){router_at(t, row, column, p), first_port(t, row, column, p)};
  }
  for (unsigned p = 0; p < PLACES; p++) {
    const topology_place_t next = first[(p + 1) % PLACES];
    const topology_place_t far = first[(p + PLACES / 2) % PLACES];
    topology_join(t, first[p], (topology_place_t){next.router, next.port + 1});
    topology_join(t, (topology_place_t){first[p].router, first[p].port + 2},
                  (topology_place_t){far.router, far.port + 2});
  }
}

static bool octagons_build(topology_t *t, topology_reader_t *r) {
  const topology_reader_t start = *r;
  enum { MOST = NOC_MAX_NODES / 7 };
  const char *accepted = "RxC, rows and columns of octagons, as in octagons:2x3";
  if (!reader_number(r, "a number of rows", MOST, &t->arg[0])) {
    return false;
  }
  if (!reader_skip(r, 'x')) {
    return reader_fail(r, NULL, accepted);
  }
  if (!reader_number(r, "a number of columns", MOST, &t->arg[1])) {
    return false;
  }
  const uint64_t rows = t->arg[0];
  const uint64_t columns = t->arg[1];
  const uint64_t routers = rows * columns * 6 + rows + columns;
  if (routers > NOC_MAX_NODES) {
    return reader_fail_number(&start, "routers", routers, "up to 4194304 routers");
  }
  t->dims = 1;
  t->radix[0] = t->routers = (uint32_t)routers;
  const topology_reader_t behind = {r->text, r->at + (r->text[r->at] == '@'), r->error};
  if (!reader_nodes(r, &t->nodes_per_router) || !cube_nodes(t, &behind) ||
      !reader_end(r, "'@' and the nodes per router, or the end")) {
    return false;
  }
  t->ports = t->nodes_per_router + (rows * columns > 1 ? 2 * LINKS : LINKS);
  if (!topology_name(t, r, "%ux%u", t->arg[0], t->arg[1]) || !topology_allocate(t, r)) {
    return false;
  }
  for (uint32_t i = 0; i < rows * columns; i++) {
    join_octagon(t, i / t->arg[1], i % t->arg[1]);
  }
  return true;
}

static void octagons_place(const topology_t *t, uint32_t router, double at[2]) {
  static const double kRadius = 1.6;
  uint32_t low = 0;  // the last octagon whose own routers start at or before this one
  uint32_t high = t->arg[0] * t->arg[1];
  while (high - low > 1) {
    const uint32_t middle = low + (high - low) / 2;
    if (own_before(t, middle / t->arg[1], middle % t->arg[1]) <= router) {
      low = middle;
    } else {
      high = middle;
    }
  }
  const uint32_t row = low / t->arg[1];
  const uint32_t column = low % t->arg[1];
  unsigned place = 0;
  while (place + 1 < PLACES && router_at(t, row, column, place) != router) {
    place++;
  }
  at[0] = kRadius * (2.0 * column + sin(place * M_PI / 4));
  at[1] = kRadius * (-2.0 * row + cos(place * M_PI / 4));
}

const family_code_t kOctagonsCode = {.build = octagons_build, .place = octagons_place};
