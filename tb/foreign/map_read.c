// map_read -- reads a map of pins to roles; see map.h. A key is read by a function of its own;
// what contradicts another key is refused at the end.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "foreign/map_reader.h"
#include "routing/routing.h"

enum { MAX_RESET = 10000, MAX_DEPTH = 255 };

// ---- Lists of texts

static bool start_texts(map_reader_t *r, map_texts_t *texts, size_t room) {
  texts->item = map_take(r->m, room, sizeof *texts->item, r->error);
  return texts->item != NULL;
}

// Paths or patterns, which are looked for when all is read.
static bool read_paths(map_reader_t *r, const yaml_node_t *node, const char *key,
                       map_texts_t *out) {
  const size_t count = yaml_file_items(node);
  if (count == 0 || count > MAP_PATTERNS) {
    return map_fail_found(r, node, key, "a list of 1 to 512 paths");
  }
  bool ok = start_texts(r, out, count);
  out->at = ok ? map_take(r->m, count, sizeof *out->at, r->error) : NULL;
  ok = out->at != NULL;
  for (size_t i = 0; i < count && ok; i++) {
    const yaml_node_t *item = yaml_file_item(&r->yaml, node, i);
    out->at[i] = map_place_of(item);
    ok = map_read_text(r, item, key, &out->item[i]);
    out->count += ok;
  }
  return ok;
}

static bool is_word_for_verilator(const char *text) {
  return strncmp(text, "-W", 2) == 0 || strncmp(text, "--timescale", 11) == 0 ||
         strncmp(text, "--bbox", 6) == 0;
}

static bool read_verilator(map_reader_t *r, const yaml_node_t *node) {
  map_texts_t *out = &r->m->verilator;
  const size_t count = yaml_file_items(node);
  bool ok = start_texts(r, out, count + 1);
  if (ok && count > 64) {
    return map_fail_at(r, map_place_of(node), "verilator", "more than 64 words", "fewer");
  }
  bool value = false;  // that belongs to --timescale
  for (size_t i = 0; i < count && ok; i++) {
    const yaml_node_t *item = yaml_file_item(&r->yaml, node, i);
    const char *text = NULL;
    ok = map_read_text(r, item, "verilator", &text) &&
         (is_word_for_verilator(text) || (value && text[0] != '-') ||
          map_fail_found(r, item, "verilator", "words that begin with -W, --timescale or --bbox"));
    if (ok) {
      value = strncmp(text, "--timescale", 11) == 0;
      out->item[out->count++] = text;
    }
  }
  return ok;
}

// ---- Mappings from names

typedef bool (*read_pair_t)(map_reader_t *r, const yaml_node_t *key, const yaml_node_t *value);

