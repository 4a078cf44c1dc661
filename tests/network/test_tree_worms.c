// Tree worms in networks of golden routers: random sets, many at once, with unicasts between them,
// on every kind of routing; what one takes on an idle network; what the scoreboard finds when a
// string is wrong; and what is refused.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/rng.h"
#include "multicast_runs.h"
#include "plan/plan.h"
#include "shape/packet.h"

enum { MESSAGES = 5, LONGEST = 30, CHECK = 16, LIMIT = 200000, SETTINGS = 400 };

// Routings of one class and several, with tables and without, up and down; one to three
// header flits.
static const char *const kNetworks[] = {
    "topology=mesh:4x4 router.depth=16 router.pipeline=3",
    "topology=mesh:12x8 router.depth=12 router.pipeline=2 router.link_latency=3",
    "topology=mesh:2x2 router.depth=8 router.flit_bits=32",
    "topology=mesh:7x5 router.depth=12 router.pipeline=2 router.lookahead=true",
    "topology=octagon:8 router.depth=9 router.vcs=3 router.pipeline=2 router.lookahead=true",
    "topology=fattree:k=2,n=3 router.depth=12 router.lookahead=true router.flit_bits=128",
    "topology=mesh:8x8@3 router.depth=16 router.vcs=2",
    "topology=mesh:4x4@2 router.depth=8 router.flit_bits=128 router.vcs=1",
    "topology=torus:4x4 router.depth=16 router.vcs=3",
    "topology=torus:3x3x3 router.depth=20 router.vcs=4 router.networks=2",
    "topology=hypercube:5 router.depth=16 router.vcs=2 router.routing=dor",
    "topology=octagon:8 router.depth=12 router.vcs=4",
    "topology=octagon:8@2 router.depth=12 router.vcs=4",
    "topology=fattree:k=2,n=3 router.depth=12",
    "topology=fattree:k=4,n=2 router.depth=12 router.adaptive=true router.vcs=2",
    "topology=irregular:switches=8,ports=8,hosts=32,seed=3 router.depth=12 router.vcs=1",
    "topology=irregular:switches=8,ports=8,hosts=32,seed=5 router.depth=12 router.adaptive=true",
    "topology=irregular:switches=16,ports=8,hosts=32,seed=1 router.depth=40 router.pipeline=2",
    "topology=h3dm:m=2,n=2,levels=2,q=0 router.depth=12 router.vcs=4",
    "topology=dragonfly:p=2,a=2,h=1 router.depth=12 router.vcs=4",
};
enum { NETWORKS = sizeof kNetworks / sizeof kNetworks[0] };

static sim_t open_collective(const char *network, const char *collective, const char *more) {
  char settings[2 * SETTINGS];
  (void)snprintf(settings, sizeof settings,
                 "%s router.switching=cut-through workload.scheme=tree-worm "
                 "workload.collective=%s %s",
                 network, collective, more);
  return sim_create(settings);
}

static sim_t open_plan(const char *network, const char *more, plan_t *plan) {
  char name[] = "/tmp/tree_worms_XXXXXX";
  char settings[2 * SETTINGS];
  FILE *file = fdopen(mkstemp(name), "w");
  assert_non_null(file);
  const bool wide = strstr(network, "flit_bits=128") != NULL;
  const bool narrow = strstr(network, "flit_bits=32") != NULL;
  assert_true(plan_write_goal(plan, wide ? 128 : narrow ? 32 : 64, file));
  assert_int_equal(fclose(file), 0);
  plan_free(plan);
  (void)snprintf(settings, sizeof settings, "%s router.switching=cut-through workload.plan=%s %s",
                 network, name, more);
  const sim_t s = sim_create(settings);
  assert_int_equal(remove(name), 0);
  return s;
}

static uint32_t nodes_of(const char *network) {
  char name[SETTINGS];
  noc_error_t error = {0};
  (void)snprintf(name, sizeof name, "%s", network + strlen("topology="));
  name[strcspn(name, " ")] = '\0';
  topology_t *t = topology_create(name, &error);
  assert_non_null(t);
  const uint32_t nodes = t->nodes;
  topology_free(t);
  return nodes;
}

