// test_routing -- every routing, along every route at small sizes: it arrives, in as many hops as
// it should, in classes whose channels are numbered upwards.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "routing/routing.h"
#include "routing/routing_rows.h"
#include "unit/routes.h"
#include "unit/topology_graph.h"

// Routings that are minimal: as many hops as a search finds.
static void minimal_ways(void **state) {
  (void)state;
  static const struct {
    const char *topology, *routing;
    bool adaptive;
    unsigned classes;
  } kMany[] = {
      {"mesh:1", "dor", false, 1},
      {"mesh:7@2", "dor", false, 1},
      {"mesh:5x4", "dor", false, 1},
      {"mesh:3x1x4@3", "dor", false, 1},
      {"mesh:2x3x1x2x2x3", "dor", false, 1},
      {"torus:1", "dor", false, 1},
      {"torus:2x3", "dor", false, 1},
      {"torus:4x4", "dor", false, 2},
      {"torus:8x3x2@2", "dor", false, 2},
      {"torus:5x6x7", "dor", false, 2},
      {"torus:2x4x1x3", "dor", false, 2},
      {"ring:3", "dor", false, 1},
      {"ring:5", "dor", false, 2},
      {"ring:12@2", "dor", false, 2},
      {"hypercube:1", "dor", false, 1},
      {"hypercube:6@2", "dor", false, 1},
      {"flattened:4x4", "dor", false, 1},
      {"flattened:1x5x3@2", "dor", false, 1},
      {"butterfly:k=2,n=4", "dor", false, 1},
      {"butterfly:k=3,n=3", "dor", false, 1},
      {"butterfly:k=5,n=1", "dor", false, 1},
      {"fattree:k=4,n=3", NULL, false, 1},
      {"fattree:k=4,n=3", NULL, true, 1},
      {"fattree:k=3,n=4", "nca", true, 1},
      {"fattree:k=2,n=6", "nca", false, 1},
      {"fattree:k=5,n=1", "nca", false, 1},
      {"tree:k=2,n=5", NULL, false, 1},
      {"tree:k=5,n=1", "nca", true, 1},
      {"fattree:k=2,n=5,growth=1.587401", "nca", false, 1},
      {"fattree:k=3,n=3,growth=2", "nca", true, 1},
      {"fattree:k=2,n=3", "minimal", true, 4},
      {"butterfly:k=2,n=3", "minimal", false, 2},
      {"slimfly:q=3", NULL, false, 2},
      {"slimfly:q=5@2", NULL, true, 2},
      {"slimfly:q=7", "minimal", true, 2},
      {"slimfly:q=3", "algebraic", false, 2},
      {"slimfly:q=5@2", "algebraic", false, 2},
      {"slimfly:q=7", "algebraic", false, 2},
      {"slimfly:q=11", "algebraic", false, 2},
      {"slimfly:q=13", "algebraic", false, 2},
      {"mesh:4x3", "minimal", true, 5},
      {"torus:5x4@2", "minimal", false, 4},
      {"torus:5x4", "minimal", true, 4},
      {"hypercube:4", "minimal", true, 4},
      {"flattened:4x3", "minimal", true, 2},
      {"octagons:2x2", "minimal", true, 6},
      {"octagon:8^2", NULL, false, 4},
      {"octagon:12^2@2", NULL, true, 6},
      {"h3dm:m=2,n=2,levels=2,q=0", "minimal", true, 8},
      {"ring:1", "minimal", false, 1},
      {"irregular:switches=12,ports=6,hosts=30,seed=3", "minimal", true, 3},
      {"irregular:switches=12,ports=6,hosts=30,seed=3", "minimal", false, 3},
  };
  for (size_t i = 0; i < sizeof kMany / sizeof kMany[0]; i++) {
    topology_t *t = graph_make(kMany[i].topology);
    routing_t *r = routes_make(t, kMany[i].routing, NULL, kMany[i].adaptive);
    const routes_t found = routes_walk(r);
    if (found.hops != found.distance || r->classes != kMany[i].classes ||
        found.highest + 1 > r->classes) {
      fail_msg("%s on %s: %g hops, shortest %g; classes %u, highest %u", r->name, t->name,
               found.hops, found.distance, r->classes, found.highest);
    }
    routing_free(r);
    topology_free(t);
  }
}

