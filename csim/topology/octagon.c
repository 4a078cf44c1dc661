// octagon -- a ring of 8, 12, 16, .. routers with links to the opposite ones: `octagon:8`,
// `octagon:12`, and `octagon:8@2`, the fat octagon.
//
//      7 0 1      Router i: port N leads to i + 1 (clockwise), N + 1 to i - 1, N + 2 to the router
//     6     2     opposite, i + P / 2.
//      5 4 3
//
// Source: F. Karim, A. Nguyen, S. Dey, An Interconnect Architecture for Networking Systems on
// Chips, IEEE Micro 22 (5), 2002; rings of 4 n: V. Dvorak, 2006.

#include <math.h>

#include "topology/cube.h"

static bool octagon_build(topology_t *t, topology_reader_t *r) {
  const topology_reader_t start = *r;
  unsigned count = 0;
  if (!reader_number(r, "a number of routers", NOC_MAX_NODES, &count)) {
    return false;
  }
  if (count < 8 || count % 4 != 0) {
    return reader_fail_number(&start, "routers", count, "8, 12, 16, .. routers, a multiple of 4");
  }
  t->dims = 1;
  t->radix[0] = t->routers = count;
  const topology_reader_t behind = {r->text, r->at + (r->text[r->at] == '@'), r->error};
  if (!reader_nodes(r, &t->nodes_per_router) || !cube_nodes(t, &behind) ||
      !reader_end(r, "'@' and the nodes per router, or the end")) {
    return false;
  }
  const unsigned n = t->nodes_per_router;
  t->ports = n + 3;
  if (!topology_name(t, r, "%u", count) || !topology_allocate(t, r)) {
    return false;
  }
  for (uint32_t i = 0; i < count; i++) {
    topology_join(t, (topology_place_t){i, n}, (topology_place_t){(i + 1) % count, n + 1});
    topology_join(t, (topology_place_t){i, n + 2},
                  (topology_place_t){(i + count / 2) % count, n + 2});
  }
  return true;
}

// Routes go along the ring up to q hops, across and along from there on, with q = P / 4. A router
// has 2 (1 + .. + q) hops along, and behind the chord those to the opposite one (1) and to q - 1 on
// either side (1 + i). Two arcs of q routers opposite each other are cut off by 4 links; the number
// of links of a cut in halves is even (3 P / 2 less twice those inside) and not 2, since no 2 links
// separate it.
static void octagon_forms(const topology_t *t, topology_forms_t *forms) {
  const double q = t->routers / 4.0;
  const double sum = q * (q + 1) + 1 + 2 * (q - 1) + q * (q - 1);
  const double nodes = t->nodes;
  forms->diameter = q;
  forms->mean_distance = sum * t->nodes_per_router / (nodes - 1);
  forms->bisection = 4;
  forms->bisection_exact = true;
  forms->classes = 1;
}

static void octagon_place(const topology_t *t, uint32_t router, double at[2]) {
  const double turn = 2 * M_PI / t->routers;
  const double radius = 0.6 / sin(turn / 2);
  at[0] = radius * sin(router * turn);
  at[1] = radius * cos(router * turn);
}

const family_code_t kOctagonCode = {.build = octagon_build,
                                    .forms = octagon_forms,
                                    .place = octagon_place,
                                    .wiring = WIRING_OCTAGON};