// Every node sends to sets of all densities, and to single nodes between.
static plan_t *random_plan(uint32_t nodes, uint64_t seed, uint32_t *multicasts) {
  noc_error_t error = {0};
  plan_t *p = plan_create(nodes, &error);
  uint32_t *to = malloc(nodes * sizeof *to);
  const uint32_t others = nodes > 1 ? nodes - 1 : 1;
  if (p == NULL || to == NULL) {
    fail_msg("out of memory");
    abort();  // the analyser does not know that it ends here
  }
  for (uint32_t node = 0; node < nodes; node++) {
    const uint64_t key = rng_key(seed, RNG_DESTINATION, node);
    uint64_t draw = 0;
    for (uint32_t m = 0; m < MESSAGES; m++) {
      const uint64_t density = rng_draw(key, draw++) % 8;
      const uint32_t flits = 1 + (uint32_t)(rng_draw(key, draw++) % LONGEST);
      const uint32_t other = (uint32_t)((node + 1 + rng_draw(key, draw++) % others) % nodes);
      uint32_t count = 0;
      for (uint32_t k = 0; k < nodes; k++) {
        if (k != node && (k == other || (density > 1 && rng_draw(key, draw++) % 8 < density))) {
          to[count++] = k;
        }
      }
      if (density == 0) {
        (void)plan_pass_block(p, node, other, flits, m, kPlanNone);
      } else {
        (void)plan_multicast_block(p, node, to, count, flits, m, kPlanNone);
      }
    }
  }
  free(to);
  assert_true(plan_finish(p, &error));
  *multicasts += p->multicasts;
  return p;
}

static void test_random(void **state) {
  (void)state;
  uint32_t multicasts = 0;
  for (size_t i = 0; i < NETWORKS; i++) {
    for (uint64_t seed = 0; seed < 2; seed++) {
      plan_t *plan = random_plan(nodes_of(kNetworks[i]), seed, &multicasts);
      sim_t s = open_plan(kNetworks[i], "", plan);
      if (!sim_run(&s, CHECK, LIMIT)) {
        fail_msg("%s, seed %u: %s", kNetworks[i], (unsigned)seed, s.error.text);
      }
      workload_result_t r;
      workload_result(s.workload, &r);
      assert_int_equal(r.packets_created, r.packets_delivered);
      assert_int_equal(r.flits_created, r.flits_delivered);
      assert_int_equal(r.blocks_checked, r.blocks_expected);
      assert_int_equal(r.operations_complete, r.operations);
      sim_free(&s);
    }
  }
  assert_true(multicasts > 1000);
}

static void test_collectives(void **state) {
  (void)state;
  for (size_t i = 0; i < NETWORKS; i++) {
    char network[SETTINGS];
    (void)snprintf(network, sizeof network, "%s router.switching=cut-through", kNetworks[i]);
    runs_collectives(network, "tree-worm", UINT32_MAX);
  }
}

// Links between routers of all ways from node 1 to the set.
static uint64_t links_of_tree(const sim_t *s, const uint8_t *in_set) {
  enum { LONG = 64 };
  const topology_t *t = s->scenario->topology;
  uint8_t *used = calloc((size_t)t->routers * t->ports, sizeof *used);
  assert_non_null(used);
  uint64_t links = 0;
  for (uint32_t to = 0; to < t->nodes; to++) {
    routing_hop_t hop[LONG];
    noc_error_t error = {0};
    const size_t n = in_set[to] ? routing_path(s->scenario->route, 1, to, hop, LONG, &error) : 0;
    assert_true(n <= LONG);
    topology_place_t at;
    (void)topology_injection(t, 1, &at, 1);
    for (size_t k = 0; k + 1 < n; k++) {
      const size_t link = (size_t)at.router * t->ports + hop[k].port;
      links += used[link] == 0;
      used[link] = 1;
      at.router = (uint32_t)t->peer_router[link];
    }
  }
  free(used);
  return links;
}

