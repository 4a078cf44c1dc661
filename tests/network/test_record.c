// test_record -- the fast compiled copies of the golden models, which record nothing, have the same
// registers in every cycle as the recording copy that the lockstep compares with the RTL.
//
// This test is needed because a slip in a fast copy could change the simulator and never be
// compared.

#include <stdlib.h>
#include <string.h>

#include "network/harness.h"
#include "network/ref.h"

// A bank with both copies on the same inputs; the fast one drives the network.
typedef struct {
  bank_t bank;
  ref_t *fast, *recording;
  void *out[64];  // OUT arrays of the recording copy
  size_t n_out;
  uint32_t *words[2];
} both_t;

static void both_reset(bank_t *b) {
  both_t *both = (both_t *)b;
  ref_reset(both->fast);
  ref_reset(both->recording);
}

static bool both_step(bank_t *b, uint64_t cycle) {
  both_t *both = (both_t *)b;
  ref_step(both->fast);
  ref_step(both->recording);
  for (uint32_t m = 0; m < b->config.members; m++) {
    ref_state(both->fast, m, both->words[0]);
    ref_state(both->recording, m, both->words[1]);
    const size_t from = b->layout.wire_words;  // the fast copy has no wires
    if (memcmp(both->words[0] + from, both->words[1] + from,
               (b->layout.state_words - from) * sizeof(uint32_t)) != 0) {
      fail_msg("cycle %llu: member %u differs", (unsigned long long)cycle, m);
    }
    b->comparisons++;
  }
  return true;
}

static uint32_t both_inside(bank_t *b, uint32_t m) {
  return ref_flits_inside(((both_t *)b)->fast, m);
}
static uint32_t both_credits(bank_t *b, uint32_t m, unsigned port, unsigned vc) {
  return ref_credits(((both_t *)b)->fast, m, port, vc);
}
static uint32_t both_occupied(bank_t *b, uint32_t m, unsigned port, unsigned vc) {
  return ref_occupied(((both_t *)b)->fast, m, port, vc);
}

static void both_state(bank_t *b, uint32_t m, bool rtl, uint32_t *words) {
  (void)rtl;
  ref_state(((both_t *)b)->fast, m, words);
}

static void both_free(bank_t *b) {
  both_t *both = (both_t *)b;
  ref_free(both->fast);
  ref_free(both->recording);
  for (size_t i = 0; i < both->n_out; i++) {
    free(both->out[i]);
  }
  free(both->words[0]);
  free(both->words[1]);
  free(both);
}

static const bank_ops_t kOps = {
    .name = "both", .reset = both_reset, .step = both_step, .state = both_state, .free = both_free};

static void *own_out(both_t *both, size_t size) {
  void *array = calloc(1, size);
  assert_non_null(array);
  assert_true(both->n_out < sizeof both->out / sizeof *both->out);
  both->out[both->n_out++] = array;
  return array;
}

static bank_t *both_create(const char *kind, const bank_config_t *config, void *context,
                           noc_error_t *error) {
  (void)kind;
  (void)context;
  both_t *both = calloc(1, sizeof *both);
  assert_non_null(both);
  both->bank.ops = &kOps;
  both->bank.config = *config;
  bank_config_t copy = *config;
  const noc_shape_t *s = config->shape;
#define SKIP(name, type, bits, by, radix, meaning)
#define IN   SKIP
#define WIRE SKIP
#define REG  SKIP
#define OUT(name, type, bits, by, radix, meaning) \
  copy.router.name = own_out(both, (size_t)config->members * DIMENSIONS_COUNT(by) * sizeof(type));
  if (config->component == COMPONENT_ROUTER) {
#include "shape/router_state.def"
    bundle_router(s, &both->bank.layout);
  }
#undef OUT
#define OUT(name, type, bits, by, radix, meaning) \
  copy.interface.name =                           \
      own_out(both, (size_t)config->members * DIMENSIONS_COUNT(by) * sizeof(type));
  if (config->component == COMPONENT_INTERFACE) {
#include "shape/network_interface_state.def"
    bundle_interface(s, &both->bank.layout);
  }
#undef IN
#undef WIRE
#undef REG
#undef OUT
  both->fast = ref_create(config, false, error);
  both->recording = ref_create(&copy, true, error);
  both->words[0] = calloc(both->bank.layout.state_words, sizeof(uint32_t));
  both->words[1] = calloc(both->bank.layout.state_words, sizeof(uint32_t));
  assert_true(both->fast != NULL && both->recording != NULL && both->words[0] != NULL &&
              both->words[1] != NULL);
  both->bank.has_ref = true;
  both->bank.flits_inside = both_inside;
  both->bank.credits = both_credits;
  both->bank.occupied = both_occupied;
  return &both->bank;
}

