// value -- what an expression in the file of a paper can be: a number, a truth, a text, an item of
// a list of the file, a record of what was measured, or several of one of them.

#ifndef NOCSTEP_PAPERS_VALUE_H
#define NOCSTEP_PAPERS_VALUE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

typedef enum { KIND_NUMBER, KIND_TRUTH, KIND_TEXT, KIND_ITEM, KIND_RECORD } kind_t;

typedef struct value_list value_list_t;
typedef struct record_class record_class_t;

typedef struct {
  kind_t kind;
  bool list;                  // several
  const value_list_t *items;  // KIND_ITEM: the list that they are in
  const record_class_t *of;   // KIND_RECORD
} type_t;

typedef struct item item_t;

typedef struct value {
  double number;           // also KIND_TRUTH
  const char *text;        // KIND_TEXT, and the name of an item
  const item_t *item;      // KIND_ITEM
  const void *record;      // KIND_RECORD; NULL: not measured yet. The first one of a list
  size_t count, stride;    // of a list: how many, and bytes from a record to the next
  const struct value *at;  // [count]; NULL: a list of records
} value_t;

// A field of a record, which expressions may ask for.
typedef struct {
  const char *name;
  type_t type;
  void (*get)(const void *record, value_t *value);
} record_field_t;

struct record_class {
  const char *name;  // "a curve", for messages
  const record_field_t *field;
  size_t fields;
};

// "m: {name: mesh, side: 8}" in a list of the file.
struct item {
  const char *name;
  const char **field;
  value_t *value;  // texts, with the number if it is one
  bool *is_number;
  size_t fields;
};

// A list of the file: numbers, texts or items.
struct value_list {
  const char *name;
  type_t element;
  value_t *at;
  item_t *item;  // [count], of a list of items
  size_t count;
};

// The field of this name of all items: NULL-safe index in each; false if one has none. A number if
// all are.
bool items_field(const value_list_t *list, const char *name, type_t *type);
void item_value(const item_t *item, const char *name, value_t *value);

bool type_is_same(const type_t *a, const type_t *b);
// "a number", "a curve", "a list of texts"; returns out.
enum { TYPE_NAME = 80 };
const char *type_name(const type_t *type, char out[TYPE_NAME]);
// The i-th of a list.
value_t value_at(const value_t *list, size_t i);
bool value_is_same(kind_t kind, const value_t *a, const value_t *b);

// The value is a whole number up to `most`; false with *error filled, in which it is `name`.
bool value_whole(const value_t *value, const char *name, unsigned most, unsigned *number,
                 noc_error_t *error);

#endif
