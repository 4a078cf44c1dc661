// report_parts -- what report.c keeps, and report_write.c, report_numbers.c, report_statements.c
// and report_page.c write; report_open.c joins reports.

#ifndef NOCSTEP_PAPER_REPORT_PARTS_H
#define NOCSTEP_PAPER_REPORT_PARTS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "papers/report.h"

typedef struct {
  char *name;
  double *value;  // [points][columns]
  size_t points;
} report_series_t;

typedef struct {
  char *key, *title, *x_label, *y_label;
  double y_most;  // 0: all is shown
  bool log_x, log_y;
  report_series_t *series;
  size_t count;
} report_figure_t;

typedef struct {
  char *key, *title;
  const char *const *column;
  size_t columns;
  report_series_t *row;  // of one point each
  size_t rows;
} report_table_t;

typedef struct {
  char *name;
  double value;
} report_value_t;

typedef struct {
  char *of;
  bool holds;
  report_value_t *value;
  size_t values;
} report_check_t;

// A verdict with a setting that the paper leaves open.
typedef enum { OVER_NONE, OVER_HOLDS, OVER_NOT } report_over_t;
// Is it another one than usually? What there is not with a setting, for that has fewer networks,
// has no verdict there.
bool report_over_flips(report_over_t over, bool holds);

// A statement under one reading of the paper's text.
typedef struct {
  char *name;  // NULL: the statement has no readings
  report_check_t *check;
  size_t checks;
  report_over_t *over;  // [opens]
} report_claim_t;

typedef struct {
  const char *where, *text;
  report_claim_t *claim;
  size_t claims, at;    // the one that checks are added to
  report_over_t *over;  // [opens]
} report_statement_t;

typedef struct {
  char *name;  // NULL: there is none
  double value;
  bool complete;
} report_reading_t;

// The verdict on a printed number: which of the readings give it.
typedef enum {
  NUMBER_HOLDS,       // by the default
  NUMBER_OTHER,       // by another complete reading
  NUMBER_BELOW,       // it is below the bound
  NUMBER_INCOMPLETE,  // by readings that are not complete
  NUMBER_NONE,        // by none
  NUMBER_UNKNOWN      // with a setting with which it is not looked at
} report_verdict_t;

typedef struct {
  report_verdict_t verdict;
  double usual;
} report_number_over_t;

// Readings are counted by whether they are complete.
typedef struct {
  report_printed_t printed;
  report_reading_t usual;       // the default
  report_reading_t nearest[2];  // of those that do not give the number
  report_reading_t *giving;     // those that do, in their order
  size_t tried[2], gives[2];
  report_number_over_t *over;  // [opens]
} report_number_t;

struct paper_report {
  const char *name, *title;
  char *heading, *common;
  const char *const *column;  // of points
  size_t columns, x, y;
  report_figure_t *figure;
  size_t figures;
  report_table_t *table;
  size_t tables;
  report_number_t *number;
  size_t numbers;
  report_statement_t *statement;
  size_t statements;
  const char **open;  // [opens], names of settings
  size_t opens;
  const char *tier;
  const string_list_t *sets;
  json_t *kept;  // an array; NULL: nothing was kept
  uint64_t seed;
  unsigned panels;  // in a row of the picture
  bool own_legends;
  bool no_page;
  bool complete;    // nothing is missing, whatever else
  bool incomplete;  // ended early
  bool failed;      // memory was short
};

// All its checks hold.
bool report_claim_holds(const report_claim_t *claim);
bool report_has_readings(const report_statement_t *s);
// One of its readings does.
bool report_holds(const report_statement_t *s);

// Whole numbers in full, others with five digits; returns out.
enum { REPORT_NUMBER = 32 };
const char *report_number_text(double value, char out[REPORT_NUMBER]);
// Broken into lines at blanks.
void report_words(const char *text, const char *indent, FILE *out);
json_t *report_number_json(double value);
// A name of words as a key: "mean distance" is mean_distance.
void report_set_number(json_t *object, const char *name, double value);

report_verdict_t report_verdict(const report_number_t *n);
// "holds", as the JSON has it.
const char *report_verdict_name(report_verdict_t verdict);
// The settings with which it comes out otherwise, "a; b", to be freed: NULL if there is none, or
// memory is short. A statement holds or does not.
char *report_flips(const paper_report_t *r, const report_over_t *over, bool holds);
char *report_number_flips(const paper_report_t *r, const report_number_t *n);
// The default's values with all settings; false if there is none but its own.
bool report_band(const paper_report_t *r, const report_number_t *n, double *least, double *most);

void report_print_numbers(const paper_report_t *r, FILE *out);
// An array; NULL when memory is short.
json_t *report_numbers_json(const paper_report_t *r);

void report_print_statements(const paper_report_t *r, FILE *out);
// An array; NULL when memory is short.
json_t *report_statements_json(const paper_report_t *r);

#endif
