// test_guess -- maps that are guessed from tables of pins: which words of names mean what, and that
// a guess is a map.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "foreign/guess.h"
#include "foreign/map.h"

static const char *const kSource[] = {"a.sv", "b c.sv"};
static const guess_files_t kFiles = {.source = kSource, .sources = 2};

#define IN(name, bits) \
  { name, bits, 1, false, false }
#define OUT(name, bits) \
  { name, bits, 1, true, false }
#define IN_ARRAY(name, bits, of) \
  { name, bits, of, false, false }
#define OUT_ARRAY(name, bits, of) \
  { name, bits, of, true, false }

// The text of the guess, in which these lines stand, and which can be read as a map.
static void guesses(const char *top, const guess_pin_t *pin, size_t pins,
                    const char *const *lines) {
  guess_pin_t own[64];
  guess_t g = {.files = &kFiles, .pin = own, .pins = pins};
  char *text = NULL;
  size_t length = 0;
  noc_error_t error = {0};
  assert_true(pins <= sizeof own / sizeof own[0]);
  memcpy(own, pin, pins * sizeof *pin);
  (void)snprintf(g.top, sizeof g.top, "%s", top);
  guess_work_out(&g);
  FILE *out = open_memstream(&text, &length);
  assert_non_null(out);
  guess_write(&g, out);
  assert_int_equal(fclose(out), 0);
  for (; *lines != NULL; lines++) {
    const char *at = strstr(text, *lines);
    if (at == NULL || (at > text && at[-1] != '\n')) {
      fail_msg("no line '%s' in\n%s", *lines, text);
    }
  }
  map_t *m = map_parse("guess.yaml", text, length, &error);
  if (m == NULL) {
    fail_msg("%s\n%s", error.text, text);
  }
  assert_string_equal(m->top, top);
  map_free(m);
  free(text);
}

static void a_pin_a_port(void **state) {
  (void)state;
  static const guess_pin_t kPins[] = {
      IN("clk_i", 1),          IN("rst_ni", 1),         IN("x_pos", 4),
      IN("my_id", 4),          IN("columns", 8),        IN("scan_en", 1),
      IN("enable", 1),         IN("north_flit_i", 66),  IN("north_valid_i", 1),
      OUT("north_ready_o", 1), OUT("north_flit_o", 66), OUT("north_valid_o", 1),
      IN("north_ready_i", 1),  IN("pe_flit_i", 66),     IN("pe_valid_i", 1),
      OUT("pe_ready_o", 1),    OUT("pe_flit_o", 66),    OUT("pe_valid_o", 1),
      IN("pe_ready_i", 1),     OUT("busy", 1)};
  static const char *const kLines[] = {
      "sources: [\"a.sv\", \"b c.sv\"]",
      "clock: clk_i\n",
      "reset: {pin: rst_ni, active: low}",
      "  x_pos: x ",
      "  my_id: router ",
      "  columns: size_x ",
      "  scan_en: 0 ",
      "  enable: 1 ",
      "ports: {y+: north, local: pe}",
      "input:\n  flit: \"{port}_flit_i\"\n  valid: \"{port}_valid_i\"\n",
      "  ready: \"{port}_ready_o\"\n",
      "output:\n  flit: \"{port}_flit_o\"",
      "  payload: flit[63:0]\n  head: flit[64]\n  tail: flit[65]\n",
      "headers: 1\n",
      NULL};
  guesses("router", kPins, sizeof kPins / sizeof kPins[0], kLines);
}

static void numbered_ports_with_vcs(void **state) {
  (void)state;
  static const guess_pin_t kPins[] = {
      IN("clock", 1),        IN("nreset", 1),      IN("in0_data", 40),    IN("in0_vld", 2),
      OUT("in0_credits", 2), OUT("out0_data", 40), OUT("out0_vld", 2),    IN("out0_credits", 2),
      IN("in1_data", 40),    IN("in1_vld", 2),     OUT("in1_credits", 2), OUT("out1_data", 40),
      OUT("out1_vld", 2),    IN("out1_credits", 2)};
  static const char *const kLines[] = {"reset: {pin: nreset, active: low}",
                                       "ports: {local: 0, x+: 1}",
                                       "vcs: 2\n",
                                       "depth: 4 ",
                                       "  flit: \"in{port}_data\"\n",
                                       "  credit: \"out{port}_credits\"\n",
                                       "  vc: valid\n",
                                       "  - {at: \"flit[36:34]\", is: dx}\n",
                                       NULL};
  guesses("ring_router", kPins, sizeof kPins / sizeof kPins[0], kLines);
}

