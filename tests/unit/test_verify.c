// The parts of `nocstep verify` that need no run: what --seeds and --shapes accept, tags, how
// failures are put together, which unit a register belongs to, and text that XML cannot hold.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cli/tags.h"
#include "cli/verify.h"
#include "lockstep/unit_of.h"
#include "unit/shapes.h"

static void seeds(void **state) {
  (void)state;
  static const struct {
    const char *text;
    bool ok, given;
    uint64_t first, count;
  } kCases[] = {
      {NULL, true, false, 0, 1},
      {"1", true, false, 0, 1},
      {"1000000", true, false, 0, 1000000},
      {"3-3", true, true, 3, 1},
      {"0-9", true, true, 0, 10},
      {"9223372036854775807-9223372036854775807", true, true, INT64_MAX, 1},
      {"0", false, false, 0, 0},
      {"1000001", false, false, 0, 0},
      {"4-3", false, false, 0, 0},
      {"0-1000000", false, false, 0, 0},
      {"1-9223372036854775808", false, false, 0, 0},
      {"0-18446744073709551615", false, false, 0, 0},
      {"-3", false, false, 0, 0},
      {"3-", false, false, 0, 0},
      {"3-4-5", false, false, 0, 0},
      {"3 ", false, false, 0, 0},
      {"", false, false, 0, 0},
      {"x", false, false, 0, 0},
  };
  for (size_t i = 0; i < sizeof kCases / sizeof kCases[0]; i++) {
    verify_seeds_t s;
    noc_error_t error = {0};
    const bool ok = verify_parse_seeds(kCases[i].text, &s, &error);
    if (ok != kCases[i].ok) {
      fail_msg("--seeds %s", kCases[i].text);
    }
    if (ok) {
      assert_int_equal(s.given, kCases[i].given);
      assert_int_equal(s.count, kCases[i].count);
      assert_int_equal(s.first, kCases[i].first);
    } else {
      assert_int_equal(error.status, NOC_BAD_INPUT);
    }
  }
}

static void shapes(void **state) {
  (void)state;
  uint64_t k = 7;
  noc_error_t error = {0};
  assert_true(verify_parse_shapes(NULL, &k, &error) && k == 0);
  assert_true(verify_parse_shapes("none", &k, &error) && k == 0);
  assert_true(verify_parse_shapes("5", &k, &error) && k == 5);
  assert_true(verify_parse_shapes("pairwise", &k, &error) && k == UINT64_MAX);
  assert_false(verify_parse_shapes("all", &k, &error));
  assert_false(verify_parse_shapes("-1", &k, &error));
  assert_false(verify_parse_shapes("18446744073709551615", &k, &error));
  assert_int_equal(error.status, NOC_BAD_INPUT);
}

static void tags(void **state) {
  (void)state;
  char tag[TAG_TEXT];
  size_t at = 0;
  const char *text = ", quick,,mesh  deep ";
  assert_true(tags_next(text, &at, tag));
  assert_string_equal(tag, "quick");
  assert_true(tags_next(text, &at, tag));
  assert_string_equal(tag, "mesh");
  assert_true(tags_next(text, &at, tag));
  assert_string_equal(tag, "deep");
  assert_false(tags_next(text, &at, tag));
  assert_false(tags_have(text, "qui"));
  assert_false(tags_have(text, "quicker"));
  assert_false(tags_have(NULL, "quick"));
  assert_true(tags_have(text, "mesh"));
  char many[300];
  memset(many, 'x', sizeof many);
  many[sizeof many - 1] = '\0';
  at = 0;
  assert_true(tags_next(many, &at, tag));
  assert_int_equal(strlen(tag), TAG_TEXT - 1);
  assert_false(tags_next(many, &at, tag));
}

// ---- Groups

enum { RUNS = 10 };

