// test_two_hops -- ways of two hops against the square of the matrix of links, and against values
// that are known of strongly regular graphs.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <stdlib.h>

#include "analysis/two_hops.h"
#include "unit/topology_graph.h"

static void square(const topology_t *t, two_hops_range_t range[2]) {
  const uint32_t n = t->routers;
  bool *linked = calloc((size_t)n * n, 1);
  for (uint32_t a = 0; a < n; a++) {
    for (uint32_t p = 0; p < t->ports; p++) {
      const int32_t b = t->peer_router[(size_t)a * t->ports + p];
      if (b >= 0) {
        linked[a * n + (uint32_t)b] = true;
      }
    }
  }
  range[0] = range[1] = (two_hops_range_t){UINT32_MAX, 0};
  for (uint32_t a = 0; a < n; a++) {
    for (uint32_t b = 0; b < n; b++) {
      uint32_t ways = 0;
      for (uint32_t m = 0; m < n; m++) {
        ways += linked[a * n + m] && linked[m * n + b];
      }
      two_hops_range_t *r = &range[linked[a * n + b]];
      if (a != b) {
        r->least = ways < r->least ? ways : r->least;
        r->most = ways > r->most ? ways : r->most;
      }
    }
  }
  free(linked);
}

static void matrix(void **state) {
  (void)state;
  static const char *const kMany[] = {"mesh:1",
                                      "mesh:1x2",
                                      "mesh:3x4",
                                      "torus:4x4",
                                      "octagon:8",
                                      "flattened:5x3",
                                      "tree:k=2,n=3",
                                      "fattree:k=2,n=4,growth=1.587401",
                                      "dragonfly:p=1,a=3,h=2",
                                      "slimfly:q=7",
                                      "irregular:switches=12,ports=8,hosts=24,seed=4"};
  for (size_t i = 0; i < sizeof kMany / sizeof kMany[0]; i++) {
    topology_t *t = graph_make(kMany[i]);
    noc_error_t error = {0};
    two_hops_t found;
    two_hops_range_t range[2];
    assert_true(two_hops_find(t, &found, &error));
    square(t, range);
    if (found.apart.least != range[0].least || found.apart.most != range[0].most ||
        found.linked.least != range[1].least || found.linked.most != range[1].most) {
      fail_msg("%s: %u to %u apart, %u to %u linked; by the matrix %u to %u, %u to %u", t->name,
               found.apart.least, found.apart.most, found.linked.least, found.linked.most,
               range[0].least, range[0].most, range[1].least, range[1].most);
    }
    topology_free(t);
  }
}

// Strongly regular graphs by their parameters (routers, degree, linked, apart): rook's graphs of
// side n have (n^2, 2 (n - 1), n - 2, 2), the Hoffman-Singleton graph (50, 7, 0, 1).
static void typed(void **state) {
  (void)state;
  static const struct {
    const char *string;
    uint32_t linked, apart;
  } kKnown[] = {{"flattened:4x4", 2, 2}, {"flattened:9x9", 7, 2}, {"slimfly:q=5", 0, 1}};
  for (size_t i = 0; i < sizeof kKnown / sizeof kKnown[0]; i++) {
    topology_t *t = graph_make(kKnown[i].string);
    noc_error_t error = {0};
    two_hops_t found;
    assert_true(two_hops_find(t, &found, &error));
    assert_int_equal(found.linked.least, kKnown[i].linked);
    assert_int_equal(found.linked.most, kKnown[i].linked);
    assert_int_equal(found.apart.least, kKnown[i].apart);
    assert_int_equal(found.apart.most, kKnown[i].apart);
    topology_free(t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(matrix), cmocka_unit_test(typed)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
