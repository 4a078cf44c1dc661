// sivaram1998_plans -- the way `path_plans`: the worms and phases of a multicast by path worms,
// without running it; and the steps of a k-binomial tree.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "collective/kbinomial.h"
#include "collective/multicast_schemes.h"
#include "collective/path_plan.h"
#include "collective/scheme.h"
#include "papers/measures.h"
#include "papers/sivaram1998.h"
#include "scenario/scenario_load.h"

typedef struct {
  double worms, phases;
} plan_record_t;

static void plan_worms(const void *record, value_t *value) {
  value->number = ((const plan_record_t *)record)->worms;
}

static void plan_phases(const void *record, value_t *value) {
  value->number = ((const plan_record_t *)record)->phases;
}

static const record_field_t kFields[] = {{"worms", {.kind = KIND_NUMBER}, plan_worms},
                                         {"phases", {.kind = KIND_NUMBER}, plan_phases}};
static const record_class_t kPlan = {"a plan", kFields, 2};

// The last scenario is kept, since several plans behind each other have the same.
typedef struct {
  measured_t *measure;
  const cli_t *cli;
  char *text;
  scenario_t *scenario;
  multicast_planner_t planner;
  plan_record_t *record;
  size_t count;
} state_t;

static bool take_scenario(evaluation_t *e, state_t *s) {
  const char *key = NULL;
  double flits = 0;
  char *text = template_text(e, &s->measure->scenario);
  if (text == NULL) {
    return false;
  }
  if (s->text != NULL && strcmp(s->text, text) == 0) {
    free(text);
    return true;
  }
  free(s->text);
  scenario_free(s->scenario);
  s->text = text;
  s->scenario = measure_scenario(s->measure, e, s->cli);
  if (s->scenario == NULL || !expression_number(e, s->measure->flits, &flits)) {
    return false;
  }
  if (!(flits >= 1 && flits < 1e6)) {
    return noc_fail(e->error, NOC_BAD_INPUT, "%s: flits" SAY_IS("%g", "1 to 1,000,000"),
                    e->all->file, flits);
  }
  s->planner = (multicast_planner_t){.topology = s->scenario->topology};
  return multicast_planner_create(&s->planner, s->scenario, &kPathWormScheme, (unsigned)flits, &key,
                                  e->error);
}

// "5,2,9", in this order; `most` of them.
static bool read_nodes(evaluation_t *e, const state_t *s, measure_text_t which, uint32_t *node,
                       unsigned most, unsigned *count) {
  char *text = measure_text(s->measure, e, which);
  *count = 0;
  bool ok = text != NULL;
  for (char *at = text; ok && at != NULL && *at != '\0';) {
    char *end = NULL;
    const unsigned long here = strtoul(at, &end, 10);
    ok = end != at && here < s->scenario->topology->nodes && *count < most;
    if (ok) {
      node[(*count)++] = (uint32_t)here;
    }
    at = *end == ',' ? end + 1 : end;
    ok = ok && (*end == ',' || *end == '\0');
  }
  if (text != NULL && (!ok || *count == 0)) {
    (void)noc_fail(e->error, NOC_BAD_INPUT, "%s: %s" SAY_IS("'%.60s'", "%s of the topology"),
                   e->all->file, kMeasureTexts[which], text, most > 1 ? "nodes" : "a node");
    ok = false;
  }
  free(text);
  return ok;
}

static bool add_plan(evaluation_t *e, void *context) {
  state_t *s = context;
  uint32_t from = 0;
  unsigned count = 0;
  if (!take_scenario(e, s) || !read_nodes(e, s, MEASURE_FROM, &from, 1, &count)) {
    return false;
  }
  uint32_t *node = malloc((s->scenario->topology->nodes + 1) * sizeof *node);
  if (node == NULL) {
    return memory_fail(e->error, "a plan");
  }
  path_plan_t plan = {0};
  bool ok = read_nodes(e, s, MEASURE_TO, node, s->scenario->topology->nodes, &count);
  for (unsigned i = 0; ok && i < count; i++) {
    bool other = node[i] != from;
    for (unsigned k = 0; k < i; k++) {
      other = other && node[k] != node[i];
    }
    ok = other || noc_fail(e->error, NOC_BAD_INPUT, "%s: to" SAY_IS("node %u again", "given once"),
                           e->all->file, node[i]);
  }
  ok = ok && path_plan_create(&plan, s->planner.routing, s->planner.classes, from, node, count,
                              s->planner.most_pairs, e->error);
  if (ok) {
    s->record[s->count++] = (plan_record_t){plan.worms, plan.phases};
  }
  path_plan_free(&plan);
  free(node);
  return ok;
}

static bool run(measured_t *m, evaluation_t *e, const cli_t *cli, noc_error_t *error) {
  state_t s = {.measure = m, .cli = cli, .record = calloc(m->count, sizeof *s.record)};
  m->state = s.record;
  if (s.record == NULL) {
    return memory_fail(error, "the plans");
  }
  const bool ok = measure_each(m, e, add_plan, &s);
  free(s.text);
  scenario_free(s.scenario);
  m->family.record = ok ? s.record : NULL;
  m->family.stride = sizeof *s.record;
  return ok;
}

static void clear(measured_t *m) {
  free(m->state);
}

static const char *const kKeys[] = {"?scenario", "?set", "from", "to", "flits", NULL};
const measure_way_t kMeasurePlans = {"path_plans", &kPlan, kKeys, run, clear, false};

// Until the first packet is everywhere.
static bool call_steps(const value_t *argument, value_t *result, void *room, noc_error_t *error) {
  const double n = argument[0].number;
  (void)room;
  if (!(n >= 1 && n < 1e6)) {
    return noc_fail(error, NOC_BAD_INPUT, "N" SAY_IS("%g", "1 to 1,000,000"), n);
  }
  result->number = (double)kbinomial_steps((unsigned)n, 1, kbinomial_best((unsigned)n, 1));
  return true;
}

const function_t kKbinomialSteps = {.name = "kbinomial_steps",
                                    .words = "N",
                                    .argument = {{.kind = KIND_NUMBER}},
                                    .arguments = 1,
                                    .result = {.kind = KIND_NUMBER},
                                    .call = call_steps};
