// Random multicasts under load in networks of golden routers: every copy once, whatever the scheme;
// what is offered is what was asked for; latencies of multicasts that are alone are those of the
// closed form; the window, the end beyond saturation, and that nothing depends on anything but the
// seed.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "collective/scheme.h"
#include "harness.h"
#include "workload/multicasts.h"

enum { CHECK = 64, LIMIT = 2000000, SETTINGS = 600 };

static const char *const kNetworks[] = {
    "topology=irregular:switches=8,ports=8,hosts=32,seed=1 router.adaptive=true router.vcs=1",
    "topology=mesh:4x4 router.vcs=2",
    "topology=torus:4x4 router.vcs=2 router.flit_bits=128",
    "topology=octagon:8 router.vcs=4 router.networks=2",
    "topology=fattree:k=2,n=3 router.pipeline=2",
    "topology=mesh:3x3@2",
};
enum { NETWORKS = sizeof kNetworks / sizeof kNetworks[0] };

// Opens a run under load. A scheme whose copies interfaces forward has one virtual network.
static sim_t open_load(const char *network, const char *scheme, const char *more) {
  char settings[2 * SETTINGS];
  const scheme_t *s = scheme_find(scheme);
  (void)snprintf(settings, sizeof settings,
                 "%s router.switching=cut-through router.depth=24 workload.traffic=multicast "
                 "workload.scheme=%s %s %s",
                 network, scheme, more,
                 s->carried && s->carry == CARRY_FORWARD ? "router.networks=1" : "");
  return sim_create(settings);
}

static void run(sim_t *s, const char *name) {
  if (!sim_run(s, CHECK, LIMIT)) {
    fail_msg("%s, %s: %s", s->scenario->topology->name, name, s->error.text);
  }
}

static void schemes(void **state) {
  (void)state;
  static const char *const kLoads[] = {
      "workload.load=0.1 workload.degree=5 run.cycles=6000",
      "workload.load=0.2 workload.degree=1-7 workload.message_flits=50 workload.packet_flits=7 "
      "run.cycles=6000 run.warmup=500",
      "workload.load=0.9 workload.degree=1:3,7:1 workload.message_flits=1 run.cycles=1000"};
  for (size_t i = 0; i < NETWORKS; i++) {
    scenario_word_t word;
    for (size_t w = 0; (word = scheme_multicast_word(w)).name != NULL; w++) {
      for (size_t k = 0; k < 3; k++) {
        sim_t s = open_load(kNetworks[i], word.name, kLoads[k]);
        run(&s, word.name);
        workload_result_t r;
        workload_result(s.workload, &r);
        assert_true(r.multicast.created > 20);
        assert_int_equal(r.multicast.created, r.multicast.completed);
        assert_int_equal(r.packets_created, r.packets_delivered);
        assert_int_equal(r.flits_created, r.flits_delivered);
        assert_true(r.multicast.latency.count > 10);
        assert_true(r.multicast.latency.mean >= r.multicast.zero_load_latency);
        assert_true(r.multicast.latency.max >= r.latency.p50);
        sim_free(&s);
      }
    }
  }
}

// Worms of two flits and more make copies that are as long as was asked for.
static void offered(void **state) {
  (void)state;
  static const double kLoads[] = {0.02, 0.1, 0.3};
  for (size_t k = 0; k < 3; k++) {
    char more[SETTINGS / 2];
    (void)snprintf(more, sizeof more,
                   "workload.load=%g workload.degree=1-7 workload.message_flits=10 "
                   "run.cycles=50000 run.warmup=1000",
                   kLoads[k]);
    sim_t s = open_load(kNetworks[1], "tree-worm", more);
    run(&s, "offered");
    workload_result_t r;
    workload_result(s.workload, &r);
    const double multicasts = kLoads[k] * 16 * 50000 / 40;
    assert_true(fabs(r.offered / kLoads[k] - 1) < 5 / sqrt(multicasts));
    assert_true(fabs(r.accepted / r.offered - 1) < 0.02);
    assert_true(fabs((double)r.multicast.latency.count - multicasts) < 5 * sqrt(multicasts));
    sim_free(&s);
  }
}

