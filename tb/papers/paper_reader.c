// paper_reader -- see paper_reader.h.

#include "papers/paper_reader.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool reader_fail_found(reader_t *r, const yaml_node_t *node, const char *key,
                       const char *accepted) {
  return yaml_file_fail_found(&r->yaml, node, key, accepted);
}

bool reader_keys(reader_t *r, const yaml_node_t *node, const char *const *name, size_t names,
                 const yaml_node_t **value) {
  return yaml_file_keys(&r->yaml, node, name, names, value);
}

const yaml_node_t *reader_find(reader_t *r, const yaml_node_t *node, const char *name) {
  const yaml_node_t *found = NULL;
  for (const yaml_node_pair_t *pair = node->data.mapping.pairs.start;
       node->type == YAML_MAPPING_NODE && pair < node->data.mapping.pairs.top; pair++) {
    const char *key = yaml_file_text(yaml_file_node(&r->yaml, pair->key));
    if (key != NULL && strcmp(key, name) == 0) {
      found = yaml_file_node(&r->yaml, pair->value);
    }
  }
  return found;
}

bool reader_count(reader_t *r, const yaml_node_t *node, const char *key, size_t *count) {
  if (node->type != YAML_MAPPING_NODE) {
    return reader_fail_found(r, node, key, "a mapping");
  }
  *count = (size_t)(node->data.mapping.pairs.top - node->data.mapping.pairs.start);
  return true;
}

bool reader_text(reader_t *r, const yaml_node_t *node, const char *key, const char **text) {
  const char *found = yaml_file_text(node);
  if (found == NULL || found[0] == '\0') {
    return reader_fail_found(r, node, key, "a text");
  }
  *text = expressions_copy(&r->file->all, found, strlen(found));
  return *text != NULL;
}

const char **reader_texts(reader_t *r, const yaml_node_t *node, const char *key, size_t *count) {
  if (node->type != YAML_SEQUENCE_NODE) {
    (void)reader_fail_found(r, node, key, "a list of texts");
    return NULL;
  }
  *count = yaml_file_items(node);
  const char **text = expressions_take(&r->file->all, *count + 1, sizeof *text);
  for (size_t i = 0; text != NULL && i < *count; i++) {
    if (!reader_text(r, yaml_file_item(&r->yaml, node, i), key, &text[i])) {
      return NULL;
    }
  }
  return text;
}

static bool is_identifier(const char *text) {
  size_t length = 0;
  while (isalnum((unsigned char)text[length]) || text[length] == '_') {
    length++;
  }
  return length > 0 && text[length] == '\0' && !isdigit((unsigned char)text[0]);
}

bool reader_is_identifier(reader_t *r, const yaml_node_t *node, const char *text) {
  static const char *const kWords[] = {"and", "or", "not", "for", "in", "if", NULL};
  bool known = function_find(text) != NULL || aggregate_is(text);
  for (const char *const *word = kWords; *word != NULL; word++) {
    known = known || strcmp(text, *word) == 0;
  }
  return (is_identifier(text) && !known) ||
         reader_fail_found(r, node, "a name",
                           "letters, digits and _, and no word or function of expressions");
}

bool reader_identifier(reader_t *r, const yaml_node_t *node, const char **text) {
  return reader_text(r, node, "a name", text) && reader_is_identifier(r, node, *text);
}

// ---- Texts with expressions

static size_t column_of(const yaml_node_t *node) {
  return node->start_mark.column + 1 +
         (node->data.scalar.style == YAML_SINGLE_QUOTED_SCALAR_STYLE ||
          node->data.scalar.style == YAML_DOUBLE_QUOTED_SCALAR_STYLE);
}

static const char *copy_key(reader_t *r, const char *key) {
  return expressions_copy(&r->file->all, key, strlen(key));
}

bool reader_template(reader_t *r, const scope_t *scope, const yaml_node_t *node, const char *key,
                     template_t *t) {
  const char *text = NULL;
  const char *own = copy_key(r, key);
  return own != NULL && reader_text(r, node, key, &text) &&
         template_read(&r->file->all, scope, own, text, node->start_mark.line + 1, column_of(node),
                       t);
}

static expression_t *read_expression(reader_t *r, const scope_t *scope, const yaml_node_t *node,
                                     const char *key) {
  const char *text = NULL;
  const char *own = copy_key(r, key);
  if (own == NULL || !reader_text(r, node, key, &text)) {
    return NULL;
  }
  return expression_read(&r->file->all, scope, own, text, node->start_mark.line + 1,
                         column_of(node));
}

