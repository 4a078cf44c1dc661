// report -- what a rerun has found; report_write.c writes it. See report.h.

#include "papers/report.h"

#include <stdlib.h>
#include <string.h>

#include "papers/report_parts.h"

enum { PANELS = 2 };

// Makes room for `more` behind `count` of this size, all 0; false when memory is short.
static bool grow(paper_report_t *r, void **list, size_t count, size_t more, size_t size) {
  void *longer = r->failed ? NULL : realloc(*list, (count + more) * size);
  r->failed |= longer == NULL;
  if (longer != NULL) {
    *list = longer;
    memset((char *)longer + count * size, 0, more * size);
  }
  return longer != NULL;
}

static char *copy(paper_report_t *r, const char *text) {
  char *own = strdup(text);
  r->failed |= own == NULL;
  return own;
}

paper_report_t *report_create(const char *name, const char *title) {
  paper_report_t *r = calloc(1, sizeof *r);
  if (r != NULL) {
    r->name = name;
    r->title = title;
    r->panels = PANELS;
  }
  return r;
}

static void free_series(report_series_t *s, size_t count) {
  for (size_t i = 0; i < count; i++) {
    free(s[i].name);
    free(s[i].value);
  }
  free(s);
}

static void free_claim(report_claim_t *claim) {
  for (size_t i = 0; i < claim->checks; i++) {
    for (size_t k = 0; k < claim->check[i].values; k++) {
      free(claim->check[i].value[k].name);
    }
    free(claim->check[i].value);
    free(claim->check[i].of);
  }
  free(claim->over);
  free(claim->check);
  free(claim->name);
}

static void free_statement(report_statement_t *s) {
  for (size_t i = 0; i < s->claims; i++) {
    free_claim(&s->claim[i]);
  }
  free(s->claim);
  free(s->over);
}

static void free_number(report_number_t *n) {
  for (size_t i = 0; i < n->gives[0] + n->gives[1]; i++) {
    free(n->giving[i].name);
  }
  free(n->giving);
  free(n->over);
  free(n->usual.name);
  free(n->nearest[0].name);
  free(n->nearest[1].name);
}

void report_free(paper_report_t *r) {
  for (size_t i = 0; r != NULL && i < r->figures; i++) {
    report_figure_t *f = &r->figure[i];
    free_series(f->series, f->count);
    free(f->key);
    free(f->title);
    free(f->x_label);
    free(f->y_label);
  }
  for (size_t i = 0; r != NULL && i < r->tables; i++) {
    free_series(r->table[i].row, r->table[i].rows);
    free(r->table[i].key);
    free(r->table[i].title);
  }
  for (size_t i = 0; r != NULL && i < r->numbers; i++) {
    free_number(&r->number[i]);
  }
  for (size_t i = 0; r != NULL && i < r->statements; i++) {
    free_statement(&r->statement[i]);
  }
  if (r != NULL) {
    free(r->heading);
    free(r->common);
    free(r->figure);
    free(r->table);
    free(r->number);
    free(r->statement);
    free(r->open);
    json_decref(r->kept);
  }
  free(r);
}

bool report_failed(const paper_report_t *r) {
  return r->failed;
}

void report_ended_early(paper_report_t *r) {
  r->incomplete = !r->complete;
}

void report_seed(paper_report_t *r, uint64_t seed) {
  r->seed = seed;
}

void report_settings(paper_report_t *r, const char *tier, const string_list_t *sets) {
  r->tier = tier;
  r->sets = sets;
}

void report_no_page(paper_report_t *r) {
  r->no_page = true;
}

void report_complete(paper_report_t *r) {
  r->complete = true;
}

bool report_empty(const paper_report_t *r) {
  for (size_t i = 0; i < r->figures; i++) {
    for (size_t k = 0; k < r->figure[i].count; k++) {
      if (r->figure[i].series[k].points > 0) {
        return false;
      }
    }
  }
  return true;
}

void report_columns(paper_report_t *r, const char *const *name, size_t count, size_t x, size_t y) {
  r->column = name;
  r->columns = count;
  r->x = x;
  r->y = y;
}

