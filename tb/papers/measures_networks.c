// measures_networks -- the way `networks`: sizes and distances of topologies, each in a worker
// process.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/measure.h"
#include "base/memory.h"
#include "papers/measures.h"
#include "runs/jobs.h"
#include "topology/topology.h"

// The numbers that a worker finds out about one; plain bytes.
typedef struct {
  bool ok;
  noc_error_t error;
  uint32_t nodes;
  measure_t measured;
} found_t;

#define FOUND_FIELD(name, member)                                \
  static void found_##name(const void *record, value_t *value) { \
    value->number = ((const found_t *)record)->member;           \
  }
FOUND_FIELD(nodes, nodes)
FOUND_FIELD(links, measured.links)
FOUND_FIELD(degree_min, measured.degree_min)
FOUND_FIELD(degree_max, measured.degree_max)
FOUND_FIELD(diameter, measured.diameter)
FOUND_FIELD(mean_distance, measured.mean_distance)

static const record_field_t kFields[] = {
    {"nodes", {.kind = KIND_NUMBER}, found_nodes},
    {"links", {.kind = KIND_NUMBER}, found_links},
    {"degree_min", {.kind = KIND_NUMBER}, found_degree_min},
    {"degree_max", {.kind = KIND_NUMBER}, found_degree_max},
    {"diameter", {.kind = KIND_NUMBER}, found_diameter},
    {"mean_distance", {.kind = KIND_NUMBER}, found_mean_distance},
};
static const record_class_t kNetwork = {"a network", kFields, sizeof kFields / sizeof kFields[0]};

typedef struct {
  char **text;  // the topologies
  found_t *found;
  size_t count;
} state_t;

// The last comes first: where networks grow it takes longest.
static size_t index_of(const state_t *s, size_t job) {
  return s->count - 1 - job;
}

static void start(void *context, size_t job, FILE *result) {
  const state_t *s = context;
  found_t found = {.ok = false};
  topology_t *t = topology_create(s->text[index_of(s, job)], &found.error);
  if (t != NULL) {
    found.nodes = t->nodes;
    found.ok = measure_topology(t, &found.measured, &found.error);
  }
  topology_free(t);
  (void)fwrite(&found, sizeof found, 1, result);
}

static bool done(void *context, const job_result_t *result) {
  state_t *s = context;
  const size_t index = index_of(s, result->index);
  found_t *found = &s->found[index];
  if (result->died == NULL && result->length == sizeof *found) {
    memcpy(found, result->bytes, sizeof *found);
  } else {
    (void)noc_fail(&found->error, NOC_INTERNAL, "%s: the worker process %s", s->text[index],
                   result->died != NULL ? result->died : "sent something else than a result");
  }
  return found->ok;
}

typedef struct {
  const measured_t *measure;
  state_t *state;
} adding_t;

static bool add_network(evaluation_t *e, void *context) {
  const adding_t *adding = context;
  state_t *s = adding->state;
  s->text[s->count] = measure_text(adding->measure, e, MEASURE_TOPOLOGY);
  return s->text[s->count] != NULL && ++s->count > 0;
}

static bool run(measured_t *m, evaluation_t *e, const cli_t *cli, noc_error_t *error) {
  state_t *s = calloc(1, sizeof *s);
  m->state = s;
  if (s != NULL) {
    s->text = calloc(m->count, sizeof *s->text);
    s->found = calloc(m->count, sizeof *s->found);
  }
  if (s == NULL || s->text == NULL || s->found == NULL) {
    return memory_fail(error, "the networks");
  }
  adding_t adding = {m, s};
  if (!measure_each(m, e, add_network, &adding)) {
    return false;
  }
  const jobs_config_t config = {
      .jobs = s->count, .workers = (unsigned)cli->jobs, .context = s, .start = start, .done = done};
  if (!jobs_run(&config, error)) {
    return false;
  }
  for (size_t i = 0; i < s->count; i++) {
    if (s->found[i].error.status != NOC_OK) {
      *error = s->found[i].error;
      return false;
    }
  }
  m->family.record = s->found;
  m->family.stride = sizeof *s->found;
  return true;
}

static void clear(measured_t *m) {
  state_t *s = m->state;
  for (size_t i = 0; s != NULL && s->text != NULL && i < s->count; i++) {
    free(s->text[i]);
  }
  if (s != NULL) {
    free(s->text);
    free(s->found);
  }
  free(s);
}

static const char *const kKeys[] = {"topology", NULL};
const measure_way_t kMeasureNetworks = {"networks", &kNetwork, kKeys, run, clear};
