// report_statements -- the statements of a paper, with the readings under which they hold and the
// checks behind them, as text and as JSON.

#include <stdlib.h>

#include "papers/report.h"
#include "papers/report_parts.h"

static void print_checks(const report_claim_t *claim, FILE *out) {
  char text[REPORT_NUMBER];
  for (size_t i = 0; i < claim->checks; i++) {
    const report_check_t *c = &claim->check[i];
    (void)fprintf(out, "      %-3s  %s:", c->holds ? "yes" : "no", c->of);
    for (size_t k = 0; k < c->values; k++) {
      (void)fprintf(out, "%s %s %s", k > 0 ? "," : "", c->value[k].name,
                    report_number_text(c->value[k].value, text));
    }
    (void)fputs("\n", out);
  }
}

bool report_has_readings(const report_statement_t *s) {
  return s->claims > 0 && s->claim[0].name != NULL;
}

// Tells the settings that are open with which it comes out otherwise.
static void print_flips(const paper_report_t *r, const char *indent, const report_over_t *over,
                        bool holds, FILE *out) {
  char *flips = report_flips(r, over, holds);
  if (flips != NULL) {
    (void)fprintf(out, "%sotherwise with %s\n", indent, flips);
  }
  free(flips);
}

static bool flips(const paper_report_t *r, const report_over_t *over, bool holds) {
  bool any = false;
  for (size_t i = 0; i < r->opens; i++) {
    any = any || report_over_flips(over[i], holds);
  }
  return any;
}

static void print_statement(const paper_report_t *r, const report_statement_t *s, FILE *out) {
  size_t hold = 0;
  for (size_t i = 0; i < s->claims; i++) {
    hold += report_claim_holds(&s->claim[i]);
  }
  (void)fprintf(out, "\n  %s", hold > 0 ? "HOLDS" : "DOES NOT HOLD");
  if (report_has_readings(s)) {
    if (hold > 0) {
      (void)fprintf(out, " IN %zu OF %zu READINGS", hold, s->claims);
    } else {
      (void)fprintf(out, " IN ANY OF %zu READINGS", s->claims);
    }
  }
  (void)fprintf(out, " (%s)\n", s->where);
  report_words(s->text, "    ", out);
  if (s->over != NULL && !flips(r, s->over, hold > 0)) {
    (void)fprintf(out, "    the same with all that is open (%zu)\n", r->opens);
  }
  print_flips(r, "    ", s->over, hold > 0, out);
  for (size_t i = 0; i < s->claims; i++) {
    const report_claim_t *claim = &s->claim[i];
    if (claim->name != NULL) {
      (void)fprintf(out, "    %s: %s\n", report_claim_holds(claim) ? "holds" : "does not",
                    claim->name);
    }
    print_checks(claim, out);
    if (claim->name != NULL) {
      print_flips(r, "      ", claim->over, report_claim_holds(claim), out);
    }
  }
}

void report_print_statements(const paper_report_t *r, FILE *out) {
  if (r->statements > 0) {
    (void)fputs("\nStatements of the paper, by the numbers measured here\n", out);
  }
  for (size_t i = 0; i < r->statements; i++) {
    print_statement(r, &r->statement[i], out);
  }
}

static json_t *checks_json(const report_claim_t *claim) {
  json_t *checks = json_array();
  for (size_t i = 0; i < claim->checks; i++) {
    const report_check_t *c = &claim->check[i];
    json_t *values = json_object();
    for (size_t k = 0; k < c->values; k++) {
      report_set_number(values, c->value[k].name, c->value[k].value);
    }
    (void)json_array_append_new(
        checks, json_pack("{s:s, s:b, s:o}", "of", c->of, "holds", c->holds, "values", values));
  }
  return checks;
}

// The settings with which it comes out otherwise, where some are open.
static void add_flips(const paper_report_t *r, json_t *object, const report_over_t *over,
                      bool holds) {
  json_t *flips = over != NULL ? json_array() : NULL;
  for (size_t i = 0; flips != NULL && i < r->opens; i++) {
    if (report_over_flips(over[i], holds)) {
      (void)json_array_append_new(flips, json_string(r->open[i]));
    }
  }
  if (flips != NULL) {
    (void)json_object_set_new(object, "otherwise_with", flips);
  }
}

static json_t *reading_json(const paper_report_t *r, const report_claim_t *claim) {
  const bool holds = report_claim_holds(claim);
  json_t *root = json_pack("{s:s, s:b, s:o}", "reading", claim->name, "holds", holds, "checks",
                           checks_json(claim));
  add_flips(r, root, claim->over, holds);
  return root;
}

static json_t *statement_json(const paper_report_t *r, const report_statement_t *s) {
  json_t *root =
      json_pack("{s:s, s:s, s:b}", "where", s->where, "text", s->text, "holds", report_holds(s));
  json_t *readings = json_array();
  add_flips(r, root, s->over, report_holds(s));
  for (size_t i = 0; i < s->claims && report_has_readings(s); i++) {
    (void)json_array_append_new(readings, reading_json(r, &s->claim[i]));
  }
  if (report_has_readings(s)) {
    (void)json_object_set(root, "readings", readings);
  } else if (s->claims > 0) {
    (void)json_object_set_new(root, "checks", checks_json(&s->claim[0]));
  }
  json_decref(readings);
  return root;
}

json_t *report_statements_json(const paper_report_t *r) {
  json_t *statements = json_array();
  for (size_t i = 0; i < r->statements; i++) {
    (void)json_array_append_new(statements, statement_json(r, &r->statement[i]));
  }
  if (json_array_size(statements) < r->statements) {
    json_decref(statements);
    return NULL;
  }
  return statements;
}
