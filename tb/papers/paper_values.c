// paper_values -- the sections `values`, `quick`, `full` and `define` of the file of a paper; see
// paper_reader.h.

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "papers/paper_reader.h"

static bool is_plain_number(const yaml_node_t *node, double *number) {
  const char *text = yaml_file_text(node);
  return text != NULL && node->data.scalar.style == YAML_PLAIN_SCALAR_STYLE &&
         decimal_real(text, number);
}

static bool read_scalar(reader_t *r, const yaml_node_t *node, const char *key, value_t *value,
                        bool *number) {
  *value = (value_t){.number = 0};
  *number = is_plain_number(node, &value->number);
  return reader_text(r, node, key, &value->text);
}

static bool read_item(reader_t *r, const yaml_node_t *name, const yaml_node_t *node,
                      const char *key, item_t *item) {
  if (!reader_text(r, name, key, &item->name) ||
      !reader_count(r, node, item->name, &item->fields)) {
    return false;
  }
  expressions_t *all = &r->file->all;
  item->field = expressions_take(all, item->fields + 1, sizeof *item->field);
  item->value = expressions_take(all, item->fields + 1, sizeof *item->value);
  item->is_number = expressions_take(all, item->fields + 1, sizeof *item->is_number);
  if (item->field == NULL || item->value == NULL || item->is_number == NULL) {
    return false;
  }
  for (size_t i = 0; i < item->fields; i++) {
    const yaml_node_pair_t *pair = &node->data.mapping.pairs.start[i];
    if (!reader_identifier(r, yaml_file_node(&r->yaml, pair->key), &item->field[i]) ||
        !read_scalar(r, yaml_file_node(&r->yaml, pair->value), item->field[i], &item->value[i],
                     &item->is_number[i])) {
      return false;
    }
  }
  return true;
}

static bool read_items(reader_t *r, const yaml_node_t *node, value_list_t *list) {
  list->element = (type_t){.kind = KIND_ITEM, .items = list};
  list->item = expressions_take(&r->file->all, list->count + 1, sizeof *list->item);
  for (size_t i = 0; list->item != NULL && i < list->count; i++) {
    const yaml_node_pair_t *pair = &node->data.mapping.pairs.start[i];
    if (!read_item(r, yaml_file_node(&r->yaml, pair->key), yaml_file_node(&r->yaml, pair->value),
                   list->name, &list->item[i])) {
      return false;
    }
    list->at[i] = (value_t){.text = list->item[i].name, .item = &list->item[i]};
  }
  return list->item != NULL;
}

// A list of the names of items is a list of these items.
static void find_items(const reader_t *r, value_list_t *list) {
  const names_t *n = &r->file->all.names;
  for (size_t i = 0; i < n->lists; i++) {
    const value_list_t *of = &n->list[i];
    size_t found = 0;
    for (size_t k = 0; of->item != NULL && k < list->count; k++) {
      for (size_t j = 0; j < of->count; j++) {
        found += strcmp(of->item[j].name, list->at[k].text) == 0;
      }
    }
    if (found == list->count) {
      for (size_t k = 0; k < list->count * of->count; k++) {
        const size_t one = k / of->count;
        if (strcmp(of->item[k % of->count].name, list->at[one].text) == 0) {
          list->at[one] = of->at[k % of->count];
        }
      }
      list->element = of->element;
      return;
    }
  }
}

static bool read_list(reader_t *r, const yaml_node_t *node, value_list_t *list) {
  list->element = (type_t){.kind = KIND_NUMBER};
  for (size_t i = 0; i < list->count; i++) {
    bool number = false;
    if (!read_scalar(r, yaml_file_item(&r->yaml, node, i), list->name, &list->at[i], &number)) {
      return false;
    }
    list->element.kind = number ? list->element.kind : KIND_TEXT;
  }
  if (list->element.kind == KIND_TEXT) {
    find_items(r, list);
  }
  return true;
}

