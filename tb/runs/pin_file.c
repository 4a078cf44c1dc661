// pin_file -- see pin_file.h.

#include "runs/pin_file.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "scenario/scenario_load.h"
#include "sim/sim.h"

enum {
  KEY_SCENARIO,
  KEY_ROUTER,
  KEY_INTERFACE,
  KEY_SCOPE,
  KEY_CLOCK,
  KEY_RESET,
  KEY_SAMPLE,
  KEY_PINS,
  KEY_PARAMETERS,
  KEY_OUTPUTS,
  KEYS
};

static const char *const kKeys[KEYS] = {"!scenario",  "router", "interface", "scope",
                                        "clock",      "reset",  "sample",    "pins",
                                        "parameters", "outputs"};

enum { PARAMETER_MOST = 1 << 24 };

// Texts that are no node's: made of a scope and a pin, or cut off.
struct pin_text {
  struct pin_text *next;
  char text[];
};

typedef struct {
  pin_file_t *f;
  const yaml_node_t *key[KEYS];
  inputs_t *s;
  noc_error_t *error;
} reader_t;

static char *text_of(reader_t *r, size_t length) {
  struct pin_text *t = calloc(1, sizeof *t + length + 1);
  if (t == NULL) {
    (void)noc_fail(r->error, NOC_ENVIRONMENT, "%s: out of memory", r->f->yaml.file);
    return NULL;
  }
  t->next = r->f->texts;
  r->f->texts = t;
  return t->text;
}

static void place_of(const reader_t *r, const yaml_node_t *node, char place[WAVE_PLACE]) {
  (void)snprintf(place, WAVE_PLACE, "%.280s:%zu:%zu", r->f->yaml.file, node->start_mark.line + 1,
                 node->start_mark.column + 1);
}

static bool fail(reader_t *r, const yaml_node_t *node, const char *key, const char *accepted) {
  return yaml_file_fail_found(&r->f->yaml, node, key, accepted);
}

// ---- The component

static const yaml_node_t *place_node(const reader_t *r) {
  return r->key[KEY_ROUTER] != NULL ? r->key[KEY_ROUTER] : r->key[KEY_INTERFACE];
}

static bool find_component(reader_t *r, const sim_t *sim, uint32_t *id) {
  char accepted[160];
  char last[64];
  const yaml_node_t *node = place_node(r);
  const char *text = yaml_file_text(node);
  const topology_t *t = sim->scenario->topology;
  if (r->key[KEY_ROUTER] != NULL) {
    (void)snprintf(accepted, sizeof accepted, "routers of %.60s, up to %s", t->name,
                   topology_router_name(t, t->routers - 1, last, sizeof last));
    return (text != NULL && topology_find_router(t, text, id)) || fail(r, node, "router", accepted);
  }
  uint64_t number = 0;
  (void)snprintf(accepted, sizeof accepted, "0 to %u", t->nodes - 1);
  if (text == NULL || !decimal_parse(text, &number) || number >= t->nodes) {
    return fail(r, node, "interface", accepted);
  }
  *id = (uint32_t)number;
  return true;
}

// A name in the file is seen from the file's folder.
static const char *beside(reader_t *r, const char *name) {
  const char *slash = strrchr(r->f->yaml.file, '/');
  const size_t folder = slash != NULL && name[0] != '/' ? (size_t)(slash - r->f->yaml.file) + 1 : 0;
  char *text = text_of(r, folder + strlen(name));
  if (text != NULL) {
    (void)sprintf(text, "%.*s%s", (int)folder, r->f->yaml.file, name);
  }
  return text;
}

// "parameters: {MsgW: 8}": what a scenario cannot say of an instance in another design.
static bool set_parameters(reader_t *r, noc_shape_t *shape) {
  const yaml_node_t *node = r->key[KEY_PARAMETERS];
  if (node == NULL) {
    return true;
  }
  if (node->type != YAML_MAPPING_NODE) {
    return fail(r, node, "parameters", "a mapping of parameters to numbers");
  }
  for (const yaml_node_pair_t *pair = node->data.mapping.pairs.start;
       pair < node->data.mapping.pairs.top; pair++) {
    const yaml_node_t *key = yaml_file_node(&r->f->yaml, pair->key);
    const yaml_node_t *value = yaml_file_node(&r->f->yaml, pair->value);
    const char *name = yaml_file_text(key);
    const char *text = yaml_file_text(value);
    uint64_t number = 0;
    if (name == NULL || !inputs_set_parameter(shape, name, strlen(name), 0)) {
      return fail(r, key, "parameters", "parameters of the RTL, such as MsgW");
    }
    if (text == NULL || !decimal_parse(text, &number) || number > PARAMETER_MOST) {
      return fail(r, value, name, "a number up to 16777216");
    }
    (void)inputs_set_parameter(shape, name, strlen(name), (unsigned)number);
  }
  noc_error_t why = {0};
  return shape_derive(shape, &why) ||
         noc_fail(r->error, NOC_BAD_INPUT, "%.300s:%zu:%zu: parameters: %.300s", r->f->yaml.file,
                  node->start_mark.line + 1, node->start_mark.column + 1, why.text);
}

