// test_foreign_model -- a foreign module is built and evaluated: bits of pins of every width, clock
// edges, assertions, $finish, what does not settle, seeds, and models for places that differ.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "dut/files.h"
#include "foreign/model.h"

static const char kModule[] =
    "module odd #(parameter int X = 0) (\n"
    "  input clk, input rst, input [1:0] v, input [69:0] d[2], output r, input [1:0] o_r,\n"
    "  output logic [1:0] o_v, output logic [69:0] o_d[2], output [1:0] i_r,\n"
    "  input [15:0] narrow, input [39:0] middle, output [55:0] sum,\n"
    "  input loop, input bad, input stop, input over, output y, output logic [31:0] state);\n"
    "  assign i_r = o_r; assign r = 0; assign sum = {narrow + 16'(X), middle};\n"
    "  assign y = loop ? ~y : 1'b0;\n"
    "  logic [31:0] never;\n"
    "  assign state = never;\n"
    "  always_ff @(posedge clk) begin\n"
    "    if (stop) $stop;\n"
    "    if (over) $finish;\n"
    "    if (loop && !clk) never <= 0;\n"
    "    o_v <= rst ? 0 : v;\n"
    "    for (int i = 0; i < 2; i++) o_d[i] <= #1 ~d[i];\n"
    "  end\n"
    "  is_good: assert property (@(posedge clk) !bad) else $error(\"bad at %0d\", X);\n"
    "endmodule\n";

static const char kMap[] =
    "top: odd\nsources: odd.sv\nparameters: {X: 'x * 7'}\nclock: clk\nreset: rst\n"
    "tie: {narrow: 0, middle: 0, loop: 0, bad: 0, stop: 0, over: 0}\nports: [local, 1]\n"
    "input: {flit: 'd[p]', valid: 'v[p]', ready: 'i_r[p]'}\n"
    "output: {flit: 'o_d[p]', valid: 'o_v[p]', ready: 'o_r[p]'}\n"
    "flit: {payload: 'flit[63:0]', head: 'flit[68]', tail: 'flit[69]'}\n"
    "head:\n  - {at: 'flit[66:64]', is: drouter}\n";

static char folder[] = "/tmp/nocstep-foreign-XXXXXX";
static foreign_t *foreign;
static topology_t *topology;

static void write_file(const char *name, const char *text) {
  char path[FILES_PATH];
  assert_true(path_print(path, "%s/%s", folder, name));
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  assert_true(fputs(text, f) >= 0);
  assert_int_equal(fclose(f), 0);
}

static int build(void **state) {
  (void)state;
  noc_error_t error = {0};
  // From within the folder, so that the sources have the same names in each run: the models are
  // kept.
  assert_non_null(mkdtemp(folder));
  assert_int_equal(chdir(folder), 0);
  write_file("odd.sv", kModule);
  write_file("odd.yaml", kMap);
  topology = topology_create("hypercube:1", &error);
  assert_non_null(topology);
  foreign = foreign_load("odd.yaml", topology, &error);
  if (foreign == NULL) {
    print_error("%s\n", error.text);
  }
  return foreign == NULL;
}

static int release(void **state) {
  (void)state;
  foreign_free(foreign);
  topology_free(topology);
  dir_remove(folder);
  return 0;
}

static foreign_bits_t pin(const foreign_api_t *api, const char *name) {
  for (uint32_t i = 0; i < api->pins; i++) {
    if (strcmp(api->pin[i].name, name) == 0) {
      return (foreign_bits_t){.pin = (uint16_t)i, .bits = (uint16_t)api->pin[i].bits};
    }
  }
  fail_msg("no pin %s", name);
  return (foreign_bits_t){0};
}

static void set(const foreign_module_t *m, void *d, const char *name, uint64_t value) {
  foreign_set(m->api, d, pin(m->api, name), value);
}

// A rising edge.
static bool edge(const foreign_module_t *m, void *d) {
  foreign_set(m->api, d, m->clock, 0);
  const bool low = m->api->eval(d);
  foreign_set(m->api, d, m->clock, 1);
  return m->api->eval(d) && low;
}

static void what_fits(void **state) {
  (void)state;
  assert_true(foreign->modules == 2 && foreign->ports == 2 && foreign->flit_bits == 64);
  assert_string_equal(foreign->name, "odd");
  assert_true(foreign->module[0].api != foreign->module[1].api);
  assert_true(foreign->module[1].port[0] == 0 && foreign->module[1].port[1] == 1);
}