static json_t *mismatch(const char *unit, const char *reg, int cycle) {
  return json_pack("{s:s, s:s, s:s, s:s, s:s, s:i, s:i, s:i, s:i, s:s}", "result", "mismatch",
                   "unit", unit, "source", "rtl/x.sv", "register", reg, "error",
                   "mismatch: cycle 3: router 1,1: x[3]", "cycle", cycle, "cycles", cycle,
                   "bits_compared", 100, "comparisons", 10, "text", "a <b> & \x01\"c\"");
}

static json_t *other(const char *result, const char *error, int cycle) {
  return json_pack("{s:s, s:s, s:i, s:i}", "result", result, "error", error, "cycle", cycle,
                   "bits_compared", 100);
}

// Two scenarios, of 4 and of 9 routers; runs in turn of one and the other.
static void fill(verify_t *v, const cli_t *cli) {
  *v = (verify_t){.cli = cli, .scenarios = 2, .variants = 2, .runs = RUNS, .status_word = "fail"};
  v->scenario = calloc(2, sizeof *v->scenario);
  v->variant = calloc(2, sizeof *v->variant);
  v->run = calloc(RUNS, sizeof *v->run);
  for (size_t i = 0; i < 2; i++) {
    v->scenario[i].file = strdup(i == 0 ? "nine.yaml" : "four.yaml");
    v->variant[i] = (verify_variant_t){.scenario = i, .routers = i == 0 ? 9 : 4};
    v->variant[i].label = strdup("vcs=1");
    (void)strcpy(v->variant[i].word[0], "1");
  }
  for (size_t i = 0; i < RUNS; i++) {
    v->run[i] = (verify_run_t){.variant = i % 2, .seed = i, .verdict = VERIFY_FAIL};
    v->run[i].repro = strdup("nocstep run 'it'\\''s' --set 'a<b'");
  }
  v->run[0].result = mismatch("router.output_unit", "out_credit", 5);
  v->run[1].result = mismatch("router.output_unit", "out_credit", 70);
  v->run[2].result = mismatch("router.output_unit", "out_busy", 1);
  v->run[3].result = mismatch("router.output_unit", "out_credit", 60);
  v->run[4].result = other("scoreboard", "scoreboard: cycle 12: node 3: packet 77 twice", 12);
  v->run[5].result = other("scoreboard", "scoreboard: cycle 4: node 15: packet 9 twice", 4);
  v->run[6].result = other("deadlock", "scoreboard: cycle 4: node 15: packet 9 twice", 4);
  v->run[7].verdict = v->run[8].verdict = VERIFY_NOT_RUN;
  v->run[9].result = mismatch("router.output_unit", "out_credit", 65);
}

static void groups(void **state) {
  (void)state;
  verify_t v;
  noc_error_t error;
  const cli_t cli = {.jobs = 1};
  fill(&v, &cli);
  assert_true(verify_groups(&v, &error));
  assert_int_equal(v.groups, 4);
  assert_string_equal(v.group[0].reg, "out_credit");
  assert_int_equal(v.group[0].count, 4);
  assert_int_equal(v.group[0].scenarios, 2);
  assert_int_equal(v.group[0].earliest, 0);
  assert_int_equal(v.group[0].smallest, 3);  // four routers before nine, then the earlier
  assert_string_equal(v.group[1].result, "scoreboard");
  assert_string_equal(v.group[1].what, "scoreboard: cycle #: node #: packet # twice");
  assert_int_equal(v.group[1].count, 2);
  assert_int_equal(v.group[1].smallest, 5);
  assert_string_equal(v.group[2].reg, "out_busy");  // as large as the next, but seen before it
  assert_string_equal(v.group[3].result, "deadlock");
  assert_int_equal(v.count[VERIFY_FAIL], 8);
  assert_int_equal(v.count[VERIFY_NOT_RUN], 2);
  assert_int_equal(v.bits_compared, 800);
  verify_free(&v);
}

