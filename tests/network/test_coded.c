// test_coded -- hierarchical broadcasts on networks whose interfaces have XOR units: every node
// ends with every block, decoded by the units; flit-hops and exclusive ors are those that are
// counted without running; idle networks take what the units' own times add up to; and overlapped
// steps do not wait for each other in a circle.

#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collective/coding_hops.h"
#include "collective/collectives.h"
#include "network/energy.h"
#include "workload/coder.h"
#include "workload/workload_state.h"

enum { LIMIT = 1000000, SETTINGS = 512, MORE = SETTINGS + 128 };

static sim_t create(const char *settings) {
  char text[MORE + 64];
  const bool named = strstr(settings, "workload.collective=") != NULL;
  (void)snprintf(text, sizeof text, "%s%s", named ? "" : "workload.collective=allgather ",
                 settings);
  return sim_create(text);
}

// The hops that docs/coding.md counts.
static coding_hops_t count(sim_t *s) {
  participants_t p;
  coding_hops_t hops;
  const char *key = NULL;
  noc_error_t error = {0};
  assert_true(participants_create(s->scenario, &p, &key, &error));
  p.coding.sources = &p.from;
  p.coding.destinations = &p.to;
  if (!coding_hops_count(network_routing(s->network), &p.coding, &hops, &error)) {
    fail_msg("%s", error.text);
  }
  participants_free(&p);
  return hops;
}

static uint64_t exclusive_ors(const coding_hops_t *hops) {
  uint64_t sum = 0;
  for (unsigned i = 0; i < CODING_LEVELS; i++) {
    sum += hops->encoded[i] + hops->received[i];
  }
  return sum;
}

// Sequential steps follow each other without a gap, and in sum take the whole time.
static void check_steps(const sim_t *s, const workload_result_t *r) {
  uint64_t packets = 0;
  uint64_t hops = 0;
  uint64_t end = 0;
  for (unsigned k = 0; k < workload_steps(s->workload); k++) {
    workload_step_t step;
    workload_step(s->workload, k, &step);
    assert_true(s->scenario->steps == STEPS_OVERLAPPED || step.start == end);
    end = s->scenario->steps == STEPS_OVERLAPPED ? end : end + step.completion;
    packets += step.packets;
    hops += step.hops;
    assert_true(step.latency_max <= step.completion);
    assert_true((double)step.latency_max >= step.latency_mean);
  }
  assert_true(s->scenario->steps == STEPS_OVERLAPPED || end == r->completion);
  assert_int_equal(packets, r->packets);
  assert_int_equal(hops, r->packet_hops);
}

static workload_result_t finish(sim_t *s, const char *settings) {
  if (!sim_run(s, 50, LIMIT)) {
    fail_msg("%s: %s", settings, s->error.text);
  }
  workload_result_t r;
  workload_result(s->workload, &r);
  const coding_hops_t hops = count(s);
  const uint64_t flits = s->scenario->message_flits;
  const uint64_t flit_hops = network_counts(s->network)->hops;
  const bool coded = s->input.plan->coding != NULL && s->input.plan->coding->xors > 0;
  // An intermediate node that is no destination passes on what it does not decode.
  const bool all = r.to == s->scenario->topology->nodes;
  const uint64_t xors = !coded ? 0 : all ? exclusive_ors(&hops) : s->input.plan->coding->xors;
  if (flit_hops != hops.total.flit_hops * flits || r.xor_flits != xors * flits) {
    fail_msg("%s: %llu flit-hops and %llu flits of exclusive ors, counted are %llu and %llu",
             settings, (unsigned long long)flit_hops, (unsigned long long)r.xor_flits,
             (unsigned long long)(hops.total.flit_hops * flits),
             (unsigned long long)(xors * flits));
  }
  network_energy_t energy;  // counted by the units
  network_energy(s->network, &energy);
  assert_int_equal(energy.xor_flits, r.xor_flits);
  assert_int_equal(r.blocks_checked, r.blocks_expected);
  check_steps(s, &r);
  return r;
}

static workload_result_t run(const char *settings) {
  sim_t s = create(settings);
  const workload_result_t r = finish(&s, settings);
  sim_free(&s);
  return r;
}

// --- all that there is ---------------------------------------------------------------------------

static void run_both(const char *settings, unsigned vcs, unsigned networks) {
  char text[MORE];
  (void)snprintf(text, sizeof text, "%s router.vcs=%u", settings, vcs);
  (void)run(text);
  (void)snprintf(text, sizeof text, "%s router.vcs=%u router.networks=%u workload.steps=overlapped",
                 settings, vcs * networks, networks);
  (void)run(text);
}

