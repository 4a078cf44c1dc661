// test_dependencies -- the channel dependency graph: defaults of all families are free of cycles,
// combinations that are known to be cyclic are found so, with a cycle that is one.

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

#include "analysis/dependencies.h"
#include "unit/routes.h"
#include "unit/topology_graph.h"

static dependencies_t find(routing_t *r, unsigned classes) {
  noc_error_t error = {0};
  dependencies_t d;
  if (!dependencies_find(r, classes, &d, &error)) {
    fail_msg("%s on %s: %s", r->name, r->topology->name, error.text);
  }
  return d;
}

static void expect_acyclic(const char *topology, const char *routing, bool adaptive) {
  topology_t *t = graph_make(topology);
  routing_t *r = routes_make(t, routing, NULL, adaptive);
  dependencies_t d = find(r, 0);
  if (!d.acyclic) {
    char text[1000];
    fail_msg("%s on %s: %s", r->name, topology, dependencies_cycle(r, &d, text, sizeof text));
  }
  assert_int_equal(d.length, 0);
  dependencies_free(&d);
  routing_free(r);
  topology_free(t);
}

static void defaults(void **state) {
  (void)state;
  static const char *const kMany[] = {
      "mesh:1",
      "mesh:7",
      "mesh:5x4@2",
      "mesh:3x1x4",
      "mesh:2x3x1x2x2x3",
      "torus:1",
      "torus:2x3",
      "torus:4x4",
      "torus:8x3x2@2",
      "torus:5x6x7",
      "torus:2x4x1x3",
      "torus:16x16",
      "ring:3",
      "ring:4",
      "ring:33",
      "hypercube:1",
      "hypercube:8",
      "octagon:8",
      "octagon:12",
      "octagon:8@2",
      "octagon:64",
      "flattened:4x4",
      "flattened:1x5x3",
      "flattened:16",
      "butterfly:k=2,n=4",
      "butterfly:k=3,n=3",
  };
  for (size_t i = 0; i < sizeof kMany / sizeof kMany[0]; i++) {
    expect_acyclic(kMany[i], NULL, false);
  }
}

static void h3dm(void **state) {
  (void)state;
  const double most = getenv("NOCSTEP_LONG") != NULL ? 4096 : 700;
  unsigned count = 0;
  for (unsigned m = 1; m <= 8; m++) {
    for (unsigned n = 2; n <= 5; n++) {
      for (unsigned q = 0; m >> q > 0; q++) {
        double routers = m * m * m;
        for (unsigned levels = 1; levels <= 9 && routers <= most; levels++, routers *= n * n) {
          char string[64];
          noc_error_t error;
          (void)snprintf(string, sizeof string, "h3dm:m=%u,n=%u,levels=%u,q=%u", m, n, levels, q);
          topology_t *t = topology_create(string, &error);
          if (t != NULL) {
            expect_acyclic(string, NULL, false);
            count++;
          }
          topology_free(t);
        }
      }
    }
  }
  assert_true(count >= 76);
}

// The channels of a cycle follow each other over the links.
static void check_cycle(const routing_t *r, const dependencies_t *d) {
  const topology_t *t = r->topology;
  for (uint32_t i = 0; i < d->length; i++) {
    const dependencies_channel_t *c = &d->cycle[i];
    const int32_t peer = t->peer_router[(size_t)c->router * t->ports + c->port];
    assert_int_equal(peer, d->cycle[(i + 1) % d->length].router);
    assert_true(c->vc_class < d->classes);
  }
}

// With fewer classes than needed: the shortest cycles, as they can be worked out by hand.
static void cyclic(void **state) {
  (void)state;
  static const struct {
    const char *topology, *routing;
    unsigned classes;
    uint32_t length;
  } kBad[] = {
      {"torus:5x8", NULL, 1, 5},  // a ring
      {"torus:6x8", NULL, 1, 6},
      {"ring:5", NULL, 1, 5},
      {"octagon:8", NULL, 1, 8},
      {"octagon:12", NULL, 1, 12},
      {"h3dm:m=4,n=2,levels=2,q=0", NULL, 1, 0},
  };
  for (size_t i = 0; i < sizeof kBad / sizeof kBad[0]; i++) {
    topology_t *t = graph_make(kBad[i].topology);
    routing_t *r = routes_make(t, kBad[i].routing, NULL, false);
    dependencies_t d = find(r, kBad[i].classes);
    char text[1000];
    (void)dependencies_cycle(r, &d, text, sizeof text);
    if (d.acyclic || d.length == 0 || (kBad[i].length > 0 && d.length != kBad[i].length)) {
      fail_msg("%s on %s: %u channels: %s", r->name, t->name, d.length, text);
    }
    assert_int_equal(d.classes, kBad[i].classes);
    check_cycle(r, &d);
    dependencies_free(&d);
    routing_free(r);
    topology_free(t);
  }
}

