// Path worms in networks of golden routers: random sets, many multicasts at once, with unicasts and tree
// worms between them, on every kind of routing, as planned and read back from GOAL text; collectives; what
// one takes on an idle network; what the scoreboard finds when a header is wrong; and what is refused.

#include <math.h>
#include <stdio.h>

#include "multicast_runs.h"
#include "workload/plan.h"

enum { CHECK = 16, LIMIT = 200000, SETTINGS = 400, NODES = 128 };

static const char *const kNetworks[] = {
    "router.switching=cut-through topology=mesh:4x4 router.depth=16 router.pipeline=3",
    "router.switching=cut-through topology=mesh:8x6 router.depth=12 router.pipeline=2 "
    "router.link_latency=3",
    "router.switching=cut-through topology=mesh:2x2 router.depth=8 router.flit_bits=32",
    "router.switching=cut-through topology=mesh:5x5@3 router.depth=16 router.vcs=2",
    "router.switching=cut-through topology=mesh:4x4@2 router.depth=8 router.flit_bits=128 "
    "router.vcs=1",
    "router.switching=cut-through topology=torus:4x4 router.depth=16 router.vcs=3",
    "router.switching=cut-through topology=torus:3x3x3 router.depth=20 router.vcs=4 "
    "router.networks=2",
    "router.switching=cut-through topology=hypercube:5 router.depth=16 router.vcs=2 "
    "router.routing=dor",
    "router.switching=cut-through topology=octagon:8 router.depth=12 router.vcs=4",
    "router.switching=cut-through topology=octagon:8@2 router.depth=12 router.vcs=4",
    "router.switching=cut-through topology=fattree:k=2,n=3 router.depth=12",
    "router.switching=cut-through topology=fattree:k=4,n=2 router.depth=12 router.adaptive=true "
    "router.vcs=2",
    "router.switching=cut-through topology=irregular:switches=8,ports=8,hosts=32,seed=3 "
    "router.depth=12 router.vcs=1",
    "router.switching=cut-through topology=irregular:switches=8,ports=8,hosts=32,seed=5 "
    "router.depth=12 router.adaptive=true "
    "router.flit_bits=128",
    "router.switching=cut-through topology=irregular:switches=8,ports=8,hosts=32,seed=4 "
    "router.depth=16",
    "router.switching=cut-through topology=irregular:switches=16,ports=8,hosts=32,seed=1 "
    "router.depth=40 router.pipeline=2",
    "router.switching=cut-through topology=h3dm:m=2,n=2,levels=2,q=0 router.depth=12 router.vcs=4",
    "router.switching=cut-through topology=dragonfly:p=2,a=2,h=1 router.depth=12 router.vcs=4",
};
enum { NETWORKS = sizeof kNetworks / sizeof kNetworks[0] };

static sim_t open_collective(const char *network, const char *collective, const char *more) {
  char settings[2 * SETTINGS];
  (void)snprintf(settings, sizeof settings,
                 "%s workload.scheme=path-worm "
                 "workload.collective=%s %s",
                 network, collective, more);
  return sim_create(settings);
}

static void test_random(void **state) {
  (void)state;
  static const runs_mix_t kMix = {MULTICAST_PATH_WORM, MULTICAST_TREE_WORM, 3, 30, 4};
  uint32_t worms = 0;
  for (size_t i = 0; i < NETWORKS; i++) {
    scenario_t *network = runs_network(kNetworks[i]);
    plan_t *plan = runs_plan(network, &kMix, i, &worms);
    sim_t s = runs_open(kNetworks[i], "", plan, network->flit_bits);
    runs_check(&s, kNetworks[i]);
    sim_free(&s);
    scenario_free(network);
  }
  assert_true(worms > 1000);
}

static void test_collectives(void **state) {
  (void)state;
  static const char *const kCollectives[] = {"broadcast", "multicast", "allgather"};
  for (size_t i = 0; i < NETWORKS; i++) {
    scenario_t *network = runs_network(kNetworks[i]);
    const uint32_t nodes = network->topology->nodes;
    scenario_free(network);
    for (size_t c = 0; c < 3; c++) {
      if (c == 2 && nodes > 64) {
        continue;
      }
      sim_t s = open_collective(kNetworks[i], kCollectives[c],
                                c == 1 ? "workload.from=3 workload.to=0-2 "
                                         "workload.message_flits=3"
                                       : "");
      if (!sim_run(&s, CHECK, LIMIT)) {
        fail_msg("%s, %s: %s", kNetworks[i], kCollectives[c], s.error.text);
      }
      workload_result_t r;
      workload_result(s.workload, &r);
      const uint64_t copies = c == 1 ? 3 : (c == 0 ? 1 : nodes) * (uint64_t)(nodes - 1);
      assert_int_equal(r.packets_delivered, copies);
      // A message of one flit goes as a packet of two.
      assert_int_equal(r.flits_delivered, copies * (c == 1 ? 3 : 2));
      assert_int_equal(r.blocks_checked, copies);
      sim_free(&s);
    }
  }
}

