// Hosts that refuse: shares of cycles, replies that they have no room for, networks that they never
// take. What one virtual network is refused holds up no other; both sides agree on all of it.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "shape/packet.h"
#include "unit/unit_lockstep.h"

enum { LIMIT = 400000, NODES = 64 };

static const char *const kKinds[] = {"ref", "lockstep"};

static void run(sim_t *s, const char *settings, workload_result_t *r) {
  if (!sim_run(s, 97, LIMIT)) {
    fail_msg("%s: %s", settings, s->error.text);
  }
  workload_result(s->workload, r);
}

// --- shares --------------------------------------------------------------------------------------

// There are two nodes, and each takes what the other offers, all the time.
static void check_share(const char *accept, double first, double second) {
  char settings[400];
  (void)snprintf(settings, sizeof settings,
                 "topology=mesh:2x1 router.networks=2 run.warmup=500 run.cycles=20000 "
                 "run.drain=false workload.classes.0.traffic=uniform workload.classes.0.load=0.6 "
                 "workload.classes.1.traffic=uniform workload.classes.1.load=0.6 host.accept=%s",
                 accept);
  const double expected[] = {first, second};
  sim_t s = sim_create(settings);
  while (network_cycle(s.network) < 20500) {
    assert_true(sim_step(&s));
  }
  for (unsigned i = 0; i < 2; i++) {
    workload_stream_t w;
    workload_stream(s.workload, i, &w);
    if (fabs(w.accepted - expected[i]) > 0.02) {
      fail_msg("%s: class %u: accepted %g, expected %g", accept, i, w.accepted, expected[i]);
    }
  }
  sim_free(&s);
}

// Both networks together have the link: what one cannot use the other gets.
static void test_shares(void **state) {
  (void)state;
  check_share("1", 0.5, 0.5);
  check_share("0.2", 0.2, 0.2);
  check_share("0.2,1", 0.2, 0.6);
  check_share("0.35,0.1", 0.35, 0.1);
  check_share("0,1", 0, 0.6);
}

static uint64_t digest(const char *settings) {
  workload_result_t r;
  sim_t s = sim_create(settings);
  run(&s, settings, &r);
  const uint64_t d = sim_digest(&s);
  sim_free(&s);
  return d;
}

static void test_repeated(void **state) {
  (void)state;
#define SHARED                                                                      \
  "topology=mesh:4x4 router.networks=2 workload.traffic=uniform workload.load=0.2 " \
  "run.cycles=1000 host.accept=0.3,0.7 "
  const uint64_t d = digest(SHARED "run.seed=5");
  assert_true(d == digest(SHARED "run.seed=5"));
  assert_true(d == digest(SHARED "run.seed=5 run.router=lockstep"));
  assert_true(d == digest(SHARED "run.seed=5 run.router=rtl"));
  assert_true(d != digest(SHARED "run.seed=6"));
}

// Whatever brings packets forth: all arrives, and is right.
static void test_everything_arrives(void **state) {
  (void)state;
  static const char *const kSettings[] = {
      "topology=mesh:4x4 workload.traffic=uniform workload.load=0.3 run.cycles=2000",
      "topology=torus:4x4 router.networks=2 workload.traffic=tornado workload.load=0.2 "
      "run.cycles=2000 router.flit_bits=32",
      "topology=mesh:4x4 workload.traffic=uniform workload.load=0.05 run.cycles=1000 host.t_hs=20 "
      "host.t_hr=15 host.t_ns=3 host.t_nr=2 host.bus=1 router.networks=2",
      "topology=mesh:4x4 workload.collective=alltoall workload.scheme=unicast "
      "workload.message_flits=9 workload.packet_flits=4 router.networks=2",
      "topology=mesh:4x4 workload.collective=allgather workload.scheme=hnc "
      "workload.steps=overlapped router.networks=4",
      "topology=mesh:4x4 workload.collective=allgather workload.scheme=tree-worm router.depth=16 "
      "router.switching=cut-through",
      "topology=mesh:4x4 workload.traffic=multicast workload.load=0.05 workload.degree=4 "
      "workload.scheme=path-worm router.depth=16 router.switching=cut-through run.cycles=700",
      "topology=mesh:4x4 workload.collective=allgather workload.scheme=kbinomial router.depth=16 "
      "router.switching=cut-through workload.message_flits=24 workload.packet_flits=8",
  };
  for (size_t i = 0; i < sizeof kSettings / sizeof kSettings[0]; i++) {
    char settings[512];
    workload_result_t r;
    (void)snprintf(settings, sizeof settings, "%s host.accept=0.15", kSettings[i]);
    sim_t s = sim_create(settings);
    run(&s, settings, &r);
    assert_int_equal(r.packets_created, r.packets_delivered);
    sim_free(&s);
  }
}

