// Foreign routers in nocstep's network, with models in C: whole networks of them deliver what is
// sent by every way back, and every rule fires where a fault is planted.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fake_router.h"
#include "foreign/bank_foreign.h"
#include "harness.h"
#include "lockstep/factory.h"

static bank_t *factory(const char *kind, const bank_config_t *config, void *context,
                       noc_error_t *error) {
  if (strcmp(kind, "ref") == 0 && config->component == COMPONENT_ROUTER &&
      config->members == config->topology->routers) {
    kind = "dut";
  }
  return strcmp(kind, "dut") == 0 && config->component == COMPONENT_ROUTER
             ? bank_foreign_create(config, context, error)
             : bank_ref_create(config, error);
}

typedef struct {
  sim_t sim;
  scenario_t *scenario;  // whose topology and routing the fakes have
  foreign_t *map;
  foreign_context_t context;
} network_of_fakes_t;

static void open_network(network_of_fakes_t *n, const char *settings, const fake_t *fake,
                         const uint32_t *places, size_t count) {
  noc_error_t error = {0};
  *n = (network_of_fakes_t){.map = NULL};
  scenario_t *s = sim_scenario(settings, &error);
  n->scenario = s;
  if (s == NULL) {
    fail_msg("%s", error.text);
    return;
  }
  n->map = fake_create(fake, s->topology);
  n->context = (foreign_context_t){.map = n->map, .routing = s->route};
  n->sim = sim_create_with(settings, factory, &n->context, "dut", places, count);
}

static void close_network(network_of_fakes_t *n) {
  sim_free(&n->sim);
  fake_free(n->map);
  scenario_free(n->scenario);
}

static void runs(const char *settings, const fake_t *fake, const uint32_t *places, size_t count) {
  network_of_fakes_t n;
  open_network(&n, settings, fake, places, count);
  if (!sim_run(&n.sim, 1, 100000)) {
    network_explain_rule(n.sim.network, stderr);
    (void)network_print_wait_chain(n.sim.network, stderr);
    fail_msg("%s: %s", settings, n.sim.error.text);
  }
  workload_result_t w;
  workload_result(n.sim.workload, &w);
  assert_true(w.packets_delivered > 100);
  close_network(&n);
}

static const fake_t kReady = {
    .back = RETURN_READY, .one_line = true, .vcs = 1, .depth = 2, .payload_bits = 64};
static const fake_t kCombinational = {.back = RETURN_READY,
                                      .combinational = true,
                                      .one_line = true,
                                      .vcs = 1,
                                      .depth = 1,
                                      .headers = 1,
                                      .payload_bits = 64};
static const fake_t kReadyVcs = {
    .back = RETURN_READY, .vc_code = VC_VALID, .vcs = 2, .depth = 2, .payload_bits = 64};
static const fake_t kCredit = {.back = RETURN_CREDIT,
                               .vc_code = VC_INDEX,
                               .vcs = 2,
                               .depth = 4,
                               .payload_bits = 64,
                               .kind = true};
static const fake_t kCoded = {.back = RETURN_CREDIT,
                              .coded_credit = true,
                              .vc_code = VC_ONE_HOT,
                              .vcs = 2,
                              .depth = 3,
                              .payload_bits = 128,
                              .headers = 2};
static const fake_t kOn = {
    .back = RETURN_ON, .vc_code = VC_INDEX, .vcs = 2, .depth = 3, .payload_bits = 64};
static const fake_t kOff = {.back = RETURN_OFF,
                            .one_line = true,
                            .vcs = 1,
                            .depth = 2,
                            .payload_bits = 64,
                            .mark_tail_only = true};

#define MESH                                                                                \
  "topology=mesh:3x3 workload.traffic=uniform workload.load=0.3 workload.packet_flits=1-5 " \
  "run.cycles=600 "

#define FULL "workload.load=0.9 host.accept=0.3 "

static void test_whole_networks(void **state) {
  (void)state;
  runs(MESH "router.vcs=1", &kReady, NULL, 0);
  runs(MESH "router.vcs=1", &kCombinational, NULL, 0);
  runs(MESH "router.vcs=2", &kReadyVcs, NULL, 0);
  runs(MESH "router.vcs=2 router.networks=2", &kCredit, NULL, 0);
  runs(MESH "router.vcs=2 router.flit_bits=128", &kCoded, NULL, 0);
  runs(MESH "router.vcs=2", &kOn, NULL, 0);
  runs(MESH "router.vcs=1", &kOff, NULL, 0);
}

