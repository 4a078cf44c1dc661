// Tree worms and path worms beside the RTL: random sets from all nodes at once, with unicasts
// between them, in whole networks in lockstep; the golden network alone then takes the same cycles,
// and every packet the same time.
// NOCSTEP_LONG=1 adds networks, among them those of the issue, and longer plans.

#include <stdio.h>

#include "multicast_runs.h"
#include "scenario/scenario_load.h"
#include "unit/unit_lockstep.h"

#define WORMS "router.switching=cut-through "

// One class and several; tables that go up and down, and coordinates; strings of one and two flits.
static const char *const kQuick[] = {
    WORMS "topology=irregular:switches=4,ports=4,hosts=8,seed=3 router.depth=8 router.vcs=1",
    WORMS "topology=octagon:8 router.depth=9 router.vcs=3 router.pipeline=2",
    WORMS
    "topology=irregular:switches=4,ports=4,hosts=8,seed=3 router.depth=8 router.vcs=2 "
    "router.pipeline=2 router.lookahead=true router.flit_bits=128",
};
static const char *const kLong[] = {
    WORMS "topology=mesh:3x3 router.depth=8 router.vcs=1",
    WORMS "topology=mesh:8x8 router.depth=16 router.vcs=4",
    WORMS "topology=torus:4x4 router.depth=16 router.vcs=4 router.link_latency=2",
    WORMS "topology=octagon:8 router.depth=16 router.vcs=4",
    WORMS "topology=fattree:k=2,n=3 router.depth=12 router.vcs=2 router.adaptive=true",
    WORMS
    "topology=irregular:switches=16,ports=8,hosts=32,seed=1 router.depth=16 router.vcs=2 "
    "router.adaptive=true",
    WORMS "topology=mesh:12x8 router.depth=12 router.vcs=2 router.link_latency=3",
    WORMS "topology=h3dm:m=2,n=2,levels=2,q=0 router.depth=12 router.vcs=4",
    WORMS "topology=torus:4x4 router.depth=16 router.vcs=4 router.pipeline=2 router.lookahead=true",
    WORMS
    "topology=fattree:k=2,n=3 router.depth=12 router.vcs=2 router.lookahead=true "
    "router.flit_bits=128 router.arbiter=age",
};

static sim_t run(const char *network, const char *more, const runs_mix_t *mix, uint64_t seed) {
  uint32_t carriers = 0;
  scenario_t *scenario = runs_network(network);
  plan_t *plan = runs_plan(scenario, mix, seed, &carriers);
  sim_t s = runs_open(network, more, plan, scenario->flit_bits);
  scenario_free(scenario);
  runs_check(&s, network);
  return s;
}

static void check(const char *network, const runs_mix_t *mix, uint64_t seed) {
  sim_t lockstep = run(network, "run.router=lockstep", mix, seed);
  sim_t golden = run(network, "", mix, seed);
  uint64_t compared = 0;
  for (size_t b = 0; b < network_banks(lockstep.network); b++) {
    compared += network_bank(lockstep.network, b)->comparisons;
  }
  const topology_t *t = lockstep.scenario->topology;
  // More: the loading of tables is compared as well.
  assert_true(compared >= network_cycle(lockstep.network) * (t->routers + t->nodes));
  assert_true(sim_digest(&lockstep) == sim_digest(&golden));
  sim_free(&lockstep);
  sim_free(&golden);
}

static void check_all(const char *const *networks, size_t count, const runs_mix_t *mix) {
  for (size_t i = 0; i < count; i++) {
    check(networks[i], mix, 1);
  }
}

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static void test_quick(void **state) {
  (void)state;
  static const runs_mix_t kMix = {&kPathWormScheme, &kTreeWormScheme, 6, 20, 4};
  check_all(kQuick, COUNT(kQuick), &kMix);
}

static void test_long(void **state) {
  (void)state;
  static const runs_mix_t kMixes[] = {
      {&kPathWormScheme, &kTreeWormScheme, 12, 40, 4},
      {&kTreeWormScheme, &kPathWormScheme, 12, 40, 3},
  };
  if (!unit_long_tier()) {
    skip();
  }
  for (size_t m = 0; m < COUNT(kMixes); m++) {
    check_all(kQuick, COUNT(kQuick), &kMixes[m]);
    check_all(kLong, COUNT(kLong), &kMixes[m]);
  }
}

// Lookahead with three stages changes no cycle of any packet: worms find their ways as without, and
// unicasts, which bring theirs, go the same. The golden networks know nothing of each other.
static void test_same_cycles(void **state) {
  (void)state;
  static const char *const kNetworks[] = {
      WORMS "topology=mesh:5x3 router.depth=9 router.vcs=1 router.flit_bits=128",
      WORMS "topology=torus:3x4 router.depth=12 router.vcs=4 router.flit_bits=128",
      WORMS "topology=octagon:8@2 router.depth=9 router.vcs=3 router.flit_bits=128",
      WORMS "topology=fattree:k=2,n=3 router.depth=12 router.vcs=2 router.flit_bits=128",
      WORMS
      "topology=irregular:switches=8,ports=8,hosts=16,seed=2 router.depth=10 router.vcs=2 "
      "router.flit_bits=128 router.arbiter=age",
  };
  static const runs_mix_t kMixes[] = {
      {&kPathWormScheme, &kTreeWormScheme, 8, 20, 4},
      {&kTreeWormScheme, &kPathWormScheme, 8, 20, 3},
  };
  for (size_t i = 0; i < COUNT(kNetworks) * COUNT(kMixes); i++) {
    const char *network = kNetworks[i / COUNT(kMixes)];
    const runs_mix_t *mix = &kMixes[i % COUNT(kMixes)];
    sim_t with = run(network, "router.lookahead=true", mix, 7 + i);
    sim_t without = run(network, "", mix, 7 + i);
    workload_result_t a;
    workload_result_t b;
    workload_result(with.workload, &a);
    workload_result(without.workload, &b);
    assert_int_equal(a.packets_delivered, b.packets_delivered);
    assert_int_equal(network_cycle(with.network), network_cycle(without.network));
    assert_memory_equal(&a.latency, &b.latency, sizeof a.latency);
    assert_memory_equal(&a.network_latency, &b.network_latency, sizeof a.network_latency);
    sim_free(&with);
    sim_free(&without);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_quick),
                                     cmocka_unit_test(test_same_cycles),
                                     cmocka_unit_test(test_long)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
