// map_read -- reads a map of pins to roles; see map.h. A key is read by a function of its own;
// what contradicts another key is refused at the end.

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/yaml_file.h"
#include "foreign/map.h"

enum { MAX_RESET = 10000, MAX_DEPTH = 255, MAX_SLACK = 64, MAX_HEADS = 64 };

typedef struct {
  yaml_file_t yaml;
  map_t *m;
  noc_error_t *error;
} reader_t;

static map_place_t place_of(const yaml_node_t *node) {
  return (map_place_t){node->start_mark.line + 1, node->start_mark.column + 1};
}

static bool fail_found(const reader_t *r, const yaml_node_t *node, const char *key,
                       const char *accepted) {
  return yaml_file_fail_found(&r->yaml, node, key, accepted);
}

static bool fail_at(const reader_t *r, map_place_t at, const char *key, const char *found,
                    const char *accepted) {
  return map_fail(r->m, at, key, accepted, r->error, "%s", found);
}

// ---- Scalars

static bool read_text(reader_t *r, const yaml_node_t *node, const char *key, const char **out) {
  const char *text = yaml_file_text(node);
  if (text == NULL || text[0] == '\0' || strlen(text) > YAML_QUOTED * 8) {
    return fail_found(r, node, key, "a text of up to 480 characters");
  }
  *out = map_copy(r->m, text, strlen(text), r->error);
  return *out != NULL;
}

static bool is_identifier(const char *text) {
  size_t length = 0;
  while (isalnum((unsigned char)text[length]) || text[length] == '_' || text[length] == '$') {
    length++;
  }
  return length > 0 && text[length] == '\0' && !isdigit((unsigned char)text[0]);
}

static bool read_identifier(reader_t *r, const yaml_node_t *node, const char *key,
                            const char **out) {
  return read_text(r, node, key, out) &&
         (is_identifier(*out) || fail_found(r, node, key, "a name of letters, digits, _ and $"));
}

static bool read_number(reader_t *r, const yaml_node_t *node, const char *key, unsigned low,
                        unsigned high, unsigned *out) {
  char accepted[32];
  char *end = NULL;
  const char *text = yaml_file_text(node);
  (void)snprintf(accepted, sizeof accepted, "%u to %u", low, high);
  const bool digits = text != NULL && isdigit((unsigned char)text[0]);
  errno = 0;
  const unsigned long value = digits ? strtoul(text, &end, 10) : 0;
  if (!digits || *end != '\0' || errno != 0 || value < low || value > high) {
    return fail_found(r, node, key, accepted);
  }
  *out = (unsigned)value;
  return true;
}

// A number that Verilog may have written: decimal, 0x, 0b.
static bool read_code(reader_t *r, const yaml_node_t *node, const char *key, uint64_t *out) {
  noc_error_t own = {0};
  const char *text = yaml_file_text(node);
  formula_t *f = text != NULL ? formula_parse(text, false, &own) : NULL;
  const formula_values_t none = {.route = NULL};
  bool constant = f != NULL;
  for (formula_name_t i = 0; i < FORMULA_NAMES && constant; i++) {
    constant = !formula_has(f, i);
  }
  const int64_t value = constant ? formula_value(f, &none) : -1;
  formula_free(f);
  *out = (uint64_t)value;
  return value >= 0 || fail_found(r, node, key, "a number");
}

static bool read_truth(reader_t *r, const yaml_node_t *node, const char *key, bool *out) {
  const char *text = yaml_file_text(node);
  *out = text != NULL && strcmp(text, "true") == 0;
  return *out || (text != NULL && strcmp(text, "false") == 0) ||
         fail_found(r, node, key, "true or false");
}

// One of some words, as its place among them.
static bool read_word(reader_t *r, const yaml_node_t *node, const char *key,
                      const char *const *words, const char *accepted, unsigned *out) {
  const char *text = yaml_file_text(node);
  for (*out = 0; text != NULL && words[*out] != NULL; (*out)++) {
    if (strcmp(words[*out], text) == 0) {
      return true;
    }
  }
  return fail_found(r, node, key, accepted);
}

static const formula_t *read_formula(reader_t *r, const yaml_node_t *node, const char *key,
                                     bool packet) {
  const char *text = NULL;
  if (!read_text(r, node, key, &text)) {
    return NULL;
  }
  const formula_t *f = map_formula(r->m, text, packet, r->error);
  if (f == NULL && r->error->status == NOC_BAD_INPUT) {
    const noc_error_t why = *r->error;
    const map_place_t at = place_of(node);
    (void)noc_fail(r->error, NOC_BAD_INPUT, "%s:%zu:%zu: %s: %.800s", r->m->file, at.line,
                   at.column, key, why.text);
  }
  return f;
}

// A pin, or with `bits` bits of flit.
static bool read_pin(reader_t *r, const yaml_node_t *node, const char *key, bool bits,
                     map_pin_t *pin) {
  pin->at = place_of(node);
  pin->key = map_copy(r->m, key, strlen(key), r->error);
  return pin->key != NULL && read_text(r, node, key, &pin->text) &&
         map_pin(r->m, pin, bits, r->error);
}