// .. and beyond saturation, with hosts that refuse.
static void test_backed_up(void **state) {
  (void)state;
  runs(MESH FULL "router.vcs=1", &kReady, NULL, 0);
  runs(MESH FULL "router.vcs=1", &kCombinational, NULL, 0);
  runs(MESH FULL "router.vcs=2", &kReadyVcs, NULL, 0);
  runs(MESH FULL "router.vcs=2 router.networks=2", &kCredit, NULL, 0);
  runs(MESH FULL "router.vcs=2 router.flit_bits=128", &kCoded, NULL, 0);
  runs(MESH FULL "router.vcs=2", &kOn, NULL, 0);
  runs(MESH FULL "router.vcs=1", &kOff, NULL, 0);
}

static void test_among_golden(void **state) {
  (void)state;
  static const uint32_t kPlaces[] = {4, 5, 0};
  runs(MESH "router.vcs=1", &kCombinational, kPlaces, 1);
  runs(MESH "router.vcs=2", &kCredit, kPlaces, 3);
  runs(MESH "router.vcs=1", &kOff, kPlaces, 2);
}

// A fault, where it is planted, and the rule that has to name it.
typedef struct {
  const char *rule;
  const fake_t *fake;
  const char *settings;
  fake_fault_t fault;
  bool by_other;  // the rule names a router behind the link
} planted_t;

#define SINGLES                                                                            \
  "topology=mesh:3x3 workload.traffic=neighbor workload.load=0.9 workload.packet_flits=1 " \
  "run.cycles=300 "

static const planted_t kPlanted[] = {
    {"settle", &kReady, MESH "router.vcs=1", FAULT_SETTLE, false},
    {"reset", &kReady, MESH "router.vcs=1", FAULT_RESET, false},
    {"reset", &kCredit, MESH "router.vcs=2", FAULT_RESET, false},
    {"reset", &kCredit, MESH "router.vcs=2", FAULT_EARLY_CREDIT, false},
    {"assertion", &kCredit, MESH "router.vcs=2", FAULT_ASSERTION, false},
    {"overflow", &kCredit, MESH "router.vcs=2 " FULL, FAULT_OVERFLOW, false},
    {"overflow", &kCoded, MESH "router.vcs=2 router.flit_bits=128 " FULL, FAULT_OVERFLOW, false},
    {"credit", &kCredit, MESH "router.vcs=2", FAULT_CREDIT, false},
    {"credit", &kCoded, MESH "router.vcs=2 router.flit_bits=128", FAULT_CREDIT, false},
    {"withdrawn", &kReady, MESH "router.vcs=1 " FULL, FAULT_WITHDRAWN, false},
    {"withdrawn", &kReadyVcs, MESH "router.vcs=2 " FULL, FAULT_WITHDRAWN, false},
    {"unstable", &kReady, MESH "router.vcs=1 " FULL, FAULT_UNSTABLE, false},
    {"unstable", &kReadyVcs, MESH "router.vcs=2 " FULL, FAULT_UNSTABLE, false},
    {"off", &kOn, MESH "router.vcs=2 " FULL, FAULT_OFF, false},
    {"off", &kOff, MESH "router.vcs=1 " FULL, FAULT_OFF, false},
    {"vc", &kCredit, MESH "router.vcs=2", FAULT_VC, false},
    {"vc", &kCoded, MESH "router.vcs=2 router.flit_bits=128", FAULT_VC, false},
    {"vc", &kReadyVcs, MESH "router.vcs=2", FAULT_VC, false},
    {"vc", &kCoded, MESH "router.vcs=2 router.flit_bits=128", FAULT_CREDIT_VC, false},
    {"kind", &kCredit, MESH "router.vcs=2", FAULT_KIND, false},
    {"interleaved", &kCredit, MESH "router.vcs=2", FAULT_INTERLEAVED, false},
    {"interleaved", &kReady, MESH "router.vcs=1", FAULT_INTERLEAVED, false},
    {"headless", &kCredit, MESH "router.vcs=2", FAULT_HEADLESS, false},
    {"headless", &kCombinational, MESH "router.vcs=1", FAULT_HEADLESS, false},
    {"length", &kOff, MESH "router.vcs=1", FAULT_LENGTH, false},
    {"length", &kCredit, MESH "router.vcs=2", FAULT_LENGTH, false},
    {"length", &kReady, MESH "router.vcs=1", FAULT_EARLY_TAIL, false},
    {"length", &kCombinational, MESH "router.vcs=1", FAULT_EARLY_TAIL, false},
    {"network", &kCredit, MESH "router.vcs=2 router.networks=2", FAULT_NETWORK, false},
    {"invented", &kReady, MESH "router.vcs=1", FAULT_INVENTED, false},
    {"payload", &kReady, MESH "router.vcs=1", FAULT_PAYLOAD, false},
    {"payload", &kCoded, MESH "router.vcs=2 router.flit_bits=128", FAULT_PAYLOAD, false},
    {"payload", &kCredit, MESH "router.vcs=2", FAULT_HEAD, false},
    {"field", &kReady, MESH "router.vcs=1", FAULT_FIELD, false},
    {"field", &kCombinational, MESH "router.vcs=1", FAULT_FIELD, false},
    {"repeated", &kReady, MESH "router.vcs=1", FAULT_REPEATED, false},
    {"repeated", &kOn, MESH "router.vcs=2", FAULT_REPEATED, false},
    {"repeated", &kReady, MESH "router.vcs=1", FAULT_REPEATED_PACKET, false},
    {"skipped", &kCredit, MESH "router.vcs=2 workload.load=0.9", FAULT_SKIPPED, false},
    {"skipped", &kOn, MESH "router.vcs=2 " FULL, FAULT_SKIPPED, false},
    {"order", &kOn, SINGLES FULL "router.vcs=2", FAULT_ORDER, true},
    {"order", &kCredit, SINGLES FULL "router.vcs=2", FAULT_ORDER, true},
    {"lost", &kReady, MESH "router.vcs=1", FAULT_LOST, false},
    {"lost", &kCredit, MESH "router.vcs=2", FAULT_LOST, false},
    {"closed", &kReady, MESH "router.vcs=1", FAULT_CLOSED, false},
    {"closed", &kReadyVcs, MESH "router.vcs=2", FAULT_CLOSED, false},
    {"closed", &kOn, MESH "router.vcs=2", FAULT_CLOSED, false},
    {"closed", &kOff, MESH "router.vcs=1", FAULT_CLOSED, false},
    {"credits-lost", &kCredit, MESH "router.vcs=2", FAULT_CREDITS_LOST, false},
    {"credits-lost", &kCredit, MESH "router.vcs=2", FAULT_CREDIT_LOST, false},
    {"credits-lost", &kCoded, MESH "router.vcs=2 router.flit_bits=128", FAULT_CREDIT_LOST, false},
};

