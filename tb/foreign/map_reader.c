// map_reader -- see map_reader.h.

#include "foreign/map_reader.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

map_place_t map_place_of(const yaml_node_t *node) {
  return (map_place_t){node->start_mark.line + 1, node->start_mark.column + 1};
}

bool map_fail_found(const map_reader_t *r, const yaml_node_t *node, const char *key,
                    const char *accepted) {
  return yaml_file_fail_found(&r->yaml, node, key, accepted);
}

bool map_fail_at(const map_reader_t *r, map_place_t at, const char *key, const char *found,
                 const char *accepted) {
  return map_fail(r->m, at, key, accepted, r->error, "%s", found);
}

// ---- Scalars

bool map_read_text(map_reader_t *r, const yaml_node_t *node, const char *key, const char **out) {
  const char *text = yaml_file_text(node);
  if (text == NULL || text[0] == '\0' || strlen(text) > YAML_QUOTED * 8) {
    return map_fail_found(r, node, key, "a text of up to 480 characters");
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

bool map_read_identifier(map_reader_t *r, const yaml_node_t *node, const char *key,
                         const char **out) {
  return map_read_text(r, node, key, out) &&
         (is_identifier(*out) ||
          map_fail_found(r, node, key, "a name of letters, digits, _ and $"));
}

bool map_read_number(map_reader_t *r, const yaml_node_t *node, const char *key, unsigned low,
                     unsigned high, unsigned *out) {
  char accepted[32];
  char *end = NULL;
  const char *text = yaml_file_text(node);
  (void)snprintf(accepted, sizeof accepted, "%u to %u", low, high);
  const bool digits = text != NULL && isdigit((unsigned char)text[0]);
  errno = 0;
  const unsigned long value = digits ? strtoul(text, &end, 10) : 0;
  if (!digits || *end != '\0' || errno != 0 || value < low || value > high) {
    return map_fail_found(r, node, key, accepted);
  }
  *out = (unsigned)value;
  return true;
}

// A number that Verilog may have written: decimal, 0x, 0b.
bool map_read_code(map_reader_t *r, const yaml_node_t *node, const char *key, uint64_t *out) {
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
  return value >= 0 || map_fail_found(r, node, key, "a number");
}

bool map_read_truth(map_reader_t *r, const yaml_node_t *node, const char *key, bool *out) {
  const char *text = yaml_file_text(node);
  *out = text != NULL && strcmp(text, "true") == 0;
  return *out || (text != NULL && strcmp(text, "false") == 0) ||
         map_fail_found(r, node, key, "true or false");
}

// One of some words, as its place among them.
bool map_read_word(map_reader_t *r, const yaml_node_t *node, const char *key,
                   const char *const *words, const char *accepted, unsigned *out) {
  const char *text = yaml_file_text(node);
  for (*out = 0; text != NULL && words[*out] != NULL; (*out)++) {
    if (strcmp(words[*out], text) == 0) {
      return true;
    }
  }
  return map_fail_found(r, node, key, accepted);
}

const formula_t *map_read_formula(map_reader_t *r, const yaml_node_t *node, const char *key,
                                  bool packet) {
  const char *text = NULL;
  if (!map_read_text(r, node, key, &text)) {
    return NULL;
  }
  const formula_t *f = map_formula(r->m, text, packet, r->error);
  if (f == NULL && r->error->status == NOC_BAD_INPUT) {
    const noc_error_t why = *r->error;
    const map_place_t at = map_place_of(node);
    (void)noc_fail(r->error, NOC_BAD_INPUT, "%s:%zu:%zu: %s: %.800s", r->m->file, at.line,
                   at.column, key, why.text);
  }
  return f;
}

// A pin, or with `bits` bits of flit.
bool map_read_pin(map_reader_t *r, const yaml_node_t *node, const char *key, bool bits,
                  map_pin_t *pin) {
  pin->at = map_place_of(node);
  pin->key = map_copy(r->m, key, strlen(key), r->error);
  return pin->key != NULL && map_read_text(r, node, key, &pin->text) &&
         map_pin(r->m, pin, bits, r->error);
}
