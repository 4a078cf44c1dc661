// report_open -- verdicts with the settings that a paper leaves open, beside those with its own.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory_stream.h"
#include "papers/report.h"
#include "papers/report_parts.h"

// Room for one more in a list of r->opens; NULL when memory is short.
static void *longer(paper_report_t *r, void *list, size_t size) {
  void *room = r->failed ? NULL : realloc(list, (r->opens + 1) * size);
  r->failed |= room == NULL;
  return room;
}

static void add_over(paper_report_t *r, report_over_t **over, report_over_t is) {
  report_over_t *room = longer(r, *over, sizeof *room);
  if (room != NULL) {
    *over = room;
    room[r->opens] = is;
  }
}

static report_over_t over_of(bool holds) {
  return holds ? OVER_HOLDS : OVER_NOT;
}

static void add_claims(paper_report_t *r, report_statement_t *s, const report_statement_t *other) {
  for (size_t i = 0; i < s->claims; i++) {
    report_claim_t *claim = &s->claim[i];
    report_over_t is = OVER_NONE;
    for (size_t k = 0; other != NULL && k < other->claims; k++) {
      const report_claim_t *one = &other->claim[k];
      const bool is_it = claim->name == NULL || one->name == NULL
                             ? claim->name == one->name
                             : strcmp(claim->name, one->name) == 0;
      is = is_it ? over_of(report_claim_holds(one)) : is;
    }
    add_over(r, &claim->over, is);
  }
}

static void add_statement(paper_report_t *r, report_statement_t *s, const paper_report_t *other) {
  const report_statement_t *same = NULL;
  for (size_t i = 0; i < other->statements; i++) {
    const report_statement_t *one = &other->statement[i];
    same = one->where == s->where && one->text == s->text ? one : same;
  }
  add_over(r, &s->over, same != NULL ? over_of(report_holds(same)) : OVER_NONE);
  add_claims(r, s, same);
}

static void add_number(paper_report_t *r, report_number_t *n, const paper_report_t *other) {
  report_number_over_t is = {NUMBER_UNKNOWN, NAN};
  for (size_t i = 0; i < other->numbers; i++) {
    const report_number_t *one = &other->number[i];
    if (one->printed.text == n->printed.text && one->printed.where == n->printed.where) {
      is = (report_number_over_t){report_verdict(one), one->usual.value};
    }
  }
  report_number_over_t *room = longer(r, n->over, sizeof *room);
  if (room != NULL) {
    n->over = room;
    room[r->opens] = is;
  }
}

void report_open(paper_report_t *r, const char *name, const paper_report_t *other) {
  r->failed |= other->failed;
  for (size_t i = 0; i < r->statements; i++) {
    add_statement(r, &r->statement[i], other);
  }
  for (size_t i = 0; i < r->numbers; i++) {
    add_number(r, &r->number[i], other);
  }
  const char **room = longer(r, r->open, sizeof *room);
  if (room != NULL) {
    r->open = room;
    room[r->opens++] = name;
  }
}

void report_kept(paper_report_t *r, const char *name, json_t *records) {
  if (r->kept == NULL) {
    r->kept = json_array();
  }
  json_t *one = json_pack("{s:s?, s:O}", "open", name, "records", records);
  r->failed |= json_array_append_new(r->kept, one) != 0;
}

// ---- Flips

// Writes the names for which `flips` says so.
static char *names(const paper_report_t *r, const void *of,
                   bool (*flips)(const void *of, size_t open, bool holds), bool holds) {
  char *text = NULL;
  size_t length = 0;
  FILE *out = memory_stream(&text, &length);
  for (size_t i = 0; out != NULL && i < r->opens; i++) {
    if (flips(of, i, holds)) {
      (void)fprintf(out, "%s%s", ftell(out) > 0 ? "; " : "", r->open[i]);
    }
  }
  if (out == NULL || fclose(out) != 0 || length == 0) {
    free(text);
    return NULL;
  }
  return text;
}

bool report_over_flips(report_over_t over, bool holds) {
  return over != OVER_NONE && over != over_of(holds);
}

static bool statement_flips(const void *of, size_t open, bool holds) {
  const report_over_t *over = of;
  return report_over_flips(over[open], holds);
}

char *report_flips(const paper_report_t *r, const report_over_t *over, bool holds) {
  return over != NULL ? names(r, over, statement_flips, holds) : NULL;
}

static bool number_flips(const void *of, size_t open, bool holds) {
  const report_number_t *n = of;
  (void)holds;
  return n->over[open].verdict != report_verdict(n);
}

char *report_number_flips(const paper_report_t *r, const report_number_t *n) {
  return n->over != NULL ? names(r, n, number_flips, false) : NULL;
}

bool report_band(const paper_report_t *r, const report_number_t *n, double *least, double *most) {
  *least = n->usual.value;
  *most = n->usual.value;
  for (size_t i = 0; n->over != NULL && i < r->opens; i++) {
    *least = fmin(*least, n->over[i].usual);
    *most = fmax(*most, n->over[i].usual);
  }
  return n->over != NULL && r->opens > 0;
}
