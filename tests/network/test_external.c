// Messages of a program: each is delivered once, with its tag, in its time; what a program may not
// send is refused; and a trace of the same packets takes the same cycles.

#include <inttypes.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "harness.h"
#include "unit/temp_file.h"

enum { LIMIT = 200000, SETTINGS = 512 };

static sim_t create(const char *settings) {
  char all[SETTINGS];
  (void)snprintf(all, sizeof all, "workload.traffic=external %s", settings);
  return sim_create(all);
}

static void send(sim_t *s, workload_message_t message) {
  if (!workload_send(s->workload, &message, &s->error)) {
    fail_msg("%s", s->error.text);
  }
}

// One cycle, or those in which nothing can happen.
static void step(sim_t *s) {
  if (!sim_step(s)) {
    fail_msg("%s", s->error.text);
  }
  const uint64_t now = network_cycle(s->network);
  const uint64_t next = workload_next(s->workload);
  assert_true(now < LIMIT && next >= now);
  if (network_rests(s->network) && next != UINT64_MAX && next > now) {
    network_pass(s->network, next - now);
  }
}

static void end(sim_t *s) {
  while (!workload_done(s->workload)) {
    step(s);
  }
  if (!workload_verify(s->workload, &s->error) ||
      !network_check_conservation(s->network, &s->error)) {
    fail_msg("%s", s->error.text);
  }
}

static workload_delivery_t delivery(sim_t *s) {
  workload_delivery_t d;
  assert_true(workload_delivered(s->workload, &d));
  return d;
}

static void none(sim_t *s) {
  workload_delivery_t d;
  assert_false(workload_delivered(s->workload, &d));
}

// --- one at a time -------------------------------------------------------------------------------

// On an idle network the closed form says when each arrives.
static void check_idle(const char *settings) {
  sim_t s = create(settings);
  workload_result_t r;
  uint64_t tag = UINT64_C(0xfedcba9876543210);
  uint64_t flits = 0;
  assert_true(workload_done(s.workload));
  assert_true(workload_next(s.workload) == UINT64_MAX);
  none(&s);
  for (unsigned length = 1; length <= 16; length += 3) {
    const uint64_t cycle = network_cycle(s.network) + (length == 4 ? 0 : 10 * length);
    send(&s, (workload_message_t){
                 .source = 1, .destination = 11, .flits = length, .tag = ++tag, .cycle = cycle});
    assert_false(workload_done(s.workload));
    assert_int_equal(workload_next(s.workload), cycle);
    end(&s);
    const workload_delivery_t d = delivery(&s);
    assert_int_equal(d.source, 1);
    assert_int_equal(d.destination, 11);
    assert_int_equal(d.flits, length);
    assert_true(d.tag == tag);
    assert_int_equal(d.created, cycle);
    assert_int_equal(d.entered, cycle);
    assert_int_equal(d.delivered, cycle + sim_closed_form(&s, length, 4));
    assert_int_equal(network_cycle(s.network), d.delivered + 1);
    none(&s);
    flits += length;
  }
  workload_result(s.workload, &r);
  assert_int_equal(r.packets_delivered, 6);
  assert_int_equal(r.flits_delivered, flits);
  assert_int_equal(r.blocks_checked, 6);
  assert_int_equal(r.blocks_expected, 6);
  assert_true(r.latency.mean == r.zero_load_latency);
  sim_free(&s);
}

static void test_idle(void **state) {
  (void)state;
  check_idle("topology=mesh:4x4");
  check_idle("topology=mesh:4x4 router.pipeline=2 router.networks=2");
  check_idle("topology=mesh:4x4 router.link_latency=3 router.depth=16");
  check_idle("topology=mesh:4x4 router.switching=cut-through router.depth=16");
}

