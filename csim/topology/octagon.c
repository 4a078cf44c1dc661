// octagon -- a ring of 8, 12, 16, .. routers with links to the opposite ones: `octagon:8`,
// `octagon:12`, and `octagon:8@2`, the fat octagon. `octagon:8^2` is the multidimensional one: rows
// and columns of 8 routers, each of which is an octagon.
//
//      7 0 1      Router i: port N leads to i + 1 (clockwise), N + 1 to i - 1, N + 2 to the router
//     6     2     opposite, i + P / 2. A second dimension has the ports N + 3 to N + 5, and so on.
//      5 4 3
//
// Source: F. Karim, A. Nguyen, S. Dey, An Interconnect Architecture for Networking Systems on
// Chips, IEEE Micro 22 (5), 2002; rings of 4 n: V. Dvorak, 2006.

#include <math.h>

#include "topology/cube.h"

enum { LINKS = 3 };  // of a router in one dimension

// "8" or "8^2": sets radices and routers.
static bool octagon_parse(topology_t *t, topology_reader_t *r) {
  const topology_reader_t start = *r;
  unsigned count = 0;
  unsigned dims = 1;
  if (!reader_number(r, "a number of routers", NOC_MAX_NODES, &count)) {
    return false;
  }
  if (count < 8 || count % 4 != 0) {
    return reader_fail_number(&start, "routers", count, "8, 12, 16, .. routers, a multiple of 4");
  }
  if (reader_skip(r, '^') && !reader_number(r, "a number of dimensions", NOC_CUBE_DIMS, &dims)) {
    return false;
  }
  uint64_t routers = 1;
  for (unsigned d = 0; d < dims; d++) {
    t->radix[d] = count;
    routers *= count;
    if (routers > NOC_MAX_NODES) {
      return reader_fail_number(&start, "routers", routers, "up to 4194304 routers");
    }
  }
  t->dims = dims;
  t->routers = (uint32_t)routers;
  return true;
}

static bool octagon_build(topology_t *t, topology_reader_t *r) {
  if (!octagon_parse(t, r)) {
    return false;
  }
  const topology_reader_t behind = {r->text, r->at + (r->text[r->at] == '@'), r->error};
  if (!reader_nodes(r, &t->nodes_per_router) || !cube_nodes(t, &behind) ||
      !reader_end(r, "'^' and the dimensions, '@' and the nodes per router, or the end")) {
    return false;
  }
  const unsigned n = t->nodes_per_router;
  const unsigned count = t->radix[0];
  t->ports = n + LINKS * t->dims;
  if (t->dims > 1) {
    t->wiring = WIRING_OCTAGON_CUBE;
  }
  if (!(t->dims > 1 ? topology_name(t, r, "%u^%u", count, t->dims)
                    : topology_name(t, r, "%u", count)) ||
      !topology_allocate(t, r)) {
    return false;
  }
  uint32_t stride = 1;
  for (unsigned d = 0; d < t->dims; d++) {
    const unsigned first = n + LINKS * d;
    for (uint32_t low = 0; low < t->routers; low++) {
      const uint32_t place = low / stride % count;
      const uint32_t line = low - place * stride;
      const uint32_t next = line + (place + 1) % count * stride;
      const uint32_t far = line + (place + count / 2) % count * stride;
      topology_join(t, (topology_place_t){low, first}, (topology_place_t){next, first + 1});
      topology_join(t, (topology_place_t){low, first + 2}, (topology_place_t){far, first + 2});
    }
    stride *= count;
  }
  return true;
}

// Ways go along the ring up to q hops, across and along from there on, with q = P / 4. A router
// has 2 (1 + .. + q) hops along, and behind the chord those to the opposite one (1) and to q - 1 on
// either side (1 + i).
static double octagon_hops(double count) {
  const double q = count / 4;
  return count * (q * (q + 1) + 1 + 2 * (q - 1) + q * (q - 1));
}

// Two arcs of q routers opposite each other are cut off by 4 links; the number of links of a cut in
// halves is even (3 P / 2 less twice those inside) and not 2, since no 2 links separate it. So many
// of each line cut an octagon of several dimensions, perhaps not the fewest.
static void octagon_forms(const topology_t *t, topology_forms_t *forms) {
  forms->diameter = t->dims * (t->radix[0] / 4.0);
  forms->mean_distance = cube_mean(t, octagon_hops);
  forms->bisection = 4.0 * t->routers / t->radix[0];
  forms->bisection_exact = t->dims == 1;
  forms->classes = 1;
}

static void octagon_place(const topology_t *t, uint32_t router, double at[2]) {
  if (t->dims > 1) {
    cube_place(t, router, at);
    return;
  }
  const double turn = 2 * M_PI / t->routers;
  const double radius = 0.6 / sin(turn / 2);
  at[0] = radius * sin(router * turn);
  at[1] = radius * cos(router * turn);
}

const family_code_t kOctagonCode = {.build = octagon_build,
                                    .forms = octagon_forms,
                                    .place = octagon_place,
                                    .wiring = WIRING_OCTAGON};
