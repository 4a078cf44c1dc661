// test_torus_schemes -- the schemes of tori: what their messages carry, worked out from the plan
// alone; completion beside the closed forms of docs/collectives.md; and who is refused.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "workload/workload_state.h"

enum { LIMIT = 1000000, NODES = 64, PARTS = 2048 };

static sim_t start(const char *format, const char *topology, unsigned flits, unsigned packet) {
  char settings[256];
  char cut[48] = "";
  if (packet > 0) {
    (void)snprintf(cut, sizeof cut, " workload.packet_flits=%u", packet);
  }
  (void)snprintf(settings, sizeof settings, "%s topology=%s workload.message_flits=%u%s", format,
                 topology, flits, cut);
  return sim_create(settings);
}

// Runs to the end; the cycle of the last delivery.
static uint64_t complete(sim_t *s) {
  workload_result_t r;
  if (!sim_run(s, 500, LIMIT)) {
    fail_msg("%s", s->error.text);
  }
  workload_result(s->workload, &r);
  assert_true(r.blocks_expected == r.blocks_checked);
  return r.completion;
}

static unsigned longest_dimension(const topology_t *t) {
  unsigned longest = 1;
  for (unsigned d = 0; d < t->dims; d++) {
    longest = t->radix[d] > longest ? t->radix[d] : longest;
  }
  return longest;
}

static unsigned links_of(const topology_t *t) {
  unsigned links = 0;
  for (unsigned port = 0; port < t->ports; port++) {
    links += t->peer_router[port] >= 0;
  }
  return links;
}

static bool are_neighbours(const topology_t *t, uint32_t a, uint32_t b) {
  bool found = false;
  for (unsigned port = 0; port < t->ports; port++) {
    found = found || t->peer_router[a * t->ports + port] == (int32_t)b;
  }
  return found;
}

// Flits over each link, of messages that go to neighbours only: [node * NODES + node].
static uint32_t *link_flits(const sim_t *s) {
  uint32_t *flits = calloc((size_t)NODES * NODES, sizeof *flits);
  const plan_t *plan = s->input.plan;
  assert_non_null(flits);
  for (uint32_t i = 0; i < plan->ops; i++) {
    const plan_op_t *op = &plan->op[i];
    if (op->kind == PLAN_SEND) {
      assert_true(are_neighbours(s->scenario->topology, op->node, op->peer));
      flits[op->node * NODES + op->peer] += op->size;
    }
  }
  return flits;
}

static uint32_t busiest_link(const sim_t *s) {
  uint32_t *flits = link_flits(s);
  uint32_t most = 0;
  for (size_t i = 0; i < (size_t)NODES * NODES; i++) {
    most = flits[i] > most ? flits[i] : most;
  }
  free(flits);
  return most;
}

// --- edst ----------------------------------------------------------------------------------------

// The parts are the message, none longer than a packet, and come to each node but the root once;
// who passes one on has it. No link carries more than the share of a tree.
static void check_parts(const sim_t *s, uint32_t root, unsigned flits, unsigned packet) {
  const plan_t *plan = s->input.plan;
  const unsigned trees = links_of(s->scenario->topology);
  static uint32_t size[PARTS];
  static uint32_t came[PARTS];
  memset(size, 0, sizeof size);
  memset(came, 0, sizeof came);
  for (uint32_t i = 0; i < plan->ops; i++) {
    const plan_op_t *op = &plan->op[i];
    if (op->kind == PLAN_SEND) {
      assert_in_range(op->tag, 0, PARTS - 1);
      assert_true(size[op->tag] == 0 || size[op->tag] == op->size);
      assert_true(packet == 0 || op->size <= packet);
      assert_true(op->peer != root);
      assert_true(op->node == root ? op->source == kPlanNone
                                   : plan->op[op->source].node == op->node &&
                                         plan->op[op->source].tag == op->tag);
      size[op->tag] = op->size;
      came[op->tag]++;
    }
  }
  unsigned sum = 0;
  for (size_t tag = 0; tag < PARTS; tag++) {
    sum += size[tag];
    assert_int_equal(came[tag], size[tag] > 0 ? plan->nodes - 1 : 0);
  }
  assert_int_equal(sum, flits > trees ? flits : trees);
  const unsigned busiest = busiest_link(s);  // the share of a tree, rounded up
  assert_in_range(busiest * trees, flits, (flits > trees ? flits : trees) + trees - 1);
}