// A longer message goes in packets, one behind the other, and is one delivery.
static void check_cut(const char *settings, unsigned flits, unsigned packets) {
  sim_t s = create(settings);
  workload_result_t r;
  send(&s, (workload_message_t){.source = 2, .destination = 3, .flits = flits, .tag = 7});
  send(&s, (workload_message_t){.source = 3, .destination = 2, .flits = 1, .tag = 8});
  for (unsigned i = 0; i < 3; i++) {
    step(&s);
  }
  workload_result(s.workload, &r);
  assert_int_equal(r.packets_created, packets + 1);
  assert_int_equal(r.flits_created, flits + 1);
  end(&s);
  workload_delivery_t d = delivery(&s);
  assert_int_equal(d.tag, 8);
  d = delivery(&s);
  assert_int_equal(d.tag, 7);
  assert_int_equal(d.flits, flits);
  assert_int_equal(d.entered, 0);
  assert_int_equal(d.delivered, sim_closed_form(&s, flits, 1));
  none(&s);
  workload_result(s.workload, &r);
  assert_int_equal(r.packets_created, packets + 1);
  assert_int_equal(r.packets_delivered, packets + 1);
  assert_int_equal(r.flits_delivered, flits + 1);
  assert_int_equal(r.latency.count, packets + 1);
  assert_int_equal(r.blocks_expected, 2);
  sim_free(&s);
}

static void test_cut(void **state) {
  (void)state;
  check_cut("topology=mesh:2x2", 49, 4);
  check_cut("topology=mesh:2x2", 16, 1);
  check_cut("topology=mesh:2x2 workload.packet_flits=8 router.networks=2", 50, 7);
  check_cut("topology=mesh:2x2 router.switching=cut-through router.depth=12", 50, 5);
  check_cut("topology=mesh:2x2 router.switching=cut-through router.depth=24", 32, 2);
  check_cut("topology=mesh:2x2 workload.packet_flits=640", 640, 1);
}

// The flits of a message differ, whatever packets they are in: one in another's place is found.
static void test_data(void **state) {
  (void)state;
  enum { FLITS = 40 };
  uint64_t data[FLITS];
  unsigned flits = 0;
  sim_t s = create("topology=mesh:2x2 workload.packet_flits=8");
  send(&s, (workload_message_t){.source = 0, .destination = 1, .flits = FLITS});
  while (!workload_done(s.workload)) {
    host_delivery_t d;
    if (network_delivered(s.network, 1) != 0 && network_delivery(s.network, 1, 0, &d)) {
      assert_true(flits < FLITS);
      data[flits] = d.data[0];
      for (unsigned i = 0; i < flits; i++) {
        assert_true(data[i] != data[flits]);
      }
      flits++;
    }
    assert_true(sim_step(&s));
  }
  assert_int_equal(flits, FLITS);
  sim_free(&s);
}

// A message that names its virtual network takes that one, and waits behind none of another.
static void check_networks(const char *bank, bool passes) {
  enum { LONG = 4, FLITS = 24 };
  char settings[SETTINGS];
  (void)snprintf(settings, sizeof settings,
                 "topology=mesh:2x2 router.networks=2 router.vcs=2 workload.packet_flits=8 %s",
                 bank);
  sim_t s = create(settings);
  for (unsigned i = 0; i < LONG; i++) {
    send(&s, (workload_message_t){
                 .source = 0, .destination = 1, .flits = FLITS, .tag = i, .network = 2});
  }
  send(&s, (workload_message_t){
               .source = 0, .destination = 1, .flits = 1, .tag = LONG, .cycle = 20, .network = 1});
  uint64_t flits[2] = {0};
  uint64_t entered = 0;
  workload_delivery_t d;
  for (unsigned next = 0; !workload_done(s.workload);) {
    const uint32_t shown = network_delivered(s.network, 1);
    flits[0] += shown & 1u;
    flits[1] += shown >> 1 & 1u;
    step(&s);
    while (workload_delivered(s.workload, &d)) {
      assert_int_equal(d.network, d.tag == LONG ? 1 : 2);
      if (d.tag == LONG) {
        entered = d.entered;
        assert_true(!passes || d.delivered <= 20 + 2 * sim_closed_form(&s, 1, 1));
      } else {
        assert_int_equal(d.tag, next++);
      }
    }
  }
  assert_int_equal(flits[0], 1);
  assert_int_equal(flits[1], LONG * FLITS);
  assert_true(!passes || (entered >= 20 && entered <= 21));
  assert_true(workload_verify(s.workload, &s.error));
  sim_free(&s);
}

static void test_networks(void **state) {
  (void)state;
  check_networks("", true);
  check_networks("run.router=lockstep", true);
  check_networks("host.t_nr=1", false);  // its processor starts one message after the other
}