static void check(const char *settings) {
  sim_t s = sim_create_with(settings, both_create, NULL, NULL, NULL, 0);
  for (int cycle = 0; cycle < 4000; cycle++) {
    assert_true(sim_step(&s));
  }
  assert_true(network_bank(s.network, 0)->comparisons > 0);
  sim_free(&s);
}

// Wires are 0 where they are not recorded, whatever was in the words before.
static void test_no_wires(void **state) {
  (void)state;
  enum { OLD = 0xa5 };
  sim_t s = sim_create("topology=mesh:2x2 workload.traffic=uniform workload.load=0.5");
  for (int cycle = 0; cycle < 50; cycle++) {
    assert_true(sim_step(&s));
  }
  for (size_t i = 0; i < network_banks(s.network); i++) {
    bank_t *b = network_bank(s.network, i);
    const bundle_layout_t *l = &b->layout;
    uint32_t *words = malloc(l->state_words * sizeof *words);
    assert_non_null(words);
    memset(words, OLD, l->state_words * sizeof *words);
    b->ops->state(b, 0, false, words);
    assert_true(l->wire_words > 0);
    for (uint32_t w = 0; w < l->wire_words; w++) {
      assert_int_equal(words[w], 0);
    }
    free(words);
  }
  sim_free(&s);
}

// One for each compiled copy: five ports and four VCs; one word a payload, both pipelines; any.
static void test_common_shape(void **state) {
  (void)state;
  check("topology=mesh:4x4 workload.traffic=uniform workload.load=0.4");
  check("topology=mesh:5x3 workload.traffic=uniform workload.load=1");
}

static void test_one_word(void **state) {
  (void)state;
  check(
      "topology=mesh:3x3x2 router.vcs=3 router.depth=3 workload.traffic=uniform "
      "workload.load=0.7 router.networks=3");
  check("topology=mesh:4x4 router.pipeline=2 workload.traffic=uniform workload.load=0.4");
  check(
      "topology=mesh:4x4 router.switching=cut-through workload.traffic=uniform "
      "workload.load=0.6");
}

static void test_any_shape(void **state) {
  (void)state;
  check(
      "topology=mesh:2x2x2x2@3 router.vcs=16 router.depth=2 router.flit_bits=256 "
      "workload.traffic=uniform workload.load=0.8");
  // Routes that come a cycle late.
  check(
      "topology=fattree:k=2,n=3 router.vcs=2 router.sync_read=true router.adaptive=true "
      "router.allocation=speculative workload.traffic=uniform workload.load=0.5");
  check(
      "topology=fattree:k=2,n=3 router.vcs=2 router.sync_read=true router.lookahead=true "
      "router.allocation=speculative workload.traffic=uniform workload.load=0.5");
  check(
      "topology=mesh:9 router.vcs=1 router.depth=1 router.flit_bits=128 router.pipeline=2 "
      "workload.traffic=uniform workload.load=0.5 workload.packet_flits=1");
}

// Interfaces with an XOR unit, and hosts that hold back now and then.
static void check_coded(const char *settings) {
  sim_t s = sim_create_with(settings, both_create, NULL, NULL, NULL, 0);
  for (unsigned cycle = 0; cycle < 3000; cycle++) {
    for (uint32_t node = 0; node < s.scenario->topology->nodes; node++) {
      network_host_takes(s.network, node, (cycle / 16 * 7 + node) % 3 != 0 ? UINT32_MAX : 0);
    }
    assert_true(sim_step(&s));
    if (!network_check_conservation(s.network, &s.error)) {
      fail_msg("%s", s.error.text);
    }
  }
  const network_counts_t *c = network_counts(s.network);
  assert_true(c->stored > 0 && c->decoded > 0 && c->commands > 0);
  assert_true(c->accepted + c->decoded == c->taken + c->stored);
  sim_free(&s);
}

static void test_coded(void **state) {
  (void)state;
  check_coded(
      "topology=mesh:4x4 router.vcs=4 router.flit_bits=128 workload.collective=allgather "
      "workload.scheme=hnc");
  check_coded(
      "topology=torus:4x4 router.vcs=8 router.flit_bits=128 router.switching=cut-through "
      "router.depth=8 workload.collective=allgather workload.scheme=hnc "
      "workload.message_flits=5 coding.overhead=7");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_no_wires), cmocka_unit_test(test_common_shape),
      cmocka_unit_test(test_one_word), cmocka_unit_test(test_any_shape),
      cmocka_unit_test(test_coded),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