// The shape that the component has in a network of golden models, with the parameters of the file.
static bool take_shape(reader_t *r, sim_t *sim) {
  uint32_t id = 0;
  noc_shape_t shape = {0};
  char name[INPUTS_PLACE - 16];
  const bool router = r->key[KEY_ROUTER] != NULL;
  const component_t component = router ? COMPONENT_ROUTER : COMPONENT_INTERFACE;
  if (!find_component(r, sim, &id)) {
    return false;
  }
  if (!sim_read(sim) || !sim_build_network(sim)) {
    *r->error = sim->error;
    return false;
  }
  for (size_t i = 0; i < network_banks(sim->network); i++) {
    const bank_config_t *c = &network_bank(sim->network, i)->config;
    for (uint32_t m = 0; c->component == component && m < c->members; m++) {
      if (c->ids[m] == id) {
        shape = *c->shape;
      }
    }
  }
  if (!set_parameters(r, &shape)) {
    return false;
  }
  inputs_begin(r->s, component, &shape);
  r->s->compares = true;
  (void)snprintf(r->s->place, sizeof r->s->place, "%s %s", router ? "router" : "node",
                 component_name(sim->scenario->topology, component, id, name, sizeof name));
  return true;
}

static bool read_component(reader_t *r) {
  static const char *const kSets[] = {"run.router=ref"};
  const yaml_node_t *scenario = r->key[KEY_SCENARIO];
  if ((r->key[KEY_ROUTER] != NULL) == (r->key[KEY_INTERFACE] != NULL)) {
    return r->key[KEY_ROUTER] != NULL
               ? yaml_file_fail(&r->f->yaml, place_node(r)->start_mark, "router",
                                "given beside interface", "one of the two")
               : yaml_file_fail(&r->f->yaml, scenario->start_mark, "router", "missing",
                                "given, or interface");
  }
  const char *name = yaml_file_text(scenario);
  if (name == NULL || name[0] == '\0' || strcmp(name, "-") == 0) {
    return fail(r, scenario, "scenario", "the file of a scenario");
  }
  const char *path = beside(r, name);
  if (path == NULL) {
    return false;
  }
  sim_t sim = {.scenario = scenario_load(path, kSets, 1, r->error)};
  const bool ok = sim.scenario != NULL && take_shape(r, &sim);
  sim_free(&sim);
  const char *tables = ok ? inputs_tables(r->s) : NULL;
  if (tables != NULL) {
    return yaml_file_fail(&r->f->yaml, place_node(r)->start_mark, "router",
                          "one with tables, whose loading comes before its waves",
                          "a component without");
  }
  return ok;
}

// ---- Signals

// "tb.dut.link_i[70:7]", "tb.dut.valid[3]": the bits, and the name without them.
static bool cut_bits(reader_t *r, const char *text, wave_part_t *p) {
  const size_t length = strlen(text);
  const char *open = strrchr(text, '[');
  unsigned high = 0;
  unsigned low = 0;
  int end = 0;
  p->signal = text;
  if (open == NULL || length == 0 || text[length - 1] != ']') {
    return true;
  }
  if (sscanf(open, "[%9u:%9u]%n", &high, &low, &end) < 2 || open[end] != '\0') {
    end = 0;
    if (sscanf(open, "[%9u]%n", &high, &end) < 1 || open[end] != '\0') {
      return true;  // whatever it is, it may be a name
    }
    low = high;
  }
  if (high < low) {
    return true;
  }
  char *name = text_of(r, (size_t)(open - text));
  if (name == NULL) {
    return false;
  }
  memcpy(name, text, (size_t)(open - text));
  *p = (wave_part_t){.text = text, .signal = name, .some = true, .high = high, .low = low};
  return true;
}