// Runs whose unit to blame was found, by the output that differed: one group a unit, and never with
// runs of which only the register is known.
static void blamed(void **state) {
  (void)state;
  static const char *const kOutputs[] = {"in_won", "in_vc", "va_vc_ptr"};
  verify_t v;
  noc_error_t error;
  const cli_t cli = {.jobs = 1};
  fill(&v, &cli);
  for (size_t i = 0; i < 3; i++) {  // of one unit, of two registers
    (void)json_object_set_new(v.run[i].result, "output", json_string(kOutputs[i]));
  }
  (void)json_object_set_new(v.run[2].result, "evidence", json_string("cycle 1: its inputs agree"));
  assert_true(verify_groups(&v, &error));
  assert_int_equal(v.groups, 4);
  assert_true(v.group[0].blamed);
  assert_int_equal(v.group[0].count, 3);
  assert_string_equal(v.group[0].reg, "in_won");
  assert_int_equal(v.group[1].count, 2);
  assert_false(v.group[1].blamed);
  assert_string_equal(v.group[1].reg, "out_credit");
  verify_free(&v);
}

static char *written(const verify_t *v, void (*write)(const verify_t *, FILE *)) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  assert_non_null(out);
  write(v, out);
  assert_int_equal(fclose(out), 0);
  return text;
}

static void summary(const verify_t *v, FILE *out) {
  verify_summary(v, false, out);
}

static void report(const verify_t *v, FILE *out) {
  verify_summary(v, true, out);
}

// The runs of one variant fail, those of the other pass.
static void common(void **state) {
  (void)state;
  verify_t v;
  noc_error_t error;
  const cli_t cli = {.jobs = 1};
  fill(&v, &cli);
  (void)strcpy(v.variant[1].word[0], "4");
  for (size_t i = 0; i < RUNS; i++) {
    v.run[i].verdict = i % 2 == 0 ? VERIFY_FAIL : VERIFY_PASS;
  }
  assert_true(verify_groups(&v, &error));
  char *text = written(&v, summary);
  assert_non_null(strstr(text, "1. router.output_unit out_credit: 1 run in 1 scenario\n"));
  assert_non_null(strstr(text, "all have   vcs 1; of the 5 runs that passed 0 have\n"));
  assert_null(strstr(text, "all have   depth"));
  assert_null(strstr(text, "all failures"));
  free(text);
  text = written(&v, report);
  assert_non_null(strstr(text, "all failures\n  1. nocstep run"));
  free(text);
  verify_free(&v);
}

static void junit(void **state) {
  (void)state;
  verify_t v;
  noc_error_t error;
  const cli_t cli = {.jobs = 1};
  fill(&v, &cli);
  free((char *)v.scenario[0].file);
  v.scenario[0].file = strdup("a\"b\xff\xc3\xa4\xed\xa0\x80\n.yaml");
  assert_true(verify_groups(&v, &error));
  char *text = written(&v, verify_junit);
  assert_non_null(strstr(text, "name=\"a&quot;b?\xc3\xa4???&#10;.yaml\" tests=\"5\""));
  assert_non_null(strstr(text, ">a &lt;b&gt; &amp; ?&quot;c&quot;\n"));
  assert_non_null(strstr(text, "reproduce: nocstep run 'it'\\''s' --set 'a&lt;b'</failure>"));
  assert_non_null(strstr(text, "<skipped/>"));
  free(text);
  verify_free(&v);
}

// ---- Units

static const bundle_field_t *field(const bundle_layout_t *layout, const char *name) {
  for (unsigned i = 0; i < layout->n_fields; i++) {
    if (strcmp(layout->field[i].name, name) == 0) {
      return &layout->field[i];
    }
  }
  fail_msg("no field %s", name);
  return NULL;
}

