// The message graphs of collectives: the table and the scenario's words are one, rounds and lengths
// of the longest chains are what theory knows, and every graph survives as GOAL text.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collective/barrier.h"
#include "collective/scheme.h"
#include "harness.h"
#include "scenario/scenario_load.h"

// A plan and its participants.
typedef struct {
  topology_t *t;
  routing_t *r;
  participants_t p;
  plan_t *plan;
} graph_t;

static graph_t compile(const char *topology, const char *collective, const char *scheme,
                       const char *from, const char *to) {
  graph_t g;
  noc_error_t error;
  const char *key = NULL;
  g.t = topology_create(topology, &error);
  assert_non_null(g.t);
  if (!participants_of(g.t, collective, scheme, from, to, &g.p, &key, &error)) {
    fail_msg("%s: %s", key, error.text);
  }
  g.r = routing_create(g.t, NULL, NULL, false, &error);
  assert_non_null(g.r);
  g.p.planner = (multicast_planner_t){
      .topology = g.t, .routing = g.r, .classes = g.r->classes, .most_pairs = 8};
  g.plan = collective_plan(collective, scheme, &g.p, &error);
  if (g.plan == NULL) {
    fail_msg("%s", error.text);
  }
  return g;
}

static void graph_free(graph_t *g) {
  plan_free(g->plan);
  participants_free(&g->p);
  routing_free(g->r);
  topology_free(g->t);
}

static unsigned log2_up(uint32_t n) {
  unsigned bits = 0;
  while (UINT32_C(1) << bits < n) {
    bits++;
  }
  return bits;
}

// Messages of the longest chain in which each waits for the one before. Operations are numbered so
// that what they require comes first.
static unsigned chain(const plan_t *plan) {
  unsigned *length = calloc((size_t)plan->ops + 1, sizeof *length);
  unsigned longest = 0;
  assert_non_null(length);
  for (uint32_t i = 0; i < plan->ops; i++) {
    if (plan->op[i].kind == PLAN_RECEIVE) {
      assert_true(plan->op[i].match < i);
      const unsigned sent = length[plan->op[i].match] + 1;
      length[i] = sent > length[i] ? sent : length[i];
      longest = length[i] > longest ? length[i] : longest;
    }
    for (uint32_t s = plan->op[i].successors; s < plan->op[i + 1].successors; s++) {
      unsigned *next = &length[plan->successor[s]];
      assert_true(plan->successor[s] > i);
      *next = length[i] > *next ? length[i] : *next;
    }
  }
  free(length);
  return longest;
}

// Rounds of a broadcast when a node sends one message a round, in the plan's order.
static unsigned rounds(const plan_t *plan) {
  unsigned *busy = calloc(plan->nodes, sizeof *busy);  // the last round that the node is taken
  unsigned last = 0;
  assert_non_null(busy);
  for (uint32_t i = 0; i < plan->ops; i++) {
    if (plan->op[i].kind == PLAN_SEND) {
      busy[plan->op[i].peer] = ++busy[plan->op[i].node];
      last = busy[plan->op[i].node] > last ? busy[plan->op[i].node] : last;
    }
  }
  free(busy);
  return last;
}

// From every root: log2 of every dimension, rounded up, which is the optimum where no rounding is.
static void test_broadcast_rounds(void **state) {
  (void)state;
  static const char *const kTopologies[] = {"mesh:1x1",   "mesh:7",     "mesh:8",  "mesh:3x5",
                                            "mesh:4x4",   "mesh:2x2x2", "mesh:33", "mesh:8x8",
                                            "mesh:2x4@4", "mesh:3x3@3"};
  for (size_t i = 0; i < sizeof kTopologies / sizeof kTopologies[0]; i++) {
    noc_error_t error;
    topology_t *t = topology_create(kTopologies[i], &error);
    unsigned expected = log2_up(t->nodes_per_router);
    for (unsigned d = 0; d < t->dims; d++) {
      expected += log2_up(t->radix[d]);
    }
    for (uint32_t root = 0; root < t->nodes; root++) {
      char from[16];
      (void)snprintf(from, sizeof from, "%u", root);
      graph_t g = compile(kTopologies[i], "broadcast", "binomial", from, NULL);
      assert_int_equal(rounds(g.plan), expected);
      assert_true(chain(g.plan) <= expected);
      graph_free(&g);
    }
    topology_free(t);
  }
}