// A node says this text, all of its own or the end of it.
static bool read_part(reader_t *r, const yaml_node_t *node, const char *text, const char *key,
                      bool numbers, wave_part_t *p) {
  *p = (wave_part_t){.text = text};
  if (text == NULL || text[0] == '\0') {
    return fail(r, node, key, numbers ? "a signal, its bits, a number" : "a signal");
  }
  if (isdigit((unsigned char)text[0])) {
    char *end = NULL;
    errno = 0;
    p->number = strtoull(text, &end, 0);
    if (!numbers || *end != '\0' || errno != 0) {
      return fail(r, node, key, numbers ? "a signal, its bits, a number" : "a signal");
    }
    p->text = NULL;
  } else if (!cut_bits(r, text, p)) {
    return false;
  }
  place_of(r, node, p->place);
  return true;
}

// SCOPE.NAMEsuffix, which stands for what the file does not say.
static bool by_scope(reader_t *r, const char *name, const char *suffix, wave_part_t *p) {
  const yaml_node_t *scope = r->key[KEY_SCOPE];
  const char *text = yaml_file_text(scope);
  char *whole = text_of(r, strlen(text) + strlen(name) + strlen(suffix) + 1);
  if (whole == NULL) {
    return false;
  }
  (void)sprintf(whole, "%s.%s%s", text, name, suffix);
  *p = (wave_part_t){.text = whole, .signal = whole};
  place_of(r, scope, p->place);
  return true;
}

static bool read_clock(reader_t *r) {
  wave_pins_t *p = &r->f->pins;
  const yaml_node_t *clock = r->key[KEY_CLOCK];
  const yaml_node_t *reset = r->key[KEY_RESET];
  const yaml_node_t *scope = r->key[KEY_SCOPE];
  const yaml_node_t *sample = r->key[KEY_SAMPLE];
  if (scope != NULL && (yaml_file_text(scope) == NULL || yaml_file_text(scope)[0] == '\0')) {
    return fail(r, scope, "scope", "the scope of the component's instance");
  }
  if (clock == NULL && scope == NULL) {
    return yaml_file_fail(&r->f->yaml, r->key[KEY_SCENARIO]->start_mark, "clock", "missing",
                          "given, or scope");
  }
  if (clock != NULL ? !read_part(r, clock, yaml_file_text(clock), "clock", false, &p->clock)
                    : !by_scope(r, "clk", "_i", &p->clock)) {
    return false;
  }
  if (reset != NULL) {
    const char *text = yaml_file_text(reset);
    p->reset_low = text != NULL && text[0] == '!';
    if ((text == NULL || strcmp(text, "none") != 0) &&
        !read_part(r, reset, p->reset_low ? text + 1 : text, "reset", false, &p->reset)) {
      return false;
    }
  } else if (scope != NULL && !by_scope(r, "rst", "_i", &p->reset)) {
    return false;
  }
  if (sample != NULL) {
    const char *text = yaml_file_text(sample);
    p->behind = text != NULL && strcmp(text, "behind") == 0;
    return p->behind || (text != NULL && strcmp(text, "before") == 0) ||
           fail(r, sample, "sample", "before, behind");
  }
  return true;
}

// The signals of a pin. What an input is may be a number.
static bool read_pin(reader_t *r, const yaml_node_t *node, wave_source_t *in) {
  const char *name = in->field->name;
  const bool input = in->field->kind == FIELD_IN;
  in->parts = node != NULL ? yaml_file_items(node) : 1;
  in->part = calloc(in->parts + 1, sizeof *in->part);
  if (in->part == NULL) {
    return noc_fail(r->error, NOC_ENVIRONMENT, "%s: out of memory", r->f->yaml.file);
  }
  if (node == NULL) {
    return by_scope(r, name, input ? "_i" : "_o", &in->part[0]);
  }
  if (in->parts == 0) {
    return fail(r, node, name,
                input ? "a signal, its bits, a number, or a list of them"
                      : "a signal, its bits, or a list of them");
  }
  for (size_t k = 0; k < in->parts; k++) {
    const yaml_node_t *item = yaml_file_item(&r->f->yaml, node, k);
    if (!read_part(r, item, yaml_file_text(item), name, input, &in->part[k])) {
      return false;
    }
  }
  return true;
}

