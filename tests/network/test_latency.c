// Zero-load latency: for every pair of nodes, both pipelines, several link latencies and packet
// lengths it equals the closed form of docs/timing.md, in every family of topologies.

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "harness.h"

// Sends one packet by the host port and returns the cycles until its tail is taken.
static uint64_t send_one(sim_t *s, uint32_t from, uint32_t to, unsigned flits) {
  network_t *n = s->network;
  const uint64_t data[SHAPE_MAX_WORDS] = {UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX};
  const uint64_t start = network_cycle(n);
  unsigned sent = 0;
  for (;;) {
    if (network_delivery_mask(n)[to / 64] >> to % 64 & 1) {
      host_delivery_t d;
      assert_true(network_delivery(n, to, 0, &d));
      assert_int_equal(network_node(n, d.source), from);
      if ((d.kind & KIND_TAIL) != 0) {
        break;
      }
    }
    if (sent < flits && (network_ready(n, from) & 1) != 0) {
      const host_beat_t beat = {.type = PACKET_UNICAST,
                                .destination = network_address(n, to),
                                .message = 5,
                                .flits = (uint16_t)flits,
                                .data = data};
      network_offer(n, from, &beat);
      sent++;
    }
    assert_true(network_step(n));
    assert_true(network_cycle(n) < start + 100000);
  }
  uint64_t latency = network_cycle(n) - start;
  for (unsigned i = 0; i < 200; i++) {  // until the credits are home
    assert_true(network_step(n));
  }
  return latency;
}

// Router-to-router links of a route, walked step by step.
static unsigned route_length(routing_t *r, uint32_t from, uint32_t to) {
  const topology_t *t = r->topology;
  topology_place_t at;
  topology_place_t end;
  route_t route;
  noc_error_t error;
  unsigned hops = 0;
  uint32_t group = 0;
  (void)topology_injection(t, from, &at, 1);
  (void)topology_ejection(t, to, &end, 1);
  while (at.router != end.router) {
    assert_true(routing_route(r, at.router, group, to, &route, &error));
    const size_t link = (size_t)at.router * t->ports + route.port[0];
    at.router = (uint32_t)t->peer_router[link];
    group = routing_group(r, at.router, (uint32_t)t->peer_port[link], route.vc_class);
    hops++;
    assert_true(hops <= t->routers);
  }
  return hops;
}

// The cycles that the last flit waits for credits, by the longest credit loop on the way: that of a
// link between routers, else that of the link to the interface. docs/timing.md says it in words,
// under "Credit loop".
static uint64_t credit_wait(unsigned pipeline, bool lookahead, unsigned link, unsigned depth,
                            unsigned flits, unsigned hops) {
  const unsigned between = hops > 0 ? (pipeline == 2 ? 4 : 5) + 2 * (link - 1) : 0;
  const unsigned to_interface = pipeline == 2 && !lookahead ? 4 : 5;
  const unsigned loop = between > to_interface ? between : to_interface;
  return depth < loop ? (uint64_t)((flits - 1) / depth * (loop - depth)) : 0;
}

// How the routers are, beside their pipeline.
typedef struct {
  const char *allocation;
  bool lookahead;
} routers_t;

static void check_depth_by(routers_t routers, const char *topology, unsigned pipeline,
                           unsigned link, unsigned depth, unsigned flits) {
  char settings[320];
  (void)snprintf(settings, sizeof settings,
                 "topology=%s workload.traffic=uniform workload.load=0 router.pipeline=%u "
                 "router.link_latency=%u router.depth=%u workload.packet_flits=%u "
                 "router.allocation=%s router.lookahead=%s",
                 topology, pipeline, link, depth, flits, routers.allocation,
                 routers.lookahead ? "true" : "false");
  sim_t s = sim_create(settings);
  const uint32_t nodes = s.scenario->topology->nodes;
  for (uint32_t from = 0; from < nodes; from++) {
    for (uint32_t to = 0; to < nodes; to++) {
      if (from != to) {
        unsigned hops = route_length(s.scenario->route, from, to);
        assert_int_equal(send_one(&s, from, to, flits),
                         sim_closed_form(&s, flits, hops) +
                             credit_wait(pipeline, routers.lookahead, link, depth, flits, hops));
      }
    }
  }
  noc_error_t error;
  assert_true(network_check_conservation(s.network, &error));
  sim_free(&s);
}

static void check_depth(const char *topology, unsigned pipeline, unsigned link, unsigned depth,
                        unsigned flits) {
  check_depth_by((routers_t){.allocation = "serial"}, topology, pipeline, link, depth, flits);
}

// Deep enough for the credit round trip.
static void check_all_pairs(const char *topology, unsigned pipeline, unsigned link,
                            unsigned flits) {
  check_depth(topology, pipeline, link, 5 + 2 * (link - 1), flits);
}

static void test_closed_form(void **state) {
  (void)state;
  const unsigned flits[] = {1, 2, 4, 23};
  for (unsigned pipeline = 2; pipeline <= 3; pipeline++) {
    for (unsigned link = 1; link <= 3; link++) {
      for (unsigned f = 0; f < sizeof flits / sizeof flits[0]; f++) {
        check_all_pairs("mesh:4x3", pipeline, link, flits[f]);
      }
    }
  }
}

static void test_closed_form_other_shapes(void **state) {
  (void)state;
  check_all_pairs("mesh:2x2x2@2", 3, 1, 3);
  check_all_pairs("mesh:7", 2, 64, 5);
  check_all_pairs("mesh:1x1@4", 3, 1, 6);
}

