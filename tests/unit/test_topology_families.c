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

#include "analysis/placing.h"
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
      // Dvorak et al. 2006: octagons whose corresponding nodes are linked.
      {"octagon:8^2", 64, 64, 192, 6, 6, 4},
      {"octagon:8^1", 8, 8, 12, 3, 3, 2},
      {"octagon:12^2@2", 144, 288, 432, 6, 6, 6},
      {"octagon:8^3", 512, 512, 2304, 9, 9, 6},
      {"octagons:1x1", 8, 8, 12, 3, 3, 2},
      {"octagons:1x2", 15, 15, 24, 3, 6, 4},
      {"octagons:2x2", 28, 28, 48, 3, 6, 6},
      {"octagons:3x2@2", 41, 82, 72, 3, 6, 7},  // 2 + 1 (chord) + 2 + 2
      // Kim, Dally, Abts 2007: k routers in each of n dimensions, all pairs of a line linked.
      {"flattened:4x4", 16, 16, 48, 6, 6, 2},
      {"flattened:5x3@4", 15, 60, 45, 6, 6, 2},
      {"flattened:6", 6, 6, 15, 5, 5, 1},
      // Petrini, Vanneschi 1997: a k-ary n-tree has k^n nodes, n k^(n-1) routers; the lowest n - 1
      // levels have k^n links up each.
      {"fattree:k=4,n=3", 48, 64, 128, 4, 8, 4},
      {"fattree:k=2,n=3", 12, 8, 16, 2, 4, 4},
      {"fattree:k=3,n=2", 6, 9, 9, 3, 3, 2},
      {"fattree:k=4,n=1", 1, 4, 0, 0, 0, 0},
      // A tree of P leaves has one link above each of its subtrees.
      {"tree:k=2,n=4", 15, 16, 14, 1, 3, 6},
      {"tree:k=3,n=3", 13, 27, 12, 1, 4, 4},
      {"tree:k=5,n=1", 1, 5, 0, 0, 0, 0},
      {"fattree:k=2,n=4,growth=1", 15, 16, 14, 1, 3, 6},
      // Leiserson 1985: 2, 3 and 4 links above 2, 4 and 8 nodes with growth 4^(1/3), to the nearest
      // whole number; 2, 4 and 8 with growth 2.
      {"fattree:k=2,n=4,growth=1.587401", 15, 16, 36, 2, 10, 6},
      {"fattree:k=2,n=4,growth=2.0", 15, 16, 48, 2, 16, 6},
      {"fattree:k=4,n=2,growth=1.5", 5, 16, 8, 2, 8, 2},
      // Dally and Towles 2004, chapter 4: a k-ary n-fly has n stages of k^(n-1) switches.
      {"butterfly:k=2,n=3", 12, 8, 16, 2, 4, 2},
      {"butterfly:k=2,n=4", 32, 16, 48, 2, 4, 3},
      {"butterfly:k=4,n=2", 8, 16, 16, 4, 4, 1},
      {"butterfly:k=3,n=1", 1, 3, 0, 0, 0, 0},
      // Kim et al. 2008, figure 5: p = h = 2, a = 4 scales to N = 72 with 9 groups of 4 routers.
      {"dragonfly:p=2,a=4,h=2", 36, 72, 90, 5, 5, 3},
      {"dragonfly:p=1,a=2,h=1", 6, 6, 6, 2, 2, 3},
      {"dragonfly:p=1,a=1,h=3", 4, 4, 6, 3, 3, 1},
      {"dragonfly:p=3,a=4,h=2,g=5", 20, 60, 50, 5, 5, 3},
      // Besta, Hoefler 2014: 2 q^2 routers of network radix (3 q - d) / 2, q = 4 w + d; q = 5 is
      // the graph of Hoffman and Singleton with 50 vertices of degree 7.
      {"slimfly:q=5", 50, 50, 175, 7, 7, 2},
      {"slimfly:q=3", 18, 18, 45, 5, 5, 2},
      {"slimfly:q=7@6", 98, 588, 539, 11, 11, 2},
      {"slimfly:q=11", 242, 242, 2057, 17, 17, 2},
      {"slimfly:q=13", 338, 338, 3211, 19, 19, 2},
      {"slimfly:q=17@2", 578, 1156, 7225, 25, 25, 2},
      {"slimfly:q=19", 722, 722, 10469, 29, 29, 2},
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

