// test_split -- a network that several processes step together is what one process makes of it: for
// families of topologies, links of all kinds and windows, and with faults. Workloads are in
// test_split_hosts.

#include "network/split.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network/network_state.h"
#include "network/split_run.h"
#include "socket_peers.h"
#include "workload/host_peers_state.h"

// A process's part of a network with these settings; not yet begun.
static bool build(sim_t *s, peers_t *p, const char *settings) {
  *s = (sim_t){.factory = bank_factory_ref, .peers = p};
  s->scenario = sim_scenario(settings, &s->error);
  return s->scenario != NULL && workload_read(s->scenario, &s->input, &s->error) &&
         sim_build_network(s);
}

static void test_families(void **state) {
  (void)state;
  split_expect_same("topology=mesh:6x5 workload.traffic=uniform workload.load=0.3 run.cycles=300",
                    "234");
  split_expect_same(
      "topology=torus:4x4x4 workload.traffic=uniform workload.load=0.3 run.cycles=200", "23");
  split_expect_same(
      "topology=hypercube:5 workload.traffic=uniform workload.load=0.3 run.cycles=200", "4");
  split_expect_same("topology=ring:8 workload.traffic=uniform workload.load=0.2 run.cycles=200",
                    "38");
  split_expect_same(
      "topology=fattree:k=4,n=3 workload.traffic=uniform workload.load=0.3 run.cycles=200", "23");
  split_expect_same(
      "topology=butterfly:k=2,n=4 workload.traffic=uniform workload.load=0.3 "
      "run.cycles=200",
      "2");
  split_expect_same(
      "topology=dragonfly:p=2,a=4,h=2 workload.traffic=uniform workload.load=0.2 "
      "run.cycles=200",
      "2");
}

// Runs that end with packets everywhere; several classes on networks of their own.
static void test_traffic(void **state) {
  (void)state;
  split_expect_same(
      "topology=mesh:8x10 router.vcs=2 workload.traffic=uniform workload.load=0.9 "
      "workload.packet_flits=7 run.warmup=100 run.cycles=300 run.drain=false",
      "25");
  split_expect_same(
      "topology=mesh:8x10 router.vcs=2 workload.traffic=transpose workload.load=0.9 "
      "run.warmup=100 run.cycles=200 topology=mesh:6x6",
      "3");
  split_expect_same(
      "topology=mesh:6x5@2 router.vcs=4 router.networks=2 workload.traffic=uniform "
      "workload.load=0.6 workload.packet_flits=1-9 run.warmup=50 run.cycles=300",
      "34");
  split_expect_same(
      "topology=mesh:6x5 router.pipeline=2 router.lookahead=true workload.traffic=neighbor "
      "workload.load=0.3 run.cycles=100 workload.burst_on=20 workload.burst_off=20",
      "2");
  split_expect_same(
      "topology=irregular:switches=16,ports=6,hosts=32,seed=3 router.pipeline=2 "
      "router.lookahead=true workload.traffic=uniform workload.load=0.3 run.cycles=100",
      "3");
  // The oldest packet is taken in the last cycle, by a process that is not near that of its source.
  split_expect_same(
      "topology=mesh:32 router.flit_bits=32 workload.traffic=bit-complement workload.load=0.01 "
      "workload.packet_flits=1 run.cycles=71 run.drain=false",
      "4");
}

// Sources use 16 numbers for packets, and wait for those in use: processes that are not near know
// of a delivery a cycle or more later, but in time.
static void test_numbers(void **state) {
  (void)state;
  split_expect_same(
      "topology=ring:128 router.flit_bits=32 workload.traffic=uniform workload.load=0.3 "
      "workload.packet_flits=1 run.cycles=60",
      "46");
  split_expect_same(
      "topology=mesh:128 router.flit_bits=32 workload.traffic=bit-complement workload.load=0.2 "
      "workload.packet_flits=1 run.cycles=60",
      "4");
}

static void test_links(void **state) {
  (void)state;
  split_expect_same(
      "topology=mesh:6x5 run.jitter.links=0.2 workload.traffic=uniform workload.load=0.2 "
      "run.cycles=200",
      "3");
  split_expect_same(
      "topology=mesh:6x5 link.clock_ratio=0.7 router.link_latency=2 workload.traffic=uniform "
      "workload.load=0.2 run.cycles=200",
      "24");
}

