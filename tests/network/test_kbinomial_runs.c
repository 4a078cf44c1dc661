// Multicasts that interfaces forward, in networks of golden components: random sets, many at once
// with unicasts and worms between them, messages of one packet and many, few slots and many;
// collectives; what the host is charged; and what is refused.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "multicast_runs.h"
#include "plan/plan.h"
#include "scenario/scenario_load.h"
#include "unit/temp_file.h"

enum { CHECK = 16, LIMIT = 400000, SETTINGS = 400 };

static const char *const kNetworks[] = {
    "topology=mesh:4x4 router.depth=4 router.pipeline=3",
    "topology=mesh:8x6 router.depth=4 router.pipeline=2 router.link_latency=3",
    "topology=mesh:2x2 router.depth=2 router.flit_bits=128 router.vcs=1",
    "topology=mesh:5x5@3 router.depth=6 router.vcs=2 router.flit_bits=128",
    "topology=torus:4x4 router.depth=6 router.vcs=3 host.t_ns=20 host.t_nr=10",
    "topology=torus:3x3x3 router.depth=8 router.vcs=4",
    "topology=hypercube:5 router.depth=4 router.vcs=2 router.routing=dor",
    "topology=octagon:8 router.depth=5 router.vcs=4 host.t_ns=3",
    "topology=fattree:k=4,n=2 router.depth=5 router.adaptive=true router.vcs=2",
    "topology=irregular:switches=8,ports=8,hosts=32,seed=3 host.t_hs=40 host.ratio=2 host.bus=1.3",
    "topology=irregular:switches=16,ports=8,hosts=32,seed=1 router.depth=40 router.pipeline=2",
    "topology=dragonfly:p=2,a=2,h=1 router.depth=7 router.vcs=4",
};
enum { NETWORKS = sizeof kNetworks / sizeof kNetworks[0] };

static void test_random(void **state) {
  (void)state;
  static const runs_mix_t kMix = {&kKbinomialScheme, &kPostalScheme, 3, 30, 4};
  uint32_t multicasts = 0;
  for (size_t i = 0; i < NETWORKS; i++) {
    for (unsigned tight = 0; tight < 2; tight++) {
      scenario_t *network = runs_network(kNetworks[i]);
      plan_t *plan = runs_plan(network, &kMix, i, &multicasts);
      sim_t s = runs_open(kNetworks[i], tight ? "workload.packet_flits=4 workload.slots=8" : "",
                          plan, network->flit_bits);
      runs_check(&s, kNetworks[i]);
      assert_int_equal(network_forwarded(s.network).used, 0);
      sim_free(&s);
      scenario_free(network);
    }
  }
  assert_true(multicasts > 1000);
}

// Tree worms or path worms are in the same plan as forwarded multicasts, in routers for these
// worms.
static void test_mixed(void **state) {
  (void)state;
  static const runs_mix_t kMix[] = {{&kKbinomialScheme, &kTreeWormScheme, 4, 20, 4},
                                    {&kPathWormScheme, &kKbinomialScheme, 4, 20, 4}};
  static const char *const kMixed[] = {
      "topology=mesh:4x4 router.depth=16 router.switching=cut-through",
      "topology=irregular:switches=8,ports=8,hosts=32,seed=4 router.depth=16 "
      "router.switching=cut-through"};
  uint32_t multicasts = 0;
  for (size_t i = 0; i < 4; i++) {
    scenario_t *network = runs_network(kMixed[i / 2]);
    plan_t *plan = runs_plan(network, &kMix[i % 2], i, &multicasts);
    sim_t s = runs_open(kMixed[i / 2], "", plan, network->flit_bits);
    runs_check(&s, kMixed[i / 2]);
    sim_free(&s);
    scenario_free(network);
  }
}