static bool read_pairs(map_reader_t *r, const yaml_node_t *node, const char *key,
                       read_pair_t read) {
  if (node->type != YAML_MAPPING_NODE) {
    return map_fail_found(r, node, key, "a mapping from names");
  }
  for (const yaml_node_pair_t *pair = node->data.mapping.pairs.start;
       pair < node->data.mapping.pairs.top; pair++) {
    const yaml_node_t *name = yaml_file_node(&r->yaml, pair->key);
    if (yaml_file_text(name) == NULL) {
      return map_fail_found(r, name, key, "a mapping from names");
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

static bool read_define(map_reader_t *r, const yaml_node_t *key, const yaml_node_t *value) {
  char text[YAML_QUOTED * 10];
  const char *name = NULL;
  const char *is = yaml_file_text(value);
  if (!map_read_identifier(r, key, "defines", &name)) {
    return false;
  }
  if (is == NULL || strlen(is) > YAML_QUOTED * 8 || strlen(name) > YAML_QUOTED) {
    return map_fail_found(r, value, name, "a text of up to 480 characters");
  }
  (void)snprintf(text, sizeof text, "%s%s%s", name, is[0] != '\0' ? "=" : "", is);
  map_texts_t *out = &r->m->defines;
  out->item[out->count] = map_copy(r->m, text, strlen(text), r->error);
  return out->item[out->count++] != NULL;
}

static bool read_defines(map_reader_t *r, const yaml_node_t *node) {
  return start_texts(r, &r->m->defines, pairs_of(node) + 1) &&
         read_pairs(r, node, "defines", read_define);
}

static bool read_parameter(map_reader_t *r, const yaml_node_t *key, const yaml_node_t *value) {
  char path[YAML_QUOTED + 16];
  const char *text = NULL;
  map_parameter_t *p = &r->m->parameter[r->m->parameters++];
  p->at = map_place_of(value);
  if (!map_read_identifier(r, key, "parameters", &p->name)) {
    return false;
  }
  (void)snprintf(path, sizeof path, "parameters.%.*s", YAML_QUOTED, p->name);
  if (!map_read_text(r, value, path, &text)) {
    return false;
  }
  const size_t length = strlen(text);
  if (text[0] == '"') {
    p->text = text;
    return (length > 1 && strchr(text + 1, '"') == text + length - 1) ||
           map_fail_found(r, value, path, "a formula, or a text in quotes of its own: '\"torus\"'");
  }
  p->value = map_read_formula(r, value, path, false);
  return p->value != NULL &&
         (!(formula_has(p->value, FORMULA_P) || formula_has(p->value, FORMULA_NODE)) ||
          map_fail_found(r, value, path, "the same for all ports, without p and node"));
}

static bool read_parameters(map_reader_t *r, const yaml_node_t *node) {
  map_t *m = r->m;
  m->parameter = map_take(m, pairs_of(node) + 1, sizeof *m->parameter, r->error);
  return m->parameter != NULL && read_pairs(r, node, "parameters", read_parameter);
}

static bool read_tie(map_reader_t *r, const yaml_node_t *key, const yaml_node_t *value) {
  char path[YAML_QUOTED + 16];
  map_tie_t *t = &r->m->tie[r->m->ties++];
  (void)snprintf(path, sizeof path, "tie.%.*s", YAML_QUOTED - 20, yaml_file_text(key));
  if (!map_read_pin(r, key, path, false, &t->pin)) {
    return false;
  }
  t->value = map_read_formula(r, value, path, false);
  return t->value != NULL && map_read_text(r, value, path, &t->text);
}

static bool read_ties(map_reader_t *r, const yaml_node_t *node) {
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
  return length < 8 && digits[length] == '\0' && (length > 0 || local);
}

static bool add_port(map_reader_t *r, const yaml_node_t *name, const char *text) {
  map_t *m = r->m;
  map_port_t *p = &m->port[m->ports++];
  p->at = map_place_of(name);
  if (!map_read_text(r, name, "ports", &p->name)) {
    return false;
  }
  p->text = text != NULL ? text : p->name;
  if (!parse_direction(p, p->name) || (m->network && p->direction != DIRECTION_NUMBER)) {
    return map_fail_found(r, name, "ports",
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

static bool read_port(map_reader_t *r, const yaml_node_t *key, const yaml_node_t *value) {
  const char *text = NULL;
  return map_read_text(r, value, "ports", &text) && add_port(r, key, text);
}

static bool read_ports(map_reader_t *r, const yaml_node_t *node) {
  map_t *m = r->m;
  const char *word = yaml_file_text(node);
  const bool list = node->type == YAML_SEQUENCE_NODE;
  const size_t count = list ? yaml_file_items(node) : pairs_of(node);
  const size_t most = m->network ? FOREIGN_MAX_ENDS : FOREIGN_MAX_PORTS;
  m->ports_at = map_place_of(node);
  if (m->network && word != NULL && strcmp(word, "nodes") == 0) {
    m->all_nodes = true;
    return true;
  }
  if (word != NULL) {
    return map_fail_found(r, node, "ports", "a list of directions, or a mapping from them");
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

static bool read_reset(map_reader_t *r, const yaml_node_t *node) {
  enum { PIN, ACTIVE, CYCLES, KEYS };
  static const char *const kKeys[KEYS] = {"!pin", "active", "cycles"};
  static const char *const kActive[] = {"high", "low", NULL};
  const yaml_node_t *value[KEYS];
  unsigned low = 0;
  if (node->type == YAML_SCALAR_NODE) {
    return map_read_pin(r, node, "reset", false, &r->m->reset);
  }
  if (!yaml_file_keys(&r->yaml, node, kKeys, KEYS, value) ||
      !map_read_pin(r, value[PIN], "reset.pin", false, &r->m->reset) ||
      (value[ACTIVE] != NULL &&
       !map_read_word(r, value[ACTIVE], "reset.active", kActive, "high or low", &low)) ||
      (value[CYCLES] != NULL &&
       !map_read_number(r, value[CYCLES], "reset.cycles", 1, MAX_RESET, &r->m->reset_cycles))) {
    return false;
  }
  r->m->reset_low = low == 1;
  return true;
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

static bool read_numbers(map_reader_t *r, const yaml_node_t *const *value) {
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
        !map_read_number(r, node, kKeys[rows[i].key], rows[i].low, rows[i].high, rows[i].out)) {
      return false;
    }
  }
  return true;
}

// Another is refused where the topology does not have it.
static bool read_routing(map_reader_t *r, const yaml_node_t *node) {
  size_t count = 0;
  const routing_name_t *names = routing_names(&count);
  if (!map_read_text(r, node, "routing", &r->m->routing)) {
    return false;
  }
  nearest_t nearest = nearest_start(r->m->routing);
  for (size_t i = 0; i < count; i++) {
    if (strcmp(names[i].name, r->m->routing) == 0) {
      return true;
    }
    nearest_offer(&nearest, names[i].name);
  }
  return map_fail_found(r, node, "routing", nearest.names);
}

static bool read_module(map_reader_t *r, const yaml_node_t *const *value) {
  static const char *const kLevels[] = {"router", "network", NULL};
  map_t *m = r->m;
  unsigned level = 0;
  if (value[KEY_LEVEL] != NULL &&
      !map_read_word(r, value[KEY_LEVEL], "level", kLevels, "router or network", &level)) {
    return false;
  }
  m->network = level == 1;
  m->top_at = map_place_of(value[KEY_TOP]);
  return map_read_identifier(r, value[KEY_TOP], "top", &m->top) &&
         (value[KEY_NAME] == NULL || map_read_text(r, value[KEY_NAME], "name", &m->name)) &&
         (value[KEY_ROUTING] == NULL || read_routing(r, value[KEY_ROUTING])) &&
         read_paths(r, value[KEY_SOURCES], "sources", &m->sources) &&
         (value[KEY_INCLUDE] == NULL ||
          read_paths(r, value[KEY_INCLUDE], "include", &m->include)) &&
         (value[KEY_DEFINES] == NULL || read_defines(r, value[KEY_DEFINES])) &&
         (value[KEY_PARAMETERS] == NULL || read_parameters(r, value[KEY_PARAMETERS])) &&
         (value[KEY_VERILATOR] == NULL || read_verilator(r, value[KEY_VERILATOR])) &&
         map_read_pin(r, value[KEY_CLOCK], "clock", false, &m->clock) &&
         (value[KEY_RESET] == NULL || read_reset(r, value[KEY_RESET]));
}

static bool read_map(map_reader_t *r) {
  const yaml_node_t *root = yaml_file_root(&r->yaml);
  const yaml_node_t *value[KEYS];
  if (root == NULL) {
    return yaml_file_fail(&r->yaml, (yaml_mark_t){0, 0, 0}, "", "an empty file", r->yaml.accepted);
  }
  return yaml_file_keys(&r->yaml, root, kKeys, KEYS, value) && read_module(r, value) &&
         read_numbers(r, value) && read_ports(r, value[KEY_PORTS]) &&
         (value[KEY_TIE] == NULL || read_ties(r, value[KEY_TIE])) &&
         map_read_link(r, value[KEY_INPUT], MAP_INPUT) &&
         map_read_link(r, value[KEY_OUTPUT], MAP_OUTPUT) &&
         (value[KEY_FLIT] == NULL || map_read_flit(r, value[KEY_FLIT])) &&
         (value[KEY_HEADS] == NULL || map_read_heads(r, value[KEY_HEADS])) &&
         map_check(r, value[KEY_DEPTH] != NULL);
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
  *m = (map_t){.file = file,
               .vcs = VCS,
               .depth = DEPTH,
               .reset_cycles = RESET,
               .slack = SLACK,
               .holds = true};
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
  map_reader_t r = {.yaml = {.file = m->file, .accepted = "a map of pins", .error = error},
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
