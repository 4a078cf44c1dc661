// paper_file -- a paper as data: what it shows, what is measured for it, its figures, tables,
// printed numbers and statements, read from one file. docs/papers.md describes the file.

#ifndef NOCSTEP_PAPERS_PAPER_FILE_H
#define NOCSTEP_PAPERS_PAPER_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "papers/expression.h"
#include "papers/measures.h"
#include "papers/with_rtl.h"

typedef struct {
  loops_t loops;
  expression_t *when;  // NULL: always
} each_t;

// Values with their names.
typedef struct {
  each_t each;
  template_t *name;
  expression_t **value;
  size_t count;
} values_t;

typedef struct {
  each_t each, point;
  template_t name;
  expression_t **value;  // [columns]
} file_series_t;

typedef struct {
  each_t each;
  template_t key, title, x, y;
  expression_t *limit;  // NULL: none
  bool log_x, log_y;
  file_series_t *series;
  size_t count;
} file_figure_t;

typedef struct {
  each_t each;
  template_t name;
  expression_t **value;  // [columns]
} file_row_t;

typedef struct {
  const char *key, *title;
  const char **column;
  size_t columns;
  file_row_t *row;
  size_t rows;
} file_table_t;

typedef struct {
  each_t each;
  template_t name;
  expression_t *value, *complete;  // NULL: it is complete
} file_reading_t;

typedef struct {
  const char *where, *text, *printed;
  each_t each;                      // its `when`
  expression_t *from, *to, *bound;  // NULL: no bound
  file_reading_t *reading;
  size_t readings;
} file_number_t;

typedef struct {
  each_t each;
  template_t of;
  expression_t *holds;
  values_t *values;
  size_t count;
} file_check_t;

// A claim of a statement, under one reading of the text: all checks must hold. Claims of the
// same name are one.
typedef struct {
  each_t each;
  bool is_named;    // not: the statement has no readings
  template_t name;  // worked out within the loops of each check
  file_check_t *check;
  size_t checks;
} file_claim_t;

typedef struct {
  const char *where, *text;
  file_claim_t *claim;
  size_t claims;
} file_statement_t;

// Other values than those of the file, where the paper leaves them open.
typedef struct {
  const char *name;
  struct {
    size_t list;  // of the file's lists
    value_list_t value;
  } * other;
  size_t count;
} file_open_t;

// The section that replaces values of the file: `quick`, `full`, or neither.
typedef enum { EFFORT_USUAL, EFFORT_QUICK, EFFORT_FULL } effort_t;

typedef struct paper_file {
  expressions_t all;
  const char *title, *shows;
  bool has_full;
  const char **own;  // up to a NULL
  bool has_heading;
  template_t heading, common;
  const with_rtl_t *with_rtl;  // NULL: with another router the same is run
  unsigned panels;             // 0: not said
  bool own_legends;
  value_list_t *list;
  bool *is_one;
  define_t *define;
  family_t **family;
  measured_t *measure;
  size_t measures;
  const char **column;  // of points
  size_t columns, x, y;
  file_figure_t *figure;
  size_t figures;
  file_table_t *table;
  size_t tables;
  file_number_t *number;
  size_t numbers;
  file_statement_t *statement;
  size_t statements;
  file_open_t *open;
  size_t opens;
  effort_t effort;
} paper_file_t;

typedef struct {
  effort_t effort;
  uint64_t seed;  // the value `seed` of expressions
} paper_options_t;

// Reads the file, and looks whether all can be worked out. NULL with *error filled.
paper_file_t *paper_file_open(const char *path, const paper_options_t *options, noc_error_t *error);
// The same of a text; `name` stands for the file in messages.
paper_file_t *paper_file_parse(const char *text, size_t length, const char *name,
                               const paper_options_t *options, noc_error_t *error);
// Puts the values of an open setting in the place of those of the file, or these back, and counts
// the combinations of all measures again; their records must be out of the way. False with *error
// filled, also if a measure is left without any.
bool paper_file_turn(paper_file_t *f, const file_open_t *open, noc_error_t *error);
void paper_file_free(paper_file_t *f);

#endif
