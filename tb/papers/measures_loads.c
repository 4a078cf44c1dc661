// measures_loads -- the way `loads`: a curve of latency over throughput for every combination.

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "network/zero_load.h"
#include "papers/loads.h"
#include "papers/measures.h"
#include "papers/records.h"

#define POINT_FIELD(member)                                        \
  static void point_##member(const void *record, value_t *value) { \
    value->number = ((const paper_load_t *)record)->member;        \
  }
POINT_FIELD(load)
POINT_FIELD(offered)
POINT_FIELD(accepted)
POINT_FIELD(latency)
POINT_FIELD(network_latency)
POINT_FIELD(packets)

static const record_field_t kPointFields[] = {
    {"load", {.kind = KIND_NUMBER}, point_load},
    {"offered", {.kind = KIND_NUMBER}, point_offered},
    {"accepted", {.kind = KIND_NUMBER}, point_accepted},
    {"latency", {.kind = KIND_NUMBER}, point_latency},
    {"network_latency", {.kind = KIND_NUMBER}, point_network_latency},
    {"packets", {.kind = KIND_NUMBER}, point_packets},
};
static const record_class_t kPoint = {"a point", kPointFields,
                                      sizeof kPointFields / sizeof kPointFields[0]};

static const scenario_t *scenario(const void *record) {
  return ((const curve_record_t *)record)->curve->scenario;
}

static void curve_zero_load(const void *record, value_t *value) {
  value->number = ((const curve_record_t *)record)->seen.zero_load;
}

static void curve_bound(const void *record, value_t *value) {
  value->number = ((const curve_record_t *)record)->curve->bound;
}

static void curve_full(const void *record, value_t *value) {
  value->number = ((const curve_record_t *)record)->curve->full.accepted;
}

static void curve_slowest(const void *record, value_t *value) {
  const curve_record_t *c = record;
  value->number = 0;
  for (size_t i = 1; i < c->points; i++) {
    value->number = fmax(value->number, c->point[i].network_latency);
  }
}

static void curve_points(const void *record, value_t *value) {
  const curve_record_t *c = record;
  *value = (value_t){.record = c->point, .count = c->points, .stride = sizeof *c->point};
}

static void curve_nodes(const void *record, value_t *value) {
  value->number = scenario(record)->topology->nodes;
}

static void curve_vcs(const void *record, value_t *value) {
  value->number = scenario(record)->vcs;
}

static void curve_depth(const void *record, value_t *value) {
  value->number = scenario(record)->depth;
}

static void curve_hop(const void *record, value_t *value) {
  value->number = scenario(record)->pipeline + scenario(record)->link_latency - 1;
}

static void curve_cycles(const void *record, value_t *value) {
  value->number = (double)scenario(record)->cycles;
}

static const record_field_t kCurveFields[] = {
    {"zero_load", {.kind = KIND_NUMBER}, curve_zero_load},
    {"bound", {.kind = KIND_NUMBER}, curve_bound},
    {"full", {.kind = KIND_NUMBER}, curve_full},
    {"slowest", {.kind = KIND_NUMBER}, curve_slowest},
    {"points", {.kind = KIND_RECORD, .list = true, .of = &kPoint}, curve_points},
    {"nodes", {.kind = KIND_NUMBER}, curve_nodes},
    {"vcs", {.kind = KIND_NUMBER}, curve_vcs},
    {"depth", {.kind = KIND_NUMBER}, curve_depth},
    {"hop", {.kind = KIND_NUMBER}, curve_hop},
    {"cycles", {.kind = KIND_NUMBER}, curve_cycles},
};
const record_class_t kCurve = {"a curve", kCurveFields,
                               sizeof kCurveFields / sizeof kCurveFields[0]};

typedef struct {
  paper_loads_t loads;
  double *part;
  curve_record_t *record;
} state_t;

typedef struct {
  measured_t *measure;
  state_t *state;
} adding_t;

static bool add_curve(evaluation_t *e, void *context) {
  const measured_t *m = ((adding_t *)context)->measure;
  paper_loads_t *loads = &((adding_t *)context)->state->loads;
  char *text = template_text(e, &m->scenario);
  char **set = text != NULL ? measure_sets(m, e) : NULL;
  bool ok = set != NULL;
  if (ok) {
    ok = paper_loads_add(loads, text, (const char *const *)set, m->sets);
    if (!ok) {
      *e->error = loads->error;
    }
  }
  measure_sets_free(set);
  free(text);
  return ok;
}

