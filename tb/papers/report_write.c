// report_write -- a report as text, CSV, JSON and picture.

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <string.h>

#include "papers/kept.h"
#include "papers/report.h"
#include "papers/report_parts.h"
#include "runs/results.h"

enum { NAME = 64, LINE = 92 };

const char *report_number_text(double value, char out[REPORT_NUMBER]) {
  if (isnan(value)) {
    return "-";
  }
  (void)snprintf(out, REPORT_NUMBER, value == floor(value) && fabs(value) < 1e15 ? "%.0f" : "%.5g",
                 value);
  return out;
}

static double value_at(const paper_report_t *r, const report_series_t *s, size_t point,
                       size_t column) {
  return point < s->points ? s->value[point * r->columns + column] : NAN;
}

// The series of a figure side by side, two columns each.
static void print_figure(const paper_report_t *r, const report_figure_t *f, FILE *out) {
  char x[REPORT_NUMBER];
  char y[REPORT_NUMBER];
  size_t points = 0;
  (void)fprintf(out, "\nFigure (%s): %s\n ", f->key, f->title);
  for (size_t i = 0; i < f->count; i++) {
    (void)fprintf(out, " %27s", f->series[i].name);
    points = f->series[i].points > points ? f->series[i].points : points;
  }
  (void)fputs("\n ", out);
  for (size_t i = 0; i < f->count; i++) {
    (void)fprintf(out, " %12s  %13s", r->column[r->x], r->column[r->y]);
  }
  (void)fputs("\n", out);
  for (size_t k = 0; k < points; k++) {
    (void)fputs(" ", out);
    for (size_t i = 0; i < f->count; i++) {
      (void)fprintf(out, " %12s  %13s", report_number_text(value_at(r, &f->series[i], k, r->x), x),
                    report_number_text(value_at(r, &f->series[i], k, r->y), y));
    }
    (void)fputs("\n", out);
  }
}

static void print_table(const report_table_t *t, FILE *out) {
  char text[REPORT_NUMBER];
  int wide = 27;
  for (size_t k = 0; k < t->rows; k++) {
    wide = (int)strlen(t->row[k].name) > wide ? (int)strlen(t->row[k].name) : wide;
  }
  (void)fprintf(out, "\n%s\n  %-*s", t->title, wide, "");
  for (size_t i = 0; i < t->columns; i++) {
    (void)fprintf(out, " %13s", t->column[i]);
  }
  (void)fputs("\n", out);
  for (size_t k = 0; k < t->rows; k++) {
    (void)fprintf(out, "  %-*s", wide, t->row[k].name);
    for (size_t i = 0; i < t->columns; i++) {
      (void)fprintf(out, " %13s",
                    report_number_text(t->row[k].points > 0 ? t->row[k].value[i] : NAN, text));
    }
    (void)fputs("\n", out);
  }
}

void report_words(const char *text, const char *indent, FILE *out) {
  while (*text != '\0') {
    size_t length = strlen(text);
    if (length > LINE) {
      for (length = LINE; length > 1 && text[length] != ' '; length--) {
      }
    }
    (void)fprintf(out, "%s%.*s\n", indent, (int)length, text);
    text += length;
    text += strspn(text, " ");
  }
}

void report_print(const paper_report_t *r, FILE *out) {
  report_words(r->title, "", out);
  if (r->common != NULL) {
    report_words(r->common, "", out);
  }
  (void)fprintf(out, "seed %" PRIu64 "\n", r->seed);
  for (size_t i = 0; i < r->figures; i++) {
    print_figure(r, &r->figure[i], out);
  }
  for (size_t i = 0; i < r->tables; i++) {
    print_table(&r->table[i], out);
  }
  report_print_numbers(r, out);
  report_print_statements(r, out);
  if (r->incomplete) {
    (void)fputs("\nended early: runs are missing\n", out);
  }
  if (!r->no_page) {
    (void)fprintf(out, "\nWhere this differs from the paper, and why: docs/papers/%s.md\n",
                  r->name);
  }
}

static void csv_point(const paper_report_t *r, const report_series_t *s, size_t point, FILE *out) {
  for (size_t c = 0; c < r->columns; c++) {
    const double value = value_at(r, s, point, c);
    if (isnan(value)) {
      (void)fputs(",", out);
    } else {
      (void)fprintf(out, ",%.9g", value);
    }
  }
  (void)fputs("\n", out);
}

void report_csv(const paper_report_t *r, FILE *out) {
  (void)fputs("figure,series", out);
  for (size_t c = 0; c < r->columns; c++) {
    (void)fputs(",", out);
    results_csv_field(r->column[c], out);
  }
  (void)fputs("\n", out);
  for (size_t i = 0; i < r->figures; i++) {
    const report_figure_t *f = &r->figure[i];
    for (size_t k = 0; k < f->count; k++) {
      for (size_t p = 0; p < f->series[k].points; p++) {
        results_csv_field(f->key, out);
        (void)fputs(",", out);
        results_csv_field(f->series[k].name, out);
        csv_point(r, &f->series[k], p, out);
      }
    }
  }
}

// Null for what is short of memory: the whole is checked in the end.
json_t *report_number_json(double value) {
  return isnan(value)
             ? json_null()
             : (value == floor(value) && fabs(value) < 1e15 ? json_integer((json_int_t)value)
                                                            : json_real(value));
}

void report_set_number(json_t *object, const char *name, double value) {
  char key[NAME];
  (void)snprintf(key, sizeof key, "%s", name);
  for (char *c = key; *c != '\0'; c++) {
    *c = *c == ' ' ? '_' : *c;
  }
  (void)json_object_set_new(object, key, report_number_json(value));
}