// A message that answers a delivery starts at once.
static void test_answers(void **state) {
  (void)state;
  enum { ANSWERS = 40 };
  sim_t s = create("topology=mesh:4x4");
  const uint64_t way = sim_closed_form(&s, 5, 2) + 1;  // the answer begins in the next cycle
  workload_delivery_t d;
  uint64_t answers = 0;
  send(&s, (workload_message_t){.source = 0, .destination = 2, .flits = 5});
  while (answers < ANSWERS) {
    step(&s);
    while (workload_delivered(s.workload, &d)) {
      assert_int_equal(d.tag, answers);
      assert_int_equal(d.created, answers * way);
      assert_int_equal(d.delivered, ++answers * way - 1);
      send(&s, (workload_message_t){.source = d.destination,
                                    .destination = d.source,
                                    .flits = 5,
                                    .tag = answers,
                                    .cycle = network_cycle(s.network)});
    }
  }
  sim_free(&s);
}

// --- many ----------------------------------------------------------------------------------------

enum { NODES = 12, MESSAGES = 2000 };

static workload_message_t draw(uint64_t key, uint64_t i, uint64_t now, unsigned longest) {
  const uint32_t source = rng_below(rng_draw(key, 4 * i), NODES);
  const uint32_t other = 1 + rng_below(rng_draw(key, 4 * i + 1), NODES - 1);
  return (workload_message_t){.source = source,
                              .destination = (source + other) % NODES,
                              .flits = 1 + rng_below(rng_draw(key, 4 * i + 2), longest),
                              .tag = i * UINT64_C(0x100000001),
                              .cycle = now + rng_below(rng_draw(key, 4 * i + 3), 30)};
}

// Tells which of two messages of a source is created before the other: by cycles, then by calls.
static bool first(const workload_message_t *m, uint64_t a, uint64_t b) {
  return m[a].cycle != m[b].cycle ? m[a].cycle < m[b].cycle : a < b;
}

// Random messages, some at the beginning and some in the middle of the run, against a list of them.
static uint64_t check_random(const char *settings, unsigned longest, unsigned packet_flits) {
  static workload_message_t message[MESSAGES];
  static uint64_t entered[MESSAGES];
  static bool there[MESSAGES];
  sim_t s = create(settings);
  const uint64_t key = rng_key(5, RNG_GAP, longest);
  workload_delivery_t d;
  workload_result_t r;
  uint64_t sent = 0;
  uint64_t arrived = 0;
  uint64_t packets = 0;
  uint64_t flits = 0;
  uint64_t last = 0;
  uint64_t sum = 0;
  memset(there, 0, sizeof there);
  while (arrived < MESSAGES) {
    const uint64_t now = network_cycle(s.network);
    for (unsigned i = 0; i < 3 && sent < MESSAGES && (sent == 0 || now % 8 == 0); i++) {
      message[sent] = draw(key, sent, now, longest);
      packets += (message[sent].flits - 1) / packet_flits + 1;
      flits += message[sent].flits;
      send(&s, message[sent++]);
    }
    assert_true(workload_done(s.workload) == (sent == arrived));
    if (!sim_step(&s)) {
      fail_msg("%s", s.error.text);
    }
    assert_true(now < LIMIT);
    while (workload_delivered(s.workload, &d)) {
      const uint64_t i = d.tag & UINT32_MAX;
      assert_true(i < sent && d.tag == i * UINT64_C(0x100000001) && !there[i]);
      there[i] = true;
      entered[i] = d.entered;
      assert_int_equal(d.source, message[i].source);
      assert_int_equal(d.destination, message[i].destination);
      assert_int_equal(d.flits, message[i].flits);
      assert_int_equal(d.created, message[i].cycle);
      assert_true(d.entered >= d.created &&
                  d.delivered >= d.entered + sim_closed_form(&s, d.flits, 0));
      assert_true(d.delivered >= last && d.delivered == now);
      last = d.delivered;
      sum = rng_mix(sum ^ d.tag ^ d.delivered << 32);
      arrived++;
    }
  }
  end(&s);
  none(&s);
  workload_result(s.workload, &r);
  assert_int_equal(r.packets_created, packets);
  assert_int_equal(r.packets_delivered, packets);
  assert_int_equal(r.flits_delivered, flits);
  assert_int_equal(r.latency.count, packets);
  assert_int_equal(r.blocks_checked, MESSAGES);
  for (uint64_t a = 0; a < MESSAGES; a++) {
    for (uint64_t b = a + 1; b < MESSAGES; b++) {
      assert_true(message[a].source != message[b].source ||
                  first(message, a, b) == (entered[a] < entered[b]));
    }
  }
  sim_free(&s);
  return sum;
}

