// Fairness and ages: what the sources get adds up to what is accepted, whatever packets lie across
// the edges of the window; where a packet is, cycle by cycle, by the closed form of docs/timing.md;
// which packets others pass.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness.h"
#include "workload/ages.h"

static workload_fairness_t fairness(const char *settings, double *accepted, uint64_t limit) {
  sim_t s = sim_create(settings);
  workload_fairness_t f;
  workload_result_t r;
  (void)sim_run(&s, 64, limit);
  workload_fairness(s.workload, &f);
  workload_result(s.workload, &r);
  *accepted = r.accepted * s.scenario->topology->nodes;
  sim_free(&s);
  return f;
}

// The least and the most of two sources add up to all that is accepted. Packets have 100 flits, so
// that the edges of the window lie in packets; runs end within the window, at its end, and in the
// drain.
static void two_sources_add_up(void **state) {
  (void)state;
  static const char kSettings[] =
      "topology=mesh:2x1 workload.traffic=uniform workload.load=0.7 workload.packet_flits=100 "
      "run.warmup=%u run.cycles=%u";
  for (unsigned i = 0; i < 40; i++) {
    char settings[256];
    double accepted = 0;
    (void)snprintf(settings, sizeof settings, kSettings, 13 * i, 1000 + 7 * i);
    const uint64_t limits[] = {13 * i + 700, 13 * i + 1000 + 7 * i, 100000};
    for (unsigned k = 0; k < 3; k++) {
      const workload_fairness_t f = fairness(settings, &accepted, limits[k]);
      assert_int_equal(f.sources, 2);
      assert_true(accepted > 0.1);
      assert_true(fabs(f.min + f.max - accepted) < 1e-9);
      assert_true(fabs(f.jain - accepted * accepted / (2 * (f.min * f.min + f.max * f.max))) <
                  1e-9);
    }
  }
}

static void sources_are_those_that_send(void **state) {
  (void)state;
  static const struct {
    const char *settings;
    unsigned sources;
  } kCases[] = {
      {"topology=mesh:4x4 workload.traffic=transpose workload.load=0.1 run.cycles=2000", 12},
      {"topology=mesh:4x4 workload.traffic=uniform workload.load=0.001 run.cycles=10", 16},
      {"topology=mesh:4x4 workload.traffic=uniform workload.load=0 run.cycles=10", 0},
      {"topology=mesh:4x4 workload.traffic=multicast workload.load=0.01 workload.degree=3 "
       "workload.scheme=unicast run.cycles=10",
       16},
      {"topology=mesh:4x4 workload.collective=gather workload.scheme=unicast workload.from=1-5", 5},
      {"topology=mesh:4x4 workload.collective=allgather workload.scheme=tree-worm "
       "workload.from=2,7 router.depth=16 router.switching=cut-through",
       2},
  };
  for (size_t i = 0; i < sizeof kCases / sizeof kCases[0]; i++) {
    double accepted = 0;
    const workload_fairness_t f = fairness(kCases[i].settings, &accepted, 100000);
    assert_int_equal(f.sources, kCases[i].sources);
    assert_true((f.jain > 0) == (accepted > 0));
  }
}

// All of a source's flits count, however many nodes get them.
static void copies_count_each(void **state) {
  (void)state;
  double accepted = 0;
  const workload_fairness_t f = fairness(
      "topology=mesh:4x4 workload.collective=broadcast workload.scheme=tree-worm workload.from=2 "
      "workload.message_flits=8 router.depth=16 router.switching=cut-through",
      &accepted, 100000);
  assert_int_equal(f.sources, 1);
  assert_true(f.max > 0 && fabs(f.max - accepted) < 1e-9);
}

// The port of router x, in a row of three, at which packets from node 0 come in.
static unsigned port_from(const topology_t *t, unsigned x) {
  topology_place_t at;
  unsigned port = 0;
  if (x == 0) {
    (void)topology_injection(t, 0, &at, 1);
    return at.port;
  }
  while (t->peer_router[x * t->ports + port] != (int32_t)x - 1) {
    port++;
  }
  return port;
}