// Links of several cycles, in windows of as many; with an interface that is elsewhere than its
// router, whose link takes one, in those of one.
static void test_windows(void **state) {
  (void)state;
  split_expect_same(
      "topology=mesh:6x5 router.link_latency=2 workload.traffic=uniform workload.load=0.3 "
      "run.cycles=200",
      "234");
  split_expect_same(
      "topology=mesh:6x5 router.link_latency=3 workload.traffic=uniform workload.load=0.2 "
      "run.cycles=200",
      "234");
  split_expect_same(
      "topology=torus:4x4x4 router.vcs=4 router.link_latency=7 router.pipeline=2 "
      "router.lookahead=true workload.traffic=uniform workload.load=0.2 workload.packet_flits=1-9 "
      "run.cycles=150",
      "4");
  split_expect_same(
      "topology=mesh:6x5 router.link_latency=5 run.jitter.links=0.2 workload.traffic=uniform "
      "workload.load=0.2 run.cycles=150",
      "3");
  split_expect_same(
      "topology=butterfly:k=2,n=4 router.link_latency=3 workload.traffic=uniform "
      "workload.load=0.3 run.cycles=150",
      "24");
  // It ends with packets everywhere, in a cycle that is not the last of a window.
  split_expect_same(
      "topology=mesh:8x10 router.vcs=2 router.link_latency=5 workload.traffic=uniform "
      "workload.load=0.9 workload.packet_flits=7 run.warmup=31 run.cycles=152 run.drain=false",
      "25");
  // Numbers come again sooner than a delivery is known elsewhere, or about then.
  split_expect_same(
      "topology=mesh:128 router.flit_bits=32 router.link_latency=12 workload.traffic=neighbor "
      "workload.load=0.9 workload.packet_flits=1 run.cycles=200",
      "2");
  split_expect_same(
      "topology=ring:128 router.flit_bits=32 router.depth=16 router.link_latency=5 "
      "workload.traffic=neighbor workload.load=1 workload.packet_flits=1 run.cycles=200",
      "2");
  split_expect_same(
      "topology=ring:128 router.flit_bits=32 router.depth=16 router.link_latency=4 "
      "workload.traffic=neighbor workload.load=1 workload.packet_flits=1 run.cycles=200",
      "24");
  split_expect_same(
      "topology=mesh:6x3 router.link_latency=4 workload.collective=allreduce "
      "workload.scheme=recursive-doubling workload.message_flits=6 workload.operation=sum",
      "234");
  split_expect_same(
      "topology=mesh:6x5 router.link_latency=6 workload.collective=broadcast "
      "workload.scheme=binomial workload.message_flits=12 workload.packet_flits=5",
      "34");
}

// The time is up in a cycle of a window that is not its last.
static void test_limit(void **state) {
  static const uint64_t limits[] = {201, 202, 203, 204};
  (void)state;
  for (unsigned i = 0; i < sizeof limits / sizeof *limits; i++) {
    split_expect_run(
        (split_run_t){.settings = "topology=mesh:6x5 router.link_latency=4 "
                                  "workload.traffic=uniform workload.load=0.4 run.cycles=200",
                      .limit = limits[i]},
        "3");
  }
}

// A message goes in each window, not in each cycle; so it does in a long drain, in which flits wait
// for credits.
static int run_windows(peers_t *p, void *context) {
  const split_run_t *run = context;
  sim_t s;
  if (!build(&s, p, run->settings)) {
    return 3;
  }
  sim_loop(&s);
  const bool passed = s.result == SIM_PASS && split_has_windows(&s, s.scenario->link_latency);
  sim_free(&s);
  return passed ? 0 : 1;
}

static void test_messages(void **state) {
  split_run_t run = {.settings =
                         "topology=mesh:4x8 router.vcs=1 router.depth=4 router.link_latency=8 "
                         "workload.traffic=uniform workload.load=0.2 run.cycles=300"};
  (void)state;
  peers_t p;
  socket_peers_begin(&p, 3, run_windows, &run);
  const int status = run_windows(&p, &run);
  assert_int_equal(socket_peers_end(&p), 0);
  assert_int_equal(status, 0);
}

// Processes that are all near to each other know in each cycle what has been taken: where sources
// run out of numbers, that is no reason for all to meet.
static int run_near(peers_t *p, void *context) {
  sim_t s;
  if (!build(&s, p, context)) {
    return 3;
  }
  sim_loop(&s);
  const bool few = s.result == SIM_PASS && host_peers_part(s.workload)->flights.full > 0 &&
                   5 * p->meetings < network_cycle(s.network);
  sim_free(&s);
  return few ? 0 : 1;
}

