// test_foreign_map -- maps of pins to roles: what is read from one, where its roles lie in the pins
// of a module at the places of a topology, and every refusal, with its place in the file. The
// modules are tables of pins; nothing is built.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four headers above.
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "foreign/map.h"
#include "foreign/places.h"
#include "foreign/resolve.h"

enum { TEXT = 4096 };

// ---- Maps and modules

static const char kMap[] =
    "top: my_router\n"                                             // 1
    "sources: [rtl/a.sv, rtl/*.v]\n"                               // 2
    "include: [inc]\n"                                             // 3
    "defines: {W: 34, SIM: }\n"                                    // 4
    "parameters: {X: x, KIND: '\"torus\"', N: size_x * size_y}\n"  // 5
    "verilator: [-Wno-WIDTH, --timescale, 1ns/1ps]\n"              // 6
    "clock: clk\n"                                                 // 7
    "reset: {pin: rst_n, active: low, cycles: 9}\n"                // 8
    "tie: {enable: 1, my_id: router, 'dir[p]': p + 1}\n"           // 9
    "ports: {local: L, x+: E, x-: W}\n"                            // 10
    "vcs: 2\n"                                                     // 11
    "depth: 3\n"                                                   // 12
    "input:\n"                                                     // 13
    "  flit: \"{port}_in_flit\"\n"                                 // 14
    "  valid: \"in_valid[p]\"\n"                                   // 15
    "  credit: \"in_credit[2*p+1:2*p]\"\n"                         // 16
    "output:\n"                                                    // 17
    "  flit: \"{port}_out_flit\"\n"                                // 18
    "  valid: \"out_valid[p]\"\n"                                  // 19
    "  credit: \"out_credit[2*p+1:2*p]\"\n"                        // 20
    "flit:\n"                                                      // 21
    "  payload: flit[63:0]\n"                                      // 22
    "  head: flit[64]\n"                                           // 23
    "  tail: flit[65]\n"                                           // 24
    "  vc: flit[66]\n"                                             // 25
    "head:\n"                                                      // 26
    "  - {at: \"flit[3:0]\", is: dx}\n"                            // 27
    "  - {at: \"flit[7:4]\", is: out, lookahead: true}\n"          // 28
    "headers: 1\n";                                                // 29

static const foreign_pin_t kPins[] = {
    {"clk", false, 1, 1, 1},         {"rst_n", false, 1, 1, 1},
    {"enable", false, 1, 1, 1},      {"my_id", false, 8, 1, 1},
    {"dir", false, 4, 3, 1},         {"L_in_flit", false, 67, 1, 12},
    {"E_in_flit", false, 67, 1, 12}, {"W_in_flit", false, 67, 1, 12},
    {"L_out_flit", true, 67, 1, 12}, {"E_out_flit", true, 67, 1, 12},
    {"W_out_flit", true, 67, 1, 12}, {"in_valid", false, 3, 1, 1},
    {"in_credit", true, 6, 1, 1},    {"out_valid", true, 3, 1, 1},
    {"out_credit", false, 6, 1, 1},  {"debug", true, 8, 1, 1},
};
static const foreign_api_t kModule = {
    .abi = FOREIGN_ABI, .top = "my_router", .pins = sizeof kPins / sizeof kPins[0], .pin = kPins};

// The map with one text instead of another.
static const char *edited(const char *find, const char *with) {
  static char text[TEXT];
  const char *at = strstr(kMap, find);
  if (at == NULL) {
    fail_msg("the map has no '%s'", find);
  }
  (void)snprintf(text, sizeof text, "%.*s%s%s", (int)(at - kMap), kMap, with, at + strlen(find));
  return text;
}

static map_t *parse(const char *text, noc_error_t *error) {
  *error = (noc_error_t){0};
  return map_parse("dir/my.yaml", text, strlen(text), error);
}

static map_t *parsed(const char *text) {
  noc_error_t error;
  map_t *m = parse(text, &error);
  if (m == NULL) {
    fail_msg("%s", error.text);
  }
  return m;
}

static topology_t *make(const char *string) {
  noc_error_t error = {0};
  topology_t *t = topology_create(string, &error);
  if (t == NULL) {
    fail_msg("%s", error.text);
  }
  return t;
}

