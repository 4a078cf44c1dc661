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

#include "base/rng.h"
#include "routing/dependencies.h"
#include "unit/routes.h"
#include "unit/temp_file.h"
#include "unit/topology_graph.h"

// The proof alone finds the same, but for the lengths of routes.
static void expect_same_proof(routing_t *r, unsigned classes, const dependencies_t *d) {
  noc_error_t error = {0};
  dependencies_t proof;
  assert_true(dependencies_prove(r, classes, &proof, &error));
  assert_int_equal(proof.method, d->method);
  assert_int_equal(proof.classes, d->classes);
  assert_int_equal(proof.channels, d->channels);
  assert_int_equal(proof.dependencies, d->dependencies);
  assert_int_equal(proof.routes, d->routes);
  assert_int_equal(proof.acyclic, d->acyclic);
  assert_int_equal(proof.length, d->length);
  for (uint32_t i = 0; i < d->length; i++) {
    assert_int_equal(proof.cycle[i].router, d->cycle[i].router);
    assert_int_equal(proof.cycle[i].port, d->cycle[i].port);
    assert_int_equal(proof.cycle[i].vc_class, d->cycle[i].vc_class);
  }
  assert_true(isnan(proof.mean_route));
  assert_int_equal(proof.longest_route, 0);
  dependencies_free(&proof);
}

static dependencies_t find(routing_t *r, unsigned classes) {
  noc_error_t error = {0};
  dependencies_t d;
  if (!dependencies_find(r, classes, &d, &error)) {
    fail_msg("%s on %s: %s", r->name, r->topology->name, error.text);
  }
  expect_same_proof(r, classes, &d);
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
  static const char *const kMany[] = {"mesh:1",
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
                                      "octagons:1x1",
                                      "octagons:3x4",
                                      "flattened:4x4",
                                      "flattened:1x5x3",
                                      "flattened:16",
                                      "butterfly:k=2,n=4",
                                      "butterfly:k=3,n=3",
                                      "butterfly:k=4,n=1",
                                      "fattree:k=2,n=3",
                                      "fattree:k=4,n=2",
                                      "fattree:k=3,n=4",
                                      "tree:k=2,n=4",
                                      "fattree:k=2,n=5,growth=1.587401",
                                      "dragonfly:p=2,a=4,h=2",
                                      "dragonfly:p=1,a=1,h=3",
                                      "dragonfly:p=3,a=4,h=2,g=5",
                                      "dragonfly:p=1,a=4,h=3,g=3",
                                      "slimfly:q=3",
                                      "slimfly:q=5",
                                      "slimfly:q=7@2",
                                      "irregular:switches=8,ports=8,hosts=32,seed=1",
                                      "irregular:switches=8,ports=8,hosts=32,seed=2",
                                      "irregular:switches=40,ports=5,hosts=90"};
  for (size_t i = 0; i < sizeof kMany / sizeof kMany[0]; i++) {
    expect_acyclic(kMany[i], NULL, false);
  }
  expect_acyclic("slimfly:q=3", "algebraic", false);
  expect_acyclic("slimfly:q=7@2", "algebraic", false);
}