static bool read_value(reader_t *r, const yaml_node_t *name, const yaml_node_t *node,
                       value_list_t *list, bool *is_one) {
  bool number = false;
  *list = (value_list_t){.count = 1};
  if (!reader_identifier(r, name, &list->name)) {
    return false;
  }
  *is_one = node->type == YAML_SCALAR_NODE;
  if (node->type == YAML_SEQUENCE_NODE) {
    list->count = yaml_file_items(node);
  } else if (node->type == YAML_MAPPING_NODE) {
    list->count = (size_t)(node->data.mapping.pairs.top - node->data.mapping.pairs.start);
  }
  if (list->count == 0) {
    return reader_fail_found(r, node, list->name, "of some values");
  }
  list->at = expressions_take(&r->file->all, list->count, sizeof *list->at);
  if (list->at == NULL) {
    return false;
  }
  if (node->type == YAML_MAPPING_NODE) {
    return read_items(r, node, list);
  }
  if (node->type == YAML_SEQUENCE_NODE) {
    return read_list(r, node, list);
  }
  if (!read_scalar(r, node, list->name, &list->at[0], &number)) {
    return false;
  }
  list->element.kind = number ? KIND_NUMBER : KIND_TEXT;
  return true;
}

// A name stands for one thing.
static bool check_names(reader_t *r, const yaml_node_t *values) {
  const names_t *n = &r->file->all.names;
  for (size_t i = 1; i < n->lists; i++) {
    for (size_t k = 0; k < i; k++) {
      if (strcmp(n->list[i].name, n->list[k].name) == 0) {
        return yaml_file_fail(
            &r->yaml,
            yaml_file_node(&r->yaml, values->data.mapping.pairs.start[i - 1].key)->start_mark,
            n->list[i].name, "given a second time", "given once");
      }
    }
  }
  return true;
}

bool reader_replacement(reader_t *r, const yaml_node_pair_t *pair, value_list_t *list, size_t *at) {
  const paper_file_t *f = r->file;
  const yaml_node_t *name = yaml_file_node(&r->yaml, pair->key);
  bool is_one = false;
  if (!read_value(r, name, yaml_file_node(&r->yaml, pair->value), list, &is_one)) {
    return false;
  }
  nearest_t nearest = nearest_start(list->name);
  *at = f->all.names.lists;
  for (size_t i = 0; i < f->all.names.lists; i++) {
    nearest_offer(&nearest, f->list[i].name);
    *at = strcmp(f->list[i].name, list->name) == 0 ? i : *at;
  }
  if (*at == f->all.names.lists) {
    return reader_fail_found(r, name, "a value", nearest.names);
  }
  // The seed is a text, whatever it is written as. Items stay: what names them would name nothing.
  const value_list_t *old = &f->list[*at];
  const type_t type = *at == 0 ? old->element : list->element;
  return (is_one == f->is_one[*at] && type_is_same(&type, &old->element) && list->item == NULL &&
          old->item == NULL) ||
         yaml_file_fail(&r->yaml, name->start_mark, list->name, "of another kind",
                        "as it is in values");
}

// Values that replace others are checked in any case.
static bool read_other(reader_t *r, const yaml_node_t *node, bool used) {
  paper_file_t *f = r->file;
  size_t count = 0;
  if (node == NULL) {
    return true;
  }
  if (!reader_count(r, node, "values", &count)) {
    return false;
  }
  for (size_t i = 0; i < count; i++) {
    value_list_t *list = expressions_take(&f->all, 1, sizeof *list);
    size_t at = 0;
    if (list == NULL || !reader_replacement(r, &node->data.mapping.pairs.start[i], list, &at)) {
      return false;
    }
    if (used) {
      f->list[at] = *list;
    }
  }
  return true;
}

