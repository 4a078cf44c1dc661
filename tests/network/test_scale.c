// Large networks: the memory that is asked for before a start is what is then taken, and the paths
// that only large banks and networks use (fetching ahead) change nothing that the checks see.

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "harness.h"
#include "network/network_state.h"
#include "router/fetch.h"

// Bytes of memory that the program has now.
static double resident(void) {
  unsigned long all = 0;
  unsigned long now = 0;
  FILE *f = fopen("/proc/self/statm", "r");
  assert_non_null(f);
  assert_int_equal(fscanf(f, "%lu %lu", &all, &now), 2);
  (void)fclose(f);
  return (double)now * (double)sysconf(_SC_PAGESIZE);
}

static void check_estimate(const char *settings, unsigned link_latency) {
  const double before = resident();
  sim_t s = sim_create(settings);
  assert_true(sim_run(&s, 1000, 100000));
  const double taken = resident() - before;
  const network_config_t config = {.link_latency = link_latency, .router = "ref"};
  const double asked = network_bytes(s.network, &config);
  // The rest is the program and delay lines that have not been full. A sanitizer puts space around
  // each piece.
  const uintmax_t least = getenv("NOCSTEP_SANITIZED") != NULL ? 70 : 85;
  assert_in_range((uintmax_t)(100 * asked / taken), least, 115);
  sim_free(&s);
}

static void test_estimate(void **state) {
  (void)state;
  (void)mallopt(M_MMAP_THRESHOLD, 1 << 16);  // what is freed goes back at once
  check_estimate(
      "topology=mesh:32x32x16 router.vcs=2 router.depth=2 workload.traffic=uniform "
      "workload.load=0.01 run.cycles=100",
      1);
  check_estimate(
      "topology=mesh:64x128@2 router.flit_bits=256 workload.traffic=uniform workload.load=0.01 "
      "run.cycles=100",
      1);
  check_estimate(
      "topology=mesh:32x32x32 router.link_latency=4 workload.traffic=uniform workload.load=0.01 "
      "run.cycles=100",
      4);
}

// More than FETCH_MEMBERS, and no multiple of a group; the scoreboard and both laws of conservation
// look on.
static void test_large(void **state) {
  (void)state;
  static const char *const kSettings[] = {
      "topology=mesh:129x131 workload.traffic=uniform workload.load=0.02 run.cycles=100",
      "topology=mesh:25x26x27 router.vcs=2 router.depth=2 router.pipeline=2 "
      "workload.traffic=uniform workload.load=0.02 "
      "run.cycles=100",
      "topology=mesh:128x129@3 router.flit_bits=128 router.link_latency=2 workload.traffic=uniform "
      "workload.load=0.01 "
      "run.cycles=50",
  };
  for (size_t i = 0; i < sizeof kSettings / sizeof kSettings[0]; i++) {
    sim_t s = sim_create(kSettings[i]);
    assert_true(s.scenario->topology->routers > FETCH_MEMBERS);
    assert_true(sim_run(&s, 50, 100000));
    workload_result_t r;
    workload_result(s.workload, &r);
    assert_true(r.packets_delivered > 1000);
    assert_int_equal(r.packets_delivered, r.packets_created);
    sim_free(&s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_estimate),
      cmocka_unit_test(test_large),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