// Step F beside B: one step less, and as many packets.
static void test_beside(void **state) {
  (void)state;
  static const char *const kCases[] = {
      "topology=mesh:4x4 workload.group=4x2",
      "topology=mesh:4x4 workload.group=4x2 workload.base=binomial workload.message_flits=4",
      "topology=torus:4x4 router.vcs=2 workload.group=2x2 workload.base=unicast,binomial,unicast",
      "topology=mesh:4x2@2 workload.group=2x1 workload.from=0-7 workload.to=0-15",
      "topology=mesh:6x4 workload.group=2x2 workload.from=0-23 workload.to=0,5,9,23"};
  for (size_t i = 0; i < sizeof kCases / sizeof kCases[0]; i++) {
    char text[MORE];
    (void)snprintf(text, sizeof text, "%s workload.scheme=hnc", kCases[i]);
    const workload_result_t after = run(text);
    (void)snprintf(text, sizeof text, "%s workload.scheme=hnc workload.steps=beside", kCases[i]);
    sim_t s = create(text);
    const workload_result_t r = finish(&s, text);
    assert_int_equal(workload_steps(s.workload), 3);
    workload_step_t first;
    workload_step(s.workload, 0, &first);
    assert_string_equal(first.name, "intra and unicast");
    assert_int_equal(r.packets, after.packets);
    assert_true(r.completion < after.completion);
    sim_free(&s);
  }
}

// Every scheme on every topology, one flit and several, by both multicasts.
static void test_all(void **state) {
  (void)state;
  static const struct {
    const char *topology;
    unsigned vcs;
    const char *groups;  // of two levels
  } kTopologies[] = {{"mesh:4x4", 1, "4x2,2x1"},       {"mesh:6x4", 1, "6x2,2x2"},
                     {"mesh:4x4x2", 1, "4x2x2,2x2x1"}, {"ring:8", 2, "4,2"},
                     {"torus:4x4", 2, "4x2,2x2"},      {"mesh:4x2@2", 1, "4x1,2x1"}};
  static const struct {
    const char *scheme;
    unsigned steps;
  } kSchemes[] = {{"hnc", 4}, {"hnc-recursive", 7}, {"hierarchy", 3}, {"combining", 3}};
  static const char *const kLengths[] = {
      "workload.message_flits=1", "workload.message_flits=5 workload.base=binomial",
      "workload.message_flits=16 router.switching=cut-through router.depth=16"};
  for (size_t t = 0; t < sizeof kTopologies / sizeof kTopologies[0]; t++) {
    for (size_t k = 0; k < sizeof kSchemes / sizeof kSchemes[0]; k++) {
      for (size_t l = 0; l < sizeof kLengths / sizeof kLengths[0]; l++) {
        char text[SETTINGS];
        const bool recursive = kSchemes[k].steps > 4;
        if (recursive && kTopologies[t].vcs > 1) {
          continue;  // more VCs than there are
        }
        (void)snprintf(text, sizeof text,
                       "topology=%s workload.scheme=%s %s router.flit_bits=128%s%s",
                       kTopologies[t].topology, kSchemes[k].scheme, kLengths[l],
                       recursive ? " workload.group=" : "", recursive ? kTopologies[t].groups : "");
        run_both(text, kTopologies[t].vcs, kSchemes[k].steps);
      }
    }
  }
}

// From one node to all, and from some.
static void test_sources(void **state) {
  (void)state;
  static const char *const kFrom[] = {"5", "0,15", "0-3", "1,6,7,9,12", "0-14"};
  static const char *const kSchemes[] = {"hnc", "hierarchy", "combining"};
  for (size_t i = 0; i < sizeof kFrom / sizeof kFrom[0]; i++) {
    for (size_t k = 0; k < sizeof kSchemes / sizeof kSchemes[0]; k++) {
      char text[SETTINGS];
      (void)snprintf(text, sizeof text,
                     "topology=mesh:4x4 workload.scheme=%s workload.from=%s workload.to=0-15 "
                     "workload.message_flits=3 workload.group=2x2",
                     kSchemes[k], kFrom[i]);
      run_both(text, 1, 4);
    }
  }
}

