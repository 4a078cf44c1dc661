// test_worm_routes -- tree worms of random sets, walked through the tables of the routers: they
// come to exactly their destinations, to each once; and no channels of unicasts and worms wait for
// each other in a circle.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "routing/dependencies_worms.h"
#include "routing/worm_routes.h"
#include "unit/routes.h"
#include "unit/temp_file.h"
#include "unit/topology_graph.h"

enum { WORD = 32, MOST_WORDS = 128, SETS = 40 };

typedef struct {
  uint32_t bits[MOST_WORDS];
} string_t;

typedef struct {
  const worm_routes_t *w;
  unsigned words;
  uint64_t key, draws;
  unsigned *got;    // [node]: copies
  unsigned copies;  // over links
} worm_t;

static string_t reach_of(const worm_t *x, uint32_t router, uint32_t group, unsigned plane,
                         uint32_t port) {
  string_t s = {{0}};
  for (unsigned j = 0; j < x->words; j++) {
    uint64_t bits = 0;
    worm_routes_word(x->w, router, group, plane, port, j * WORD, WORD, &bits);
    s.bits[j] = (uint32_t)bits;
  }
  return s;
}

static bool meet(const worm_t *x, const string_t *a, string_t *b) {
  bool any = false;
  for (unsigned j = 0; j < x->words; j++) {
    b->bits[j] &= a->bits[j];
    any = any || b->bits[j] != 0;
  }
  return any;
}

static void walk(worm_t *x, uint32_t router, uint32_t group, const string_t *set, unsigned hops);

// On a VC that is drawn from those of the class.
static void leave(worm_t *x, uint32_t router, uint32_t port, unsigned vc_class, const string_t *set,
                  unsigned hops) {
  const topology_t *t = x->w->r->topology;
  const size_t link = (size_t)router * t->ports + port;
  if (t->peer_router[link] < 0) {
    uint32_t node = 0;
    assert_true(topology_node_at(t, router, port, &node));
    for (uint32_t n = 0; n < t->nodes; n++) {
      assert_true((set->bits[n / WORD] >> n % WORD & 1) == (n == node));
    }
    x->got[node]++;
    return;
  }
  x->copies++;
  const unsigned drawn = rng_below(rng_draw(x->key, x->draws++), x->w->classes);
  const unsigned c = vc_class < x->w->classes ? vc_class : drawn;
  const uint32_t next = (uint32_t)t->peer_router[link];
  walk(x, next, routing_group(x->w->r, next, (uint32_t)t->peer_port[link], c), set, hops + 1);
}

// As section 15.2 of docs/microarchitecture.md says.
static void walk(worm_t *x, uint32_t router, uint32_t group, const string_t *set, unsigned hops) {
  const worm_routes_t *w = x->w;
  const topology_t *t = w->r->topology;
  assert_true(hops <= 4 * t->routers);
  string_t rest = *set;
  string_t copy[16] = {{{0}}};
  unsigned plane_of[16];
  for (uint32_t port = 0; port < t->ports; port++) {
    plane_of[port] = w->planes;
    for (unsigned plane = w->planes; plane-- > 0;) {
      string_t hit = reach_of(x, router, group, plane, port);
      plane_of[port] = meet(x, set, &hit) ? plane : plane_of[port];
      for (unsigned j = 0; j < x->words; j++) {
        assert_int_equal(copy[port].bits[j] & hit.bits[j], 0);
        copy[port].bits[j] |= hit.bits[j];
        rest.bits[j] &= ~hit.bits[j];
      }
    }
  }
  if (meet(x, set, &rest)) {
    const uint32_t up = worm_routes_up(w, router, group);
    assert_true(up != 0);
    uint32_t port = rng_below(rng_draw(x->key, x->draws++), t->ports);
    while ((up >> port & 1) == 0) {
      port = port + 1 < t->ports ? port + 1 : 0;
    }
    leave(x, router, port, w->classes, set, hops);
    return;
  }
  for (uint32_t port = 0; port < t->ports; port++) {
    if (plane_of[port] < w->planes) {
      leave(x, router, port, w->plane_class[plane_of[port]], &copy[port], hops);
    }
  }
}

static void send(worm_t *x, uint32_t source, const string_t *set) {
  const topology_t *t = x->w->r->topology;
  topology_place_t at;
  (void)topology_injection(t, source, &at, 1);
  memset(x->got, 0, t->nodes * sizeof *x->got);
  walk(x, at.router, 0, set, 0);
  for (uint32_t n = 0; n < t->nodes; n++) {
    if (x->got[n] != (set->bits[n / WORD] >> n % WORD & 1)) {
      fail_msg("%s on %s: node %u has %u copies", x->w->r->name, t->name, n, x->got[n]);
    }
  }
}