static bool read_parts(const measured_t *m, evaluation_t *e, state_t *s) {
  value_t parts;
  if (!expression_value(e, m->parts, &parts)) {
    return false;
  }
  s->part = malloc((parts.count + 1) * sizeof *s->part);
  if (s->part == NULL) {
    return memory_fail(e->error, "the curves");
  }
  for (size_t i = 0; i < parts.count; i++) {
    s->part[i] = value_at(&parts, i).number;
  }
  s->loads.part = s->part;
  s->loads.parts = parts.count;
  return true;
}

// Transfer times: from the first flit's entry into the network, without the source queue. The first
// point is the idle network.
static bool make_record(const paper_curve_t *c, curve_record_t *r) {
  const double zero_load = c->zero_load - ZERO_LOAD_ENTRY;
  *r = (curve_record_t){.curve = c,
                        .point = malloc((c->count + 1) * sizeof *r->point),
                        .over = malloc((c->count + 1) * sizeof *r->over)};
  if (r->point == NULL || r->over == NULL) {
    return false;
  }
  r->point[r->points++] =
      (paper_load_t){.network_latency = zero_load, .latency = c->zero_load, .packets = NAN};
  size_t known = 0;
  for (size_t i = 0; i < c->count; i++) {
    const paper_load_t *p = &c->point[i];
    r->point[r->points++] = *p;
    if (!isnan(p->network_latency)) {
      r->over[known++] = (tradeoff_point_t){p->accepted, p->network_latency};
    }
  }
  r->seen = (tradeoff_t){zero_load, r->over, known};
  return true;
}

static void keep_point(kept_t *k, paper_load_t *p) {
  kept_record(k);
  kept_number(k, &p->load);
  kept_number(k, &p->offered);
  kept_number(k, &p->accepted);
  kept_number(k, &p->latency);
  kept_number(k, &p->network_latency);
  kept_number(k, &p->packets);
}

// A record for each curve, and then one for each of its points.
static void keep_curves(kept_t *k, paper_loads_t *loads) {
  for (size_t i = 0; i < loads->count; i++) {
    paper_curve_t *c = &loads->curve[i];
    c->count = k->reads ? loads->parts : c->count;
    keep_point(k, &c->full);
    for (size_t p = 0; p < c->count; p++) {
      keep_point(k, &c->point[p]);
    }
  }
}

static bool make_records(measured_t *m, state_t *s, noc_error_t *error) {
  s->record = calloc(s->loads.count + 1, sizeof *s->record);
  bool ok = s->record != NULL;
  for (size_t i = 0; ok && i < s->loads.count; i++) {
    ok = make_record(&s->loads.curve[i], &s->record[i]);
  }
  m->family.record = ok ? s->record : NULL;
  m->family.stride = sizeof *s->record;
  return ok || memory_fail(error, "the curves");
}

static bool check_messages(const state_t *s, noc_error_t *error) {
  for (size_t i = 0; i < s->loads.count; i++) {
    const scenario_t *is = s->loads.curve[i].scenario;
    if (s->record[i].seen.count == 0) {
      return noc_fail(
          error, NOC_BAD_INPUT,
          "run.cycles" SAY_IS("%llu, in which no message of %u flits has arrived on %s", "more"),
          (unsigned long long)is->cycles, is->traffic[0].packet_flits.longest, is->topology_text);
    }
  }
  return true;
}

static bool run(measured_t *m, evaluation_t *e, const cli_t *cli, noc_error_t *error) {
  state_t *s = calloc(1, sizeof *s);
  m->state = s;
  if (s == NULL) {
    return memory_fail(error, "the curves");
  }
  s->loads = (paper_loads_t){.cli = cli, .name = m->paper};
  adding_t adding = {m, s};
  if (!read_parts(m, e, s) || !measure_each(m, e, add_curve, &adding)) {
    return false;
  }
  const bool ok = m->kept.reads || paper_loads_run(&s->loads);
  if (!ok) {
    *error = s->loads.error;
  }
  keep_curves(&m->kept, &s->loads);
  return make_records(m, s, error) && ok && check_messages(s, error);
}

static void clear(measured_t *m) {
  state_t *s = m->state;
  for (size_t i = 0; s != NULL && s->record != NULL && i < s->loads.count; i++) {
    free(s->record[i].point);
    free(s->record[i].over);
  }
  if (s != NULL) {
    paper_loads_free(&s->loads);
    free(s->record);
    free(s->part);
  }
  free(s);
}

static const char *const kKeys[] = {"?scenario", "?set", "parts", NULL};
const measure_way_t kMeasureLoads = {"loads", &kCurve, kKeys, run, clear, true};