static void test_multicast_rounds(void **state) {
  (void)state;
  for (unsigned n = 1; n < 60; n++) {
    char to[16];
    (void)snprintf(to, sizeof to, "1-%u", n);
    graph_t g = compile("mesh:8x8", "multicast", "binomial", "0", to);
    assert_int_equal(rounds(g.plan), log2_up(n + 1));
    graph_free(&g);
    g = compile("mesh:8x8", "multicast", "binomial", "62", to);
    assert_int_equal(rounds(g.plan), log2_up(n + 1));
    graph_free(&g);
  }
}

static void check_chain(const char *topology, const char *collective, const char *scheme,
                        unsigned expected) {
  graph_t g = compile(topology, collective, scheme, NULL, NULL);
  if (chain(g.plan) != expected) {
    fail_msg("%s by %s on %s: a chain of %u messages, expected %u", collective, scheme, topology,
             chain(g.plan), expected);
  }
  graph_free(&g);
}

static void test_chains(void **state) {
  (void)state;
  static const char *const kTopologies[] = {"mesh:2", "mesh:4x4", "mesh:2x2x2", "mesh:8x4@2"};
  for (size_t i = 0; i < sizeof kTopologies / sizeof kTopologies[0]; i++) {
    const char *t = kTopologies[i];
    noc_error_t error;
    topology_t *topology = topology_create(t, &error);
    const unsigned n = topology->nodes;
    const unsigned log = log2_up(n);
    topology_free(topology);
    check_chain(t, "broadcast", "unicast", 1);
    check_chain(t, "scatter", "binomial", log);
    check_chain(t, "gather", "binomial", log);
    check_chain(t, "reduce", "binomial", log);
    check_chain(t, "allgather", "binomial", log);
    check_chain(t, "allgather", "ring", n - 1);
    check_chain(t, "allgather", "recursive-doubling", log);
    check_chain(t, "alltoall", "unicast", 1);
    check_chain(t, "alltoall", "binomial", log);
    check_chain(t, "alltoall", "pairwise", n - 1);
    check_chain(t, "allreduce", "unicast", 1);
    check_chain(t, "allreduce", "binomial", 2 * log);
    check_chain(t, "allreduce", "ring", 2 * (n - 1));
    check_chain(t, "allreduce", "recursive-doubling", log);
    check_chain(t, "barrier", "unicast", 1);
    check_chain(t, "barrier", "binomial", 2 * log);
  }
}

// In every step of the exchange each node sends once and receives once; n a power of two: with one
// partner.
static void test_pairwise_steps(void **state) {
  (void)state;
  static const char *const kSets[] = {"0-7", "1-15", "2,3,5,9,11", "0-15"};
  for (size_t k = 0; k < sizeof kSets / sizeof kSets[0]; k++) {
    graph_t g = compile("mesh:4x4", "alltoall", "pairwise", kSets[k], NULL);
    const uint32_t n = g.p.to.count;
    assert_int_equal(g.plan->ops, 2 * n * (n - 1));
    for (uint32_t step = 0; step + 1 < n; step++) {
      uint32_t to[16] = {0};
      uint64_t senders = 0;
      uint64_t receivers = 0;
      for (uint32_t i = 0; i < n; i++) {
        const plan_op_t *send = &g.plan->op[2 * (size_t)(step * n + i)];
        to[send->node] = send->peer;
        senders |= UINT64_C(1) << send->node;
        receivers |= UINT64_C(1) << send->peer;
      }
      assert_true(senders == receivers);
      assert_int_equal(__builtin_popcountll(senders), n);
      for (uint32_t i = 0; (n & (n - 1)) == 0 && i < n; i++) {
        assert_int_equal(to[to[g.p.to.node[i]]], g.p.to.node[i]);
      }
    }
    graph_free(&g);
  }
}

