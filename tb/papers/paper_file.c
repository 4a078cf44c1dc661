// paper_file -- the sections of the file of a paper; see paper_file.h.

#include "papers/paper_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "papers/paper_reader.h"

// ---- Figures

static bool read_series(reader_t *r, scope_t scope, const yaml_node_t *node, file_series_t *s) {
  enum { FOR, WHEN, NAME, POINT, VALUES, KEYS };
  static const char *const kKeys[KEYS] = {"for", "when", "!name", "points", "!values"};
  const yaml_node_t *key[KEYS];
  const type_t number = {.kind = KIND_NUMBER};
  if (!reader_keys(r, node, kKeys, KEYS, key) ||
      !reader_each(r, &scope, key[FOR], NULL, false, &s->each) ||
      !reader_template(r, &scope, key[NAME], "name", &s->name) ||
      !reader_each(r, &scope, key[POINT], key[WHEN], false, &s->point)) {
    return false;
  }
  if (key[VALUES]->type != YAML_SEQUENCE_NODE || yaml_file_items(key[VALUES]) != r->file->columns) {
    return reader_fail_found(r, key[VALUES], "values", "a list of as many as there are columns");
  }
  s->value = expressions_take(&r->file->all, r->file->columns, sizeof(expression_t *));
  for (size_t i = 0; s->value != NULL && i < r->file->columns; i++) {
    s->value[i] =
        reader_expression(r, &scope, yaml_file_item(&r->yaml, key[VALUES], i), "values", &number);
    if (s->value[i] == NULL) {
      return false;
    }
  }
  return s->value != NULL;
}

static bool read_axes(reader_t *r, const yaml_node_t *node, file_figure_t *f) {
  if (node == NULL) {
    return true;
  }
  const char *text = yaml_file_text(node);
  if (text == NULL || text[strspn(text, "xy")] != '\0') {
    return reader_fail_found(r, node, "logarithmic", "x, y or xy");
  }
  f->log_x = strchr(text, 'x') != NULL;
  f->log_y = strchr(text, 'y') != NULL;
  return true;
}

static bool read_figure(reader_t *r, const yaml_node_t *node, void *out) {
  enum { FOR, WHEN, FIGURE, TITLE, X, Y, LIMIT, LOGARITHMIC, SERIES, KEYS };
  static const char *const kKeys[KEYS] = {"for", "when",  "!figure",     "!title", "!x",
                                          "!y",  "limit", "logarithmic", "!series"};
  file_figure_t *f = out;
  scope_t scope = {.count = 0};
  const yaml_node_t *key[KEYS];
  const type_t number = {.kind = KIND_NUMBER};
  if (!reader_keys(r, node, kKeys, KEYS, key) ||
      !reader_each(r, &scope, key[FOR], key[WHEN], false, &f->each) ||
      !reader_template(r, &scope, key[FIGURE], "figure", &f->key) ||
      !reader_template(r, &scope, key[TITLE], "title", &f->title) ||
      !reader_template(r, &scope, key[X], "x", &f->x) ||
      !reader_template(r, &scope, key[Y], "y", &f->y) || !read_axes(r, key[LOGARITHMIC], f)) {
    return false;
  }
  if (key[LIMIT] != NULL) {
    f->limit = reader_expression(r, &scope, key[LIMIT], "limit", &number);
    if (f->limit == NULL) {
      return false;
    }
  }
  f->count = yaml_file_items(key[SERIES]);
  f->series = expressions_take(&r->file->all, f->count + 1, sizeof *f->series);
  for (size_t i = 0; f->series != NULL && i < f->count; i++) {
    if (!read_series(r, scope, yaml_file_item(&r->yaml, key[SERIES], i), &f->series[i])) {
      return false;
    }
  }
  return f->series != NULL;
}

// ---- Tables, numbers