// Messages in several packets, which nodes pass on when the last has come; the last may be of one flit.
static void test_packets(void **state) {
  (void)state;
  static const char *const kSchemes[] = {"unicast", "binomial", "tree-worm", "path-worm"};
  static const struct {
    unsigned message, packet, packets, worm_flits;
  } kCases[] = {{11, 4, 3, 11}, {9, 4, 3, 10}, {5, 1, 5, 0}, {8, 8, 1, 8}};
  for (size_t i = 0; i < NETWORKS; i += 3) {
    scenario_t *network = runs_network(kNetworks[i]);
    const uint32_t nodes = network->topology->nodes;
    scenario_free(network);
    for (size_t k = 0; k < 16; k++) {
      const unsigned scheme = k % 4;
      const unsigned c = (unsigned)(k / 4);
      char settings[2 * SETTINGS];
      (void)snprintf(settings, sizeof settings,
                     "%s workload.scheme=%s workload.collective=%s "
                     "workload.message_flits=%u workload.packet_flits=%u",
                     kNetworks[i], kSchemes[scheme], nodes < 33 ? "allgather" : "broadcast",
                     kCases[c].message, kCases[c].packet);
      sim_t s = sim_create(settings);
      if (!sim_run(&s, CHECK, LIMIT)) {
        fail_msg("%s: %s", settings, s.error.text);
      }
      workload_result_t r;
      workload_result(s.workload, &r);
      const uint64_t copies = (nodes < 33 ? nodes : 1) * (uint64_t)(nodes - 1);
      const bool pairs = scheme > 1 && kCases[c].packet == 1;  // 2, 2, and 1 as 2
      assert_int_equal(r.blocks_checked, copies);
      assert_int_equal(r.packets_delivered, copies * (pairs ? 3 : kCases[c].packets));
      assert_int_equal(r.flits_delivered, copies * (pairs        ? 6
                                                    : scheme > 1 ? kCases[c].worm_flits
                                                                 : kCases[c].message));
      sim_free(&s);
    }
  }
}

// One worm on an idle network: at each router the head waits for one header flit, and every header flit
// that is used up is one less.
static void test_idle(void **state) {
  (void)state;
  uint32_t worms = 0;
  for (size_t i = 0; i < NETWORKS; i++) {
    scenario_t *network = runs_network(kNetworks[i]);
    const uint32_t nodes = network->topology->nodes;
    multicast_planner_t planner;
    const char *key = NULL;
    noc_error_t error = {0};
    assert_true(multicast_planner_create(&planner, network, MULTICAST_PATH_WORM, 5, &key, &error));
    for (uint32_t source = 0; source < nodes; source += 5) {
      uint32_t to[NODES];
      uint32_t receive[NODES];
      multicast_t m = {source, to, 0, 5, 0, kPlanNone};
      for (uint32_t k = 0; k < nodes; k++) {
        if (k != source) {
          to[m.count++] = k;
        }
      }
      plan_t *all = plan_create(nodes, &error);
      assert_true(multicast_add(all, &planner, MULTICAST_PATH_WORM, &m, receive, &error));
      assert_true(all->op[0].kind == PLAN_MULTICAST);  // the first worm, alone
      plan_t *one = plan_create(nodes, &error);
      const plan_carrier_t c = plan_carrier(all, 0);
      for (uint32_t k = 0; k < all->op[0].peer; k++) {
        to[k] = all->op[1 + k].peer;
      }
      (void)plan_multicast_block(one, source, to, all->op[0].peer, 5, 0, kPlanNone);
      for (uint32_t k = 0; k < c.count; k++) {
        plan_add_pair(one, 0, all->pair[c.first + k]);
      }
      worms += c.count > 2;
      plan_free(all);
      assert_true(plan_finish(one, &error));
      sim_t s = runs_open(kNetworks[i], "", one, network->flit_bits);
      if (!sim_run(&s, CHECK, LIMIT)) {
        fail_msg("%s: %s", kNetworks[i], s.error.text);
      }
      workload_result_t r;
      workload_result(s.workload, &r);
      if (fabs(r.latency.mean - r.zero_load_latency) > 1e-9) {
        fail_msg("%s, from %u: latency %g, closed form %g", kNetworks[i], source, r.latency.mean,
                 r.zero_load_latency);
      }
      sim_free(&s);
    }
    scenario_free(network);
  }
  assert_true(worms > 10);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_random),
                                     cmocka_unit_test(test_collectives),
                                     cmocka_unit_test(test_packets), cmocka_unit_test(test_idle)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
