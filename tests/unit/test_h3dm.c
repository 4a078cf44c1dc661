// test_h3dm -- the hierarchical 3D-mesh: numbers of the paper, its port table, and distances from
// the corners against a search from every router.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/h3dm_distances.h"
#include "analysis/h3dm_routes.h"
#include "analysis/measure.h"
#include "routing/routing.h"
#include "topology/topology.h"
#include "unit/topology_graph.h"

// Rahman, Shah, Inoguchi 2012, section 2: N = m^3 n^(2 (L - 1)); a module of 4 x 4 x 4 has 64 free
// ports, of which each level takes 4 m 2^q, a quarter to each side.
static void numbers(void **state) {
  (void)state;
  static const struct {
    const char *string;
    uint32_t routers, links, degree_min, degree_max;
  } kKnown[] = {
      {"h3dm:m=4,n=4,levels=1,q=0", 64, 192, 6, 6},
      {"h3dm:m=4,n=4,levels=2,q=0", 1024, 16 * 192 + 24 * 4, 6, 8},
      {"h3dm:m=4,n=4,levels=2,q=2", 1024, 16 * 192 + 24 * 16, 6, 8},
      {"h3dm:m=4,n=4,levels=3,q=1", 16384, 256 * (192 + 2 * 12), 6, 8},
      {"h3dm:m=2,n=3,levels=3,q=0", 648, 81 * 12 + 2 * 9 * 12 * 2, 3, 5},
      {"h3dm:m=1,n=4,levels=2,q=0", 16, 24, 2, 4},
      {"h3dm:m=3,n=2,levels=3,q=0@2", 432, 16 * 81 + 2 * 16 * 3, 6, 8},
  };
  for (size_t i = 0; i < sizeof kKnown / sizeof kKnown[0]; i++) {
    topology_t *t = graph_make(kKnown[i].string);
    uint64_t ends = 0;
    for (size_t p = 0; p < (size_t)t->routers * t->ports; p++) {
      ends += t->peer_router[p] >= 0;
    }
    graph_check(t);
    assert_int_equal(t->routers, kKnown[i].routers);
    assert_int_equal(ends / 2, kKnown[i].links);
    topology_free(t);
  }
}

// The table of docs/papers/rahman2012.md, for the module in the middle of its planes.
static void ports(void **state) {
  (void)state;
  enum { SIZE = 4, Y_PORT = 7, X_PORT = 8 };
  topology_t *t = graph_make("h3dm:m=4,n=4,levels=3,q=0");
  const uint32_t module = SIZE * SIZE * SIZE;
  const uint32_t stride[2] = {module, module * SIZE * SIZE};  // x of levels 2 and 3
  const uint32_t base = stride[0] * 5 + stride[1] * 5;        // digits 1, 1 in both
  for (uint32_t r = 0; r < module; r++) {
    const uint32_t x = r % SIZE;
    const uint32_t y = r / SIZE % SIZE;
    const uint32_t z = r / SIZE / SIZE;
    const int32_t *peer = &t->peer_router[(size_t)(base + r) * t->ports];
    int64_t in_y = -1;
    int64_t in_x = -1;
    if (z < 2 && y == SIZE - 1) {
      in_y = base + r - (SIZE - 1) * SIZE + stride[z] * SIZE;
    } else if (z < 2 && y == 0) {
      in_y = base + r + (SIZE - 1) * SIZE - stride[z] * SIZE;
    }
    if (z < 2 && x == SIZE - 1) {
      in_x = base + r - (SIZE - 1) + stride[z];
    } else if (z < 2 && x == 0) {
      in_x = base + r + (SIZE - 1) - stride[z];
    }
    assert_int_equal(peer[Y_PORT], in_y);
    assert_int_equal(peer[X_PORT], in_x);
  }
  char name[64];
  assert_string_equal(topology_router_name(t, base + 6, name, sizeof name), "1,1,1,1,0,1,2");
  topology_free(t);
}

static void check_distances(const char *string) {
  topology_t *t = graph_make(string);
  noc_error_t error = {0};
  h3dm_distances_t d;
  assert_true(h3dm_distances(t, &d, &error));
  const graph_numbers_t n = graph_search(t);
  const double mean = d.sum / ((double)t->routers * (t->routers - 1.0));
  if (d.diameter != n.diameter || fabs(mean - n.mean_distance) > 1e-9) {
    fail_msg("%s: diameter %g and mean %.9f from the corners, %u and %.9f by enumeration", string,
             d.diameter, mean, n.diameter, n.mean_distance);
  }
  topology_free(t);
}

