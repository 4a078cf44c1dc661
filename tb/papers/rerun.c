// rerun -- fills a report from what was measured; rerun_open.c measures. See rerun.h.

#include "papers/rerun.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "papers/rerun_parts.h"

// The loops of a section are called with this.
typedef struct {
  paper_file_t *file;
  paper_report_t *report;
  const void *of;    // the section
  const void *each;  // what is within it
  const file_claim_t *claim;
} context_t;

// ---- Is it there?

static bool ready(const expression_t *x, bool complete) {
  return x == NULL || expression_ready(x, complete);
}

static bool template_ready(const template_t *t, bool complete) {
  for (size_t i = 0; i < t->count; i++) {
    if (!ready(t->value[i], complete)) {
      return false;
    }
  }
  return true;
}

static bool each_ready(const each_t *each, bool complete) {
  for (size_t i = 0; i < each->loops.count; i++) {
    const loop_t *loop = &each->loops.loop[i];
    if (!ready(loop->list, complete)) {
      return false;
    }
    for (size_t k = 0; k < loop->count; k++) {
      if (!ready(loop->one[k], complete)) {
        return false;
      }
    }
  }
  return ready(each->when, complete);
}

static bool all_ready(expression_t *const *x, size_t count, bool complete) {
  for (size_t i = 0; i < count; i++) {
    if (!ready(x[i], complete)) {
      return false;
    }
  }
  return true;
}

static bool figure_ready(const file_figure_t *f) {
  bool is = each_ready(&f->each, false) && ready(f->limit, false) &&
            template_ready(&f->title, false) && template_ready(&f->key, false);
  for (size_t i = 0; is && i < f->count; i++) {
    is = each_ready(&f->series[i].each, false) && each_ready(&f->series[i].point, false) &&
         template_ready(&f->series[i].name, false);
  }
  return is;
}

static bool table_ready(const file_table_t *t) {
  bool is = true;
  for (size_t i = 0; is && i < t->rows; i++) {
    is = each_ready(&t->row[i].each, true) && template_ready(&t->row[i].name, true) &&
         all_ready(t->row[i].value, t->columns, true);
  }
  return is;
}

static bool number_ready(const file_number_t *n) {
  bool is = each_ready(&n->each, true) && ready(n->from, true) && ready(n->to, true) &&
            ready(n->bound, true);
  for (size_t i = 0; is && i < n->readings; i++) {
    is = each_ready(&n->reading[i].each, true) && ready(n->reading[i].value, true) &&
         ready(n->reading[i].complete, true);
  }
  return is;
}

static bool check_ready(const file_check_t *c) {
  bool is = each_ready(&c->each, true) && template_ready(&c->of, true) && ready(c->holds, true);
  for (size_t i = 0; is && i < c->count; i++) {
    is = each_ready(&c->values[i].each, true) &&
         all_ready(c->values[i].value, c->values[i].count, true);
  }
  return is;
}

static bool statement_ready(const file_statement_t *s) {
  bool is = true;
  for (size_t i = 0; is && i < s->claims; i++) {
    const file_claim_t *claim = &s->claim[i];
    is = each_ready(&claim->each, true) && template_ready(&claim->name, true);
    for (size_t k = 0; is && k < claim->checks; k++) {
      is = check_ready(&claim->check[k]);
    }
  }
  return is;
}

// ---- Loops with conditions

typedef struct {
  const each_t *each;
  bool (*body)(evaluation_t *e, void *context);
  void *context;
} conditional_t;

static bool if_when(evaluation_t *e, void *context) {
  const conditional_t *c = context;
  double holds = 1;
  e->steps += STEPS_PART;
  const expression_t *when = c->each->when;
  if (when != NULL && !expression_number(e, when, &holds)) {
    return false;
  }
  // Nothing that is measured is known in a dry run: then all is looked at.
  const bool known = !e->dry || (when != NULL && !expression_measures(when));
  return (holds == 0 && known) || c->body(e, c->context);
}

static bool run_each(evaluation_t *e, const each_t *each,
                     bool (*body)(evaluation_t *e, void *context), void *context) {
  conditional_t c = {each, body, context};
  return loops_each(e, &each->loops, if_when, &c);
}

// The numbers of a point or a row, to be freed; NULL with *e->error filled.
static double *numbers(evaluation_t *e, expression_t *const *x, size_t count) {
  double *number = malloc((count + 1) * sizeof *number);
  bool ok = number != NULL || memory_fail(e->error, "a point");
  for (size_t i = 0; ok && i < count; i++) {
    ok = expression_number(e, x[i], &number[i]);
  }
  if (!ok) {
    free(number);
    return NULL;
  }
  return number;
}

// ---- Figures