static bool read_row(reader_t *r, const yaml_node_t *node, const yaml_node_t *columns,
                     const file_table_t *t, bool inside, file_row_t *row) {
  enum { FOR, WHEN, ROW, TABLE, TITLE, COLUMNS, KEYS };
  static const char *const kKeys[KEYS] = {"for", "when", "!row", "!table", "!title", "!columns"};
  scope_t scope = {.count = 0};
  const yaml_node_t *key[KEYS];
  const type_t number = {.kind = KIND_NUMBER};
  if (!reader_keys(r, node, kKeys, inside ? TABLE : KEYS, key) ||
      !reader_each(r, &scope, key[FOR], key[WHEN], false, &row->each) ||
      !reader_template(r, &scope, key[ROW], "row", &row->name)) {
    return false;
  }
  row->value = expressions_take(&r->file->all, t->columns + 1, sizeof(expression_t *));
  for (size_t i = 0; row->value != NULL && i < t->columns; i++) {
    const yaml_node_pair_t *pair = &columns->data.mapping.pairs.start[i];
    row->value[i] =
        reader_expression(r, &scope, yaml_file_node(&r->yaml, pair->value), "columns", &number);
    if (row->value[i] == NULL) {
      return false;
    }
  }
  return row->value != NULL;
}

// The loops of its rows stand beside, or are a list `rows`.
static bool read_table(reader_t *r, const yaml_node_t *node, void *out) {
  enum { TABLE, TITLE, COLUMNS, ROWS, ROW, FOR, WHEN, KEYS };
  static const char *const kKeys[KEYS] = {"!table", "!title", "!columns", "rows",
                                          "row",    "for",    "when"};
  file_table_t *t = out;
  const yaml_node_t *key[KEYS];
  const yaml_node_t *rows = reader_find(r, node, "rows");
  if (!reader_keys(r, node, kKeys, rows != NULL ? ROW : KEYS, key) ||
      !reader_text(r, key[TABLE], "table", &t->key) ||
      !reader_text(r, key[TITLE], "title", &t->title) ||
      !reader_count(r, key[COLUMNS], "columns", &t->columns)) {
    return false;
  }
  t->column = expressions_take(&r->file->all, t->columns + 1, sizeof *t->column);
  for (size_t i = 0; t->column != NULL && i < t->columns; i++) {
    const yaml_node_pair_t *pair = &key[COLUMNS]->data.mapping.pairs.start[i];
    if (!reader_text(r, yaml_file_node(&r->yaml, pair->key), "columns", &t->column[i])) {
      return false;
    }
  }
  if (rows != NULL && rows->type != YAML_SEQUENCE_NODE) {
    return reader_fail_found(r, rows, "rows", "a list");
  }
  const yaml_node_t *of = rows != NULL ? rows : node;
  t->rows = yaml_file_items(of);
  t->row = expressions_take(&r->file->all, t->rows + 1, sizeof *t->row);
  for (size_t i = 0; t->column != NULL && t->row != NULL && i < t->rows; i++) {
    if (!read_row(r, yaml_file_item(&r->yaml, of, i), key[COLUMNS], t, rows != NULL, &t->row[i])) {
      return false;
    }
  }
  return t->column != NULL && t->row != NULL;
}

static bool read_reading(reader_t *r, const yaml_node_t *node, void *out) {
  enum { FOR, WHEN, NAME, VALUE, COMPLETE, KEYS };
  static const char *const kKeys[KEYS] = {"for", "when", "!name", "!value", "complete"};
  file_reading_t *g = out;
  scope_t scope = {.count = 0};
  const yaml_node_t *key[KEYS];
  const type_t number = {.kind = KIND_NUMBER};
  const type_t truth = {.kind = KIND_TRUTH};
  return reader_keys(r, node, kKeys, KEYS, key) &&
         reader_each(r, &scope, key[FOR], key[WHEN], false, &g->each) &&
         reader_template(r, &scope, key[NAME], "name", &g->name) &&
         (g->value = reader_expression(r, &scope, key[VALUE], "value", &number)) != NULL &&
         (key[COMPLETE] == NULL ||
          (g->complete = reader_expression(r, &scope, key[COMPLETE], "complete", &truth)) != NULL);
}