// Levels 2 to 4 of several modules: with layers left over, several layers a level, an odd module.
static void distances(void **state) {
  (void)state;
  static const char *const kMany[] = {
      "h3dm:m=4,n=4,levels=2,q=0", "h3dm:m=4,n=3,levels=2,q=1", "h3dm:m=4,n=4,levels=2,q=2",
      "h3dm:m=2,n=4,levels=3,q=0", "h3dm:m=2,n=3,levels=2,q=1", "h3dm:m=1,n=5,levels=2,q=0",
      "h3dm:m=3,n=3,levels=3,q=0", "h3dm:m=5,n=2,levels=3,q=0", "h3dm:m=4,n=2,levels=3,q=0",
      "h3dm:m=4,n=2,levels=4,q=0", "h3dm:m=6,n=2,levels=3,q=1",
  };
  for (size_t i = 0; i < sizeof kMany / sizeof kMany[0]; i++) {
    check_distances(kMany[i]);
  }
  if (getenv("NOCSTEP_LONG") != NULL) {
    check_distances("h3dm:m=4,n=4,levels=3,q=0");
    check_distances("h3dm:m=4,n=2,levels=5,q=0");
  }
}

// The diameter is that which `nocstep topo` says of 16 thousand routers, typed from an enumeration
// of all pairs.
static void large(void **state) {
  (void)state;
  topology_t *t = graph_make("h3dm:m=4,n=4,levels=3,q=0@2");
  noc_error_t error = {0};
  measure_t m;
  assert_true(measure_topology(t, &m, &error));
  assert_int_equal(m.method, MEASURE_SYMMETRY);
  assert_true(m.diameter == 34);
  topology_free(t);
}

// Every route of the network, by asking for the next hop: sum and longest.
static void walk_all(routing_t *r, double *sum, double *longest) {
  const topology_t *t = r->topology;
  noc_error_t error = {0};
  uint16_t *hops = calloc(t->routers, sizeof *hops);  // to the destination, + 1
  uint32_t *way = calloc(t->routers, sizeof *way);
  assert_non_null(hops);
  assert_non_null(way);
  *sum = *longest = 0;
  for (uint32_t to = 0; to < t->routers; to++) {
    memset(hops, 0, t->routers * sizeof *hops);
    hops[to] = 1;
    for (uint32_t from = 0; from < t->routers; from++) {
      uint32_t length = 0;
      uint32_t at = from;
      for (; hops[at] == 0; length++) {
        route_t route;
        assert_true(routing_route(r, at, 0, to, &route, &error));
        way[length] = at;
        at = (uint32_t)t->peer_router[(size_t)at * t->ports + route.port[0]];
      }
      for (uint16_t n = hops[at]; length-- > 0;) {
        hops[way[length]] = ++n;
      }
      *sum += hops[from] - 1;
      *longest = hops[from] - 1 > *longest ? hops[from] - 1 : *longest;
    }
  }
  free(hops);
  free(way);
}

static void check_routes(const char *string) {
  topology_t *t = graph_make(string);
  noc_error_t error = {0};
  routing_t *r = routing_create(t, NULL, NULL, false, &error);
  assert_non_null(r);
  h3dm_routes_t routes;
  assert_true(h3dm_routes(t->arg[0], t->arg[1], t->arg[2], t->arg[3], 1, &routes, &error));
  double sum = 0;
  double longest = 0;
  walk_all(r, &sum, &longest);
  const double mean = sum / ((double)t->routers * (t->routers - 1.0));
  if (routes.longest != longest || fabs(routes.mean - mean) > 1e-9) {
    fail_msg("%s: longest %g, mean %.9f by recursion, %g and %.9f by enumeration", string,
             routes.longest, routes.mean, longest, mean);
  }
  routing_free(r);
  topology_free(t);
}

// Levels 1 to 4, with layers left over, several layers a level, one of them at the ring's end.
static void routes(void **state) {
  (void)state;
  static const char *const kMany[] = {
      "h3dm:m=4,n=4,levels=1,q=0", "h3dm:m=4,n=4,levels=2,q=0", "h3dm:m=4,n=4,levels=2,q=2",
      "h3dm:m=4,n=2,levels=3,q=1", "h3dm:m=4,n=2,levels=3,q=0", "h3dm:m=5,n=2,levels=3,q=0",
      "h3dm:m=3,n=3,levels=2,q=0", "h3dm:m=2,n=2,levels=3,q=0", "h3dm:m=2,n=3,levels=2,q=1",
      "h3dm:m=1,n=5,levels=2,q=0", "h3dm:m=7,n=2,levels=2,q=1", "h3dm:m=4,n=2,levels=4,q=0",
  };
  for (size_t i = 0; i < sizeof kMany / sizeof kMany[0]; i++) {
    check_routes(kMany[i]);
  }
  if (getenv("NOCSTEP_LONG") != NULL) {
    check_routes("h3dm:m=4,n=4,levels=3,q=0");
  }
  noc_error_t error = {0};
  h3dm_routes_t one;
  assert_true(h3dm_routes(1, 1, 1, 0, 1, &one, &error));
  assert_true(isnan(one.mean));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers), cmocka_unit_test(ports),  cmocka_unit_test(distances),
      cmocka_unit_test(large),   cmocka_unit_test(routes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