// In rings of 4 the ways of two hops start at even routers upwards and at odd ones downwards, so that
// no three links follow each other: one class would do.
static void rings_of_four(void **state) {
  (void)state;
  topology_t *t = graph_make("torus:4x4");
  routing_t *r = routes_make(t, NULL, NULL, false);
  dependencies_t d = find(r, 1);
  assert_true(d.acyclic);
  assert_int_equal(d.classes, 1);
  routing_free(r);
  topology_free(t);
}

// Counts that are worked out by hand.
static void counts(void **state) {
  (void)state;
  topology_t *t = graph_make("mesh:3x3");
  routing_t *r = routes_make(t, NULL, NULL, false);
  dependencies_t d = find(r, 0);
  assert_int_equal(d.channels, 24);
  // A line of 3: one dependency each way, 12 in all. From x to y: into each column from its two
  // sides or one, 4 channels a row; at rows 0 and 2 on to one channel, at row 1 to two.
  assert_int_equal(d.dependencies, 12 + 4 * (1 + 2 + 1));
  assert_true(fabs(d.mean_route - 2) < 1e-12);
  assert_int_equal(d.longest_route, 4);
  routing_free(r);
  topology_free(t);
  t = graph_make("ring:4");
  r = routes_make(t, NULL, NULL, false);
  d = find(r, 0);
  assert_int_equal(d.channels, 16);
  // Ways of two hops: from 0 and 2 up, from 1 and 3 down: 0-1-2 in class 0, 2-3-0 in class 1, and
  // so down: 3-2-1 and 1-0-3.
  assert_int_equal(d.dependencies, 4);
  char text[8];
  assert_string_equal(dependencies_cycle(r, &d, text, sizeof text), "");
  routing_free(r);
  topology_free(t);
  t = graph_make("torus:5x4");
  r = routes_make(t, NULL, NULL, false);
  d = find(r, 1);
  char cycle[200];
  assert_string_equal(dependencies_cycle(r, &d, cycle, sizeof cycle),
                      "0,0 -> 1,0 class 0, 1,0 -> 2,0 class 0, 2,0 -> 3,0 class 0, "
                      "3,0 -> 4,0 class 0, 4,0 -> 0,0 class 0");
  assert_string_equal(dependencies_cycle(r, &d, text, sizeof text), "0,0 -> ");
  dependencies_free(&d);
  routing_free(r);
  topology_free(t);
}

// Networks too large to enumerate.
static void numbering(void **state) {
  (void)state;
  static const char *const kMany[] = {
      "torus:65x64",    "mesh:128x64", "hypercube:13", "octagon:8192", "h3dm:m=4,n=4,levels=3,q=0",
      "flattened:80x80"};
  for (size_t i = 0; i < sizeof kMany / sizeof kMany[0]; i++) {
    topology_t *t = graph_make(kMany[i]);
    routing_t *r = routes_make(t, NULL, NULL, false);
    dependencies_t d = find(r, 0);
    assert_int_equal(d.method, DEPENDENCIES_NUMBERING);
    assert_true(d.acyclic);
    assert_true(d.routes >= 4000);
    topology_forms_t f;
    topology_forms(t, &f);
    if (!isnan(f.mean_distance)) {
      assert_true(fabs(d.mean_route / f.mean_distance - 1) < 0.05);
    }
    dependencies_free(&d);
    routing_free(r);
    topology_free(t);
  }
  topology_t *t = graph_make("torus:65x64");
  routing_t *r = routes_make(t, NULL, NULL, false);
  dependencies_t d = find(r, 1);
  assert_false(d.acyclic);
  assert_int_equal(d.length, 0);
  dependencies_free(&d);
  routing_free(r);
  topology_free(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(defaults), cmocka_unit_test(h3dm),          cmocka_unit_test(cyclic),
      cmocka_unit_test(counts),   cmocka_unit_test(rings_of_four), cmocka_unit_test(numbering),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
