// verify_json -- a regression as JSON, "nocstep.verify/1".
//
// jansson's packing returns NULL when memory is short; that a part is missing is found at the end.

#include "cli/tags.h"
#include "cli/verify.h"
#include "cli/verify_coverage.h"
#include "runs/ranks.h"

static json_t *number(uint64_t value) {
  return json_integer((json_int_t)value);
}

static bool set(json_t *object, const char *key, json_t *value) {
  return value != NULL && json_object_set_new(object, key, value) == 0;
}

// Names of files are any bytes; what is not UTF-8 becomes '?'.
static json_t *words(const char *text) {
  json_t *string = json_string(text);
  char plain[1024];
  if (string != NULL) {
    return string;
  }
  (void)snprintf(plain, sizeof plain, "%s", text);
  for (char *c = plain; *c != '\0'; c++) {
    *c = (unsigned char)*c < 0x80 ? *c : '?';
  }
  return json_string(plain);
}

static json_t *scenarios(const verify_t *v) {
  json_t *list = json_array();
  for (size_t i = 0; i < v->scenarios; i++) {
    const verify_scenario_t *s = &v->scenario[i];
    json_t *tags = json_array();
    char tag[TAG_TEXT];
    for (size_t at = 0; tags_next(s->tags, &at, tag);) {
      (void)json_array_append_new(tags, words(tag));
    }
    (void)json_array_append_new(
        list, json_pack("{s:o, s:o, s:o, s:o, s:o}", "scenario", words(s->file), "tags", tags,
                        "shapes", number(s->shapes), "pairs", number(s->pairs), "pairs_impossible",
                        number(s->impossible)));
  }
  return list;
}

// A run is numbered from 0 in the order of the list.
static json_t *run(const verify_t *v, const verify_run_t *r) {
  const verify_variant_t *variant = &v->variant[r->variant];
  json_t *object = r->result != NULL ? json_copy(r->result) : json_object();
  (void)json_object_del(object, "text");  // in the groups, and in report.txt
  (void)json_object_del(object, "status");
  bool ok = set(object, "scenario", words(v->scenario[variant->scenario].file)) &&
            set(object, "shape", json_string(variant->label)) &&
            set(object, "seed", number(r->seed)) && set(object, "reproduce", words(r->repro)) &&
            (r->result != NULL || set(object, "result", json_string("not-run")));
  for (unsigned a = 0; ok && a < VERIFY_AXES; a++) {
    ok = set(object, kVerifyAxes[a].name, words(variant->word[a]));
  }
  return object;
}

static json_t *runs(const verify_t *v) {
  json_t *list = json_array();
  for (size_t i = 0; i < v->runs; i++) {
    (void)json_array_append_new(list, run(v, &v->run[i]));
  }
  return list;
}

static json_t *group(const verify_t *v, const verify_group_t *g) {
  const verify_run_t *smallest = &v->run[g->smallest];
  json_t *members = json_array();
  for (size_t i = 0; i < g->count; i++) {
    (void)json_array_append_new(members, number(g->run[i]));
  }
  const char *evidence = verify_text(smallest, "evidence");
  return json_pack("{s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "result",
                   g->result, "unit", g->unit != NULL ? json_string(g->unit) : json_null(),
                   "source", g->source != NULL ? json_string(g->source) : json_null(), "register",
                   g->reg != NULL ? json_string(g->reg) : json_null(), "evidence",
                   evidence[0] != '\0' ? words(evidence) : json_null(), "error", words(g->what),
                   "count", number(g->count), "scenarios", number(g->scenarios), "runs", members,
                   "earliest", number(g->earliest), "smallest", number(g->smallest), "reproduce",
                   words(smallest->repro), "text", words(verify_text(smallest, "text")));
}

static json_t *groups(const verify_t *v) {
  json_t *list = json_array();
  for (size_t i = 0; i < v->groups; i++) {
    (void)json_array_append_new(list, group(v, &v->group[i]));
  }
  return list;
}

// Events, those that no run has exercised, and with --rtl-coverage the RTL.
static json_t *coverage(const verify_t *v) {
  json_t *object = run_coverage_json(&v->coverage);
  json_t *rtl = verify_coverage_json(v);
  const bool ok = object != NULL && set(object, "never", verify_events_json(v)) &&
                  (v->rtl == NULL || set(object, "rtl", rtl));
  if (!ok) {
    json_decref(object);
  }
  return ok ? object : NULL;
}

static bool fill(const verify_t *v, json_t *root) {
  return set(root, "schema", json_string("nocstep.verify/1")) &&
         set(root, "result", json_string(v->status_word)) &&
         set(root, "interrupted", json_boolean(v->interrupted)) &&
         set(root, "stopped", json_boolean(v->stopped)) &&
         set(root, "count",
             json_pack("{s:o, s:o, s:o, s:o, s:o}", "runs", number(v->runs), "passed",
                       number(v->count[VERIFY_PASS]), "failed", number(v->count[VERIFY_FAIL]),
                       "errors", number(v->count[VERIFY_ERROR]), "not_run",
                       number(v->count[VERIFY_NOT_RUN]))) &&
         set(root, "cycles", number(v->cycles)) &&
         set(root, "bits_compared", number(v->bits_compared)) &&
         set(root, "coverage", coverage(v)) && set(root, "groups", groups(v)) &&
         set(root, "scenarios", scenarios(v)) && set(root, "runs", runs(v)) &&
         set(root, "host",
             json_pack("{s:f, s:o, s:o}", "wall_s", v->wall_s, "jobs", number(v->cli->jobs),
                       "ranks", number(ranks_count())));
}

json_t *verify_json_root(const verify_t *v) {
  json_t *root = json_object();
  if (root != NULL && !fill(v, root)) {
    json_decref(root);
    return NULL;
  }
  return root;
}

bool verify_json(const verify_t *v, FILE *out) {
  json_t *root = verify_json_root(v);
  bool ok = root != NULL && json_dumpf(root, out, JSON_INDENT(2) | JSON_REAL_PRECISION(6)) == 0;
  ok = ok && fputc('\n', out) != EOF;
  json_decref(root);
  return ok;
}