// --- protocol ------------------------------------------------------------------------------------

// The rule, told again from the pins: requests on network 0, replies on another.
typedef struct {
  unsigned held[NODES], left[NODES];
  unsigned most;
  uint64_t refused;  // requests offered while a node could not take them
} room_t;

static void look(sim_t *s, room_t *room, unsigned replies) {
  for (uint32_t node = 0; node < s->scenario->topology->nodes; node++) {
    uint32_t slot = 0;
    const interface_fields_t *pins = network_interface_pins(s->network, node, &slot);
    const unsigned networks = s->scenario->networks;
    const bool ready = (pins->del_ready[slot] & 1u) != 0;
    assert_int_equal(ready, room->held[node] < replies);
    for (unsigned k = 1; k < networks; k++) {
      assert_true((pins->del_ready[slot] >> k & 1u) != 0);
    }
    if ((pins->del_valid[slot] & 1u) != 0) {
      room->refused += !ready;
      room->held[node] += ready && (pins->del_kind[(size_t)slot * networks] & KIND_TAIL) != 0;
      room->most = room->held[node] > room->most ? room->held[node] : room->most;
    }
    if (pins->host_valid[slot] != 0 && pins->host_network[slot] == 1) {
      const unsigned left = room->left[node] > 0 ? room->left[node] : pins->host_flits[slot];
      room->left[node] = left - 1;
      room->held[node] -= left == 1;
    }
  }
}

static void check_room(const char *settings, unsigned replies) {
  static const room_t kNone;
  room_t room = kNone;
  char text[512];
  (void)snprintf(text, sizeof text,
                 "workload.classes.0.traffic=uniform workload.classes.0.reply_flits=1-9 "
                 "workload.classes.0.reply_network=1 host.accept=protocol host.replies=%u %s",
                 replies, settings);
  sim_t s = sim_create(text);
  for (uint64_t t = 1; !(t > 700 && workload_done(s.workload)); t++) {
    assert_true(t < LIMIT);
    assert_true(workload_cycle(s.workload, &s.error));
    look(&s, &room, replies);
    assert_true(network_step(s.network));
    if (t == 700) {
      workload_stop(s.workload);
    }
  }
  assert_true(workload_verify(s.workload, &s.error));
  assert_int_equal(room.most, replies);
  assert_true(room.refused > 100);
  for (uint32_t node = 0; node < NODES; node++) {
    assert_int_equal(room.held[node], 0);
  }
  sim_free(&s);
}

static void test_room_for_replies(void **state) {
  (void)state;
  check_room("topology=mesh:4x4 router.networks=2 workload.classes.0.load=0.8", 4);
  check_room("topology=mesh:4x4 router.networks=2 workload.classes.0.load=0.8", 1);
  check_room(
      "topology=mesh:4x4 router.networks=3 router.vcs=3 workload.classes.0.load=0.6 "
      "workload.classes.0.packet_flits=1 workload.classes.1.traffic=transpose "
      "workload.classes.1.load=0.2 workload.classes.1.network=2",
      2);
  check_room("topology=octagon:8 router.networks=2 router.vcs=4 workload.classes.0.load=1", 3);
}

// --- requests and replies beyond saturation ------------------------------------------------------

#define ASKED                                                                \
  "run.cycles=1000 workload.classes.0.traffic=uniform host.accept=protocol " \
  "workload.classes.0.reply_flits=4 "

// RTL takes longest: in the quick tier 16 nodes, with plug-ins that other tests have as well.
static const char *asked_topology(size_t kind) {
  return kind == 0 || unit_long_tier() ? "mesh:8x8" : "mesh:4x4";
}

