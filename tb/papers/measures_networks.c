// measures_networks -- the way `networks`: sizes and distances of topologies.

#include "analysis/measure.h"
#include "papers/measures.h"
#include "topology/topology.h"

typedef struct {
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

static bool work(char *const *text, void *record, noc_error_t *error) {
  found_t *found = record;
  topology_t *t = topology_create(text[MEASURE_TOPOLOGY], error);
  const bool ok = t != NULL && measure_topology(t, &found->measured, error);
  found->nodes = t != NULL ? t->nodes : 0;
  topology_free(t);
  return ok;
}

static void keep(kept_t *k, void *record) {
  found_t *found = record;
  measure_t *is = &found->measured;
  uint32_t *const count[] = {&found->nodes, &is->links, &is->degree_min, &is->degree_max};
  for (size_t i = 0; i < sizeof count / sizeof count[0]; i++) {
    uint64_t number = *count[i];
    kept_count(k, &number);
    *count[i] = (uint32_t)number;
  }
  kept_number(k, &is->diameter);
  kept_number(k, &is->mean_distance);
}

static bool run(measured_t *m, evaluation_t *e, const cli_t *cli, noc_error_t *error) {
  return measure_work(m, e, cli, sizeof(found_t), work, keep, error);
}

static const char *const kKeys[] = {"topology", NULL};
const measure_way_t kMeasureNetworks = {"networks", &kNetwork, kKeys, run, measure_work_free, true};