// Dragonflies: at most one global link, so some ways are longer than the shortest; fewer groups.
static void dragonflies(void **state) {
  (void)state;
  static const struct {
    const char *topology;
    unsigned classes;
  } kMany[] = {{"dragonfly:p=2,a=4,h=2", 2},     {"dragonfly:p=1,a=2,h=1", 2},
               {"dragonfly:p=1,a=1,h=3", 1},     {"dragonfly:p=3,a=4,h=2,g=5", 2},
               {"dragonfly:p=1,a=4,h=3,g=3", 2}, {"dragonfly:p=2,a=2,h=3,g=4", 2},
               {"dragonfly:p=1,a=3,h=4,g=2", 2}, {"dragonfly:p=1,a=1,h=4,g=2", 1}};
  for (size_t i = 0; i < 2 * sizeof kMany / sizeof kMany[0]; i++) {
    topology_t *t = graph_make(kMany[i / 2].topology);
    routing_t *r = routes_make(t, NULL, NULL, i % 2 == 1);
    const routes_t found = routes_walk(r);
    assert_true(found.hops >= found.distance && found.hops <= 1.1 * found.distance);
    assert_true(found.longest <= 3);
    assert_int_equal(r->classes, kMany[i / 2].classes);
    routing_free(r);
    topology_free(t);
  }
}

// Up*/down*: any network, with every candidate; on trees it is minimal.
static void updown(void **state) {
  (void)state;
  static const char *const kMany[] = {"irregular:switches=8,ports=8,hosts=32,seed=1",
                                      "irregular:switches=20,ports=4,hosts=20,seed=2",
                                      "irregular:switches=1,ports=4,hosts=4,seed=2",
                                      "irregular:switches=3,ports=8,hosts=6,seed=2",
                                      "irregular:switches=64,ports=10,hosts=64,seed=1",
                                      "octagons:1x1",
                                      "octagons:3x2@2",
                                      "torus:5x5",
                                      "mesh:4x4",
                                      "ring:7",
                                      "slimfly:q=5",
                                      "dragonfly:p=2,a=4,h=2",
                                      "h3dm:m=2,n=2,levels=2,q=0",
                                      "hypercube:5"};
  for (size_t i = 0; i < 2 * sizeof kMany / sizeof kMany[0]; i++) {
    topology_t *t = graph_make(kMany[i / 2]);
    routing_t *r = routes_make(t, "updown", NULL, i % 2 == 1);
    const routes_t found = routes_walk(r);
    assert_true(found.hops >= found.distance && found.hops <= 2 * found.distance);
    assert_int_equal(r->classes, 1);
    assert_int_equal(r->groups, 2);
    routing_free(r);
    topology_free(t);
  }
  topology_t *t = graph_make("mesh:9");
  routing_t *r = routes_make(t, "updown", NULL, false);
  const routes_t found = routes_walk(r);
  assert_true(found.hops == found.distance);
  routing_free(r);
  topology_free(t);
}

// Adaptive routings have candidates to choose from, and deterministic ones spread over them.
static void candidates(void **state) {
  (void)state;
  static const struct {
    const char *topology, *routing;
    uint32_t widest;
  } kMany[] = {{"fattree:k=4,n=3", "nca", 4},
               {"mesh:3x3x3", "minimal", 3},
               {"hypercube:5", "minimal", 5},
               {"hypercube:4", "updown", 4},
               {"dragonfly:p=1,a=4,h=4,g=2", "minimal", 5}};
  for (size_t i = 0; i < sizeof kMany / sizeof kMany[0]; i++) {
    topology_t *t = graph_make(kMany[i].topology);
    routing_t *r = routes_make(t, kMany[i].routing, NULL, true);
    const routes_t found = routes_walk(r);
    if (found.widest != kMany[i].widest) {
      fail_msg("%s on %s: %u candidates", r->name, t->name, found.widest);
    }
    routing_free(r);
    topology_free(t);
  }
  topology_t *t = graph_make("fattree:k=4,n=2");
  routing_t *r = routes_make(t, NULL, NULL, false);
  unsigned taken[8] = {0};
  for (uint32_t n = 4; n < t->nodes; n++) {
    routing_hop_t hop;
    noc_error_t error;
    assert_true(routing_path(r, 0, n, &hop, 1, &error) == 3);
    taken[hop.port]++;
  }
  for (unsigned p = 4; p < 8; p++) {
    assert_int_equal(taken[p], 3);
  }
  routing_free(r);
  topology_free(t);
}

