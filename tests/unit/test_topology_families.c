// test_topology_families -- the graph of every family: numbers typed from the literature, links,
// places and names, and the closed forms against a search.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "topology/topology.h"
#include "unit/topology_graph.h"

// Routers, nodes, links, degrees and diameter as the definition or the source gives them.
static void numbers(void **state) {
  (void)state;
  static const struct {
    const char *string;
    uint32_t routers, nodes, links, degree_min, degree_max, diameter;
  } kKnown[] = {
      // Dally and Towles 2004, chapter 5: an n-dimensional torus of radix k has degree 2n and
      // diameter n floor(k/2); a mesh n (k - 1).
      {"mesh:4x4x4", 64, 64, 144, 3, 6, 9},
      {"torus:8x8", 64, 64, 128, 4, 4, 8},
      {"torus:4x4x4", 64, 64, 192, 6, 6, 6},
      {"torus:5x3", 15, 15, 30, 4, 4, 3},
      {"torus:2x2", 4, 4, 4, 2, 2, 2},  // radix 2 wraps onto one link
      {"torus:4x2@3", 8, 24, 12, 3, 3, 3},
      {"torus:1x3", 3, 3, 3, 2, 2, 1},
      {"torus:3x3x3x3x3x3", 729, 729, 4374, 12, 12, 6},
      {"ring:8", 8, 8, 8, 2, 2, 4},
      {"ring:2", 2, 2, 1, 1, 1, 1},
      {"ring:1", 1, 1, 0, 0, 0, 0},
      // The binary n-cube: 2^n routers, n 2^(n-1) links, diameter n.
      {"hypercube:6", 64, 64, 192, 6, 6, 6},
      {"hypercube:3@2", 8, 16, 12, 3, 3, 3},
      // Karim, Nguyen, Dey 2002: 8 nodes, 12 bidirectional links, at most two hops.
      {"octagon:8", 8, 8, 12, 3, 3, 2},
      {"octagon:8@2", 8, 16, 12, 3, 3, 2},
      {"octagon:12", 12, 12, 18, 3, 3, 3},
      {"octagon:16", 16, 16, 24, 3, 3, 4},
      {"octagons:1x1", 8, 8, 12, 3, 3, 2},
      {"octagons:1x2", 15, 15, 24, 3, 6, 4},
      {"octagons:2x2", 28, 28, 48, 3, 6, 6},
      {"octagons:3x2@2", 41, 82, 72, 3, 6, 7},  // 2 + 1 (chord) + 2 + 2
      // Kim, Dally, Abts 2007: k routers in each of n dimensions, all pairs of a line linked.
      {"flattened:4x4", 16, 16, 48, 6, 6, 2},
      {"flattened:5x3@4", 15, 60, 45, 6, 6, 2},
      {"flattened:6", 6, 6, 15, 5, 5, 1},
  };
  for (size_t i = 0; i < sizeof kKnown / sizeof kKnown[0]; i++) {
    topology_t *t = graph_make(kKnown[i].string);
    graph_check(t);
    const graph_numbers_t n = graph_search(t);
    if (t->routers != kKnown[i].routers || t->nodes != kKnown[i].nodes ||
        n.links != kKnown[i].links || n.degree_min != kKnown[i].degree_min ||
        n.degree_max != kKnown[i].degree_max || n.diameter != kKnown[i].diameter) {
      fail_msg("%s: %u routers, %u nodes, %u links, degree %u to %u, diameter %u", kKnown[i].string,
               t->routers, t->nodes, n.links, n.degree_min, n.degree_max, n.diameter);
    }
    topology_free(t);
  }
}

static const char *const kMany[] = {
    "mesh:1",         "mesh:7@2",      "mesh:5x4",      "mesh:3x1x4@3",  "mesh:2x3x4x2",
    "torus:1",        "torus:2",       "torus:7",       "torus:6x5",     "torus:3x2x4@2",
    "torus:2x2x2x3",  "ring:3",        "ring:9@2",      "ring:12",       "hypercube:1",
    "hypercube:4",    "hypercube:5@3", "octagon:8",     "octagon:20",    "octagon:24@2",
    "octagons:2x1",   "octagons:3x3",  "flattened:1x4", "flattened:7x2", "flattened:3x4x2@2",
    "flattened:2x2x2"};

