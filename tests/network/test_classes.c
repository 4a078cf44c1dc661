// Classes of traffic: every pattern arrives with its load; several classes keep to their networks
// and are counted each; answered packets are answered once, and even at load 1 nothing gets stuck.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness.h"

enum { LIMIT = 2000000 };

static void run(sim_t *s, workload_result_t *r) {
  if (!sim_run(s, 97, LIMIT)) {
    fail_msg("%s", s->error.text);
  }
  workload_result(s->workload, r);
  assert_int_equal(r->packets_created, r->packets_delivered);
  assert_int_equal(r->flits_created, r->flits_delivered);
}

// --- patterns ------------------------------------------------------------------------------------

// `silent` of 64 nodes send nothing, and `hops` is the mean distance of the others.
static void check_pattern(const char *name, unsigned silent, double hops) {
  char settings[256];
  workload_result_t r;
  (void)snprintf(settings, sizeof settings,
                 "topology=mesh:8x8 workload.traffic=%s workload.load=0.1 run.cycles=10000 "
                 "workload.packet_flits=1:1,7:1",
                 name);
  sim_t s = sim_create(settings);
  run(&s, &r);
  const double load = 0.1 * (64 - silent) / 64;
  const double mean_hops = (double)r.packet_hops / (double)r.packets;
  if (fabs(r.offered - load) > 0.04 * load || fabs(mean_hops - hops) > 0.03 * hops) {
    fail_msg("%s: offered %g, expected %g; hops %g, expected %g", name, r.offered, load, mean_hops,
             hops);
  }
  assert_int_equal(workload_streams(s.workload), 0);
  sim_free(&s);
}

static void test_patterns(void **state) {
  (void)state;
  check_pattern("uniform", 0, 16.0 / 3);  // 2 * (k - 1/k) / 3, of pairs of different nodes
  check_pattern("transpose", 8, 6);       // (x, y) to (y, x): 2 |x - y|
  check_pattern("bit-complement", 0, 8);
  check_pattern("tornado", 0, 2 * (3 * 5 + 5 * 3) / 8.0);  // 3 up where there is room, else 5 down
  check_pattern("neighbor", 0, 2 * (7 * 1 + 7) / 8.0);
}

// --- classes -------------------------------------------------------------------------------------

#define THREE                                                                        \
  "topology=mesh:4x4 router.vcs=6 router.networks=3 run.cycles=6000 run.warmup=500 " \
  "workload.classes.0.traffic=transpose workload.classes.0.load=0.1 "                \
  "workload.classes.0.packet_flits=1-9 "                                             \
  "workload.classes.1.traffic=uniform workload.classes.1.load=0.05 "                 \
  "workload.classes.1.packet_flits=2 "                                               \
  "workload.classes.2.traffic=neighbor workload.classes.2.load=0.2 "                 \
  "workload.classes.2.burst_on=20 workload.classes.2.burst_off=40 "

static void test_three_classes(void **state) {
  (void)state;
  static const double kLoads[] = {0.1 * 12 / 16, 0.05, 0.2};
  workload_result_t r;
  uint64_t packets = 0;
  uint64_t flits = 0;
  uint64_t measured = 0;
  double offered = 0;
  sim_t s = sim_create(THREE "workload.classes.2.network=1");
  run(&s, &r);
  assert_int_equal(workload_streams(s.workload), 3);
  for (unsigned i = 0; i < 3; i++) {
    workload_stream_t w;
    workload_stream(s.workload, i, &w);
    assert_int_equal(w.network, i == 2 ? 1 : i);
    assert_int_equal(w.packets_created, w.packets_delivered);
    assert_true(fabs(w.offered - kLoads[i]) < 0.1 * kLoads[i]);
    assert_true(fabs(w.accepted - kLoads[i]) < 0.1 * kLoads[i]);
    assert_true(w.latency.mean > 5 && w.latency.mean >= w.network_latency.mean);
    packets += w.packets_delivered;
    flits += w.flits_delivered;
    measured += w.latency.count;
    offered += w.offered;
  }
  assert_int_equal(packets, r.packets_delivered);
  assert_int_equal(flits, r.flits_delivered);
  assert_int_equal(measured, r.latency.count);
  assert_true(fabs(offered - r.offered) < 1e-9);
  sim_free(&s);
}

// A class draws the same whatever stands beside it.
static void test_classes_are_independent(void **state) {
  (void)state;
  workload_result_t r;
  workload_stream_t two;
  workload_stream_t three;
  static const char kTwo[] =
      "topology=mesh:4x4 router.vcs=6 router.networks=3 run.cycles=6000 run.warmup=500 "
      "workload.classes.0.traffic=transpose workload.classes.0.load=0.1 "
      "workload.classes.0.packet_flits=1-9 "
      "workload.classes.1.traffic=uniform workload.classes.1.load=0.05 "
      "workload.classes.1.packet_flits=2";
  sim_t s = sim_create(kTwo);
  run(&s, &r);
  workload_stream(s.workload, 1, &two);
  sim_free(&s);
  s = sim_create(THREE);
  run(&s, &r);
  workload_stream(s.workload, 1, &three);
  assert_int_equal(two.packets_created, three.packets_created);
  assert_true(two.offered == three.offered);
  sim_free(&s);
}