static void bits_and_edges(void **state) {
  (void)state;
  const foreign_module_t *m = &foreign->module[1];
  void *d = m->api->create("d", 5);
  assert_non_null(d);
  // Inputs of a new instance are 0.
  for (uint32_t i = 0; i < m->api->pins; i++) {
    const foreign_bits_t at = {.pin = (uint16_t)i, .bits = 1};
    assert_true(m->api->pin[i].output || foreign_get(m->api, d, at) == 0);
  }
  set(m, d, "narrow", 0x1234);
  set(m, d, "middle", UINT64_C(0xabcdef0123));
  assert_true(m->api->eval(d));
  assert_int_equal(foreign_get(m->api, d, pin(m->api, "sum")),
                   (UINT64_C(0x123b) << 40) | UINT64_C(0xabcdef0123));
  const uint64_t flit[2] = {UINT64_C(0x0123456789abcdef), 0x2a};
  uint64_t out[2] = {0};
  foreign_set(m->api, d, m->input[0].valid, 1);
  foreign_set_words(m->api, d, m->input[1].flit, flit);
  foreign_set(m->api, d, m->input[1].valid, 1);
  assert_true(edge(m, d));
  assert_int_equal(foreign_get(m->api, d, pin(m->api, "o_v")), 3);
  foreign_get_words(m->api, d, m->output[1].flit, out);
  assert_int_equal(out[0], ~flit[0]);
  assert_int_equal(out[1], ~flit[1] & 0x3f);
  foreign_get_words(m->api, d, m->output[0].flit, out);
  assert_true(out[0] == UINT64_MAX && out[1] == 0x3f);
  foreign_set(m->api, d, m->reset, 1);
  assert_true(edge(m, d));
  assert_int_equal(foreign_get(m->api, d, pin(m->api, "o_v")), 0);
  m->api->free(d);
}

// A failure is told once, and what comes later is told anew.
static void failures(void **state) {
  (void)state;
  static const struct {
    const char *pin, *why;
  } kRows[] = {{"bad", "bad at 7"}, {"stop", "the RTL stopped"}, {"over", "called $finish"}};
  const foreign_module_t *m = &foreign->module[1];
  void *d = m->api->create("d", 5);
  assert_true(edge(m, d));
  assert_null(m->api->failed(d));
  for (size_t i = 0; i < sizeof kRows / sizeof kRows[0]; i++) {
    set(m, d, kRows[i].pin, 1);
    assert_true(edge(m, d));
    const char *why = m->api->failed(d);
    if (why == NULL || strstr(why, kRows[i].why) == NULL || strstr(why, "odd.sv:") == NULL) {
      fail_msg("%s: %s", kRows[i].pin, why != NULL ? why : "nothing");
    }
    assert_null(m->api->failed(d));
    set(m, d, kRows[i].pin, 0);
    assert_true(edge(m, d));
    assert_null(m->api->failed(d));
  }
  m->api->free(d);
}

// Verilator's runtime tells of it by an exception, which the address sanitizer of a program in C,
// whose C++ comes with the plug-in, cannot pass on.
static void what_does_not_settle(void **state) {
  (void)state;
  if (getenv("NOCSTEP_SANITIZED") != NULL) {
    skip();
  }
  const foreign_module_t *m = &foreign->module[0];
  void *d = m->api->create("d", 5);
  assert_true(m->api->eval(d));
  set(m, d, "loop", 1);
  assert_false(m->api->eval(d));
  const char *why = m->api->failed(d);
  assert_true(why != NULL && strstr(why, "did not converge") != NULL);
  m->api->free(d);
  // Another instance does not know of it.
  d = m->api->create("e", 5);
  assert_true(edge(m, d) && m->api->failed(d) == NULL);
  m->api->free(d);
}

static void seeds(void **state) {
  (void)state;
  const foreign_module_t *m = &foreign->module[0];
  static const uint32_t kSeeds[] = {1, 1, 2, 0};
  uint64_t value[4];
  for (size_t i = 0; i < 4; i++) {
    void *d = m->api->create("d", kSeeds[i]);
    assert_true(m->api->eval(d));
    value[i] = foreign_get(m->api, d, pin(m->api, "state"));
    m->api->free(d);
  }
  assert_true(value[0] == value[1] && value[0] != value[2] && value[3] == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_fits), cmocka_unit_test(bits_and_edges), cmocka_unit_test(failures),
      cmocka_unit_test(what_does_not_settle), cmocka_unit_test(seeds)};
  return cmocka_run_group_tests(tests, build, release);
}