void report_heading(paper_report_t *r, const char *heading, const char *common) {
  free(r->heading);
  free(r->common);
  r->heading = copy(r, heading);
  r->common = copy(r, common);
}

void report_figure(paper_report_t *r, const char *key, const char *title, const char *x_label,
                   const char *y_label) {
  if (grow(r, (void **)&r->figure, r->figures, 1, sizeof *r->figure)) {
    report_figure_t *f = &r->figure[r->figures++];
    f->key = copy(r, key);
    f->title = copy(r, title);
    f->x_label = copy(r, x_label);
    f->y_label = copy(r, y_label);
  }
}

// The numbers of a key such as "9.2", 0 where there is none.
static void key_numbers(const char *key, unsigned long number[2]) {
  char *end = NULL;
  number[0] = strtoul(key, &end, 10);
  number[1] = *end == '.' ? strtoul(end + 1, NULL, 10) : 0;
}

static bool comes_before(const report_figure_t *a, const report_figure_t *b) {
  unsigned long x[2];
  unsigned long y[2];
  key_numbers(a->key, x);
  key_numbers(b->key, y);
  if (x[0] == 0 || y[0] == 0) {
    return x[0] != 0 && y[0] == 0;
  }
  return x[0] != y[0] ? x[0] < y[0] : x[1] < y[1];
}

void report_order(paper_report_t *r) {
  for (size_t i = 1; !r->failed && i < r->figures; i++) {
    const report_figure_t f = r->figure[i];
    size_t k = i;
    for (; k > 0 && comes_before(&f, &r->figure[k - 1]); k--) {
      r->figure[k] = r->figure[k - 1];
    }
    r->figure[k] = f;
  }
}

void report_limit(paper_report_t *r, double y_most) {
  if (!r->failed) {
    r->figure[r->figures - 1].y_most = y_most;
  }
}

void report_logarithmic(paper_report_t *r, bool x, bool y) {
  if (!r->failed) {
    r->figure[r->figures - 1].log_x = x;
    r->figure[r->figures - 1].log_y = y;
  }
}

void report_own_legends(paper_report_t *r) {
  r->own_legends = true;
}

void report_panels(paper_report_t *r, unsigned columns) {
  r->panels = columns;
}

void report_series(paper_report_t *r, const char *name) {
  report_figure_t *f = r->failed ? NULL : &r->figure[r->figures - 1];
  if (f != NULL && grow(r, (void **)&f->series, f->count, 1, sizeof *f->series)) {
    f->series[f->count++].name = copy(r, name);
  }
}

static void add_values(paper_report_t *r, report_series_t *s, const double *value, size_t count) {
  if (grow(r, (void **)&s->value, s->points * count, count, sizeof *s->value)) {
    memcpy(&s->value[s->points * count], value, count * sizeof *value);
    s->points++;
  }
}

void report_point(paper_report_t *r, const double *value) {
  if (!r->failed) {
    report_figure_t *f = &r->figure[r->figures - 1];
    add_values(r, &f->series[f->count - 1], value, r->columns);
  }
}

void report_table(paper_report_t *r, const char *key, const char *title, const char *const *column,
                  size_t columns) {
  if (grow(r, (void **)&r->table, r->tables, 1, sizeof *r->table)) {
    report_table_t *t = &r->table[r->tables++];
    t->key = copy(r, key);
    t->title = copy(r, title);
    t->column = column;
    t->columns = columns;
  }
}

void report_row(paper_report_t *r, const char *name, const double *value) {
  report_table_t *t = r->failed ? NULL : &r->table[r->tables - 1];
  for (size_t i = 0; t != NULL && i < t->rows; i++) {
    if (strcmp(t->row[i].name, name) == 0) {
      return;
    }
  }
  if (t != NULL && grow(r, (void **)&t->row, t->rows, 1, sizeof *t->row)) {
    report_series_t *row = &t->row[t->rows++];
    row->name = copy(r, name);
    add_values(r, row, value, t->columns);
  }
}

