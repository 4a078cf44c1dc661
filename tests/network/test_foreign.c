// Foreign routers in nocstep's network, with models in C: whole networks of them deliver what is
// sent by every way back, and every rule fires where a fault is planted.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fake_router.h"
#include "foreign/bank_foreign.h"
#include "harness.h"

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

static void test_among_golden(void **state) {
  (void)state;
  static const uint32_t kPlaces[] = {4, 5, 0};
  runs(MESH "router.vcs=1", &kCombinational, kPlaces, 1);
  runs(MESH "router.vcs=2", &kCredit, kPlaces, 3);
  runs(MESH "router.vcs=1", &kOff, kPlaces, 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_whole_networks),
      cmocka_unit_test(test_among_golden),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
