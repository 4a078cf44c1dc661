// map_read_flit -- the parts of a map that say what the links of a module carry: input, output,
// flit, head.

#include <stdio.h>
#include <string.h>

#include "foreign/map_reader.h"

enum { MAX_SLACK = 64, MAX_HEADS = 64 };

// ---- Links

enum {
  LINK_FLIT,
  LINK_VALID,
  LINK_SLACK,
  LINK_HOLDS,
  LINK_BACK,
  LINK_FIELD = LINK_BACK + 4,
  LINK_KEYS = LINK_FIELD + MAP_FIELDS
};
static const char *const kLinkKeys[LINK_KEYS] = {
    "flit", "!valid",  "slack",        "holds", "ready", "credit", "on",
    "off",  "payload", "head_payload", "head",  "tail",  "kind",   "vc"};

static bool read_credit(map_reader_t *r, const yaml_node_t *node, const char *side,
                        map_link_t *link) {
  enum { VALID, VC, KEYS };
  static const char *const kKeys[KEYS] = {"!valid", "vc"};
  const yaml_node_t *value[KEYS];
  char key[MAP_KEY];
  (void)snprintf(key, sizeof key, "%s.credit.valid", side);
  if (!yaml_file_keys(&r->yaml, node, kKeys, KEYS, value) ||
      !map_read_pin(r, value[VALID], key, false, &link->back)) {
    return false;
  }
  (void)snprintf(key, sizeof key, "%s.credit.vc", side);
  return value[VC] != NULL
             ? map_read_pin(r, value[VC], key, false, &link->back_vc)
             : r->m->vcs == 1 || map_fail(r->m, link->back.at, key, "given, as vcs is more than 1",
                                          r->error, "missing");
}

static bool read_back(map_reader_t *r, const yaml_node_t *node, map_side_t side,
                      const yaml_node_t *const *value) {
  map_link_t *link = &r->m->link[side];
  char key[MAP_KEY];
  int found = -1;
  for (int i = 0; i < 4; i++) {
    if (value[LINK_BACK + i] != NULL) {
      if (found >= 0) {
        return map_fail(r->m, map_place_of(value[LINK_BACK + i]), kMapSides[side],
                        "one way back: ready, credit, on or off", r->error, "with %s and %s",
                        kLinkKeys[LINK_BACK + found], kLinkKeys[LINK_BACK + i]);
      }
      found = i;
    }
  }
  if (found < 0) {
    return map_fail_at(r, map_place_of(node), kMapSides[side], "without a way back",
                       "with one of ready, credit, on, off");
  }
  const foreign_return_t back = (foreign_return_t)found;
  if (side == MAP_OUTPUT && back != r->m->back) {
    return map_fail(r->m, map_place_of(value[LINK_BACK + found]), "output", "as input is", r->error,
                    "with %s, and input with %s", kLinkKeys[LINK_BACK + found],
                    kLinkKeys[LINK_BACK + (int)r->m->back]);
  }
  r->m->back = back;
  if (back == RETURN_CREDIT && value[LINK_BACK + found]->type == YAML_MAPPING_NODE) {
    return read_credit(r, value[LINK_BACK + found], kMapSides[side], link);
  }
  (void)snprintf(key, sizeof key, "%s.%s", kMapSides[side], kLinkKeys[LINK_BACK + found]);
  return map_read_pin(r, value[LINK_BACK + found], key, false, &link->back);
}

// Both sides and `flit` say the same; a pin alone has an index, unless flit says otherwise.
static bool set_code(map_reader_t *r, const yaml_node_t *node, const char *key,
                     foreign_vc_code_t code) {
  if (r->m->vc_code != VC_NONE && r->m->vc_code != code) {
    return map_fail_found(r, node, key, "the same code in flit, input and output");
  }
  r->m->vc_code = code;
  return true;
}

// Bits or a pin, {at: .., code: ..}, or with `bits` the word valid.
static bool read_vc(map_reader_t *r, const yaml_node_t *node, const char *key, bool bits,
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
    return map_read_pin(r, node, key, bits, pin);
  }
  if (!yaml_file_keys(&r->yaml, node, kKeys, KEYS, value) ||
      (value[CODE] != NULL &&
       (!map_read_word(r, value[CODE], "code", kCodes, "index or one-hot", &code) ||
        !set_code(r, value[CODE], "code", code == 1 ? VC_ONE_HOT : VC_INDEX)))) {
    return false;
  }
  return value[AT] == NULL || map_read_pin(r, value[AT], key, bits, pin);
}

bool map_read_link(map_reader_t *r, const yaml_node_t *node, map_side_t side) {
  const yaml_node_t *value[LINK_KEYS];
  map_link_t *link = &r->m->link[side];
  char key[MAP_KEY];
  link->at = map_place_of(node);
  r->m->flit_at = link->at;  // of what flit would have to say, if there is none
  if (!yaml_file_keys(&r->yaml, node, kLinkKeys, LINK_KEYS, value)) {
    return false;
  }
  (void)snprintf(key, sizeof key, "%s.valid", kMapSides[side]);
  if (!map_read_pin(r, value[LINK_VALID], key, false, &link->valid)) {
    return false;
  }
  (void)snprintf(key, sizeof key, "%s.flit", kMapSides[side]);
  if (value[LINK_FLIT] != NULL && !map_read_pin(r, value[LINK_FLIT], key, false, &link->flit)) {
    return false;
  }
  for (unsigned i = 0; i < MAP_FIELDS; i++) {
    (void)snprintf(key, sizeof key, "%s.%s", kMapSides[side], kMapFields[i]);
    const yaml_node_t *one = value[LINK_FIELD + i];
    const bool ok = one == NULL   ? true
                    : i == MAP_VC ? read_vc(r, one, key, false, &link->field[i])
                                  : map_read_pin(r, one, key, false, &link->field[i]);
    if (!ok) {
      return false;
    }
  }
  if (!read_back(r, node, side, value)) {
    return false;
  }
  if (value[LINK_HOLDS] != NULL) {
    if (r->m->back != RETURN_READY || side != MAP_OUTPUT) {
      return map_fail_found(r, value[LINK_HOLDS], "holds", "left out, but of an output with ready");
    }
    if (!map_read_truth(r, value[LINK_HOLDS], "holds", &r->m->holds)) {
      return false;
    }
  }
  if (value[LINK_SLACK] != NULL) {
    if (r->m->back != RETURN_ON && r->m->back != RETURN_OFF) {
      return map_fail_found(r, value[LINK_SLACK], "slack", "left out, but with on and off");
    }
    return map_read_number(r, value[LINK_SLACK], "slack", 1, MAX_SLACK, &r->m->slack);
  }
  return true;
}

