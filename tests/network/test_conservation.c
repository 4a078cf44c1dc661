// Conservation of flits and credits: holds in every cycle under load, and is seen to fail when a
// credit or a flit is taken away or added.

#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "router/ref.h"

static void check_holds(const char *settings) {
  sim_t s = sim_create(settings);
  if (!sim_run(&s, 1, 20000)) {
    fail_msg("%s: %s", settings, s.error.text);
  }
  sim_free(&s);
}

static void test_holds_under_load(void **state) {
  (void)state;
  check_holds("topology=mesh:4x4 workload.traffic=uniform workload.load=0.6 run.cycles=500");
  check_holds("topology=mesh:4x4 workload.traffic=uniform workload.load=0.6 run.cycles=500 "
              "router.pipeline=2 router.depth=3 router.vcs=2");
  check_holds("topology=mesh:3x2@2 workload.traffic=uniform workload.load=0.4 run.cycles=500 "
              "router.link_latency=5");
  check_holds("topology=mesh:3x3 workload.traffic=uniform workload.load=0.5 run.cycles=500 "
              "router.switching=cut-through router.networks=2 router.flit_bits=128");
}

// Waits for a pin of the middle router to steal, or for one free to forge, and expects the sentence.
static void check_fault(const char *sentence, bool credit, bool steal) {
  sim_t s = sim_create("topology=mesh:3x3 workload.traffic=uniform workload.load=0.5");
  uint32_t slot = 0;
  const router_fields_t *pins = network_router_pins(s.network, 4, &slot);
  uint16_t *mask = credit ? &pins->credit_in_valid[slot] : &pins->in_valid[slot];
  for (unsigned i = 0; i < 50 || (steal ? *mask == 0 : (*mask & 2u) != 0); i++) {
    assert_true(sim_cycle(&s));
    assert_true(network_cycle(s.network) < 1000);
  }
  assert_true(network_check_conservation(s.network, &s.error));
  if (steal) {
    *mask &= (uint16_t)(*mask - 1);
  } else {
    *mask |= 2u;
  }
  assert_false(network_check_conservation(s.network, &s.error));
  assert_int_equal(s.error.status, NOC_CHECK_FAILED);
  assert_non_null(strstr(s.error.text, sentence));
  sim_free(&s);
}

static void test_stolen_and_forged(void **state) {
  (void)state;
  check_fault("are not the depth", true, true);
  check_fault("are not the depth", true, false);
  check_fault("flits went in", false, true);
  check_fault("flits went in", false, false);
}

// A golden bank whose registers the test can reach.
typedef struct {
  bank_t bank;
  ref_t *ref;
} open_bank_t;

static ref_t *opened;  // the routers' models of the bank made last

static void open_reset(bank_t *b) {
  ref_reset(((open_bank_t *)b)->ref);
}

static bool open_step(bank_t *b, uint64_t cycle) {
  (void)cycle;
  ref_step(((open_bank_t *)b)->ref);
  return true;
}

static void open_state(bank_t *b, uint32_t member, bool rtl, uint32_t *words) {
  (void)rtl;
  ref_state(((open_bank_t *)b)->ref, member, words);
}

static void open_free(bank_t *b) {
  ref_free(((open_bank_t *)b)->ref);
  free(b);
}

static uint32_t open_inside(bank_t *b, uint32_t member) {
  return ref_flits_inside(((open_bank_t *)b)->ref, member);
}

static uint32_t open_credits(bank_t *b, uint32_t member, unsigned port, unsigned vc) {
  return ref_credits(((open_bank_t *)b)->ref, member, port, vc);
}

static uint32_t open_occupied(bank_t *b, uint32_t member, unsigned port, unsigned vc) {
  return ref_occupied(((open_bank_t *)b)->ref, member, port, vc);
}

static bank_t *open_factory(const char *kind, const bank_config_t *config, void *context,
                            noc_error_t *error) {
  static const bank_ops_t kOps = {
      .name = "ref", .reset = open_reset, .step = open_step, .state = open_state, .free = open_free};
  (void)kind;
  (void)context;
  open_bank_t *b = calloc(1, sizeof *b);
  assert_non_null(b);
  b->bank = (bank_t){.ops = &kOps,
                     .config = *config,
                     .has_ref = true,
                     .flits_inside = open_inside,
                     .credits = open_credits,
                     .occupied = open_occupied};
  (config->component == COMPONENT_ROUTER ? bundle_router : bundle_interface)(config->shape,
                                                                            &b->bank.layout);
  b->ref = ref_create(config, false, error);
  opened = config->component == COMPONENT_ROUTER ? b->ref : opened;
  return &b->bank;
}

static void test_stolen_register(void **state) {
  (void)state;
  sim_t s = sim_create_with("topology=mesh:3x3 workload.traffic=uniform workload.load=0.3",
                            open_factory, NULL, NULL, NULL, 0);
  for (unsigned i = 0; i < 100; i++) {
    assert_true(sim_cycle(&s));
  }
  assert_true(network_check_conservation(s.network, &s.error));
  const noc_shape_t *shape = network_shape(s.network);
  uint16_t *credit = &ref_router_fields(opened)->out_credit[(4 * shape->ports + 2) * shape->vcs + 1];
  (*credit)--;
  assert_false(network_check_conservation(s.network, &s.error));
  assert_non_null(strstr(s.error.text, "router 1,1 port 2 VC 1"));
  (*credit)++;
  assert_true(network_check_conservation(s.network, &s.error));
  sim_free(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_holds_under_load),
      cmocka_unit_test(test_stolen_and_forged),
      cmocka_unit_test(test_stolen_register),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