// Works out a place as foreign_load() does. False with *error.
static bool place(map_t *m, const foreign_api_t *api, const topology_t *t, uint32_t router,
                  foreign_module_t *module, uint32_t *port, noc_error_t *error) {
  enum { PORTS = 16 };
  formula_values_t values[PORTS];
  const char *text[PORTS];
  char name[64];
  *error = (noc_error_t){0};
  *module = (foreign_module_t){.api = api};
  if (!places_check(m, t, error) || !places_ports_at(m, t, router, port, error)) {
    return false;
  }
  static const char *const kNodes[PORTS] = {"0", "1", "2", "3", "4", "5", "6", "7"};
  for (unsigned p = 0; p < places_ports(m, t); p++) {
    places_values(m, t, router, p, m->network ? port[p] : 0, &values[p]);
    text[p] = m->all_nodes ? kNodes[p] : m->port[p].text;
  }
  const resolve_place_t at = {.name = places_name(m, t, router, name, sizeof name),
                              .ports = places_ports(m, t),
                              .values = values,
                              .port_text = text};
  return resolve_module(m, api, &at, module, NULL, error);
}

// ---- What is read

static void everything(void **state) {
  (void)state;
  map_t *m = parsed(kMap);
  assert_string_equal(m->name, "my");
  assert_string_equal(m->folder, "dir");
  assert_string_equal(m->top, "my_router");
  assert_int_equal(m->sources.count, 2);
  assert_string_equal(m->sources.item[1], "rtl/*.v");
  assert_int_equal(m->defines.count, 2);
  assert_string_equal(m->defines.item[0], "W=34");
  assert_string_equal(m->defines.item[1], "SIM");
  assert_int_equal(m->parameters, 3);
  assert_string_equal(m->parameter[1].text, "\"torus\"");
  assert_int_equal(m->verilator.count, 3);
  assert_true(m->reset_low && m->reset_cycles == 9 && m->vcs == 2 && m->depth == 3);
  assert_true(m->back == RETURN_CREDIT && m->vc_code == VC_INDEX && m->headers == 1);
  assert_true(m->marks_head && !m->single && !m->has_kind && m->longest == UINT32_MAX);
  assert_int_equal(m->heads, 2);
  assert_true(m->head[1].lookahead && !m->head[0].lookahead);
  map_free(m);
}

static void what_goes_without_saying(void **state) {
  (void)state;
  map_t *m = parsed(
      "top: r\nsources: a.v\nclock: c\nports: [local, 3]\n"
      "input: {payload: d, valid: v, off: o, slack: 3}\noutput: {payload: e, valid: w, off: p}\n");
  assert_true(m->vcs == 1 && m->depth == 4 && m->headers == 0 && m->slack == 3);
  assert_true(m->single && m->longest == 1 && m->vc_code == VC_NONE && m->back == RETURN_OFF);
  assert_true(m->reset.text == NULL && m->sources.count == 1 && m->heads == 0);
  assert_string_equal(m->port[0].text, "local");
  assert_true(m->port[1].direction == DIRECTION_NUMBER && m->port[1].index == 3);
  map_free(m);
  m = parsed(
      "top: r\nsources: a.v\nclock: c\nreset: rst\nports: [local1, z-]\nvcs: 3\n"
      "input: {payload: d, valid: v, ready: o, vc: {at: u, code: one-hot}, kind: k}\n"
      "output: {payload: e, valid: w, ready: p, vc: t, kind: l}\n"
      "flit: {kind: {head: 0b10, body: 0, tail: 0x1, single: 3}}\n");
  assert_true(m->vc_code == VC_ONE_HOT && m->has_kind && m->kind[1] == 2 && m->kind[2] == 1);
  assert_true(!m->single && m->reset.text != NULL && !m->reset_low && m->reset_cycles == 4);
  assert_true(m->port[0].direction == DIRECTION_LOCAL && m->port[0].index == 1);
  assert_true(m->port[1].direction == DIRECTION_CUBE && m->port[1].index == 5);
  map_free(m);
}

// ---- Where roles lie

static void is_at(const foreign_module_t *module, foreign_bits_t at, const char *pin,
                  unsigned element, unsigned lsb, unsigned bits) {
  if (strcmp(module->api->pin[at.pin].name, pin) != 0 || at.element != element || at.lsb != lsb ||
      at.bits != bits) {
    fail_msg("%s[%u] %u bits from %u on, not %s[%u] %u from %u on", module->api->pin[at.pin].name,
             at.element, at.bits, at.lsb, pin, element, bits, lsb);
  }
}

