// test_disjoint_trees -- trees of tori of many sizes, from every root: each is a spanning tree, all
// its links are links of the graph, and no link is in two trees in the same direction. The check
// knows the graph and the parents only.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collective/disjoint_trees.h"

// The port of `from` that leads to `to`; fails if they are no neighbours.
static unsigned port_to(const topology_t *t, uint32_t from, uint32_t to) {
  for (unsigned port = 0; port < t->ports; port++) {
    if (t->peer_router[from * t->ports + port] == (int32_t)to) {
      return port;
    }
  }
  fail_msg("%s: %u and %u are no neighbours", t->name, from, to);
  return 0;
}

static unsigned degree(const topology_t *t, uint32_t router) {
  unsigned links = 0;
  for (unsigned port = 0; port < t->ports; port++) {
    links += t->peer_router[router * t->ports + port] >= 0;
  }
  return links;
}

// Hops from the root to the farthest router, over all trees.
static unsigned check_root(const topology_t *t, uint32_t root) {
  const disjoint_trees_t d = disjoint_trees(t, root);
  assert_int_equal(d.trees, degree(t, root));
  bool *used = calloc((size_t)t->routers * t->ports, sizeof *used);
  unsigned depth = 0;
  assert_non_null(used);
  for (unsigned tree = 0; tree < d.trees; tree++) {
    for (uint32_t router = 0; router < t->routers; router++) {
      unsigned hops = 0;
      for (uint32_t at = router; at != root; hops++) {
        assert_in_range(hops, 0, t->routers);
        at = disjoint_trees_parent(&d, tree, at);
      }
      depth = hops > depth ? hops : depth;
      if (router != root) {
        const uint32_t parent = disjoint_trees_parent(&d, tree, router);
        const size_t link = (size_t)parent * t->ports + port_to(t, parent, router);
        if (used[link]) {
          fail_msg("%s, root %u: tree %u takes %u > %u again", t->name, root, tree, parent, router);
        }
        used[link] = true;
      }
    }
  }
  free(used);
  return depth;
}

static topology_t *create(const char *name) {
  noc_error_t error;
  topology_t *t = topology_create(name, &error);
  assert_non_null(t);
  return t;
}

static void check(const char *name, uint32_t roots) {
  topology_t *t = create(name);
  for (uint32_t root = 0; root < t->routers && root < roots; root++) {
    (void)check_root(t, root);
  }
  topology_free(t);
}

static void all_sizes(void **state) {
  (void)state;
  char name[64];
  for (unsigned x = 1; x <= 6; x++) {
    for (unsigned y = 1; y <= 6; y++) {
      for (unsigned z = 1; z <= 5; z++) {
        (void)snprintf(name, sizeof name, "torus:%ux%ux%u", x, y, z);
        check(name, 7);
      }
      (void)snprintf(name, sizeof name, "torus:%ux%u", x, y);
      check(name, 36);
    }
  }
}

static void more_dimensions(void **state) {
  (void)state;
  static const char *const kNames[] = {
      "torus:1",         "torus:2",         "torus:9",     "ring:7",          "torus:8x8",
      "torus:16x3",      "torus:8x8x8",     "torus:4x4x4", "torus:2x2x2x2x2", "torus:2x3x2x3x2",
      "torus:3x3x3x3x3", "torus:2x2x2x3x4", "hypercube:1", "hypercube:4",     "hypercube:7",
      "torus:4x3x3x2",   "torus:1x5x1x2"};
  for (size_t i = 0; i < sizeof kNames / sizeof kNames[0]; i++) {
    check(kNames[i], 3);
  }
}

// The most that a router has in one tree.
static unsigned most_children(const topology_t *t) {
  const disjoint_trees_t d = disjoint_trees(t, 0);
  unsigned *children = calloc((size_t)t->routers * d.trees, sizeof *children);
  unsigned most = 0;
  assert_non_null(children);
  for (unsigned tree = 0; tree < d.trees; tree++) {
    for (uint32_t router = 1; router < t->routers; router++) {
      const uint32_t parent = disjoint_trees_parent(&d, tree, router);
      const unsigned now = ++children[(size_t)tree * t->routers + parent];
      most = now > most ? now : most;
    }
  }
  free(children);
  return most;
}

// Where no dimension has two routers the farthest router is one hop behind all lines; a ring's is
// at the end of its line.
static void depths(void **state) {
  (void)state;
  static const struct {
    const char *name;
    unsigned depth;
  } kDepths[] = {{"torus:7", 6},    {"torus:4x4", 7},    {"torus:3x5", 7},
                 {"torus:8x8", 15}, {"torus:4x4x4", 10}, {"torus:3x4x5", 10}};
  for (size_t i = 0; i < sizeof kDepths / sizeof kDepths[0]; i++) {
    topology_t *t = create(kDepths[i].name);
    assert_int_equal(check_root(t, t->routers / 2), kDepths[i].depth);
    assert_int_equal(most_children(t), t->dims);
    topology_free(t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(all_sizes), cmocka_unit_test(more_dimensions),
                                     cmocka_unit_test(depths)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
