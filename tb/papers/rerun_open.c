// rerun_open -- measures a paper, and then again with each setting that the paper leaves open, so
// that a verdict that depends on one of them says so. See rerun.h.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/memory_stream.h"
#include "papers/rerun.h"
#include "papers/rerun_parts.h"

enum { DIGITS = 17 };

// A round: all measures with some settings.
typedef struct {
  paper_file_t *file;
  const char *name;     // of the paper
  const cli_t *cli;     // with the settings
  const json_t *known;  // the records of its measures, by their names; those it lacks are measured
  json_t *kept;         // the same, to be kept
  noc_error_t *error;
} round_t;

static bool fail_known(const round_t *r, const measured_t *m) {
  return noc_fail(r->error, NOC_BAD_INPUT,
                  "%s: %s" SAY_IS("measured of something else than %s has",
                                  "what nocstep paper %s --json FILE writes"),
                  r->cli->measured, m->family.name, r->name, r->name);
}

static bool measure(const round_t *r, evaluation_t *e, measured_t *m) {
  json_t *records = NULL;
  m->paper = r->name;
  json_t *known = json_object_get(r->known, m->family.name);
  m->kept =
      (kept_t){.reads = m->way->keeps && r->known != NULL && (known != NULL || !r->cli->rest)};
  if (m->kept.reads) {
    m->kept.records = known;
    if (!json_is_array(known)) {
      return fail_known(r, m);
    }
    records = json_incref(known);
  } else if (m->way->keeps) {
    records = m->kept.records = json_array();
  }
  bool ok = m->way->run(m, e, r->cli, r->error);
  if (ok && m->way->keeps) {
    ok = (kept_complete(&m->kept) && json_object_set(r->kept, m->family.name, records) == 0) ||
         (m->kept.reads ? fail_known(r, m) : memory_fail(r->error, "what was measured"));
  }
  json_decref(records);
  m->kept = (kept_t){.reads = false};
  m->family.complete = ok;
  return ok;
}

static bool has_scenario(const measured_t *m) {
  return strcmp(m->way->keys[0], "?scenario") == 0;
}

// Measures what is not measured. The results until then are told also when it has ended early; then
// the first error stays.
static bool run_round(const round_t *r, paper_report_t *report, bool verdicts) {
  paper_file_t *f = r->file;
  evaluation_t e = {.all = &f->all, .error = r->error};
  noc_error_t late = {.status = NOC_OK};
  bool ok = true;
  f->all.error = r->error;
  for (size_t i = 0; ok && i < f->measures; i++) {
    ok = f->measure[i].family.complete || measure(r, &e, &f->measure[i]);
  }
  e.error = ok ? r->error : &late;
  f->all.error = e.error;
  const bool told = (!ok && verdicts) || rerun_tell(f, &e, report, verdicts);
  evaluation_free(&e);
  return ok && told;
}

// ---- What is open

typedef struct {
  const measured_t *measure;
  FILE *out;
} writing_t;

static bool write_all(evaluation_t *e, const template_t *t, size_t count, FILE *out) {
  for (size_t i = 0; i < count; i++) {
    char *text = t[i].text != NULL ? template_text(e, &t[i]) : NULL;
    if (text == NULL && t[i].text != NULL) {
      return false;
    }
    (void)fprintf(out, "%s\n", text != NULL ? text : "");
    free(text);
  }
  return true;
}

// Writes a number or several; NULL: none.
static bool write_numbers(evaluation_t *e, const expression_t *x, FILE *out) {
  value_t all = {.count = 0};
  const bool is_list = x != NULL && expression_type(x).list;
  if (x != NULL && !expression_value(e, x, &all)) {
    return false;
  }
  for (size_t i = 0; i < (is_list ? all.count : x != NULL); i++) {
    const value_t one = is_list ? value_at(&all, i) : all;
    (void)fprintf(out, "%.*g ", DIGITS, one.number);
  }
  (void)fputc('\n', out);
  return true;
}