static void test_collectives(void **state) {
  (void)state;
  static const char *const kCollectives[] = {"broadcast", "multicast", "allgather"};
  static const char *const kMore[] = {
      "", "workload.message_flits=3", "workload.message_flits=11 workload.packet_flits=2",
      "workload.message_flits=8 workload.packet_flits=2 workload.k=1",
      "workload.k=32 workload.slots=1"};
  for (size_t i = 0; i < NETWORKS; i++) {
    scenario_t *network = runs_network(kNetworks[i]);
    const uint32_t nodes = network->topology->nodes;
    scenario_free(network);
    for (size_t c = 0; c < 15; c++) {
      const unsigned which = (unsigned)(c % 3);
      char settings[2 * SETTINGS];
      (void)snprintf(settings, sizeof settings,
                     "%s workload.scheme=kbinomial workload.collective=%s %s %s", kNetworks[i],
                     kCollectives[which], which == 1 ? "workload.from=3 workload.to=0-2" : "",
                     kMore[c / 3]);
      sim_t s = sim_create(settings);
      runs_check(&s, settings);
      workload_result_t r;
      workload_result(s.workload, &r);
      const uint64_t copies = which == 1 ? 3 : (which == 0 ? 1 : nodes) * (uint64_t)(nodes - 1);
      assert_int_equal(r.blocks_checked, copies);
      assert_int_equal(r.flits_delivered, copies * s.scenario->message_flits);
      sim_free(&s);
    }
  }
}

// One multicast on an idle network, where copies do not meet (a chain, or a network of one router):
// in closed form to the cycle, of a packet by itself and of a whole message, with and without a
// host model.
static void test_idle(void **state) {
  (void)state;
  static const char *const kIdle[] = {
      "topology=mesh:8x6 router.vcs=2 workload.k=1",
      "topology=torus:4x4 router.vcs=3 workload.k=1 router.link_latency=2",
      "topology=octagon:8 router.vcs=4 workload.k=1 router.pipeline=2",
      "topology=fattree:k=2,n=3 router.vcs=2 workload.k=1",
      "topology=mesh:1x2@7 router.vcs=4",
  };
  static const char *const kHosts[] = {"", "host.t_ns=9 host.t_nr=4",
                                       "host.t_hs=50 host.t_hr=40 host.t_ns=25 host.t_nr=30 "
                                       "host.bus=0.8"};
  for (size_t i = 0; i < 15; i++) {
    char settings[2 * SETTINGS];
    (void)snprintf(settings, sizeof settings,
                   "%s %s router.depth=16 workload.collective=broadcast workload.scheme=kbinomial "
                   "workload.message_flits=7",
                   kIdle[i / 3], kHosts[i % 3]);
    sim_t s = sim_create(settings);
    runs_check(&s, settings);
    workload_result_t r;
    workload_result(s.workload, &r);
    if (i < 12 && fabs(r.latency.mean - r.zero_load_latency) > 1e-9) {
      fail_msg("%s: latency %g, closed form %g", settings, r.latency.mean, r.zero_load_latency);
    }
    sim_free(&s);
    (void)snprintf(settings, sizeof settings,
                   "%s %s router.depth=16 workload.traffic=multicast workload.scheme=kbinomial "
                   "workload.load=0.0003 workload.degree=%u workload.message_flits=33 "
                   "workload.packet_flits=7 run.cycles=%u",
                   kIdle[i / 3], kHosts[i % 3], i < 12 ? 6 : 3, 300000);
    s = sim_create(settings);
    if (!sim_run(&s, CHECK, LIMIT)) {
      fail_msg("%s: %s", settings, s.error.text);
    }
    workload_result(s.workload, &r);
    assert_true(r.multicast.latency.count > 0);
    if (i < 12 && fabs(r.multicast.latency.mean - r.multicast.zero_load_latency) >
                      0.002 * r.multicast.zero_load_latency) {
      fail_msg("%s: latency %g, closed form %g", settings, r.multicast.latency.mean,
               r.multicast.zero_load_latency);
    }
    sim_free(&s);
  }
}