static void places_of_a_ring(void **state) {
  (void)state;
  noc_error_t error;
  foreign_module_t module;
  uint32_t port[3];
  map_t *m = parsed(kMap);
  topology_t *t = make("mesh:4");
  if (!place(m, &kModule, t, 3, &module, port, &error)) {
    fail_msg("%s", error.text);
  }
  assert_true(port[0] == 0 && port[1] == UINT32_MAX && port[2] == 2);
  is_at(&module, module.clock, "clk", 0, 0, 1);
  is_at(&module, module.reset, "rst_n", 0, 0, 1);
  is_at(&module, module.input[1].flit, "E_in_flit", 0, 0, 67);
  is_at(&module, module.input[1].payload, "E_in_flit", 0, 0, 64);
  is_at(&module, module.input[1].tail, "E_in_flit", 0, 65, 1);
  is_at(&module, module.input[1].vc, "E_in_flit", 0, 66, 1);
  is_at(&module, module.input[2].valid, "in_valid", 0, 2, 1);
  is_at(&module, module.input[2].back, "in_credit", 0, 4, 2);
  is_at(&module, module.output[0].flit, "L_out_flit", 0, 0, 67);
  is_at(&module, module.output[2].back, "out_credit", 0, 4, 2);
  is_at(&module, module.output[2].field[1].at, "W_out_flit", 0, 4, 4);
  assert_true(module.output[2].field[1].changes && !module.output[2].field[0].changes);
  assert_int_equal(module.input[0].head_payload.bits, 0);
  assert_int_equal(module.ties, 5);
  is_at(&module, module.tie[1], "my_id", 0, 0, 8);
  assert_int_equal(module.tie_value[1], 3);
  is_at(&module, module.tie[4], "dir", 2, 0, 4);
  assert_int_equal(module.tie_value[4], 3);
  topology_free(t);
  map_free(m);
}

// Formulas see coordinates; ports by number fit topologies without lines.
static void values_of_places(void **state) {
  (void)state;
  map_t *m = parsed(kMap);
  formula_values_t v;
  topology_t *t = make("mesh:4x3@2");
  places_values(m, t, 9, 2, 19, &v);
  assert_true(v.of[FORMULA_X] == 1 && v.of[FORMULA_Y] == 2 && v.of[FORMULA_Z] == 0);
  assert_true(v.of[FORMULA_SIZE_X] == 4 && v.of[FORMULA_SIZE_Y] == 3 && v.of[FORMULA_SIZE_Z] == 1);
  assert_true(v.of[FORMULA_ROUTER] == 9 && v.of[FORMULA_ROUTERS] == 12 &&
              v.of[FORMULA_NODES] == 24 && v.of[FORMULA_P] == 2 && v.of[FORMULA_NODE] == 19 &&
              v.of[FORMULA_VCS] == 2 && v.of[FORMULA_PORTS] == 3);
  topology_free(t);
  map_free(m);
}

static const char kNumbers[] =
    "top: r\nsources: a.v\nclock: c\nports: [1, 2, 3, 0]\n"
    "input: {payload: \"d[p]\", valid: \"v[p]\", ready: \"o[p]\"}\n"
    "output: {payload: \"e[p]\", valid: \"w[p]\", ready: \"q[p]\"}\n";
static const foreign_pin_t kArrays[] = {
    {"c", false, 1, 1, 1}, {"d", false, 32, 4, 4}, {"v", false, 4, 1, 1}, {"o", true, 4, 1, 1},
    {"e", true, 32, 4, 4}, {"w", true, 4, 1, 1},   {"q", false, 4, 1, 1}};
static const foreign_api_t kArray = {.abi = FOREIGN_ABI, .top = "r", .pins = 7, .pin = kArrays};

static void ports_by_number(void **state) {
  (void)state;
  noc_error_t error;
  foreign_module_t module;
  uint32_t port[4];
  map_t *m = parsed(kNumbers);
  topology_t *t = make("octagon:8");
  if (!place(m, &kArray, t, 5, &module, port, &error)) {
    fail_msg("%s", error.text);
  }
  assert_true(port[0] == 1 && port[2] == 3 && port[3] == 0);
  is_at(&module, module.output[3].payload, "e", 3, 0, 32);
  is_at(&module, module.output[3].back, "q", 0, 3, 1);
  // The first flit has room for as much, as no field is in its way.
  is_at(&module, module.input[2].head_payload, "d", 2, 0, 32);
  topology_free(t);
  map_free(m);
}