// The same of packets that go astray: from router 4 to its own node, or from router 0 to nowhere.
static const planted_t kStray = {"misdelivered", &kReady, MESH "router.vcs=1", FAULT_MISDELIVERED,
                                 false};
static const planted_t kNowhere = {"misdelivered", &kCombinational, MESH "router.vcs=1",
                                   FAULT_NOWHERE, false};

static char *told;
static unsigned misnamed;  // faults
static void tell(void *context, const char *lines) {
  (void)context;
  free(told);
  told = strdup(lines);
}

// Plants a fault at a port of a router; alone: all others are golden.
static void plant_among(const planted_t *p, uint32_t router, unsigned port, bool alone) {
  network_of_fakes_t n;
  fake_t fake = *p->fake;
  fake.fault = p->fault;
  fake.router = router;
  fake.port = port;
  fake.countdown = p->fault == FAULT_NOWHERE ? 0 : 20;
  open_network(&n, p->settings, &fake, alone ? &router : NULL, alone);
  n.sim.observer.tell = tell;
  const bool passed = sim_run(&n.sim, 1, 100000);
  const bank_rule_t *rule = network_rule(n.sim.network);
  if (passed || rule == NULL || strcmp(rule->name, p->rule) != 0 || n.sim.result != SIM_RULE) {
    print_message("fault %d at port %u, %s: expected rule %s, found %s (%s)\n", (int)p->fault, port,
                  p->settings, p->rule, rule != NULL ? rule->name : "none", n.sim.error.text);
    close_network(&n);
    misnamed++;
    return;
  }
  const bool of_port =
      p->fault != FAULT_ASSERTION && p->fault != FAULT_SETTLE && p->fault != FAULT_NOWHERE;
  if (!p->by_other && (rule->router != router || (of_port && rule->port != port))) {
    misnamed++;
    print_message("fault %d at port %u, %s: %s\n", (int)p->fault, port, p->settings,
                  n.sim.error.text);
  }
  assert_int_equal(n.sim.error.status,
                   p->fault <= FAULT_EARLY_CREDIT ? NOC_BAD_INPUT : NOC_CHECK_FAILED);
  if (p->fault != FAULT_ASSERTION) {
    sim_expect(told, "flits that moved last from");
  }
  close_network(&n);
}