// Chunks of a ring: together the message, none longer than another by more than a flit, none empty.
static void test_chunks(void **state) {
  (void)state;
  static const unsigned kFlits[] = {1, 3, 7, 8, 9, 23, 640};
  for (size_t k = 0; k < sizeof kFlits / sizeof kFlits[0]; k++) {
    graph_t g = compile("mesh:7", "allreduce", "ring", NULL, NULL);
    noc_error_t error;
    plan_free(g.plan);
    g.p.flits = kFlits[k];
    g.plan = collective_plan("allreduce", "ring", &g.p, &error);
    assert_non_null(g.plan);
    unsigned flits[7] = {0};
    for (uint32_t i = 0; i < g.plan->ops; i++) {
      const plan_op_t *op = &g.plan->op[i];
      assert_true(flits[op->tag] == 0 || flits[op->tag] == op->size);
      flits[op->tag] = op->size;
    }
    unsigned sum = 0;
    for (unsigned c = 0; c < 7; c++) {
      assert_in_range(flits[c], flits[6], flits[0]);
      sum += flits[c];
    }
    assert_in_range(flits[6], 1, flits[0]);
    assert_in_range(flits[0], flits[6], flits[6] + 1);
    assert_int_equal(sum, kFlits[k] < 7 ? 7 : kFlits[k]);
    graph_free(&g);
  }
}

// The contributions in what an operation sends, or in what a receive has when it is complete: a bit
// a place.
static uint32_t contributions(const graph_t *g, uint32_t *of, uint32_t i) {
  const plan_op_t *op = &g->plan->op[i];
  const uint32_t own = UINT32_C(1) << node_set_place(&g->p.to, op->node);
  if (op->kind == PLAN_SEND) {
    return op->source == kPlanNone ? own : of[op->source];
  }
  const uint32_t sent = of[op->match];
  const uint32_t with = op->source == kPlanNone ? 0 : op->apart ? of[op->source] : own;
  assert_int_equal(sent & with, 0);  // none counts twice
  return sent | with;
}

// For every number of nodes each contribution is once in the result of each, in as many messages
// as the page says: the first and the last steps of pairs, and steps of all p others.
static void test_doubled_reductions(void **state) {
  (void)state;
  for (uint32_t n = 1; n <= 17; n++) {
    char set[16];
    (void)snprintf(set, sizeof set, "3-%u", n + 2);
    graph_t g = compile("mesh:20", "allreduce", "recursive-doubling", set, NULL);
    const uint32_t log = log2_up(n + 1) - 1;
    const uint32_t p = UINT32_C(1) << log;
    assert_int_equal(g.plan->ops, 2 * (p * log + 2 * (n - p)));
    assert_int_equal(chain(g.plan), log + (n > p) + (2 * n > 3 * p));
    uint32_t *of = calloc((size_t)g.plan->ops + 1, sizeof *of);
    uint32_t result[17] = {0};
    assert_non_null(of);
    for (uint32_t i = 0; i < g.plan->ops; i++) {
      const plan_op_t *op = &g.plan->op[i];
      of[i] = contributions(&g, of, i);
      if (op->kind == PLAN_RECEIVE) {
        result[node_set_place(&g.p.to, op->node)] = of[i];
      }
    }
    for (uint32_t place = 0; n > 1 && place < n; place++) {
      assert_int_equal(result[place], (UINT32_C(1) << n) - 1);
    }
    free(of);
    graph_free(&g);
  }
}

static uint32_t count_kind(const plan_t *plan, plan_kind_t kind) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < plan->ops; i++) {
    count += plan->op[i].kind == kind;
  }
  return count;
}

// The number of a place among those that take part in the steps; UINT32_MAX if it does not.
static uint32_t number_of(uint32_t place, uint32_t pairs) {
  return place >= 2 * pairs ? place - pairs : place % 2 == 1 ? place / 2 : UINT32_MAX;
}