// Checks what the scoreboard finds when the bits of a beat change on the way: beat `at` of node 0,
// whose multicast to nodes 1, 2 and 15 of a mesh has two packets of two flits.
static void check_fault(unsigned at, runs_change_t change, const char *expected) {
  noc_error_t error = {0};
  uint32_t to[] = {1, 2, 15};
  uint32_t receive[3];
  scenario_t *network = runs_network("topology=mesh:4x4");
  multicast_planner_t planner;
  const char *key = NULL;
  assert_true(multicast_planner_create(&planner, network, &kKbinomialScheme, 2, &key, &error));
  const multicast_t m = {0, to, 3, 4, 0, kPlanNone};
  plan_t *p = plan_create(16, &error);
  assert_true(multicast_add(p, &planner, &kKbinomialScheme, &m, receive, &error));
  assert_true(plan_finish(p, &error));
  sim_t s = runs_open("topology=mesh:4x4", "workload.packet_flits=2", p, 64);
  runs_fault(&s, true, at, change, expected);
  scenario_free(network);
}

static void same_packet(const interface_fields_t *f, uint32_t slot) {
  f->forward_message[slot] = 0;
}

static void other_data(const interface_fields_t *f, uint32_t slot) {
  f->forward_data[slot] ^= 1;
}

static void test_faults(void **state) {
  (void)state;
  check_fault(0, runs_unchanged, "");
  check_fault(1, other_data, "packet 0 of node 0, flit 2 of 2: data word 0 is");
  check_fault(2, same_packet, "packet 0 of node 0");
}

// A node with this many children, in a plan from a file.
static void plan_with_children(unsigned children) {
  char text[4096];
  size_t used =
      (size_t)snprintf(text, sizeof text, "num_ranks %u\nrank 0 {\nmcast 8b to 1-%u forward %u",
                       children + 1, children, children);
  for (unsigned rank = 1; rank <= children; rank++) {
    used += (size_t)snprintf(text + used, sizeof text - used, " 0>%u", rank);
  }
  used += (size_t)snprintf(text + used, sizeof text - used, "\n}\n");
  for (unsigned rank = 1; rank <= children; rank++) {
    used +=
        (size_t)snprintf(text + used, sizeof text - used, "rank %u {\nrecv 8b from 0\n}\n", rank);
  }
  assert_true(used < sizeof text);
  temp_file_write(text, used);
}

static void test_most_children(void **state) {
  (void)state;
  char settings[SETTINGS];
  (void)snprintf(settings, sizeof settings, "topology=mesh:11x6 workload.plan=%s", temp_file);
  plan_with_children(64);
  sim_t s = sim_create(settings);
  assert_true(sim_run(&s, CHECK, LIMIT));
  plan_with_children(65);
  workload_input_t input = {0};
  noc_error_t error = {0};
  noc_shape_t shape = *network_shape(s.network);
  assert_true(workload_read(s.scenario, &input, &error));
  assert_false(workload_widths(s.scenario, &input, &shape, &error));
  sim_expect(error.text, "workload.k is such that a node has 65 children");
  workload_input_free(&input);
  sim_free(&s);
}

static void test_refused(void **state) {
  (void)state;
  sim_refused(
      "topology=mesh:4x4 workload.collective=broadcast workload.scheme=kbinomial "
      "router.routing=source router.flit_bits=128",
      "router.routing is source with multicasts that interfaces forward; it must be any other "
      "routing");
  sim_refused(
      "topology=mesh:4x4 workload.collective=broadcast workload.scheme=kbinomial "
      "router.vcs=4 router.networks=2",
      "router.networks is 2 with multicasts that interfaces forward; it must be 1");
  sim_refused(
      "topology=mesh:4x4 workload.collective=broadcast workload.scheme=kbinomial "
      "workload.message_flits=20 workload.packet_flits=4 workload.slots=4",
      "workload.slots is 4 for messages of 5 packets; it must be 5 to "
      "1024, or longer packets");
  sim_refused(
      "topology=mesh:4x4 workload.collective=broadcast workload.scheme=binomial workload.k=3",
      "workload.k is given with scheme binomial; it must be given with scheme kbinomial");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random),       cmocka_unit_test(test_mixed),
      cmocka_unit_test(test_collectives),  cmocka_unit_test(test_idle),
      cmocka_unit_test(test_faults),       cmocka_unit_test(test_refused),
      cmocka_unit_test(test_most_children)};
  return cmocka_run_group_tests(tests, temp_file_make, temp_file_remove);
}