void report_number(paper_report_t *r, const report_printed_t *printed) {
  if (grow(r, (void **)&r->number, r->numbers, 1, sizeof *r->number)) {
    r->number[r->numbers++].printed = *printed;
  }
}

// How far a value is from what is printed.
static double distance(const report_printed_t *p, double value) {
  return value < p->from ? p->from - value : value - p->to;
}

void report_reading(paper_report_t *r, const char *name, double value, bool complete) {
  if (r->failed) {
    return;
  }
  report_number_t *n = &r->number[r->numbers - 1];
  const size_t kept = n->gives[0] + n->gives[1];
  if (n->tried[0] + n->tried[1] == 0) {
    n->usual = (report_reading_t){copy(r, name), value, complete};
  }
  n->tried[complete]++;
  if (value >= n->printed.from && value < n->printed.to) {
    if (grow(r, (void **)&n->giving, kept, 1, sizeof *n->giving)) {
      n->giving[kept] = (report_reading_t){copy(r, name), value, complete};
      n->gives[complete]++;
    }
    return;
  }
  report_reading_t *nearest = &n->nearest[complete];
  if (nearest->name == NULL ||
      distance(&n->printed, value) < distance(&n->printed, nearest->value)) {
    free(nearest->name);
    *nearest = (report_reading_t){copy(r, name), value, complete};
  }
}

void report_statement(paper_report_t *r, const char *where, const char *text) {
  const report_statement_t *last = r->statements > 0 ? &r->statement[r->statements - 1] : NULL;
  if (last != NULL && last->where == where && last->text == text) {
    return;
  }
  if (grow(r, (void **)&r->statement, r->statements, 1, sizeof *r->statement)) {
    report_statement_t *s = &r->statement[r->statements++];
    s->where = where;
    s->text = text;
  }
}

static bool is_named(const report_claim_t *claim, const char *name) {
  return claim->name == NULL || name == NULL ? claim->name == name : strcmp(claim->name, name) == 0;
}

void report_claim(paper_report_t *r, const char *name) {
  report_statement_t *s = r->failed ? NULL : &r->statement[r->statements - 1];
  if (s == NULL) {
    return;
  }
  for (s->at = 0; s->at < s->claims && !is_named(&s->claim[s->at], name); s->at++) {
  }
  if (s->at == s->claims && grow(r, (void **)&s->claim, s->claims, 1, sizeof *s->claim)) {
    s->claims++;
    s->claim[s->at].name = name != NULL ? copy(r, name) : NULL;
  }
}

void report_check(paper_report_t *r, bool holds, const char *of) {
  report_statement_t *s = r->failed ? NULL : &r->statement[r->statements - 1];
  if (s != NULL && s->claims == 0) {
    report_claim(r, NULL);
  }
  report_claim_t *claim = s == NULL || r->failed ? NULL : &s->claim[s->at];
  if (claim != NULL && grow(r, (void **)&claim->check, claim->checks, 1, sizeof *claim->check)) {
    claim->check[claim->checks++] = (report_check_t){.of = copy(r, of), .holds = holds};
  }
}

void report_value(paper_report_t *r, const char *name, double value) {
  if (r->failed) {
    return;
  }
  report_statement_t *s = &r->statement[r->statements - 1];
  report_claim_t *claim = &s->claim[s->at];
  report_check_t *c = &claim->check[claim->checks - 1];
  if (grow(r, (void **)&c->value, c->values, 1, sizeof *c->value)) {
    c->value[c->values++] = (report_value_t){copy(r, name), value};
  }
}

bool report_claim_holds(const report_claim_t *claim) {
  for (size_t i = 0; i < claim->checks; i++) {
    if (!claim->check[i].holds) {
      return false;
    }
  }
  return claim->checks > 0;
}

bool report_holds(const report_statement_t *s) {
  for (size_t i = 0; i < s->claims; i++) {
    if (report_claim_holds(&s->claim[i])) {
      return true;
    }
  }
  return false;
}
