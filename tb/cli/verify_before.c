// verify_before -- see verify_before.h.

#include "cli/verify_before.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { KEY = 4096 };

static const char *text_of(const json_t *object, const char *key) {
  const char *text = json_string_value(json_object_get(object, key));
  return text != NULL ? text : "";
}

// The name of a run that another regression has too.
static const char *run_key(const char *scenario, const char *shape, uint64_t seed, char out[KEY]) {
  (void)snprintf(out, KEY, "%s\n%s\n%" PRIu64, scenario, shape, seed);
  return out;
}

static bool index_runs(verify_earlier_t *e, noc_error_t *error) {
  const json_t *runs = json_object_get(e->root, "runs");
  char key[KEY];
  e->run = json_object();
  bool ok = e->run != NULL;
  for (size_t i = 0; ok && i < json_array_size(runs); i++) {
    json_t *run = json_array_get(runs, i);
    const uint64_t seed = (uint64_t)json_integer_value(json_object_get(run, "seed"));
    (void)run_key(text_of(run, "scenario"), text_of(run, "shape"), seed, key);
    ok = json_object_set(e->run, key, run) == 0;
  }
  return ok || memory_fail(error, "an earlier regression");
}

static bool read_file(verify_earlier_t *e, noc_error_t *error) {
  json_error_t why;
  FILE *in = fopen(e->file, "r");
  if (in == NULL) {
    return noc_fail_file(error, e->file, "read");
  }
  e->root = json_loadf(in, JSON_REJECT_DUPLICATES, &why);
  (void)fclose(in);
  if (e->root == NULL) {
    return noc_fail(error, NOC_BAD_INPUT, "--html-before: %s:%d:%d: %s", e->file,
                    why.line > 0 ? why.line : 1, why.column > 0 ? why.column : 1, why.text);
  }
  if (strcmp(text_of(e->root, "schema"), "nocstep.verify/1") != 0 ||
      !json_is_array(json_object_get(e->root, "runs")) ||
      !json_is_object(json_object_get(e->root, "count"))) {
    return noc_fail(error, NOC_BAD_INPUT,
                    "--html-before" SAY_IS("%.200s, which is no regression",
                                           "the --json of an earlier nocstep verify"),
                    e->file);
  }
  return index_runs(e, error);
}

bool verify_before_read(const string_list_t *files, verify_before_t *b, noc_error_t *error) {
  b->of = calloc(files->count + 1, sizeof *b->of);
  if (b->of == NULL) {
    return memory_fail(error, "the earlier regressions");
  }
  bool ok = true;
  for (size_t i = 0; ok && i < files->count; i++) {
    b->of[b->count++].file = files->item[i];
    ok = read_file(&b->of[i], error);
  }
  return ok;
}

void verify_before_free(verify_before_t *b) {
  for (size_t i = 0; i < b->count; i++) {
    json_decref(b->of[i].run);
    json_decref(b->of[i].root);
  }
  free(b->of);
}

const json_t *verify_earlier_run(const verify_earlier_t *e, const verify_t *v,
                                 const verify_run_t *run) {
  const verify_variant_t *variant = &v->variant[run->variant];
  char key[KEY];
  return json_object_get(
      e->run, run_key(v->scenario[variant->scenario].file, variant->label, run->seed, key));
}

uint64_t verify_earlier_count(const verify_earlier_t *e, const char *what) {
  return (uint64_t)json_integer_value(json_object_get(json_object_get(e->root, "count"), what));
}

bool verify_earlier_passed(const json_t *run) {
  return strcmp(text_of(run, "result"), "pass") == 0;
}

bool verify_earlier_failed(const json_t *run) {
  return run != NULL && !verify_earlier_passed(run) &&
         strcmp(text_of(run, "result"), "not-run") != 0;
}

verify_speed_t verify_earlier_speed(const verify_earlier_t *e) {
  const json_t *runs = json_object_get(e->root, "runs");
  verify_speed_t sum = {0};
  for (size_t i = 0; i < json_array_size(runs); i++) {
    const json_t *run = json_array_get(runs, i);
    sum.cycles += (uint64_t)json_integer_value(json_object_get(run, "cycles"));
    sum.seconds += json_number_value(json_object_get(run, "wall_s"));
  }
  return sum;
}

double verify_rate(verify_speed_t speed) {
  return speed.seconds > 0 ? (double)speed.cycles / speed.seconds : 0;
}

json_t *verify_before_json(const verify_before_t *b) {
  json_t *list = json_array();
  for (size_t i = 0; i < b->count; i++) {
    const json_t *root = b->of[i].root;
    const verify_speed_t speed = verify_earlier_speed(&b->of[i]);
    (void)json_array_append_new(
        list,
        json_pack("{s:o, s:s, s:O*, s:I, s:f, s:f}", "file", json_string(b->of[i].file), "result",
                  text_of(root, "result"), "count", json_object_get(root, "count"), "cycles",
                  (json_int_t)speed.cycles, "seconds", speed.seconds, "rate", verify_rate(speed)));
  }
  return list;
}
