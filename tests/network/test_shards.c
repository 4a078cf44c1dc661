// test_shards -- networks that several threads step are, after every cycle, what one thread makes
// of them: every register, the counts of every link, and what is found and counted when hosts in
// several shards find a fault in one cycle. How networks are cut.

#include "network/shards.h"

#include <stdio.h>
#include <string.h>

#include "harness.h"
#include "network/network_state.h"
#include "workload/host_shards.h"

enum { THREADS = 3, CYCLES = 120, WORDS = 4096 };

static const char *const kSettings[] = {
    // Several words of nodes; links along and across the cuts.
    "topology=mesh:20x12 router.vcs=2 router.depth=3 workload.traffic=uniform workload.load=0.3",
    "topology=torus:16x12 router.vcs=4 workload.traffic=tornado workload.load=0.3",
    ("topology=hypercube:8 router.vcs=2 router.pipeline=2 workload.traffic=bit-complement "
     "workload.load=0.3"),
    "topology=fattree:k=4,n=3 workload.traffic=uniform workload.load=0.3",
    ("topology=fattree:k=4,n=3 router.lookahead=true router.pipeline=2 workload.traffic=uniform "
     "workload.load=0.3"),
    // Pins: long links.
    "topology=mesh:16x10 router.link_latency=3 workload.traffic=uniform workload.load=0.2",
    // One word of nodes, and hosts that are not stepped in shards.
    "topology=mesh:5x3 workload.traffic=uniform workload.load=0.4",
    "topology=mesh:12x12 workload.traffic=uniform workload.load=0.2 host.accept=0.6",
};

enum { SETTINGS = sizeof kSettings / sizeof *kSettings };

static void expect_same_registers(const sim_t *one, const sim_t *several) {
  for (size_t i = 0; i < network_banks(one->network); i++) {
    bank_t *a = network_bank(one->network, i);
    bank_t *b = network_bank(several->network, i);
    uint32_t words[2][WORDS];
    assert_true(a->layout.state_words <= WORDS);
    for (uint32_t m = 0; m < a->config.members; m++) {
      a->ops->state(a, m, false, words[0]);
      b->ops->state(b, m, false, words[1]);
      assert_memory_equal(words[0], words[1], a->layout.state_words * sizeof **words);
    }
  }
}

static void expect_same_counts(const network_t *one, const network_t *several) {
  assert_memory_equal(network_counts(one), network_counts(several), sizeof(network_counts_t));
  for (uint32_t r = 0; r < one->routers; r++) {
    for (unsigned port = 0; port < one->shape.ports; port++) {
      assert_int_equal(network_link_flits(one, r, port), network_link_flits(several, r, port));
    }
  }
}

static bool advance(sim_t *s) {
  bool same = false;
  return workload_advance(s->workload, &same, &s->error) && same;
}

// In the midst of it the links get pins.
static void test_same_registers(void **state) {
  crew_t *crew = *state;
  for (unsigned i = 0; i < SETTINGS; i++) {
    sim_t one = sim_create(kSettings[i]);
    sim_t several = sim_create_threads(kSettings[i], crew);
    assert_true(several.network->shards.count > 1);
    for (unsigned t = 0; t < CYCLES; t++) {
      uint32_t slot = 0;
      assert_true(advance(&one) && advance(&several));
      expect_same_registers(&one, &several);
      expect_same_counts(one.network, several.network);
      if (t % 50 == 49) {
        assert_true(network_check_conservation(several.network, &several.error));
      }
      if (t == 2 * CYCLES / 3) {
        (void)network_router_pins(several.network, 0, &slot);
        assert_false(several.network->wired);
      }
    }
    assert_int_equal(sim_digest(&one), sim_digest(&several));
    sim_free(&one);
    sim_free(&several);
  }
}

// Changes a bit of what these nodes are offered, if both are offered data; true when done.
static bool disturb(sim_t *s, const uint32_t *node) {
  uint32_t slot[2];
  const interface_fields_t *ni = network_interface_pins(s->network, node[0], &slot[0]);
  (void)network_interface_pins(s->network, node[1], &slot[1]);
  const bool both = ni->del_valid[slot[0]] != 0 && ni->del_valid[slot[1]] != 0;
  ni->del_data[slot[0]] ^= both;
  ni->del_data[slot[1]] ^= both;
  return both;
}

// Two hosts of different shards find a fault in one cycle: the one of the lower node is told, and
// the others have taken what they were offered.
static void test_same_fault(void **state) {
  static const uint32_t kNodes[2] = {40, 190};
  char text[2][sizeof((noc_error_t *)NULL)->text];
  uint64_t flits[2];
  uint64_t cycle[2];
  for (unsigned i = 0; i < 2; i++) {
    sim_t s = sim_create_threads(kSettings[0], i == 0 ? NULL : *state);
    assert_int_equal(s.workload->shards > 0, i);
    bool done = false;
    while (advance(&s)) {
      done = done || disturb(&s, kNodes);
      assert_true(network_cycle(s.network) < 5000);
    }
    workload_result_t r;
    workload_result(s.workload, &r);
    (void)strcpy(text[i], s.error.text);
    flits[i] = r.flits_delivered;
    cycle[i] = network_cycle(s.network);
    assert_int_equal(s.error.status, NOC_CHECK_FAILED);
    sim_free(&s);
  }
  assert_non_null(strstr(text[0], ": node 40, "));
  assert_string_equal(text[0], text[1]);
  assert_int_equal(flits[0], flits[1]);
  assert_int_equal(cycle[0], cycle[1]);
}

// Every member is in one shard; shards end between words. Where there are few words each is one.
static void test_cut(void **state) {
  (void)state;
  for (uint32_t routers = 1; routers < 400; routers = routers * 3 + 1) {
    for (unsigned threads = 1; threads <= CREW_MAX; threads = 2 * threads + 1) {
      shards_t s;
      const uint32_t nodes = 2 * routers;
      shards_cut(&s, threads, routers, 12, nodes);
      assert_true(s.count >= 1 && s.count <= SHARDS_MAX && (threads > 1 || s.count == 1));
      const uint32_t words = (routers + 11) / 12;
      assert_true(threads == 1 || words > threads * SHARDS_EACH || s.count == words);
      assert_int_equal(s.router[0], 0);
      assert_int_equal(s.node[0], 0);
      for (unsigned i = 0; i < s.count; i++) {
        assert_true(s.router[i] <= s.router[i + 1] && s.node[i] <= s.node[i + 1]);
        assert_true(s.router[i] % 12 == 0 || s.router[i] == routers);
        assert_true(s.node[i] % SHARDS_BLOCK == 0 || s.node[i] == nodes);
      }
      assert_int_equal(s.router[s.count], routers);
      assert_int_equal(s.node[s.count], nodes);
      for (uint32_t r = 0; r < routers; r++) {
        const unsigned shard = shards_of(s.router, s.count, r);
        assert_true(s.router[shard] <= r && r < s.router[shard + 1]);
      }
    }
  }
}

static int start(void **state) {
  *state = crew_create(THREADS);
  return *state == NULL;
}

static int stop(void **state) {
  crew_free(*state);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_cut),
      cmocka_unit_test(test_same_registers),
      cmocka_unit_test(test_same_fault),
  };
  return cmocka_run_group_tests(tests, start, stop);
}