static void edst_carries_shares(void **state) {
  (void)state;
  static const char *const kNames[] = {"ring:5",      "torus:3x3",   "torus:4x4",  "torus:2x3",
                                       "torus:3x5",   "torus:4x4x4", "torus:2",    "hypercube:4",
                                       "torus:2x2x2", "torus:2x4",   "torus:3x2x3"};
  static const unsigned kLengths[][2] = {{1, 0}, {7, 0}, {29, 3}, {64, 4}, {64, 1}};
  for (size_t i = 0; i < sizeof kNames / sizeof kNames[0]; i++) {
    for (size_t k = 0; k < sizeof kLengths / sizeof kLengths[0]; k++) {
      char settings[100];
      const uint32_t root = (uint32_t)((i + k) % 2);
      (void)snprintf(settings, sizeof settings,
                     "workload.collective=broadcast workload.scheme=edst workload.from=%u", root);
      sim_t s = start(settings, kNames[i], kLengths[k][0], kLengths[k][1]);
      check_parts(&s, root, kLengths[k][0], kLengths[k][1]);
      (void)complete(&s);
      sim_free(&s);
    }
  }
}

static const char kEdst[] = "workload.collective=broadcast workload.scheme=edst";

// docs/collectives.md: the root's port is busy all the time, and the last packet goes D hops.
static void edst_takes_n_and_depth(void **state) {
  (void)state;
  static const struct {
    const char *name;
    unsigned dims, depth;
  } kTori[] = {
      {"torus:8", 1, 7}, {"torus:4x4", 2, 7}, {"torus:8x8", 2, 15}, {"torus:4x4x4", 3, 10}};
  static const unsigned kPackets[] = {1, 4, 16};
  for (size_t i = 0; i < 4; i++) {
    for (size_t k = 0; k < 3; k++) {
      const unsigned packet = kPackets[k];
      sim_t s = start(kEdst, kTori[i].name, 768, packet);
      const uint64_t hop = sim_closed_form(&s, packet, 1);
      const uint64_t idle = 768 - packet + kTori[i].depth * hop;
      const uint64_t taken = complete(&s);
      assert_in_range(taken, idle, idle + kTori[i].depth * packet * 21 / 10);
      assert_true(kTori[i].dims > 1 || packet > 1 || taken == idle);
      sim_free(&s);
    }
  }
}

// --- dimension-ring ------------------------------------------------------------------------------

static const char kRings[] = "workload.collective=alltoall workload.scheme=dimension-ring";

// A block is passed along a dimension before the next, and comes to its destination; no node has
// sent a block twice or passes one on that it has not.
static void check_rings(const sim_t *s) {
  const plan_t *plan = s->input.plan;
  const uint32_t n = plan->nodes;
  uint32_t *at = malloc((size_t)n * n * sizeof *at);
  uint32_t sent = 0;
  assert_non_null(at);
  for (uint32_t i = 0; i < n * n; i++) {
    at[i] = i / n;
  }
  for (uint32_t i = 0; i < plan->ops; i++) {
    const plan_op_t *op = &plan->op[i];
    if (op->kind == PLAN_SEND) {
      const uint32_t source = op->tag / n;
      assert_int_equal(op->node, at[op->tag]);
      assert_true(op->source == kPlanNone ? op->node == source
                                          : plan->op[op->source].node == op->node &&
                                                plan->op[op->source].tag == op->tag);
      at[op->tag] = op->peer;
      sent++;
    }
  }
  for (uint32_t i = 0; i < n * n; i++) {
    assert_int_equal(at[i], i % n);
  }
  double messages = 0;
  for (unsigned d = 0; d < s->scenario->topology->dims; d++) {
    messages += (double)n * n * (s->scenario->topology->radix[d] - 1) / 2;
  }
  assert_true(messages == sent);
  free(at);
}

