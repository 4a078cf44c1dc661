// expression -- the small language in the file of a paper: comparisons and sums of what was
// measured. docs/papers.md describes it.
//
//   most(curve(f, H3DM)) < most(curve(f, mesh))
//   1 - most(curve(f, H3DM)) / max(most(curve(f, n)) for n in networks)
//
// Everything is checked as it is read: each name must be known and each operand of the right kind,
// so that no run is lost to a mistake in the file.

#ifndef NOCSTEP_PAPERS_EXPRESSION_H
#define NOCSTEP_PAPERS_EXPRESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "papers/value.h"

enum { SLOTS = 32, LOOPS = 8, ARGUMENTS = 9 };

typedef struct expression expression_t;

// A variable that stands for each of some values in turn: those of a list, or of expressions.
typedef struct {
  const char *name;
  size_t slot;
  type_t type;  // of the variable
  expression_t *list;
  expression_t **one;  // [count], in the place of a list
  size_t count;
} loop_t;

typedef struct {
  loop_t loop[LOOPS];
  size_t count;
} loops_t;

#define FAMILY_NONE SIZE_MAX

// A family of measured records: one for every combination of its loops, but for those that its
// `when` leaves out.
typedef struct {
  const char *name;
  const record_class_t *of;
  loops_t loops;
  size_t size[LOOPS];   // of the loops
  const size_t *index;  // [product of the sizes]: its record, or FAMILY_NONE; NULL: in order
  const void *record;   // NULL: not measured
  size_t stride;        // bytes from one to the next
  bool complete;
} family_t;

// A name for an expression, with parameters or without.
typedef struct {
  const char *name;
  const char *parameter[ARGUMENTS];
  size_t parameters;
  const char *text;
  const char *key;      // where it stands, for messages
  size_t line, column;  // 1 and up
} define_t;

// A function that is written in C.
typedef struct {
  const char *name;
  type_t argument[ARGUMENTS];
  size_t arguments;
  const char *words;  // its arguments, for messages: "CURVE, TIMES"
  type_t result;
  size_t size;  // bytes of a record that it gives; each combination of arguments is computed once
  // `room` is of that size. False with *error filled.
  bool (*call)(const value_t *argument, value_t *result, void *room, noc_error_t *error);
} function_t;

// The table in functions.c. NULL: no such function.
const function_t *function_find(const char *name);
const function_t *function_at(size_t i);

// "max": of several numbers, or over a list.
bool aggregate_is(const char *name);

// The names that an expression may use.
typedef struct {
  const value_list_t *list;  // lists; a single value is a list of one with `is_one`
  const bool *is_one;
  size_t lists;
  const define_t *define;  // those that stand before
  size_t defines;
  family_t *const *family;
  size_t families;
} names_t;

// The variables that are bound; those before `first` are out of sight.
typedef struct {
  const char *name[SLOTS];
  type_t type[SLOTS];
  size_t first, count;
} scope_t;

typedef struct block block_t;

// This reads and keeps expressions.
typedef struct {
  const char *file;  // for messages
  names_t names;
  noc_error_t *error;
  block_t *block;  // memory, freed with expressions_free()
  size_t nodes;    // read until now
} expressions_t;

// Memory that lives as long as the expressions, all 0; NULL with *error filled.
void *expressions_take(expressions_t *all, size_t count, size_t size);
char *expressions_copy(expressions_t *all, const char *text, size_t length);
void expressions_free(expressions_t *all);

// An expression that stands at this place as the value of this key. NULL with *error filled.
expression_t *expression_read(expressions_t *all, const scope_t *scope, const char *key,
                              const char *text, size_t line, size_t column);
type_t expression_type(const expression_t *x);
// A value of the file, or written as it is.
bool expression_is_constant(const expression_t *x);
// Has a measured value in it.
bool expression_measures(const expression_t *x);
// All that it needs has been measured, as far as that went; with `complete`, to its end.
bool expression_ready(const expression_t *x, bool complete);
// "FILE:LINE:COLUMN: KEY: " and what follows. Returns false.
bool expression_fail(const expressions_t *all, const expression_t *x, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

typedef struct memo memo_t;

// How many steps a round of a loop, a text, and a part of the report count for.
enum { STEPS_ROUND = 20, STEPS_TEXT = 200, STEPS_PART = 500 };

// This works expressions out. If it is `dry` nothing is computed and all numbers are NAN: it only
// looks whether all can be worked out.
typedef struct {
  const expressions_t *all;
  noc_error_t *error;
  bool dry;
  value_t slot[SLOTS];
  size_t steps;
  memo_t *memo;
} evaluation_t;

bool expression_value(evaluation_t *e, const expression_t *x, value_t *value);
bool expression_number(evaluation_t *e, const expression_t *x, double *number);
void evaluation_free(evaluation_t *e);

// Calls `body` for every combination, the last loop fastest, until one returns false.
bool loops_each(evaluation_t *e, const loops_t *loops, bool (*body)(evaluation_t *e, void *context),
                void *context);
// How many values a loop has.
bool loop_count(evaluation_t *e, const loop_t *loop, size_t *count);

// A text with expressions in it, "(${f}) against ${n}".
typedef struct {
  const char **text;  // [count + 1], around the expressions
  expression_t **value;
  size_t count;
} template_t;

bool template_read(expressions_t *all, const scope_t *scope, const char *key, const char *text,
                   size_t line, size_t column, template_t *t);
// To be freed; NULL with *e->error filled.
char *template_text(evaluation_t *e, const template_t *t);

#endif