static void test_few_meetings(void **state) {
  static char settings[] =
      "topology=mesh:128 router.flit_bits=32 workload.traffic=bit-complement workload.load=0.2 "
      "workload.packet_flits=1 run.cycles=300 run.drain=false";
  (void)state;
  peers_t p;
  socket_peers_begin(&p, 2, run_near, settings);
  const int status = run_near(&p, settings);
  assert_int_equal(socket_peers_end(&p), 0);
  assert_int_equal(status, 0);
}

// Loses a credit that has come to a router from one of another process; false if there is none.
static bool lose_credit(network_t *n) {
  const wires_t *w = &n->wires;
  const uint32_t ports = n->shape.ports;
  for (uint32_t at = n->split->router.first * ports; at < n->split->router.end * ports; at++) {
    const wire_t credit = wires_lead_to(w, at);
    if (n->end[at].component < n->routers && !split_has(n, n->end[at].component) &&
        wire_is_set(w->side[w->now].credit, &credit)) {
      w->side[w->now].credit[credit.word] &= ~credit.bit;
      return true;
    }
  }
  return false;
}

// The same where links have pins.
static bool lose_credit_of_pin(network_t *n) {
  const uint32_t ports = n->shape.ports;
  for (uint32_t at = n->split->router.first * ports; at < n->split->router.end * ports; at++) {
    const uint16_t bit = (uint16_t)(1u << at % ports);
    if (n->end[at].component < n->routers && !split_has(n, n->end[at].component) &&
        (n->pins.credit_in_valid[at / ports] & bit) != 0) {
      n->pins.credit_in_valid[at / ports] &= (uint16_t)~bit;
      return true;
    }
  }
  return false;
}

// Changes data on a link to one of our interfaces; false if there is no flit behind a head.
static bool change_data(network_t *n) {
  const wires_t *w = &n->wires;
  for (uint32_t slot = n->split->node.first; slot < n->split->node.end; slot++) {
    const uint32_t at = w->first_node + slot;
    const wire_t flit = wires_lead_to(w, at);
    const wire_side_t *side = &w->side[w->now];
    if (wire_is_set(side->flit, &flit) && (side->kind[at] & KIND_HEAD) == 0) {
      side->payload[(size_t)at * n->shape.words] ^= 1;
      return true;
    }
  }
  return false;
}

// The same where links have pins.
static bool change_data_of_pin(network_t *n) {
  for (uint32_t slot = n->split->node.first; slot < n->split->node.end; slot++) {
    const uint32_t at = n->routers * n->shape.ports + slot;
    if (n->pins.in_valid[n->routers + slot] != 0 && (n->pins.in_kind[at] & KIND_HEAD) == 0) {
      n->pins.in_payload[(size_t)at * n->shape.words] ^= 1;
      return true;
    }
  }
  return false;
}

typedef struct {
  bool (*plant)(network_t *n);
  sim_result_t result;
  const char *text;
  const char *settings;
  uint64_t from;  // cycle
} fault_t;

#define FAULTY(latency)                                                  \
  "topology=mesh:6x5 router.link_latency=" latency                       \
  " workload.traffic=uniform workload.load=0.3 workload.packet_flits=4 " \
  "run.cycles=300"

// 0 if what is planted at rank 1 ends the run of this process.
static int run_faulty(peers_t *p, void *context) {
  const fault_t *fault = context;
  bool planted = false;
  sim_t s;
  const bool built = build(&s, p, fault->settings);
  s.check_every = 16;
  if (!built || !sim_begin(&s)) {
    return 3;
  }
  while (sim_cycle(&s)) {
    planted = planted ||
              (p->rank == 1 && network_cycle(s.network) > fault->from && fault->plant(s.network));
  }
  const bool told = s.result == fault->result && strstr(s.error.text, fault->text) != NULL;
  sim_free(&s);
  return told ? 0 : 1;
}

// A fault that only one process can see ends the run in all.
static void expect_fault(fault_t fault) {
  peers_t p;
  socket_peers_begin(&p, 3, run_faulty, &fault);
  const int status = run_faulty(&p, &fault);
  assert_int_equal(socket_peers_end(&p), 0);
  assert_int_equal(status, 0);
}