// So few that they do not meet: a worm's copies do not either.
static void alone(void **state) {
  (void)state;
  for (size_t i = 0; i < NETWORKS; i++) {
    sim_t s = open_load(kNetworks[i], "tree-worm",
                        "workload.load=0.0004 workload.degree=3-7 workload.message_flits=12 "
                        "run.cycles=1000000");
    run(&s, "alone");
    workload_result_t r;
    workload_result(s.workload, &r);
    assert_true(r.multicast.latency.count > 20);
    assert_true(r.multicast.latency.mean < 1.005 * r.multicast.zero_load_latency);
    sim_free(&s);
  }
}

// None meets another: each takes as long as the closed form says, message by message and from its
// creation on, with hosts that take their time too, and where a worm is copied on its way back
// down.
static void exact(void **state) {
  (void)state;
  static const struct {
    const char *network, *scheme, *more;
  } kCases[] = {
#define LINE "topology=mesh:1x3"
#define HOST "host.t_hs=40 host.t_hr=30 host.t_ns=7 host.t_nr=9 host.bus=0.5"
      {LINE, "tree-worm", ""},
      {LINE, "unicast", ""},
      {LINE, "path-worm", ""},
      {LINE, "kbinomial", ""},
      {LINE, "tree-worm", HOST},
      {LINE, "unicast", HOST},
      {LINE, "path-worm", HOST},
      {LINE, "kbinomial", HOST},
      {"topology=irregular:switches=8,ports=8,hosts=16,seed=2 router.vcs=1", "tree-worm", ""},
  };
  for (size_t k = 0; k < sizeof kCases / sizeof kCases[0]; k++) {
    char more[SETTINGS];
    (void)snprintf(more, sizeof more,
                   "workload.load=0.0004 workload.degree=2 workload.message_flits=30 "
                   "workload.packet_flits=10 run.cycles=100000 run.seed=3 %s",
                   kCases[k].more);
    sim_t s = open_load(kCases[k].network, kCases[k].scheme, more);
    run(&s, "one");
    workload_result_t r;
    workload_result(s.workload, &r);
    assert_true(r.multicast.latency.count > 0);
    if (fabs(r.multicast.latency.mean - r.multicast.zero_load_latency) > 1e-9) {
      fail_msg("%s, %s, %s: latency %g, closed form %g", kCases[k].network, kCases[k].scheme,
               kCases[k].more, r.multicast.latency.mean, r.multicast.zero_load_latency);
    }
    sim_free(&s);
  }
}

// All destinations get the same data, also from a node that passes it on.
static void same_data(void **state) {
  (void)state;
  enum { NODES = 4, FLITS = 6 };
  sim_t s = open_load("topology=mesh:4", "binomial",
                      "workload.load=0.001 workload.degree=3 workload.message_flits=6 "
                      "run.cycles=100000");
  uint64_t word[NODES][FLITS] = {{0}};
  unsigned flit[NODES] = {0};
  uint32_t compared = 0;
  while (network_cycle(s.network) < 100000) {
    for (uint32_t node = 0; node < NODES; node++) {
      host_delivery_t d;
      memset(&d, 0xff, sizeof d);
      if (network_delivery(s.network, node, 0, &d)) {
        assert_true(d.slot == 0 && d.name == 0);  // there are no XOR units
        flit[node] = (d.kind & KIND_HEAD) != 0 ? 0 : flit[node] + 1;
        assert_true(flit[node] < FLITS);
        word[node][flit[node]] = d.data[0];
      }
    }
    assert_true(sim_step(&s));
    workload_result_t r;
    workload_result(s.workload, &r);
    if (r.multicast.completed > compared) {  // one at a time, from one node to the three others
      const uint32_t source = s.input.multicasts->list[compared++].source;
      const uint32_t a = (source + 1) % NODES;
      for (uint32_t k = 2; k < NODES; k++) {
        assert_memory_equal(&word[a][1], &word[(source + k) % NODES][1], (FLITS - 1) * 8);
      }
    }
  }
  assert_true(compared > 10);
  sim_free(&s);
}