static json_t *values_json(const char *const *column, size_t columns, const double *value) {
  json_t *object = json_object();
  for (size_t c = 0; c < columns; c++) {
    report_set_number(object, column[c], value[c]);
  }
  return object;
}

static json_t *figure_json(const paper_report_t *r, const report_figure_t *f) {
  json_t *series = json_array();
  for (size_t i = 0; i < f->count; i++) {
    json_t *points = json_array();
    for (size_t p = 0; p < f->series[i].points; p++) {
      (void)json_array_append_new(
          points, values_json(r->column, r->columns, &f->series[i].value[p * r->columns]));
    }
    (void)json_array_append_new(
        series, json_pack("{s:s, s:o}", "name", f->series[i].name, "points", points));
  }
  return json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:o}", "figure", f->key, "title", f->title, "x",
                   r->column[r->x], "y", r->column[r->y], "x_label", f->x_label, "y_label",
                   f->y_label, "series", series);
}

static json_t *table_json(const report_table_t *t) {
  json_t *rows = json_array();
  for (size_t i = 0; i < t->rows; i++) {
    json_t *row = values_json(t->column, t->columns, t->row[i].value);
    (void)json_object_set_new(row, "name", json_string(t->row[i].name));
    (void)json_array_append_new(rows, row);
  }
  return json_pack("{s:s, s:s, s:o}", "table", t->key, "title", t->title, "rows", rows);
}

static json_t *texts_json(const string_list_t *list) {
  json_t *texts = json_array();
  for (size_t i = 0; list != NULL && i < list->count; i++) {
    (void)json_array_append_new(texts, json_string(list->item[i]));
  }
  return texts;
}

static json_t *open_json(const paper_report_t *r) {
  return texts_json(&(string_list_t){r->open, r->opens});
}

static const size_t kDigits = JSON_REAL_PRECISION(KEPT_DIGITS);

// A record a line.
static bool write_records(const json_t *records, FILE *out) {
  const size_t count = json_array_size(records);
  bool ok = fputc('[', out) != EOF;
  for (size_t i = 0; ok && i < count; i++) {
    ok = fputs(i > 0 ? ",\n" : "\n", out) != EOF &&
         json_dumpf(json_array_get(records, i), out, JSON_COMPACT | kDigits) == 0;
  }
  return ok && fputc(']', out) != EOF;
}

// Writes what was measured: the paper's settings first, then those that are open. It is written by
// hand, since each number would be a line otherwise.
static bool write_kept(const paper_report_t *r, FILE *out) {
  bool ok = r->kept == NULL || fputs(",\n  \"measured\": [", out) != EOF;
  for (size_t i = 0; ok && i < json_array_size(r->kept); i++) {
    const json_t *one = json_array_get(r->kept, i);
    const char *name = NULL;
    const char *separator = "";
    json_t *records = NULL;
    ok = fputs(i > 0 ? ",\n{\"open\": " : "\n{\"open\": ", out) != EOF &&
         json_dumpf(json_object_get(one, "open"), out, JSON_ENCODE_ANY) == 0 &&
         fputs(", \"records\": {", out) != EOF;
    json_object_foreach(json_object_get(one, "records"), name, records) {
      ok = ok && fprintf(out, "%s\"%s\": ", separator, name) > 0 && write_records(records, out);
      separator = ",\n";
    }
    ok = ok && fputs("}}", out) != EOF;
  }
  return ok && (r->kept == NULL || fputc(']', out) != EOF);
}

bool report_json(const paper_report_t *r, FILE *out) {
  json_t *figures = json_array();
  json_t *tables = json_array();
  for (size_t i = 0; i < r->figures; i++) {
    (void)json_array_append_new(figures, figure_json(r, &r->figure[i]));
  }
  for (size_t i = 0; i < r->tables; i++) {
    (void)json_array_append_new(tables, table_json(&r->table[i]));
  }
  const bool all = json_array_size(figures) == r->figures && json_array_size(tables) == r->tables;
  json_t *root = json_pack(
      "{s:s, s:s, s:s, s:s, s:o, s:I, s:b, s:o, s:o, s:o, s:o, s:o}", "schema", "nocstep.paper/1",
      "paper", r->name, "title", r->title, "tier", r->tier, "sets", texts_json(r->sets), "seed",
      (json_int_t)r->seed, "interrupted", r->incomplete, "open", open_json(r), "figures", figures,
      "tables", tables, "numbers", report_numbers_json(r), "statements", report_statements_json(r));
  const bool ok = all && root != NULL && fputc('{', out) != EOF &&
                  json_dumpf(root, out, JSON_INDENT(2) | kDigits | JSON_EMBED) == 0 &&
                  write_kept(r, out) && fputs("\n}\n", out) != EOF;
  json_decref(root);
  return ok;
}

figure_t *report_picture(const paper_report_t *r) {
  figure_t *picture =
      figure_create(r->heading != NULL ? r->heading : r->title, r->common, r->panels);
  if (r->own_legends) {
    figure_own_legends(picture);
  }
  for (size_t i = 0; i < r->figures; i++) {
    const report_figure_t *f = &r->figure[i];
    char title[200];
    (void)snprintf(title, sizeof title, "(%s) %s", f->key, f->title);
    figure_panel(picture, title, f->x_label, f->y_label);
    figure_limit(picture, 0, f->y_most);
    figure_logarithmic(picture, f->log_x, f->log_y);
    for (size_t k = 0; k < f->count; k++) {
      figure_series(picture, f->series[k].name);
      for (size_t p = 0; p < f->series[k].points; p++) {
        figure_point(picture, value_at(r, &f->series[k], p, r->x),
                     value_at(r, &f->series[k], p, r->y), 0, false);
      }
    }
  }
  return picture;
}
