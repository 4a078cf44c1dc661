// test_report -- what a mismatch is told as, from banks whose two sides are made up: where and when
// it was seen, both values as users read them, and what else differs.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "lockstep/report.h"

// The differences in router 1 after the first step; the first is the mismatch.
typedef struct {
  const char *field;
  uint32_t index;
  uint64_t rtl, golden;
} difference_t;

static const difference_t *made;
static size_t made_differences;
static bool made_by_reset;

static const bundle_field_t *field_of(const bank_t *b, const char *name) {
  for (unsigned f = 0; f < b->layout.n_fields; f++) {
    if (strcmp(b->layout.field[f].name, name) == 0) {
      return &b->layout.field[f];
    }
  }
  fail_msg("no %s", name);
  return NULL;
}

static void made_state(bank_t *b, uint32_t member, bool rtl, uint32_t *words) {
  memset(words, 0, b->layout.state_words * sizeof *words);
  for (size_t i = 0; i < made_differences && b->config.ids[member] == 1; i++) {
    const bundle_field_t *f = field_of(b, made[i].field);
    const uint64_t value = rtl ? made[i].rtl : made[i].golden;
    for (unsigned bit = 0; bit < f->bits; bit++) {
      const uint32_t at = made[i].index * f->bits + bit;
      words[f->word + at / 32] |= (uint32_t)(value >> bit & 1u) << at % 32;
    }
  }
}

static bool made_step(bank_t *b, uint64_t cycle) {
  if (b->config.component != COMPONENT_ROUTER) {
    return true;
  }
  b->mismatch = (bank_mismatch_t){.cycle = cycle,
                                  .component = COMPONENT_ROUTER,
                                  .id = 1,
                                  .field = field_of(b, made[0].field),
                                  .index = made[0].index,
                                  .rtl = made[0].rtl,
                                  .golden = made[0].golden,
                                  .after_reset = made_by_reset};
  return false;
}

static bank_t *made_factory(const char *kind, const bank_config_t *config, void *context,
                            noc_error_t *error) {
  static const bank_ops_t kOps = {.name = "made up",
                                  .reset = sim_made_reset,
                                  .step = made_step,
                                  .state = made_state,
                                  .free = sim_made_free};
  (void)kind;
  (void)context;
  (void)error;
  bank_t *b = sim_made_bank(&kOps, config);
  b->has_rtl = true;
  return b;
}

// The report, to be freed.
static char *report_of(const difference_t *differences, size_t count, bool by_reset) {
  made = differences;
  made_differences = count;
  made_by_reset = by_reset;
  sim_t s =
      sim_create_with("topology=mesh:2x2 router.vcs=2 workload.traffic=uniform workload.load=0.5",
                      made_factory, NULL, NULL, NULL, 0);
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  assert_non_null(out);
  assert_true(workload_cycle(s.workload, &s.error));
  assert_false(network_step(s.network));
  mismatch_report(out, s.network, NULL, "nocstep run s.yaml");
  assert_int_equal(fclose(out), 0);
  sim_free(&s);
  return text;
}

static void after_an_edge(void **state) {
  (void)state;
  static const difference_t kDifferences[] = {
      {"in_count", 3, 5, 4}, {"in_active", 2, 2, 0}, {"out_payload", 1, 0x1234, 0x5678}};
  char *text = report_of(kDifferences, 3, false);
  sim_expect(text, "mismatch in cycle 0, router 1,0: register in_count, port 1 (");
  sim_expect(text, "  element    3 of 10, 4 bits\n");
  sim_expect(text, "  seen       after the clock edge that ends that cycle\n");
  sim_expect(text, "  RTL        5\n  golden     4\n");
  sim_expect(text, "\nalso different\n");
  sim_expect(text, "RTL 0b10, golden 0b00\n");
  sim_expect(text, "RTL 0x0000000000001234, golden 0x0000000000005678\n");
  sim_expect(text, "\nreproduce: nocstep run s.yaml\n");
  free(text);
}

static void after_reset(void **state) {
  (void)state;
  static const difference_t kDifferences[] = {{"out_credit", 0, 7, 8}};
  char *text = report_of(kDifferences, 1, true);
  sim_expect(text, "mismatch after reset, router 1,0: register out_credit, ");
  sim_expect(text, "  seen       before the first cycle\n");
  assert_null(strstr(text, "also different"));
  free(text);
}

// A payload as a whole, with its head read.
static void of_a_payload(void **state) {
  (void)state;
  static const difference_t kDifferences[] = {{"out_payload", 2, 0x1, 0x3}, {"out_kind", 2, 1, 1}};
  char *text = report_of(kDifferences, 2, false);
  sim_expect(text, ": output out_payload, ");
  sim_expect(text, "  RTL        0x0000000000000001 (");
  sim_expect(text, "  golden     0x0000000000000003 (");
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(after_an_edge),
      cmocka_unit_test(after_reset),
      cmocka_unit_test(of_a_payload),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