static void send_random(const worm_routes_t *w) {
  const topology_t *t = w->r->topology;
  worm_t x = {.w = w, .words = (t->nodes + WORD - 1) / WORD, .key = rng_key(1, RNG_TOPOLOGY, 7)};
  assert_true(x.words <= MOST_WORDS);
  x.got = calloc(t->nodes, sizeof *x.got);
  for (unsigned i = 0; i < SETS && t->nodes > 1; i++) {
    const uint32_t source = rng_below(rng_draw(x.key, x.draws++), t->nodes);
    const uint32_t share = 1 + rng_below(rng_draw(x.key, x.draws++), 8);  // of 8
    string_t set = {{0}};
    unsigned count = 0;
    for (uint32_t n = 0; n < t->nodes; n++) {
      const bool in = n != source && rng_below(rng_draw(x.key, x.draws++), 8) < share;
      set.bits[n / WORD] |= (uint32_t)in << n % WORD;
      count += in;
    }
    if (count > 0) {
      send(&x, source, &set);
    }
  }
  free(x.got);
}

static void expect_acyclic(routing_t *r, unsigned classes, const worm_routes_t *w) {
  noc_error_t error = {0};
  dependencies_t d;
  const bool paths = routing_ranked(r);
  if (!dependencies_worms(r, classes, w, paths, &d, &error)) {
    fail_msg("%s on %s: %s", r->name, r->topology->name, error.text);
  }
  if (!d.acyclic) {
    char text[1000];
    fail_msg("%s on %s: %s", r->name, r->topology->name,
             dependencies_cycle(r, &d, text, sizeof text));
  }
  dependencies_free(&d);
}

static const struct {
  const char *topology, *routing;
  bool adaptive;
  unsigned planes;
} kMany[] = {
    {"irregular:switches=8,ports=8,hosts=32,seed=1", NULL, false, 1},
    {"irregular:switches=8,ports=8,hosts=32,seed=2", NULL, true, 1},
    {"irregular:switches=16,ports=8,hosts=32,seed=3", NULL, true, 1},
    {"irregular:switches=32,ports=8,hosts=32,seed=4", NULL, true, 1},
    {"irregular:switches=12,ports=6,hosts=30,seed=3", "minimal", false, 4},
    {"mesh:8x8", NULL, false, 1},
    {"mesh:3x4x2@2", NULL, false, 1},
    {"mesh:4x4", "updown", true, 1},
    {"mesh:4x3", "minimal", false, 6},
    {"torus:4x4", NULL, false, 3},
    {"torus:5x6", NULL, false, 3},
    {"torus:3x3@2", NULL, false, 1},
    {"torus:4x3x2", NULL, false, 3},
    {"ring:9", NULL, false, 3},
    {"octagon:8", NULL, false, 3},
    {"octagon:16", NULL, false, 3},
    {"octagons:2x2", NULL, true, 1},
    {"fattree:k=4,n=3", NULL, false, 1},
    {"fattree:k=2,n=4", NULL, true, 1},
    {"tree:k=3,n=3", NULL, false, 1},
    {"fattree:k=2,n=4,growth=1.587401", NULL, false, 1},
    {"fattree:k=2,n=4,growth=2", NULL, true, 1},
    {"hypercube:5", NULL, false, 1},
    {"flattened:4x3", NULL, false, 1},
    {"butterfly:k=2,n=4", NULL, false, 1},
    {"h3dm:m=4,n=2,levels=2,q=0", NULL, false, 3},
    {"h3dm:m=2,n=2,levels=3,q=0", NULL, false, 3},
    {"dragonfly:p=2,a=4,h=2", NULL, false, 3},
    {"slimfly:q=5", NULL, false, 3},
};

static void exactly_the_set(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof kMany / sizeof kMany[0]; i++) {
    topology_t *t = graph_make(kMany[i].topology);
    routing_t *r = routes_make(t, kMany[i].routing, NULL, kMany[i].adaptive);
    noc_error_t error = {0};
    worm_routes_t w;
    if (!worm_routes_create(&w, r, r->classes, &error)) {
      fail_msg("%s on %s: %s", r->name, t->name, error.text);
    }
    if (w.planes != kMany[i].planes) {
      fail_msg("%s on %s: %u planes", r->name, t->name, w.planes);
    }
    send_random(&w);
    expect_acyclic(r, r->classes, &w);
    worm_routes_free(&w);
    routing_free(r);
    topology_free(t);
  }
}

// If the planes are the other way round, a worm in class 0 carries nodes that are still in class 1,
// and rings close; and so they do with one class.
static void planes_in_order(void **state) {
  (void)state;
  topology_t *t = graph_make("torus:5x5");
  routing_t *r = routes_make(t, NULL, NULL, false);
  noc_error_t error = {0};
  worm_routes_t w;
  assert_true(worm_routes_create(&w, r, 2, &error));
  assert_int_equal(w.plane_class[0], 1);
  assert_int_equal(w.plane_class[1], 0);
  assert_int_equal(w.plane_class[2], 2);
  const size_t ways = (size_t)t->routers * t->nodes;
  for (size_t i = 0; i < ways; i++) {
    const unsigned plane = (w.way[i] - 1) / t->ports;
    w.way[i] = (uint16_t)(1 + (plane < 2 ? 1 - plane : 2) * t->ports + (w.way[i] - 1) % t->ports);
  }
  w.plane_class[0] = 0;
  w.plane_class[1] = 1;
  dependencies_t d;
  assert_true(dependencies_worms(r, 2, &w, false, &d, &error));
  assert_false(d.acyclic);
  dependencies_free(&d);
  assert_true(dependencies_worms(r, 2, NULL, true, &d, &error));
  assert_true(d.acyclic);
  worm_routes_free(&w);
  assert_true(worm_routes_create(&w, r, 1, &error));
  assert_int_equal(w.planes, 1);
  assert_int_equal(w.plane_class[0], 1);
  send_random(&w);
  assert_true(dependencies_worms(r, 1, &w, false, &d, &error));
  assert_false(d.acyclic);
  dependencies_free(&d);
  worm_routes_free(&w);
  routing_free(r);
  topology_free(t);
}

