// test_h3dm_outlets -- by which outlets the routings of hierarchical 3D-meshes leave their modules:
// the path of every pair of nodes, held against the digits of the addresses, which this file takes
// apart by itself; numbers of the channels; the dependency graph.
//
// NOCSTEP_LONG=1 takes larger networks.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "routing/dependencies.h"
#include "unit/routes.h"
#include "unit/topology_graph.h"

enum { HOPS = 128, FIRST_LINK = 6 };

typedef struct {
  unsigned m, n, levels, q;
} shape_t;

// The digit of a router's number, x, y, z of the module and then x and y of each level.
static unsigned digit(const shape_t *s, uint32_t router, unsigned d) {
  for (unsigned i = 0; i < d; i++) {
    router /= i < 3 ? s->m : s->n;
  }
  return router % (d < 3 ? s->m : s->n);
}

// The row that a routing is to leave by to the east or west, UINT_MAX: any of a side.
static unsigned row_of(const char *routing, const shape_t *s, uint32_t from, uint32_t to) {
  return strcmp(routing, "h3dm-source") == 0        ? digit(s, from, 1)
         : strcmp(routing, "h3dm-destination") == 0 ? digit(s, to, 1)
                                                    : UINT32_MAX;
}

// A link of a level: of the level's layers, out of the right row, towards the destination.
static void check_link(const char *routing, const shape_t *s, uint32_t from, uint32_t to,
                       uint32_t at, uint32_t next) {
  unsigned changed = 3;
  while (digit(s, at, changed) == digit(s, next, changed)) {
    changed++;
  }
  const unsigned level = (changed + 1) / 2;
  assert_int_equal(digit(s, at, 2) >> s->q, level - 2);
  const unsigned here = digit(s, at, changed);
  const unsigned there = digit(s, to, changed);
  assert_int_equal(digit(s, next, changed), there > here ? here + 1 : here - 1);
  // All digits above are the destination's already.
  for (unsigned d = changed + 1; d <= 2 * s->levels; d++) {
    assert_int_equal(digit(s, at, d), digit(s, to, d));
  }
  const bool in_x = changed % 2 == 1;
  if (!in_x && level == s->levels) {
    assert_int_equal(digit(s, at, 0), digit(s, from, 0));
  }
  const unsigned row = row_of(routing, s, from, to);
  if (in_x && row != UINT32_MAX && digit(s, at, 1) != row) {
    fail_msg("%s, m=%u n=%u levels=%u q=%u, %u to %u: east or west at router %u, not in row %u",
             routing, s->m, s->n, s->levels, s->q, from, to, at, row);
  }
  if (in_x && row == UINT32_MAX) {
    const unsigned y = digit(s, at, 1);
    assert_true(y == 0 || y == s->m - 1 || y == digit(s, from, 1));
  }
}

// Returns the hops of the path.
static size_t check_path(routing_t *r, const shape_t *s, uint32_t from, uint32_t to) {
  const topology_t *t = r->topology;
  routing_hop_t hops[HOPS];
  noc_error_t error;
  const size_t count = routing_path(r, from, to, hops, HOPS, &error);
  assert_true(count > 0 && count <= HOPS);
  uint32_t at = from;
  uint64_t before = 0;
  for (size_t i = 0; i + 1 < count; i++) {
    const uint32_t next = (uint32_t)t->peer_router[at * t->ports + hops[i].port];
    const bool link = hops[i].port - t->nodes_per_router >= FIRST_LINK;
    assert_int_equal(hops[i].vc_class == r->classes, link);
    const uint64_t rank = routing_rank(r, at, hops[i].port, link ? 0 : hops[i].vc_class);
    if (i > 0 && rank <= before) {
      fail_msg("%s on %s: %u to %u, hop %zu: number %llu behind %llu", r->name, t->name, from, to,
               i, (unsigned long long)rank, (unsigned long long)before);
    }
    before = rank;
    if (link) {
      check_link(r->name, s, from, to, at, next);
      assert_true(rank == routing_rank(r, at, hops[i].port, r->classes - 1));
    }
    at = next;
  }
  assert_int_equal(at, to);
  assert_int_equal(hops[count - 1].port, 0);
  return count - 1;
}

static const char *const kRoutings[] = {"h3dm", "h3dm-source", "h3dm-destination"};

