// paper_report_parts -- what paper_report.c keeps and paper_report_write.c writes.

#ifndef NOCSTEP_PAPER_REPORT_PARTS_H
#define NOCSTEP_PAPER_REPORT_PARTS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
  char *name;
  double *value;  // [points][columns]
  size_t points;
} report_series_t;

typedef struct {
  char *key, *title, *x_label, *y_label;
  double y_most;  // 0: all is shown
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

typedef struct {
  const char *where, *text;
  report_check_t *check;
  size_t checks;
} report_statement_t;

struct paper_report {
  const char *name, *title;
  char *heading, *common;
  const char *const *column;  // of points
  size_t columns, x, y;
  report_figure_t *figure;
  size_t figures;
  report_table_t *table;
  size_t tables;
  report_statement_t *statement;
  size_t statements;
  bool incomplete;  // ended early
  bool failed;      // memory was short
};

// All its checks hold.
bool report_holds(const report_statement_t *s);

#endif
