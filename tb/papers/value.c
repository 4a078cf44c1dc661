// value -- see value.h.

#include "papers/value.h"

#include <stdio.h>
#include <string.h>

static size_t field_index(const item_t *item, const char *name) {
  size_t i = 0;
  while (i < item->fields && strcmp(item->field[i], name) != 0) {
    i++;
  }
  return i;
}

bool items_field(const value_list_t *list, const char *name, type_t *type) {
  *type = (type_t){.kind = KIND_NUMBER};
  for (size_t i = 0; i < list->count; i++) {
    const size_t field = field_index(&list->item[i], name);
    if (field == list->item[i].fields) {
      return false;
    }
    type->kind = list->item[i].is_number[field] ? type->kind : KIND_TEXT;
  }
  return list->count > 0;
}

void item_value(const item_t *item, const char *name, value_t *value) {
  *value = item->value[field_index(item, name)];
}

bool type_is_same(const type_t *a, const type_t *b) {
  return a->kind == b->kind && a->list == b->list &&
         (a->kind != KIND_ITEM || a->items == b->items) &&
         (a->kind != KIND_RECORD || a->of == b->of);
}

const char *type_name(const type_t *type, char out[TYPE_NAME]) {
  static const char *const kOne[] = {"a number", "a comparison", "a text", "an item", "a record"};
  static const char *const kSeveral[] = {"a list of numbers", "a list of comparisons",
                                         "a list of texts", "a list of items", "a list of records"};
  if (type->kind == KIND_RECORD && !type->list) {
    (void)snprintf(out, TYPE_NAME, "%s", type->of->name);
  } else if (type->kind == KIND_ITEM && !type->list) {
    (void)snprintf(out, TYPE_NAME, "an item of %.40s", type->items->name);
  } else {
    (void)snprintf(out, TYPE_NAME, "%s", type->list ? kSeveral[type->kind] : kOne[type->kind]);
  }
  return out;
}

value_t value_at(const value_t *list, size_t i) {
  if (list->at != NULL) {
    return list->at[i];
  }
  const char *first = list->record;
  return (value_t){.record = first != NULL ? first + i * list->stride : NULL};
}

bool value_is_same(kind_t kind, const value_t *a, const value_t *b) {
  switch (kind) {
    case KIND_NUMBER:
    case KIND_TRUTH:
      return a->number == b->number;
    case KIND_TEXT:
      return strcmp(a->text, b->text) == 0;
    case KIND_ITEM:
      return a->item == b->item;
    default:
      return a->record == b->record;
  }
}

bool value_whole(const value_t *value, const char *name, unsigned most, unsigned *number,
                 noc_error_t *error) {
  const bool fits = value->number >= 0 && value->number <= most;
  *number = fits ? (unsigned)value->number : 0;
  return (fits && (double)*number == value->number) ||
         noc_fail(error, NOC_BAD_INPUT, "%s" SAY_IS("%g", "a whole number up to %u"), name,
                  value->number, most);
}