// ---- Lists of texts

static bool start_texts(reader_t *r, map_texts_t *texts, size_t room) {
  texts->item = map_take(r->m, room, sizeof *texts->item, r->error);
  return texts->item != NULL;
}

// Paths or patterns, which are looked for when all is read.
static bool read_paths(reader_t *r, const yaml_node_t *node, const char *key, map_texts_t *out) {
  const size_t count = yaml_file_items(node);
  if (count == 0 || count > MAP_PATTERNS) {
    return fail_found(r, node, key, "a list of 1 to 512 paths");
  }
  bool ok = start_texts(r, out, count);
  out->at = ok ? map_take(r->m, count, sizeof *out->at, r->error) : NULL;
  ok = out->at != NULL;
  for (size_t i = 0; i < count && ok; i++) {
    const yaml_node_t *item = yaml_file_item(&r->yaml, node, i);
    out->at[i] = place_of(item);
    ok = read_text(r, item, key, &out->item[i]);
    out->count += ok;
  }
  return ok;
}

static bool is_word_for_verilator(const char *text) {
  return strncmp(text, "-W", 2) == 0 || strncmp(text, "--timescale", 11) == 0 ||
         strncmp(text, "--bbox", 6) == 0;
}

static bool read_verilator(reader_t *r, const yaml_node_t *node) {
  map_texts_t *out = &r->m->verilator;
  const size_t count = yaml_file_items(node);
  bool ok = start_texts(r, out, count + 1);
  if (ok && count > 64) {
    return fail_at(r, place_of(node), "verilator", "more than 64 words", "fewer");
  }
  bool value = false;  // that belongs to --timescale
  for (size_t i = 0; i < count && ok; i++) {
    const yaml_node_t *item = yaml_file_item(&r->yaml, node, i);
    const char *text = NULL;
    ok = read_text(r, item, "verilator", &text) &&
         (is_word_for_verilator(text) || (value && text[0] != '-') ||
          fail_found(r, item, "verilator", "words that begin with -W, --timescale or --bbox"));
    if (ok) {
      value = strncmp(text, "--timescale", 11) == 0;
      out->item[out->count++] = text;
    }
  }
  return ok;
}

// ---- Mappings from names

typedef bool (*read_pair_t)(reader_t *r, const yaml_node_t *key, const yaml_node_t *value);

static bool read_pairs(reader_t *r, const yaml_node_t *node, const char *key, read_pair_t read) {
  if (node->type != YAML_MAPPING_NODE) {
    return fail_found(r, node, key, "a mapping from names");
  }
  for (const yaml_node_pair_t *pair = node->data.mapping.pairs.start;
       pair < node->data.mapping.pairs.top; pair++) {
    const yaml_node_t *name = yaml_file_node(&r->yaml, pair->key);
    if (yaml_file_text(name) == NULL) {
      return fail_found(r, name, key, "a mapping from names");
    }
    if (!read(r, name, yaml_file_node(&r->yaml, pair->value))) {
      return false;
    }
  }
  return true;
}

static size_t pairs_of(const yaml_node_t *node) {
  return node->type == YAML_MAPPING_NODE
             ? (size_t)(node->data.mapping.pairs.top - node->data.mapping.pairs.start)
             : 0;
}

static bool read_define(reader_t *r, const yaml_node_t *key, const yaml_node_t *value) {
  char text[YAML_QUOTED * 10];
  const char *name = NULL;
  const char *is = yaml_file_text(value);
  if (!read_identifier(r, key, "defines", &name)) {
    return false;
  }
  if (is == NULL || strlen(is) > YAML_QUOTED * 8 || strlen(name) > YAML_QUOTED) {
    return fail_found(r, value, name, "a text of up to 480 characters");
  }
  (void)snprintf(text, sizeof text, "%s%s%s", name, is[0] != '\0' ? "=" : "", is);
  map_texts_t *out = &r->m->defines;
  out->item[out->count] = map_copy(r->m, text, strlen(text), r->error);
  return out->item[out->count++] != NULL;
}

static bool read_defines(reader_t *r, const yaml_node_t *node) {
  return start_texts(r, &r->m->defines, pairs_of(node) + 1) &&
         read_pairs(r, node, "defines", read_define);
}

static bool read_parameter(reader_t *r, const yaml_node_t *key, const yaml_node_t *value) {
  char path[YAML_QUOTED + 16];
  const char *text = NULL;
  map_parameter_t *p = &r->m->parameter[r->m->parameters++];
  p->at = place_of(value);
  if (!read_identifier(r, key, "parameters", &p->name)) {
    return false;
  }
  (void)snprintf(path, sizeof path, "parameters.%.*s", YAML_QUOTED, p->name);
  if (!read_text(r, value, path, &text)) {
    return false;
  }
  const size_t length = strlen(text);
  if (text[0] == '"') {
    p->text = text;
    return (length > 1 && strchr(text + 1, '"') == text + length - 1) ||
           fail_found(r, value, path, "a formula, or a text in quotes of its own: '\"torus\"'");
  }
  p->value = read_formula(r, value, path, false);
  return p->value != NULL &&
         (!(formula_has(p->value, FORMULA_P) || formula_has(p->value, FORMULA_NODE)) ||
          fail_found(r, value, path, "the same for all ports, without p and node"));
}

