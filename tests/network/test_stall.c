// A network that stands still: the wait-for chain names who waits for whom, and says of a cycle
// that it is one.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"

// The links between routers lose their credits: everything piles up behind them.
static void test_blocked(void **state) {
  (void)state;
  sim_t s = sim_create(
      "topology=mesh:4 workload.traffic=uniform workload.load=0.3 router.vcs=1 "
      "router.depth=2 run.cycles=100000");
  while (network_cycle(s.network) < workload_last_progress(s.workload) + 500) {
    uint32_t slot = 0;
    assert_true(sim_cycle(&s));
    for (uint32_t router = 0; router < 4; router++) {
      const router_fields_t *pins = network_router_pins(s.network, router, &slot);
      pins->credit_in_valid[slot] &= 1u;  // port 0 is the node's
    }
    assert_true(network_cycle(s.network) < 50000);
  }
  assert_true(workload_waiting(s.workload));
  assert_false(workload_done(s.workload));
  bool closed = true;
  char *text = sim_chain_text(s.network, &closed);
  assert_false(closed);
  sim_expect(text, "flits in interface ");
  sim_expect(text, " input port 0 VC 0");
  sim_expect(text, " VC 0 with 0 credits of 2");
  sim_expect(text, "the chain ends");
  free(text);
  assert_false(network_check_conservation(s.network, &s.error));
  sim_free(&s);
}

static void test_idle(void **state) {
  (void)state;
  sim_t s = sim_create("topology=mesh:2x2 workload.traffic=uniform workload.load=0");
  for (unsigned i = 0; i < 100; i++) {
    assert_true(sim_cycle(&s));
  }
  bool closed = true;
  char *text = sim_chain_text(s.network, &closed);
  assert_false(closed);
  sim_expect(text, "no packet waits in a queue");
  free(text);
  sim_free(&s);
}

// A bank whose state is made up: four routers of a 2x2 mesh, each full of a packet that holds an
// output to the next one in the round, without credit: dimension order cannot do that.
typedef struct {
  bank_t bank;
} frozen_t;

// Round 0 -> 1 -> 3 -> 2 -> 0: the output ports are x up, y up, x down, y down; a packet sits in the
// input port of the link it came by.
static const unsigned kOutput[4] = {1, 3, 4, 2};
static const unsigned kInput[4] = {3, 2, 1, 4};

static uint64_t frozen_value(const char *field, uint32_t id, uint32_t index) {
  const uint32_t input = kInput[id];
  if (strcmp(field, "in_count") == 0) {
    return index == input ? 8 : 0;
  }
  if (strcmp(field, "in_active") == 0) {
    return index == input;
  }
  if (strcmp(field, "in_out_port") == 0) {
    return index == input ? kOutput[id] : 0;
  }
  if (strcmp(field, "out_credit") == 0) {
    return index == kOutput[id] ? 0 : 8;
  }
  return strcmp(field, "inj_credit") == 0 ? 8 : 0;
}

static void frozen_state(bank_t *b, uint32_t member, bool rtl, uint32_t *words) {
  (void)rtl;
  memset(words, 0, b->layout.state_words * sizeof *words);
  for (unsigned f = 0; f < b->layout.n_fields; f++) {
    const bundle_field_t *field = &b->layout.field[f];
    if (field->kind == FIELD_IN) {
      continue;
    }
    uint64_t *value = calloc(field->count, sizeof *value);
    assert_non_null(value);
    for (uint32_t i = 0; i < field->count; i++) {
      value[i] = frozen_value(field->name, b->config.ids[member], i);
    }
    bundle_pack(words + field->word, value, sizeof *value, field->bits, field->count);
    free(value);
  }
}

static void frozen_reset(bank_t *b) {
  (void)b;
}

static void frozen_free(bank_t *b) {
  free(b);
}

static bank_t *frozen_factory(const char *kind, const bank_config_t *config, void *context,
                              noc_error_t *error) {
  static const bank_ops_t kOps = {
      .name = "frozen", .reset = frozen_reset, .state = frozen_state, .free = frozen_free};
  (void)kind;
  (void)context;
  (void)error;
  bank_t *b = calloc(1, sizeof *b);
  assert_non_null(b);
  *b = (bank_t){.ops = &kOps, .config = *config, .has_ref = true};
  (config->component == COMPONENT_ROUTER ? bundle_router : bundle_interface)(config->shape,
                                                                             &b->layout);
  return b;
}

static void test_deadlock(void **state) {
  (void)state;
  sim_t s = sim_create_with(
      "topology=mesh:2x2 workload.traffic=uniform workload.load=0 "
      "router.vcs=1",
      frozen_factory, NULL, NULL, NULL, 0);
  bool closed = false;
  char *text = sim_chain_text(s.network, &closed);
  assert_true(closed);
  sim_expect(text,
             "router 0,0 input port 3 VC 0 (0,1 -> 0,0 class 0), "
             "holds output port 1 VC 0 with 0 credits of 8");
  sim_expect(text, "router 1,0 input port 2");
  sim_expect(text, "router 1,1 input port 4");
  sim_expect(text, "router 0,1 input port 1");
  sim_expect(text,
             "deadlock\nlinks that wait for each other: 0,0 -> 1,0 class 0, 1,0 -> 1,1 class 0, "
             "1,1 -> 0,1 class 0, 0,1 -> 0,0 class 0\n");
  unsigned lines = 0;
  for (const char *c = text; *c != '\0'; c++) {
    lines += *c == '\n';
  }
  assert_int_equal(lines, 7);  // heading, four packets, verdict, links
  free(text);
  sim_free(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_blocked),
      cmocka_unit_test(test_idle),
      cmocka_unit_test(test_deadlock),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
