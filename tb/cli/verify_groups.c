// verify_groups -- failures that look the same, together: by the unit to blame; if that is not
// known, by unit and register where RTL and golden model differ; by the rule that a foreign router
// has broken; else by the result and the words of the error.

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/verify.h"

// The error without its numbers, which differ from run to run: every number is one '#'.
static char *without_numbers(const char *error) {
  char *out = strdup(error);
  size_t length = 0;
  for (const char *c = error; out != NULL && *c != '\0'; c++) {
    if (!isdigit((unsigned char)*c)) {
      out[length++] = *c;
    } else if (length == 0 || out[length - 1] != '#') {
      out[length++] = '#';
    }
  }
  if (out != NULL) {
    out[length] = '\0';
  }
  return out;
}

static bool belongs(const verify_group_t *g, const verify_run_t *run, const char *what) {
  if (strcmp(g->result, verify_text(run, "result")) != 0) {
    return false;
  }
  if (g->unit != NULL) {
    const bool blamed = verify_text(run, "output")[0] != '\0';
    return strcmp(g->unit, verify_text(run, "unit")) == 0 && g->blamed == blamed &&
           (blamed || strcmp(g->reg, verify_text(run, "register")) == 0);
  }
  return strcmp(g->what, what) == 0;
}

// The group of the run, a new one if there is none. NULL: memory is short.
static verify_group_t *group_of(verify_t *v, size_t index) {
  const verify_run_t *run = &v->run[index];
  const char *rule = verify_text(run, "rule");
  char *what = NULL;
  if (rule[0] == '\0') {
    what = without_numbers(verify_text(run, "error"));
  } else if (asprintf(&what, "rule %s is broken", rule) < 0) {
    what = NULL;
  }
  if (what == NULL) {
    return NULL;
  }
  for (size_t i = 0; i < v->groups; i++) {
    if (belongs(&v->group[i], run, what)) {
      free(what);
      return &v->group[i];
    }
  }
  verify_group_t *more = realloc(v->group, (v->groups + 1) * sizeof *more);
  if (more == NULL) {
    free(what);
    return NULL;
  }
  v->group = more;
  const bool mismatch = verify_text(run, "unit")[0] != '\0';
  const bool blamed = verify_text(run, "output")[0] != '\0';
  const char *reg = verify_text(run, blamed ? "output" : "register");
  v->group[v->groups] = (verify_group_t){.result = verify_text(run, "result"),
                                         .unit = mismatch ? verify_text(run, "unit") : NULL,
                                         .source = mismatch ? verify_text(run, "source") : NULL,
                                         .reg = mismatch ? reg : NULL,
                                         .blamed = blamed,
                                         .what = what,
                                         .earliest = index,
                                         .smallest = index};
  return &v->group[v->groups++];
}

static bool before(const verify_run_t *a, const verify_run_t *b) {
  return verify_number(a, "cycle") < verify_number(b, "cycle");
}

static bool add(verify_t *v, verify_group_t *g, size_t index) {
  const verify_run_t *run = &v->run[index];
  const verify_run_t *smallest = &v->run[g->smallest];
  size_t *more = realloc(g->run, (g->count + 1) * sizeof *more);
  if (more == NULL) {
    return false;
  }
  g->run = more;
  g->run[g->count++] = index;
  if (before(run, &v->run[g->earliest])) {
    g->earliest = index;
  }
  const uint32_t routers = v->variant[run->variant].routers;
  const uint32_t fewest = v->variant[smallest->variant].routers;
  if (routers < fewest || (routers == fewest && before(run, smallest))) {
    g->smallest = index;
  }
  return true;
}

// The largest first; of two as large that with the lower run.
static int compare(const void *a, const void *b) {
  const verify_group_t *x = a;
  const verify_group_t *y = b;
  if (x->count != y->count) {
    return x->count > y->count ? -1 : 1;
  }
  return x->run[0] < y->run[0] ? -1 : 1;
}

// Which variants have failing runs of the group, and how many scenarios these are of.
static bool mark(const verify_t *v, verify_group_t *g) {
  bool *scenario = calloc(v->scenarios + 1, sizeof *scenario);
  g->variant = calloc(v->variants + 1, sizeof *g->variant);
  for (size_t i = 0; scenario != NULL && g->variant != NULL && i < g->count; i++) {
    const size_t variant = v->run[g->run[i]].variant;
    g->variant[variant] = true;
    g->scenarios += !scenario[v->variant[variant].scenario];
    scenario[v->variant[variant].scenario] = true;
  }
  free(scenario);
  return g->scenarios > 0;
}

static bool fail_memory(noc_error_t *error) {
  return noc_fail(error, NOC_ENVIRONMENT, "out of memory for the groups of failures");
}

bool verify_groups(verify_t *v, noc_error_t *error) {
  for (size_t i = 0; i < v->runs; i++) {
    const verify_run_t *run = &v->run[i];
    v->count[run->verdict]++;
    v->variant[run->variant].passed += run->verdict == VERIFY_PASS;
    v->comparisons += verify_number(run, "comparisons");
    v->foreign += v->scenario[v->variant[run->variant].scenario].foreign;
    v->bits_compared += verify_number(run, "bits_compared");
    v->cycles += verify_number(run, "cycles");
    run_coverage_merge(&v->coverage, json_object_get(run->result, "coverage"));
    if (run->verdict == VERIFY_FAIL || run->verdict == VERIFY_ERROR) {
      verify_group_t *g = group_of(v, i);
      if (g == NULL || !add(v, g, i)) {
        return fail_memory(error);
      }
    }
  }
  if (v->groups > 0) {
    qsort(v->group, v->groups, sizeof *v->group, compare);
  }
  for (size_t i = 0; i < v->groups; i++) {
    if (!mark(v, &v->group[i])) {
      return fail_memory(error);
    }
  }
  return true;
}