static bool read_parameters(reader_t *r, const yaml_node_t *node) {
  map_t *m = r->m;
  m->parameter = map_take(m, pairs_of(node) + 1, sizeof *m->parameter, r->error);
  return m->parameter != NULL && read_pairs(r, node, "parameters", read_parameter);
}

static bool read_tie(reader_t *r, const yaml_node_t *key, const yaml_node_t *value) {
  char path[YAML_QUOTED + 16];
  map_tie_t *t = &r->m->tie[r->m->ties++];
  (void)snprintf(path, sizeof path, "tie.%.*s", YAML_QUOTED - 20, yaml_file_text(key));
  if (!read_pin(r, key, path, false, &t->pin)) {
    return false;
  }
  t->value = read_formula(r, value, path, false);
  return t->value != NULL && read_text(r, value, path, &t->text);
}

static bool read_ties(reader_t *r, const yaml_node_t *node) {
  map_t *m = r->m;
  m->tie = map_take(m, pairs_of(node) + 1, sizeof *m->tie, r->error);
  return m->tie != NULL && read_pairs(r, node, "tie", read_tie);
}

// ---- Ports

// "x+", "local1", "3"; false if it is none of these.
static bool parse_direction(map_port_t *p, const char *text) {
  static const char kAxes[] = "xyz";
  const char *axis = text[0] != '\0' ? strchr(kAxes, text[0]) : NULL;
  if (axis != NULL && (text[1] == '+' || text[1] == '-') && text[2] == '\0') {
    p->direction = DIRECTION_CUBE;
    p->index = (uint32_t)(2 * (axis - kAxes)) + (text[1] == '-');
    return true;
  }
  const bool local = strncmp(text, "local", 5) == 0;
  const char *digits = local ? text + 5 : text;
  const size_t length = strspn(digits, "0123456789");
  p->direction = local ? DIRECTION_LOCAL : DIRECTION_NUMBER;
  p->index = length < 8 ? (uint32_t)strtoul(digits, NULL, 10) : UINT32_MAX;
  return digits[length] == '\0' && length < 8 && (length > 0 || local);
}

static bool add_port(reader_t *r, const yaml_node_t *name, const char *text) {
  map_t *m = r->m;
  map_port_t *p = &m->port[m->ports++];
  p->at = place_of(name);
  if (!read_text(r, name, "ports", &p->name)) {
    return false;
  }
  p->text = text != NULL ? text : p->name;
  if (!parse_direction(p, p->name) || (m->network && p->direction != DIRECTION_NUMBER)) {
    return fail_found(r, name, "ports",
                      m->network ? "numbers of nodes, or the word nodes"
                                 : "local, local1, .., x+, x-, y+, y-, z+, z- or a number");
  }
  for (size_t i = 0; i + 1 < m->ports; i++) {
    if (m->port[i].direction == p->direction && m->port[i].index == p->index) {
      return map_fail(m, p->at, "ports", "each once", r->error, "%s, for the second time", p->name);
    }
  }
  return true;
}

static bool read_port(reader_t *r, const yaml_node_t *key, const yaml_node_t *value) {
  const char *text = NULL;
  return read_text(r, value, "ports", &text) && add_port(r, key, text);
}

static bool read_ports(reader_t *r, const yaml_node_t *node) {
  map_t *m = r->m;
  const char *word = yaml_file_text(node);
  const bool list = node->type == YAML_SEQUENCE_NODE;
  const size_t count = list ? yaml_file_items(node) : pairs_of(node);
  const size_t most = m->network ? FOREIGN_MAX_ENDS : FOREIGN_MAX_PORTS;
  m->ports_at = place_of(node);
  if (m->network && word != NULL && strcmp(word, "nodes") == 0) {
    m->all_nodes = true;
    return true;
  }
  if (word != NULL) {
    return fail_found(r, node, "ports", "a list of directions, or a mapping from them");
  }
  if (count == 0 || count > most) {
    return map_fail(m, m->ports_at, "ports", m->network ? "1 to 1024" : "1 to 16", r->error,
                    "a list of %zu", count);
  }
  m->port = map_take(m, count, sizeof *m->port, r->error);
  if (m->port == NULL || !list) {
    return m->port != NULL && read_pairs(r, node, "ports", read_port);
  }
  for (size_t i = 0; i < count; i++) {
    if (!add_port(r, yaml_file_item(&r->yaml, node, i), NULL)) {
      return false;
    }
  }
  return true;
}

// ---- Clock and reset

