// The host model of docs/host.md: its closed forms on idle networks of every family; random plans
// in which nodes send and receive at once, against the rules stepped cycle by cycle; and what it
// does with every kind of workload.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/rng.h"
#include "host_reference.h"
#include "plan/plan.h"
#include "shape/packet.h"

enum { CHECK = 64, LIMIT = 2000000, SETTINGS = 500 };

// Networks whose buffers cover the credit loop; packets have up to 16 flits.
static const char *const kNetworks[] = {
    "topology=mesh:4x4 router.depth=16",
    "topology=mesh:3x5 router.depth=16 router.pipeline=2 router.link_latency=3",
    "topology=mesh:4x4@2 router.depth=16 router.vcs=1",
    "topology=torus:4x4 router.depth=16",
    "topology=hypercube:4 router.depth=16 router.vcs=2",
    "topology=octagon:8 router.depth=16",
    "topology=fattree:k=2,n=3 router.depth=16",
    "topology=butterfly:k=2,n=3 router.depth=16",
    "topology=flattened:3x3 router.depth=16",
    "topology=irregular:switches=8,ports=8,hosts=32,seed=3 router.depth=16",
    "topology=h3dm:m=2,n=2,levels=2,q=0 router.depth=16",
    "topology=dragonfly:p=2,a=2,h=1 router.depth=16",
    "topology=slimfly:q=5 router.depth=16",
};
enum { NETWORKS = sizeof kNetworks / sizeof kNetworks[0] };

// bus: as it is written, and b(F) by hand for 1, 5 and 16 flits.
static const struct {
  unsigned t_hs, t_hr, t_ns, t_nr;
  const char *bus;
  unsigned cross[3];
} kCosts[] = {
    {1000, 900, 100, 90, "1.33", {1, 4, 13}},
    {7, 0, 0, 0, "0", {0, 0, 0}},
    {0, 5, 0, 0, "0", {0, 0, 0}},
    {0, 0, 3, 0, "0", {0, 0, 0}},
    {0, 0, 0, 40, "0", {0, 0, 0}},
    {0, 0, 0, 0, "0.3", {4, 17, 54}},
    {1, 1, 1, 1, "1000", {1, 1, 1}},
    {20, 30, 11, 60, "2", {1, 3, 8}},
};
enum { COSTS = sizeof kCosts / sizeof kCosts[0] };
static const unsigned kFlits[] = {1, 5, 16};

static void write_costs(char out[SETTINGS], size_t i) {
  (void)snprintf(out, SETTINGS, "host.t_hs=%u host.t_hr=%u host.t_ns=%u host.t_nr=%u host.bus=%s",
                 kCosts[i].t_hs, kCosts[i].t_hr, kCosts[i].t_ns, kCosts[i].t_nr, kCosts[i].bus);
}

static uint64_t most(uint64_t a, uint64_t b) {
  return a > b ? a : b;
}

static sim_t open_plan(const char *network, const char *more, plan_t *plan) {
  char name[] = "/tmp/host_model_XXXXXX";
  char settings[3 * SETTINGS];
  noc_error_t error = {0};
  assert_true(plan_finish(plan, &error));
  FILE *file = fdopen(mkstemp(name), "w");
  assert_non_null(file);
  assert_true(plan_write_goal(plan, 64, file));
  assert_int_equal(fclose(file), 0);
  plan_free(plan);
  (void)snprintf(settings, sizeof settings, "%s workload.plan=%s %s", network, name, more);
  const sim_t s = sim_create(settings);
  assert_int_equal(remove(name), 0);
  return s;
}