// Diameter and mean distance in closed form, and the classes of routers with equal distances.
static void forms(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof kMany / sizeof kMany[0]; i++) {
    topology_t *t = graph_make(kMany[i]);
    graph_check(t);
    const graph_numbers_t n = graph_search(t);
    topology_forms_t f;
    topology_forms(t, &f);
    if (!isnan(f.diameter) && t->nodes > 1 && f.diameter != n.diameter) {
      fail_msg("%s: diameter %u, %g in closed form", t->name, n.diameter, f.diameter);
    }
    if (!isnan(f.mean_distance) && fabs(f.mean_distance - n.mean_distance) > 1e-9) {
      fail_msg("%s: mean distance %.9f, %.9f in closed form", t->name, n.mean_distance,
               f.mean_distance);
    }
    topology_free(t);
  }
}

// The fewest links between two halves of the routers, by trying all halves.
static unsigned smallest_cut(const topology_t *t) {
  unsigned best = UINT32_MAX;
  const unsigned n = t->routers;
  for (uint32_t set = 0; set < UINT32_C(1) << (n - 1); set++) {
    if ((unsigned)__builtin_popcount(set) != n / 2 &&
        (unsigned)__builtin_popcount(set) != n - n / 2) {
      continue;
    }
    unsigned cut = 0;
    for (uint32_t r = 0; r < n; r++) {
      for (unsigned p = 0; p < t->ports; p++) {
        const int32_t peer = t->peer_router[(size_t)r * t->ports + p];
        cut += peer > (int32_t)r && (set >> r & 1u) != (set >> peer & 1u);
      }
    }
    best = cut < best ? cut : best;
  }
  return best;
}

static void bisections(void **state) {
  (void)state;
  static const struct {
    const char *string;
    unsigned links;  // 0: the closed form is tested against all halves only
  } kKnown[] = {
      {"mesh:4x4", 4},        {"mesh:3x3", 4},      {"mesh:5x3", 0},    {"mesh:3x5", 0},
      {"mesh:4x3", 0},        {"mesh:3x2", 0},      {"mesh:9", 1},      {"mesh:3x3x2", 0},
      {"torus:4x4", 8},       {"torus:3x3", 8},     {"torus:5x3", 0},   {"torus:4x3", 0},
      {"torus:4x2", 0},       {"torus:2x2x4", 0},   {"torus:2", 1},     {"torus:2x2x2", 4},
      {"ring:8", 2},          {"ring:7", 2},        {"hypercube:3", 4}, {"hypercube:4", 8},
      {"octagon:8", 4},       {"octagon:12", 4},    {"octagon:16", 4},  {"flattened:4x4", 16},
      {"flattened:2x5", 0},   {"flattened:4x3", 0}, {"flattened:6", 9}, {"mesh:1x8", 1},
      {"flattened:2x2x3", 0}, {"torus:3x2", 0},
  };
  for (size_t i = 0; i < sizeof kKnown / sizeof kKnown[0]; i++) {
    topology_t *t = graph_make(kKnown[i].string);
    topology_forms_t f;
    topology_forms(t, &f);
    const unsigned cut = smallest_cut(t);
    if (!isnan(f.bisection) && (f.bisection_exact ? f.bisection != cut : f.bisection < cut)) {
      fail_msg("%s: bisection %u, %g in closed form", t->name, cut, f.bisection);
    }
    if (kKnown[i].links > 0) {
      assert_int_equal(cut, kKnown[i].links);
      assert_true(f.bisection_exact);
    }
    topology_free(t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers),
      cmocka_unit_test(forms),
      cmocka_unit_test(bisections),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