static void plant_at(const planted_t *p, uint32_t router, unsigned port) {
  plant_among(p, router, port, false);
}

// .. of the middle of the mesh.
static void plant(const planted_t *p, unsigned port) {
  plant_at(p, 4, port);
}

// Every rule fires where its fault is planted, between two routers and at an end.
static void test_rules(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof kPlanted / sizeof kPlanted[0]; i++) {
    if (kPlanted[i].fault != FAULT_ORDER) {
      plant(&kPlanted[i], 1);
    }
    if (kPlanted[i].fault != FAULT_SETTLE) {
      plant(&kPlanted[i], 0);
    }
  }
  plant(&kStray, 0);
  plant_at(&kNowhere, 0, 2);
  plant_among(&kStray, 4, 0, true);
  plant_among(&kStray, 4, 2, true);  // a golden neighbour that is not on the route
  assert_int_equal(misnamed, 0);
  free(told);
  told = NULL;
}

// A program without foreign routers refuses a map.
static void test_refused(void **state) {
  (void)state;
  sim_t s = {.factory = bank_factory};
  s.scenario = sim_scenario(MESH "run.dut=fake.yaml", &s.error);
  assert_non_null(s.scenario);
  assert_true(workload_read(s.scenario, &s.input, &s.error));
  assert_false(sim_build_network(&s));
  assert_int_equal(s.error.status, NOC_BAD_INPUT);
  sim_expect(s.error.text, "run.dut is given to a program that builds no foreign routers");
  sim_free(&s);
}

// Rings without classes of VCs deadlock, and the cycle is shown.
static void test_deadlock(void **state) {
  (void)state;
  network_of_fakes_t n;
  open_network(&n,
               "topology=torus:5x5 workload.traffic=uniform workload.load=0.9 "
               "workload.packet_flits=5 run.cycles=3000 router.vcs=1 "
               "router.allow_deadlock=true",
               &kReady, NULL, 0);
  n.sim.observer.tell = tell;
  assert_false(sim_run(&n.sim, 64, 100000));
  assert_int_equal(n.sim.result, SIM_DEADLOCK);
  sim_expect(told, "the chain closes, the last waits for the first: deadlock");
  sim_expect(told, "would leave by");
  close_network(&n);
}

// A router that sends nothing any more ends the run with a packet that does not come out of it.
static void test_stuck(void **state) {
  (void)state;
  fake_t fake = kCredit;
  network_of_fakes_t n;
  fake.fault = FAULT_STUCK;
  fake.router = 4;
  fake.port = 1;
  fake.countdown = 10;
  open_network(&n, MESH "router.vcs=2", &fake, NULL, 0);
  n.sim.observer.tell = tell;
  assert_false(sim_run(&n.sim, 64, 100000));
  assert_int_equal(n.sim.result, SIM_RULE);
  assert_string_equal(network_rule(n.sim.network)->name, "lost");
  assert_int_equal(network_rule(n.sim.network)->router, 4);
  close_network(&n);
  free(told);
  told = NULL;
}

// A packet that gets too old is found in a foreign router.
static void test_age(void **state) {
  (void)state;
  network_of_fakes_t n;
  open_network(&n, MESH FULL "router.vcs=1 run.max_age=200", &kReady, NULL, 0);
  n.sim.observer.tell = tell;
  assert_false(sim_run(&n.sim, 64, 100000));
  assert_int_equal(n.sim.result, SIM_AGE);
  close_network(&n);
  free(told);
  told = NULL;
}

// A reset in the middle of traffic begins anew.
static void test_reset(void **state) {
  (void)state;
  runs(MESH "router.vcs=2 run.reset=150", &kCredit, NULL, 0);
  runs(MESH "router.vcs=1 run.reset=150", &kOff, NULL, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_whole_networks), cmocka_unit_test(test_backed_up),
      cmocka_unit_test(test_among_golden),   cmocka_unit_test(test_rules),
      cmocka_unit_test(test_refused),        cmocka_unit_test(test_deadlock),
      cmocka_unit_test(test_stuck),          cmocka_unit_test(test_age),
      cmocka_unit_test(test_reset),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