static void octagons(void **state) {
  (void)state;
  for (unsigned count = 8; count <= 40; count += 4) {
    char string[32];
    (void)snprintf(string, sizeof string, "octagon:%u@%u", count, count % 3 + 1);
    topology_t *t = graph_make(string);
    routing_t *r = routes_make(t, NULL, NULL, false);
    const routes_t found = routes_walk(r);
    assert_true(found.hops == found.distance && found.longest == count / 4);
    assert_int_equal(r->classes, 2);
    routing_free(r);
    topology_free(t);
  }
}

// All shapes that the topology has, up to some hundred routers.
static void h3dm(void **state) {
  (void)state;
  const double most = getenv("NOCSTEP_LONG") != NULL ? 1100 : 300;
  unsigned count = 0;
  for (unsigned m = 1; m <= 8; m++) {
    for (unsigned n = 2; n <= 5; n++) {
      for (unsigned q = 0; m >> q > 0; q++) {
        for (unsigned levels = 1; levels <= 9; levels++) {
          char string[64];
          (void)snprintf(string, sizeof string, "h3dm:m=%u,n=%u,levels=%u,q=%u", m, n, levels, q);
          double routers = m * m * m;
          for (unsigned l = 1; l < levels; l++) {
            routers *= n * n;
          }
          noc_error_t error;
          topology_t *t = routers <= most ? topology_create(string, &error) : NULL;
          if (t != NULL) {
            routing_t *r = routes_make(t, NULL, NULL, false);
            const routes_t found = routes_walk(r);
            const bool shortest = levels <= 2 && (m <= 2 || m == 4 || (m == 3 && q == 0));
            assert_true(shortest ? found.hops == found.distance : found.hops >= found.distance);
            assert_int_equal(r->classes, levels > 1 ? 2 : 1);
            routing_free(r);
            count++;
          }
          topology_free(t);
        }
      }
    }
  }
  assert_true(count >= 76);
  // The smallest that goes on round z, from the highest layer to the lowest, between two levels.
  topology_t *t = graph_make("h3dm:m=4,n=2,levels=3,q=1");
  routing_t *r = routes_make(t, NULL, NULL, false);
  (void)routes_walk(r);
  routing_free(r);
  topology_free(t);
}

// Both directions of a ring carry as much, of odd and of even length.
static void balance(void **state) {
  (void)state;
  for (unsigned k = 3; k < 20; k++) {
    char string[32];
    (void)snprintf(string, sizeof string, "ring:%u", k);
    topology_t *t = graph_make(string);
    routing_t *r = routes_make(t, NULL, NULL, false);
    unsigned *load = calloc((size_t)t->routers * t->ports, sizeof *load);
    assert_non_null(load);
    for (uint32_t from = 0; from < k; from++) {
      for (uint32_t to = 0; to < k; to++) {
        routing_hop_t hops[32];
        noc_error_t error;
        uint32_t at = from;
        const size_t count = routing_path(r, from, to, hops, 32, &error);
        for (size_t h = 0; h + 1 < count; h++) {
          load[at * t->ports + hops[h].port]++;
          at = (uint32_t)t->peer_router[at * t->ports + hops[h].port];
        }
        assert_int_equal(at, to);
        assert_int_equal(hops[count - 1].port, 0);
      }
    }
    unsigned most[2] = {0, 0};
    for (uint32_t at = 0; at < k; at++) {
      for (unsigned p = 0; p < 2; p++) {
        const unsigned here = load[at * t->ports + 1 + p];
        most[p] = here > most[p] ? here : most[p];
      }
    }
    // k even: the k ways of k / 2 hops go up from even routers, so each link has half of them.
    const unsigned mean = k * k / 4 / 2;
    if (most[0] > mean + 1 || most[1] > mean + 1) {
      fail_msg("ring:%u: up to %u up and %u down, %u on average", k, most[0], most[1], mean);
    }
    free(load);
    routing_free(r);
    topology_free(t);
  }
}