static void test_random(void **state) {
  (void)state;
  (void)check_random("topology=mesh:4x3", 16, 16);
  (void)check_random("topology=mesh:4x3 workload.packet_flits=5", 23, 5);
  (void)check_random("topology=torus:4x3 router.pipeline=2", 3, 16);
  (void)check_random("topology=mesh:3x2@2 router.switching=cut-through router.depth=6", 20, 6);
}

// RTL and golden model take the same cycles, and in lockstep all registers are compared.
static void test_banks(void **state) {
  (void)state;
  static const char kShape[] = "topology=mesh:4x3 workload.packet_flits=4";
  char settings[SETTINGS];
  const uint64_t golden = check_random(kShape, 8, 4);
  (void)snprintf(settings, sizeof settings, "%s run.router=lockstep", kShape);
  assert_true(check_random(settings, 8, 4) == golden);
  (void)snprintf(settings, sizeof settings, "%s run.router=rtl", kShape);
  assert_true(check_random(settings, 8, 4) == golden);
}

// --- as a trace ----------------------------------------------------------------------------------

// Checks that both have counted the same until now.
static void compare_results(sim_t *x, sim_t *y) {
  workload_result_t a;
  workload_result_t b;
  workload_result(x->workload, &a);
  workload_result(y->workload, &b);
  assert_int_equal(a.packets_created, b.packets_created);
  assert_int_equal(a.flits_created, b.flits_created);
  assert_int_equal(a.latency.count, b.latency.count);
  assert_int_equal(a.completion, b.completion);
  assert_true(a.offered == b.offered && a.accepted == b.accepted);
  assert_true(a.zero_load_latency == b.zero_load_latency);
}

static void compare(const char *settings) {
  enum { PACKETS = 1500 };
  static workload_message_t message[PACKETS];
  char all[SETTINGS];
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  assert_non_null(out);
  for (uint64_t i = 0; i < PACKETS; i++) {
    message[i] = draw(77, i, 0, 9);
    message[i].cycle = i / 4;  // more than the network takes
    (void)fprintf(out, "%" PRIu64 " %u %u %u\n", message[i].cycle, message[i].source,
                  message[i].destination, message[i].flits);
  }
  assert_int_equal(fclose(out), 0);
  temp_file_write(text, size);
  free(text);
  (void)snprintf(all, sizeof all, "workload.trace=%s %s", temp_file, settings);
  sim_t trace = sim_create(all);
  sim_t s = create(settings);
  for (unsigned i = 0; i < PACKETS; i++) {
    send(&s, message[i]);
  }
  for (unsigned i = 0; i < 150; i++) {
    assert_true(sim_step(&trace) && sim_step(&s));
  }
  compare_results(&trace, &s);
  while (!workload_done(trace.workload)) {
    assert_true(sim_step(&trace));
  }
  end(&s);
  assert_true(sim_digest(&s) == sim_digest(&trace));
  compare_results(&trace, &s);
  workload_fairness_t x;
  workload_fairness_t y;
  workload_fairness(trace.workload, &x);
  workload_fairness(s.workload, &y);
  assert_true(x.sources == NODES && x.sources == y.sources && x.jain == y.jain);
  assert_true(workload_delivered_age(trace.workload) == workload_delivered_age(s.workload));
  sim_free(&trace);
  sim_free(&s);
}

static void test_as_trace(void **state) {
  (void)state;
  compare("topology=mesh:4x3");
  compare("topology=mesh:4x3 run.warmup=100 run.cycles=300");
  compare("topology=mesh:4x3 router.networks=4");
  compare("topology=mesh:4x3 router.networks=2 host.accept=0.7,0.4");
  compare("topology=mesh:4x3 host.t_hs=6 host.t_hr=5 host.t_ns=2 host.t_nr=3 host.bus=2");
  compare("topology=mesh:4x3 router.arbiter=age");
}