// The blocks that have come to a node before each of its operations starts: a bit a place.
static uint32_t *came_before(const graph_t *g) {
  const plan_t *plan = g->plan;
  uint32_t *came = calloc((size_t)plan->ops + 1, sizeof *came);
  assert_non_null(came);
  for (uint32_t i = 0; i < plan->ops; i++) {
    const plan_op_t *op = &plan->op[i];
    const bool receives = op->kind == PLAN_RECEIVE;
    const uint32_t now =
        came[i] | (receives ? UINT32_C(1) << node_set_place(&g->p.to, op->tag) : 0);
    for (uint32_t s = op->successors; s < plan->op[i + 1].successors; s++) {
      came[plan->successor[s]] |= now;
    }
  }
  return came;
}

// Every node gets each block once, from the partner of the step that the block is for; who does not
// take part has a partner of its own.
static void test_doubled_blocks(void **state) {
  (void)state;
  for (uint32_t n = 1; n <= 17; n++) {
    char set[16];
    (void)snprintf(set, sizeof set, "3-%u", n + 2);
    graph_t g = compile("mesh:20", "allgather", "recursive-doubling", set, NULL);
    const uint32_t log = log2_up(n + 1) - 1;
    const uint32_t p = UINT32_C(1) << log;
    const uint32_t pairs = n - p;
    uint32_t got[17] = {0};
    uint32_t *came = came_before(&g);
    assert_int_equal(count_kind(g.plan, PLAN_SEND), n * (n - 1));
    assert_int_equal(chain(g.plan), log + (n > p) + (2 * n > 3 * p));
    for (uint32_t i = 0; i < g.plan->ops; i++) {
      const plan_op_t *op = &g.plan->op[i];
      if (op->kind != PLAN_SEND) {
        continue;
      }
      const uint32_t from = op->node - 3;
      const uint32_t to = op->peer - 3;
      const uint32_t block = op->tag - 3;
      const uint32_t a = number_of(from, pairs);
      const uint32_t b = number_of(to, pairs);
      assert_true(block == from ? op->source == kPlanNone
                                : g.plan->op[op->source].node == op->node &&
                                      g.plan->op[op->source].tag == op->tag);
      assert_int_equal(got[to] >> block & 1, 0);
      got[to] |= UINT32_C(1) << block;
      if (a == UINT32_MAX || b == UINT32_MAX) {  // the first, and the last, when all else is done
        assert_int_equal(from ^ to, 1);
        assert_int_equal(__builtin_popcount(came[i]), a == UINT32_MAX ? 0 : n - 1);
        continue;
      }
      // The block is of a number that differs from the sender's in bits below that of the step.
      const uint32_t step = a ^ b;
      const uint32_t of = number_of(block, pairs) != UINT32_MAX ? number_of(block, pairs)
                                                                : number_of(block + 1, pairs);
      assert_int_equal(__builtin_popcount(step), 1);
      assert_true((of ^ a) < step);
      // A step begins when the one before is in.
      uint32_t before = 0;
      for (uint32_t k = a & ~(step - 1); k < (a | (step - 1)) + 1; k++) {
        before += k < pairs ? 2 : 1;
      }
      assert_int_equal(__builtin_popcount(came[i]), before - 1);
    }
    free(came);
    for (uint32_t place = 0; place < n; place++) {
      assert_int_equal(got[place], ((UINT32_C(1) << n) - 1) & ~(UINT32_C(1) << place));
    }
    graph_free(&g);
  }
}

static char *as_goal(const plan_t *plan) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  assert_true(plan_write_goal(plan, 64, out));
  assert_int_equal(fclose(out), 0);
  return text;
}