// On an idle network a copy takes what a packet with so many more flits does, and at each router
// waits for the header flits; its flits cross every link of the tree once.
static void test_idle(void **state) {
  (void)state;
  for (size_t i = 0; i < NETWORKS; i++) {
    if (strstr(kNetworks[i], "fattree") != NULL || strstr(kNetworks[i], "irregular") != NULL) {
      continue;  // no worm goes all the way of a unicast there
    }
    for (unsigned flits = 2; flits < 6; flits += 3) {
      uint8_t in_set[256] = {0};
      char more[SETTINGS];
      const uint32_t nodes = nodes_of(kNetworks[i]);
      (void)snprintf(more, sizeof more,
                     "workload.from=1 workload.message_flits=%u workload.to=0,3-%u", flits,
                     nodes - 1);
      memset(in_set + 3, 1, nodes - 3);
      in_set[0] = 1;
      sim_t s = open_collective(kNetworks[i], "multicast", more);
      assert_true(sim_run(&s, CHECK, LIMIT));
      workload_result_t r;
      workload_result(s.workload, &r);
      if (fabs(r.latency.mean - r.zero_load_latency) > 1e-9) {
        fail_msg("%s, %u flits: latency %g, closed form %g", kNetworks[i], flits, r.latency.mean,
                 r.zero_load_latency);
      }
      const unsigned headers = network_shape(s.network)->string_words;
      assert_int_equal(network_counts(s.network)->hops,
                       links_of_tree(&s, in_set) * (flits + headers));
      assert_int_equal(network_counts(s.network)->ejected_flits, (nodes - 2) * (flits + headers));
      sim_free(&s);
    }
  }
}

// Two multicasts, one behind the other, from node 0 of a mesh to nodes 1, 2 and 15; beat `at` of
// all that the node hands over is changed.
static void check_fault(unsigned at, runs_change_t change, const char *expected) {
  noc_error_t error = {0};
  const uint32_t to[] = {1, 2, 15};
  plan_t *p = plan_create(16, &error);
  for (uint32_t tag = 0; tag < 2; tag++) {
    (void)plan_multicast_block(p, 0, to, 3, 4, tag, kPlanNone);
  }
  assert_true(plan_finish(p, &error));
  sim_t s = open_plan("topology=mesh:4x4 router.depth=8", "", p);
  runs_fault(&s, false, at, change, expected);
}

static void add_node(const interface_fields_t *f, uint32_t slot) {
  f->host_data[slot] |= 1u << 3;
}

static void drop_node(const interface_fields_t *f, uint32_t slot) {
  f->host_data[slot] &= ~(UINT64_C(1) << 15);
}

static void same_message(const interface_fields_t *f, uint32_t slot) {
  f->host_message[slot] = 0;
}

static void other_data(const interface_fields_t *f, uint32_t slot) {
  f->host_data[slot] ^= 1;
}

// Beats of a packet: head, header, three of data.
static void test_faults(void **state) {
  (void)state;
  check_fault(0, runs_unchanged, "");
  check_fault(1, add_node, "node 3, VC");
  check_fault(1, add_node, "packet 0 of node 0 was sent to 3 nodes, not to this one");
  check_fault(1, drop_node, "1 packets never arrived");
  check_fault(5, same_message, "packet 0 of node 0, a multicast, has been delivered here before");
  check_fault(3, other_data, "packet 0 of node 0, flit 3 of 4: data word 0 is");
}

#define WORMS "workload.collective=broadcast workload.scheme=tree-worm "