static bool write_texts(evaluation_t *e, void *context) {
  const writing_t *w = context;
  const measured_t *m = w->measure;
  return write_all(e, &m->scenario, 1, w->out) && write_all(e, m->set, m->sets, w->out) &&
         write_all(e, m->run, m->runs, w->out) && write_all(e, m->text, MEASURE_TEXTS, w->out) &&
         write_numbers(e, m->parts, w->out) && write_numbers(e, m->loads, w->out) &&
         write_numbers(e, m->resolution, w->out) && write_numbers(e, m->multicasts, w->out) &&
         write_numbers(e, m->flits, w->out);
}

// The texts and numbers of all that it measures, to be freed; NULL with *e->error filled.
static char *texts_of(evaluation_t *e, const measured_t *m) {
  char *text = NULL;
  size_t length = 0;
  writing_t w = {m, memory_stream(&text, &length)};
  const bool ok = w.out != NULL && measure_each(m, e, write_texts, &w);
  if (w.out == NULL || fclose(w.out) != 0) {
    (void)memory_fail(e->error, "the texts of a measure");
  }
  if (!ok) {
    free(text);
    return NULL;
  }
  return text;
}

// The one that stands for `seed`; NULL if it is not among these.
static const char *seed_of(const file_open_t *open) {
  const char *seed = NULL;
  for (size_t i = 0; i < open->count; i++) {
    seed = open->other[i].list == 0 ? open->other[i].value.at[0].text : seed;
  }
  return seed;
}

// A measure: what it measures with the usual values, and its records while they are aside.
typedef struct {
  char *texts;
  bool is_aside;
  void *state;
  const void *record;
  size_t stride;
} aside_t;

static bool write_every(paper_file_t *f, evaluation_t *e, aside_t *aside) {
  bool ok = true;
  for (size_t i = 0; ok && i < f->measures; i++) {
    aside[i].texts = texts_of(e, &f->measure[i]);
    ok = aside[i].texts != NULL;
  }
  return ok;
}

// Lays aside what the values change: what has other texts, or is a run with a seed.
static bool lay_aside(paper_file_t *f, evaluation_t *e, const char *seed, aside_t *aside) {
  bool ok = true;
  for (size_t i = 0; ok && i < f->measures; i++) {
    measured_t *m = &f->measure[i];
    char *texts = texts_of(e, m);
    ok = texts != NULL && aside[i].texts != NULL;
    if (ok && (strcmp(texts, aside[i].texts) != 0 || (seed != NULL && has_scenario(m)))) {
      aside[i].is_aside = true;
      aside[i].state = m->state;
      aside[i].record = m->family.record;
      aside[i].stride = m->family.stride;
      m->state = NULL;
      m->family.record = NULL;
      m->family.complete = false;
    }
    free(texts);
  }
  return ok;
}

static void put_back(paper_file_t *f, aside_t *aside) {
  for (size_t i = 0; i < f->measures; i++) {
    measured_t *m = &f->measure[i];
    if (aside[i].is_aside) {
      m->way->free(m);
      m->state = aside[i].state;
      m->family.record = aside[i].record;
      m->family.stride = aside[i].stride;
      m->family.complete = true;
    }
    free(aside[i].texts);
  }
}

// A seed goes behind those of the command line. To be freed with its last text.
static bool join(const string_list_t *sets, const char *seed, string_list_t *all) {
  char *set = NULL;
  *all = (string_list_t){calloc(sets->count + 2, sizeof *all->item), sets->count};
  bool ok = all->item != NULL;
  for (size_t i = 0; ok && i < sets->count; i++) {
    all->item[i] = sets->item[i];
  }
  if (ok && seed != NULL) {
    ok = asprintf(&set, "run.seed=%s", seed) > 0;
    all->item[all->count] = ok ? set : NULL;
    all->count += ok;
  }
  return ok;
}

// A round with the values of `open`; then those of the file, and its records, are there again.
static bool run_turned(const round_t *r, const file_open_t *open, paper_report_t *other) {
  paper_file_t *f = r->file;
  evaluation_t e = {.all = &f->all, .error = r->error};
  evaluation_t turned = e;
  noc_error_t late = {.status = NOC_OK};
  aside_t *aside = calloc(f->measures + 1, sizeof *aside);
  if (aside == NULL) {
    return memory_fail(r->error, "the measures");
  }
  bool ok = write_every(f, &e, aside);
  const char *seed = seed_of(open);
  if (ok) {
    ok = paper_file_turn(f, open, r->error) && lay_aside(f, &turned, seed, aside) &&
         run_round(r, other, true);
    ok = paper_file_turn(f, open, ok ? r->error : &late) && ok;
  }
  put_back(f, aside);
  evaluation_free(&turned);
  evaluation_free(&e);
  free(aside);
  return ok;
}

