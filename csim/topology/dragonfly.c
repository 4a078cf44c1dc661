// dragonfly -- groups of routers that are cliques, joined by global links: `dragonfly:p=2,a=4,h=2`.
//
// p nodes, a - 1 links within the group and h global links at each of the a routers of a group; g
// groups, a h + 1 (one link between any two) unless given. The a h global ports of a group, h at
// each router in its order, go round the other groups: port j of group i leads to group
// i + 1 + j mod (g - 1) (modulo g), so that all groups look alike. Fewer groups have a h / (g - 1)
// links between any two.
//
// Router = group a + place. Ports behind the p nodes: the others of the group, in ascending order
// of the place, then the global ones.
//
// Source: J. Kim, W. J. Dally, S. Scott, D. Abts, Technology-Driven, Highly-Scalable Dragonfly
// Topology, ISCA 2008.

#include <math.h>
#include <stdio.h>

#include "topology/cube.h"

enum { P, A, H, G };

static bool parse(topology_t *t, topology_reader_t *r, const topology_reader_t *start) {
  enum { MOST = 1 << 11 };
  argument_t list[] = {{"p", 1, NOC_MAX_NODES, false, false, &t->arg[P], 0},
                       {"a", 1, MOST, false, false, &t->arg[A], 0},
                       {"h", 1, MOST, false, false, &t->arg[H], 0},
                       {"g", 2, MOST * MOST + 1, true, false, &t->arg[G], 0}};
  if (!reader_arguments(r, list, 4) ||
      !reader_end(r, "the end (p is the number of nodes at a router)")) {
    return false;
  }
  const uint64_t globals = (uint64_t)t->arg[A] * t->arg[H];
  if (list[G].at == 0) {
    t->arg[G] = (unsigned)globals + 1;
  } else if (t->arg[G] > globals + 1 || globals % (t->arg[G] - 1) != 0) {
    char accepted[128];
    (void)snprintf(accepted, sizeof accepted,
                   "2 to %u groups, so that each of the others gets an equal share of the %u "
                   "global links of a group",
                   (unsigned)globals + 1, (unsigned)globals);
    const topology_reader_t at = {start->text, list[G].at, start->error};
    return reader_fail_number(&at, "groups", t->arg[G], accepted);
  }
  const uint64_t routers = (uint64_t)t->arg[A] * t->arg[G];
  if (routers > NOC_MAX_NODES) {
    return reader_fail_number(start, "routers", routers, "up to 4194304 routers");
  }
  t->routers = (uint32_t)routers;
  t->nodes_per_router = t->arg[P];
  return cube_nodes(t, start);
}

static void join_group(topology_t *t, uint32_t group) {
  const uint32_t a = t->arg[A];
  const uint32_t h = t->arg[H];
  const uint32_t g = t->arg[G];
  const uint32_t p = t->arg[P];
  for (uint32_t low = 0; low < a; low++) {
    for (uint32_t high = low + 1; high < a; high++) {
      topology_join(t, (topology_place_t){group * a + low, p + high - 1},
                    (topology_place_t){group * a + high, p + low});
    }
  }
  for (uint32_t j = 0; j < a * h; j++) {
    const uint32_t offset = j % (g - 1) + 1;
    const uint32_t back = j / (g - 1) * (g - 1) + g - offset - 1;
    const uint32_t other = (group + offset) % g;
    topology_join(t, (topology_place_t){group * a + j / h, p + a - 1 + j % h},
                  (topology_place_t){other * a + back / h, p + a - 1 + back % h});
  }
}

static bool dragonfly_build(topology_t *t, topology_reader_t *r) {
  const topology_reader_t start = *r;
  if (!parse(t, r, &start)) {
    return false;
  }
  const unsigned *arg = t->arg;
  t->dims = 2;
  t->radix[0] = arg[A];
  t->radix[1] = arg[G];
  t->ports = arg[P] + arg[A] - 1 + arg[H];
  // The nodes of a router are in the arguments, not behind '@'.
  t->nodes_per_router = 0;
  const bool full = arg[G] == arg[A] * arg[H] + 1;
  const bool named =
      full ? topology_name(t, r, "p=%u,a=%u,h=%u", arg[P], arg[A], arg[H])
           : topology_name(t, r, "p=%u,a=%u,h=%u,g=%u", arg[P], arg[A], arg[H], arg[G]);
  t->nodes_per_router = arg[P];
  if (!named || !topology_allocate(t, &start)) {
    return false;
  }
  for (uint32_t group = 0; group < arg[G]; group++) {
    join_group(t, group);
  }
  return true;
}

// One hop to the router with the link to the other group, that link, one hop behind it.
static void dragonfly_forms(const topology_t *t, topology_forms_t *forms) {
  if (t->arg[A] > 1 && t->arg[G] == t->arg[A] * t->arg[H] + 1) {
    forms->diameter = 3;
  }
  forms->classes = t->arg[A];  // of one group: the groups can be turned
}

static void dragonfly_place(const topology_t *t, uint32_t router, double at[2]) {
  const double a = t->arg[A];
  const double g = t->arg[G];
  const double small = a > 1 ? 0.5 / sin(M_PI / a) : 0;  // radius of a group
  const double large = (small + 0.8) / sin(M_PI / g);
  const uint32_t number = router / t->arg[A];
  const double group = 2 * M_PI * number / g;
  const double place = group + 2 * M_PI * (router % t->arg[A]) / a;
  at[0] = large * sin(group) + small * sin(place);
  at[1] = large * cos(group) + small * cos(place);
}

const family_code_t kDragonflyCode = {.build = dragonfly_build,
                                      .forms = dragonfly_forms,
                                      .place = dragonfly_place,
                                      .wiring = WIRING_GROUPS};
