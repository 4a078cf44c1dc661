// fuzz_dut_map -- libFuzzer on maps of pins: no crash; an error is one line with its place; what is
// accepted has numbers in range, and lies within the pins of a module if it fits them.

#include <stdint.h>

#include "foreign/map.h"
#include "foreign/places.h"
#include "foreign/resolve.h"
#include "require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const foreign_pin_t kPins[] = {
    {"clk", false, 1, 1, 1},     {"rst", false, 1, 1, 1},    {"id", false, 8, 1, 1},
    {"L_i", false, 40, 1, 8},    {"E_i", false, 40, 1, 8},   {"W_i", false, 40, 1, 8},
    {"L_o", true, 40, 1, 8},     {"E_o", true, 40, 1, 8},    {"W_o", true, 40, 1, 8},
    {"valid_i", false, 3, 1, 1}, {"valid_o", true, 3, 1, 1}, {"back_i", false, 2, 3, 1},
    {"back_o", true, 2, 3, 1},   {"wide", false, 99, 1, 16},
};
static const foreign_api_t kModule = {
    .abi = FOREIGN_ABI, .top = "r", .pins = sizeof kPins / sizeof kPins[0], .pin = kPins};

static void require_within(foreign_bits_t at) {
  require(at.pin < kModule.pins);
  const foreign_pin_t *p = &kPins[at.pin];
  require(at.element < p->elements && at.lsb + at.bits <= p->bits);
}

static void require_link(const foreign_link_t *l) {
  require_within(l->flit);
  require_within(l->valid);
  require_within(l->payload);
  require_within(l->head_payload);
  require_within(l->head);
  require_within(l->tail);
  require_within(l->kind);
  require_within(l->vc);
  require_within(l->back);
  require_within(l->back_vc);
  require(l->valid.bits > 0 && l->back.bits > 0 && l->payload.bits > 0);
}

static void check_place(map_t *m, const topology_t *t) {
  enum { PORTS = FOREIGN_MAX_ENDS };
  static formula_values_t values[PORTS];
  static const char *text[PORTS];
  static uint32_t port[PORTS];
  noc_error_t error = {0};
  foreign_module_t module = {.api = &kModule};
  bool ok = places_check(m, t, &error) && places_ports_at(m, t, 1, port, &error);
  const unsigned ports = ok ? places_ports(m, t) : 0;
  for (unsigned p = 0; p < ports; p++) {
    places_values(m, t, 1, p, 0, &values[p]);
    text[p] = m->all_nodes ? "7" : m->port[p].text;
  }
  const resolve_place_t place = {
      .name = "router 1", .ports = ports, .values = values, .port_text = text};
  ok = ok && resolve_module(m, &kModule, &place, &module, NULL, &error);
  if (!ok) {
    require_place(&error, "fuzz.yaml");
    return;
  }
  for (unsigned p = 0; p < ports; p++) {
    require_link(&module.input[p]);
    require_link(&module.output[p]);
  }
  for (uint32_t i = 0; i < module.ties; i++) {
    require_within(module.tie[i]);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  noc_error_t error = {0};
  map_t *m = map_parse("fuzz.yaml", (const char *)data, size, &error);
  if (m == NULL) {
    require_place(&error, "fuzz.yaml");
    return 0;
  }
  require(m->vcs >= 1 && m->vcs <= FOREIGN_MAX_VCS && m->headers <= FOREIGN_MAX_HEADERS);
  require(m->longest >= 1 && m->depth >= 1 && (m->all_nodes || m->ports >= 1));
  topology_t *t = topology_create("mesh:3", &error);
  require(t != NULL);
  check_place(m, t);
  topology_free(t);
  map_free(m);
  return 0;
}
