// report -- what a rerun of a paper has found: figures of measured points, tables, numbers
// that the paper prints with the readings of its text, and its statements with what was measured
// about them. It is built up in the order in which it is read: what is added belongs to the last
// figure, series, table or statement.
//
//   report_figure(r, "a", "uniform traffic, 16 flits", "throughput", "latency");
//   report_series(r, "mesh:32x32");
//   report_point(r, (const double[]){...});      // a value a column, of report_columns()
//   report_statement(r, "section 4.3", "the zero load latency of A is lower than that of B");
//   report_check(r, 16 < 20, "(a)");
//   report_value(r, "A", 16);
//
// Memory that is short is remembered: report_failed().

#ifndef NOCSTEP_PAPER_REPORT_H
#define NOCSTEP_PAPER_REPORT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "runs/cli.h"
#include "runs/figure.h"

typedef struct paper_report paper_report_t;

// `name`, "rahman2012", and `title`, who, what, where, when, are not copied. NULL when memory is
// short.
paper_report_t *report_create(const char *name, const char *title);
// The seed of its runs.
void report_seed(paper_report_t *r, uint64_t seed);
// The figures in the order of the paper: by the numbers that their keys begin with, "9.2" before
// "10"; those without a number stay as they are, behind.
void report_order(paper_report_t *r);
void report_free(paper_report_t *r);
// There is no page in docs/papers about it.
void report_no_page(paper_report_t *r);
bool report_failed(const paper_report_t *r);
// Interrupted, or a run had a fault: the report has what was done.
void report_ended_early(paper_report_t *r);
// All was done, although a check of this project fails: the report has not ended early.
void report_complete(paper_report_t *r);
// No figure has a point.
bool report_empty(const paper_report_t *r);

// The columns of all points, with the two that the figures show; names are not copied.
void report_columns(paper_report_t *r, const char *const *name, size_t count, size_t x, size_t y);
// `key`: of the paper's figure, "a".
void report_figure(paper_report_t *r, const char *key, const char *title, const char *x_label,
                   const char *y_label);
// Larger values of y leave the picture.
void report_limit(paper_report_t *r, double y_most);
// Logarithmic axes in the picture: x in powers of 2, y in powers of 10.
void report_logarithmic(paper_report_t *r, bool x, bool y);
// Each figure of the picture names its own series, since the figures are about different things.
void report_own_legends(paper_report_t *r);
// The picture has so many figures beside each other, 1 to 4; it has 2 if this is not called.
void report_panels(paper_report_t *r, unsigned columns);
void report_series(paper_report_t *r, const char *name);
// NAN: no value.
void report_point(paper_report_t *r, const double *value);
// Above the figures in the picture: which they are, and what holds for all.
void report_heading(paper_report_t *r, const char *heading, const char *common);

// Columns of numbers behind a name; the names of the columns are not copied.
void report_table(paper_report_t *r, const char *key, const char *title, const char *const *column,
                  size_t columns);
// A row of a name that is there already is left out.
void report_row(paper_report_t *r, const char *name, const double *value);

// A number of the paper, as `printed` there ("0.67 million"), of which all values from `from` up
// to, not with, `to` are rounded to what is printed. No complete result is below `bound`; 0: not
// known. `where` and `text` are not copied.
typedef struct {
  const char *where, *text, *printed;
  double from, to, bound;
} report_printed_t;
void report_number(paper_report_t *r, const report_printed_t *printed);
// Adds the value that a reading of the paper's text gives. The first reading is the default.
// `complete`: the reading covers all that the text describes. The readings that give the printed
// number are kept, and the nearest that does not.
void report_reading(paper_report_t *r, const char *name, double value, bool complete);

// A statement holds when there is a reading of it under which all checks hold. `text`, the paper's
// words, and `where` are not copied; the same pointers again go on with the last statement.
void report_statement(paper_report_t *r, const char *where, const char *text);
// Checks that follow belong to this reading: a new one, or that of this name. A statement may do
// without.
void report_claim(paper_report_t *r, const char *name);
void report_check(paper_report_t *r, bool holds, const char *of);
void report_value(paper_report_t *r, const char *name, double value);

// Settings that the paper leaves open: `other` has its numbers and statements, from the same file,
// with those of this name, which is not copied. Which verdicts come out otherwise is told beside
// them.
void report_open(paper_report_t *r, const char *name, const paper_report_t *other);
// The records of all measures, for the JSON: of the paper's settings, NULL, or of those of a name.
void report_kept(paper_report_t *r, const char *name, json_t *records);
// "default", "quick" or "full", and the --set of the command line; not copied.
void report_settings(paper_report_t *r, const char *tier, const string_list_t *sets);

void report_print(const paper_report_t *r, FILE *out);
// The points.
void report_csv(const paper_report_t *r, FILE *out);
// "nocstep.paper/1"; false when memory is short.
bool report_json(const paper_report_t *r, FILE *out);
// Copies a page in Markdown, with what the report says in the place of what stands between its
// marks: docs/papers.md. `page` is the name of the text for messages. False with *error filled.
bool report_page(const paper_report_t *r, const char *page, const char *text, FILE *out,
                 noc_error_t *error);
// The figures as panels of one picture; NULL when memory is short.
figure_t *report_picture(const paper_report_t *r);

#endif