static bool read_reset(reader_t *r, const yaml_node_t *node) {
  enum { PIN, ACTIVE, CYCLES, KEYS };
  static const char *const kKeys[KEYS] = {"!pin", "active", "cycles"};
  static const char *const kActive[] = {"high", "low", NULL};
  const yaml_node_t *value[KEYS];
  unsigned low = 0;
  if (node->type == YAML_SCALAR_NODE) {
    return read_pin(r, node, "reset", false, &r->m->reset);
  }
  if (!yaml_file_keys(&r->yaml, node, kKeys, KEYS, value) ||
      !read_pin(r, value[PIN], "reset.pin", false, &r->m->reset) ||
      (value[ACTIVE] != NULL &&
       !read_word(r, value[ACTIVE], "reset.active", kActive, "high or low", &low)) ||
      (value[CYCLES] != NULL &&
       !read_number(r, value[CYCLES], "reset.cycles", 1, MAX_RESET, &r->m->reset_cycles))) {
    return false;
  }
  r->m->reset_low = low == 1;
  return true;
}

// ---- Links

enum {
  LINK_FLIT,
  LINK_VALID,
  LINK_SLACK,
  LINK_BACK,
  LINK_FIELD = LINK_BACK + 4,
  LINK_KEYS = LINK_FIELD + MAP_FIELDS
};
static const char *const kLinkKeys[LINK_KEYS] = {
    "flit",    "!valid",       "slack", "ready", "credit", "on", "off",
    "payload", "head_payload", "head",  "tail",  "kind",   "vc"};

static bool read_credit(reader_t *r, const yaml_node_t *node, const char *side, map_link_t *link) {
  enum { VALID, VC, KEYS };
  static const char *const kKeys[KEYS] = {"!valid", "vc"};
  const yaml_node_t *value[KEYS];
  char key[MAP_KEY];
  (void)snprintf(key, sizeof key, "%s.credit.valid", side);
  if (!yaml_file_keys(&r->yaml, node, kKeys, KEYS, value) ||
      !read_pin(r, value[VALID], key, false, &link->back)) {
    return false;
  }
  (void)snprintf(key, sizeof key, "%s.credit.vc", side);
  return value[VC] != NULL
             ? read_pin(r, value[VC], key, false, &link->back_vc)
             : r->m->vcs == 1 || map_fail(r->m, link->back.at, key, "given, as vcs is more than 1",
                                          r->error, "missing");
}

static bool read_back(reader_t *r, const yaml_node_t *node, map_side_t side,
                      const yaml_node_t *const *value) {
  map_link_t *link = &r->m->link[side];
  char key[MAP_KEY];
  int found = -1;
  for (int i = 0; i < 4; i++) {
    if (value[LINK_BACK + i] != NULL) {
      if (found >= 0) {
        return map_fail(r->m, place_of(value[LINK_BACK + i]), kMapSides[side],
                        "one way back: ready, credit, on or off", r->error, "with %s and %s",
                        kLinkKeys[LINK_BACK + found], kLinkKeys[LINK_BACK + i]);
      }
      found = i;
    }
  }
  if (found < 0) {
    return fail_at(r, place_of(node), kMapSides[side], "without a way back",
                   "with one of ready, credit, on, off");
  }
  const foreign_return_t back = (foreign_return_t)found;
  if (side == MAP_OUTPUT && back != r->m->back) {
    return map_fail(r->m, place_of(value[LINK_BACK + found]), "output", "as input is", r->error,
                    "with %s, and input with %s", kLinkKeys[LINK_BACK + found],
                    kLinkKeys[LINK_BACK + (int)r->m->back]);
  }
  r->m->back = back;
  if (back == RETURN_CREDIT && value[LINK_BACK + found]->type == YAML_MAPPING_NODE) {
    return read_credit(r, value[LINK_BACK + found], kMapSides[side], link);
  }
  (void)snprintf(key, sizeof key, "%s.%s", kMapSides[side], kLinkKeys[LINK_BACK + found]);
  return read_pin(r, value[LINK_BACK + found], key, false, &link->back);
}

// Both sides and `flit` say the same; a pin alone has an index, unless flit says otherwise.
static bool set_code(reader_t *r, const yaml_node_t *node, const char *key,
                     foreign_vc_code_t code) {
  if (r->m->vc_code != VC_NONE && r->m->vc_code != code) {
    return fail_found(r, node, key, "the same code in flit, input and output");
  }
  r->m->vc_code = code;
  return true;
}

// Bits or a pin, {at: .., code: ..}, or with `bits` the word valid.
static bool read_vc(reader_t *r, const yaml_node_t *node, const char *key, bool bits,
                    map_pin_t *pin) {
  enum { AT, CODE, KEYS };
  static const char *const kKeys[KEYS] = {"at", "code"};
  static const char *const kCodes[] = {"index", "one-hot", NULL};
  const yaml_node_t *value[KEYS];
  const char *word = yaml_file_text(node);
  unsigned code = 0;
  if (bits && word != NULL && strcmp(word, "valid") == 0) {
    return set_code(r, node, key, VC_VALID);
  }
  if (word != NULL) {
    return read_pin(r, node, key, bits, pin);
  }
  if (!yaml_file_keys(&r->yaml, node, kKeys, KEYS, value) ||
      (value[CODE] != NULL &&
       (!read_word(r, value[CODE], "code", kCodes, "index or one-hot", &code) ||
        !set_code(r, value[CODE], "code", code == 1 ? VC_ONE_HOT : VC_INDEX)))) {
    return false;
  }
  return value[AT] == NULL || read_pin(r, value[AT], key, bits, pin);
}

