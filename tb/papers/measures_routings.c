// measures_routings -- the way `routings`: routes of a topology, the channels that wait for each
// other, as `nocstep topo` has them, and how much goes over the busiest link.

#include <math.h>
#include <stdlib.h>

#include "analysis/route_loads.h"
#include "papers/measures.h"
#include "routing/dependencies.h"
#include "routing/routing.h"

typedef struct {
  double acyclic, channels, dependencies, shortest, needed, mean_route, longest_route, busiest;
} found_t;

#define FOUND_FIELD(name)                                        \
  static void found_##name(const void *record, value_t *value) { \
    value->number = ((const found_t *)record)->name;             \
  }
FOUND_FIELD(acyclic)
FOUND_FIELD(channels)
FOUND_FIELD(dependencies)
FOUND_FIELD(shortest)
FOUND_FIELD(needed)
FOUND_FIELD(mean_route)
FOUND_FIELD(longest_route)
FOUND_FIELD(busiest)

static const record_field_t kFields[] = {
    {"acyclic", {.kind = KIND_TRUTH}, found_acyclic},
    {"channels", {.kind = KIND_NUMBER}, found_channels},
    {"dependencies", {.kind = KIND_NUMBER}, found_dependencies},
    {"shortest", {.kind = KIND_NUMBER}, found_shortest},
    {"needed", {.kind = KIND_NUMBER}, found_needed},
    {"mean_route", {.kind = KIND_NUMBER}, found_mean_route},
    {"longest_route", {.kind = KIND_NUMBER}, found_longest_route},
    {"busiest", {.kind = KIND_NUMBER}, found_busiest},
};
static const record_class_t kRouting = {"a routing", kFields, sizeof kFields / sizeof kFields[0]};

// As many as the routing needs where none are given.
static bool read_classes(const char *text, const routing_t *r, unsigned *classes,
                         noc_error_t *error) {
  const unsigned least = r->groups_by_class ? r->classes : 1;
  *classes = 0;
  if (text == NULL) {
    return true;
  }
  char *end = NULL;
  const unsigned long value = strtoul(text, &end, 10);
  *classes = (unsigned)value;
  return (end != text && *end == '\0' && value >= least && value <= r->classes) ||
         noc_fail(error, NOC_BAD_INPUT, "classes" SAY_IS("'%.20s'", "%u to %u"), text, least,
                  r->classes);
}

static bool fill(routing_t *r, const char *classes, found_t *found, noc_error_t *error) {
  unsigned count = 0;
  dependencies_t d;
  if (!read_classes(classes, r, &count, error) || !dependencies_find(r, count, &d, error)) {
    return false;
  }
  const bool enumerated = d.method == DEPENDENCIES_ENUMERATION;
  route_loads_t loads = {.link = NAN};
  if (enumerated && !route_loads_find(r, NULL, &loads, error)) {
    dependencies_free(&d);
    return false;
  }
  *found = (found_t){.acyclic = d.acyclic,
                     .channels = (double)d.channels,
                     .dependencies = enumerated ? (double)d.dependencies : NAN,
                     .shortest = d.length,
                     .needed = r->classes,
                     .mean_route = d.mean_route,
                     .longest_route = d.longest_route,
                     .busiest = loads.link * (r->topology->nodes - 1)};
  dependencies_free(&d);
  return true;
}

static bool work(char *const *text, void *record, noc_error_t *error) {
  topology_t *t = topology_create(text[MEASURE_TOPOLOGY], error);
  routing_t *r = t != NULL
                     ? routing_create(t, text[MEASURE_ROUTING], text[MEASURE_ROUTES], false, error)
                     : NULL;
  const bool ok = r != NULL && fill(r, text[MEASURE_CLASSES], record, error);
  routing_free(r);
  topology_free(t);
  return ok;
}

static void keep(kept_t *k, void *record) {
  kept_numbers(k, record, sizeof(found_t));
}

static bool run(measured_t *m, evaluation_t *e, const cli_t *cli, noc_error_t *error) {
  return measure_work(m, e, cli, sizeof(found_t), work, keep, error);
}

static const char *const kKeys[] = {"topology", "?routing", "?routes", "?classes", NULL};
const measure_way_t kMeasureRoutings = {"routings", &kRouting, kKeys, run, measure_work_free, true};