// Exact where a message is no shorter than a hop takes: the port of a node never waits. Shorter
// ones wait at the ends of dimensions, for less than three hops together.
static void rings_take_half_the_data_a_dimension(void **state) {
  (void)state;
  static const char *const kNames[] = {"torus:4x4", "torus:8x8", "torus:4x4x4", "torus:3x5",
                                       "torus:2x4"};
  static const unsigned kFlits[] = {1, 4, 16};
  for (size_t i = 0; i < 5; i++) {
    for (size_t k = 0; k < 3; k++) {
      sim_t s = start(kRings, kNames[i], kFlits[k], 0);
      const topology_t *t = s.scenario->topology;
      const uint64_t data = (uint64_t)t->nodes * kFlits[k];
      uint64_t flits = 0;
      for (unsigned d = 0; d < t->dims; d++) {
        flits += (t->radix[d] - 1) * data / 2;
      }
      check_rings(&s);
      assert_int_equal(busiest_link(&s), (longest_dimension(t) - 1) * data / 2);
      const uint64_t closed = flits + sim_closed_form(&s, kFlits[k], 1) - kFlits[k];
      const uint64_t taken = complete(&s);
      if (kFlits[k] == 16) {
        assert_int_equal(taken, closed);
      } else {
        assert_in_range(taken, closed, closed + 3 * sim_closed_form(&s, 1, 1));
      }
      sim_free(&s);
    }
  }
}

// --- randomized ----------------------------------------------------------------------------------

// Every node serves each other once; returns the order of node 3 as a number.
static uint64_t check_order(unsigned seed) {
  char settings[128];
  (void)snprintf(settings, sizeof settings,
                 "workload.collective=alltoall workload.scheme=randomized run.seed=%u", seed);
  sim_t s = start(settings, "torus:4x4", 2, 0);
  uint32_t served[16] = {0};
  uint32_t first[16] = {0};
  uint64_t order = 0;
  for (uint32_t i = 0; i < s.input.plan->ops; i++) {
    const plan_op_t *op = &s.input.plan->op[i];
    if (op->kind == PLAN_SEND) {
      first[op->node] = served[op->node] == 0 ? op->peer : first[op->node];
      served[op->node] |= UINT32_C(1) << op->peer;
      order = op->node == 3 ? order << 4 | op->peer : order;
    }
  }
  uint32_t firsts = 0;
  for (unsigned node = 0; node < 16; node++) {
    assert_int_equal(served[node], 0xffff & ~(1u << node));
    firsts |= UINT32_C(1) << first[node];
  }
  assert_in_range(__builtin_popcount(firsts), 6, 15);  // about 10 when they are drawn
  (void)complete(&s);
  sim_free(&s);
  return order;
}

static void randomized_draws(void **state) {
  (void)state;
  assert_true(check_order(1) == check_order(1));
  assert_true(check_order(1) != check_order(2));
}

// --- what is refused -----------------------------------------------------------------------------

static void refused_elsewhere(void **state) {
  (void)state;
  static const char *const kNames[] = {"mesh:4x4", "torus:4x4@2", "octagon:8", "flattened:3x3"};
  static const char *const kSchemes[] = {kEdst, kRings};
  for (size_t i = 0; i < 8; i++) {
    char settings[160];
    char sentence[160];
    (void)snprintf(settings, sizeof settings, "%s topology=%s", kSchemes[i % 2], kNames[i / 2]);
    (void)snprintf(sentence, sizeof sentence,
                   "workload.scheme is %s on %s; it must be a torus, ring or hypercube of one node "
                   "a router",
                   i % 2 == 0 ? "edst" : "dimension-ring", kNames[i / 2]);
    sim_refused(settings, sentence);
  }
  sim_refused(
      "workload.collective=broadcast workload.scheme=edst topology=torus:4x4 "
      "workload.to=1-5",
      "workload.scheme is edst to 5 of 16 nodes; it must be all in workload.to");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(edst_carries_shares), cmocka_unit_test(edst_takes_n_and_depth),
      cmocka_unit_test(rings_take_half_the_data_a_dimension), cmocka_unit_test(randomized_draws),
      cmocka_unit_test(refused_elsewhere)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