static bool read_link(reader_t *r, const yaml_node_t *node, map_side_t side) {
  const yaml_node_t *value[LINK_KEYS];
  map_link_t *link = &r->m->link[side];
  char key[MAP_KEY];
  link->at = place_of(node);
  r->m->flit_at = link->at;  // of what flit would have to say, if there is none
  if (!yaml_file_keys(&r->yaml, node, kLinkKeys, LINK_KEYS, value)) {
    return false;
  }
  (void)snprintf(key, sizeof key, "%s.valid", kMapSides[side]);
  if (!read_pin(r, value[LINK_VALID], key, false, &link->valid)) {
    return false;
  }
  (void)snprintf(key, sizeof key, "%s.flit", kMapSides[side]);
  if (value[LINK_FLIT] != NULL && !read_pin(r, value[LINK_FLIT], key, false, &link->flit)) {
    return false;
  }
  for (unsigned i = 0; i < MAP_FIELDS; i++) {
    (void)snprintf(key, sizeof key, "%s.%s", kMapSides[side], kMapFields[i]);
    const yaml_node_t *one = value[LINK_FIELD + i];
    const bool ok = one == NULL   ? true
                    : i == MAP_VC ? read_vc(r, one, key, false, &link->field[i])
                                  : read_pin(r, one, key, false, &link->field[i]);
    if (!ok) {
      return false;
    }
  }
  if (!read_back(r, node, side, value)) {
    return false;
  }
  if (value[LINK_SLACK] != NULL) {
    if (r->m->back != RETURN_ON && r->m->back != RETURN_OFF) {
      return fail_found(r, value[LINK_SLACK], "slack", "left out, but with on and off");
    }
    return read_number(r, value[LINK_SLACK], "slack", 0, MAX_SLACK, &r->m->slack);
  }
  return true;
}

// ---- Flits

static bool read_kind(reader_t *r, const yaml_node_t *node) {
  // The order of KIND_ in shape/packet.h.
  enum { BODY, HEAD, TAIL, SINGLE, AT, KEYS };
  static const char *const kKeys[KEYS] = {"!body", "!head", "!tail", "!single", "at"};
  const yaml_node_t *value[KEYS];
  char key[MAP_KEY];
  if (!yaml_file_keys(&r->yaml, node, kKeys, KEYS, value)) {
    return false;
  }
  r->m->has_kind = true;
  for (unsigned i = 0; i < AT; i++) {
    (void)snprintf(key, sizeof key, "flit.kind.%s", kKeys[i] + 1);
    if (!read_code(r, value[i], key, &r->m->kind[i])) {
      return false;
    }
    for (unsigned before = 0; before < i; before++) {
      if (r->m->kind[before] == r->m->kind[i]) {
        return fail_found(r, value[i], key, "another code than the others");
      }
    }
  }
  return value[AT] == NULL || read_pin(r, value[AT], "flit.kind.at", true, &r->m->bits[MAP_KIND]);
}

static bool read_flit(reader_t *r, const yaml_node_t *node) {
  const yaml_node_t *value[MAP_FIELDS];
  char key[MAP_KEY];
  r->m->flit_at = place_of(node);
  if (!yaml_file_keys(&r->yaml, node, kMapFields, MAP_FIELDS, value)) {
    return false;
  }
  for (unsigned i = 0; i < MAP_FIELDS; i++) {
    (void)snprintf(key, sizeof key, "flit.%s", kMapFields[i]);
    const bool ok = value[i] == NULL ? true
                    : i == MAP_KIND  ? read_kind(r, value[i])
                    : i == MAP_VC    ? read_vc(r, value[i], key, true, &r->m->bits[i])
                                     : read_pin(r, value[i], key, true, &r->m->bits[i]);
    if (!ok) {
      return false;
    }
  }
  return true;
}

// ---- Heads

static bool read_head_pins(reader_t *r, const yaml_node_t *node, const char *key, map_head_t *h) {
  static const char *const kKeys[MAP_SIDES] = {"!input", "output"};
  const yaml_node_t *value[MAP_SIDES];
  char path[MAP_KEY + 16];
  if (!yaml_file_keys(&r->yaml, node, kKeys, MAP_SIDES, value)) {
    return false;
  }
  for (map_side_t side = MAP_INPUT; side < MAP_SIDES; side++) {
    (void)snprintf(path, sizeof path, "%s.%s", key, kMapSides[side]);
    if (value[side] != NULL && !read_pin(r, value[side], path, false, &h->pin[side])) {
      return false;
    }
  }
  return true;
}