// A value that is always there.
static bool add_seed(reader_t *r, uint64_t seed) {
  enum { DIGITS = 24 };
  char *text = expressions_take(&r->file->all, DIGITS, 1);
  value_t *value = expressions_take(&r->file->all, 1, sizeof *value);
  if (text == NULL || value == NULL) {
    return false;
  }
  (void)snprintf(text, DIGITS, "%" PRIu64, seed);
  value->text = text;
  r->file->list[0] =
      (value_list_t){.name = "seed", .element = {.kind = KIND_TEXT}, .at = value, .count = 1};
  r->file->is_one[0] = true;
  r->file->all.names.lists = 1;
  return true;
}

bool reader_values(reader_t *r, const yaml_node_t *values, const yaml_node_t *quick,
                   const yaml_node_t *full, const paper_options_t *options) {
  paper_file_t *f = r->file;
  size_t count = 0;
  if (values != NULL && !reader_count(r, values, "values", &count)) {
    return false;
  }
  f->list = expressions_take(&f->all, count + 2, sizeof *f->list);
  f->is_one = expressions_take(&f->all, count + 2, sizeof *f->is_one);
  if (f->list == NULL || f->is_one == NULL || !add_seed(r, options->seed)) {
    return false;
  }
  f->all.names.list = f->list;
  f->all.names.is_one = f->is_one;
  for (size_t i = 1; i <= count; i++) {
    const yaml_node_pair_t *pair = &values->data.mapping.pairs.start[i - 1];
    if (!read_value(r, yaml_file_node(&r->yaml, pair->key), yaml_file_node(&r->yaml, pair->value),
                    &f->list[i], &f->is_one[i])) {
      return false;
    }
    f->all.names.lists++;
  }
  return check_names(r, values) && read_other(r, quick, options->effort == EFFORT_QUICK) &&
         read_other(r, full, options->effort == EFFORT_FULL);
}

// The next of the names of "gap(f, g)", from *at on.
static bool read_name(reader_t *r, const yaml_node_t *node, const char **at, const char **name) {
  *at += strspn(*at, " ");
  const size_t length = strcspn(*at, "(,) ");
  *name = expressions_copy(&r->file->all, *at, length);
  *at += length;
  *at += strspn(*at, " ");
  return *name != NULL && reader_is_identifier(r, node, *name);
}

// "gap(f)": a name, and the names in brackets.
static bool read_head(reader_t *r, const yaml_node_t *node, define_t *d) {
  const char *at = NULL;
  if (!reader_text(r, node, "define", &at) || !read_name(r, node, &at, &d->name)) {
    return false;
  }
  for (bool more = *at == '('; more && d->parameters < ARGUMENTS; more = *at == ',') {
    at++;
    if (!read_name(r, node, &at, &d->parameter[d->parameters++])) {
      return false;
    }
  }
  const bool closed = d->parameters == 0 || *at == ')';
  at += d->parameters > 0 && closed;
  return (closed && *at == '\0') ||
         reader_fail_found(r, node, "define", "NAME or NAME(PARAMETER, ..)");
}

bool reader_defines(reader_t *r, const yaml_node_t *node) {
  paper_file_t *f = r->file;
  size_t count = 0;
  if (!reader_count(r, node, "define", &count)) {
    return false;
  }
  f->define = expressions_take(&f->all, count + 1, sizeof *f->define);
  if (f->define == NULL) {
    return false;
  }
  f->all.names.define = f->define;
  for (size_t i = 0; i < count; i++) {
    const yaml_node_pair_t *pair = &node->data.mapping.pairs.start[i];
    const yaml_node_t *value = yaml_file_node(&r->yaml, pair->value);
    define_t *d = &f->define[i];
    if (!read_head(r, yaml_file_node(&r->yaml, pair->key), d) ||
        !reader_text(r, value, d->name, &d->text)) {
      return false;
    }
    d->key = d->name;
    d->line = value->start_mark.line + 1;
    d->column = value->start_mark.column + 1;
    f->all.names.defines++;
  }
  return true;
}