// Other routings, and the whole of adaptive ones.
static void others(void **state) {
  (void)state;
  static const struct {
    const char *topology, *routing;
  } kMany[] = {{"fattree:k=4,n=3", "nca"},
               {"dragonfly:p=2,a=4,h=2", "minimal"},
               {"dragonfly:p=2,a=2,h=3,g=4", "minimal"},
               {"slimfly:q=5", "minimal"},
               {"torus:5x4", "minimal"},
               {"octagons:2x2", "minimal"},
               {"octagons:3x3", "updown"},
               {"torus:6x6", "updown"},
               {"slimfly:q=5", "updown"},
               {"hypercube:6", "updown"},
               {"h3dm:m=4,n=2,levels=2,q=0", "updown"},
               {"irregular:switches=16,ports=8,hosts=64,seed=7", "updown"},
               {"irregular:switches=16,ports=8,hosts=64,seed=7", "minimal"}};
  for (size_t i = 0; i < sizeof kMany / sizeof kMany[0]; i++) {
    expect_acyclic(kMany[i].topology, kMany[i].routing, true);
    expect_acyclic(kMany[i].topology, kMany[i].routing, false);
  }
  expect_acyclic("torus:6x6", "source", false);
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

// The dependencies of a small network again: every route is walked over the links by itself, into a
// matrix of channels, and the shortest cycle is found by squaring it.
enum { MOST = 512 };
typedef struct {
  unsigned count;  // channels: router * ports + port, times classes, plus class
  unsigned char to[MOST][MOST];
} matrix_t;

static void walk(matrix_t *m, routing_t *r, unsigned classes, uint32_t node, uint32_t router,
                 uint32_t group, int before, unsigned depth) {
  const topology_t *t = r->topology;
  route_t route;
  noc_error_t error;
  assert_true(routing_route(r, router, group, node, &route, &error));
  assert_true(depth < 40);
  for (unsigned i = 0; i < route.count; i++) {
    const size_t link = (size_t)router * t->ports + route.port[i];
    for (unsigned c = 0; c < classes && t->peer_router[link] >= 0; c++) {
      const unsigned named = route.vc_class < classes ? route.vc_class : classes - 1;
      if (route.vc_class < r->classes && c != named) {
        continue;
      }
      const int channel = (int)(link * classes + c);
      assert_true(channel < MOST);
      if (before >= 0) {
        m->to[before][channel] = 1;
      }
      const uint32_t next = (uint32_t)t->peer_router[link];
      walk(m, r, classes, node, next, routing_group(r, next, (uint32_t)t->peer_port[link], c),
           channel, depth + 1);
    }
  }
}

// The length of a shortest cycle; 0 if there is none.
static unsigned girth(const matrix_t *m) {
  static unsigned char reach[MOST][MOST];
  static unsigned char next[MOST][MOST];
  memcpy(reach, m->to, sizeof reach);
  for (unsigned length = 1; length <= m->count; length++) {
    for (unsigned i = 0; i < m->count; i++) {
      if (reach[i][i] != 0) {
        return length;
      }
    }
    memset(next, 0, sizeof next);
    for (unsigned i = 0; i < m->count; i++) {
      for (unsigned k = 0; k < m->count; k++) {
        for (unsigned j = 0; j < m->count && reach[i][k] != 0; j++) {
          next[i][j] |= m->to[k][j];
        }
      }
    }
    memcpy(reach, next, sizeof reach);
  }
  return 0;
}

// The program's graph against the matrix.
static unsigned compare(routing_t *r, unsigned classes) {
  static matrix_t m;
  const topology_t *t = r->topology;
  memset(&m, 0, sizeof m);
  m.count = t->routers * t->ports * classes;
  assert_true(m.count <= MOST);
  for (uint32_t n = 0; n < t->nodes; n++) {
    for (uint32_t s = 0; s < t->nodes; s++) {
      topology_place_t entry;
      (void)topology_injection(t, s, &entry, 1);
      walk(&m, r, classes, n, entry.router, 0, -1, 0);
    }
  }
  unsigned count = 0;
  for (unsigned i = 0; i < m.count; i++) {
    for (unsigned j = 0; j < m.count; j++) {
      count += m.to[i][j];
    }
  }
  const unsigned length = girth(&m);
  dependencies_t d = find(r, classes);
  if (d.dependencies != count || d.acyclic != (length == 0) || d.length != length) {
    fail_msg("%s on %s, %u classes: %llu dependencies, cycle of %u; expected %u and %u", r->name,
             t->name, classes, (unsigned long long)d.dependencies, d.length, count, length);
  }
  for (uint32_t i = 0; i < d.length; i++) {
    const dependencies_channel_t *a = &d.cycle[i];
    const dependencies_channel_t *b = &d.cycle[(i + 1) % d.length];
    assert_true(m.to[(a->router * t->ports + a->port) * classes + a->vc_class]
                    [(b->router * t->ports + b->port) * classes + b->vc_class]);
  }
  dependencies_free(&d);
  return length;
}

static void against_matrix(void **state) {
  (void)state;
  static const struct {
    const char *topology, *routing;
    bool adaptive;
  } kMany[] = {{"torus:5x4", NULL, false},
               {"mesh:4x3@2", NULL, false},
               {"octagon:12", NULL, false},
               {"h3dm:m=2,n=2,levels=1,q=0", NULL, false},
               {"h3dm:m=1,n=4,levels=2,q=0", NULL, false},
               {"fattree:k=2,n=3", NULL, true},
               {"fattree:k=2,n=4,growth=1.5", NULL, true},
               {"butterfly:k=2,n=3", NULL, false},
               {"octagons:1x2", NULL, true},
               {"irregular:switches=8,ports=6,hosts=16,seed=3", NULL, true},
               {"irregular:switches=8,ports=6,hosts=16,seed=3", NULL, false},
               {"irregular:switches=8,ports=6,hosts=16,seed=3", "minimal", true},
               {"hypercube:3", "minimal", true},
               {"dragonfly:p=1,a=3,h=1", NULL, true},
               {"ring:7", "updown", true}};
  for (size_t i = 0; i < sizeof kMany / sizeof kMany[0]; i++) {
    topology_t *t = graph_make(kMany[i].topology);
    routing_t *r = routes_make(t, kMany[i].routing, NULL, kMany[i].adaptive);
    for (unsigned classes = 1; classes <= r->classes; classes++) {
      const unsigned length = compare(r, classes);
      assert_true(classes < r->classes || length == 0);
    }
    routing_free(r);
    topology_free(t);
  }
}

// Tables of shortest ways drawn at random: most have cycles.
static void random_tables(void **state) {
  (void)state;
  unsigned cyclic = 0;
  enum { TABLES = 30 };
  for (unsigned seed = 0; seed < TABLES; seed++) {
    topology_t *t = graph_make(seed % 2 == 0 ? "torus:3x4" : "mesh:4x4");
    routing_t *minimal = routes_make(t, "minimal", NULL, true);
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    assert_non_null(out);
    for (uint32_t at = 0; at < t->routers; at++) {
      for (uint32_t n = 0; n < t->nodes; n++) {
        route_t route;
        noc_error_t error;
        assert_true(routing_route(minimal, at, 0, n, &route, &error));
        const uint64_t draw = rng_draw(rng_key(seed, RNG_MAP, at), n);
        if (at != n) {
          (void)fprintf(out, "route %u %u: %u\n", at, n, route.port[rng_below(draw, route.count)]);
        }
      }
    }
    assert_int_equal(fclose(out), 0);
    temp_file_write(text, length);
    free(text);
    routing_t *r = routes_make(t, "table", temp_file, false);
    cyclic += compare(r, 1) > 0;
    routing_free(r);
    routing_free(minimal);
    topology_free(t);
  }
  assert_in_range(cyclic, TABLES / 2, TABLES);
}

// Paths that together go round a ring wait for each other; in rising classes they do not.
static void source_paths(void **state) {
  (void)state;
  static const char kRound[] =
      "classes 2\n"  // ports of the square: 1 +x, 2 -x, 3 +y, 4 -y
      "path 0 3: 1/0 3/0\npath 1 2: 3/0 2/0\npath 3 0: 2/0 4/0\npath 2 1: 4/0 1/0\n";
  static const char kRising[] =
      "classes 2\n"
      "path 0 3: 1/0 3/1\npath 1 2: 3/0 2/1\npath 3 0: 2/0 4/1\npath 2 1: 4/0 1/1\n";
  topology_t *t = graph_make("mesh:2x2");
  temp_file_write(kRound, strlen(kRound));
  routing_t *r = routes_make(t, "source", temp_file, false);
  dependencies_t d = find(r, 0);
  assert_false(d.acyclic);
  assert_int_equal(d.length, 4);
  char text[200];
  assert_string_equal(dependencies_cycle(r, &d, text, sizeof text),
                      "0,0 -> 1,0 class 0, 1,0 -> 1,1 class 0, 1,1 -> 0,1 class 0, "
                      "0,1 -> 0,0 class 0");
  dependencies_free(&d);
  routing_free(r);
  temp_file_write(kRising, strlen(kRising));
  r = routes_make(t, "source", temp_file, false);
  d = find(r, 0);
  assert_true(d.acyclic);
  assert_int_equal(d.dependencies, 4);
  assert_true(fabs(d.mean_route - 4.0 / 3) < 1e-12);
  dependencies_free(&d);
  d = find(r, 1);
  assert_false(d.acyclic);
  dependencies_free(&d);
  routing_free(r);
  // The other pairs go along the topology's own routing.
  static const char kOne[] = "path 0 3: 3 1\n";
  temp_file_write(kOne, strlen(kOne));
  r = routes_make(t, "source", temp_file, false);
  d = find(r, 0);
  assert_true(d.acyclic);
  assert_int_equal(d.dependencies, 4);  // y to x once, x to y thrice
  dependencies_free(&d);
  routing_free(r);
  topology_free(t);
}

// Fewer classes than a network needs give cycles; the lengths of the shortest ones were worked out
// by hand.
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
      {"ring:6", "minimal", 1, 6},
      {"ring:6", "minimal", 2, 6},
      {"slimfly:q=5", "minimal", 1, 5},  // the graph of Hoffman and Singleton has girth 5
      {"hypercube:3", "minimal", 2, 0},
      {"dragonfly:p=2,a=4,h=2", "minimal", 1, 0},
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

// In rings of 4 the ways of two hops start at even routers upwards and at odd ones downwards, so
// that no three links follow each other: one class would do.
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
  t = graph_make("butterfly:k=2,n=4");
  r = routes_make(t, NULL, NULL, false);
  d = find(r, 0);
  assert_true(fabs(d.mean_route - 3) < 1e-12);  // all stages, whatever the destination
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
      cmocka_unit_test(defaults),       cmocka_unit_test(others),
      cmocka_unit_test(h3dm),           cmocka_unit_test(cyclic),
      cmocka_unit_test(counts),         cmocka_unit_test(rings_of_four),
      cmocka_unit_test(against_matrix), cmocka_unit_test(random_tables),
      cmocka_unit_test(source_paths),   cmocka_unit_test(numbering),
  };
  return cmocka_run_group_tests(tests, temp_file_make, temp_file_remove);
}