// One packet from node 0 to node 2 of three in a row.
static void check_places(unsigned pipeline, unsigned link_latency, unsigned flits) {
  char settings[256];
  (void)snprintf(settings, sizeof settings,
                 "topology=mesh:3x1 workload.collective=broadcast workload.scheme=unicast "
                 "workload.from=0 workload.to=2 workload.message_flits=%u router.pipeline=%u "
                 "router.link_latency=%u router.depth=64",
                 flits, pipeline, link_latency);
  sim_t s = sim_create(settings);
  const unsigned hop = pipeline + link_latency - 1;
  workload_oldest_t oldest;
  char expected[64];
  char found[64];
  assert_true(sim_step(&s));
  for (unsigned t = 1; workload_waiting(s.workload); t++) {
    const unsigned hops = t < 2 ? 0 : (t - 2 + link_latency - 1) / hop;
    assert_int_equal(network_cycle(s.network), t);
    assert_true(workload_oldest(s.workload, &oldest));
    assert_int_equal(oldest.age, t);
    assert_true(oldest.in_flight);
    assert_int_equal(oldest.source, 0);
    assert_int_equal(oldest.destination, 2);
    // The link to the interface has latency 1.
    if (t < 2) {
      (void)snprintf(expected, sizeof expected, "interface 0");
    } else if (t >= 2 + 2 * hop + pipeline) {
      (void)snprintf(expected, sizeof expected, "interface 2");
    } else {
      const unsigned x = hops > 2 ? 2 : hops;
      (void)snprintf(expected, sizeof expected, "router %u,0 port %u VC ", x,
                     port_from(s.scenario->topology, x));
    }
    (void)workload_place_name(s.workload, &oldest.place, found, sizeof found);
    if (strncmp(found, expected, strlen(expected)) != 0) {
      fail_msg("cycle %u: found %s, expected %s", t, found, expected);
    }
    assert_true(sim_step(&s));
  }
  assert_true(workload_oldest(s.workload, &oldest));
  assert_false(oldest.in_flight);
  assert_int_equal(oldest.age, sim_closed_form(&s, flits, 2));
  assert_string_equal(workload_place_name(s.workload, &oldest.place, found, sizeof found),
                      "interface 2");
  sim_free(&s);
}

static void a_packet_is_followed(void **state) {
  (void)state;
  for (unsigned pipeline = 2; pipeline <= 3; pipeline++) {
    for (unsigned link_latency = 1; link_latency <= 4; link_latency++) {
      check_places(pipeline, link_latency, 1);
      check_places(pipeline, link_latency, 9);
    }
  }
}

// Who a worm is still on its way to: the first in the set that has not got it.
static void a_worm_is_followed(void **state) {
  (void)state;
  sim_t s = sim_create(
      "topology=mesh:4x1 workload.collective=broadcast workload.scheme=tree-worm workload.from=0 "
      "router.switching=cut-through");
  workload_oldest_t oldest;
  uint32_t destination = 1;
  assert_true(sim_step(&s));
  while (workload_waiting(s.workload)) {
    assert_true(workload_oldest(s.workload, &oldest));
    assert_true(oldest.destination == destination || oldest.destination == destination + 1);
    destination = oldest.destination;
    assert_true(sim_step(&s));
  }
  assert_int_equal(destination, 3);
  sim_free(&s);
}

// Nothing that is on its way has stayed longer in the network than it will have in the end.
static void stays_end(void **state) {
  (void)state;
  sim_t s = sim_create(
      "topology=mesh:4x1 workload.traffic=uniform workload.load=0.6 router.arbiter=age "
      "router.vcs=1 router.depth=2 run.cycles=3000");
  uint64_t longest = 0;
  for (unsigned t = 0; !workload_done(s.workload); t++) {
    if (t == 3000) {
      workload_stop(s.workload);
    }
    const uint64_t stay = workload_longest_stay(s.workload, true).stay;
    longest = stay > longest ? stay : longest;
    assert_true(sim_step(&s));
  }
  assert_true(longest > 0);
  assert_int_equal(workload_longest_stay(s.workload, false).stay, longest);
  sim_free(&s);
}