static void test_closed_form_families(void **state) {
  (void)state;
  static const char *const kTopologies[] = {"torus:4x3",
                                            "torus:5x2@2",
                                            "ring:7",
                                            "hypercube:4",
                                            "octagon:8",
                                            "octagon:12@2",
                                            "octagons:2x2",
                                            "h3dm:m=2,n=2,levels=2,q=0",
                                            "h3dm:m=1,n=3,levels=2,q=0",
                                            "h3dm:m=3,n=2,levels=1,q=0",
                                            "fattree:k=2,n=3",
                                            "fattree:k=4,n=2",
                                            "butterfly:k=2,n=3",
                                            "butterfly:k=3,n=1",
                                            "dragonfly:p=2,a=3,h=1",
                                            "slimfly:q=3",
                                            "flattened:3x4",
                                            "irregular:switches=8,ports=8,hosts=32"};
  for (size_t i = 0; i < sizeof kTopologies / sizeof kTopologies[0]; i++) {
    check_all_pairs(kTopologies[i], 3, 1, 1);
    check_all_pairs(kTopologies[i], 2, 2, 4);
  }
}

static void test_shallow_buffers(void **state) {
  (void)state;
  const unsigned flits[] = {1, 2, 3, 16, 23};
  for (unsigned f = 0; f < sizeof flits / sizeof flits[0]; f++) {
    for (unsigned depth = 1; depth <= 7; depth++) {
      for (unsigned pipeline = 2; pipeline <= 3; pipeline++) {
        check_depth("mesh:3x2", pipeline, 1, depth, flits[f]);
        check_depth("mesh:2x1@2", pipeline, 2, depth, flits[f]);
      }
    }
  }
}

// On an idle network a bid for the switch is never denied.
static void test_speculation(void **state) {
  (void)state;
  for (unsigned pipeline = 2; pipeline <= 3; pipeline++) {
    const routers_t routers = {.allocation = "speculative"};
    check_depth_by(routers, "mesh:4x3", pipeline, 1, 5, 4);
    check_depth_by(routers, "torus:4x3", pipeline, 2, 7, 1);
    check_depth_by(routers, "fattree:k=2,n=3", pipeline, 1, 3, 16);
  }
}

// A route that comes with the flit costs no cycle, and with two stages saves none either: what is
// gone is the cycle in which both allocation and traversal were.
static void test_lookahead(void **state) {
  (void)state;
  static const char *const kTopologies[] = {
      "mesh:4x3", "mesh:2x2x2@2", "mesh:1x1@4", "torus:5x2@2", "hypercube:4", "octagon:12@2",
      "h3dm:m=2,n=2,levels=2,q=0", "h3dm:m=1,n=3,levels=2,q=0",
      // By tables.
      "fattree:k=2,n=3", "butterfly:k=2,n=3", "dragonfly:p=2,a=3,h=1", "flattened:3x4",
      "irregular:switches=8,ports=8,hosts=16"};
  for (unsigned pipeline = 2; pipeline <= 3; pipeline++) {
    for (size_t i = 0; i < sizeof kTopologies / sizeof kTopologies[0]; i++) {
      const routers_t routers = {.allocation = i % 2 == 0 ? "serial" : "speculative",
                                 .lookahead = true};
      const unsigned link = 1 + (unsigned)i % 3;
      check_depth_by(routers, kTopologies[i], pipeline, link, 5 + 2 * (link - 1), 1 + (unsigned)i);
      check_depth_by(routers, kTopologies[i], pipeline, 1, 1 + (unsigned)i % 6, 9);
    }
  }
}

// The workload measures the same: one message of a plan.
static void check_workload(unsigned depth, uint64_t wait) {
  char name[] = "/tmp/nocstep-test-XXXXXX";
  FILE *file = fdopen(mkstemp(name), "w");
  assert_non_null(file);
  (void)fprintf(file, "num_ranks 9\nrank 1 { l: send 24b to 6 tag 3 }\n");
  (void)fprintf(file, "rank 6 { l: recv 24b from 1 tag 3 }\n");
  assert_int_equal(fclose(file), 0);
  char settings[128];
  (void)snprintf(settings, sizeof settings, "topology=mesh:3x3 workload.plan=%s router.depth=%u",
                 name, depth);
  sim_t s = sim_create(settings);
  assert_true(sim_run(&s, 1, 1000));
  workload_result_t r;
  workload_result(s.workload, &r);
  uint64_t expected = sim_closed_form(&s, 3, 3) + wait;
  assert_int_equal(r.latency.count, 1);
  assert_int_equal(r.latency.max, expected);
  assert_int_equal(r.completion, expected);
  assert_int_equal(r.network_latency.max, expected - 2);
  assert_int_equal((uint64_t)r.zero_load_latency, expected);
  sim_free(&s);
  assert_int_equal(remove(name), 0);
}

static void test_workload_measures_it(void **state) {
  (void)state;
  check_workload(8, 0);
  check_workload(2, 3);  // the third flit, by a loop of 5
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_closed_form),          cmocka_unit_test(test_closed_form_other_shapes),
      cmocka_unit_test(test_closed_form_families), cmocka_unit_test(test_shallow_buffers),
      cmocka_unit_test(test_speculation),          cmocka_unit_test(test_lookahead),
      cmocka_unit_test(test_workload_measures_it),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