static const char *const kMany[] = {"mesh:1",
                                    "mesh:7@2",
                                    "mesh:5x4",
                                    "mesh:3x1x4@3",
                                    "mesh:2x3x4x2",
                                    "torus:1",
                                    "torus:2",
                                    "torus:7",
                                    "torus:6x5",
                                    "torus:3x2x4@2",
                                    "torus:2x2x2x3",
                                    "ring:3",
                                    "ring:9@2",
                                    "ring:12",
                                    "hypercube:1",
                                    "hypercube:4",
                                    "hypercube:5@3",
                                    "octagon:8",
                                    "octagon:20",
                                    "octagon:24@2",
                                    "octagon:8^2",
                                    "octagon:12^2@3",
                                    "octagons:2x1",
                                    "octagons:3x3",
                                    "flattened:1x4",
                                    "flattened:7x2",
                                    "flattened:3x4x2@2",
                                    "flattened:2x2x2",
                                    "fattree:k=2,n=5",
                                    "fattree:k=5,n=3",
                                    "tree:k=2,n=6",
                                    "tree:k=4,n=3",
                                    "fattree:k=3,n=4,growth=1.7",
                                    "butterfly:k=3,n=3",
                                    "butterfly:k=2,n=6",
                                    "dragonfly:p=1,a=3,h=2",
                                    "dragonfly:p=2,a=2,h=3,g=4",
                                    "dragonfly:p=1,a=4,h=3,g=3",
                                    "dragonfly:p=2,a=6,h=1",
                                    "slimfly:q=5@3",
                                    "slimfly:q=23"};

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
  if (n < 2) {
    return 0;
  }
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
      {"mesh:4x4", 4},        {"mesh:3x3", 4},      {"mesh:5x3", 0},        {"mesh:3x5", 0},
      {"mesh:4x3", 0},        {"mesh:3x2", 0},      {"mesh:9", 1},          {"mesh:3x3x2", 0},
      {"torus:4x4", 8},       {"torus:3x3", 8},     {"torus:5x3", 0},       {"torus:4x3", 0},
      {"torus:4x2", 0},       {"torus:2x2x4", 0},   {"torus:2", 1},         {"torus:2x2x2", 4},
      {"ring:8", 2},          {"ring:7", 2},        {"hypercube:3", 4},     {"hypercube:4", 8},
      {"octagon:8", 4},       {"octagon:12", 4},    {"octagon:16", 4},      {"flattened:4x4", 16},
      {"flattened:2x5", 0},   {"flattened:4x3", 0}, {"flattened:6", 9},     {"mesh:1x8", 1},
      {"flattened:2x2x3", 0}, {"torus:3x2", 0},     {"fattree:k=2,n=2", 2}, {"fattree:k=2,n=3", 0},
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

// No two routers of a picture cover each other.
static void places(void **state) {
  (void)state;
  static const char *const kPlaced[] = {
      "mesh:4x3",        "mesh:3x2x2",
      "ring:7",          "torus:4x4",
      "hypercube:4",     "octagon:8",
      "octagon:8^2",     "octagons:2x2",
      "flattened:4x4",   "h3dm:m=2,n=2,levels=2,q=0",
      "fattree:k=2,n=3", "fattree:k=4,n=2,growth=2",
      "tree:k=3,n=3",    "butterfly:k=2,n=3",
      "slimfly:q=5",     "dragonfly:p=2,a=4,h=2",
      "octagon:8^3",     "dragonfly:p=1,a=1,h=2",
  };
  for (size_t i = 0; i < sizeof kPlaced / sizeof kPlaced[0]; i++) {
    topology_t *t = graph_make(kPlaced[i]);
    for (uint32_t a = 0; a < t->routers; a++) {
      double from[2];
      assert_true(topology_place(t, a, from));
      for (uint32_t b = 0; b < a; b++) {
        double to[2];
        assert_true(topology_place(t, b, to));
        const double apart = hypot(from[0] - to[0], from[1] - to[1]);
        if (!(apart > 2 * PLACING_RADIUS)) {
          fail_msg("%s: routers %u and %u are %g apart in a picture", t->name, b, a, apart);
        }
      }
    }
    topology_free(t);
  }
  topology_t *t = graph_make("irregular:switches=4,ports=4,hosts=4");
  double at[2];
  assert_false(topology_place(t, 0, at));  // a layout finds its places
  topology_free(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers),
      cmocka_unit_test(forms),
      cmocka_unit_test(bisections),
      cmocka_unit_test(places),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
