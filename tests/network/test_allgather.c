// Allgather by both schemes: afterwards every node has every other node's block, in the number of
// packets and hops that the schemes take by their definition.

#include <stdio.h>

#include "harness.h"

static const char *const kTopologies[] = {
    "mesh:1x1", "mesh:1x2",   "mesh:2x2",   "mesh:3x5", "mesh:4x4",   "mesh:4x4x4",
    "mesh:8x8", "mesh:3x3@2", "mesh:2x2@4", "mesh:5",   "mesh:2x3x2", "mesh:1x1@3",
};

static void run(const char *topology, const char *scheme, const char *more, workload_result_t *r) {
  char settings[256];
  (void)snprintf(settings, sizeof settings,
                 "topology=%s workload.collective=allgather workload.scheme=%s %s", topology,
                 scheme, more);
  sim_t s = sim_create(settings);
  if (!sim_run(&s, 100, 200000)) {
    fail_msg("%s: %s", settings, s.error.text);
  }
  workload_result(s.workload, r);
  uint64_t nodes = s.scenario->topology->nodes;
  assert_int_equal(r->blocks_expected, nodes * (nodes - 1));
  assert_int_equal(r->blocks_checked, r->blocks_expected);
  assert_int_equal(r->packets, nodes * (nodes - 1));  // messages are never merged
  assert_int_equal(r->packets_created, r->packets_delivered);
  sim_free(&s);
}

static void test_all_topologies(void **state) {
  (void)state;
  workload_result_t r;
  for (size_t i = 0; i < sizeof kTopologies / sizeof kTopologies[0]; i++) {
    run(kTopologies[i], "unicast", "", &r);
    run(kTopologies[i], "binomial", "", &r);
    run(kTopologies[i], "binomial", "workload.message_flits=6 router.pipeline=2", &r);
  }
}

// Hops on a k x k mesh. Unicast: both dimensions contribute the sum of |i - j| over pairs of
// coordinates, k^2 times. Binomial: a broadcast in a line of k = 2^m halves: k-1 messages, of
// lengths k/2 once, k/4 twice, ...: m k/2 in total; first in x once, then in y in all k columns.
static void test_hops(void **state) {
  (void)state;
  workload_result_t r;
  for (unsigned k = 2; k <= 8; k *= 2) {
    char topology[16];
    (void)snprintf(topology, sizeof topology, "mesh:%ux%u", k, k);
    unsigned line = 0;
    unsigned halvings = 0;
    for (unsigned i = 0; i < k; i++) {
      for (unsigned j = 0; j < k; j++) {
        line += i > j ? i - j : j - i;
      }
    }
    for (unsigned half = k / 2; half > 0; half /= 2) {
      halvings++;
    }
    run(topology, "unicast", "", &r);
    assert_int_equal(r.packet_hops, 2ull * k * k * line);
    run(topology, "binomial", "", &r);
    assert_int_equal(r.packet_hops, (uint64_t)k * k * (halvings * k / 2) * (1 + k));
  }
}

static void test_tight_routers(void **state) {
  (void)state;
  workload_result_t r;
  run("mesh:4x4", "unicast", "router.vcs=1 router.depth=1 workload.message_flits=9", &r);
  run("mesh:4x4", "binomial", "router.vcs=1 router.depth=1 workload.message_flits=9", &r);
  run("mesh:4x4", "binomial", "router.networks=2 router.flit_bits=256 router.link_latency=4", &r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_all_topologies),
      cmocka_unit_test(test_hops),
      cmocka_unit_test(test_tight_routers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