// The most cycles in which nothing moved, on any of the virtual networks by itself.
static uint64_t longest_rest(const char *settings) {
  sim_t s = sim_create(settings);
  uint64_t rest = 0;
  for (uint64_t t = 1; !(t > 1000 && workload_done(s.workload)); t++) {
    assert_true(t < LIMIT);
    assert_true(sim_step(&s));
    if (t == 1000) {
      workload_stop(s.workload);
    }
    for (unsigned k = 0; k < s.scenario->networks; k++) {
      const uint64_t since = workload_network_progress(s.workload, k);
      if (workload_network_waiting(s.workload, k) && since > 0 && t - since > rest) {
        rest = t - since;
      }
    }
  }
  assert_true(workload_verify(s.workload, &s.error));
  sim_free(&s);
  return rest;
}

static void test_two_networks_never_stall(void **state) {
  (void)state;
  for (size_t k = 0; k < 2; k++) {
    // The RTL in the quick tier at the highest load only.
    for (unsigned load = (k == 0 || unit_long_tier()) ? 4 : 10; load <= 10; load += 3) {
      char settings[400];
      (void)snprintf(settings, sizeof settings,
                     ASKED
                     "topology=%s router.networks=2 workload.classes.0.reply_network=1 "
                     "workload.classes.0.load=%g run.router=%s",
                     asked_topology(k), load / 10.0, kKinds[k]);
      assert_true(longest_rest(settings) < 100);
    }
  }
}

static void test_one_network_stalls(void **state) {
  (void)state;
  for (size_t k = 0; k < 2; k++) {
    char settings[400];
    bool closed = true;
    (void)snprintf(settings, sizeof settings,
                   ASKED
                   "topology=%s router.allow_deadlock=true workload.classes.0.reply_network=0 "
                   "workload.classes.0.load=0.5 run.router=%s",
                   asked_topology(k), kKinds[k]);
    sim_t s = sim_create(settings);
    while (network_cycle(s.network) < workload_last_progress(s.workload) + 600) {
      assert_true(sim_step(&s));
      assert_true(network_cycle(s.network) < 6000);
    }
    assert_true(workload_waiting(s.workload));
    assert_true(workload_network_waiting(s.workload, 0));
    assert_true(network_check_conservation(s.network, &s.error));
    char *text = sim_chain_text(s.network, &closed);
    assert_false(closed);
    sim_expect(text, " waits for a VC of output port ");
    sim_expect(text, ": host of node ");
    sim_expect(text,
               " refuses network 0\nthe chain ends: a host does not take what it is offered\n");
    free(text);
    sim_free(&s);
  }
}

// --- isolation -----------------------------------------------------------------------------------

// Nothing of network 0 is taken, by one host or by all; all of network 1 arrives as if it were
// alone.
static unsigned check_isolation(const char *kind, const char *settings, unsigned cycles) {
  char text[512];
  (void)snprintf(text, sizeof text,
                 "%s router.networks=2 run.cycles=%u workload.classes.0.traffic=uniform "
                 "workload.classes.0.load=0.3 workload.classes.1.traffic=uniform "
                 "workload.classes.1.load=0.2 host.accept=0,1 run.router=%s",
                 settings, cycles, kind);
  workload_result_t r;
  workload_stream_t refused;
  workload_stream_t taken;
  sim_t s = sim_create(text);
  run(&s, text, &r);
  workload_stream(s.workload, 0, &refused);
  workload_stream(s.workload, 1, &taken);
  assert_int_equal(refused.flits_delivered, 0);
  assert_true(refused.packets_created > 0);
  assert_true(taken.packets_delivered > cycles / 4);
  assert_int_equal(taken.packets_delivered, taken.packets_created);
  assert_true(taken.latency.mean < 60);
  assert_int_equal(workload_left_out(s.workload), 1);
  assert_true(workload_network_flying(s.workload, 0) > 0);
  assert_int_equal(workload_network_flying(s.workload, 1), 0);
  const unsigned number_bits = network_shape(s.network)->msg_w;
  sim_free(&s);
  return number_bits;
}

static void test_isolation(void **state) {
  (void)state;
  for (size_t k = 0; k < 2; k++) {
    (void)check_isolation(kKinds[k], "topology=mesh:4x4", k == 0 ? 20000 : 700);
  }
  (void)check_isolation("ref", "topology=octagon:8 router.vcs=4", 3000);
  // Few numbers, and room for more packets than that.
  assert_int_equal(
      check_isolation("ref",
                      "topology=mesh:8x8 router.flit_bits=32 router.depth=64 "
                      "workload.classes.0.packet_flits=1 workload.classes.1.packet_flits=7",
                      20000),
      4);
}

