// test_mesh -- rtl/top/mesh.sv, a whole mesh as one module, equals the network that the harness
// wires: the same host pins in every cycle, the same host outputs in every cycle.
//
// NOCSTEP_LONG=1 adds larger meshes, whose C++ compiles for minutes.

#include <stdlib.h>

#include "network/harness.h"
#include "network/mesh_top.h"
#include "unit/unit_lockstep.h"

static void check(const char *settings, uint64_t cycles) {
  sim_t s = sim_create(settings);
  mesh_top_t *m = mesh_top_create(s.network, &s.error);
  if (m == NULL) {
    fail_msg("%s", s.error.text);
  }
  uint32_t *in = calloc(mesh_top_in_words(m), sizeof *in);
  assert_non_null(in);
  for (uint64_t cycle = 0; cycle < cycles; cycle++) {
    // Now and then a host holds back for some cycles, then takes again.
    network_host_takes(s.network,
                       (uint32_t)(cycle * 2654435761u >> 7) % network_topology(s.network)->nodes,
                       (cycle * 40503u >> 5 & 3) != 0);
    if (!workload_cycle(s.workload, &s.error)) {
      fail_msg("%s", s.error.text);
    }
    mesh_top_pins(m, s.network, in);
    assert_true(network_step(s.network));
    mesh_top_step(m, in);
    uint32_t node = 0;
    const char *field = mesh_top_difference(m, s.network, &node);
    if (field != NULL) {
      fail_msg("cycle %llu, node %u: %s differs", (unsigned long long)cycle, node, field);
    }
  }
  workload_result_t result;
  workload_result(s.workload, &result);
  assert_true(result.packets_delivered > 0);
  free(in);
  mesh_top_free(m);
  sim_free(&s);
}

static void test_line(void **state) {
  (void)state;
  check(
      "topology=mesh:3 router.vcs=2 router.depth=4 router.pipeline=2 router.link_latency=3 "
      "workload.traffic=uniform workload.load=0.4 workload.packet_flits=3",
      5000);
}

static void test_fat_cut_through(void **state) {
  (void)state;
  check(
      "topology=mesh:2x1@2 router.vcs=2 router.depth=4 router.switching=cut-through "
      "router.networks=2 workload.traffic=uniform workload.load=0.5",
      5000);
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
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_line),
      cmocka_unit_test(test_fat_cut_through),
      cmocka_unit_test(test_large),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