// The oldest packet gets older by one cycle a cycle or stays as old, whatever brings packets forth
// and wherever they wait: one that was not found would make it jump when it is delivered.
static void check_steady(const char *settings) {
  sim_t s = sim_create(settings);
  const bool traffic =
      s.scenario->workload == WORKLOAD_TRAFFIC || s.scenario->workload == WORKLOAD_MULTICASTS;
  uint64_t age = 0;
  unsigned places = 0;
  workload_oldest_t oldest;
  workload_result_t r;
  for (uint64_t t = 1; !workload_done(s.workload); t++) {
    assert_true(t < 20000);
    assert_true(sim_step(&s));
    if (traffic && t == s.scenario->cycles) {
      workload_stop(s.workload);
    }
    const bool any = workload_oldest(s.workload, &oldest);
    if (any && (oldest.age < age || oldest.age > age + 1)) {
      fail_msg("%s: cycle %lu: found age %lu behind %lu", settings, (unsigned long)t,
               (unsigned long)oldest.age, (unsigned long)age);
    }
    places |= any && oldest.in_flight ? 1u << oldest.place.kind : 0;
    age = any ? oldest.age : age;
  }
  workload_result(s.workload, &r);
  assert_int_equal(age, r.latency.max);
  if ((places & 1u << PLACE_ROUTER) == 0) {
    fail_msg("%s: no packet was seen in a router", settings);
  }
  sim_free(&s);
}

static void ages_are_steady(void **state) {
  (void)state;
  static const char *const kSettings[] = {
      "topology=mesh:4x4 workload.traffic=uniform workload.load=0.6 run.cycles=700",
      "topology=torus:4x4 router.networks=2 workload.traffic=tornado workload.load=0.5 "
      "run.cycles=700 router.flit_bits=32",
      "topology=mesh:4x4 router.networks=2 workload.classes.0.traffic=uniform "
      "workload.classes.0.load=0.1 workload.classes.0.network=0 workload.classes.0.reply_flits=6 "
      "workload.classes.0.reply_network=1 workload.classes.1.traffic=transpose "
      "workload.classes.1.load=0.3 workload.classes.1.network=0 run.cycles=700",
      "topology=mesh:4x4 workload.traffic=uniform workload.load=0.2 run.cycles=700 host.t_hs=20 "
      "host.t_hr=15 host.t_ns=3 host.t_nr=2 host.bus=1",
      "topology=mesh:4x4 workload.collective=alltoall workload.scheme=unicast "
      "workload.message_flits=9 workload.packet_flits=4 host.t_hs=10 host.t_ns=5",
      "topology=mesh:4x4 workload.collective=allgather workload.scheme=hnc",
      "topology=mesh:4x4 workload.collective=allgather workload.scheme=hnc "
      "workload.steps=overlapped router.networks=4",
      "topology=mesh:4x4 workload.collective=allgather workload.scheme=tree-worm router.depth=16 "
      "router.switching=cut-through",
      "topology=mesh:4x4 workload.collective=allgather workload.scheme=path-worm router.depth=16 "
      "router.switching=cut-through",
      "topology=mesh:4x4 workload.collective=allgather workload.scheme=kbinomial router.depth=16 "
      "router.switching=cut-through workload.message_flits=24 workload.packet_flits=8 host.t_ns=3 "
      "host.t_nr=5",
      "topology=mesh:4x4 workload.traffic=multicast workload.load=0.3 workload.degree=4 "
      "workload.scheme=tree-worm router.depth=16 router.switching=cut-through run.cycles=700",
      "topology=mesh:4x4 workload.traffic=multicast workload.load=0.2 workload.degree=4 "
      "workload.scheme=kbinomial router.depth=16 router.switching=cut-through run.cycles=700",
  };
  for (size_t i = 0; i < sizeof kSettings / sizeof kSettings[0]; i++) {
    check_steady(kSettings[i]);
  }
}

static bool starves(const char *settings, uint64_t cycles) {
  sim_t s = sim_create(settings);
  workload_starved_t starved;
  bool found = false;
  for (uint64_t i = 1; i <= cycles; i++) {
    assert_true(sim_step(&s));
    if (i % WORKLOAD_LOOK == 0 && workload_starved(s.workload, &starved)) {
      found = true;
      assert_true(starved.packet.in_flight && starved.packet.age > WORKLOAD_STARVED_AGE);
      assert_true(starved.packet.age > WORKLOAD_STARVED_LATENCIES * starved.median);
      assert_true(starved.passed >= WORKLOAD_STARVED_PASSED);
    }
  }
  sim_free(&s);
  return found;
}