static void check_shape(const shape_t *s, topology_t *t) {
  double hops[3] = {0};
  for (size_t i = 0; i < 3; i++) {
    routing_t *r = routes_make(t, kRoutings[i], NULL, false);
    assert_int_equal(r->classes, s->levels > 1 ? 2 : 1);
    for (uint32_t from = 0; from < t->nodes; from++) {
      for (uint32_t to = 0; to < t->nodes; to++) {
        hops[i] += from != to ? (double)check_path(r, s, from, to) : 0;
      }
    }
    dependencies_t d;
    noc_error_t error;
    assert_true(dependencies_find(r, 0, &d, &error));
    assert_true(d.acyclic && d.method == DEPENDENCIES_ENUMERATION);
    const double pairs = (double)t->nodes * (t->nodes - 1.0);
    assert_true(t->nodes < 2 || d.mean_route * pairs - hops[i] < 1e-6 * hops[i] + 1e-9);
    assert_true(t->nodes < 2 || hops[i] - d.mean_route * pairs < 1e-6 * hops[i] + 1e-9);
    dependencies_free(&d);
    routing_free(r);
  }
  // The destination's row is on the way; the source's need not be.
  assert_true(s->levels > 2 || hops[2] == hops[0]);
  assert_true(hops[1] >= hops[0] && hops[2] >= hops[0]);
}

static void outlets(void **state) {
  (void)state;
  const double most = getenv("NOCSTEP_LONG") != NULL ? 1100 : 260;
  unsigned count = 0;
  for (unsigned m = 1; m <= 8; m++) {
    for (unsigned n = 2; n <= 4; n++) {
      for (unsigned q = 0; m >> q > 0; q++) {
        double routers = m * m * m;
        for (unsigned levels = 1; levels <= 4 && routers <= most; levels++, routers *= n * n) {
          char name[64];
          noc_error_t error;
          (void)snprintf(name, sizeof name, "h3dm:m=%u,n=%u,levels=%u,q=%u", m, n, levels, q);
          topology_t *t = topology_create(name, &error);
          if (t != NULL) {
            check_shape(&(shape_t){m, n, levels, q}, t);
            count++;
          }
          topology_free(t);
        }
      }
    }
  }
  assert_true(count >= 40);
}

// Rings of five and eight, where the shorter way round would be through coordinate 0.
static void wide_modules(void **state) {
  (void)state;
  static const char *const kMany[] = {"h3dm:m=5,n=2,levels=2,q=0", "h3dm:m=8,n=2,levels=2,q=3"};
  for (size_t i = 0; i < sizeof kMany / sizeof kMany[0]; i++) {
    topology_t *t = graph_make(kMany[i]);
    for (size_t k = 0; k < 3; k++) {
      routing_t *r = routes_make(t, kRoutings[k], NULL, false);
      const shape_t s = {t->arg[0], t->arg[1], t->arg[2], t->arg[3]};
      for (uint32_t from = 0; from < t->nodes; from += 7) {
        for (uint32_t to = 0; to < t->nodes; to += 5) {
          (void)(from != to ? check_path(r, &s, from, to) : 0);
        }
      }
      routing_free(r);
    }
    topology_free(t);
  }
}

// One class leaves a cycle, in those modules that the documentation names.
static void one_class(void **state) {
  (void)state;
  for (unsigned q = 0; q <= 2; q++) {
    char name[64];
    (void)snprintf(name, sizeof name, "h3dm:m=4,n=2,levels=2,q=%u", q);
    topology_t *t = graph_make(name);
    for (size_t i = 0; i < 3; i++) {
      routing_t *r = routes_make(t, kRoutings[i], NULL, false);
      dependencies_t d;
      noc_error_t error;
      assert_true(dependencies_find(r, 1, &d, &error));
      assert_int_equal(d.acyclic, q == 2 && i != 1);
      assert_int_equal(d.length > 0, !d.acyclic);
      dependencies_free(&d);
      routing_free(r);
    }
    topology_free(t);
  }
}

static void refused(void **state) {
  (void)state;
  static const struct {
    const char *topology, *routing, *text;
    bool adaptive;
  } kBad[] = {
      {"torus:4x4x4", "h3dm-source", "there is h3dm-source on torus:4x4x4; there must be dor",
       false},
      {"mesh:4x4", "h3dm-destination", "there is h3dm-destination on mesh:4x4; there must be dor",
       false},
      {"h3dm:m=4,n=9,levels=2,q=0", "h3dm-source",
       "of 5184 nodes; there must be used on up to 4096", false},
      {"h3dm:m=2,n=2,levels=2,q=0", "h3dm-destination", "adaptive; there must be a deterministic",
       true},
      {"h3dm:m=2,n=2,levels=2,q=0", "h3dm-sources", "(nearest: 'h3dm-source')", false},
  };
  for (size_t i = 0; i < sizeof kBad / sizeof kBad[0]; i++) {
    topology_t *t = graph_make(kBad[i].topology);
    noc_error_t error = {0};
    routing_t *r = routing_create(t, kBad[i].routing, NULL, kBad[i].adaptive, &error);
    if (r != NULL || strstr(error.text, kBad[i].text) == NULL) {
      fail_msg("%s on %s: %s", kBad[i].routing, kBad[i].topology,
               r != NULL ? "not refused" : error.text);
    }
    assert_int_equal(error.status, NOC_BAD_INPUT);
    topology_free(t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(outlets),
      cmocka_unit_test(wide_modules),
      cmocka_unit_test(one_class),
      cmocka_unit_test(refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