// The IN or OUT fields that have elements, which are pins. Returns how many.
static size_t list_pins(const bundle_layout_t *l, field_kind_t kind,
                        const bundle_field_t *field[BUNDLE_MAX_FIELDS]) {
  size_t pins = 0;
  for (unsigned i = 0; i < l->n_fields; i++) {
    if (l->field[i].kind == kind && l->field[i].count > 0) {
      field[pins++] = &l->field[i];
    }
  }
  return pins;
}

// "outputs: all": each output of the instance is compared, not only those that the file names.
static bool wants_all_outputs(reader_t *r, bool *all) {
  const yaml_node_t *node = r->key[KEY_OUTPUTS];
  const char *text = node != NULL ? yaml_file_text(node) : NULL;
  *all = text != NULL && strcmp(text, "all") == 0;
  if (node != NULL && !*all && (text == NULL || strcmp(text, "named") != 0)) {
    return fail(r, node, "outputs", "all, named");
  }
  return !*all || r->key[KEY_SCOPE] != NULL ||
         yaml_file_fail(&r->f->yaml, node->start_mark, "outputs", "all", "given with scope");
}

static bool read_pins(reader_t *r) {
  wave_pins_t *p = &r->f->pins;
  const bundle_field_t *field[BUNDLE_MAX_FIELDS];
  const char *name[BUNDLE_MAX_FIELDS];
  const yaml_node_t *value[BUNDLE_MAX_FIELDS] = {NULL};
  const yaml_node_t *pins = r->key[KEY_PINS];
  const size_t inputs = list_pins(&r->s->layout, FIELD_IN, field);
  const size_t all = inputs + list_pins(&r->s->layout, FIELD_OUT, field + inputs);
  bool compares = false;
  p->input = calloc(inputs + 1, sizeof *p->input);
  p->output = calloc(all - inputs + 1, sizeof *p->output);
  if (p->input == NULL || p->output == NULL) {
    return noc_fail(r->error, NOC_ENVIRONMENT, "%s: out of memory", r->f->yaml.file);
  }
  for (size_t i = 0; i < all; i++) {
    name[i] = field[i]->name;
  }
  if ((pins != NULL && !yaml_file_keys(&r->f->yaml, pins, name, all, value)) ||
      !wants_all_outputs(r, &compares)) {
    return false;
  }
  for (size_t i = 0; i < all; i++) {
    const bool input = i < inputs;
    if (input && value[i] == NULL && r->key[KEY_SCOPE] == NULL) {
      return yaml_file_fail(&r->f->yaml,
                            pins != NULL ? pins->start_mark : r->key[KEY_SCENARIO]->start_mark,
                            name[i], "missing", "given, or scope");
    }
    if (input || compares || value[i] != NULL) {
      wave_source_t *pin = input ? &p->input[p->inputs++] : &p->output[p->outputs++];
      pin->field = field[i];
      if (!read_pin(r, value[i], pin)) {
        return false;
      }
    }
  }
  return true;
}

bool pin_file_read(pin_file_t *f, const char *path, inputs_t *s, noc_error_t *error) {
  reader_t r = {.f = f, .s = s, .error = error};
  *f = (pin_file_t){.yaml = {.file = path,
                             .accepted = "scenario, router, clock, reset and pins",
                             .error = error}};
  *s = (inputs_t){.clocks = 0};
  f->open = yaml_file_open(&f->yaml);
  if (!f->open) {
    return false;
  }
  const yaml_node_t *root = yaml_file_root(&f->yaml);
  if (root == NULL) {
    return noc_fail(error, NOC_BAD_INPUT, "%s: " SAY_THERE_IS("nothing", "%s"), path,
                    f->yaml.accepted);
  }
  return yaml_file_keys(&f->yaml, root, kKeys, KEYS, r.key) && read_component(&r) &&
         read_clock(&r) && read_pins(&r);
}

static void free_pins(wave_source_t *pin, size_t pins) {
  for (size_t i = 0; i < pins; i++) {
    free(pin[i].part);
  }
  free(pin);
}

void pin_file_free(pin_file_t *f) {
  free_pins(f->pins.input, f->pins.inputs);
  free_pins(f->pins.output, f->pins.outputs);
  while (f->texts != NULL) {
    struct pin_text *next = f->texts->next;
    free(f->texts);
    f->texts = next;
  }
  if (f->open) {
    yaml_file_close(&f->yaml);
  }
}