// ---- Flits

static bool read_kind(map_reader_t *r, const yaml_node_t *node) {
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
    if (!map_read_code(r, value[i], key, &r->m->kind[i])) {
      return false;
    }
    for (unsigned before = 0; before < i; before++) {
      if (r->m->kind[before] == r->m->kind[i]) {
        return map_fail_found(r, value[i], key, "another code than the others");
      }
    }
  }
  return value[AT] == NULL ||
         map_read_pin(r, value[AT], "flit.kind.at", true, &r->m->bits[MAP_KIND]);
}

bool map_read_flit(map_reader_t *r, const yaml_node_t *node) {
  const yaml_node_t *value[MAP_FIELDS];
  char key[MAP_KEY];
  r->m->flit_at = map_place_of(node);
  if (!yaml_file_keys(&r->yaml, node, kMapFields, MAP_FIELDS, value)) {
    return false;
  }
  for (unsigned i = 0; i < MAP_FIELDS; i++) {
    (void)snprintf(key, sizeof key, "flit.%s", kMapFields[i]);
    const bool ok = value[i] == NULL ? true
                    : i == MAP_KIND  ? read_kind(r, value[i])
                    : i == MAP_VC    ? read_vc(r, value[i], key, true, &r->m->bits[i])
                                     : map_read_pin(r, value[i], key, true, &r->m->bits[i]);
    if (!ok) {
      return false;
    }
  }
  return true;
}

// ---- Heads

static bool read_head_pins(map_reader_t *r, const yaml_node_t *node, const char *key,
                           map_head_t *h) {
  static const char *const kKeys[MAP_SIDES] = {"!input", "output"};
  const yaml_node_t *value[MAP_SIDES];
  char path[MAP_KEY + 16];
  if (!yaml_file_keys(&r->yaml, node, kKeys, MAP_SIDES, value)) {
    return false;
  }
  for (map_side_t side = MAP_INPUT; side < MAP_SIDES; side++) {
    (void)snprintf(path, sizeof path, "%s.%s", key, kMapSides[side]);
    if (value[side] != NULL && !map_read_pin(r, value[side], path, false, &h->pin[side])) {
      return false;
    }
  }
  return true;
}

static bool read_head(map_reader_t *r, const yaml_node_t *node, size_t i, map_head_t *h) {
  enum { AT, IS, FLIT, EACH, LOOKAHEAD, CHANGES, KEYS };
  static const char *const kKeys[KEYS] = {"!at", "!is", "flit", "each", "lookahead", "changes"};
  const yaml_node_t *value[KEYS];
  char key[MAP_KEY];
  h->place = map_place_of(node);
  if (!yaml_file_keys(&r->yaml, node, kKeys, KEYS, value)) {
    return false;
  }
  (void)snprintf(key, sizeof key, "head[%zu].at", i);
  if (!(value[AT]->type == YAML_MAPPING_NODE ? read_head_pins(r, value[AT], key, h)
                                             : map_read_pin(r, value[AT], key, true, &h->bits))) {
    return false;
  }
  (void)snprintf(key, sizeof key, "head[%zu].is", i);
  h->is = map_read_formula(r, value[IS], key, true);
  (void)snprintf(key, sizeof key, "head[%zu].flit", i);
  const unsigned last = r->m->headers > 0 ? r->m->headers - 1 : 0;
  return h->is != NULL && map_read_text(r, value[IS], "is", &h->text) &&
         (value[FLIT] == NULL || map_read_number(r, value[FLIT], key, 0, last, &h->header)) &&
         (value[EACH] == NULL || map_read_truth(r, value[EACH], "each", &h->each)) &&
         (value[LOOKAHEAD] == NULL ||
          map_read_truth(r, value[LOOKAHEAD], "lookahead", &h->lookahead)) &&
         (value[CHANGES] == NULL || map_read_truth(r, value[CHANGES], "changes", &h->changes));
}

bool map_read_heads(map_reader_t *r, const yaml_node_t *node) {
  map_t *m = r->m;
  m->head_at = map_place_of(node);
  const size_t count = yaml_file_items(node);
  if (node->type != YAML_SEQUENCE_NODE || count > MAX_HEADS) {
    return map_fail_found(r, node, "head", "a list of up to 64 fields, {at: .., is: ..}");
  }
  m->head = map_take(m, count + 1, sizeof *m->head, r->error);
  for (size_t i = 0; m->head != NULL && i < count; i++) {
    if (!read_head(r, yaml_file_item(&r->yaml, node, i), i, &m->head[m->heads++])) {
      return false;
    }
  }
  return m->head != NULL;
}
