// measures_networks -- the way `networks`: sizes and distances of topologies.

#include <math.h>

#include "analysis/measure.h"
#include "analysis/two_hops.h"
#include "papers/measures.h"
#include "topology/topology.h"

// Up to so many routers all pairs of them are looked at.
enum { PAIRS_MOST = 4096 };

// Numbers only; NAN where there is none.
typedef struct {
  double nodes, routers, links, degree_min, degree_max;
  double diameter, mean_distance, bisection, bisection_exact, cut;
  double edge_disjoint, arc_disjoint, moore;
  double apart_least, apart_most, linked_least, linked_most;
} found_t;

#define FOUND_FIELD(name)                                        \
  static void found_##name(const void *record, value_t *value) { \
    value->number = ((const found_t *)record)->name;             \
  }
FOUND_FIELD(nodes)
FOUND_FIELD(routers)
FOUND_FIELD(links)
FOUND_FIELD(degree_min)
FOUND_FIELD(degree_max)
FOUND_FIELD(diameter)
FOUND_FIELD(mean_distance)
FOUND_FIELD(bisection)
FOUND_FIELD(bisection_exact)
FOUND_FIELD(cut)
FOUND_FIELD(edge_disjoint)
FOUND_FIELD(arc_disjoint)
FOUND_FIELD(moore)
FOUND_FIELD(apart_least)
FOUND_FIELD(apart_most)
FOUND_FIELD(linked_least)
FOUND_FIELD(linked_most)

static const record_field_t kFields[] = {
    {"nodes", {.kind = KIND_NUMBER}, found_nodes},
    {"routers", {.kind = KIND_NUMBER}, found_routers},
    {"links", {.kind = KIND_NUMBER}, found_links},
    {"degree_min", {.kind = KIND_NUMBER}, found_degree_min},
    {"degree_max", {.kind = KIND_NUMBER}, found_degree_max},
    {"diameter", {.kind = KIND_NUMBER}, found_diameter},
    {"mean_distance", {.kind = KIND_NUMBER}, found_mean_distance},
    {"bisection", {.kind = KIND_NUMBER}, found_bisection},
    {"bisection_exact", {.kind = KIND_TRUTH}, found_bisection_exact},
    {"cut", {.kind = KIND_NUMBER}, found_cut},
    {"edge_disjoint", {.kind = KIND_NUMBER}, found_edge_disjoint},
    {"arc_disjoint", {.kind = KIND_NUMBER}, found_arc_disjoint},
    {"moore", {.kind = KIND_NUMBER}, found_moore},
    {"apart_least", {.kind = KIND_NUMBER}, found_apart_least},
    {"apart_most", {.kind = KIND_NUMBER}, found_apart_most},
    {"linked_least", {.kind = KIND_NUMBER}, found_linked_least},
    {"linked_most", {.kind = KIND_NUMBER}, found_linked_most},
};
static const record_class_t kNetwork = {"a network", kFields, sizeof kFields / sizeof kFields[0]};

static double least_of(const two_hops_range_t *r) {
  return r->least <= r->most ? (double)r->least : NAN;
}

static double most_of(const two_hops_range_t *r) {
  return r->least <= r->most ? (double)r->most : NAN;
}

static void fill(const topology_t *t, const measure_t *m, const two_hops_t *ways, found_t *found) {
  *found = (found_t){.nodes = t->nodes,
                     .routers = t->routers,
                     .links = m->links,
                     .degree_min = m->degree_min,
                     .degree_max = m->degree_max,
                     .diameter = m->diameter,
                     .mean_distance = m->mean_distance,
                     .bisection = m->bisection,
                     .bisection_exact = m->bisection_exact,
                     .cut = m->cut,
                     .edge_disjoint = m->trees,
                     .arc_disjoint = m->edge_connectivity,
                     .moore = m->diameter > 0 ? measure_moore(m->degree_max, m->diameter) : NAN,
                     .apart_least = least_of(&ways->apart),
                     .apart_most = most_of(&ways->apart),
                     .linked_least = least_of(&ways->linked),
                     .linked_most = most_of(&ways->linked)};
}

static bool work(char *const *text, void *record, noc_error_t *error) {
  topology_t *t = topology_create(text[MEASURE_TOPOLOGY], error);
  measure_t m;
  two_hops_t ways = {{UINT32_MAX, 0}, {UINT32_MAX, 0}};
  const bool ok = t != NULL && measure_topology(t, &m, error) &&
                  (t->routers > PAIRS_MOST || two_hops_find(t, &ways, error));
  if (ok) {
    fill(t, &m, &ways, record);
  }
  topology_free(t);
  return ok;
}

static void keep(kept_t *k, void *record) {
  kept_numbers(k, record, sizeof(found_t));
}

static bool run(measured_t *m, evaluation_t *e, const cli_t *cli, noc_error_t *error) {
  return measure_work(m, e, cli, sizeof(found_t), work, keep, error);
}

static const char *const kKeys[] = {"topology", NULL};
const measure_way_t kMeasureNetworks = {"networks", &kNetwork, kKeys, run, measure_work_free, true};