static void test_refused(void **state) {
  (void)state;
  sim_refused("topology=mesh:4x4 " WORMS "router.depth=8",
              "router.switching is wormhole with worms to several nodes, which can deadlock; it "
              "must be cut-through");
  sim_refused("topology=mesh:4x4 router.switching=cut-through router.depth=2 " WORMS,
              "router.depth is 2, below the 3 flits of a tree worm, 2 and 1 header flit; it must "
              "be 3 or more");
  sim_refused("topology=mesh:16x16 router.switching=cut-through router.depth=8 " WORMS
              "workload.message_flits=6",
              "router.depth is 8, below the 10 flits of a tree worm, 6 and 4 header flits; it must "
              "be 10 or more, or packets of up to 4 flits");
  sim_refused(
      "topology=mesh:4x4 router.switching=cut-through router.routing=source "
      "router.flit_bits=128 router.depth=8 " WORMS,
      "router.routing is source with worms to several nodes; it must be any other routing");
  sim_refused("topology=mesh:65x64 router.switching=cut-through router.depth=640 " WORMS,
              "topology is of 4160 nodes with tree worms; it must be of up to 4096");
  sim_refused(
      "topology=mesh:64x64 router.flit_bits=32 router.switching=cut-through "
      "router.depth=640 " WORMS,
      "router.flit_bits is 32, so that tree worms to 4096 nodes need 128 header flits; it must be "
      "wide enough for up to 127");
  sim_refused("topology=mesh:4x4 workload.collective=scatter workload.scheme=tree-worm",
              "workload.scheme is 'tree-worm'; it must be one for scatter: unicast, binomial");
}

// The packets of a plan are cut so that they fit, but not where their length is asked for.
static void test_packets(void **state) {
  (void)state;
  noc_error_t error = {0};
  for (unsigned given = 0; given < 2; given++) {
    const uint32_t to[] = {1, 2, 15};
    plan_t *p = plan_create(16, &error);
    (void)plan_multicast_block(p, 0, to, 3, 22, 0, kPlanNone);
    assert_true(plan_finish(p, &error));
    sim_t s =
        open_plan("topology=mesh:4x4 router.depth=8", given ? "workload.packet_flits=5" : "", p);
    assert_true(sim_run(&s, CHECK, LIMIT));
    workload_result_t r;
    workload_result(s.workload, &r);
    // 7, 7, 7 and 1, which goes as 2; 5, 5, 5, 5 and 2.
    assert_int_equal(r.packets_delivered, 3 * (given ? 5 : 4));
    assert_int_equal(r.flits_delivered, 3 * (given ? 22 : 23));
    assert_int_equal(r.blocks_checked, 3);
    sim_free(&s);
  }
}

// Copies are counted in words of 64: networks on both sides of one word and of two.
static void test_many_copies(void **state) {
  (void)state;
  static const char *const kTopologies[] = {"mesh:8x8",  "mesh:13x5", "mesh:11x6",
                                            "mesh:16x8", "mesh:43x3", "mesh:13x10"};
  for (size_t i = 0; i < sizeof kTopologies / sizeof kTopologies[0]; i++) {
    char settings[256];
    (void)snprintf(settings, sizeof settings,
                   "topology=%s router.switching=cut-through router.depth=12 router.vcs=2 "
                   "workload.collective=broadcast workload.scheme=tree-worm",
                   kTopologies[i]);
    sim_t s = sim_create(settings);
    if (!sim_run(&s, 50, 20000)) {
      fail_msg("%s: %s", kTopologies[i], s.error.text);
    }
    workload_result_t r;
    workload_result(s.workload, &r);
    assert_int_equal(r.packets_delivered, s.scenario->topology->nodes - 1);
    sim_free(&s);
  }
}

// A buffer that is too shallow for a worm is refused with the packets that would fit, if any would.
static void test_too_shallow(void **state) {
  (void)state;
  static const char kText[] =
      "topology=mesh:3x3 router.switching=cut-through workload.collective=broadcast "
      "workload.scheme=tree-worm workload.message_flits=9 workload.packet_flits=9";
  char settings[256];
  (void)snprintf(settings, sizeof settings, "%s router.depth=9", kText);
  sim_refused(settings, "10 or more, or packets of up to 8 flits");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_many_copies), cmocka_unit_test(test_too_shallow),
      cmocka_unit_test(test_random),      cmocka_unit_test(test_collectives),
      cmocka_unit_test(test_idle),        cmocka_unit_test(test_faults),
      cmocka_unit_test(test_packets),     cmocka_unit_test(test_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