static void a_network(void **state) {
  (void)state;
  noc_error_t error;
  foreign_module_t module;
  uint32_t port[16];
  char text[TEXT];
  (void)snprintf(text, sizeof text, "level: network\nrouting: dor\n%s", kNumbers);
  char *ports = strstr(text, "[1, 2, 3, 0]");
  memcpy(ports, "nodes       ", strlen("[1, 2, 3, 0]"));
  map_t *m = parsed(text);
  topology_t *t = make("mesh:2x2");
  if (!place(m, &kArray, t, 0, &module, port, &error)) {
    fail_msg("%s", error.text);
  }
  assert_true(port[3] == 3);
  is_at(&module, module.input[3].payload, "d", 3, 0, 32);
  topology_free(t);
  t = make("mesh:3x2");
  assert_false(place(m, &kArray, t, 0, &module, port, &error));
  if (strstr(error.text, "input.valid is 'v[p]', bit 4 of v at port 4") == NULL) {
    fail_msg("%s", error.text);
  }
  topology_free(t);
  map_free(m);
}

// ---- Refusals of the text

static unsigned wrong;  // messages

static void refused(const char *find, const char *with, const char *why) {
  noc_error_t error;
  map_t *m = parse(edited(find, with), &error);
  char start[TEXT];
  (void)snprintf(start, sizeof start, "dir/my.yaml:%s", why);
  if (m != NULL || error.status != NOC_BAD_INPUT ||
      strncmp(error.text, start, strlen(start)) != 0 || strchr(error.text, '\n') != NULL) {
    print_error("'%s' -> '%s': %s, not %s\n", find, with, m != NULL ? "accepted" : error.text,
                start);
    wrong++;
  }
}