// To some of the nodes, by boxes and by lists of nodes.
static void test_destinations(void **state) {
  (void)state;
  static const char *const kCases[] = {
      "workload.collective=broadcast workload.scheme=hierarchy workload.from=5",
      "workload.collective=multicast workload.scheme=hierarchy workload.from=5 workload.to=0-4,9",
      "workload.scheme=hnc workload.to=2-9 workload.from=0-15",
      "workload.scheme=hnc workload.to=0,3,7,12 workload.from=1-6,12 workload.base=binomial",
      "workload.scheme=combining workload.to=1-14 workload.from=0,15",
      "workload.scheme=hnc workload.group=0-3,8,15,10,11;4-7,9,12-14 workload.intermediate=corner",
      "workload.scheme=hierarchy workload.group=0-3,8,15,10,11;4-7,9,12-14"};
  for (size_t i = 0; i < sizeof kCases / sizeof kCases[0]; i++) {
    char text[SETTINGS];
    (void)snprintf(text, sizeof text, "topology=mesh:4x4 workload.message_flits=3 %s%s", kCases[i],
                   strchr(kCases[i], ';') != NULL ? "" : " workload.group=2x2");
    run_both(text, 1, 4);
  }
  run_both("topology=fattree:k=2,n=3 workload.scheme=hnc workload.message_flits=2 workload.group=4",
           1, 4);
  run_both(
      "topology=dragonfly:p=2,a=4,h=2 workload.scheme=hnc workload.group=8 "
      "router.flit_bits=128",
      4, 4);
}

// --- rules ---------------------------------------------------------------------------------------

// If steps overlap, every packet is on the virtual network of its step.
static void test_networks(void **state) {
  (void)state;
  sim_t s = create(
      "topology=mesh:4x4 workload.scheme=hnc workload.message_flits=2 router.vcs=8 "
      "router.networks=4 workload.steps=overlapped");
  unsigned packets[4] = {0};
  while (!workload_done(s.workload)) {
    assert_true(sim_step(&s));
    for (uint32_t node = 0; node < 16; node++) {
      if ((network_entering_mask(s.network)[0] >> node & 1u) == 0) {
        continue;
      }
      uint32_t slot = 0;
      const interface_fields_t *f = network_interface_pins(s.network, node, &slot);
      const flight_t *flight =
          flights_find(&s.workload->flights, node, network_entering_message(s.network, node));
      assert_non_null(flight);
      const unsigned step = s.input.plan->step[flight->operation];
      assert_int_equal(f->out_vc[slot] / 2, step);
      packets[step]++;
    }
  }
  for (unsigned k = 0; k < 4; k++) {
    workload_step_t step;
    workload_step(s.workload, k, &step);
    assert_int_equal(packets[k], step.packets);
  }
  sim_free(&s);
}

// A host opens, loads or asks for both operands before the exclusive or that waits for them; each
// slot once, and all.
static void check_commands(const char *settings) {
  sim_t s = create(settings);
  const coder_t *c = s.workload->carrier[CARRIER_CODED];
  const plan_t *p = s.input.plan;
  const plan_data_t *data = p->coding->data;
  bool *given = calloc((size_t)p->coding->slots * p->nodes, sizeof *given);
  assert_non_null(given);
  for (uint32_t i = 0; i < c->first[p->nodes]; i++) {
    const uint32_t op = c->command[i];
    const plan_op_t *o = &p->op[op];
    bool *of_node = &given[(size_t)o->node * p->coding->slots];
    assert_in_range(i, c->first[o->node], c->first[o->node + 1] - 1);
    assert_true(data[op].slot > 0 && !of_node[data[op].slot]);
    if (o->kind == PLAN_XOR) {
      assert_true(of_node[data[o->peer].slot]);
      assert_true(data[o->source].slot == data[op].slot || of_node[data[o->source].slot]);
    }
    of_node[data[op].slot] = true;
  }
  for (uint32_t i = 0; i < p->ops; i++) {
    assert_true(data[i].slot == 0 ||
                given[(size_t)p->op[i].node * p->coding->slots + data[i].slot]);
  }
  free(given);
  sim_free(&s);
}

static void test_commands(void **state) {
  (void)state;
  check_commands("topology=mesh:6x4 workload.scheme=hnc");
  check_commands("topology=mesh:4x4 workload.scheme=hnc workload.base=binomial");
  check_commands(
      "topology=mesh:4x4 workload.scheme=hnc router.networks=4 workload.steps=overlapped");
  check_commands("topology=mesh:8x4 workload.scheme=hnc-recursive workload.group=4x4,2x2");
}

// --- time ----------------------------------------------------------------------------------------