// One host alone, and no key: the interface's own isolation.
static void test_one_host(void **state) {
  (void)state;
  for (size_t k = 0; k < 2; k++) {
    char settings[400];
    uint64_t taken = 0;
    (void)snprintf(settings, sizeof settings,
                   "topology=mesh:3x1 router.networks=2 workload.classes.0.traffic=uniform "
                   "workload.classes.0.load=0.2 workload.classes.1.traffic=uniform "
                   "workload.classes.1.load=0.2 run.router=%s",
                   kKinds[k]);
    sim_t s = sim_create(settings);
    network_host_takes(s.network, 2, ~UINT32_C(1));
    for (unsigned t = 0; t < 1500; t++) {
      assert_true(sim_step(&s));
      taken += network_delivered(s.network, 2) >> 1 & 1u;
      assert_true((network_delivered(s.network, 2) & 1u) == 0);
    }
    assert_int_equal(network_refused(s.network, 2), 1);
    assert_true(taken > 200);
    sim_free(&s);
  }
}

// Packets that are spread over the networks: those that find no place on one take another.
static void test_spread(void **state) {
  (void)state;
  static const char kSettings[] =
      "topology=mesh:4x4 router.networks=4 workload.traffic=uniform workload.load=0.2 "
      "run.cycles=3000 host.accept=1,0,1,0";
  workload_result_t r;
  sim_t s = sim_create(kSettings);
  run(&s, kSettings, &r);
  assert_int_equal(workload_left_out(s.workload), 10);
  const uint64_t flying =
      workload_network_flying(s.workload, 1) + workload_network_flying(s.workload, 3);
  assert_int_equal(r.packets_created, r.packets_delivered + flying);
  assert_true(r.packets_delivered > 2000);
  assert_true(flying > 0);
  sim_free(&s);
  static const char kNone[] =
      "topology=mesh:4x4 workload.traffic=uniform workload.load=0.2 run.cycles=300 host.accept=0";
  s = sim_create(kNone);
  run(&s, kNone, &r);
  assert_int_equal(network_cycle(s.network), 300);
  assert_int_equal(r.packets_delivered, 0);
  sim_free(&s);
}

// --- chains --------------------------------------------------------------------------------------

// One flit, which waits in the interface, in no queue of a router.
static void test_alone_in_the_interface(void **state) {
  (void)state;
  bool closed = true;
  sim_t s = sim_create(
      "topology=mesh:2x1 workload.collective=broadcast workload.scheme=unicast workload.from=0 "
      "workload.message_flits=1");
  network_host_takes(s.network, 1, 0);
  for (unsigned t = 0; t < 50; t++) {
    assert_true(sim_step(&s));
  }
  char *text = sim_chain_text(s.network, &closed);
  assert_false(closed);
  sim_expect(text, "  no packet waits in a queue\n  host of node 1 refuses network 0\n");
  free(text);
  sim_free(&s);
}

// A chain of the network that is asked for.
static void test_chain_of_one_network(void **state) {
  (void)state;
  char *text = NULL;
  size_t size = 0;
  sim_t s = sim_create(
      "topology=mesh:4x1 router.networks=2 workload.classes.0.traffic=neighbor "
      "workload.classes.0.load=0.3 workload.classes.1.traffic=neighbor workload.classes.1.load=0.3 "
      "host.accept=1,0");
  for (unsigned t = 0; t < 3000; t++) {
    assert_true(sim_step(&s));
  }
  FILE *out = open_memstream(&text, &size);
  assert_false(network_print_wait_chain_of(s.network, 2, out));
  assert_int_equal(fclose(out), 0);
  sim_expect(text, " refuses network 1\n");
  assert_null(strstr(text, " refuses network 0\n"));
  free(text);
  sim_free(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_shares),
      cmocka_unit_test(test_repeated),
      cmocka_unit_test(test_everything_arrives),
      cmocka_unit_test(test_room_for_replies),
      cmocka_unit_test(test_two_networks_never_stall),
      cmocka_unit_test(test_one_network_stalls),
      cmocka_unit_test(test_isolation),
      cmocka_unit_test(test_one_host),
      cmocka_unit_test(test_spread),
      cmocka_unit_test(test_alone_in_the_interface),
      cmocka_unit_test(test_chain_of_one_network),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