static void side_by_side_and_arrays(void **state) {
  (void)state;
  static const guess_pin_t kWide[] = {IN("clk", 1),        IN("reset", 1),     IN("flits_i", 170),
                                      IN("valids_i", 5),   IN("vcs_i", 15),    OUT("credits_o", 15),
                                      OUT("flits_o", 170), OUT("valids_o", 5), OUT("vcs_o", 15),
                                      IN("credits_i", 15)};
  static const char *const kWideLines[] = {"ports: [local, x+, x-, y+, y-]",
                                           "vcs: 3\n",
                                           "  flit: \"flits_i[34*p+33:34*p]\"\n",
                                           "  valid: \"valids_o[p]\"\n",
                                           "  credit: \"credits_o[3*p+2:3*p]\"\n",
                                           "  vc: {at: \"vcs_o[3*p+2:3*p]\", code: one-hot}\n",
                                           NULL};
  guesses("r", kWide, sizeof kWide / sizeof kWide[0], kWideLines);
  static const guess_pin_t kArray[] = {IN("aclk", 1),
                                       IN("aresetn", 1),
                                       IN_ARRAY("strap", 2, 2),
                                       IN_ARRAY("d", 3, 2),
                                       IN_ARRAY("in_flit", 36, 3),
                                       IN("in_valid", 3),
                                       OUT("in_on", 3),
                                       OUT_ARRAY("out_flit", 36, 3),
                                       OUT("out_valid", 3),
                                       IN("out_on", 3)};
  static const char *const kArrayLines[] = {
      "clock: aclk\n",          "reset: {pin: aresetn, active: low}",
      "  strap[1]: 0\n",        "  d[0]: 0\n",
      "ports: [local, x+, x-]", "  flit: \"in_flit[p]\"\n",
      "  on: \"out_on[p]\"\n",  NULL};
  guesses("r", kArray, sizeof kArray / sizeof kArray[0], kArrayLines);
}

static void networks(void **state) {
  (void)state;
  static const guess_pin_t kStream[] = {IN("aclk", 1),           IN("aresetn", 1),
                                        IN("s_axis_tvalid", 4),  OUT("s_axis_tready", 4),
                                        IN("s_axis_tdata", 256), IN("s_axis_tdest", 8),
                                        IN("s_axis_tlast", 4),   OUT("m_axis_tvalid", 4),
                                        IN("m_axis_tready", 4),  OUT("m_axis_tdata", 256),
                                        OUT("m_axis_tlast", 4)};
  static const char *const kLines[] = {
      "level: network\n",
      "ports: nodes ",
      "input:\n  payload: \"s_axis_tdata[64*p+63:64*p]\"\n",
      "  tail: \"m_axis_tlast[p]\"\n",
      "  - {at: {input: \"s_axis_tdest[2*p+1:2*p]\"}, is: dnode, each: true}\n",
      NULL};
  guesses("stream_mesh", kStream, sizeof kStream / sizeof kStream[0], kLines);
}

// There is not much to go by: what is left to be done is said, and it is a map all the same.
static void nothing_to_go_by(void **state) {
  (void)state;
  static const guess_pin_t kPins[] = {IN("a", 3), OUT("b", 3)};
  static const char *const kLines[] = {"clock: CLOCK  # to do",   "  a: 0 ",
                                       "  flit: FLIT  # to do",   "  valid: VALID  # to do",
                                       "  ready: READY  # to do", NULL};
  guesses("r", kPins, 2, kLines);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_pin_a_port), cmocka_unit_test(numbered_ports_with_vcs),
      cmocka_unit_test(side_by_side_and_arrays), cmocka_unit_test(networks),
      cmocka_unit_test(nothing_to_go_by)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
