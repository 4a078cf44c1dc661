// All schemes of multicasts in networks of RTL and golden models: no register differs in any cycle,
// and runs of either give the same results to the cycle.
// Quick: plans of random multicasts by all schemes at once. NOCSTEP_LONG=1: every
// collective by every scheme, each in the shape that it has alone, on all networks.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "multicast_runs.h"
#include "network/bank.h"
#include "plan/plan.h"
#include "scenario/scenario_load.h"

enum { CHECK = 64, LIMIT = 400000, SETTINGS = 600 };

static const char *const kNetworks[] = {
    "topology=octagon:8 router.vcs=4 router.depth=12 router.switching=cut-through",
    "topology=irregular:switches=6,ports=6,hosts=16,seed=4 router.vcs=2 router.depth=12 "
    "router.switching=cut-through",
    "topology=irregular:switches=8,ports=8,hosts=32,seed=4 router.vcs=2 router.depth=12 "
    "router.switching=cut-through",
    "topology=torus:4x4 router.vcs=4 router.depth=12 router.switching=cut-through",
    "topology=mesh:8x8 router.vcs=2 router.depth=16 router.switching=cut-through",
};
enum { NETWORKS = sizeof kNetworks / sizeof kNetworks[0], QUICK = 2 };

static const char *const kKinds[] = {"lockstep", "rtl", "ref"};

static void compare(const workload_result_t *a, const workload_result_t *b, const char *what) {
  if (a->completion != b->completion || a->packets_delivered != b->packets_delivered ||
      a->latency.max != b->latency.max || fabs(a->latency.mean - b->latency.mean) > 1e-12 ||
      fabs(a->network_latency.mean - b->network_latency.mean) > 1e-12) {
    fail_msg("%s: %g and %g cycles of latency, %llu and %llu to the end", what, a->latency.mean,
             b->latency.mean, (unsigned long long)a->completion, (unsigned long long)b->completion);
  }
}

// By all schemes, and unicasts; in packets of up to 5 flits.
static plan_t *mixed_plan(const scenario_t *network, uint64_t seed) {
  static const scheme_t *const kPairs[][2] = {{&kPathWormScheme, &kTreeWormScheme},
                                              {&kKbinomialScheme, &kBinomialScheme}};
  noc_error_t error = {0};
  plan_t *p = plan_create(network->topology->nodes, &error);
  assert_non_null(p);
  for (unsigned i = 0; i < 2; i++) {
    const runs_mix_t mix = {kPairs[i][0], kPairs[i][1], 2, 14, 5};
    runs_add(p, network, &mix, seed + i, 1000 * i);
  }
  assert_true(plan_finish(p, &error));
  assert_true(plan_carries(p, CARRY_TREE) && plan_carries(p, CARRY_PATH) &&
              plan_carries(p, CARRY_FORWARD));
  return p;
}

static sim_t open_mixed(const scenario_t *network, size_t i, const char *kind) {
  char more[SETTINGS];
  (void)snprintf(more, sizeof more, "workload.packet_flits=5 host.t_ns=7 host.t_nr=4 run.router=%s",
                 kind);
  return runs_open(kNetworks[i], more, mixed_plan(network, i), network->flit_bits);
}

static void test_mixed(void **state) {
  (void)state;
  const bool all = getenv("NOCSTEP_LONG") != NULL;
  for (size_t i = 0; i < (all ? NETWORKS : QUICK); i++) {
    workload_result_t result[3];
    scenario_t *network = runs_network(kNetworks[i]);
    for (unsigned kind = 0; kind < 3; kind++) {
      sim_t s = open_mixed(network, i, kKinds[kind]);
      runs_check(&s, kNetworks[i]);
      workload_result(s.workload, &result[kind]);
      sim_free(&s);
    }
    compare(&result[0], &result[1], kNetworks[i]);
    compare(&result[0], &result[2], kNetworks[i]);
    scenario_free(network);
  }
}

static void compare_queues(const bank_queue_t *a, const bank_queue_t *b) {
  assert_int_equal(a->count, b->count);
  assert_int_equal(a->popped, b->popped);
  assert_int_equal(a->waiting, b->waiting);
  assert_int_equal(a->holding, b->holding);
  assert_int_equal(a->need, b->need);
  assert_int_equal(a->open, b->open);
  assert_int_equal(a->drops, b->drops);
  for (unsigned o = 0; o < SHAPE_MAX_PORTS; o++) {
    if ((a->holding >> o & 1) != 0) {  // else RTL may have what nobody has written
      assert_int_equal(a->vc[o], b->vc[o]);
    }
    if ((a->waiting >> o & 1) != 0) {
      assert_int_equal(a->vc_class[o], b->vc_class[o]);
    }
  }
  assert_memory_equal(a->read, b->read, sizeof a->read);
}

// From the registers of RTL is read what each queue waits for and has, as golden models have it; of
// a packet of one flit too, before its branches are made.
static void test_queues(void **state) {
  (void)state;
  enum { CYCLES = 600 };
  scenario_t *network = runs_network(kNetworks[0]);
  sim_t side[2] = {open_mixed(network, 0, "rtl"), open_mixed(network, 0, "ref")};
  const unsigned ports = network_shape(side[0].network)->ports;
  const unsigned vcs = network_shape(side[0].network)->vcs;
  const uint32_t routers = network_topology(side[0].network)->routers;
  unsigned alone = 0;
  for (uint32_t c = 0; c < CYCLES; c++) {
    for (uint32_t q = 0; q < routers * ports * vcs; q++) {
      bank_queue_t queue[2];
      for (unsigned i = 0; i < 2; i++) {
        uint32_t m = 0;
        bank_t *b = network_locate(side[i].network, COMPONENT_ROUTER, q / vcs / ports, &m);
        assert_true(c > 0 || b->follow(b));
        b->queue(b, m, q / vcs % ports, q % vcs, &queue[i]);
      }
      compare_queues(&queue[0], &queue[1]);
      alone += queue[1].count == 1 && !queue[1].open && queue[1].waiting != 0;
    }
    assert_true(sim_step(&side[0]) && sim_step(&side[1]));
  }
  assert_true(alone > 0);
  sim_free(&side[0]);
  sim_free(&side[1]);
  scenario_free(network);
}

static void run_collective(const char *network, const char *scheme, const char *collective) {
  workload_result_t result[3];
  char settings[SETTINGS];
  for (unsigned kind = 0; kind < 3; kind++) {
    (void)snprintf(
        settings, sizeof settings,
        "%s workload.scheme=%s workload.collective=%s %s workload.message_flits=9 "
        "workload.packet_flits=4 run.router=%s",
        network, scheme, collective,
        strcmp(collective, "multicast") == 0 ? "workload.from=5 workload.to=0-2,4,6-7" : "",
        kKinds[kind]);
    sim_t s = sim_create(settings);
    runs_check(&s, settings);
    workload_result(s.workload, &result[kind]);
    sim_free(&s);
  }
  compare(&result[0], &result[1], settings);
  compare(&result[0], &result[2], settings);
}

static void test_collectives(void **state) {
  (void)state;
  static const char *const kSchemes[] = {"binomial", "kbinomial", "path-worm", "tree-worm"};
  static const char *const kCollectives[] = {"multicast", "broadcast", "allgather"};
  for (size_t i = 0; getenv("NOCSTEP_LONG") != NULL && i < NETWORKS; i++) {
    for (size_t k = 0; k < 12; k++) {
      run_collective(kNetworks[i], kSchemes[k / 3], kCollectives[k % 3]);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_mixed), cmocka_unit_test(test_queues),
                                     cmocka_unit_test(test_collectives)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