static void refusals_of_the_text(void **state) {
  (void)state;
  wrong = 0;
  static const struct {
    const char *find, *with, *why;
  } kRows[] = {
      {"top: my_router", "tip: my_router", "1:1: there is the key 'tip' (nearest: 'top')"},
      {"top: my_router\n", "", "1:1: top is missing; it must be given"},
      {"my_router", "my router", "1:6: top is 'my router'; it must be a name of letters"},
      {"clock: clk\n", "", "1:1: clock is missing"},
      {"vcs: 2\n", "vcs: 2\nvcs: 2\n", "12:1: vcs is given a second time; it must be given once"},
      {"vcs: 2", "vcs: 17", "11:6: vcs is '17'; it must be 1 to 16"},
      {"vcs: 2", "vcs: 2x", "11:6: vcs is '2x'"},
      {"depth: 3", "depth: 0", "12:8: depth is '0'; it must be 1 to 255"},
      {"depth: 3\n", "", "15:11: depth is missing; it must be given: the credits"},
      {"headers: 1", "headers: 5", "29:10: headers is '5'; it must be 0 to 4"},
      {"headers: 1", "headers: 1\nlongest: 1", "22:3: longest is 1; it must be more than headers"},
      {"top: my", "level: wires\ntop: my", "1:8: level is 'wires'; it must be router or network"},
      {"[rtl/a.sv, rtl/*.v]", "[]", "2:10: sources is a list; it must be a list of 1 to 512 paths"},
      {"[rtl/a.sv, rtl/*.v]", "{a: b}", "2:10: sources is a mapping"},
      {"[inc]", "[[inc]]", "3:11: include is a list; it must be a text"},
      {"{W: 34, SIM: }", "[W]", "4:10: defines is a list; it must be a mapping from names"},
      {"W: 34", "W: [34]", "4:14: W is a list; it must be a text"},
      {"X: x", "X: dx", "5:17: parameters.X: formula: column 1: there is 'dx', which is of a"},
      {"X: x", "X: p", "5:17: parameters.X is 'p'; it must be the same for all ports"},
      {"'\"torus\"'", "'\"torus'", "5:26: parameters.KIND is '\"torus'; it must be a formula, or"},
      {"-Wno-WIDTH", "-Ofast", "6:13: verilator is '-Ofast'; it must be words that begin"},
      {"-Wno-WIDTH", "evil.v", "6:13: verilator is 'evil.v'"},
      {"active: low", "active: off", "8:29: reset.active is 'off'; it must be high or low"},
      {"cycles: 9", "cycles: 0", "8:42: reset.cycles is '0'; it must be 1 to 10000"},
      {"pin: rst_n, ", "", "8:8: pin is missing"},
      {"clock: clk", "clock: '{clk}'", "7:8: clock is '{clk}', where no name begins it"},
      {"enable: 1", "enable: 1 +", "9:15: tie.enable: formula: column 4: there is the end"},
      {"'dir[p]'", "'dir[p'", "9:33: tie.dir[p is 'dir[p', without the last ]"},
      {"ports: {local: L, x+: E, x-: W}", "ports: {local: L, x+: E, q-: W}",
       "10:26: ports is 'q-'; it must be local, local1, .., x+"},
      {"x+: E, x-: W", "x+: E, x+: W", "10:26: ports is x+, for the second time"},
      {"ports: {local: L, x+: E, x-: W}", "ports: []",
       "10:8: ports is a list of 0; it must be 1 to"},
      {"ports: {local: L, x+: E, x-: W}", "ports: nodes",
       "10:8: ports is 'nodes'; it must be a list"},
      {"  valid: \"in_valid[p]\"\n", "", "14:3: valid is missing"},
      {"  credit: \"in_credit[2*p+1:2*p]\"\n", "",
       "14:3: input is without a way back; it must be with one of ready"},
      {"  credit: \"in_credit[2*p+1:2*p]\"\n", "  credit: a\n  ready: b\n",
       "16:11: input is with ready and credit; it must be one way back"},
      {"  credit: \"out_credit[2*p+1:2*p]\"\n", "  ready: a\n",
       "20:10: output is with ready, and input with credit; it must be as input is"},
      {"\"in_credit[2*p+1:2*p]\"", "{valid: a}",
       "16:19: input.credit.vc is missing; it must be given"},
      {"\"in_credit[2*p+1:2*p]\"", "{valid: a, vc: b}", "20:11: output.credit does not fit: the"},
      {"  valid: \"in_valid[p]\"\n", "  valid: \"in_valid[p]\"\n  slack: 2\n",
       "16:10: slack is '2'; it must be left out, but with on and off"},
      {"  credit: \"in_credit[2*p+1:2*p]\"\n", "  on: a\n  slack: 0\n",
       "17:10: slack is '0'; it must be 1 to 64"},
      {"  valid: \"in_valid[p]\"\n", "  valid: \"in_valid[p]\"\n  holds: false\n",
       "16:10: holds is 'false'; it must be left out, but of an output with ready"},
      {"  valid: \"in_valid[p]\"\n", "  valid: \"in_valid[p]\"\n  tail: x\n",
       "16:9: input.tail does not fit: the field is among the bits of flit as well"},
      {"  flit: \"{port}_in_flit\"\n", "",
       "14:3: input.flit is missing, and flit.payload stands in its bits; it must be given"},
      {"  valid: \"in_valid[p]\"\n", "  valid: \"in_valid[p]\"\n  kind: k\n",
       "19:3: output.kind is missing; it must be given, as the other side has it"},
      {"vc: flit[66]", "vc: {at: 'flit[66]', code: index, bits: 1}",
       "25:37: there is the key 'bits'"},
      {"  credit: \"in_credit[2*p+1:2*p]\"\n", "  credit: a\n  vc: {at: x, code: one-hot}\n",
       "17:12: input.vc does not fit: the field is among the bits of"},
      {"in_valid[p]", "in_valid[p:]",
       "15:10: input.valid: '': formula: column 1: there is the end"},
      {"in_valid[p]", "in_valid[p][1:0][2]",
       "15:10: input.valid is 'in_valid[p][1:0][2]', with too"},
      {"in_valid[p]", "in_valid[1:0][2]", "15:10: input.valid is 'in_valid[1:0][2]', with bits of"},
      {"in_valid[p]", "in_valid[p]x", "15:10: input.valid is 'in_valid[p]x', with more behind"},
      {"in_valid[p]", "in_valid[q]", "15:10: input.valid: 'q': formula: column 1: there is 'q'"},
      {"payload: flit[63:0]", "payload: data", "22:12: flit.payload is 'data'; it must be bits of"},
      {"  payload: flit[63:0]\n", "", "22:3: flit.payload is missing"},
      {"  payload: flit[63:0]\n", "  payload: flit[63:0]\n  head_payload: flit[63:32]\n",
       "22:3: flit.head_payload does not fit: headers carry no data"},
      {"  tail: flit[65]\n", "", "22:3: flit.tail is missing; it must be given, as head is"},
      {"  head: flit[64]\n  tail: flit[65]\n", "",
       "22:3: headers is 1; it must be 0, as there is neither tail nor kind"},
      {"  head: flit[64]\n", "  kind: {at: 'flit[64]', head: 1, body: 0, tail: 2, single: 3}\n",
       "22:3: flit.kind does not fit: there is head or tail too"},
      {"  head: flit[64]\n  tail: flit[65]\n",
       "  kind: {at: 'flit[64]', head: 1, body: 1, tail: 2, single: 3}\n",
       "23:32: flit.kind.head is '1'; it must be another code"},
      {"  head: flit[64]\n  tail: flit[65]\n", "  kind: {at: 'flit[64]', head: 1, tail: 2}\n",
       "23:9: body is missing"},
      {"  head: flit[64]\n  tail: flit[65]\n", "  kind: {head: 1, body: 0, tail: 2, single: x}\n",
       "23:45: flit.kind.single is 'x'; it must be a number"},
      {"  head: flit[64]\n  tail: flit[65]\n", "  kind: {head: 1, body: 0, tail: 2, single: 3}\n",
       "22:3: flit.kind.at is missing"},
      {"  vc: flit[66]\n", "", "22:3: flit.vc is missing, and vcs 2; it must be given, or vcs 1"},
      {"vc: flit[66]", "vc: {code: gray}", "25:14: code is 'gray'; it must be index or one-hot"},
      {"vc: flit[66]", "vc: {code: one-hot}", "22:3: flit.vc.at is missing"},
      {"vc: flit[66]", "vc: valid\n  vcs: 1", "26:3: there is the key 'vcs' (nearest: 'vc')"},
      {"is: dx", "as: dx", "27:23: there is the key 'as'"},
      {"is: dx", "is: dxx", "27:27: head[0].is: formula: column 1: there is 'dxx' (nearest: 'dx')"},
      {"is: dx", "is: dx, flit: 1", "27:37: head[0].flit is '1'; it must be 0 to 0"},
      {"lookahead: true", "lookahead: yes", "28:43: lookahead is 'yes'; it must be true or false"},
      {"at: \"flit[3:0]\"", "at: {output: a}", "27:10: input is missing"},
      {"flit[3:0]", "flat[3:0]", "27:10: head[0].at is 'flat[3:0]'; it must be bits of flit"},
      {"top: my_router", "[]: my_router", "1:1: there is a list or a mapping as a key"},
      {"top: my_router", "top: [", "3:1: there is broken YAML"},
  };
  for (size_t i = 0; i < sizeof kRows / sizeof kRows[0]; i++) {
    refused(kRows[i].find, kRows[i].with, kRows[i].why);
  }
  assert_int_equal(wrong, 0);
}

