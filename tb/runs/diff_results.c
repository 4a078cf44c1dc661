// diff_results -- see diff_results.h.

#include "runs/diff_results.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "runs/json_memory.h"

enum { SHOWN = 40, PATH = 512 };

static bool add(diff_results_t *d, const char *path, json_t *a, json_t *b) {
  if (!memory_room(&d->member, &d->room, d->count + 1, sizeof *d->member)) {
    return false;
  }
  char *copy = strdup(path);
  if (copy == NULL) {
    return false;
  }
  d->member[d->count++] = (diff_member_t){copy, a, b};
  // cppcheck-suppress memleak  // the list has it
  return true;
}

static bool walk(diff_results_t *d, const char *path, json_t *a, json_t *b);

static bool walk_object(diff_results_t *d, const char *path, json_t *a, json_t *b) {
  const char *key;
  json_t *value;
  char member[PATH];
  bool ok = true;
  json_object_foreach(a, key, value) {
    (void)snprintf(member, sizeof member, "%s%s%s", path, path[0] != '\0' ? "." : "", key);
    ok = ok && (strcmp(member, "host") == 0 || walk(d, member, value, json_object_get(b, key)));
  }
  json_object_foreach(b, key, value) {
    (void)snprintf(member, sizeof member, "%s%s%s", path, path[0] != '\0' ? "." : "", key);
    if (ok && json_object_get(a, key) == NULL && strcmp(member, "host") != 0) {
      ok = add(d, member, NULL, value);
    }
  }
  return ok;
}

static bool walk_array(diff_results_t *d, const char *path, json_t *a, json_t *b) {
  const size_t most =
      json_array_size(a) > json_array_size(b) ? json_array_size(a) : json_array_size(b);
  char member[PATH];
  bool ok = true;
  for (size_t i = 0; i < most && ok; i++) {
    (void)snprintf(member, sizeof member, "%s[%zu]", path, i);
    ok = walk(d, member, json_array_get(a, i), json_array_get(b, i));
  }
  return ok;
}

static bool walk(diff_results_t *d, const char *path, json_t *a, json_t *b) {
  if (json_is_object(a) && json_is_object(b)) {
    return walk_object(d, path, a, b);
  }
  if (json_is_array(a) && json_is_array(b)) {
    return walk_array(d, path, a, b);
  }
  return (a != NULL && b != NULL && json_equal(a, b) != 0) || add(d, path, a, b);
}

static json_t *load(const char *path, noc_error_t *error) {
  json_error_t why;
  json_t *root = json_load_file(path, JSON_REJECT_DUPLICATES, &why);
  if (root == NULL && json_error_code(&why) == json_error_cannot_open_file) {
    (void)noc_fail_file(error, path, "read");
  } else if (root == NULL && (json_memory_failed() || why.text[0] == '\0')) {
    (void)noc_fail(error, NOC_ENVIRONMENT, "%s: out of memory", path);
  } else if (root == NULL) {
    (void)noc_fail(error, NOC_BAD_INPUT, "%s:%d:%d: %s", path, why.line > 0 ? why.line : 1,
                   why.column > 0 ? why.column : 1, why.text);
  } else if (json_string_value(json_object_get(root, "schema")) == NULL) {
    (void)noc_fail(error, NOC_BAD_INPUT,
                   "%s: " SAY_THERE_IS("no schema", "a result of nocstep (--json)"), path);
    json_decref(root);
    root = NULL;
  }
  return root;
}

bool diff_results(const char *a, const char *b, diff_results_t *d, noc_error_t *error) {
  *d = (diff_results_t){.root_a = load(a, error)};
  d->root_b = d->root_a != NULL ? load(b, error) : NULL;
  bool ok = d->root_b != NULL;
  if (ok) {
    const char *first = json_string_value(json_object_get(d->root_a, "schema"));
    const char *second = json_string_value(json_object_get(d->root_b, "schema"));
    ok = strcmp(first, second) == 0 ||
         noc_fail(error, NOC_BAD_INPUT, "%s: schema" SAY_IS("%.60s", "%.60s, as that of %s"), b,
                  second, first, a);
  }
  if (ok && !walk(d, "", d->root_a, d->root_b)) {
    ok = memory_fail(error, "what differs");
  }
  if (!ok) {
    diff_results_free(d);
  }
  return ok;
}

static void print_value(json_t *value, FILE *out) {
  if (value == NULL) {
    (void)fputs("nothing", out);
  } else {
    (void)json_dumpf(value, out, JSON_ENCODE_ANY | JSON_COMPACT | JSON_REAL_PRECISION(10));
  }
}

void diff_results_print(const diff_results_t *d, FILE *out) {
  if (d->count == 0) {
    (void)fprintf(out, "equal        but for time and memory of the machine\n");
    return;
  }
  (void)fprintf(out, "differ       %u members\n", d->count);
  for (uint32_t i = 0; i < d->count && i < SHOWN; i++) {
    const diff_member_t *m = &d->member[i];
    (void)fprintf(out, "  %-32s ", m->path);
    print_value(m->a, out);
    (void)fputs("  ->  ", out);
    print_value(m->b, out);
    if (json_is_number(m->a) && json_is_number(m->b) && json_number_value(m->a) != 0) {
      (void)fprintf(out, "  (%+.2f%%)",
                    100 * (json_number_value(m->b) / json_number_value(m->a) - 1));
    }
    (void)fputc('\n', out);
  }
  if (d->count > SHOWN) {
    (void)fprintf(out, "  .. and %u more (--json has all)\n", d->count - SHOWN);
  }
}

json_t *diff_results_json(const diff_results_t *d) {
  json_t *list = json_array();
  for (uint32_t i = 0; i < d->count; i++) {
    const diff_member_t *m = &d->member[i];
    (void)json_array_append_new(
        list, json_pack("{s:s, s:O?, s:O?}", "member", m->path, "a", m->a, "b", m->b));
  }
  return json_pack("{s:s, s:s, s:b, s:o}", "schema", "nocstep.diff/1", "of", "results", "equal",
                   d->count == 0, "members", list);
}

void diff_results_free(diff_results_t *d) {
  for (uint32_t i = 0; i < d->count; i++) {
    free(d->member[i].path);
  }
  free(d->member);
  json_decref(d->root_a);
  json_decref(d->root_b);
}
