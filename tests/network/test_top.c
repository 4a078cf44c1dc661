// test_top -- rtl/top: a whole mesh, torus or octagon as one module equals the network that the
// harness wires: the same host pins in every cycle, the same host outputs in every cycle.
//
// NOCSTEP_LONG=1 adds larger networks, whose C++ compiles for minutes.

#include <stdio.h>

#include "network/harness.h"
#include "network/network_top.h"
#include "unit/unit_lockstep.h"

static void check(const char *settings, uint64_t cycles) {
  sim_t s = sim_create(settings);
  network_top_t *m = network_top_create(s.network, &s.error);
  if (m == NULL) {
    fail_msg("%s", s.error.text);
  }
  const network_top_found_t found = network_top_run(m, &s, cycles);
  if (found.what[0] != '\0') {
    fail_msg("cycle %llu, node %u: %s", (unsigned long long)found.cycle, found.node, found.what);
  }
  workload_result_t result;
  workload_result(s.workload, &result);
  assert_true(result.packets_delivered > 0);
  network_top_free(m);
  sim_free(&s);
}

// Its routers know their neighbours, which the module works out for itself.
static void test_line(void **state) {
  (void)state;
  check(
      "topology=mesh:3 router.vcs=2 router.depth=4 router.pipeline=2 router.link_latency=3 "
      "router.lookahead=true router.allocation=speculative "
      "workload.traffic=uniform workload.load=0.4 workload.packet_flits=3",
      5000);
}

static void test_fat_cut_through(void **state) {
  (void)state;
  if (!unit_long_tier()) {
    skip();
  }
  check(
      "topology=mesh:2x1@2 router.vcs=2 router.depth=4 router.switching=cut-through "
      "router.networks=2 workload.traffic=uniform workload.load=0.5",
      5000);
}

// A ring with a link around, of five routers in the long tier: of three the C++ is short.
static void test_torus(void **state) {
  (void)state;
  char settings[256];
  (void)snprintf(settings, sizeof settings,
                 "topology=ring:%d router.vcs=2 router.depth=3 router.pipeline=2 "
                 "router.link_latency=2 workload.traffic=uniform workload.load=0.5 "
                 "workload.packet_flits=3",
                 unit_long_tier() ? 5 : 3);
  check(settings, 5000);
}

static void test_octagon(void **state) {
  (void)state;
  if (!unit_long_tier()) {
    skip();
  }
  check(
      "topology=octagon:8 router.vcs=2 router.depth=2 router.flit_bits=32 router.pipeline=2 "
      "workload.traffic=uniform workload.load=0.5 workload.packet_flits=3",
      5000);
}

// A topology without a module is refused.
static void test_refused(void **state) {
  (void)state;
  sim_t s = sim_create("topology=hypercube:2 workload.traffic=uniform workload.load=0.1");
  assert_null(network_top_create(s.network, &s.error));
  assert_string_equal(s.error.text, "hypercube:2: no module under rtl/top");
  sim_free(&s);
}

static void test_large(void **state) {
  (void)state;
  if (!unit_long_tier()) {
    skip();
  }
  check(
      "topology=mesh:2x2 router.flit_bits=128 router.pipeline=2 workload.traffic=uniform "
      "workload.load=0.5 "
      "workload.packet_flits=6",
      20000);
  check("topology=mesh:4x4 workload.traffic=uniform workload.load=0.3", 20000);
  check("topology=mesh:2x2x2 workload.traffic=uniform workload.load=0.3", 20000);
  check("topology=torus:4x3x2 workload.traffic=uniform workload.load=0.3", 20000);
  check(
      "topology=torus:2x3@2 router.vcs=4 router.networks=2 workload.traffic=uniform "
      "workload.load=0.5",
      20000);
  check("topology=octagon:12@2 router.link_latency=2 workload.traffic=uniform workload.load=0.4",
        20000);
  check(
      "topology=torus:3x2@2 router.lookahead=true router.pipeline=2 workload.traffic=uniform "
      "workload.load=0.5",
      20000);
  check(
      "topology=mesh:3x2 router.allocator=wavefront router.sync_read=true router.vcs=2 "
      "workload.traffic=uniform workload.load=0.6",
      20000);
  check(
      "topology=octagon:8 router.lookahead=true router.allocation=speculative "
      "workload.traffic=uniform workload.load=0.4",
      20000);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_line),    cmocka_unit_test(test_fat_cut_through),
      cmocka_unit_test(test_torus),   cmocka_unit_test(test_octagon),
      cmocka_unit_test(test_refused), cmocka_unit_test(test_large),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