// Two groups of two, side by side, nothing in the way of anything: what the packets' closed forms
// and the units' times add up to.
static void check_idle(unsigned flits, unsigned overhead, const char *more) {
  char text[SETTINGS];
  (void)snprintf(text, sizeof text,
                 "topology=mesh:2x2 workload.scheme=hnc workload.group=2x1 "
                 "workload.intermediate=corner workload.message_flits=%u coding.overhead=%u "
                 "router.depth=16 %s",
                 flits, overhead, more);
  sim_t s = create(text);
  const workload_result_t r = finish(&s, text);
  const uint64_t sent = sim_closed_form(&s, flits, 1);
  const uint64_t made = overhead + 2 + (flits - 1);  // after the second operand
  // An operand of the host's own is loaded, one flit a cycle from cycle 1 on; meanwhile no packet
  // can be stored.
  const uint64_t first_flit = sent - flits;
  const uint64_t loaded = flits + 1;
  const uint64_t held = loaded > first_flit ? loaded - first_flit : 0;
  const uint64_t expected =
      3 * sent + held + 2 * made + (s.scenario->steps == STEPS_SEQUENTIAL ? sent : 0);
  if (r.completion != expected) {
    fail_msg("%s: %llu cycles, expected %llu", text, (unsigned long long)r.completion,
             (unsigned long long)expected);
  }
  sim_free(&s);
}

static void test_idle(void **state) {
  (void)state;
  static const unsigned kOverheads[] = {0, 1, 2, 35, 64};
  for (size_t i = 0; i < sizeof kOverheads / sizeof kOverheads[0]; i++) {
    for (unsigned flits = 1; flits <= 64; flits += 7) {
      check_idle(flits, kOverheads[i], flits > 16 ? "" : "router.switching=cut-through");
    }
    check_idle(1, kOverheads[i], "workload.steps=overlapped router.networks=4");
    check_idle(1, kOverheads[i], "router.pipeline=2");
    check_idle(1, kOverheads[i], "workload.steps=beside");
  }
}

// The same result whatever is checked or printed, and again.
static void test_repeats(void **state) {
  (void)state;
  static const char kSettings[] =
      "topology=mesh:4x4 workload.scheme=hnc workload.message_flits=4 workload.steps=overlapped "
      "router.networks=4";
  sim_t first = create(kSettings);
  sim_t second = create(kSettings);
  (void)finish(&first, kSettings);
  (void)finish(&second, kSettings);
  assert_int_equal(sim_digest(&first), sim_digest(&second));
  sim_free(&first);
  sim_free(&second);
}

// --- deadlock ------------------------------------------------------------------------------------

// Overlapped steps on networks with next to no buffers, long messages and many sources: all arrive.
static void test_stress(void **state) {
  (void)state;
  static const char *const kCases[] = {
      "topology=mesh:4x4 router.vcs=4 router.networks=4 router.depth=1 workload.message_flits=16",
      "topology=mesh:6x4 router.vcs=4 router.networks=4 router.depth=2 workload.base=binomial "
      "workload.message_flits=9 coding.overhead=64",
      "topology=torus:4x4 router.vcs=8 router.networks=4 router.depth=1 workload.message_flits=16 "
      "workload.base=binomial",
      "topology=torus:4x6 router.vcs=8 router.networks=4 router.depth=1 workload.message_flits=7 "
      "workload.intermediate=corner coding.overhead=9",
      "topology=mesh:4x4@2 router.vcs=4 router.networks=4 router.depth=1 workload.message_flits=5 "
      "router.flit_bits=128"};
  for (size_t i = 0; i < sizeof kCases / sizeof kCases[0]; i++) {
    char text[SETTINGS];
    (void)snprintf(text, sizeof text, "%s workload.scheme=hnc workload.steps=overlapped",
                   kCases[i]);
    (void)run(text);
  }
}

// A host that does not look at what it gets for a while: units wait, and lose nothing.
static void test_held(void **state) {
  (void)state;
  sim_t s = create("topology=mesh:4x4 workload.scheme=hnc workload.message_flits=3");
  for (bool ok = true; !workload_done(s.workload) && network_cycle(s.network) < LIMIT;) {
    for (uint32_t node = 0; node < 16; node++) {
      // Packets and results apart.
      const uint64_t phase = network_cycle(s.network) * 7 + node;
      const uint32_t results = phase % 3 < 2 ? NETWORK_RESULTS : 0;
      network_host_takes(s.network, node, (phase % 5 < 2 ? NETWORK_RESULTS - 1 : 0) | results);
    }
    ok = sim_step(&s);
    if (!ok) {
      fail_msg("%s", s.error.text);
    }
  }
  assert_true(workload_verify(s.workload, &s.error));
  sim_free(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_all),      cmocka_unit_test(test_beside),
      cmocka_unit_test(test_sources),  cmocka_unit_test(test_destinations),
      cmocka_unit_test(test_networks), cmocka_unit_test(test_commands),
      cmocka_unit_test(test_idle),     cmocka_unit_test(test_repeats),
      cmocka_unit_test(test_stress),   cmocka_unit_test(test_held),
  };
  return cmocka_run_group_tests_name("coded", tests, NULL, NULL);
}
