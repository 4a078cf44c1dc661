// fake_map -- the maps of fake routers, as foreign_load() would work them out; see fake_router.h.

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fake_state.h"

typedef struct {
  foreign_t map;
  fake_t fake;
  topology_t const *topology;
  foreign_api_t api;
  foreign_pin_t pins[FAKE_PINS];
  char names[FAKE_PINS][24];
  const char *port_name[FAKE_PORTS];
  foreign_module_t *modules;
  formula_t *dx, *dy;
} made_t;

// One fake at a time: its create() has no context.
static made_t *made;

static void *create(const char *name, uint32_t seed) {
  (void)seed;
  return fake_instance(&made->fake, made->topology,
                       (uint32_t)strtoul(strchr(name, '_') + 1, NULL, 10));
}

static foreign_bits_t at(unsigned pin, unsigned lsb, unsigned bits) {
  return (foreign_bits_t){.pin = (uint16_t)pin, .lsb = (uint16_t)lsb, .bits = (uint16_t)bits};
}

static void add_pin(made_t *m, unsigned i, const char *name, bool output, unsigned bits) {
  (void)snprintf(m->names[i], sizeof m->names[i], "%s", name);
  const unsigned words = (bits + 31) / 32;
  m->pins[i] = (foreign_pin_t){.name = m->names[i],
                               .output = output,
                               .bits = bits,
                               .elements = 1,
                               .bytes = bits > 64 ? 4 * words : 8};
}

static void add_pins(made_t *m) {
  static const char *const kNames[] = {"local", "e", "w", "n", "s"};
  static const char *const kWhat[] = {"flit", "valid", "back", "back_vc"};
  const fake_t *f = &m->fake;
  add_pin(m, FAKE_CLOCK, "clk", false, 1);
  add_pin(m, FAKE_RESET, "rst", false, 1);
  add_pin(m, FAKE_X, "x", false, 4);
  add_pin(m, FAKE_Y, "y", false, 4);
  for (unsigned p = 0; p < FAKE_PORTS; p++) {
    m->port_name[p] = kNames[FAKE_PORTS - 1 - p];
    for (unsigned d = 0; d < 2; d++) {
      const unsigned bits[FAKE_OF_LINK] = {fake_flit_bits(f), f->vc_code == VC_VALID ? f->vcs : 1,
                                           f->one_line || f->coded_credit ? 1 : f->vcs, 4};
      for (unsigned what = 0; what < FAKE_OF_LINK; what++) {
        char name[24];
        (void)snprintf(name, sizeof name, "%s_%s_%s", m->port_name[p], d ? "out" : "in",
                       kWhat[what]);
        const bool back = what == FAKE_BACK || what == FAKE_BACK_VC;
        add_pin(m, fake_pin(d != 0, p, what), name, (d != 0) != back, bits[what]);
      }
    }
  }
}

static foreign_link_t link_of(made_t *m, unsigned p, bool output) {
  const fake_t *f = &m->fake;
  const unsigned flit = fake_pin(output, p, FAKE_FLIT);
  foreign_field_t *field = calloc(2, sizeof *field);
  assert(field != NULL);
  field[0] = (foreign_field_t){.at = at(flit, fake_lsb_dx(f), 4), .is = m->dx};
  field[1] = (foreign_field_t){.at = at(flit, fake_lsb_dx(f) + 4, 4), .is = m->dy};
  foreign_link_t l = {
      .flit = at(flit, 0, fake_flit_bits(f)),
      .valid = at(fake_pin(output, p, FAKE_VALID), 0, f->vc_code == VC_VALID ? f->vcs : 1),
      .payload = at(flit, 0, f->payload_bits),
      .back = at(fake_pin(output, p, FAKE_BACK), 0, f->one_line || f->coded_credit ? 1 : f->vcs),
      .field = field};
  if (f->kind) {
    l.kind = at(flit, fake_lsb_kind(f), FAKE_KIND);
  } else {
    l.head = at(flit, fake_lsb_kind(f), 1);
    l.tail = at(flit, fake_lsb_kind(f) + 1, 1);
  }
  if (f->vc_code == VC_INDEX || f->vc_code == VC_ONE_HOT) {
    l.vc = at(flit, fake_lsb_vc(f), 4);
  }
  if (f->coded_credit) {
    l.back_vc = at(fake_pin(output, p, FAKE_BACK_VC), 0, 4);
  }
  return l;
}