// Costs of hosts: those of a message once, those of a packet for each, as a plan has them.
static void test_hosts(void **state) {
  (void)state;
  static const char kCosts[] =
      "topology=mesh:2x2 workload.packet_flits=8 "
      "host.t_hs=60 host.t_hr=50 host.t_ns=7 host.t_nr=9 host.bus=0.5";
  static const char kPlan[] =
      "num_ranks 4\nrank 0 {\nl1: send 160b to 1 tag 1\n}\nrank 1 {\nl1: recv 160b from 0 tag "
      "1\n}\n"
      "rank 2 {\n}\nrank 3 {\n}\n";
  char all[SETTINGS];
  workload_result_t a;
  temp_file_write(kPlan, sizeof kPlan - 1);
  (void)snprintf(all, sizeof all, "workload.plan=%s %s", temp_file, kCosts);
  sim_t plan = sim_create(all);
  while (!workload_done(plan.workload)) {
    assert_true(sim_step(&plan));
  }
  workload_result(plan.workload, &a);
  assert_int_equal(a.packets_delivered, 3);
  assert_int_equal(a.flits_delivered, 20);
  sim_t s = create(kCosts);
  send(&s, (workload_message_t){.source = 0, .destination = 1, .flits = 20});
  for (unsigned i = 0; i < 10; i++) {  // the processor starts it
    assert_true(sim_step(&s));
  }
  workload_result_t b;
  workload_result(s.workload, &b);
  assert_int_equal(b.packets_created, 3);
  assert_int_equal(b.flits_created, 20);
  end(&s);
  const workload_delivery_t d = delivery(&s);
  assert_int_equal(d.delivered, a.completion);
  assert_true(d.entered > 60);
  sim_free(&plan);
  sim_free(&s);
}

// --- what is refused, and the end ----------------------------------------------------------------

static void refused(sim_t *s, workload_message_t message, const char *sentence) {
  noc_error_t error = {0};
  assert_false(workload_send(s->workload, &message, &error));
  assert_int_equal(error.status, NOC_BAD_INPUT);
  assert_string_equal(error.text, sentence);
}

static void test_refused(void **state) {
  (void)state;
  sim_t s = create("topology=mesh:2x2 router.networks=2");
  const workload_message_t good = {.source = 0, .destination = 1, .flits = 1, .cycle = 3};
  for (unsigned i = 0; i < 3; i++) {
    assert_true(sim_step(&s));
  }
  workload_message_t m = good;
  m.source = 4;
  refused(&s, m, "source is node 4; it must be 0 to 3");
  m = good;
  m.destination = 9;
  refused(&s, m, "destination is node 9; it must be 0 to 3");
  m = good;
  m.destination = 0;
  refused(&s, m, "destination is node 0, the source; it must be another node");
  m = good;
  m.flits = 0;
  refused(&s, m, "flits is 0; it must be 1 to 1048576");
  m.flits = (1 << 20) + 1;
  refused(&s, m, "flits is 1048577; it must be 1 to 1048576");
  m = good;
  m.cycle = 2;
  refused(&s, m, "cycle is 2, which has passed; it must be 3 or later");
  m = good;
  m.network = 3;
  refused(&s, m, "network is 3; it must be 0 (any) to 2");
  assert_true(workload_done(s.workload));
  assert_true(workload_next(s.workload) == UINT64_MAX);
  m = good;
  m.flits = 1 << 20;
  send(&s, m);
  m.network = 1;
  refused(&s, m, "network is 1; it must be 0 (any), as before");
  sim_free(&s);
  s = create("topology=mesh:2x2 router.networks=2");
  m.cycle = 0;
  send(&s, m);
  m.network = 0;
  refused(&s, m, "network is 0 (any); it must be 1 to 2, as before");
  sim_free(&s);
  s = sim_create("topology=mesh:2x2 workload.traffic=uniform workload.load=0.1");
  refused(&s, good,
          "workload.traffic is not external; it must be external for messages to be sent");
  none(&s);
  sim_free(&s);
}

static void test_scenarios(void **state) {
  (void)state;
  sim_refused("topology=mesh:2x2 workload.traffic=external workload.load=0.1",
              "workload.load is given with workload.traffic: external; it must be given with "
              "traffic, traffic: multicast");
  sim_refused("topology=mesh:2x2 workload.traffic=external workload.packet_flits=641",
              "workload.packet_flits is '641'; it must be 1 to 640");
  sim_refused(
      "topology=mesh:2x2 router.switching=cut-through workload.traffic=external "
      "workload.packet_flits=9",
      "workload.packet_flits does not fit: packets of 9 flits with cut-through buffers of 8");
  sim_refused("topology=mesh:2x2 workload.traffic=external host.accept=0",
              "host.accept does not fit: 0 with a workload that ends when all has arrived");
  noc_error_t error;
  scenario_t *s =
      sim_scenario("topology=mesh:2x2 workload.traffic=uniform workload.traffic=external", &error);
  assert_non_null(s);  // the last one counts
  assert_int_equal(s->workload, WORKLOAD_EXTERNAL);
  scenario_free(s);
  // Nobody sends, unless the caller says that it does.
  sim_t sim = {.scenario = sim_scenario("topology=mesh:2x2 workload.traffic=external", &error)};
  assert_false(sim_check(&sim));
  assert_string_equal(sim.error.text,
                      "test: workload.traffic is external; it must be another pattern here: its "
                      "messages come from a program (docs/embedding.md)");
  assert_int_equal(sim.error.status, NOC_BAD_INPUT);
  sim.sends = true;
  assert_true(sim_check(&sim));
  sim_free(&sim);
}

