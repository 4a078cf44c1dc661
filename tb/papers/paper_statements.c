// paper_statements -- the statements in the file of a paper, with their readings and checks; see
// paper_reader.h.

#include <string.h>

#include "papers/paper_reader.h"

// "H3DM: EXPRESSION" for each value; `for` and `when` say how often.
static bool read_values(reader_t *r, scope_t scope, const yaml_node_t *node, values_t *v) {
  size_t count = 0;
  const type_t number = {.kind = KIND_NUMBER};
  if (!reader_count(r, node, "values", &count)) {
    return false;
  }
  const yaml_node_t *loops = reader_find(r, node, "for");
  const yaml_node_t *when = reader_find(r, node, "when");
  v->name = expressions_take(&r->file->all, count + 1, sizeof *v->name);
  v->value = expressions_take(&r->file->all, count + 1, sizeof(expression_t *));
  if (v->name == NULL || v->value == NULL ||
      !reader_each(r, &scope, loops, when, false, &v->each)) {
    return false;
  }
  for (size_t i = 0; i < count; i++) {
    const yaml_node_pair_t *pair = &node->data.mapping.pairs.start[i];
    const yaml_node_t *value = yaml_file_node(&r->yaml, pair->value);
    if (value != loops && value != when) {
      if (!reader_template(r, &scope, yaml_file_node(&r->yaml, pair->key), "values",
                           &v->name[v->count])) {
        return false;
      }
      v->value[v->count] = reader_expression(r, &scope, value, "values", &number);
      if (v->value[v->count++] == NULL) {
        return false;
      }
    }
  }
  return true;
}

enum { BESIDE = 2 };

// A check, and the nodes of the keys that may stand beside it. Its loops are bound.
static bool read_check(reader_t *r, scope_t *scope, const yaml_node_t *node,
                       const char *const beside[BESIDE], const yaml_node_t *found[BESIDE],
                       file_check_t *c) {
  enum { FOR, WHEN, CHECK, HOLDS, VALUES, OTHERS };
  const char *name[OTHERS + BESIDE] = {"for", "when", "!check", "!holds", "!values"};
  const yaml_node_t *key[OTHERS + BESIDE];
  const type_t truth = {.kind = KIND_TRUTH};
  size_t names = OTHERS;
  for (size_t i = 0; i < BESIDE && beside[i] != NULL; i++) {
    name[names++] = beside[i];
  }
  if (!reader_keys(r, node, name, names, key) ||
      !reader_each(r, scope, key[FOR], key[WHEN], false, &c->each) ||
      !reader_template(r, scope, key[CHECK], "check", &c->of) ||
      (c->holds = reader_expression(r, scope, key[HOLDS], "holds", &truth)) == NULL) {
    return false;
  }
  if (!expression_measures(c->holds)) {
    return reader_fail_found(r, key[HOLDS], "holds", "a comparison of something that is measured");
  }
  for (size_t i = OTHERS; i < names; i++) {
    found[i - OTHERS] = key[i];
  }
  c->count = yaml_file_items(key[VALUES]);
  c->values = expressions_take(&r->file->all, c->count + 1, sizeof *c->values);
  for (size_t i = 0; c->values != NULL && i < c->count; i++) {
    if (!read_values(r, *scope, yaml_file_item(&r->yaml, key[VALUES], i), &c->values[i])) {
      return false;
    }
  }
  return c->values != NULL;
}

static bool read_checks(reader_t *r, scope_t scope, const yaml_node_t *node, file_claim_t *claim) {
  static const char *const kNone[BESIDE] = {NULL};
  const yaml_node_t *found[BESIDE];
  if (node->type != YAML_SEQUENCE_NODE) {
    return reader_fail_found(r, node, "checks", "a list");
  }
  claim->checks = yaml_file_items(node);
  claim->check = expressions_take(&r->file->all, claim->checks + 1, sizeof *claim->check);
  for (size_t i = 0; claim->check != NULL && i < claim->checks; i++) {
    scope_t own = scope;
    if (!read_check(r, &own, yaml_file_item(&r->yaml, node, i), kNone, found, &claim->check[i])) {
      return false;
    }
  }
  return claim->check != NULL;
}

// One kind of check stands beside, several are a list `checks`.
static bool read_reading(reader_t *r, const yaml_node_t *node, void *out) {
  enum { FOR, WHEN, NAME, CHECKS, KEYS };
  static const char *const kKeys[KEYS] = {"for", "when", "!name", "!checks"};
  static const char *const kBeside[BESIDE] = {"!name", NULL};
  file_claim_t *claim = out;
  scope_t scope = {.count = 0};
  const yaml_node_t *key[KEYS];
  const yaml_node_t *found[BESIDE];
  claim->is_named = true;
  if (reader_find(r, node, "checks") != NULL) {
    return reader_keys(r, node, kKeys, KEYS, key) &&
           reader_each(r, &scope, key[FOR], key[WHEN], false, &claim->each) &&
           reader_template(r, &scope, key[NAME], "name", &claim->name) &&
           read_checks(r, scope, key[CHECKS], claim);
  }
  claim->checks = 1;
  claim->check = expressions_take(&r->file->all, 1, sizeof *claim->check);
  return claim->check != NULL && read_check(r, &scope, node, kBeside, found, claim->check) &&
         reader_template(r, &scope, found[0], "name", &claim->name);
}

static bool read_readings(reader_t *r, const yaml_node_t *node, file_statement_t *s) {
  enum { WHERE, TEXT, READINGS, KEYS };
  static const char *const kKeys[KEYS] = {"!where", "!text", "!readings"};
  const yaml_node_t *key[KEYS];
  return reader_keys(r, node, kKeys, KEYS, key) && reader_text(r, key[WHERE], "where", &s->where) &&
         reader_text(r, key[TEXT], "text", &s->text) &&
         (s->claim = reader_several(r, key[READINGS], "readings", sizeof *s->claim, read_reading,
                                    &s->claims)) != NULL &&
         (s->claims > 0 || reader_fail_found(r, key[READINGS], "readings", "a list of some"));
}

bool reader_statement(reader_t *r, const yaml_node_t *node, void *out) {
  enum { WHERE, TEXT, FOR, CHECKS, KEYS };
  static const char *const kKeys[KEYS] = {"!where", "!text", "for", "!checks"};
  static const char *const kBeside[BESIDE] = {"!where", "!text"};
  file_statement_t *s = out;
  scope_t scope = {.count = 0};
  const yaml_node_t *key[KEYS];
  const yaml_node_t *found[BESIDE] = {NULL};
  if (reader_find(r, node, "readings") != NULL) {
    return read_readings(r, node, s);
  }
  s->claims = 1;
  s->claim = expressions_take(&r->file->all, 1, sizeof *s->claim);
  if (s->claim == NULL) {
    return false;
  }
  if (reader_find(r, node, "checks") != NULL) {
    return reader_keys(r, node, kKeys, KEYS, key) &&
           reader_text(r, key[WHERE], "where", &s->where) &&
           reader_text(r, key[TEXT], "text", &s->text) &&
           reader_each(r, &scope, key[FOR], NULL, false, &s->claim->each) &&
           read_checks(r, scope, key[CHECKS], s->claim);
  }
  s->claim->checks = 1;
  s->claim->check = expressions_take(&r->file->all, 1, sizeof *s->claim->check);
  return s->claim->check != NULL && read_check(r, &scope, node, kBeside, found, s->claim->check) &&
         reader_text(r, found[0], "where", &s->where) && reader_text(r, found[1], "text", &s->text);
}