static void starved_packets_are_told(void **state) {
  (void)state;
  assert_true(
      starves("topology=mesh:8x8 workload.traffic=hotspot workload.load=0.03 "
              "workload.hotspot_nodes=0 workload.hotspot_share=1 run.cycles=30000",
              20000));
}

static void others_are_not(void **state) {
  (void)state;
  assert_false(starves("topology=mesh:4x4 workload.traffic=uniform workload.load=0.2", 10000));
  // Beyond saturation all wait alike.
  assert_false(
      starves("topology=mesh:4x4 workload.traffic=uniform workload.load=1 "
              "run.cycles=30000",
              20000));
  // Hosts that take long: the oldest waits behind others of its node, and is passed, but all are
  // old.
  assert_false(
      starves("topology=mesh:16x16 workload.traffic=uniform workload.load=0.0005 "
              "host.t_hs=6000 run.cycles=60000",
              56000));
}

// Node 3's host takes nothing. The cycle of the first warning, 0 for none.
static uint64_t stuck(const char *settings, uint64_t cycles) {
  sim_t s = sim_create(settings);
  workload_starved_t starved;
  workload_oldest_t oldest;
  uint64_t first = 0;
  network_host_takes(s.network, 3, 0);
  for (uint64_t i = 1; i <= cycles; i++) {
    assert_true(sim_step(&s));
    if (i % WORKLOAD_LOOK == 0 && workload_starved(s.workload, &starved) && first == 0) {
      first = i;
    }
  }
  assert_true(workload_oldest(s.workload, &oldest));
  assert_true(oldest.age > WORKLOAD_STARVED_AGE && oldest.destination == 3);
  assert_int_equal(oldest.place.kind, PLACE_INTERFACE);
  sim_free(&s);
  return first;
}

// Nothing is told of packets that are not old yet, or that next to nobody passes.
static void one_sign_is_not_enough(void **state) {
  (void)state;
  const uint64_t first = stuck(
      "topology=mesh:8x8 workload.traffic=uniform workload.load=0.004 run.cycles=30000", 9000);
  assert_true(first > WORKLOAD_STARVED_AGE && first < WORKLOAD_STARVED_AGE + 2500);
  assert_int_equal(
      stuck("topology=mesh:2x2 workload.traffic=uniform workload.load=0.004 run.cycles=30000",
            9000),
      0);
}

// Hosts in several parts have seen what hosts in one have, whichever part is looked at first: of
// packets that were equally old, or stayed as long, the one taken last, at the highest node.
static void parts_are_joined_alike(void **state) {
  (void)state;
  static const struct {
    uint64_t cycles, end;
    uint32_t source, destination;
  } kSeen[] = {{30, 100, 1, 5}, {30, 50, 2, 7}, {30, 100, 3, 4}, {20, 200, 4, 9}};
  static const unsigned kOrders[][4] = {{0, 1, 2, 3}, {1, 0, 3, 2}, {3, 2, 1, 0}, {2, 3, 0, 1}};
  for (unsigned i = 0; i < 4; i++) {
    ages_t all = {0};
    for (unsigned k = 0; k < 4; k++) {
      const unsigned at = kOrders[i][k];
      ages_t one = {0};
      ages_delivered(&one, kSeen[at].end - kSeen[at].cycles, kSeen[at].cycles, kSeen[at].source,
                     kSeen[at].destination);
      ages_stayed(&one, kSeen[at].cycles, kSeen[at].end, kSeen[at].source, kSeen[at].destination);
      ages_merge(&all, &one);
    }
    assert_int_equal(all.age, 30);
    assert_int_equal(all.end, 100);
    assert_int_equal(all.source, 1);
    assert_int_equal(all.destination, 5);
    assert_int_equal(all.stay, 30);
    assert_int_equal(all.stay_end, 100);
    assert_int_equal(all.stay_source, 1);
    assert_int_equal(all.stay_destination, 5);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(two_sources_add_up),
      cmocka_unit_test(sources_are_those_that_send),
      cmocka_unit_test(copies_count_each),
      cmocka_unit_test(ages_are_steady),
      cmocka_unit_test(a_packet_is_followed),
      cmocka_unit_test(a_worm_is_followed),
      cmocka_unit_test(stays_end),
      cmocka_unit_test(starved_packets_are_told),
      cmocka_unit_test(others_are_not),
      cmocka_unit_test(one_sign_is_not_enough),
      cmocka_unit_test(parts_are_joined_alike),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