// The text says the same again, messages matched as before.
static void test_goal(void **state) {
  (void)state;
  collective_pair_t pair;
  for (size_t i = 0; collective_pair(i, &pair); i++) {
    const char *to = pair.collective->needs_to ? "1-6" : NULL;
    const char *topology = pair.use->suits != NULL ? "torus:4x3" : "mesh:4x3";
    graph_t g = compile(topology, pair.collective->name, pair.scheme->name, NULL, to);
    char *text = as_goal(g.plan);
    FILE *in = fmemopen(text, strlen(text), "r");
    noc_error_t error;
    plan_t *again = plan_read_stream(in, "goal", 64, 12, &error);
    (void)fclose(in);
    assert_non_null(again);
    char *twice = as_goal(again);
    assert_string_equal(text, twice);
    assert_int_equal(again->ops, g.plan->ops);
    plan_free(again);
    graph_free(&g);
    free(text);
    free(twice);
  }
}

static void test_barrier_proof(void **state) {
  (void)state;
  static const char *const kSets[] = {"0", "3,4", "0-14", "0-29", "1,5-9,28"};
  static const char *const kSchemes[] = {"unicast", "binomial"};
  for (size_t i = 0; i < 10; i++) {
    graph_t g = compile("mesh:3x5@2", "barrier", kSchemes[i % 2], kSets[i / 2], NULL);
    noc_error_t error;
    assert_true(barrier_prove(g.plan, &g.p.from, &error));
    // If any one message did not come, the plan would be no barrier.
    for (uint32_t op = 0; op < g.plan->ops; op++) {
      if (g.plan->op[op].kind == PLAN_RECEIVE) {
        const uint32_t match = g.plan->op[op].match;
        g.plan->op[op].match = op;
        assert_false(barrier_prove(g.plan, &g.p.from, &error));
        assert_non_null(strstr(error.text, "leaves without waiting for node"));
        g.plan->op[op].match = match;
      }
    }
    graph_free(&g);
  }
}

static bool is_word(const scenario_word_t *words, const char *name) {
  while (words->name != NULL && strcmp(words->name, name) != 0) {
    words++;
  }
  return words->name != NULL;
}

static void test_table(void **state) {
  (void)state;
  collective_pair_t pair;
  for (size_t i = 0; collective_pair(i, &pair); i++) {
    assert_true(is_word(kCollectiveWords, pair.collective->name));
    assert_ptr_equal(scheme_find(pair.scheme->name), pair.scheme);
    assert_ptr_equal(collective_find_pair(pair.collective->name, pair.scheme->name), pair.use);
  }
  size_t names = 0;
  const collective_t *c = collectives(&names);
  assert_int_equal(names, 9);
  for (size_t i = 0; i < names; i++) {
    assert_ptr_equal(collective_find(c[i].name), &c[i]);
    assert_non_null(collective_find_pair(c[i].name, "unicast"));
    assert_non_null(collective_find_pair(c[i].name, "binomial"));
  }
  for (size_t i = 0; i <= names; i++) {
    assert_ptr_equal(scenario_word("workload", "collective", i).name, kCollectiveWords[i].name);
  }
  const scheme_t *scheme = NULL;
  size_t k = 0;
  for (; (scheme = scheme_at(k)) != NULL; k++) {
    assert_ptr_equal(scenario_word("workload", "scheme", k).name, scheme->name);
  }
  assert_null(scenario_word("workload", "scheme", k).name);
}

static void test_unknown(void **state) {
  (void)state;
  noc_error_t error;
  graph_t g = compile("mesh:2x2", "allgather", "ring", NULL, NULL);
  assert_null(collective_plan("broadcast", "ring", &g.p, &error));
  assert_int_equal(error.status, NOC_BAD_INPUT);
  assert_string_equal(error.text,
                      "there is 'ring'; there must be one for broadcast: unicast, binomial, "
                      "edst, hierarchy, scheduled, tree-worm, path-worm, kbinomial, postal");
  graph_free(&g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_broadcast_rounds), cmocka_unit_test(test_multicast_rounds),
      cmocka_unit_test(test_chains),           cmocka_unit_test(test_pairwise_steps),
      cmocka_unit_test(test_chunks),           cmocka_unit_test(test_doubled_reductions),
      cmocka_unit_test(test_doubled_blocks),   cmocka_unit_test(test_goal),
      cmocka_unit_test(test_barrier_proof),    cmocka_unit_test(test_table),
      cmocka_unit_test(test_unknown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