static bool read_number(reader_t *r, const yaml_node_t *node, void *out) {
  enum { WHERE, TEXT, WHEN, PRINTED, FROM, TO, BOUND, READINGS, KEYS };
  static const char *const kKeys[KEYS] = {"!where", "!text", "when",  "!printed",
                                          "!from",  "!to",   "bound", "!readings"};
  file_number_t *n = out;
  scope_t scope = {.count = 0};
  const yaml_node_t *key[KEYS];
  const type_t number = {.kind = KIND_NUMBER};
  return reader_keys(r, node, kKeys, KEYS, key) && reader_text(r, key[WHERE], "where", &n->where) &&
         reader_text(r, key[TEXT], "text", &n->text) &&
         reader_each(r, &scope, NULL, key[WHEN], false, &n->each) &&
         reader_text(r, key[PRINTED], "printed", &n->printed) &&
         (n->from = reader_expression(r, &scope, key[FROM], "from", &number)) != NULL &&
         (n->to = reader_expression(r, &scope, key[TO], "to", &number)) != NULL &&
         (key[BOUND] == NULL ||
          (n->bound = reader_expression(r, &scope, key[BOUND], "bound", &number)) != NULL) &&
         (n->reading = reader_several(r, key[READINGS], "readings", sizeof *n->reading,
                                      read_reading, &n->readings)) != NULL;
}

// ---- The file

static bool read_columns(reader_t *r, const yaml_node_t *names, const yaml_node_t *shown) {
  paper_file_t *f = r->file;
  const char **two = NULL;
  size_t count = 0;
  if (names == NULL || shown == NULL) {
    return names == shown ||
           reader_fail_found(r, names != NULL ? names : shown, names != NULL ? "columns" : "shown",
                             "given with the other of both");
  }
  f->column = reader_texts(r, names, "columns", &f->columns);
  two = f->column != NULL ? reader_texts(r, shown, "shown", &count) : NULL;
  if (two == NULL) {
    return false;
  }
  size_t at[2] = {f->columns, f->columns};
  for (size_t i = 0; i < f->columns; i++) {
    for (size_t k = 0; k < count && k < 2; k++) {
      at[k] = strcmp(two[k], f->column[i]) == 0 ? i : at[k];
    }
  }
  f->x = at[0];
  f->y = at[1];
  return (count == 2 && f->x < f->columns && f->y < f->columns) ||
         reader_fail_found(r, shown, "shown", "two of the columns, those of x and y");
}

static bool read_picture(reader_t *r, const yaml_node_t *panels, const yaml_node_t *legends) {
  double number = 0;
  if (panels != NULL) {
    const char *text = yaml_file_text(panels);
    if (text == NULL || !decimal_real(text, &number) || number < 1 || number > 4) {
      return reader_fail_found(r, panels, "panels", "1 to 4");
    }
    r->file->panels = (unsigned)number;
  }
  if (legends != NULL) {
    const char *text = yaml_file_text(legends);
    if (text == NULL || strcmp(text, "own") != 0) {
      return reader_fail_found(r, legends, "legends", "own");
    }
    r->file->own_legends = true;
  }
  return true;
}

static bool read_rtl(reader_t *r, const yaml_node_t *node) {
  if (node == NULL) {
    return true;
  }
  const char *text = yaml_file_text(node);
  nearest_t nearest = nearest_start(text != NULL ? text : "");
  for (size_t i = 0; with_rtl_at(i) != NULL; i++) {
    nearest_offer(&nearest, with_rtl_at(i)->name);
    if (strcmp(with_rtl_at(i)->name, nearest.word) == 0) {
      r->file->with_rtl = with_rtl_at(i);
    }
  }
  return r->file->with_rtl != NULL || reader_fail_found(r, node, "with_rtl", nearest.names);
}

