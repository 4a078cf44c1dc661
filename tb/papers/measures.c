// measures -- the ways to measure; see measures.h.

#include "papers/measures.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "papers/coding.h"
#include "scenario/scenario_load.h"
#include "topology/topology.h"

static const measure_way_t *const kWays[] = {
    &kMeasureLoads,    &kMeasureRuns,     &kMeasureSweeps,   &kMeasureNetworks,
    &kMeasurePlans,    &kMeasureHops,     &kMeasureReadings, &kMeasureSteps,
    &kMeasureRoutings, &kMeasureMessages, &kMeasureSchedules};

const measure_way_t *measure_way_at(size_t i) {
  return i < sizeof kWays / sizeof kWays[0] ? kWays[i] : NULL;
}

const char *const kMeasureTexts[MEASURE_TEXTS] = {
    "topology", "name",         "from",    "to",         "collective", "scheme",   "group",
    "base",     "intermediate", "routing", "routes",     "classes",    "messages", "ports",
    "detour",   "search",       "seed",    "time_limit", "look_limit"};

typedef struct {
  const measured_t *measure;
  size_t index;
  bool (*body)(evaluation_t *e, void *context);
  void *context;
} walk_t;

static bool if_measured(evaluation_t *e, void *context) {
  walk_t *walk = context;
  const size_t *record = walk->measure->family.index;
  const bool left_out = record != NULL && record[walk->index] == FAMILY_NONE;
  walk->index++;
  return left_out || walk->body(e, walk->context);
}

bool measure_each(const measured_t *m, evaluation_t *e,
                  bool (*body)(evaluation_t *e, void *context), void *context) {
  walk_t walk = {m, 0, body, context};
  return loops_each(e, &m->family.loops, if_measured, &walk);
}

// The name of a file in the text, NULL without one.
static const char *file_in(const char *text, measure_text_t which) {
  return which == MEASURE_ROUTES ? text : which == MEASURE_TOPOLOGY ? topology_file(text) : NULL;
}

char *measure_text(const measured_t *m, evaluation_t *e, measure_text_t which) {
  char *text = m->text[which].text != NULL ? template_text(e, &m->text[which]) : NULL;
  const char *file = text != NULL ? file_in(text, which) : NULL;
  const char *slash = strrchr(e->all->file, '/');
  if (file == NULL || file[0] == '/' || slash == NULL) {
    return text;
  }
  char *beside = NULL;
  if (asprintf(&beside, "%.*s%.*s%s", (int)(file - text), text, (int)(slash + 1 - e->all->file),
               e->all->file, file) < 0) {
    beside = NULL;
    (void)memory_fail(e->error, "the name of a file");
  }
  free(text);
  return beside;
}

char **measure_sets(const measured_t *m, evaluation_t *e) {
  char **set = calloc(m->sets + 1, sizeof *set);
  if (set == NULL) {
    (void)memory_fail(e->error, "the sets of a measure");
    return NULL;
  }
  for (size_t i = 0; i < m->sets; i++) {
    set[i] = template_text(e, &m->set[i]);
    if (set[i] == NULL) {
      measure_sets_free(set);
      return NULL;
    }
  }
  return set;
}

void measure_sets_free(char **set) {
  for (size_t i = 0; set != NULL && set[i] != NULL; i++) {
    free(set[i]);
  }
  free(set);
}

scenario_t *measure_scenario(const measured_t *m, evaluation_t *e, const cli_t *cli) {
  const size_t before = cli->sets.count;
  scenario_t *s = NULL;
  char *text = template_text(e, &m->scenario);
  char **own = text != NULL ? measure_sets(m, e) : NULL;
  const char **every = own != NULL ? calloc(before + m->sets + 1, sizeof *every) : NULL;
  if (every != NULL) {
    for (size_t i = 0; i < before; i++) {
      every[i] = cli->sets.item[i];
    }
    for (size_t i = 0; i < m->sets; i++) {
      every[before + i] = own[i];
    }
    s = scenario_parse(text, strlen(text), m->paper, every, before + m->sets, e->error);
  } else if (own != NULL) {
    (void)memory_fail(e->error, "a scenario");
  }
  free(every);
  measure_sets_free(own);
  free(text);
  return s;
}