static bool read_head(reader_t *r, const yaml_node_t *node, size_t i, map_head_t *h) {
  enum { AT, IS, FLIT, EACH, LOOKAHEAD, CHANGES, KEYS };
  static const char *const kKeys[KEYS] = {"!at", "!is", "flit", "each", "lookahead", "changes"};
  const yaml_node_t *value[KEYS];
  char key[MAP_KEY];
  h->place = place_of(node);
  if (!yaml_file_keys(&r->yaml, node, kKeys, KEYS, value)) {
    return false;
  }
  (void)snprintf(key, sizeof key, "head[%zu].at", i);
  if (!(value[AT]->type == YAML_MAPPING_NODE ? read_head_pins(r, value[AT], key, h)
                                             : read_pin(r, value[AT], key, true, &h->bits))) {
    return false;
  }
  (void)snprintf(key, sizeof key, "head[%zu].is", i);
  h->is = read_formula(r, value[IS], key, true);
  (void)snprintf(key, sizeof key, "head[%zu].flit", i);
  const unsigned last = r->m->headers > 0 ? r->m->headers - 1 : 0;
  return h->is != NULL && read_text(r, value[IS], "is", &h->text) &&
         (value[FLIT] == NULL || read_number(r, value[FLIT], key, 0, last, &h->header)) &&
         (value[EACH] == NULL || read_truth(r, value[EACH], "each", &h->each)) &&
         (value[LOOKAHEAD] == NULL ||
          read_truth(r, value[LOOKAHEAD], "lookahead", &h->lookahead)) &&
         (value[CHANGES] == NULL || read_truth(r, value[CHANGES], "changes", &h->changes));
}

static bool read_heads(reader_t *r, const yaml_node_t *node) {
  map_t *m = r->m;
  m->head_at = place_of(node);
  const size_t count = yaml_file_items(node);
  if (node->type != YAML_SEQUENCE_NODE || count > MAX_HEADS) {
    return fail_found(r, node, "head", "a list of up to 64 fields, {at: .., is: ..}");
  }
  m->head = map_take(m, count + 1, sizeof *m->head, r->error);
  for (size_t i = 0; m->head != NULL && i < count; i++) {
    if (!read_head(r, yaml_file_item(&r->yaml, node, i), i, &m->head[m->heads++])) {
      return false;
    }
  }
  return m->head != NULL;
}

// ---- What does not go together

static bool fail_unfit(const reader_t *r, map_place_t at, const char *key, const char *why,
                       const char *accepted) {
  return noc_fail(r->error, NOC_BAD_INPUT, "%s:%zu:%zu: %s" SAY_UNFIT("%s", "%s"), r->m->file,
                  at.line, at.column, key, why, accepted);
}

static bool has_field(const map_t *m, map_field_t i) {
  return m->bits[i].text != NULL || m->link[MAP_INPUT].field[i].text != NULL;
}

// A field stands in flit, or in input and output.
static bool check_field(const reader_t *r, map_field_t i) {
  const map_t *m = r->m;
  const map_pin_t *bits = &m->bits[i];
  const map_pin_t *in = &m->link[MAP_INPUT].field[i];
  const map_pin_t *out = &m->link[MAP_OUTPUT].field[i];
  if (bits->text != NULL && (in->text != NULL || out->text != NULL)) {
    const map_pin_t *other = in->text != NULL ? in : out;
    return fail_unfit(r, other->at, other->key, "the field is among the bits of flit as well",
                      "one of both");
  }
  if ((in->text != NULL) != (out->text != NULL)) {
    char key[MAP_KEY];
    const map_side_t missing = in->text == NULL ? MAP_INPUT : MAP_OUTPUT;
    (void)snprintf(key, sizeof key, "%s.%s", kMapSides[missing], kMapFields[i]);
    return fail_at(r, m->link[missing].at, key, "missing", "given, as the other side has it");
  }
  if (bits->text != NULL) {
    for (map_side_t side = MAP_INPUT; side < MAP_SIDES; side++) {
      if (m->link[side].flit.text == NULL) {
        char key[MAP_KEY];
        (void)snprintf(key, sizeof key, "%s.flit", kMapSides[side]);
        return map_fail(m, m->link[side].at, key, "given", r->error,
                        "missing, and %s stands in its bits", bits->key);
      }
    }
  }
  return true;
}

static bool check_heads(const reader_t *r) {
  const map_t *m = r->m;
  for (size_t i = 0; i < m->heads; i++) {
    const map_head_t *h = &m->head[i];
    for (map_side_t side = MAP_INPUT; side < MAP_SIDES && h->bits.text != NULL; side++) {
      if (m->link[side].flit.text == NULL) {
        char key[MAP_KEY];
        (void)snprintf(key, sizeof key, "%s.flit", kMapSides[side]);
        return map_fail(m, m->link[side].at, key, "given", r->error,
                        "missing, and %s stands in its bits", h->bits.key);
      }
    }
  }
  return true;
}

static bool check_vc(const reader_t *r) {
  const map_t *m = r->m;
  if (m->vc_code == VC_VALID || m->vc_code == VC_NONE) {
    if (has_field(m, MAP_VC)) {
      const map_pin_t *pin = &m->link[MAP_INPUT].field[MAP_VC];
      return fail_unfit(r, pin->at, pin->key, "flit.vc is valid", "one of both");
    }
    return m->vc_code == VC_VALID || m->vcs == 1 ||
           map_fail(m, m->flit_at, "flit.vc", "given, or vcs 1", r->error, "missing, and vcs %u",
                    m->vcs);
  }
  return has_field(m, MAP_VC) ||
         fail_at(r, m->flit_at, "flit.vc.at", "missing", "given, or vc in input and output");
}

