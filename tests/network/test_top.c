// test_top -- rtl/top: a whole mesh, torus or octagon as one module equals the network that the
// harness wires: the same host pins in every cycle, the same host outputs in every cycle.
//
// NOCSTEP_LONG=1 adds larger networks, whose C++ compiles for minutes.

#include <stdio.h>
#include <string.h>

#include "dut/plugin.h"
#include "network/harness.h"
#include "network/network_top.h"
#include "unit/temp_file.h"
#include "unit/unit_lockstep.h"

typedef network_top_found_t run_t(network_top_t *m, sim_t *s, uint64_t cycles);

static network_top_found_t run(const char *settings, unsigned idle, run_t *with, uint64_t cycles) {
  sim_t s = sim_create(settings);
  network_top_t *m = network_top_create_idle(s.network, idle, &s.error);
  if (m == NULL) {
    fail_msg("%s", s.error.text);
  }
  const network_top_found_t found = with(m, &s, cycles);
  if (found.what[0] != '\0') {
    fail_msg("cycle %llu, node %u: %s", (unsigned long long)found.cycle, found.node, found.what);
  }
  workload_result_t result;
  workload_result(s.workload, &result);
  assert_true(result.packets_delivered > 0);
  network_top_free(m);
  sim_free(&s);
  return found;
}

static void check(const char *settings, uint64_t cycles) {
  (void)run(settings, 0, network_top_run, cycles);
}

// The module whose idle routers have no clock.
static void check_idle(const char *settings, uint64_t cycles) {
  (void)run(settings, 2, network_top_run, cycles);
}

// That module, whose hosts strew in packets that cannot be sent: of all causes that there are.
static void check_bad(const char *settings, uint64_t cycles, bool networks) {
  const network_top_found_t found = run(settings, 2, network_top_run_bad, cycles);
  assert_true(found.refused[GUARD_DESTINATION] > 100 && found.refused[GUARD_LENGTH] > 100);
  assert_true(!networks || found.refused[GUARD_NETWORK] > 100);
  assert_true(found.swallowed > 100);
}

// Its routers know their neighbours, which the module works out for itself.
static void test_line(void **state) {
  (void)state;
  check_idle(
      "topology=mesh:3 router.vcs=2 router.depth=4 router.pipeline=2 router.link_latency=3 "
      "router.lookahead=true router.allocation=speculative "
      "workload.traffic=uniform workload.load=0.4 workload.packet_flits=3",
      5000);
}

static void test_bad_hosts(void **state) {
  (void)state;
  // The module of test_line(): a node has 3 where addresses have 4, and network 1 of one.
  check_bad(
      "topology=mesh:3 router.vcs=2 router.depth=4 router.pipeline=2 router.link_latency=3 "
      "router.lookahead=true router.allocation=speculative "
      "workload.traffic=uniform workload.load=0.4 workload.packet_flits=3",
      5000, true);
  if (unit_long_tier()) {
    // Lengths are bounded by the depth, nodes of a router are three of four.
    check_bad(
        "topology=mesh:2x1@3 router.vcs=3 router.depth=4 router.switching=cut-through "
        "router.networks=3 workload.traffic=uniform workload.load=0.3",
        20000, true);
    check_bad(
        "topology=ring:5 router.vcs=2 router.depth=3 workload.traffic=uniform "
        "workload.load=0.3 workload.packet_flits=3",
        20000, true);
  }
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

// Ends that correct a wire make a network with wrong links the same as one without.
static void test_checked(void **state) {
  (void)state;
  static const char kSettings[] =
      "topology=mesh:2 router.vcs=1 router.depth=2 router.flit_bits=32 router.link_check=secded "
      "workload.traffic=uniform workload.load=0.4 workload.packet_flits=3";
  noc_error_t error = {0};
  temp_file_write(network_top_wrong_link, strlen(network_top_wrong_link));
  if (!plugin_replace(temp_file, &error)) {
    fail_msg("%s", error.text);
  }
  check(kSettings, 5000);
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
  check_idle("topology=mesh:3x3@2 router.networks=2 workload.traffic=uniform workload.load=0.05",
             20000);
  check_idle(
      "topology=torus:3x2 router.sync_read=true router.allocator=wavefront router.link_latency=2 "
      "workload.traffic=uniform workload.load=0.1",
      20000);
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
      cmocka_unit_test(test_line),
      cmocka_unit_test(test_bad_hosts),
      cmocka_unit_test(test_fat_cut_through),
      cmocka_unit_test(test_torus),
      cmocka_unit_test(test_octagon),
      cmocka_unit_test(test_refused),
      cmocka_unit_test(test_large),
      cmocka_unit_test(test_checked),  // the last: its links stay
  };
  return cmocka_run_group_tests(tests, temp_file_make, temp_file_remove);
}