// Several ranks find a fault, in one cycle or soon after another: all tell of the same one, which
// is that of one process.
enum { RANKS = 3, NODES_EACH = 10 };

typedef struct {
  const char *settings;
  uint64_t from[RANKS];  // cycle in which data for a node of that rank changes
  char text[sizeof((noc_error_t *)NULL)->text];  // what one process tells
} race_t;

// Changes data of flits behind heads on the links to some nodes; false if there is none.
static bool change_data_of(network_t *n, uint32_t first, uint32_t end) {
  split_t *own = n->split;
  split_t some = {.node = {first, end}};
  n->split = &some;
  const bool changed = n->wired ? change_data(n) : change_data_of_pin(n);
  n->split = own;
  return changed;
}

static bool plant_due(network_t *n, const race_t *race, unsigned rank) {
  return network_cycle(n) != race->from[rank] ||
         change_data_of(n, rank * NODES_EACH, (rank + 1) * NODES_EACH);
}

// One process plants all, and keeps what it tells.
static int run_race(peers_t *p, void *context) {
  race_t *race = context;
  bool planted = true;
  sim_t s;
  if (!build(&s, p, race->settings) || !sim_begin(&s)) {
    return 3;
  }
  while (sim_cycle(&s)) {
    for (unsigned rank = 0; rank < RANKS; rank++) {
      planted = planted && ((p != NULL && p->rank != rank) || plant_due(s.network, race, rank));
    }
  }
  if (p == NULL) {
    (void)strcpy(race->text, s.error.text);
  }
  const bool told = s.result == SIM_SCOREBOARD && strcmp(s.error.text, race->text) == 0;
  sim_free(&s);
  return !planted ? 4 : told ? 0 : 1;
}

static void expect_race(race_t race) {
  assert_int_equal(run_race(NULL, &race), 0);
  peers_t p;
  socket_peers_begin(&p, RANKS, run_race, &race);
  const int status = run_race(&p, &race);
  assert_int_equal(socket_peers_end(&p), 0);
  assert_int_equal(status, 0);
}

static void test_several_faults(void **state) {
  (void)state;
  expect_race((race_t){FAULTY("1"), {60, 60, 60}, ""});
  expect_race((race_t){FAULTY("1"), {60, 61, 60}, ""});
  expect_race((race_t){FAULTY("1"), {61, 60, 60}, ""});
  expect_race((race_t){FAULTY("4"), {60, 60, 60}, ""});
  expect_race((race_t){FAULTY("4"), {62, 61, 60}, ""});
}

static void test_faults(void **state) {
  (void)state;
  expect_fault((fault_t){lose_credit, SIM_CONSERVATION, "credits + ", FAULTY("1"), 50});
  expect_fault((fault_t){change_data, SIM_SCOREBOARD, "packet ", FAULTY("1"), 50});
  for (uint64_t from = 50; from < 54; from++) {  // in each cycle of a window
    expect_fault((fault_t){lose_credit_of_pin, SIM_CONSERVATION, "credits + ", FAULTY("4"), from});
    expect_fault((fault_t){change_data_of_pin, SIM_SCOREBOARD, "packet ", FAULTY("4"), from});
  }
}

static int be_refused(peers_t *p, void *context) {
  sim_t s;
  const bool built = build(&s, p, context);
  const bool told =
      strstr(s.error.text, "it must be at most 2, of which each has a router") != NULL;
  sim_free(&s);
  return !built && told ? 0 : 1;
}

static void test_too_many(void **state) {
  static char settings[] =
      "topology=mesh:2x1 workload.traffic=uniform workload.load=0.3 "
      "run.cycles=300";
  (void)state;
  peers_t p;
  socket_peers_begin(&p, 3, be_refused, settings);
  const int status = be_refused(&p, settings);
  assert_int_equal(socket_peers_end(&p), 0);
  assert_int_equal(status, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_families),       cmocka_unit_test(test_traffic),
      cmocka_unit_test(test_numbers),        cmocka_unit_test(test_links),
      cmocka_unit_test(test_windows),        cmocka_unit_test(test_limit),
      cmocka_unit_test(test_messages),       cmocka_unit_test(test_faults),
      cmocka_unit_test(test_too_many),       cmocka_unit_test(test_few_meetings),
      cmocka_unit_test(test_several_faults),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