static workload_result_t run(sim_t *s, const char *what) {
  workload_result_t r;
  if (!sim_run(s, CHECK, LIMIT)) {
    fail_msg("%s: %s", what, s->error.text);
  }
  workload_result(s->workload, &r);
  assert_int_equal(r.packets_created, r.packets_delivered);
  assert_int_equal(r.flits_created, r.flits_delivered);
  return r;
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

// A message of m packets of the same length along a chain of `hosts` nodes, each of which has to
// have received it whole.
static void check_chain(size_t network, size_t cost, size_t length, unsigned packets,
                        unsigned hosts) {
  noc_error_t error = {0};
  const uint32_t nodes = nodes_of(kNetworks[network]);
  const unsigned flits = kFlits[length];
  char costs[SETTINGS];
  char more[2 * SETTINGS];
  plan_t *plan = plan_create(nodes, &error);
  uint32_t brought = kPlanNone;
  for (unsigned i = 1; i < hosts; i++) {
    const uint32_t from = (3 + 5 * (i - 1)) % nodes;
    brought = plan_pass_block(plan, from, (3 + 5 * i) % nodes, packets * flits, i, brought);
  }
  write_costs(costs, cost);
  (void)snprintf(more, sizeof more, "workload.packet_flits=%u %s", flits, costs);
  sim_t s = open_plan(kNetworks[network], more, plan);
  const workload_result_t r = run(&s, kNetworks[network]);
  const uint64_t b = kCosts[cost].cross[length];
  const uint64_t sending = kCosts[cost].t_hs + b + kCosts[cost].t_ns;
  const uint64_t receiving = kCosts[cost].t_nr + b + kCosts[cost].t_hr;
  const uint64_t gap =
      most(most(b, flits), most(kCosts[cost].t_ns, kCosts[cost].t_nr)) * (packets - 1);
  uint64_t expected = 0;
  for (unsigned i = 1; i < hosts; i++) {
    routing_hop_t hop[64];
    const size_t n = routing_path(s.scenario->route, (3 + 5 * (i - 1)) % nodes, (3 + 5 * i) % nodes,
                                  hop, 64, &error);
    assert_in_range(n, 1, 64);
    expected += sending + sim_closed_form(&s, flits, (unsigned)n - 1) + gap + receiving;
    // The next host begins to send when the message has arrived.
  }
  if (r.completion != expected) {
    fail_msg("%s, %u packets of %u flits, %u hosts, %s: arrived in cycle %llu, closed form %llu",
             kNetworks[network], packets, flits, hosts, costs, (unsigned long long)r.completion,
             (unsigned long long)expected);
  }
  if (packets == 1) {
    assert_true(fabs(r.latency.mean - r.zero_load_latency) < 1e-9);
  }
  sim_free(&s);
}

static void test_one_packet(void **state) {
  (void)state;
  for (size_t i = 0; i < NETWORKS; i++) {
    for (size_t c = 0; c < COSTS; c++) {
      check_chain(i, c, (i + c) % 3, 1, 2);
    }
  }
}

static void test_packets(void **state) {
  (void)state;
  for (size_t i = 0; i < NETWORKS; i++) {
    for (size_t c = 0; c < COSTS; c++) {
      check_chain(i, c, 1 + (i + c) % 2, 2 + (unsigned)(c % 5), 2);
    }
  }
}

static void test_chain(void **state) {
  (void)state;
  for (size_t i = 0; i < NETWORKS; i++) {
    for (size_t c = 0; c < COSTS; c++) {
      check_chain(i, c, 1 + (i + c) % 2, 1 + (unsigned)(c % 3), 3);
    }
  }
}

// A worm is one message for its sender, whatever the number of its receivers, and its header flits
// do not cross the bus: latencies have the sender's part, and the last receiver adds its own.
static void test_tree_worm(void **state) {
  (void)state;
  for (size_t i = 0; i < NETWORKS; i++) {
    for (size_t c = 0; c < COSTS; c++) {
      char costs[SETTINGS];
      char settings[2 * SETTINGS];
      write_costs(costs, c);
      (void)snprintf(settings, sizeof settings,
                     "%s router.depth=40 router.switching=cut-through workload.scheme=tree-worm "
                     "workload.collective=broadcast workload.message_flits=5 %s",
                     kNetworks[i], costs);
      sim_t s = sim_create(settings);
      const workload_result_t r = run(&s, kNetworks[i]);
      const uint64_t b = kCosts[c].cross[1];
      assert_int_equal(r.completion, r.latency.max + kCosts[c].t_nr + b + kCosts[c].t_hr);
      const bool fixed =
          strstr(kNetworks[i], "fattree") == NULL && strstr(kNetworks[i], "irregular") == NULL;
      if (fixed && fabs(r.latency.mean - r.zero_load_latency) > 1e-9) {
        fail_msg("%s: latency %g, closed form %g", kNetworks[i], r.latency.mean,
                 r.zero_load_latency);
      }
      sim_free(&s);
    }
  }
}

// Phases of a binomial broadcast: the k-th message of a node is started when the processor is
// through with those before it. Slow starts keep the network idle.
static void test_binomial(void **state) {
  (void)state;
  for (size_t i = 0; i < NETWORKS; i++) {
    char settings[2 * SETTINGS];
    (void)snprintf(settings, sizeof settings,
                   "%s workload.collective=broadcast workload.scheme=binomial "
                   "workload.message_flits=5 host.t_hs=500 host.t_hr=333 host.t_ns=70 "
                   "host.t_nr=60 host.bus=1.33",
                   kNetworks[i]);
    sim_t s = sim_create(settings);
    const workload_result_t r = run(&s, kNetworks[i]);
    const plan_t *p = s.input.plan;
    uint64_t *ready = calloc(p->nodes, sizeof *ready);
    uint32_t *begun = calloc(p->nodes, sizeof *begun);
    assert_non_null(ready);
    assert_non_null(begun);
    uint64_t last = 0;
    for (uint32_t k = 0; k < p->ops; k++) {  // a node's receive is before its sends
      const plan_op_t *op = &p->op[k];
      noc_error_t error = {0};
      if (op->kind != PLAN_SEND) {
        continue;
      }
      routing_hop_t hop[64];
      const size_t n = routing_path(s.scenario->route, op->node, op->peer, hop, 64, &error);
      ready[op->peer] = ready[op->node] + 500 * (uint64_t)++begun[op->node] + 4 + 70 +
                        sim_closed_form(&s, 5, (unsigned)n - 1) + 60 + 4 + 333;
      last = most(last, ready[op->peer]);
    }
    if (r.completion != last) {
      fail_msg("%s: complete in cycle %llu, closed form %llu", kNetworks[i],
               (unsigned long long)r.completion, (unsigned long long)last);
    }
    free(ready);
    free(begun);
    sim_free(&s);
  }
}

// --- random plans against the rules --------------------------------------------------------------

enum { MESSAGES = 90, LONGEST = 30, SPREAD = 60 };

// A message waits for a computation, for a message that its node has got, or for one that it has
// sent; nothing is waited for twice.
static plan_t *random_plan(uint32_t nodes, uint64_t seed) {
  noc_error_t error = {0};
  const uint64_t key = rng_key(seed, RNG_DESTINATION, 0);
  uint32_t send[MESSAGES];
  uint32_t receive[MESSAGES];
  uint32_t source[MESSAGES];
  uint32_t target[MESSAGES];
  bool used[2 * MESSAGES] = {false};
  uint64_t draw = 0;
  plan_t *p = plan_create(nodes, &error);
  for (uint32_t m = 0; m < MESSAGES; m++) {
    source[m] = (uint32_t)(rng_draw(key, draw++) % nodes);
    target[m] = (uint32_t)((source[m] + 1 + rng_draw(key, draw++) % (nodes - 1)) % nodes);
    const uint32_t flits = 1 + (uint32_t)(rng_draw(key, draw++) % LONGEST);
    uint32_t after = kPlanNone;
    const uint32_t before = m > 0 ? (uint32_t)(rng_draw(key, draw++) % m) : 0;
    if (m > 0 && target[before] == source[m] && !used[before]) {
      used[before] = true;
      after = receive[before];
    } else if (m > 0 && source[before] == source[m] && !used[MESSAGES + before]) {
      used[MESSAGES + before] = true;
      after = send[before];
    } else {  // no two of a node end together
      after = plan_calculate(p, source[m],
                             (uint32_t)(rng_draw(key, draw++) % SPREAD) * MESSAGES + m + 1);
      plan_set_cpu(p, after, (uint8_t)m);
    }
    send[m] = plan_send(p, source[m], target[m], flits, m);
    receive[m] = plan_receive(p, target[m], source[m], flits, m);
    plan_require(p, send[m], after);
  }
  return p;
}

static void check_random(const char *network, const char *costs, uint64_t seed,
                         host_waits_t *waits) {
  sim_t s = open_plan(network, costs, random_plan(nodes_of(network), seed));
  host_reference_t *r = host_reference_create(&s);
  while (!workload_done(s.workload)) {
    host_reference_before(r);
    if (!workload_cycle(s.workload, &s.error)) {
      fail_msg("%s: %s", network, s.error.text);
    }
    host_reference_check(r);
    assert_true(network_step(s.network));
    assert_true(network_cycle(s.network) % CHECK != 0 ||
                network_check_conservation(s.network, &s.error));
    assert_true(network_cycle(s.network) < LIMIT);
  }
  assert_true(workload_verify(s.workload, &s.error));
  waits->bus += host_reference_waits(r).bus;
  waits->processor += host_reference_waits(r).processor;
  host_reference_free(r);
  sim_free(&s);
}

static void test_random(void **state) {
  (void)state;
  static const char *const kFew[] = {"topology=mesh:2x2", "topology=mesh:1x2 router.depth=4",
                                     "topology=mesh:3x3 router.vcs=1", "topology=octagon:8"};
  host_waits_t waits = {0};
  for (size_t c = 0; c < COSTS; c++) {
    for (uint64_t seed = 0; seed < 8; seed++) {
      char costs[SETTINGS];
      char more[2 * SETTINGS];
      write_costs(costs, c);
      (void)snprintf(more, sizeof more, "workload.packet_flits=%u %s", 5 + (unsigned)seed, costs);
      check_random(kFew[seed % 4], more, seed, &waits);
    }
  }
  assert_true(waits.bus > 500 && waits.processor > 500);
}

// --- other workloads -----------------------------------------------------------------------------

#define SLOW "host.t_hs=40 host.t_hr=30 host.t_ns=11 host.t_nr=9 host.bus=0.7 "

// Every packet and every message arrives, and the hosts are through in the end: on networks of one
// and of several virtual networks, with answers, in steps that overlap, combined, or as worms.
static void test_workloads(void **state) {
  (void)state;
  static const char *const kWorkloads[] = {
      "workload.traffic=uniform workload.load=0.05 run.cycles=5000",
      "workload.traffic=uniform workload.load=0.02 workload.packet_flits=1-9 run.cycles=5000 "
      "router.networks=2",
      "router.networks=3 router.vcs=3 workload.classes.0.traffic=uniform "
      "workload.classes.0.load=0.01 workload.classes.0.reply_flits=5 "
      "workload.classes.0.reply_network=2 workload.classes.1.traffic=transpose "
      "workload.classes.1.load=0.02 run.cycles=5000",
      "workload.collective=allgather workload.scheme=unicast workload.message_flits=3",
      "workload.collective=allgather workload.scheme=ring",
      "workload.collective=alltoall workload.scheme=pairwise workload.message_flits=5",
      "workload.collective=reduce workload.scheme=binomial workload.message_flits=9 workload.to=5",
      "workload.collective=allreduce workload.scheme=ring workload.message_flits=33",
      "workload.collective=allreduce workload.scheme=binomial workload.operation=sum",
      "workload.collective=barrier workload.scheme=unicast",
      "workload.collective=gather workload.scheme=binomial router.networks=4",
      "workload.collective=allgather workload.scheme=combining workload.group=2x2 "
      "router.networks=4 workload.steps=overlapped",
      "workload.collective=broadcast workload.scheme=hierarchy workload.group=2x2",
      "workload.collective=allgather workload.scheme=hierarchy workload.group=2x2",
      "workload.collective=allgather workload.scheme=tree-worm workload.message_flits=7 "
      "router.switching=cut-through router.depth=16 router.networks=2",
      "workload.collective=allgather workload.scheme=path-worm workload.message_flits=7 "
      "router.switching=cut-through router.depth=40",
      "workload.collective=broadcast workload.scheme=kbinomial workload.message_flits=7 "
      "router.switching=cut-through router.depth=16",
  };
  for (size_t i = 0; i < sizeof kWorkloads / sizeof kWorkloads[0]; i++) {
    char settings[2 * SETTINGS];
    uint64_t completion[2];
    for (unsigned slow = 0; slow < 2; slow++) {
      (void)snprintf(settings, sizeof settings, "topology=mesh:4x4 %s %s", kWorkloads[i],
                     slow ? SLOW : "");
      sim_t s = sim_create(settings);
      const workload_result_t r = run(&s, settings);
      assert_true(r.packets_delivered > 10);
      assert_int_equal(r.blocks_checked, r.blocks_expected);
      assert_int_equal(r.operations_complete, r.operations);
      completion[slow] = r.completion;
      for (unsigned k = 0; k < workload_streams(s.workload); k++) {
        workload_stream_t stream;
        workload_stream(s.workload, k, &stream);
        assert_int_equal(stream.packets_created, stream.packets_delivered);
      }
      sim_free(&s);
    }
    // Each arrival is behind 40 + 11 + 9 + 30 cycles at least.
    assert_true(completion[1] >= completion[0] + 90);
  }
}

// Packets that hosts have queued count as created.
static void test_queued(void **state) {
  (void)state;
  workload_result_t r[2];
  for (unsigned slow = 0; slow < 2; slow++) {
    sim_t s = sim_create(slow ? "topology=mesh:4x4 workload.traffic=uniform workload.load=0.4 "
                                "run.cycles=4000 " SLOW
                              : "topology=mesh:4x4 workload.traffic=uniform workload.load=0.4 "
                                "run.cycles=4000");
    while (network_cycle(s.network) < 4000) {
      assert_true(sim_step(&s));
    }
    assert_true(network_check_conservation(s.network, &s.error));
    workload_result(s.workload, &r[slow]);
    assert_false(workload_measured(s.workload) && slow);
    sim_free(&s);
  }
  assert_int_equal(r[0].packets_created, r[1].packets_created);
  assert_int_equal(r[0].flits_created, r[1].flits_created);
  assert_true(r[0].offered == r[1].offered);
  assert_true(r[1].accepted < r[0].accepted / 3);
}

// A packet of a trace that waits for another starts when the other's host has it, and its delay is
// over. Costs: 1000 + 4 + 100 to send five flits, 90 + 4 + 900 to receive them.
static void test_trace(void **state) {
  (void)state;
  char name[] = "/tmp/host_model_XXXXXX";
  char settings[2 * SETTINGS];
  char costs[SETTINGS];
  FILE *file = fdopen(mkstemp(name), "w");
  assert_non_null(file);
  (void)fputs("7,0,1,5,1\n7,4,6,5,2,1,25\n", file);
  assert_int_equal(fclose(file), 0);
  write_costs(costs, 0);
  (void)snprintf(settings, sizeof settings,
                 "topology=mesh:4x4 router.depth=16 workload.trace=%s %s", name, costs);
  sim_t s = sim_create(settings);
  assert_int_equal(remove(name), 0);
  const workload_result_t r = run(&s, "trace");
  const uint64_t own = 1000 + 4 + 100 + 90 + 4 + 900;
  assert_int_equal(r.completion,
                   7 + own + sim_closed_form(&s, 5, 1) + 25 + own + sim_closed_form(&s, 5, 2));
  sim_free(&s);
}

// An answer is created when the host has received the request: one request in the whole run, and
// the cycles between its last beat and the answer's first.
static void test_answer(void **state) {
  (void)state;
  unsigned seen = 0;
  for (unsigned seed = 1; seed < 40; seed++) {
    char settings[2 * SETTINGS];
    char costs[SETTINGS];
    write_costs(costs, 0);
    (void)snprintf(settings, sizeof settings,
                   "topology=mesh:1x2 router.depth=16 router.networks=2 run.cycles=200 "
                   "workload.classes.0.traffic=uniform workload.classes.0.load=0.003 "
                   "workload.classes.0.packet_flits=1 workload.classes.0.reply_flits=5 "
                   "workload.classes.0.reply_network=1 run.seed=%u %s",
                   seed, costs);
    sim_t s = sim_create(settings);
    uint64_t taken = 0;
    uint64_t offered = 0;
    while (network_cycle(s.network) < 10000 && offered == 0) {
      const uint64_t now = network_cycle(s.network);
      taken = *network_delivery_mask(s.network) != 0 && taken == 0 ? now : taken;
      if (now == 200) {
        workload_stop(s.workload);
      }
      assert_true(workload_cycle(s.workload, &s.error));
      for (uint32_t node = 0; node < 2 && taken > 0; node++) {
        uint32_t slot = 0;
        const interface_fields_t *f = network_interface_pins(s.network, node, &slot);
        offered = f->host_valid[slot] ? now : offered;
      }
      assert_true(network_step(s.network));
    }
    workload_stream_t requests;
    workload_stream(s.workload, 0, &requests);
    if (requests.packets_created == 1) {  // else requests may have held each other up
      assert_int_equal(offered - taken, 90 + 1 + 900 + 1000 + 4 + 100);
      seen++;
    }
    sim_free(&s);
  }
  assert_true(seen > 3);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_one_packet), cmocka_unit_test(test_packets),
      cmocka_unit_test(test_chain),      cmocka_unit_test(test_tree_worm),
      cmocka_unit_test(test_binomial),   cmocka_unit_test(test_random),
      cmocka_unit_test(test_workloads),  cmocka_unit_test(test_queued),
      cmocka_unit_test(test_trace),      cmocka_unit_test(test_answer),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
