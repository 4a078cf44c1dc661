// report_statements -- the statements of a paper, with the readings under which they hold and the
// checks behind them, as text and as JSON.

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

static bool has_readings(const report_statement_t *s) {
  return s->claims > 0 && s->claim[0].name != NULL;
}

static void print_statement(const report_statement_t *s, FILE *out) {
  size_t hold = 0;
  for (size_t i = 0; i < s->claims; i++) {
    hold += report_claim_holds(&s->claim[i]);
  }
  (void)fprintf(out, "\n  %s", hold > 0 ? "HOLDS" : "DOES NOT HOLD");
  if (has_readings(s)) {
    if (hold > 0) {
      (void)fprintf(out, " IN %zu OF %zu READINGS", hold, s->claims);
    } else {
      (void)fprintf(out, " IN ANY OF %zu READINGS", s->claims);
    }
  }
  (void)fprintf(out, " (%s)\n", s->where);
  report_words(s->text, "    ", out);
  for (size_t i = 0; i < s->claims; i++) {
    if (s->claim[i].name != NULL) {
      (void)fprintf(out, "    %s: %s\n", report_claim_holds(&s->claim[i]) ? "holds" : "does not",
                    s->claim[i].name);
    }
    print_checks(&s->claim[i], out);
  }
}

void report_print_statements(const paper_report_t *r, FILE *out) {
  if (r->statements > 0) {
    (void)fputs("\nStatements of the paper, by the numbers measured here\n", out);
  }
  for (size_t i = 0; i < r->statements; i++) {
    print_statement(&r->statement[i], out);
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

static json_t *statement_json(const report_statement_t *s) {
  json_t *root =
      json_pack("{s:s, s:s, s:b}", "where", s->where, "text", s->text, "holds", report_holds(s));
  json_t *readings = json_array();
  for (size_t i = 0; i < s->claims && has_readings(s); i++) {
    (void)json_array_append_new(
        readings, json_pack("{s:s, s:b, s:o}", "reading", s->claim[i].name, "holds",
                            report_claim_holds(&s->claim[i]), "checks", checks_json(&s->claim[i])));
  }
  if (has_readings(s)) {
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
    (void)json_array_append_new(statements, statement_json(&r->statement[i]));
  }
  if (json_array_size(statements) < r->statements) {
    json_decref(statements);
    return NULL;
  }
  return statements;
}
