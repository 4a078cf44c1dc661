// Path worms in networks of golden routers: random sets, many multicasts at once, with unicasts and
// tree worms between them, on every kind of routing, as planned and read back from GOAL text;
// collectives; what one takes on an idle network; what the scoreboard finds when a header is wrong;
// and what is refused.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "multicast_runs.h"
#include "plan/plan.h"
#include "scenario/scenario_load.h"

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
    "router.switching=cut-through topology=mesh:6x5 router.depth=12 router.pipeline=2 "
    "router.lookahead=true",
    "router.switching=cut-through topology=irregular:switches=8,ports=8,hosts=32,seed=3 "
    "router.depth=12 router.vcs=1 router.pipeline=2 router.lookahead=true router.flit_bits=128",
};
enum { NETWORKS = sizeof kNetworks / sizeof kNetworks[0] };

static void test_random(void **state) {
  (void)state;
  static const runs_mix_t kMix = {&kPathWormScheme, &kTreeWormScheme, 3, 30, 4};
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
  for (size_t i = 0; i < NETWORKS; i++) {
    runs_collectives(kNetworks[i], "path-worm", 64);
  }
}

// Messages in several packets, which nodes pass on when the last has come; the last may be of one
// flit.
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

// One worm on an idle network: at each router the head waits for one header flit, and every header
// flit that is used up is one less.
static void test_idle(void **state) {
  (void)state;
  uint32_t worms = 0;
  for (size_t i = 0; i < NETWORKS; i++) {
    scenario_t *network = runs_network(kNetworks[i]);
    const uint32_t nodes = network->topology->nodes;
    multicast_planner_t planner;
    const char *key = NULL;
    noc_error_t error = {0};
    assert_true(multicast_planner_create(&planner, network, &kPathWormScheme, 5, &key, &error));
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
      assert_true(multicast_add(all, &planner, &kPathWormScheme, &m, receive, &error));
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

#define WORMS "workload.collective=broadcast workload.scheme=path-worm "

static void test_refused(void **state) {
  (void)state;
  sim_refused("topology=mesh:4x4 " WORMS,
              "--set workload.scheme=path-worm: workload.scheme is path-worm, but router.switching "
              "is wormhole with worms to several nodes, which can deadlock; it must be "
              "cut-through, or --allow-deadlock");
  sim_refused("topology=mesh:4x4 router.switching=cut-through router.depth=2 " WORMS,
              "router.depth is 2, below the 3 flits of a path worm, 2 and 1 header flit; it must "
              "be 3 or more");
  sim_refused("topology=mesh:4x4 router.switching=cut-through " WORMS
              "workload.message_flits=20 workload.packet_flits=8",
              "router.depth is 8, below the 9 flits of a path worm, 8 and 1 header flit; it must "
              "be 9 or more, or packets of up to 7 flits");
  sim_refused(
      "topology=mesh:4x4 router.switching=cut-through router.routing=source "
      "router.flit_bits=128 " WORMS,
      "router.routing is source with worms to several nodes; it must be any other");
  sim_refused("topology=mesh:16x16x16x16@8 router.switching=cut-through router.flit_bits=32 " WORMS,
              "router.flit_bits is 32, below the 35 bits of a pair in the header of a path worm; "
              "it must be 64 or more");
  sim_refused(
      "topology=mesh:4x4 router.switching=cut-through workload.collective=multicast "
      "workload.scheme=path-worm workload.to=3,16",
      "workload.to is '3,16'; it must be nodes from 0 to 15, each once");
  sim_refused(
      "topology=mesh:4x4 router.switching=cut-through workload.collective=multicast "
      "workload.scheme=path-worm workload.to=3,5,3",
      "workload.to is '3,5,3'; it must be nodes from 0 to 15, each once");
  sim_refused(
      "topology=mesh:4x4 router.switching=cut-through workload.collective=multicast "
      "workload.scheme=path-worm",
      "workload.to is missing; it must be the nodes of a multicast");
}

// A plan from a file, on a mesh 4x4 with ports 0: the node, 1 and 2: x up and down, 3 and 4: y.
static void check_goal(const char *text, const char *more, const char *expected) {
  char name[] = "/tmp/path_worms_XXXXXX";
  char plan[64];
  const char *sets[8] = {"topology=mesh:4x4", "router.switching=cut-through", plan};
  size_t n = 3;
  noc_error_t error = {0};
  FILE *file = fdopen(mkstemp(name), "w");
  assert_non_null(file);
  assert_true(fputs(text, file) >= 0);
  assert_int_equal(fclose(file), 0);
  (void)snprintf(plan, sizeof plan, "workload.plan=%s", name);
  char words[SETTINGS];
  (void)snprintf(words, sizeof words, "%s", more);
  for (char *word = strtok(words, " "); word != NULL; word = strtok(NULL, " ")) {
    sets[n++] = word;
  }
  scenario_t *s = scenario_parse("run: {}\n", 8, "s.yaml", sets, n, &error);
  if (s == NULL) {
    fail_msg("%s", error.text);
    return;
  }
  workload_input_t input;
  noc_shape_t shape = scenario_shape(s);
  const bool ok = workload_read(s, &input, &error) && workload_widths(s, &input, &shape, &error);
  if (expected == NULL
          ? !ok
          : ok || error.status != NOC_BAD_INPUT || strstr(error.text, expected) == NULL) {
    fail_msg("%s: expected '%s', found '%s'", text, expected != NULL ? expected : "", error.text);
  }
  workload_input_free(&input);
  scenario_free(s);
  assert_int_equal(remove(name), 0);
}

#define GOAL(to, receives, pairs) \
  "num_ranks 16\nrank 0 {\n  mcast 40b to " to " path " pairs "\n}\n" receives
#define RECEIVE(rank) "rank " #rank " { recv 40b from 0 }\n"

static void test_goal_refused(void **state) {
  (void)state;
  check_goal(GOAL("1,3,15", RECEIVE(1) RECEIVE(3) RECEIVE(15), "3 1,0x3 3,0x9 15,0x1"), "", NULL);
  check_goal(GOAL("1,3", RECEIVE(1) RECEIVE(3), "2 3,0x5 1,0x1"), "",
             ":3:3: plan: rank 0: there is pair 2 of a path worm, which goes to node 1; there must "
             "be nodes to which the base routing leads on with rising channels");
  check_goal(GOAL("1,5", RECEIVE(1) RECEIVE(5), "2 1,0x3 5,0x1"), "",
             "there is pair 1 of a path worm, which goes on by port 1; there must be port 3 in any "
             "class, the way to node 5");
  check_goal(GOAL("1,5", RECEIVE(1) RECEIVE(5), "2 1,0xb 5,0x1"), "",
             "there is pair 1 of a path worm, with port 3 to another router; there must be one "
             "such port, and none in the last pair");
  check_goal(GOAL("1,5", RECEIVE(1) RECEIVE(5), "2 1,0x1 5,0x1"), "",
             "there is pair 1 of a path worm, with no port to another router");
  check_goal(GOAL("1", RECEIVE(1), "1 1,0x21"), "",
             "there is pair 1 of a path worm, with port 5, which leads nowhere");
  check_goal(GOAL("1,2", RECEIVE(1) RECEIVE(2), "1 1,0x1"), "",
             "there is a path worm without a copy for 1 of its 2 destinations; there must be one "
             "for each");
  check_goal(GOAL("2", RECEIVE(2), "2 1,0x3 2,0x1"), "",
             "there is pair 1 of a path worm, with a copy for node 1; there must be ports to the "
             "destinations, each once");
  check_goal(GOAL("1", RECEIVE(1), "1 1,0x1,3"), "",
             "there is pair 1 of a path worm, in class 3; there must be no class, for VCs have 1");
  check_goal(GOAL("1,3,15", RECEIVE(1) RECEIVE(3) RECEIVE(15), "3 1,0x3 3,0x9 15,0x1"),
             "router.switching=wormhole", "s.yaml: router.switching is wormhole");
  check_goal(GOAL("1,3,15", RECEIVE(1) RECEIVE(3) RECEIVE(15), "3 1,0x3 3,0x9 15,0x1"),
             "router.depth=2", "s.yaml: router.depth is 2, below the 3 flits of a path worm");
  check_goal(
      GOAL("1,2,3,7,11,15", RECEIVE(1) RECEIVE(2) RECEIVE(3) RECEIVE(7) RECEIVE(11) RECEIVE(15),
           "6 1,0x3 2,0x3 3,0x9 7,0x9 11,0x9 15,0x1"),
      "router.depth=3 router.flit_bits=32",
      ":3:3: plan: rank 0: there is a path worm with a header of 6 pairs; there must be up to 3, "
      "what a router.depth of 3 has room for beside 2 flits, or deeper buffers");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random),  cmocka_unit_test(test_collectives),
      cmocka_unit_test(test_packets), cmocka_unit_test(test_idle),
      cmocka_unit_test(test_refused), cmocka_unit_test(test_goal_refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
