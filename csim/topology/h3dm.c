// h3dm -- hierarchical 3D-mesh, `h3dm:m=4,n=4,levels=2,q=0`: basic modules of m x m x m routers,
// each a 3D torus; n x n of them are a level-2 network, n x n of those a level-3 network, and so
// on.
//
// Every module is linked to its neighbours at every level, in two directions of the plane, by m 2^q
// links each. The layers z of a module are dealt to the levels from below, 2^q to each: layer z
// serves level 2 + z / 2^q. Within its layers,
//
//   the routers at y = m - 1 lead north, to y = 0 of the module with the next y digit of that
//   level, those at y = 0 south, those at x = m - 1 east (the x digit), those at x = 0 west,
//
// each to the router with the same other coordinates. The paper leaves this table open; the reasons
// are in docs/papers/rahman2012.md.
//
// Router = its address digits, a_0 = x, a_1 = y, a_2 = z of the module, then x and y of each level.
// Ports behind the N nodes: x+, x-, y+, y-, z+, z- of the torus, then the higher level in y (north
// or south) and in x (east or west). A module of one router leads all ways: north, east, south,
// west.
//
// Source: M. M. H. Rahman, A. Shah, Y. Inoguchi, On Dynamic Communication Performance of a
// Hierarchical 3D-Mesh Network, NPC 2012; S. Horiguchi 1999.

#include "topology/h3dm.h"

#include <stdio.h>

#include "topology/cube.h"

enum { M, N, LEVELS, Q, MODULE_DIMS = 3 };

// The highest level that finds free layers: 2^(p-q) + 1, p the whole part of log2 m.
static unsigned highest_level(unsigned m, unsigned q) {
  unsigned layers = 1;
  while (2 * layers <= m) {
    layers *= 2;
  }
  return (layers >> q) + 1;
}

static bool parse(topology_t *t, topology_reader_t *r) {
  const topology_reader_t start = *r;
  argument_t list[] = {{"m", 1, 161, false, false, &t->arg[M], 0},
                       {"n", 2, 2048, false, false, &t->arg[N], 0},
                       {"levels", 1, (NOC_MAX_DIMS - 1) / 2, false, false, &t->arg[LEVELS], 0},
                       {"q", 0, 7, false, false, &t->arg[Q], 0}};
  if (!reader_arguments(r, list, 4)) {
    return false;
  }
  const unsigned m = t->arg[M];
  char accepted[160];
  if (m >> t->arg[Q] == 0) {
    const topology_reader_t at = {r->text, list[Q].at, r->error};
    (void)snprintf(accepted, sizeof accepted,
                   "q so that 2^q layers of the %u of a module can serve a level", m);
    return reader_fail(&at, NULL, accepted);
  }
  const unsigned highest = highest_level(m, t->arg[Q]);
  if (t->arg[LEVELS] > highest) {
    const topology_reader_t at = {r->text, list[LEVELS].at, r->error};
    (void)snprintf(accepted, sizeof accepted,
                   "up to %u levels, 2^(p-q) + 1 with p the whole part of log2 m, since the ports "
                   "of a module do not serve more",
                   highest);
    return reader_fail_number(&at, "levels", t->arg[LEVELS], accepted);
  }
  uint64_t routers = (uint64_t)m * m * m;
  t->dims = 2 * t->arg[LEVELS] + 1;
  for (unsigned d = 0; d < t->dims; d++) {
    t->radix[d] = d < MODULE_DIMS ? m : t->arg[N];
    routers *= d < MODULE_DIMS ? 1 : t->arg[N];
    if (routers > NOC_MAX_NODES) {
      return reader_fail(&start, "more routers than that",
                         "m^3 n^(2 (levels - 1)) up to 4194304 routers");
    }
  }
  t->routers = (uint32_t)routers;
  const topology_reader_t behind = {r->text, r->at + (r->text[r->at] == '@'), r->error};
  return reader_nodes(r, &t->nodes_per_router) && cube_nodes(t, &behind) &&
         reader_end(r, "'@' and the nodes per router, or the end") &&
         topology_name(t, r, "m=%u,n=%u,levels=%u,q=%u", m, t->arg[N], t->arg[LEVELS], t->arg[Q]);
}