static bool add_point(evaluation_t *e, void *context) {
  const context_t *c = context;
  const file_series_t *s = c->each;
  double *value = numbers(e, s->value, c->file->columns);
  if (value != NULL) {
    report_point(c->report, value);
  }
  const bool ok = value != NULL;
  free(value);
  return ok;
}

static bool add_series(evaluation_t *e, void *context) {
  const context_t *c = context;
  const file_series_t *s = c->each;
  char *name = template_text(e, &s->name);
  if (name == NULL) {
    return false;
  }
  report_series(c->report, name);
  free(name);
  return run_each(e, &s->point, add_point, context);
}

static bool add_figure(evaluation_t *e, void *context) {
  const context_t *c = context;
  const file_figure_t *f = c->of;
  const template_t *const part[] = {&f->key, &f->title, &f->x, &f->y};
  char *text[4] = {NULL};
  double limit = 0;
  bool ok = true;
  for (size_t i = 0; ok && i < 4; i++) {
    text[i] = template_text(e, part[i]);
    ok = text[i] != NULL;
  }
  if (ok) {
    report_figure(c->report, text[0], text[1], text[2], text[3]);
  }
  for (size_t i = 0; i < 4; i++) {
    free(text[i]);
  }
  if (ok && (f->log_x || f->log_y)) {
    report_logarithmic(c->report, f->log_x, f->log_y);
  }
  for (size_t i = 0; ok && i < f->count; i++) {
    context_t one = *c;
    one.each = &f->series[i];
    ok = run_each(e, &f->series[i].each, add_series, &one);
  }
  if (ok && f->limit != NULL && (ok = expression_number(e, f->limit, &limit))) {
    report_limit(c->report, limit);
  }
  return ok;
}

bool rerun_heading(const paper_file_t *f, evaluation_t *e, paper_report_t *r) {
  report_columns(r, f->column, f->columns, f->x, f->y);
  if (f->panels > 0) {
    report_panels(r, f->panels);
  }
  if (f->own_legends) {
    report_own_legends(r);
  }
  if (!f->has_heading ||
      (!e->dry && !(template_ready(&f->heading, false) && template_ready(&f->common, false)))) {
    return true;
  }
  char *heading = template_text(e, &f->heading);
  char *common = heading != NULL ? template_text(e, &f->common) : NULL;
  if (common != NULL) {
    report_heading(r, heading, common);
  }
  free(heading);
  free(common);
  return common != NULL;
}

static bool add_figures(evaluation_t *e, context_t *c) {
  const paper_file_t *f = c->file;
  bool ok = rerun_heading(f, e, c->report);
  for (size_t i = 0; ok && i < f->figures; i++) {
    if (e->dry || figure_ready(&f->figure[i])) {
      c->of = &f->figure[i];
      ok = run_each(e, &f->figure[i].each, add_figure, c);
    }
  }
  return ok;
}

// ---- Tables and numbers

static bool add_row(evaluation_t *e, void *context) {
  const context_t *c = context;
  const file_table_t *t = c->of;
  const file_row_t *row = c->each;
  char *name = template_text(e, &row->name);
  double *value = name != NULL ? numbers(e, row->value, t->columns) : NULL;
  const bool ok = value != NULL;
  if (ok) {
    report_row(c->report, name, value);
  }
  free(name);
  free(value);
  return ok;
}

static bool add_tables(evaluation_t *e, context_t *c) {
  const paper_file_t *f = c->file;
  bool ok = true;
  for (size_t i = 0; ok && i < f->tables && (e->dry || table_ready(&f->table[i])); i++) {
    const file_table_t *t = &f->table[i];
    report_table(c->report, t->key, t->title, t->column, t->columns);
    c->of = t;
    for (size_t k = 0; ok && k < t->rows; k++) {
      c->each = &t->row[k];
      ok = run_each(e, &t->row[k].each, add_row, c);
    }
  }
  return ok;
}

static bool add_reading(evaluation_t *e, void *context) {
  const context_t *c = context;
  const file_reading_t *g = c->each;
  double value = 0;
  double complete = 1;
  char *name = template_text(e, &g->name);
  const bool ok = name != NULL && expression_number(e, g->value, &value) &&
                  (g->complete == NULL || expression_number(e, g->complete, &complete));
  if (ok) {
    report_reading(c->report, name, value, complete != 0);
  }
  free(name);
  return ok;
}

static bool add_number(evaluation_t *e, void *context) {
  context_t *c = context;
  const file_number_t *n = c->of;
  report_printed_t printed = {.where = n->where, .text = n->text, .printed = n->printed};
  bool ok = expression_number(e, n->from, &printed.from) &&
            expression_number(e, n->to, &printed.to) &&
            (n->bound == NULL || expression_number(e, n->bound, &printed.bound));
  if (ok) {
    report_number(c->report, &printed);
  }
  for (size_t k = 0; ok && k < n->readings; k++) {
    c->each = &n->reading[k];
    ok = run_each(e, &n->reading[k].each, add_reading, c);
  }
  return ok;
}