static bool run_open(const round_t *usual, const file_open_t *open, paper_report_t *report) {
  cli_t cli = *usual->cli;
  round_t r = *usual;
  r.cli = &cli;
  paper_report_t *other = report_create("", "");
  const bool joined = join(&usual->cli->sets, seed_of(open), &cli.sets);
  const bool ok = ((joined && other != NULL) || memory_fail(usual->error, "a report")) &&
                  run_turned(&r, open, other);
  if (ok) {
    report_open(report, open->name, other);
  }
  if (cli.sets.item != NULL && cli.sets.count > usual->cli->sets.count) {
    free((void *)cli.sets.item[usual->cli->sets.count]);
  }
  free(cli.sets.item);
  report_free(other);
  return ok;
}

// ---- All of it

// That of --router, or of --set run.router; "ref" without.
static const char *router_of(const cli_t *cli) {
  static const char kKey[] = "run.router=";
  const char *router = "ref";
  for (size_t i = 0; i < cli->sets.count; i++) {
    if (strncmp(cli->sets.item[i], kKey, sizeof kKey - 1) == 0) {
      router = cli->sets.item[i] + sizeof kKey - 1;
    }
  }
  return router;
}

static bool run_with_rtl(const round_t *r, paper_report_t *report) {
  evaluation_t e = {.all = &r->file->all, .error = r->error};
  r->file->all.error = r->error;
  const bool ok = rerun_heading(r->file, &e, report) &&
                  r->file->with_rtl->run(r->cli, router_of(r->cli), report, r->error);
  evaluation_free(&e);
  return ok;
}

// The records with the settings of this name, or the paper's own (NULL); NULL: there are none.
static const json_t *known_round(const json_t *known, const char *name) {
  for (size_t i = 0; i < json_array_size(known); i++) {
    const json_t *one = json_array_get(known, i);
    const char *open = json_string_value(json_object_get(one, "open"));
    if (name == NULL || open == NULL ? name == open : strcmp(name, open) == 0) {
      return json_object_get(one, "records");
    }
  }
  return NULL;
}

// The i-th round: the paper's own settings, then each that is open.
static bool run_one(round_t *r, size_t i, const json_t *known, paper_report_t *report) {
  const file_open_t *open = i > 0 ? &r->file->open[i - 1] : NULL;
  r->known = known_round(known, open != NULL ? open->name : NULL);
  r->kept = json_object();
  if (r->kept == NULL) {
    return memory_fail(r->error, "what was measured");
  }
  const bool ok = open != NULL ? run_open(r, open, report) : run_round(r, report, false);
  if (ok) {
    report_kept(report, open != NULL ? open->name : NULL, r->kept);
  }
  json_decref(r->kept);
  return ok;
}

bool rerun(paper_file_t *f, const char *name, const cli_t *cli, const json_t *known,
           paper_report_t *report, noc_error_t *error) {
  round_t r = {.file = f, .name = name, .cli = cli, .error = error};
  if (f->with_rtl != NULL && strcmp(router_of(cli), "ref") != 0) {
    return run_with_rtl(&r, report);
  }
  const size_t rounds = f->effort == EFFORT_QUICK ? 1 : 1 + f->opens;
  for (size_t i = 0; known != NULL && !cli->rest && i < rounds; i++) {
    if (known_round(known, i > 0 ? f->open[i - 1].name : NULL) == NULL) {
      return noc_fail(error, NOC_BAD_INPUT,
                      "%s: measured" SAY_IS("without %s%.60s", "of all that the paper leaves open"),
                      cli->measured, i > 0 ? "open " : "the paper's own settings",
                      i > 0 ? f->open[i - 1].name : "");
    }
  }
  bool ok = true;
  for (size_t i = 0; ok && i < rounds; i++) {
    ok = run_one(&r, i, known, report);
  }
  return ok;
}