unsigned h3dm_layers_log2(const topology_t *t) {
  return t->arg[Q];
}

// A link of a higher level, from the lower module. A module of one router has the ports of all four
// sides: north and south, east and west are two apart.
static void join_next(topology_t *t, uint32_t from, uint32_t to, bool in_y) {
  const unsigned first = t->nodes_per_router + 2 * MODULE_DIMS;
  const unsigned out = in_y ? first : first + 1;
  const unsigned in = t->arg[M] > 1 ? out : out + 2;
  topology_join(t, (topology_place_t){from, out}, (topology_place_t){to, in});
}

// All links of one level: layer by layer, north and east from the far sides.
static void join_level(topology_t *t, unsigned level, uint32_t x_stride) {
  const uint32_t m = t->arg[M];
  const uint32_t n = t->arg[N];
  const uint32_t layers = UINT32_C(1) << t->arg[Q];
  const uint32_t first = (level - 2) * layers;
  const uint32_t module = m * m * m;
  for (uint32_t base = 0; base < t->routers; base += module) {
    const bool east = base / x_stride % n + 1 < n;
    const bool north = base / x_stride / n % n + 1 < n;
    for (uint32_t z = first; z < first + layers; z++) {
      const uint32_t layer = base + z * m * m;
      for (uint32_t i = 0; i < m; i++) {
        if (north) {  // (i, m - 1, z) to (i, 0, z) of the next
          join_next(t, layer + (m - 1) * m + i, layer + i + x_stride * n, true);
        }
        if (east) {  // (m - 1, i, z) to (0, i, z)
          join_next(t, layer + i * m + m - 1, layer + i * m + x_stride, false);
        }
      }
    }
  }
}

static bool h3dm_build(topology_t *t, topology_reader_t *r) {
  const topology_reader_t start = *r;
  if (!parse(t, r)) {
    return false;
  }
  const unsigned higher = t->arg[LEVELS] == 1 ? 0 : t->arg[M] > 1 ? 2 : 4;
  t->ports = t->nodes_per_router + 2 * MODULE_DIMS + higher;
  if (!topology_allocate(t, &start)) {
    return false;
  }
  cube_join(t, MODULE_DIMS, true);
  uint32_t stride = t->arg[M] * t->arg[M] * t->arg[M];
  for (unsigned level = 2; level <= t->arg[LEVELS]; level++) {
    join_level(t, level, stride);
    stride *= t->arg[N] * t->arg[N];
  }
  return true;
}

// The halves of the highest level are cut by m 2^q links of each module along the cut, if n is
// even.
static void h3dm_forms(const topology_t *t, topology_forms_t *forms) {
  if (t->arg[LEVELS] == 1) {
    forms->classes = 1;
    return;
  }
  if (t->arg[N] % 2 == 0) {
    const double modules = (double)t->routers / t->arg[M] / t->arg[M] / t->arg[M];
    forms->bisection = modules / t->arg[N] * t->arg[M] * (1u << t->arg[Q]);
  }
}

// A module on a slant, n x n of them as a grid, with a wider gap at each level.
static void h3dm_place(const topology_t *t, uint32_t router, double at[2]) {
  unsigned c[NOC_MAX_DIMS];
  topology_coordinates(t, router, c);
  const double m = t->arg[M];
  const double cell = m > 1 ? 0.6 * m + 0.5 : 1;
  double block = m * cell + 0.6;
  at[0] = c[0] * cell + 0.6 * c[2];
  at[1] = c[1] * cell + 0.42 * c[2];
  for (unsigned d = MODULE_DIMS; d < t->dims; d += 2) {
    at[0] += c[d] * block;
    at[1] += c[d + 1] * block;
    block = block * t->arg[N] + 1;
  }
}

const family_code_t kH3dmCode = {.build = h3dm_build,
                                 .forms = h3dm_forms,
                                 .place = h3dm_place,
                                 .most_significant_first = true,
                                 .wiring = WIRING_MODULES};