static bool read_file(reader_t *r, const yaml_node_t *root, const paper_options_t *options) {
  enum {
    TITLE,
    SHOWS,
    OWN,
    HEADING,
    COMMON,
    PICTURE_PANELS,
    LEGENDS,
    WITH_RTL,
    SCENARIO_TEXT,
    VALUES,
    QUICK,
    FULL,
    MEASURES,
    DEFINE,
    COLUMNS,
    SHOWN,
    FIGURES,
    TABLES,
    NUMBERS,
    STATEMENTS,
    OPEN,
    KEYS
  };
  static const char *const kKeys[KEYS] = {
      "!title",   "!shows",   "own",     "heading", "common",  "panels",     "legends",
      "with_rtl", "scenario", "values",  "quick",   "full",    "measures",   "define",
      "columns",  "shown",    "figures", "tables",  "numbers", "statements", "open"};
  paper_file_t *f = r->file;
  const yaml_node_t *key[KEYS];
  const scope_t none = {.count = 0};
  size_t own = 0;
  f->effort = options->effort;
  if (!reader_keys(r, root, kKeys, KEYS, key) || !reader_text(r, key[TITLE], "title", &f->title) ||
      !reader_text(r, key[SHOWS], "shows", &f->shows) ||
      (key[OWN] != NULL && (f->own = reader_texts(r, key[OWN], "own", &own)) == NULL) ||
      !read_picture(r, key[PICTURE_PANELS], key[LEGENDS]) || !read_rtl(r, key[WITH_RTL]) ||
      !reader_values(r, key[VALUES], key[QUICK], key[FULL], options) ||
      !reader_measures(r, key[MEASURES], key[SCENARIO_TEXT], key[DEFINE]) ||
      !read_columns(r, key[COLUMNS], key[SHOWN])) {
    return false;
  }
  f->has_full = key[FULL] != NULL;
  f->has_heading = key[HEADING] != NULL;
  if ((key[HEADING] == NULL) != (key[COMMON] == NULL)) {
    return yaml_file_fail(&r->yaml, root->start_mark, key[HEADING] == NULL ? "heading" : "common",
                          "missing", "given with the other of both");
  }
  if (f->has_heading && (!reader_template(r, &none, key[HEADING], "heading", &f->heading) ||
                         !reader_template(r, &none, key[COMMON], "common", &f->common))) {
    return false;
  }
  if (key[FIGURES] != NULL && f->columns == 0) {
    return reader_fail_found(r, key[FIGURES], "figures", "given with columns and shown");
  }
  return (key[FIGURES] == NULL ||
          (f->figure = reader_several(r, key[FIGURES], "figures", sizeof *f->figure, read_figure,
                                      &f->figures)) != NULL) &&
         (key[TABLES] == NULL ||
          (f->table = reader_several(r, key[TABLES], "tables", sizeof *f->table, read_table,
                                     &f->tables)) != NULL) &&
         (key[NUMBERS] == NULL ||
          (f->number = reader_several(r, key[NUMBERS], "numbers", sizeof *f->number, read_number,
                                      &f->numbers)) != NULL) &&
         (key[STATEMENTS] == NULL ||
          (f->statement = reader_several(r, key[STATEMENTS], "statements", sizeof *f->statement,
                                         reader_statement, &f->statements)) != NULL) &&
         (key[OPEN] == NULL || reader_opens(r, key[OPEN]));
}

static paper_file_t *read_paper(yaml_file_t *yaml, const char *text, size_t length,
                                const paper_options_t *options) {
  paper_file_t *f = calloc(1, sizeof *f);
  if (f == NULL) {
    (void)noc_fail(yaml->error, NOC_ENVIRONMENT, "%s: out of memory", yaml->file);
    return NULL;
  }
  f->all = (expressions_t){.file = yaml->file, .error = yaml->error};
  reader_t r = {.yaml = *yaml, .file = f};
  if (!(text != NULL ? yaml_file_parse(&r.yaml, text, length) : yaml_file_open(&r.yaml))) {
    free(f);
    return NULL;
  }
  const yaml_node_t *root = yaml_file_root(&r.yaml);
  const yaml_mark_t start = {0};
  f->all.file = expressions_copy(&f->all, yaml->file, strlen(yaml->file));
  bool ok = f->all.file != NULL;
  if (ok && root == NULL) {
    ok = yaml_file_fail(&r.yaml, start, "", "an empty file", "a paper");
  } else if (ok) {
    ok = read_file(&r, root, options);
  }
  yaml_file_close(&r.yaml);
  if (!ok) {
    paper_file_free(f);
    return NULL;
  }
  return f;
}

paper_file_t *paper_file_open(const char *path, const paper_options_t *options,
                              noc_error_t *error) {
  yaml_file_t yaml = {.file = path, .accepted = "a paper", .error = error};
  return read_paper(&yaml, NULL, 0, options);
}

paper_file_t *paper_file_parse(const char *text, size_t length, const char *name,
                               const paper_options_t *options, noc_error_t *error) {
  yaml_file_t yaml = {.file = name, .accepted = "a paper", .error = error};
  return read_paper(&yaml, text, length, options);
}

void paper_file_free(paper_file_t *f) {
  for (size_t i = 0; f != NULL && i < f->measures; i++) {
    f->measure[i].way->free(&f->measure[i]);
  }
  if (f != NULL) {
    expressions_free(&f->all);
  }
  free(f);
}
