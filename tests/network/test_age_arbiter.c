// Routers that take the oldest packet (router.arbiter age): what a hotspot's sources get, with ages
// that go round their circle many times, and whatever carries the packets.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness.h"
#include "unit/unit_lockstep.h"

static void run(const char *settings, uint64_t limit, workload_fairness_t *f) {
  sim_t s = sim_create(settings);
  if (!sim_run(&s, 500, limit) && s.result != SIM_TIMEOUT) {
    fail_msg("%s: %s", settings, s.error.text);
  }
  workload_fairness(s.workload, f);
  if (s.scenario->age_bits > 0 && strcmp(s.scenario->arbiter, "age") == 0) {
    const workload_stay_t longest = workload_longest_stay(s.workload, true);
    assert_true(longest.stay > 0 && longest.stay <= workload_most_stay(network_shape(s.network)));
  }
  sim_free(&s);
}

static void hotspot(const char *topology, double load, unsigned cycles, const char *more,
                    workload_fairness_t *f) {
  char settings[512];
  (void)snprintf(settings, sizeof settings,
                 "topology=%s workload.traffic=hotspot workload.load=%g workload.hotspot_nodes=0 "
                 "workload.hotspot_share=1 run.cycles=%u run.drain=false %s",
                 topology, load, cycles, more);
  run(settings, cycles, f);
}

// Turn by turn the far sources get next to nothing; by age all get the same.
static void hotspot_is_shared(void **state) {
  (void)state;
  workload_fairness_t turns;
  workload_fairness_t age;
  const unsigned cycles = unit_long_tier() ? 105000 : 30000;
  hotspot("mesh:8x8", 0.03, cycles, "", &turns);
  hotspot("mesh:8x8", 0.03, cycles, "router.arbiter=age router.age_bits=24", &age);
  assert_true(turns.jain < 0.7 && turns.min < 0.1 * turns.max);
  if (age.jain < 0.95 || age.min < 0.5 / 63) {  // the hotspot takes a flit a cycle
    fail_msg("jain %f, %f to %f", age.jain, age.min, age.max);
  }
}

// The same of other routers, short.
static void small_hotspots(void **state) {
  (void)state;
  static const char *const kRouters[] = {
      "router.vcs=1 router.pipeline=2",
      "router.switching=cut-through router.vcs=2 workload.packet_flits=1:0.5,8:0.5",
      "router.vcs=2 router.networks=2 router.link_latency=3 router.depth=8",
  };
  // The hotspot itself sends elsewhere, without hindrance: no more than the others get.
  static const struct {
    const char *name;
    double load;
  } kTopologies[] = {{"mesh:4x4", 1.1 / 15}, {"torus:4x4", 1.1 / 15}, {"octagon:8", 1.1 / 7}};
  for (size_t i = 0; i < 3; i++) {
    for (size_t t = 0; t < 3; t++) {
      char more[256];
      workload_fairness_t f;
      const char *vcs = t == 0 ? "" : " router.vcs=4";  // classes
      (void)snprintf(more, sizeof more, "router.arbiter=age router.age_bits=20 %s%s", kRouters[i],
                     vcs);
      hotspot(kTopologies[t].name, kTopologies[t].load, 10000, more, &f);
      if (f.jain < 0.95) {
        fail_msg("%s %s: jain %f", kTopologies[t].name, more, f.jain);
      }
    }
  }
}

// RTL and golden model agree on it, with circles of 1,024 cycles, worms, and copies of interfaces.
static void lockstep(void **state) {
  (void)state;
  static const char *const kRuns[] = {
      "topology=mesh:3x3 router.arbiter=age router.age_bits=10 workload.traffic=uniform "
      "workload.load=0.3 run.cycles=6000 run.router=lockstep",
      "topology=mesh:6 router.arbiter=age router.age_bits=12 router.switching=cut-through "
      "router.depth=12 router.vcs=2 workload.traffic=multicast workload.scheme=tree-worm "
      "workload.load=0.02 workload.degree=3 run.cycles=3000 run.router=lockstep",
      "topology=mesh:3x3 router.arbiter=age router.age_bits=14 workload.traffic=multicast "
      "workload.scheme=kbinomial workload.load=0.01 workload.degree=3 run.cycles=3000 "
      "run.router=lockstep",
  };
  const size_t n = unit_long_tier() ? 3 : 2;
  for (size_t i = 0; i < n; i++) {
    workload_fairness_t f;
    run(kRuns[i], 20000, &f);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(hotspot_is_shared),
      cmocka_unit_test(small_hotspots),
      cmocka_unit_test(lockstep),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