static void files_that_are_no_maps(void **state) {
  (void)state;
  static const char *const kTexts[] = {"",  "# nothing\n", "- a\n", "a",
                                       "{", "a: b",        "\xff",  "a: *b"};
  for (size_t i = 0; i < sizeof kTexts / sizeof kTexts[0]; i++) {
    noc_error_t error;
    map_t *m = parse(kTexts[i], &error);
    assert_null(m);
    assert_true(error.status == NOC_BAD_INPUT && strncmp(error.text, "dir/my.yaml:", 12) == 0);
  }
  enum { DEEP = 100000 };
  char *deep = malloc(DEEP + 1);
  assert_non_null(deep);
  memset(deep, '[', DEEP);
  deep[DEEP] = '\0';
  noc_error_t error;
  assert_null(parse(deep, &error));
  assert_int_equal(error.status, NOC_BAD_INPUT);
  free(deep);
}

// Keys of several parts that contradict each other.
static void codes_that_differ(void **state) {
  (void)state;
  static const struct {
    const char *in, *out, *flit, *why;
  } kRows[] = {
      {"{at: a, code: one-hot}", "{at: b, code: index}", "{tail: 'flit[40]'}",
       "6:60: code is 'index'; it"},
      {"{at: a, code: one-hot}", "{at: b}", "{vc: valid}",
       "7:12: flit.vc is 'valid'; it must be the"},
      {"a", "b", "{vc: valid}",
       "5:45: input.vc does not fit: flit.vc is valid; there must be one of"},
      {"a", "b", "{}\nhead: [{at: 'flit[3:0]', is: dx}]",
       "5:8: input.flit is missing, and head[0]"},
  };
  for (size_t i = 0; i < sizeof kRows / sizeof kRows[0]; i++) {
    noc_error_t error;
    char text[TEXT];
    char start[TEXT];
    (void)snprintf(text, sizeof text,
                   "top: r\nsources: a\nclock: c\nports: [local]\n"
                   "input: {payload: d, valid: v, ready: o, vc: %s}\n"
                   "output: {payload: e, valid: w, ready: q, vc: %s}\nflit: %s\n",
                   kRows[i].in, kRows[i].out, kRows[i].flit);
    (void)snprintf(start, sizeof start, "dir/my.yaml:%s", kRows[i].why);
    map_t *m = parse(text, &error);
    if (m != NULL || strncmp(error.text, start, strlen(start)) != 0) {
      fail_msg("%s, not %s", m != NULL ? "accepted" : error.text, start);
    }
  }
}