// The only class of a list is on its network alone, which the scoreboard checks.
static void test_one_listed_class(void **state) {
  (void)state;
  workload_result_t r;
  sim_t s = sim_create(
      "topology=mesh:3x3 router.vcs=4 router.networks=2 run.cycles=2000 "
      "workload.classes.0.traffic=uniform workload.classes.0.load=0.3 "
      "workload.classes.0.network=1");
  run(&s, &r);
  assert_true(r.packets_delivered > 1000);
  assert_int_equal(workload_streams(s.workload), 0);
  sim_free(&s);
}

// --- answers -------------------------------------------------------------------------------------

#define ANSWERED                                                            \
  "workload.classes.0.traffic=uniform workload.classes.0.packet_flits=1-4 " \
  "workload.classes.0.reply_flits=1:1,8:3 workload.classes.0.reply_network=1 router.networks=2 "

static void check_answers(const char *settings, double load) {
  char all[512];
  workload_result_t r;
  workload_stream_t requests;
  workload_stream_t answers;
  (void)snprintf(all, sizeof all, ANSWERED "workload.classes.0.load=%g %s", load, settings);
  sim_t s = sim_create(all);
  run(&s, &r);
  assert_int_equal(workload_streams(s.workload), 2);
  workload_stream(s.workload, 0, &requests);
  workload_stream(s.workload, 1, &answers);
  assert_int_equal(answers.network, 1);
  assert_true(requests.packets_delivered > 100);
  assert_int_equal(requests.packets_delivered, answers.packets_created);
  assert_int_equal(requests.packets_delivered, answers.packets_delivered);
  assert_int_equal(requests.packets_delivered + answers.packets_delivered, r.packets_delivered);
  const double mean = (double)answers.flits_delivered / (double)answers.packets_delivered;
  assert_true(fabs(mean - 6.25) < 20 / sqrt((double)answers.packets_delivered));
  sim_free(&s);
}

static void test_answers(void **state) {
  (void)state;
  check_answers("topology=mesh:4x4 run.cycles=4000", 0.1);
  check_answers("topology=mesh:4x4 run.cycles=1500", 1);
  check_answers("topology=mesh:4x4 run.cycles=1500 router.vcs=2 router.depth=1", 1);
  check_answers("topology=mesh:3x2@2 run.cycles=1500 router.pipeline=2 router.vcs=2", 1);
  check_answers("topology=mesh:4x3 run.cycles=1500 router.switching=cut-through", 1);
  check_answers("topology=mesh:2x2 run.cycles=2000 router.flit_bits=256", 0.5);
}

// At the end of the window answers are on their way or queued; nothing is counted twice.
static void test_counts_midway(void **state) {
  (void)state;
  workload_result_t r;
  sim_t s = sim_create(ANSWERED "workload.classes.0.load=0.9 topology=mesh:4x4");
  for (unsigned cycle = 0; cycle < 700; cycle++) {
    assert_true(sim_step(&s));
  }
  uint64_t created = 0;
  uint64_t flits = 0;
  workload_result(s.workload, &r);
  for (unsigned i = 0; i < 2; i++) {
    workload_stream_t w;
    workload_stream(s.workload, i, &w);
    assert_true(w.packets_created > w.packets_delivered);
    created += w.packets_created;
    flits += w.flits_created;
  }
  assert_int_equal(created, r.packets_created);
  assert_int_equal(flits, r.flits_created);
  sim_free(&s);
}

static uint64_t digest(const char *settings) {
  sim_t s = sim_create(settings);
  assert_true(sim_run(&s, 1000, LIMIT));
  const uint64_t d = sim_digest(&s);
  sim_free(&s);
  return d;
}

static void test_repeated(void **state) {
  (void)state;
  static const char kText[] = ANSWERED
      "workload.classes.0.load=0.3 topology=mesh:4x4 run.cycles=2000 "
      "workload.classes.0.burst_on=5 workload.classes.0.burst_off=9";
  assert_int_equal(digest(kText), digest(kText));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_patterns),
      cmocka_unit_test(test_three_classes),
      cmocka_unit_test(test_classes_are_independent),
      cmocka_unit_test(test_one_listed_class),
      cmocka_unit_test(test_answers),
      cmocka_unit_test(test_counts_midway),
      cmocka_unit_test(test_repeated),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