static bool check_packets(const reader_t *r) {
  const map_t *m = r->m;
  if (m->has_kind && (has_field(m, MAP_HEAD) || has_field(m, MAP_TAIL))) {
    return fail_unfit(r, m->flit_at, "flit.kind", "there is head or tail too", "one of both");
  }
  if (m->has_kind != has_field(m, MAP_KIND)) {
    return m->has_kind ? fail_at(r, m->flit_at, "flit.kind.at", "missing",
                                 "given, or kind in input and output")
                       : fail_at(r, m->link[MAP_INPUT].field[MAP_KIND].at, "flit.kind", "missing",
                                 "a mapping from head, body, tail and single to codes");
  }
  if (has_field(m, MAP_HEAD) && !has_field(m, MAP_TAIL)) {
    return fail_at(r, m->flit_at, "flit.tail", "missing", "given, as head is");
  }
  if (m->single && m->longest != 1) {
    return map_fail(m, m->flit_at, "longest", "1, as there is neither tail nor kind", r->error,
                    "%u", m->longest);
  }
  if (m->single && m->headers > 0) {
    return map_fail(m, m->flit_at, "headers", "0, as there is neither tail nor kind", r->error,
                    "%u", m->headers);
  }
  if (m->headers > 0 && has_field(m, MAP_HEAD_PAYLOAD)) {
    return fail_unfit(r, m->flit_at, "flit.head_payload", "headers carry no data",
                      "headers: 0, or no head_payload");
  }
  return m->headers == 0 || m->longest > m->headers ||
         map_fail(m, m->flit_at, "longest", "more than headers", r->error, "%u", m->longest);
}

static bool check_map(const reader_t *r, bool has_depth) {
  map_t *m = r->m;
  const bool ends = has_field(m, MAP_TAIL) || m->has_kind || has_field(m, MAP_KIND);
  m->single = !ends;
  if (m->vc_code == VC_NONE && has_field(m, MAP_VC)) {
    m->vc_code = VC_INDEX;
  }
  m->marks_head = has_field(m, MAP_HEAD);
  if (m->longest == 0) {
    m->longest = m->single ? 1 : UINT32_MAX;
  }
  for (map_field_t i = 0; i < MAP_FIELDS; i++) {
    if (!check_field(r, i)) {
      return false;
    }
  }
  if (!has_field(m, MAP_PAYLOAD)) {
    return fail_at(r, m->flit_at, "flit.payload", "missing",
                   "given, or payload in input and output");
  }
  if (m->back == RETURN_CREDIT && !has_depth) {
    return fail_at(r, m->link[MAP_INPUT].back.at, "depth", "missing",
                   "given: the credits that a sender begins with");
  }
  for (map_side_t side = MAP_INPUT; side < MAP_SIDES; side++) {
    const map_link_t *link = &m->link[side];
    if (link->back_vc.text != NULL && (m->vc_code == VC_VALID || m->vc_code == VC_NONE)) {
      return fail_unfit(r, link->back_vc.at, link->back_vc.key,
                        "it is coded as the vc of a flit, and that has no bits",
                        "a bit for each VC");
    }
  }
  if ((m->link[MAP_INPUT].back_vc.text != NULL) != (m->link[MAP_OUTPUT].back_vc.text != NULL)) {
    return fail_unfit(r, m->link[MAP_OUTPUT].back.at, "output.credit",
                      "the credits of input are coded otherwise", "the same in both");
  }
  return check_vc(r) && check_packets(r) && check_heads(r);
}

// ---- The whole

enum {
  KEY_LEVEL,
  KEY_TOP,
  KEY_NAME,
  KEY_SOURCES,
  KEY_INCLUDE,
  KEY_DEFINES,
  KEY_PARAMETERS,
  KEY_VERILATOR,
  KEY_CLOCK,
  KEY_RESET,
  KEY_TIE,
  KEY_PORTS,
  KEY_VCS,
  KEY_DEPTH,
  KEY_HEADERS,
  KEY_LONGEST,
  KEY_ROUTING,
  KEY_INPUT,
  KEY_OUTPUT,
  KEY_FLIT,
  KEY_HEADS,
  KEYS
};
static const char *const kKeys[KEYS] = {
    "level",     "!top",    "name",    "!sources", "include", "defines", "parameters",
    "verilator", "!clock",  "reset",   "tie",      "!ports",  "vcs",     "depth",
    "headers",   "longest", "routing", "!input",   "!output", "flit",    "head"};

static bool read_numbers(reader_t *r, const yaml_node_t *const *value) {
  map_t *m = r->m;
  const struct {
    unsigned key, low, high;
    unsigned *out;
  } rows[] = {
      {KEY_VCS, 1, FOREIGN_MAX_VCS, &m->vcs},
      {KEY_DEPTH, 1, MAX_DEPTH, &m->depth},
      {KEY_HEADERS, 0, FOREIGN_MAX_HEADERS, &m->headers},
      {KEY_LONGEST, 1, UINT16_MAX, &m->longest},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    const yaml_node_t *node = value[rows[i].key];
    if (node != NULL &&
        !read_number(r, node, kKeys[rows[i].key], rows[i].low, rows[i].high, rows[i].out)) {
      return false;
    }
  }
  return true;
}

