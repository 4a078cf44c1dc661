// test_measure -- the numbers of topologies: igraph and symmetry against a plain search, typed
// values, cuts against all halves.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <math.h>
#include <stdlib.h>

#include "analysis/bisection.h"
#include "analysis/measure.h"
#include "topology/topology.h"
#include "unit/topology_graph.h"

static measure_t measure(const topology_t *t) {
  noc_error_t error = {0};
  measure_t m;
  if (!measure_topology(t, &m, &error)) {
    fail_msg("%s: %s", t->name, error.text);
  }
  return m;
}

static void distances(void **state) {
  (void)state;
  static const struct {
    const char *string;
    measure_method_t method;
  } kMany[] = {
      {"mesh:1", MEASURE_ENUMERATION},
      {"mesh:5x4@3", MEASURE_ENUMERATION},
      {"torus:6x5@2", MEASURE_SYMMETRY},
      {"torus:2x3x4", MEASURE_SYMMETRY},
      {"ring:9", MEASURE_SYMMETRY},
      {"hypercube:5", MEASURE_SYMMETRY},
      {"octagon:20@2", MEASURE_SYMMETRY},
      {"octagons:2x3", MEASURE_ENUMERATION},
      {"flattened:5x3@2", MEASURE_SYMMETRY},
      {"mesh:20x20", MEASURE_ENUMERATION},
      {"fattree:k=3,n=3", MEASURE_SYMMETRY},
      {"butterfly:k=3,n=3", MEASURE_SYMMETRY},
      {"dragonfly:p=2,a=4,h=2", MEASURE_SYMMETRY},
      {"dragonfly:p=1,a=3,h=2,g=4", MEASURE_SYMMETRY},
      {"slimfly:q=7@2", MEASURE_SYMMETRY},
      {"slimfly:q=13", MEASURE_SYMMETRY},
  };
  for (size_t i = 0; i < sizeof kMany / sizeof kMany[0]; i++) {
    topology_t *t = graph_make(kMany[i].string);
    const measure_t m = measure(t);
    const graph_numbers_t n = graph_search(t);
    assert_int_equal(m.method, kMany[i].method);
    assert_int_equal(m.links, n.links);
    assert_int_equal(m.degree_min, n.degree_min);
    assert_int_equal(m.degree_max, n.degree_max);
    assert_true(m.diameter == n.diameter);
    if (t->nodes > 1 && fabs(m.mean_distance - n.mean_distance) > 1e-9) {
      fail_msg("%s: mean distance %.9f, not %.9f", t->name, m.mean_distance, n.mean_distance);
    }
    topology_free(t);
  }
}

// Too many routers to search from all.
static void large(void **state) {
  (void)state;
  topology_t *t = graph_make("torus:512x256");
  measure_t m = measure(t);
  assert_int_equal(m.method, MEASURE_SYMMETRY);
  assert_true(m.diameter == 384);
  // k / 4 hops a dimension over all routers, itself included.
  assert_true(fabs(m.mean_distance - (128.0 + 64.0) * t->routers / (t->routers - 1.0)) < 1e-9);
  assert_true(m.bisection == 512 && m.bisection_exact);
  topology_free(t);
  t = graph_make("mesh:512x256");
  m = measure(t);
  assert_int_equal(m.method, MEASURE_CLOSED_FORM);
  assert_true(m.diameter == 511 + 255);
  topology_free(t);
  // Bridged octagons: a column and a row more are two hops more, 202 for 100 x 100 (2 + 2 for one).
  t = graph_make("octagons:100x100");
  m = measure(t);
  assert_int_equal(m.method, MEASURE_SAMPLE);
  assert_true(m.searches > 100 && m.diameter > 150 && m.diameter <= 202);
  assert_true(fabs(m.mean_distance - 69) < 2);
  topology_free(t);
}

// The n-dimensional torus has n edge-disjoint spanning trees, the binary n-cube floor(n/2)
// (B. Barden et al. 1999); Mader: connectivity is the degree.
static void connectivity(void **state) {
  (void)state;
  static const struct {
    const char *string;
    unsigned connectivity, trees;
    bool exact;
  } kMany[] = {
      {"torus:4x4", 4, 2, true},   {"torus:4x4x4", 6, 3, true}, {"torus:8x8x8x8", 8, 4, true},
      {"torus:3x3", 4, 2, true},   {"ring:8", 2, 1, true},      {"hypercube:4", 4, 2, true},
      {"hypercube:5", 5, 2, true}, {"hypercube:6", 6, 3, true}, {"mesh:4x4", 2, 1, true},
      {"mesh:4x4x4", 3, 1, false}, {"octagon:8", 3, 1, true},   {"octagons:2x2", 3, 1, true},
      {"flattened:6", 5, 3, true},  // K6 is three spanning paths
      {"mesh:9", 1, 1, true},
  };
  for (size_t i = 0; i < sizeof kMany / sizeof kMany[0]; i++) {
    topology_t *t = graph_make(kMany[i].string);
    const measure_t m = measure(t);
    if (m.edge_connectivity != kMany[i].connectivity || m.trees != kMany[i].trees ||
        m.trees_exact != kMany[i].exact) {
      fail_msg("%s: connectivity %g, %g trees, exact %d", t->name, m.edge_connectivity, m.trees,
               m.trees_exact);
    }
    topology_free(t);
  }
}

// Improved cuts of more routers than can be tried in all halves reach the closed form.
static void cuts(void **state) {
  (void)state;
  static const struct {
    const char *string;
    unsigned links;
  } kMany[] = {{"mesh:8x8", 8},         {"torus:8x8", 16},       {"hypercube:6", 32},
               {"ring:100", 2},         {"octagon:64", 4},       {"flattened:8x8", 128},
               {"mesh:4x4x4", 16},      {"mesh:1x50", 1},        {"mesh:16x16@2", 16},
               {"fattree:k=4,n=3", 32}, {"fattree:k=2,n=5", 16}, {"butterfly:k=2,n=4", 8}};
  for (size_t i = 0; i < sizeof kMany / sizeof kMany[0]; i++) {
    topology_t *t = graph_make(kMany[i].string);
    noc_error_t error = {0};
    double cut = 0;
    bool exact = true;
    assert_true(bisection_search(t, &cut, &exact, &error));
    assert_false(exact);
    if (cut != kMany[i].links) {
      fail_msg("%s: a cut of %g links, not %u", t->name, cut, kMany[i].links);
    }
    topology_free(t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(distances),
      cmocka_unit_test(large),
      cmocka_unit_test(connectivity),
      cmocka_unit_test(cuts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
