// Conservation of flits and credits: holds in every cycle under load, and is seen to fail when a
// credit or a flit is taken away or added.

#include <string.h>

#include "harness.h"

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
  check_holds(
      "topology=mesh:4x4 workload.traffic=uniform workload.load=0.6 run.cycles=500 "
      "router.pipeline=2 router.depth=3 router.vcs=2");
  check_holds(
      "topology=mesh:3x2@2 workload.traffic=uniform workload.load=0.4 run.cycles=500 "
      "router.link_latency=5");
  check_holds(
      "topology=mesh:3x3 workload.traffic=uniform workload.load=0.5 run.cycles=500 "
      "router.switching=cut-through router.networks=2 router.flit_bits=128");
}

// Waits for a pin of the middle router to steal, or for one free to forge, and expects the
// sentence.
static void check_fault(const char *sentence, bool credit, bool steal) {
  sim_t s = sim_create("topology=mesh:3x3 workload.traffic=uniform workload.load=0.5");
  uint32_t slot = 0;
  const router_fields_t *pins = network_router_pins(s.network, 4, &slot);
  uint16_t *mask = credit ? &pins->credit_in_valid[slot] : &pins->in_valid[slot];
  for (unsigned i = 0; i < 50 || (steal ? *mask == 0 : (*mask & 2u) != 0); i++) {
    assert_true(sim_step(&s));
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

// Where routers copy packets: in every cycle, a flit taken away from a link or added to it, and a
// router that makes a copy less than it should.
static const char kCopies[] =
    "topology=mesh:4x3 router.switching=cut-through router.depth=10 workload.collective=allgather "
    "workload.scheme=tree-worm workload.message_flits=7";

static int64_t (*true_copied)(bank_t *b, uint32_t member);
static int64_t unmade;

static int64_t copied_less(bank_t *b, uint32_t member) {
  return true_copied(b, member) - (member == 5 ? unmade : 0);
}

static bank_t *copying_factory(const char *kind, const bank_config_t *config, void *context,
                               noc_error_t *error) {
  bank_t *b = bank_factory_ref(kind, config, context, error);
  if (b != NULL && config->component == COMPONENT_ROUTER) {
    true_copied = b->copied;
    b->copied = copied_less;
  }
  return b;
}

static void expect_copies(sim_t *s) {
  assert_false(network_check_conservation(s->network, &s->error));
  assert_non_null(strstr(s->error.text, "flits went into the routers, which were to make"));
}

static void test_copies(void **state) {
  (void)state;
  check_holds(kCopies);
  check_holds(
      "topology=octagon:8 router.switching=cut-through router.depth=20 router.pipeline=2 "
      "router.vcs=3 router.link_latency=3 workload.collective=allgather workload.scheme=path-worm "
      "workload.message_flits=5");
  sim_t s = sim_create_with(kCopies, copying_factory, NULL, NULL, NULL, 0);
  uint32_t slot = 0;
  const router_fields_t *pins = network_router_pins(s.network, 5, &slot);
  unmade = 0;
  while (network_cycle(s.network) < 40 || pins->in_valid[slot] == 0) {
    assert_true(sim_step(&s));
    assert_true(network_cycle(s.network) < 1000);
  }
  const uint16_t valid = pins->in_valid[slot];
  assert_true(network_check_conservation(s.network, &s.error));
  pins->in_valid[slot] = valid & (uint16_t)(valid - 1);
  expect_copies(&s);
  pins->in_valid[slot] = valid;
  unmade = 1;
  expect_copies(&s);
  unmade = -1;
  expect_copies(&s);
  sim_free(&s);
}

// A golden bank of routers that has lost a credit of router 4, output port 2, VC 1.
static uint32_t (*true_credits)(bank_t *b, uint32_t member, unsigned port, unsigned vc);
static uint32_t lost;

static uint32_t credits_less(bank_t *b, uint32_t member, unsigned port, unsigned vc) {
  uint32_t credits = true_credits(b, member, port, vc);
  return member == 4 && port == 2 && vc == 1 ? credits - lost : credits;
}

static bank_t *losing_factory(const char *kind, const bank_config_t *config, void *context,
                              noc_error_t *error) {
  (void)kind;
  (void)context;
  bank_t *b = bank_ref_create(config, error);
  assert_non_null(b);
  if (config->component == COMPONENT_ROUTER) {
    true_credits = b->credits;
    b->credits = credits_less;
  }
  return b;
}

static void test_stolen_register(void **state) {
  (void)state;
  lost = 0;
  sim_t s = sim_create_with("topology=mesh:3x3 workload.traffic=uniform workload.load=0.3",
                            losing_factory, NULL, NULL, NULL, 0);
  for (unsigned i = 0; i < 100; i++) {
    assert_true(sim_step(&s));
  }
  assert_true(network_check_conservation(s.network, &s.error));
  lost = 1;
  assert_false(network_check_conservation(s.network, &s.error));
  assert_non_null(strstr(s.error.text, "router 1,1 port 2 VC 1"));
  lost = UINT32_MAX;  // one too many
  assert_false(network_check_conservation(s.network, &s.error));
  sim_free(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_holds_under_load),
      cmocka_unit_test(test_stolen_and_forged),
      cmocka_unit_test(test_copies),
      cmocka_unit_test(test_stolen_register),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
