// test_route_loads -- loads that have closed forms: uniform traffic on meshes and tori (Dally,
// Towles 2004, 3.3.1), patterns whose busiest link is known, and what an H3DM's sides carry.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <math.h>
#include <stdlib.h>

#include "analysis/route_loads.h"
#include "unit/topology_graph.h"
#include "workload/patterns.h"

static route_loads_t find(const char *topology, const char *pattern) {
  noc_error_t error = {0};
  route_loads_t loads;
  topology_t *t = graph_make(topology);
  routing_t *r = routing_create(t, NULL, NULL, false, &error);
  assert_non_null(r);
  assert_true(route_loads_find(r, pattern_find(pattern)->image, &loads, &error));
  routing_free(r);
  topology_free(t);
  return loads;
}

static void assert_near(double is, double expected) {
  if (!(fabs(is - expected) < 1e-9)) {
    fail_msg("%.12g, expected %.12g", is, expected);
  }
}

// The middle link of a line carries what half of its nodes send to the other half, of all rows.
static void uniform(void **state) {
  (void)state;
  const route_loads_t mesh = find("mesh:8x8", "uniform");
  assert_near(mesh.link, 4 * 8 * 4 / 63.0);
  assert_near(mesh.in_class[1], mesh.link);  // any of one
  assert_near(mesh.in_class[0], 0);
  assert_near(mesh.hops, 16 / 3.0);
  // Half of that on each of two links in a ring. All in class 1 goes to the wrap link.
  const route_loads_t torus = find("torus:8x8", "uniform");
  assert_near(torus.link, 8 * 8 / 63.0);
  assert_near(torus.in_class[1], torus.link);
  assert_near(torus.hops, 4 * 64 / 63.0);
}

static void images(void **state) {
  (void)state;
  // All to the right neighbour, one row; the last goes all the way back.
  const route_loads_t line = find("mesh:6", "neighbor");
  assert_near(line.link, 1);
  assert_near(line.hops, 10 / 6.0);
  // The complement of x: the middle link carries half of each row.
  assert_near(find("mesh:8x8", "bit-complement").link, 4);
}

// H3DM of 1,024 nodes. What goes north and then east comes to the side y = 0 or m - 1 of a module,
// so that one of the four links to the east carries most: 512 nodes send 128 / 1023 each to the
// east over the middle of a row of modules; three quarters of it by one side, the others equally by
// all four.
static void sides(void **state) {
  (void)state;
  const route_loads_t h = find("h3dm:m=4,n=4,levels=2,q=0", "uniform");
  assert_near(h.link, 512 * 128 / 1023.0 * (3 / 4.0 + 1 / 16.0));
  assert_near(h.in_class[2], h.link);
}

// The busiest link and the mean hops by every pair's own route, one after the other.
static route_loads_t pair_by_pair(routing_t *r) {
  enum { ROOM = 256 };
  const topology_t *t = r->topology;
  double *load = calloc((size_t)t->routers * t->ports, sizeof *load);
  route_loads_t loads = {0};
  for (uint32_t from = 0; from < t->nodes; from++) {
    for (uint32_t to = 0; to < t->nodes; to++) {
      noc_error_t error = {0};
      routing_hop_t path[ROOM];
      const size_t count = from == to ? 0 : routing_path(r, from, to, path, ROOM, &error);
      topology_place_t at;
      (void)topology_injection(t, from, &at, 1);
      assert_true(count <= ROOM && (from == to || count > 0));
      for (size_t i = 0; i + 1 < count; i++) {
        const size_t link = (size_t)at.router * t->ports + path[i].port;
        at.router = (uint32_t)t->peer_router[link];
        load[link]++;
        loads.hops++;
        loads.link = fmax(loads.link, load[link]);
      }
    }
  }
  free(load);
  loads.link /= t->nodes - 1.0;
  loads.hops /= t->nodes * (t->nodes - 1.0);
  return loads;
}

static void as_pair_by_pair(void **state) {
  (void)state;
  static const char *const kTopologies[] = {"mesh:1x2",
                                            "mesh:3x5@2",
                                            "torus:4x3",
                                            "hypercube:4",
                                            "octagon:8^2",
                                            "ring:7",
                                            "octagons:2x3",
                                            "flattened:4x3",
                                            "fattree:k=2,n=3",
                                            "butterfly:k=2,n=3",
                                            "slimfly:q=5",
                                            "h3dm:m=2,n=2,levels=2,q=0",
                                            "dragonfly:p=2,a=4,h=2",
                                            "irregular:switches=8,ports=8,hosts=32,seed=1"};
  for (size_t i = 0; i < sizeof kTopologies / sizeof *kTopologies; i++) {
    noc_error_t error = {0};
    topology_t *t = graph_make(kTopologies[i]);
    routing_t *r = routing_create(t, NULL, NULL, false, &error);
    assert_non_null(r);
    route_loads_t loads;
    assert_true(route_loads_find(r, NULL, &loads, &error));
    const route_loads_t pairs = pair_by_pair(r);
    assert_near(loads.link, pairs.link);
    assert_near(loads.hops, pairs.hops);
    routing_free(r);
    topology_free(t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(uniform),
      cmocka_unit_test(images),
      cmocka_unit_test(sides),
      cmocka_unit_test(as_pair_by_pair),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