static void add_module(made_t *m, uint32_t router) {
  const topology_t *t = m->topology;
  foreign_module_t *module = &m->modules[router];
  foreign_bits_t *tie = calloc(2, sizeof *tie);
  uint64_t *value = calloc(2, sizeof *value);
  uint32_t *port = calloc(FAKE_PORTS, sizeof *port);
  unsigned coordinates[NOC_MAX_DIMS];
  assert(tie != NULL && value != NULL && port != NULL);
  topology_coordinates(t, router, coordinates);
  tie[0] = at(FAKE_X, 0, 4);
  tie[1] = at(FAKE_Y, 0, 4);
  value[0] = coordinates[0];
  value[1] = coordinates[1];
  *module = (foreign_module_t){.api = &m->api,
                               .clock = at(FAKE_CLOCK, 0, 1),
                               .reset = at(FAKE_RESET, 0, 1),
                               .reset_cycles = 3,
                               .ties = 2,
                               .tie = tie,
                               .tie_value = value,
                               .input = calloc(FAKE_PORTS, sizeof *module->input),
                               .output = calloc(FAKE_PORTS, sizeof *module->output),
                               .port = port};
  assert(module->input != NULL && module->output != NULL);
  for (unsigned p = 0; p < FAKE_PORTS; p++) {
    const unsigned of = FAKE_PORTS - 1 - p;
    const bool leads = of == 0 || t->peer_router[(size_t)router * t->ports + of] >= 0;
    port[p] = leads ? of : UINT32_MAX;
    module->input[p] = link_of(m, p, false);
    module->output[p] = link_of(m, p, true);
  }
}

foreign_t *fake_create(const fake_t *fake, const topology_t *t) {
  noc_error_t error;
  made_t *m = calloc(1, sizeof *m);
  assert(m != NULL && t->ports == FAKE_PORTS && fake->vcs <= FAKE_VCS);
  made = m;
  m->fake = *fake;
  m->topology = t;
  m->dx = formula_parse("dx", true, &error);
  m->dy = formula_parse("dy", true, &error);
  m->modules = calloc(t->routers, sizeof *m->modules);
  assert(m->dx != NULL && m->dy != NULL && m->modules != NULL);
  add_pins(m);
  m->api = (foreign_api_t){.abi = FOREIGN_ABI,
                           .top = "fake",
                           .pins = FAKE_PINS,
                           .pin = m->pins,
                           .create = create,
                           .place = fake_place,
                           .eval = fake_eval,
                           .failed = fake_failed,
                           .free = fake_release};
  for (uint32_t r = 0; r < t->routers; r++) {
    add_module(m, r);
  }
  m->map = (foreign_t){.name = "fake",
                       .file = "fake.yaml",
                       .ports = FAKE_PORTS,
                       .port_name = m->port_name,
                       .vcs = fake->vcs,
                       .depth = fake->depth,
                       .headers = fake->headers,
                       .slack = 1,
                       .longest = UINT32_MAX,
                       .back = fake->back,
                       .vc_code = fake->vc_code,
                       .has_kind = fake->kind,
                       .marks_head = !fake->mark_tail_only,
                       .fields = 2,
                       .modules = t->routers,
                       .module = m->modules,
                       .flit_bits = fake->payload_bits};
  memcpy(m->map.kind, kFakeKind, sizeof kFakeKind);
  return &m->map;
}

void fake_free(foreign_t *f) {
  made_t *m = (made_t *)f;
  for (uint32_t r = 0; r < m->topology->routers; r++) {
    const foreign_module_t *module = &m->modules[r];
    for (unsigned p = 0; p < FAKE_PORTS; p++) {
      free((void *)module->input[p].field);
      free((void *)module->output[p].field);
    }
    free((void *)module->tie);
    free((void *)module->tie_value);
    free((void *)module->port);
    free(module->input);
    free(module->output);
  }
  free(m->modules);
  formula_free(m->dx);
  formula_free(m->dy);
  free(m);
}