static void units(void **state) {
  (void)state;
  static const struct {
    component_t component;
    const char *field, *unit, *source;
  } kCases[] = {
      {COMPONENT_ROUTER, "sa_out_ptr", "router.switch_allocator", "rtl/router/switch_allocator.sv"},
      {COMPONENT_ROUTER, "va_vc_ptr", "router.vc_allocator", "rtl/router/vc_allocator.sv"},
      {COMPONENT_ROUTER, "in_active", "router.input_unit", "rtl/router/input_unit.sv"},
      {COMPONENT_ROUTER, "wr_slot", "router.input_unit", "rtl/router/input_unit.sv"},
      {COMPONENT_ROUTER, "out_credit", "router.output_unit", "rtl/router/output_unit.sv"},
      {COMPONENT_ROUTER, "out_vc", "router.output_unit", "rtl/router/output_unit.sv"},
      {COMPONENT_ROUTER, "st_slot", "router", "rtl/router/router.sv"},
      {COMPONENT_INTERFACE, "inj_credit", "network_interface.injection", "rtl/ni/injection.sv"},
      {COMPONENT_INTERFACE, "out_vc", "network_interface.injection", "rtl/ni/injection.sv"},
      {COMPONENT_INTERFACE, "del_data", "network_interface.ejection", "rtl/ni/ejection.sv"},
      {COMPONENT_INTERFACE, "xs_rd_slot", "network_interface.injection", "rtl/ni/injection.sv"},
      {COMPONENT_INTERFACE, "del_name", "network_interface.ejection", "rtl/ni/ejection.sv"},
      {COMPONENT_INTERFACE, "ej_order", "network_interface.ejection", "rtl/ni/ejection.sv"},
      {COMPONENT_INTERFACE, "res_name", "network_interface.xor_unit", "rtl/coding/xor_engine.sv"},
      {COMPONENT_INTERFACE, "x_vc_coded", "network_interface.xor_unit",
       "rtl/coding/xor_arrival.sv"},
      {COMPONENT_INTERFACE, "xr_wr_data", "network_interface.xor_unit", "rtl/coding/xor_engine.sv"},
      {COMPONENT_INTERFACE, "f_host_left", "network_interface.forward_unit",
       "rtl/ni/forward_arrival.sv"},
      {COMPONENT_INTERFACE, "f_receive_timer", "network_interface.forward_unit",
       "rtl/ni/forward_rings.sv"},
      {COMPONENT_INTERFACE, "f_send_count", "network_interface.forward_unit",
       "rtl/ni/forward_rings.sv"},
      {COMPONENT_INTERFACE, "f_send_child", "network_interface.forward_unit",
       "rtl/ni/forward_sender.sv"},
      {COMPONENT_INTERFACE, "f_copy_last", "network_interface.forward_unit",
       "rtl/ni/forward_sender.sv"},
      {COMPONENT_INTERFACE, "ft_wr_data", "network_interface.forward_unit",
       "rtl/ni/forward_unit.sv"},
  };
  const noc_shape_t shape = shape_of((shape_choice_t){5, 2, 4, 64, 0, 3, 1, 2});
  bundle_layout_t router;
  bundle_layout_t interface;
  bundle_router(&shape, &router);
  bundle_interface(&shape, &interface);
  for (size_t i = 0; i < sizeof kCases / sizeof kCases[0]; i++) {
    const bundle_layout_t *layout = kCases[i].component == COMPONENT_ROUTER ? &router : &interface;
    const unit_t unit = unit_of(kCases[i].component, &shape, field(layout, kCases[i].field));
    assert_string_equal(unit.name, kCases[i].unit);
    assert_string_equal(unit.source, kCases[i].source);
    FILE *source = fopen(unit.source, "r");
    assert_non_null(source);
    (void)fclose(source);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(seeds),  cmocka_unit_test(shapes), cmocka_unit_test(tags),
      cmocka_unit_test(groups), cmocka_unit_test(blamed), cmocka_unit_test(common),
      cmocka_unit_test(junit),  cmocka_unit_test(units),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