static uint64_t count(routing_t *r, const worm_routes_t *w, bool paths) {
  noc_error_t error = {0};
  dependencies_t d;
  assert_true(dependencies_worms(r, r->classes, w, paths, &d, &error));
  assert_true(d.acyclic);
  return d.dependencies;
}

// Worms depend on more than unicasts, and path worms on more than that; but on a mesh, where they
// turn as unicasts do.
static void more_dependencies(void **state) {
  (void)state;
  static const char *const kTwo[] = {"irregular:switches=16,ports=8,hosts=32,seed=3", "mesh:5x4"};
  for (size_t i = 0; i < 2; i++) {
    topology_t *t = graph_make(kTwo[i]);
    routing_t *r = routes_make(t, NULL, NULL, false);
    noc_error_t error = {0};
    worm_routes_t w;
    dependencies_t d;
    assert_true(worm_routes_create(&w, r, 1, &error));
    assert_true(dependencies_prove(r, 1, &d, &error));
    const uint64_t unicasts = count(r, NULL, false);
    const uint64_t trees = count(r, &w, false);
    const uint64_t all = count(r, &w, true);
    assert_int_equal(d.dependencies, unicasts);
    assert_int_equal(unicasts < trees, i == 0);
    assert_int_equal(trees < all, i == 0);
    worm_routes_free(&w);
    routing_free(r);
    topology_free(t);
  }
}

// Routes from a file; two classes are as many planes.
static void table(void **state) {
  (void)state;
  static const char kRoutes[] =
      "classes 2\nroute 0 1: 1 0\nroute 0 2: 1 1\nroute 1 2: 1 0\nroute 1 0: 2\n"
      "route 2 1: 2\nroute 2 0: 2\n";
  temp_file_write(kRoutes, sizeof kRoutes - 1);
  topology_t *t = graph_make("mesh:3");
  routing_t *r = routes_make(t, "table", temp_file, false);
  noc_error_t error = {0};
  worm_routes_t w;
  assert_true(worm_routes_create(&w, r, 2, &error));
  assert_int_equal(w.planes, 3);
  send_random(&w);
  expect_acyclic(r, 2, &w);
  dependencies_t d;
  assert_false(dependencies_worms(r, 2, &w, true, &d, &error));
  assert_string_equal(error.text,
                      "there is table for path worms; there must be dor, the topology's own");
  worm_routes_free(&w);
  routing_free(r);
  topology_free(t);
}

static void refused(void **state) {
  (void)state;
  static const struct {
    const char *topology, *routing;
    bool adaptive;
    const char *text;
  } kFaults[] = {
      {"mesh:65x64", NULL, false,
       "there is a network, mesh:65x64, of 4160 nodes for tree worms; there must be up to 4096, "
       "the bits of a string"},
      {"mesh:4x4", "source", false,
       "there is source for tree worms; there must be dor, the topology's own, or another whose "
       "routes are in the routers"},
      {"mesh:4x4", "minimal", true,
       "there is minimal, adaptive, for tree worms; there must be minimal deterministic, or updown "
       "and nca"},
      {"ring:40", "minimal", false,
       "there is minimal of 20 classes for tree worms; there must be one of up to 16, or updown"},
      {"slimfly:q=13", NULL, false,
       "there is slimfly:q=13, with routers of 20 ports; there must be one with 2 to 16 ports"},
  };
  for (size_t i = 0; i < sizeof kFaults / sizeof kFaults[0]; i++) {
    topology_t *t = graph_make(kFaults[i].topology);
    routing_t *r = routes_make(t, kFaults[i].routing, NULL, kFaults[i].adaptive);
    noc_error_t error = {0};
    worm_routes_t w;
    assert_false(worm_routes_create(&w, r, r->classes, &error));
    assert_int_equal(error.status, NOC_BAD_INPUT);
    assert_string_equal(error.text, kFaults[i].text);
    worm_routes_free(&w);
    routing_free(r);
    topology_free(t);
  }
}

static const struct CMUnitTest kTests[] = {
    cmocka_unit_test(exactly_the_set),
    cmocka_unit_test(planes_in_order),
    cmocka_unit_test(more_dependencies),

    cmocka_unit_test(table),
    cmocka_unit_test(refused),
};

int main(void) {
  return cmocka_run_group_tests(kTests, temp_file_make, temp_file_remove);
}