expression_t *reader_expression(reader_t *r, const scope_t *scope, const yaml_node_t *node,
                                const char *key, const type_t *type) {
  char found[TYPE_NAME];
  char accepted[TYPE_NAME];
  expression_t *x = read_expression(r, scope, node, key);
  if (x == NULL) {
    return NULL;
  }
  const type_t is = expression_type(x);
  if (!type_is_same(&is, type)) {
    (void)yaml_file_fail(&r->yaml, node->start_mark, key, type_name(&is, found),
                         type_name(type, accepted));
    return NULL;
  }
  return x;
}

// ---- Loops

void reader_bind(scope_t *scope, const loops_t *loops) {
  for (size_t i = 0; i < loops->count && scope->count < SLOTS; i++) {
    scope->name[scope->count] = loops->loop[i].name;
    scope->type[scope->count++] = loops->loop[i].type;
  }
}

static bool read_ones(reader_t *r, const scope_t *scope, const yaml_node_t *node, loop_t *loop) {
  loop->count = yaml_file_items(node);
  loop->one = expressions_take(&r->file->all, loop->count + 1, sizeof(expression_t *));
  for (size_t i = 0; loop->one != NULL && i < loop->count; i++) {
    const yaml_node_t *one = yaml_file_item(&r->yaml, node, i);
    loop->one[i] = i == 0 ? read_expression(r, scope, one, loop->name)
                          : reader_expression(r, scope, one, loop->name, &loop->type);
    if (loop->one[i] == NULL) {
      return false;
    }
    loop->type = i == 0 ? expression_type(loop->one[0]) : loop->type;
  }
  return loop->one != NULL &&
         (loop->count > 0 || yaml_file_fail(&r->yaml, node->start_mark, loop->name, "an empty list",
                                            "of some values"));
}

static bool read_loop(reader_t *r, const scope_t *scope, const yaml_node_t *node, bool constant,
                      loop_t *loop) {
  char found[TYPE_NAME];
  if (node->type == YAML_SEQUENCE_NODE) {
    if (!read_ones(r, scope, node, loop)) {
      return false;
    }
    for (size_t i = 0; constant && i < loop->count; i++) {
      if (!expression_is_constant(loop->one[i])) {
        return reader_fail_found(r, node, loop->name, "a list of numbers, texts or items");
      }
    }
    return true;
  }
  loop->list = read_expression(r, scope, node, loop->name);
  if (loop->list == NULL) {
    return false;
  }
  loop->type = expression_type(loop->list);
  if (!loop->type.list || (constant && !expression_is_constant(loop->list))) {
    return yaml_file_fail(&r->yaml, node->start_mark, loop->name, type_name(&loop->type, found),
                          constant ? "a list of the section values" : "a list");
  }
  loop->type.list = false;
  return true;
}

bool reader_each(reader_t *r, scope_t *scope, const yaml_node_t *loops, const yaml_node_t *when,
                 bool constant, each_t *each) {
  const type_t truth = {.kind = KIND_TRUTH};
  const scope_t outside = {.first = scope->count, .count = scope->count};
  size_t count = 0;
  *each = (each_t){.when = NULL};
  if (loops != NULL && !reader_count(r, loops, "for", &count)) {
    return false;
  }
  for (size_t i = 0; i < count; i++) {
    const yaml_node_pair_t *pair = &loops->data.mapping.pairs.start[i];
    const yaml_node_t *name = yaml_file_node(&r->yaml, pair->key);
    loop_t *loop = &each->loops.loop[i];
    if (i == LOOPS || scope->count == SLOTS) {
      return yaml_file_fail(&r->yaml, name->start_mark, "for", "of too many variables", "of fewer");
    }
    if (!reader_identifier(r, name, &loop->name) ||
        !read_loop(r, constant ? &outside : scope, yaml_file_node(&r->yaml, pair->value), constant,
                   loop)) {
      return false;
    }
    loop->slot = scope->count;
    scope->name[scope->count] = loop->name;
    scope->type[scope->count++] = loop->type;
    each->loops.count++;
  }
  each->when = when != NULL ? reader_expression(r, scope, when, "when", &truth) : NULL;
  return when == NULL || each->when != NULL;
}

void *reader_several(reader_t *r, const yaml_node_t *node, const char *key, size_t size,
                     bool (*read)(reader_t *r, const yaml_node_t *node, void *out), size_t *count) {
  if (node->type != YAML_SEQUENCE_NODE) {
    (void)reader_fail_found(r, node, key, "a list");
    return NULL;
  }
  *count = yaml_file_items(node);
  char *all = expressions_take(&r->file->all, *count + 1, size);
  for (size_t i = 0; all != NULL && i < *count; i++) {
    if (!read(r, yaml_file_item(&r->yaml, node, i), all + i * size)) {
      return NULL;
    }
  }
  return all;
}
