// Uniform traffic: its rate, its extremes, its destinations; equal seeds give equal runs, others do
// not; all corners of the router's shape carry it.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness.h"
#include "workload/flights.h"
#include "workload/traffic.h"

static void run(const char *settings, workload_result_t *r) {
  char all[512];
  (void)snprintf(all, sizeof all, "workload.traffic=uniform %s", settings);
  sim_t s = sim_create(all);
  if (!sim_run(&s, 97, 2000000)) {
    fail_msg("%s: %s", settings, s.error.text);
  }
  workload_result(s.workload, r);
  assert_int_equal(r->packets_created, r->packets_delivered);
  assert_int_equal(r->flits_created, r->flits_delivered);
  assert_int_equal(network_counts(s.network)->accepted, r->flits_created);
  assert_int_equal(network_counts(s.network)->taken, r->flits_created);
  sim_free(&s);
}

static void test_load_zero(void **state) {
  (void)state;
  workload_result_t r;
  run("topology=mesh:4x4 workload.load=0", &r);
  assert_int_equal(r.packets_created, 0);
  run("topology=mesh:1x1 workload.load=1", &r);  // a lone node has nobody to send to
  assert_int_equal(r.packets_created, 0);
}

static void test_load_one(void **state) {
  (void)state;
  workload_result_t r;
  run("topology=mesh:4x4 workload.load=1 run.cycles=2000 workload.packet_flits=1", &r);
  assert_int_equal(r.packets_created, 16 * 2000);  // a packet a node and cycle, without chance
  assert_true(fabs(r.offered - 1) < 1e-9);
  run("topology=mesh:4x4 workload.load=1 run.cycles=2000", &r);
  assert_true(fabs(r.offered - 1) < 0.05);
  assert_true(r.accepted < 1 && r.accepted > 0.3);
}

static void test_rate(void **state) {
  (void)state;
  workload_result_t r;
  run("topology=mesh:8x8 workload.load=0.1 run.cycles=20000 run.warmup=500", &r);
  assert_true(fabs(r.offered - 0.1) < 0.003);
  assert_true(fabs(r.accepted - 0.1) < 0.003);
  assert_true(r.latency.mean > r.zero_load_latency);
  assert_true(r.latency.mean < r.zero_load_latency + 5);
  assert_true(r.network_latency.mean <= r.latency.mean - 2);
}

// Only flits that enter and leave in the window count, per node and cycle; warm-up and drain do
// not.
static void test_window(void **state) {
  (void)state;
  static const char kText[] =
      "topology=mesh:4x4 workload.traffic=uniform workload.load=0.9 run.warmup=700 run.cycles=900";
  sim_t s = sim_create(kText);
  uint64_t taken[3] = {0};  // before, in and behind the window
  while (!workload_done(s.workload)) {
    const uint64_t now = network_cycle(s.network);
    const uint64_t before = network_counts(s.network)->taken;
    if (now == 1600) {
      workload_stop(s.workload);
    }
    assert_true(sim_step(&s));
    taken[now < 700 ? 0 : now < 1600 ? 1 : 2] += network_counts(s.network)->taken - before;
  }
  workload_result_t r;
  workload_result(s.workload, &r);
  assert_true(taken[0] > 1000 && taken[2] > 1000);
  assert_int_equal(taken[0] + taken[1] + taken[2], r.flits_delivered);
  assert_true(fabs(r.accepted - (double)taken[1] / (900 * 16)) < 1e-12);
  assert_true(fabs(r.offered - 0.9) < 0.05);
  assert_true(r.latency.count < r.packets_created);
  assert_int_equal(workload_last_progress(s.workload), r.completion);
  sim_free(&s);
}

// Packets that still wait in hosts count as offered if they were created in the window. A window
// without packets is measured when it is over, not before.
static void test_window_of_hosts(void **state) {
  (void)state;
  workload_result_t r;
  sim_t s = sim_create(
      "topology=mesh:4x4 workload.traffic=uniform workload.load=0.5 host.t_hs=60 run.warmup=2000 "
      "run.cycles=1000");
  for (unsigned i = 0; i < 3000; i++) {
    assert_true(sim_step(&s));
  }
  workload_result(s.workload, &r);
  assert_true(fabs(r.offered - 0.5) < 0.06);
  assert_true(r.accepted < 0.1);
  assert_true(r.flits_created > 20000);
  assert_false(workload_measured(s.workload));
  sim_free(&s);
  // Hosts that are at work on older messages do not change how much is created.
  double offered[2];
  for (size_t k = 0; k < 2; k++) {
    s = sim_create(k == 0 ? "topology=mesh:4x4 workload.traffic=uniform workload.load=0.5 "
                            "run.warmup=1000 run.cycles=50"
                          : "topology=mesh:4x4 workload.traffic=uniform workload.load=0.5 "
                            "run.warmup=1000 run.cycles=50 host.t_hs=60");
    for (unsigned i = 0; i < 1050; i++) {
      assert_true(sim_step(&s));
    }
    workload_result(s.workload, &r);
    offered[k] = r.offered;
    sim_free(&s);
  }
  assert_true(offered[0] > 0.3 && fabs(offered[1] - offered[0]) < 1e-12);
  static const char *const kNone[] = {
      "topology=mesh:2x2 workload.load=0 run.cycles=20 workload.traffic=uniform",
      "topology=mesh:2x2 workload.load=0 run.cycles=20 workload.traffic=multicast "
      "workload.scheme=unicast workload.degree=2"};
  for (size_t k = 0; k < 2; k++) {
    s = sim_create(kNone[k]);
    for (unsigned i = 0; i < 20; i++) {
      assert_false(workload_measured(s.workload));
      assert_true(sim_step(&s));
    }
    assert_true(workload_measured(s.workload));
    sim_free(&s);
  }
}