static bool add_numbers(evaluation_t *e, context_t *c) {
  const paper_file_t *f = c->file;
  bool ok = true;
  for (size_t i = 0; ok && i < f->numbers && (e->dry || number_ready(&f->number[i])); i++) {
    c->of = &f->number[i];
    ok = run_each(e, &f->number[i].each, add_number, c);
  }
  return ok;
}

// ---- Statements

static bool add_values(evaluation_t *e, void *context) {
  const context_t *c = context;
  const values_t *v = c->each;
  bool ok = true;
  for (size_t i = 0; ok && i < v->count; i++) {
    double value = 0;
    char *name = template_text(e, &v->name[i]);
    ok = name != NULL && expression_number(e, v->value[i], &value);
    if (ok) {
      report_value(c->report, name, value);
    }
    free(name);
  }
  return ok;
}

static bool add_check(evaluation_t *e, void *context) {
  const context_t *c = context;
  const file_check_t *check = c->each;
  double holds = 0;
  char *name = c->claim->is_named ? template_text(e, &c->claim->name) : NULL;
  char *of = name != NULL || !c->claim->is_named ? template_text(e, &check->of) : NULL;
  bool ok = of != NULL && expression_number(e, check->holds, &holds);
  if (ok) {
    const file_statement_t *s = c->of;
    report_statement(c->report, s->where, s->text);
    report_claim(c->report, name);
    report_check(c->report, holds != 0, of);
  }
  free(name);
  free(of);
  for (size_t i = 0; ok && i < check->count; i++) {
    context_t one = *c;
    one.each = &check->values[i];
    ok = run_each(e, &check->values[i].each, add_values, &one);
  }
  return ok;
}

static bool add_checks(evaluation_t *e, void *context) {
  const context_t *c = context;
  bool ok = true;
  for (size_t i = 0; ok && i < c->claim->checks; i++) {
    context_t one = *c;
    one.each = &c->claim->check[i];
    ok = run_each(e, &c->claim->check[i].each, add_check, &one);
  }
  return ok;
}

static bool add_statements(evaluation_t *e, context_t *c) {
  const paper_file_t *f = c->file;
  bool ok = true;
  for (size_t i = 0; ok && i < f->statements && (e->dry || statement_ready(&f->statement[i]));
       i++) {
    const file_statement_t *s = &f->statement[i];
    c->of = s;
    for (size_t k = 0; ok && k < s->claims; k++) {
      c->claim = &s->claim[k];
      ok = run_each(e, &s->claim[k].each, add_checks, c);
    }
  }
  return ok;
}

// ---- All of it

static bool can_write(evaluation_t *e, const template_t *t, size_t count) {
  for (size_t i = 0; i < count; i++) {
    char *text = t[i].text != NULL ? template_text(e, &t[i]) : NULL;
    if (t[i].text != NULL && text == NULL) {
      return false;
    }
    free(text);
  }
  return true;
}

static bool look_at(evaluation_t *e, void *context) {
  const measured_t *m = context;
  return can_write(e, &m->scenario, 1) && can_write(e, m->text, MEASURE_TEXTS) &&
         can_write(e, m->set, m->sets) && can_write(e, m->run, m->runs);
}

bool rerun_tell(paper_file_t *f, evaluation_t *e, paper_report_t *r, bool verdicts) {
  context_t c = {.file = f, .report = r};
  return (verdicts || (add_figures(e, &c) && add_tables(e, &c))) && add_numbers(e, &c) &&
         add_statements(e, &c);
}

static bool check(paper_file_t *f, noc_error_t *error) {
  paper_report_t *scratch = report_create("", "");
  evaluation_t e = {.all = &f->all, .error = error, .dry = true};
  f->all.error = error;
  bool ok = scratch != NULL || noc_fail(error, NOC_ENVIRONMENT, "out of memory");
  for (size_t i = 0; ok && i < f->measures; i++) {
    ok = measure_each(&f->measure[i], &e, look_at, &f->measure[i]);
  }
  ok = ok && rerun_tell(f, &e, scratch, false);
  evaluation_free(&e);
  report_free(scratch);
  return ok;
}

bool rerun_check(paper_file_t *f, noc_error_t *error) {
  bool ok = check(f, error);
  for (size_t i = 0; ok && i < f->opens; i++) {
    const file_open_t *open = &f->open[i];
    ok = paper_file_turn(f, open, error) && check(f, error) && paper_file_turn(f, open, error);
  }
  return ok;
}