// Nothing is measured behind the window, and what is created there is needed only to keep the load.
static void window(void **state) {
  (void)state;
  sim_t s = open_load(kNetworks[1], "binomial",
                      "workload.load=0.1 workload.degree=5 run.cycles=3000 run.warmup=2000");
  workload_result_t r;
  while (network_cycle(s.network) < 2000) {
    assert_true(sim_step(&s));
  }
  workload_result(s.workload, &r);
  const uint32_t warm = r.multicast.created;
  assert_int_equal(r.multicast.latency.count, 0);
  assert_false(workload_measured(s.workload));
  while (network_cycle(s.network) < 5000) {
    assert_true(sim_step(&s));
  }
  workload_result(s.workload, &r);
  const uint32_t in_window = r.multicast.created - warm;
  while (!workload_measured(s.workload)) {
    assert_true(sim_step(&s) && network_cycle(s.network) < 10000);
  }
  workload_result(s.workload, &r);
  assert_int_equal(r.multicast.latency.count, in_window);
  assert_true(r.multicast.created > warm + in_window);  // still under load
  workload_stop(s.workload);
  const uint32_t created = r.multicast.created;
  while (!workload_done(s.workload)) {
    assert_true(sim_step(&s) && network_cycle(s.network) < 20000);
  }
  assert_true(workload_verify(s.workload, &s.error));
  workload_result(s.workload, &r);
  assert_int_equal(r.multicast.created, created);
  assert_int_equal(r.multicast.completed, created);
  assert_int_equal(r.multicast.latency.count, in_window);
  assert_int_equal(r.packets_created, r.packets_delivered);
  assert_int_equal(r.flits_created, r.flits_delivered);
  sim_free(&s);
}

static uint64_t digest_of(const char *more) {
  char settings[SETTINGS / 2];
  (void)snprintf(
      settings, sizeof settings,
      "workload.load=0.3 workload.degree=1-9 workload.message_flits=12 run.cycles=4000 %s", more);
  sim_t s = open_load(kNetworks[0], "tree-worm", settings);
  run(&s, "digest");
  workload_result_t r;
  workload_result(s.workload, &r);
  const uint64_t digest =
      sim_digest(&s) ^ r.multicast.latency.p99 ^ (uint64_t)(r.multicast.latency.mean * 1e6) << 20;
  sim_free(&s);
  return digest;
}

static void repeatable(void **state) {
  (void)state;
  const uint64_t digest = digest_of("");
  assert_int_equal(digest, digest_of(""));
  assert_int_not_equal(digest, digest_of("run.seed=2"));
}

static void refused(void **state) {
  (void)state;
#define ON "topology=mesh:4x4 workload.traffic=multicast workload.load=0.1 "
  sim_refused(ON "workload.scheme=unicast", "workload.degree is missing; it must be 1 to 640");
  sim_refused(ON "workload.degree=3", "workload.scheme is missing; it must be unicast, binomial");
  sim_refused(ON "workload.degree=3 workload.scheme=ring",
              "workload.scheme is 'ring'; it must be unicast, binomial");
  sim_refused(ON "workload.degree=0 workload.scheme=unicast", "workload.degree is '0'");
  sim_refused(ON "workload.degree=16 workload.scheme=unicast",
              "workload.degree is up to 16 destinations on mesh:4x4; it must be up to 15");
  sim_refused(ON "workload.degree=3 workload.scheme=tree-worm",
              "router.switching is wormhole with worms");
  sim_refused(ON
              "workload.degree=3 workload.scheme=tree-worm router.switching=cut-through "
              "workload.message_flits=20 workload.packet_flits=8",
              "router.depth is 8, below the 9 flits of a tree worm");
  sim_refused(
      ON
      "workload.degree=3 workload.scheme=unicast router.switching=cut-through "
      "workload.packet_flits=9",
      "workload.packet_flits does not fit: packets of 9 flits with cut-through buffers of 8");
  sim_refused(ON "workload.degree=3 workload.scheme=unicast workload.hotspot_share=0.1",
              "workload.hotspot_share is given with workload.traffic: multicast; it must be given "
              "with traffic");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(schemes), cmocka_unit_test(offered),   cmocka_unit_test(alone),
      cmocka_unit_test(exact),   cmocka_unit_test(window),    cmocka_unit_test(repeatable),
      cmocka_unit_test(refused), cmocka_unit_test(same_data),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