static void test_destinations(void **state) {
  (void)state;
  enum { NODES = 7, PACKETS = 7000 };
  noc_error_t error;
  lengths_t one = {0};
  assert_int_equal(lengths_parse("1", &one), LENGTHS_OK);
  const traffic_config_t config = {.nodes = NODES, .load = 1, .lengths = &one, .seed = 3};
  traffic_t *t = traffic_create(&config, &error);
  assert_non_null(t);
  unsigned count[NODES] = {0};
  uint64_t active[1] = {0};
  for (uint64_t now = 0; now < PACKETS; now++) {
    traffic_packet_t p;
    traffic_cycle(t, now, active);
    assert_true(traffic_front(t, 2, now, &p));
    assert_int_equal(p.created, now);
    count[p.destination]++;
    traffic_pop(t, 2, now);
  }
  for (unsigned node = 0; node < NODES; node++) {
    if (node == 2) {
      assert_int_equal(count[node], 0);
    } else {
      assert_true(fabs(count[node] - PACKETS / 6.0) < 6 * sqrt(PACKETS / 6.0));
    }
  }
  traffic_free(t);
  lengths_free(&one);
}

static uint64_t digest(const char *settings) {
  sim_t s = sim_create(settings);
  assert_true(sim_run(&s, 1000, 100000));
  uint64_t d = sim_digest(&s);
  sim_free(&s);
  return d;
}

static void test_seeds(void **state) {
  (void)state;
  const char *text =
      "topology=mesh:4x4 workload.traffic=uniform workload.load=0.3 run.cycles=2000 ";
  char other[256];
  (void)snprintf(other, sizeof other, "%s run.seed=2", text);
  assert_int_equal(digest(text), digest(text));
  assert_int_not_equal(digest(text), digest(other));
}

static void test_shapes(void **state) {
  (void)state;
  static const char *const kShapes[] = {
      "router.vcs=1",
      "router.vcs=16",
      "router.vcs=1 router.depth=1 workload.load=0.05",
      "router.depth=1 router.pipeline=2",
      "router.depth=640 workload.packet_flits=640 run.cycles=5000",
      "router.vcs=2 router.depth=640 workload.load=1",
      "workload.packet_flits=1",
      "workload.packet_flits=1 router.pipeline=2 router.vcs=3",
      "router.switching=cut-through",
      "router.switching=cut-through router.depth=4 router.pipeline=2 router.vcs=2",
      "router.networks=4",
      "router.vcs=6 router.networks=3 workload.load=0.5",
      "router.flit_bits=128",
      "router.flit_bits=256",
      "router.link_latency=2",
      "router.link_latency=64 router.depth=20",
  };
  for (size_t i = 0; i < sizeof kShapes / sizeof kShapes[0]; i++) {
    workload_result_t r;
    char settings[256];
    (void)snprintf(settings, sizeof settings,
                   "topology=mesh:4x3 workload.load=0.3 run.cycles=1500 %s", kShapes[i]);
    run(settings, &r);
    assert_true(r.packets_delivered > 10);
  }
}

// A source may have 2^10 packets on their way, however far apart they are delivered; then it waits.
static void test_message_numbers(void **state) {
  (void)state;
  noc_error_t error;
  flights_t f;
  flight_t *flight = NULL;
  assert_true(flights_create(&f, 3, 10, false, &error));
  for (uint32_t sequence = 0; sequence < 1024; sequence++) {
    assert_int_equal(flights_open(&f, 1, sequence, &flight), FLIGHT_OPENED);
    flight->destination = sequence ^ 77u;
  }
  assert_int_equal(f.flying, 1024);
  assert_int_equal(flights_open(&f, 1, 1024, &flight), FLIGHT_NUMBER_TAKEN);
  assert_int_equal(flights_open(&f, 2, 1024, &flight), FLIGHT_OPENED);  // another source
  for (uint32_t message = 0; message < 1024; message++) {
    assert_int_equal(flights_find(&f, 1, message)->destination, message ^ 77u);
  }
  flights_close(&f, flights_find(&f, 1, 5));
  assert_null(flights_find(&f, 1, 5));
  assert_int_equal(flights_open(&f, 1, 1024, &flight), FLIGHT_NUMBER_TAKEN);  // 0 is on its way
  flights_close(&f, flights_find(&f, 1, 0));
  assert_int_equal(flights_open(&f, 1, 1024, &flight), FLIGHT_OPENED);
  assert_int_equal(flights_find(&f, 1, 0)->sequence, 1024);
  assert_null(flights_find(&f, 0, 0));
  flights_free(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_load_zero),
      cmocka_unit_test(test_load_one),
      cmocka_unit_test(test_rate),
      cmocka_unit_test(test_window),
      cmocka_unit_test(test_window_of_hosts),
      cmocka_unit_test(test_destinations),
      cmocka_unit_test(test_seeds),
      cmocka_unit_test(test_shapes),
      cmocka_unit_test(test_message_numbers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