// If there are more rows than fit, the latest are kept.
static void rows(void **state) {
  (void)state;
  enum { COLUMNS = ROWS_BYTES / 4 / 3 + 1 };
  routing_rows_t r;
  noc_error_t error;
  bool known = true;
  assert_true(rows_create(&r, 10, COLUMNS, &error));
  assert_int_equal(r.room, 2);
  for (uint32_t row = 4; row < 7; row++) {
    uint32_t *number = rows_get(&r, row, &known);
    assert_false(known);
    assert_true(number[0] == ROWS_NEVER && number[COLUMNS - 1] == ROWS_NEVER);
    number[0] = row;
  }
  assert_int_equal(rows_get(&r, 5, &known)[0], 5);
  assert_true(known);
  assert_int_equal(rows_get(&r, 4, &known)[0], ROWS_NEVER);
  assert_false(known);
  rows_free(&r);
}

// Routings are refused where they do not fit the topology, and so are names that are none.
static void refused(void **state) {
  (void)state;
  static const struct {
    const char *topology, *routing, *file;
    bool adaptive;
    const char *text;
  } kBad[] = {
      {"mesh:4x4", "dorr", NULL, false, "there is 'dorr' (nearest: 'dor'); there must be dor"},
      {"octagon:8", "dor", NULL, false,
       "there is dor on octagon:8; there must be octagon, its own"},
      {"mesh:4x4", "dor", NULL, true, "there is dor, adaptive; there must be a deterministic one"},
      {"torus:4x4", "nca", NULL, false, "there is nca on torus:4x4; there must be dor, its own"},
      {"torus:4x4", "h3dm", NULL, false, "there is h3dm on torus:4x4; there must be dor, its own"},
      {"ring:8", "octagon", NULL, false, "there is octagon on ring:8; there must be dor, its own"},
      {"octagon:8", "algebraic", NULL, false, "there is algebraic on octagon:8; there must be"},
      {"slimfly:q=5", "algebraic", NULL, true, "there is algebraic, adaptive; there must be"},
      {"fattree:k=4,n=2", "dor", NULL, false, "there is dor on fattree:k=4,n=2; there must be nca"},
      {"fattree:k=65,n=2", "nca", NULL, true,
       "routers of 65 links; there must be used with up to 64"},
      {"octagons:60x60", "minimal", NULL, false, "whose diameter takes too long to find"},
      {"mesh:4x4", "source", NULL, true,
       "there is source, adaptive; there must be a deterministic one"},
      {"mesh:4x4", "dor", "x", false, "there is dor with a file; there must be a file with table"},
  };
  for (size_t i = 0; i < sizeof kBad / sizeof kBad[0]; i++) {
    topology_t *t = graph_make(kBad[i].topology);
    noc_error_t error = {0};
    routing_t *r = routing_create(t, kBad[i].routing, kBad[i].file, kBad[i].adaptive, &error);
    if (r != NULL || strstr(error.text, kBad[i].text) == NULL) {
      fail_msg("%s on %s: %s", kBad[i].routing, kBad[i].topology,
               r != NULL ? "not refused" : error.text);
    }
    assert_int_equal(error.status, NOC_BAD_INPUT);
    topology_free(t);
  }
  routing_free(NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(minimal_ways), cmocka_unit_test(dragonflies), cmocka_unit_test(updown),
      cmocka_unit_test(candidates),   cmocka_unit_test(octagons),    cmocka_unit_test(h3dm),
      cmocka_unit_test(balance),      cmocka_unit_test(refused),     cmocka_unit_test(rows),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