// Messages that have been created arrive, and those that have not are dropped.
static void test_stop(void **state) {
  (void)state;
  sim_t s = create("topology=mesh:2x2");
  workload_result_t r;
  for (uint64_t cycle = 0; cycle < 10; cycle++) {
    send(&s, (workload_message_t){
                 .source = 0, .destination = 1, .flits = 40, .tag = cycle, .cycle = cycle});
  }
  for (unsigned i = 0; i < 4; i++) {
    assert_true(sim_step(&s));
  }
  refused(&s,
          (workload_message_t){.source = 0, .destination = 1, .flits = 1, .cycle = UINT64_MAX - 1},
          "cycle is 18446744073709551614, after the end; it must be before 9223372036854775808");
  assert_false(workload_verify(s.workload, &s.error));
  workload_stop(s.workload);
  refused(&s, (workload_message_t){.source = 0, .destination = 1, .flits = 1, .cycle = 4},
          "cycle is 4, after the end; it must be before 4");
  assert_false(workload_done(s.workload));
  end(&s);
  assert_true(workload_next(s.workload) == UINT64_MAX);
  for (unsigned i = 0; i < 4; i++) {
    assert_int_equal(delivery(&s).tag, i);
  }
  none(&s);
  workload_result(s.workload, &r);
  assert_int_equal(r.blocks_expected, 4);
  assert_int_equal(r.packets_delivered, 12);
  sim_free(&s);
  // One that waits for its cycle has not arrived; one of the cycle before the end has been created.
  s = create("topology=mesh:2x2");
  assert_true(workload_cycle(s.workload, &s.error));
  send(&s, (workload_message_t){.source = 0, .destination = 1, .flits = 1});
  assert_false(workload_verify(s.workload, &s.error));
  assert_string_equal(s.error.text, "scoreboard: 0 of 1 messages have arrived");
  assert_true(network_step(s.network));
  workload_stop(s.workload);
  end(&s);
  assert_int_equal(delivery(&s).created, 0);
  sim_free(&s);
}

static size_t allocated(void) {
  const struct mallinfo2 all = mallinfo2();
  return all.uordblks + all.hblkhd;
}

// The places of messages whose deliveries have been taken are used again.
static void test_memory(void **state) {
  (void)state;
  enum { EARLY = 2000, ALL = 60000, AT_A_TIME = 40 };
  sim_t s = create("topology=mesh:4x3");
  workload_delivery_t d;
  uint64_t sent = 0;
  uint64_t taken = 0;
  size_t early = 0;
  while (taken < ALL) {
    for (; sent < taken + AT_A_TIME; sent++) {
      send(&s, (workload_message_t){.source = (uint32_t)(sent % NODES),
                                    .destination = (uint32_t)((sent + 1) % NODES),
                                    .flits = 2,
                                    .cycle = network_cycle(s.network)});
    }
    assert_true(sim_step(&s));
    while (workload_delivered(s.workload, &d)) {
      taken++;
    }
    early = taken >= EARLY && early == 0 ? allocated() : early;
  }
  assert_true(allocated() <= early);
  sim_free(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_idle),      cmocka_unit_test(test_cut),
      cmocka_unit_test(test_data),      cmocka_unit_test(test_networks),
      cmocka_unit_test(test_answers),   cmocka_unit_test(test_random),
      cmocka_unit_test(test_banks),     cmocka_unit_test(test_as_trace),
      cmocka_unit_test(test_hosts),     cmocka_unit_test(test_refused),
      cmocka_unit_test(test_scenarios), cmocka_unit_test(test_stop),
      cmocka_unit_test(test_memory),
  };
  return cmocka_run_group_tests(tests, temp_file_make, temp_file_remove);
}
