// measures_hops -- the way `hops`: unicasts and hops of a collective by a scheme, step by step, as
// `nocstep hops` has them.

#include <stdio.h>
#include <string.h>

#include "collective/coding_level.h"
#include "papers/measures.h"
#include "runs/hop_count.h"

enum { AXES = 2, TEXT = CODING_LEVELS * CODING_TEXT };

typedef struct {
  double nodes, group_nodes, bound;
  hops_count_t total, step[CODING_STEPS];
  char group[TEXT];      // "8x8,4x4" of all levels; "" without groups, or of lists
  uint32_t apart[AXES];  // the longest way between intermediate nodes in each dimension
} counted_t;

#define COUNT_FIELD(name, member)                                   \
  static void count_##name(const void *record, value_t *value) {    \
    value->number = (double)((const hops_count_t *)record)->member; \
  }
COUNT_FIELD(hops, hops)
COUNT_FIELD(unicasts, unicasts)
COUNT_FIELD(longest, max_path)

static const record_field_t kStepFields[] = {{"hops", {.kind = KIND_NUMBER}, count_hops},
                                             {"unicasts", {.kind = KIND_NUMBER}, count_unicasts},
                                             {"longest", {.kind = KIND_NUMBER}, count_longest}};
static const record_class_t kStep = {"a step", kStepFields, 3};

#define NUMBER_FIELD(name, member)                                 \
  static void counted_##name(const void *record, value_t *value) { \
    value->number = (double)((const counted_t *)record)->member;   \
  }
NUMBER_FIELD(hops, total.hops)
NUMBER_FIELD(unicasts, total.unicasts)
NUMBER_FIELD(longest, total.max_path)
NUMBER_FIELD(bound, bound)
NUMBER_FIELD(nodes, nodes)
NUMBER_FIELD(group_nodes, group_nodes)
NUMBER_FIELD(apart_1, apart[0])
NUMBER_FIELD(apart_2, apart[1])

static void counted_group(const void *record, value_t *value) {
  value->text = ((const counted_t *)record)->group;
}

#define STEP_FIELD(name, which)                                    \
  static void counted_##name(const void *record, value_t *value) { \
    value->record = &((const counted_t *)record)->step[which];     \
  }
STEP_FIELD(intra, CODING_INTRA)
STEP_FIELD(inter, CODING_INTER)
STEP_FIELD(distribute, CODING_DISTRIBUTE)
STEP_FIELD(unicast, CODING_UNICAST)

static const record_field_t kFields[] = {
    {"hops", {.kind = KIND_NUMBER}, counted_hops},
    {"unicasts", {.kind = KIND_NUMBER}, counted_unicasts},
    {"longest", {.kind = KIND_NUMBER}, counted_longest},
    {"bound", {.kind = KIND_NUMBER}, counted_bound},
    {"nodes", {.kind = KIND_NUMBER}, counted_nodes},
    {"group", {.kind = KIND_TEXT}, counted_group},
    {"group_nodes", {.kind = KIND_NUMBER}, counted_group_nodes},
    {"apart_1", {.kind = KIND_NUMBER}, counted_apart_1},
    {"apart_2", {.kind = KIND_NUMBER}, counted_apart_2},
    {"intra", {.kind = KIND_RECORD, .of = &kStep}, counted_intra},
    {"inter", {.kind = KIND_RECORD, .of = &kStep}, counted_inter},
    {"distribute", {.kind = KIND_RECORD, .of = &kStep}, counted_distribute},
    {"unicast", {.kind = KIND_RECORD, .of = &kStep}, counted_unicast},
};
static const record_class_t kCounted = {"hops", kFields, sizeof kFields / sizeof kFields[0]};

// Between any two groups of a row of them.
static uint32_t longest_between(const coding_level_t *level, unsigned d) {
  uint32_t most = 0;
  for (uint32_t i = 0; i < level->grid[d]; i++) {
    for (uint32_t k = 0; k < i; k++) {
      const uint32_t low = k * level->side[d] + level->shift[d][k];
      const uint32_t high = i * level->side[d] + level->shift[d][i];
      most = high - low > most ? high - low : most;
    }
  }
  return most;
}

static bool describe_groups(const hops_t *h, counted_t *out, noc_error_t *error) {
  hops_space_t space;
  coding_level_t level = {0};
  out->group_nodes = hops_group_size(h);
  if (h->config.list.count > 0 || !hops_space_of(h->topology, &space)) {
    return true;
  }
  for (unsigned i = 0; i < h->config.levels; i++) {
    char group[CODING_TEXT];
    const size_t used = strlen(out->group);
    (void)snprintf(out->group + used, sizeof out->group - used, "%s%s", i > 0 ? "," : "",
                   coding_group_text(h->topology, h->config.side[i], group));
  }
  const bool ok = coding_level_create(&level, &space, &h->config, 0, error);
  for (unsigned d = 0; ok && d < AXES && d < space.dims; d++) {
    out->apart[d] = longest_between(&level, d);
  }
  coding_level_free(&level);
  return ok;
}

static bool work(char *const *text, void *record, noc_error_t *error) {
  counted_t *out = record;
  hops_t h = {.asked = {.topology = text[MEASURE_TOPOLOGY],
                        .collective = text[MEASURE_COLLECTIVE],
                        .scheme = text[MEASURE_SCHEME],
                        .group = text[MEASURE_GROUP],
                        .base = text[MEASURE_BASE],
                        .intermediate = text[MEASURE_INTERMEDIATE],
                        .from = text[MEASURE_FROM],
                        .to = text[MEASURE_TO]}};
  const bool ok = hops_work_out(&h, error) && (!h.hierarchical || describe_groups(&h, out, error));
  if (ok) {
    out->nodes = h.topology->nodes;
    out->bound = (double)h.bound;
    out->total = h.total;
    memcpy(out->step, h.steps.step[0], sizeof out->step);
  }
  hops_free(&h);
  return ok;
}

static bool run(measured_t *m, evaluation_t *e, const cli_t *cli, noc_error_t *error) {
  return measure_work(m, e, cli, sizeof(counted_t), work, NULL, error);
}

static const char *const kKeys[] = {"topology",      "collective", "scheme", "?group", "?base",
                                    "?intermediate", "?from",      "?to",    NULL};
const measure_way_t kMeasureHops = {"hops", &kCounted, kKeys, run, measure_work_free, false};