static bool read_module(reader_t *r, const yaml_node_t *const *value) {
  static const char *const kLevels[] = {"router", "network", NULL};
  map_t *m = r->m;
  unsigned level = 0;
  if (value[KEY_LEVEL] != NULL &&
      !read_word(r, value[KEY_LEVEL], "level", kLevels, "router or network", &level)) {
    return false;
  }
  m->network = level == 1;
  m->top_at = place_of(value[KEY_TOP]);
  return read_identifier(r, value[KEY_TOP], "top", &m->top) &&
         (value[KEY_NAME] == NULL || read_text(r, value[KEY_NAME], "name", &m->name)) &&
         (value[KEY_ROUTING] == NULL || read_text(r, value[KEY_ROUTING], "routing", &m->routing)) &&
         read_paths(r, value[KEY_SOURCES], "sources", &m->sources) &&
         (value[KEY_INCLUDE] == NULL ||
          read_paths(r, value[KEY_INCLUDE], "include", &m->include)) &&
         (value[KEY_DEFINES] == NULL || read_defines(r, value[KEY_DEFINES])) &&
         (value[KEY_PARAMETERS] == NULL || read_parameters(r, value[KEY_PARAMETERS])) &&
         (value[KEY_VERILATOR] == NULL || read_verilator(r, value[KEY_VERILATOR])) &&
         read_pin(r, value[KEY_CLOCK], "clock", false, &m->clock) &&
         (value[KEY_RESET] == NULL || read_reset(r, value[KEY_RESET]));
}

static bool read_map(reader_t *r) {
  const yaml_node_t *root = yaml_file_root(&r->yaml);
  const yaml_node_t *value[KEYS];
  if (root == NULL) {
    return yaml_file_fail(&r->yaml, (yaml_mark_t){0, 0, 0}, "", "an empty file", r->yaml.accepted);
  }
  return yaml_file_keys(&r->yaml, root, kKeys, KEYS, value) && read_module(r, value) &&
         read_numbers(r, value) && read_ports(r, value[KEY_PORTS]) &&
         (value[KEY_TIE] == NULL || read_ties(r, value[KEY_TIE])) &&
         read_link(r, value[KEY_INPUT], MAP_INPUT) && read_link(r, value[KEY_OUTPUT], MAP_OUTPUT) &&
         (value[KEY_FLIT] == NULL || read_flit(r, value[KEY_FLIT])) &&
         (value[KEY_HEADS] == NULL || read_heads(r, value[KEY_HEADS])) &&
         check_map(r, value[KEY_DEPTH] != NULL);
}

// The folder and the name of the file without its suffix.
static bool name_map(map_t *m, noc_error_t *error) {
  const char *slash = strrchr(m->file, '/');
  const char *base = slash != NULL ? slash + 1 : m->file;
  const char *dot = strrchr(base, '.');
  const size_t length = dot != NULL && dot != base ? (size_t)(dot - base) : strlen(base);
  m->name = map_copy(m, base, length, error);
  m->folder = slash == NULL      ? "."
              : slash == m->file ? "/"
                                 : map_copy(m, m->file, (size_t)(slash - m->file), error);
  return m->name != NULL && m->folder != NULL;
}

static map_t *start_map(const char *file, noc_error_t *error) {
  enum { VCS = 1, DEPTH = 4, RESET = 4, SLACK = 1 };
  map_t *m = calloc(1, sizeof *m);
  if (m == NULL) {
    (void)noc_fail(error, NOC_ENVIRONMENT, "%s: out of memory", file);
    return NULL;
  }
  *m = (map_t){.file = file, .vcs = VCS, .depth = DEPTH, .reset_cycles = RESET, .slack = SLACK};
  m->file = map_copy(m, file, strlen(file), error);
  if (m->file == NULL || !name_map(m, error)) {
    map_free(m);
    return NULL;
  }
  return m;
}

// `text` NULL: that of the file.
static map_t *read_all(const char *file, const char *text, size_t length, noc_error_t *error) {
  map_t *m = start_map(file, error);
  if (m == NULL) {
    return NULL;
  }
  reader_t r = {.yaml = {.file = m->file, .accepted = "a map of pins", .error = error},
                .m = m,
                .error = error};
  bool ok = text != NULL ? yaml_file_parse(&r.yaml, text, length) : yaml_file_open(&r.yaml);
  if (ok) {
    ok = read_map(&r);
    yaml_file_close(&r.yaml);
  }
  if (!ok) {
    map_free(m);
    return NULL;
  }
  return m;
}

map_t *map_read(const char *file, noc_error_t *error) {
  map_t *m = read_all(file, NULL, 0, error);
  if (m != NULL && !map_find_files(m, error)) {
    map_free(m);
    return NULL;
  }
  return m;
}

map_t *map_parse(const char *file, const char *text, size_t length, noc_error_t *error) {
  return read_all(file, text, length, error);
}