// ---- Refusals of pins

static void unfit_with(const foreign_api_t *api, const char *text, const char *topology,
                       const char *why) {
  noc_error_t error;
  foreign_module_t module;
  uint32_t port[16];
  char start[TEXT];
  map_t *m = parsed(text);
  topology_t *t = make(topology);
  (void)snprintf(start, sizeof start, "dir/my.yaml:%s", why);
  if (place(m, api, t, 1, &module, port, &error) || error.status != NOC_BAD_INPUT ||
      strncmp(error.text, start, strlen(start)) != 0) {
    print_error("%s, not %s\n", error.status == NOC_OK ? "accepted" : error.text, start);
    wrong++;
  }
  topology_free(t);
  map_free(m);
}

// The map of arrays with one text instead of another.
static void unfit_array(const char *find, const char *with, const char *why) {
  char text[TEXT];
  const char *at = strstr(kNumbers, find);
  assert_non_null(at);
  (void)snprintf(text, sizeof text, "%.*s%s%s", (int)(at - kNumbers), kNumbers, with,
                 at + strlen(find));
  unfit_with(&kArray, text, "octagon:8", why);
}

static void unfit(const char *find, const char *with, const char *why) {
  unfit_with(&kModule, edited(find, with), "mesh:4", why);
}

static void refusals_of_pins(void **state) {
  (void)state;
  wrong = 0;
  static const struct {
    const char *find, *with, *why;
  } kRows[] = {
      {"clock: clk", "clock: clok",
       "7:8: clock is 'clok' (nearest: 'clk'), no pin of my_router at router 1; it must be one of "
       "its inputs: clk (1), rst_n (1), enable (1), my_id (8), dir (3 of 4), L_in_flit (67)"},
      {"clock: clk", "clock: in_credit[0]",
       "7:8: clock is 'in_credit', which is an output of my_router at router 1; it must be an inp"},
      {"clock: clk", "clock: my_id",
       "7:8: clock is 'my_id', which has 8 bits at router 1; it must"},
      {"{port}_in_flit", "{port}_in_flut",
       "14:9: input.flit is 'L_in_flut' (nearest: 'L_in_flit'), no pin of my_router at port L of "
       "r"},
      {"{port}_in_flit", "{port}_out_flit", "14:9: input.flit is 'L_out_flit', which is an output"},
      {"in_valid[p]", "in_valid[2:1]",
       "15:10: input.valid is 'in_valid[2:1]', which has 2 bits at port L of router 1; it"},
      {"in_valid[p]", "in_valid[p+1]",
       "15:10: input.valid is 'in_valid[p+1]', bit 3 of in_valid at port W of router 1; it "
       "must be bits of 0 to 2"},
      {"in_valid[p]", "in_valid[0-1]", "15:10: input.valid is 'in_valid[0-1]', bit -1 of in_valid"},
      {"in_valid[p]", "in_valid[0]",
       "15:10: input.valid is 'in_valid[0]', whose bit 0 is input.valid of port L as well at port "
       "E of router 1"},
      {"in_credit[2*p+1:2*p]", "in_credit[p]",
       "16:11: input.credit is 'in_credit[p]', which has 1 bit at port L of router 1; it must be "
       "2, one for each VC"},
      {"'dir[p]': p + 1", "dir: 1",
       "9:33: tie.dir is 'dir', an array of 3 elements at router 1; it"},
      {"'dir[p]'", "'dir[p+1]'", "9:33: tie.dir[p+1] is 'dir[p+1]', element 3 at port W"},
      {"'dir[p]': p + 1", "'dir[p]': 16",
       "9:33: tie.dir[p] is 16 at port L of router 1; it must be a value of 4 bits"},
      {"enable: 1, ", "",
       "1:6: top is my_router at router 1, with 1 input without a role: enable (1 of 1 bits); "},
      {", 'dir[p]': p + 1", ", 'dir[0]': 1", "1:6: top is my_router at router 1, with 1 input"},
      {"enable: 1", "enable: 1, clk: 0",
       "9:18: tie.clk is 'clk', whose bit 0 is clock as well at router 1"},
      {"flit[63:0]", "flit[67:0]",
       "22:12: flit.payload is 'flit[67:0]', bits 67 to 0 of a flit of 67 bits at router 1"},
      {"payload: flit[63:0]", "payload: flit[64:1]",
       "23:9: flit.head is 'flit[64]', of which bits are flit.payload as well"},
      {"vc: flit[66]", "vc: {at: 'flit[66]', code: one-hot}",
       "25:12: flit.vc is 'flit[66]', which has 1 bit"},
      {"flit[7:4]", "flit[7:3]",
       "28:10: head[1].at is 'flit[7:3]', of which bits are head[0].at as"},
      {"flit[7:4]", "flit[65:64]",
       "28:10: head[1].at is 'flit[65:64]', of which bits are flit.head"},
      {"is: dx", "is: dx, each: true",
       "27:10: head[0].at is 'flit[3:0]', of which bits are flit.pa"},
      {"headers: 1", "headers: 0",
       "27:10: head[0].at is 'flit[3:0]', of which bits are flit.payload "
       "as well at router 1; it must be outside of it, or flit.head"},
      {"flit[65]", "flit[65:64]", "24:9: flit.tail is 'flit[65:64]', which has 2 bits"},
      {"  head: flit[64]\n  tail: flit[65]\n",
       "  kind: {at: 'flit[65:64]', head: 1, body: 0, tail: 2, single: 4}\n",
       "23:14: flit.kind.at is 'flit[65:64]', which has 2 bits for the code 4 at router 1"},
      {"in_credit[2*p+1:2*p]\"", "in_credit[2*p+1]\"", "16:11: input.credit is"},
      {"ports: {local: L, x+: E, x-: W}", "ports: {local: L, x+: E, y+: W}",
       "10:8: ports is without x-; it must be all that the routers of mesh:4 have"},
      {"ports: {local: L, x+: E, x-: W}", "ports: {local: L, x+: E, 1: W}",
       "10:26: ports is 1, which is x+ at router 1 of mesh:4 as well"},
  };
  for (size_t i = 0; i < sizeof kRows / sizeof kRows[0]; i++) {
    unfit(kRows[i].find, kRows[i].with, kRows[i].why);
  }
  unfit_array(
      "\"e[p]\"", "\"e[p][15:0]\"",
      "6:19: output.payload is 'e[p][15:0]', in output 16 bits wide at port 1 of router 1; it "
      "must be 32, as in input of port 1");
  unfit_array("\"d[p]\"", "\"d\"", "5:18: input.payload is 'd', an array of 4 elements");
  unfit_array("\"d[p]\"", "\"d[p:0]\"", "5:18: input.payload is 'd[p:0]', an array");
  unfit_array("\"d[p]\"", "\"d[p][32:1]\"", "5:18: input.payload is 'd[p][32:1]', bits 32 to 1");
  unfit_with(&kModule, kMap, "octagon:8", "10:19: ports is x+, and octagon:8 has no lines in x");
  unfit_with(&kModule, kMap, "mesh:4@2", "10:8: ports is without local1;");
  unfit_with(&kModule, kMap, "mesh:4x4", "10:8: ports is without y+;");
  assert_int_equal(wrong, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(everything),           cmocka_unit_test(what_goes_without_saying),
      cmocka_unit_test(places_of_a_ring),     cmocka_unit_test(values_of_places),
      cmocka_unit_test(ports_by_number),      cmocka_unit_test(a_network),
      cmocka_unit_test(refusals_of_the_text), cmocka_unit_test(files_that_are_no_maps),
      cmocka_unit_test(codes_that_differ),    cmocka_unit_test(refusals_of_pins)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
