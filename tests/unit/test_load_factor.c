// test_load_factor -- load factors and rounds of message sets on trees, held against loads that are
// counted along routes over the links of the graph, and against typed values.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <math.h>
#include <stdlib.h>

#include "analysis/load_factor.h"
#include "base/rng.h"
#include "routing/routing.h"
#include "unit/topology_graph.h"

// The messages of one round (any: UINT32_MAX) by the links between two routers, and by nodes: the
// largest share of the links that there are. Routes are walked link by link.
static double walked(const topology_t *t, const load_message_t *m, size_t count,
                     const uint32_t *round, uint32_t which) {
  noc_error_t error = {0};
  routing_t *r = routing_create(t, NULL, NULL, false, &error);
  const size_t pairs = (size_t)t->routers * t->routers;
  double *load = calloc(pairs, sizeof *load);
  double *links = calloc(pairs, sizeof *links);
  double *nodes = calloc(2 * (size_t)t->nodes, sizeof *nodes);
  for (uint32_t from = 0; from < t->routers; from++) {
    for (unsigned p = 0; p < t->ports; p++) {
      const int32_t to = t->peer_router[(size_t)from * t->ports + p];
      if (to >= 0) {
        links[(size_t)from * t->routers + (uint32_t)to]++;
      }
    }
  }
  for (size_t i = 0; i < count; i++) {
    if ((which != UINT32_MAX && round[i] != which) || m[i].from == m[i].to) {
      continue;
    }
    nodes[m[i].from]++;
    nodes[t->nodes + m[i].to]++;
    routing_hop_t hop[64];
    const size_t hops = routing_path(r, m[i].from, m[i].to, hop, 64, &error);
    uint32_t at = t->inject[m[i].from].router;
    for (size_t h = 0; h + 1 < hops; h++) {
      const uint32_t to = (uint32_t)t->peer_router[(size_t)at * t->ports + hop[h].port];
      load[(size_t)at * t->routers + to]++;
      at = to;
    }
  }
  double most = 0;
  for (size_t i = 0; i < pairs; i++) {
    most = load[i] > 0 ? fmax(most, load[i] / links[i]) : most;
  }
  for (uint32_t n = 0; n < 2 * t->nodes; n++) {
    most = fmax(most, nodes[n]);
  }
  free(load);
  free(links);
  free(nodes);
  routing_free(r);
  return most;
}

static void check(const topology_t *t, const load_message_t *m, size_t count) {
  noc_error_t error = {0};
  load_factor_t found;
  uint32_t *round = calloc(count + 1, sizeof *round);
  uint32_t rounds = 0;
  assert_true(load_factor_find(t, m, count, &found, &error));
  assert_true(load_factor_rounds(t, m, count, round, &rounds, &error));
  const double factor = walked(t, m, count, round, UINT32_MAX);
  if (fabs(found.factor - factor) > 1e-12 ||
      fabs(found.factor - (double)found.load / found.capacity) > 1e-12) {
    fail_msg("%s, %zu messages: load factor %g, by routes %g", t->name, count, found.factor,
             factor);
  }
  bool *used = calloc(rounds + 1, sizeof *used);
  for (size_t i = 0; i < count; i++) {
    assert_true(round[i] < rounds || m[i].from == m[i].to);
    used[round[i]] = true;
  }
  for (uint32_t k = 0; k < rounds; k++) {
    const double part = walked(t, m, count, round, k);
    if (!used[k] || part > 1 || part == 0) {
      fail_msg("%s, %zu messages: round %u of %u has a load factor of %g", t->name, count, k,
               rounds, part);
    }
  }
  // At least as many as the factor, and fewer than twice that, or one, at every level.
  const double levels = t->arg[1];
  assert_true(rounds >= factor && rounds <= levels * fmax(2 * factor, 1));
  free(used);
  free(round);
}

// Trees with a channel in one piece, whose routes over parallel links stand for the channel.
static const char *const kTrees[] = {"tree:k=2,n=1",
                                     "tree:k=2,n=4",
                                     "tree:k=3,n=3",
                                     "fattree:k=2,n=4,growth=1.587401",
                                     "fattree:k=2,n=5,growth=2",
                                     "fattree:k=4,n=2,growth=1.5"};

static void all_to_all(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof kTrees / sizeof kTrees[0]; i++) {
    topology_t *t = graph_make(kTrees[i]);
    load_message_t *m = calloc((size_t)t->nodes * t->nodes, sizeof *m);
    size_t count = 0;
    for (uint32_t pair = 0; pair < t->nodes * t->nodes; pair++) {
      m[count++] = (load_message_t){pair / t->nodes, pair % t->nodes};
    }
    check(t, m, count);
    check(t, m, 0);
    free(m);
    topology_free(t);
  }
}

// Sets drawn at random, some with the same message several times.
static void drawn(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof kTrees / sizeof kTrees[0]; i++) {
    topology_t *t = graph_make(kTrees[i]);
    for (uint64_t set = 0; set < 40; set++) {
      const uint64_t key = rng_key(set, RNG_TOPOLOGY, i);
      load_message_t m[120];
      const size_t count = 1 + rng_below(rng_draw(key, 0), 120);
      const uint32_t few = 1 + rng_below(rng_draw(key, 1), t->nodes);
      for (size_t k = 0; k < count; k++) {
        m[k] = (load_message_t){rng_below(rng_draw(key, 2 + 2 * k), t->nodes),
                                rng_below(rng_draw(key, 3 + 2 * k), few)};
      }
      check(t, m, count);
    }
    topology_free(t);
  }
}

// The whole of the lecture's binary tree speaks over one link: 8 messages of P = 16 each way.
static void typed(void **state) {
  (void)state;
  static const struct {
    const char *string;
    double factor;
    unsigned level;
  } kKnown[] = {{"tree:k=2,n=4", 8, 3},
                {"fattree:k=2,n=4", 1, 0},
                {"fattree:k=2,n=4,growth=2", 1, 0},
                {"fattree:k=2,n=4,growth=1.587401", 2, 3},
                {"fattree:k=2,n=6,growth=1.587401", 3.2, 5}};
  for (size_t i = 0; i < sizeof kKnown / sizeof kKnown[0]; i++) {
    topology_t *t = graph_make(kKnown[i].string);
    noc_error_t error = {0};
    load_factor_t found;
    load_message_t m[64];
    for (uint32_t n = 0; n < t->nodes; n++) {
      m[n] = (load_message_t){n, t->nodes - 1 - n};
    }
    assert_true(load_factor_find(t, m, t->nodes, &found, &error));
    if (found.factor != kKnown[i].factor || found.level != kKnown[i].level) {
      fail_msg("%s: %g at level %u", t->name, found.factor, found.level);
    }
    topology_free(t);
  }
  topology_t *t = graph_make("torus:4x4");
  noc_error_t error = {0};
  assert_false(load_factor_check(t, &error));
  assert_string_equal(error.text,
                      "there is torus:4x4; there must be a tree, as tree:k=2,n=4 or "
                      "fattree:k=4,n=3");
  topology_free(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(all_to_all), cmocka_unit_test(drawn),
                                     cmocka_unit_test(typed)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
