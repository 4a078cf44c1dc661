// measures_sweeps -- the way `sweeps`: steady latencies over load, and the load at which a network
// saturates, as `nocstep sweep` finds it.

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "papers/measures.h"
#include "papers/records.h"
#include "runs/curves.h"
#include "scenario/scenario_load.h"

static const curve_t *curve(const void *record) {
  return ((const sweep_record_t *)record)->curve;
}

const curve_point_t *sweep_at(const sweep_record_t *sweep, double load) {
  const curve_t *c = sweep->curve;
  for (size_t i = 0; i < c->count; i++) {
    if ((double)c->point[i].load == round(load * RANGE_UNIT) && c->point[i].passed &&
        curve_has_latency(c, &c->point[i])) {
      return &c->point[i];
    }
  }
  return NULL;
}

// A window of multicasts has what was offered, as counted: draws bring a few more or fewer than the
// load says. A network that sustains all loads counts with the last of them.
static void sweep_sustained(const void *record, value_t *value) {
  const curve_t *c = curve(record);
  const uint64_t last = ((const sweep_record_t *)record)->last;
  const curve_point_t *p = sweep_at(record, range_value(last));
  const double load = curve_saturates(c) ? range_value(c->saturation) : range_value(last);
  const double offered = curve_saturates(c) ? c->offered : p != NULL ? p->offered : 0;
  value->number = !curve_saturates(c) && p == NULL ? NAN : c->multicasts > 0 ? offered : load;
}

static void sweep_capacity(const void *record, value_t *value) {
  const capacity_t *most = &curve(record)->most;
  value->number = most->load[capacity_least(most)];
}

static void sweep_saturation(const void *record, value_t *value) {
  value->number = curve_saturates(curve(record)) ? range_value(curve(record)->saturation) : NAN;
}

static void sweep_accepted(const void *record, value_t *value) {
  value->number = curve(record)->throughput;
}

static void sweep_zero_load(const void *record, value_t *value) {
  value->number = curve(record)->zero_load;
}

static const record_field_t kFields[] = {
    {"sustained", {.kind = KIND_NUMBER}, sweep_sustained},
    {"saturation", {.kind = KIND_NUMBER}, sweep_saturation},
    {"accepted", {.kind = KIND_NUMBER}, sweep_accepted},
    {"zero_load", {.kind = KIND_NUMBER}, sweep_zero_load},
    {"capacity", {.kind = KIND_NUMBER}, sweep_capacity},
};
const record_class_t kSweep = {"a sweep", kFields, sizeof kFields / sizeof kFields[0]};

typedef struct {
  curves_t curves;
  sweep_record_t *record;
} state_t;

typedef struct {
  const measured_t *measure;
  state_t *state;
} adding_t;

// Multicasts of the window; 0: it is that of the scenario.
static bool read_multicasts(const measured_t *m, evaluation_t *e, double *multicasts) {
  enum { MOST = 1000000000 };
  if (m->multicasts == NULL) {
    return true;
  }
  if (!expression_number(e, m->multicasts, multicasts)) {
    return false;
  }
  return (*multicasts >= 1 && *multicasts <= MOST) ||
         expression_fail(e->all, m->multicasts,
                         SAY_THERE_IS("other windows", "1 to 1,000,000,000 multicasts"));
}

static bool add_curve(evaluation_t *e, void *context) {
  const adding_t *adding = context;
  curves_t *curves = &adding->state->curves;
  char *name = measure_text(adding->measure, e, MEASURE_NAME);
  scenario_t *s = name != NULL ? measure_scenario(adding->measure, e, curves->cli) : NULL;
  double multicasts = 0;
  bool ok = s != NULL && read_multicasts(adding->measure, e, &multicasts);
  curves->multicasts = (uint64_t)multicasts;
  if (s != NULL && !ok) {
    scenario_free(s);
  }
  if (ok) {
    ok = curves_add(curves, curves->cli, s, name, NULL);
    if (!ok) {
      *e->error = curves->error;
    }
  }
  free(name);
  return ok;
}

// From the first load to the last in steps of the second less the first.
static bool read_loads(const measured_t *m, evaluation_t *e, range_t *loads) {
  value_t list;
  if (!expression_value(e, m->loads, &list)) {
    return false;
  }
  const double first = round(value_at(&list, 0).number * RANGE_UNIT);
  const double step = list.count > 1 ? round(value_at(&list, 1).number * RANGE_UNIT) - first : 1;
  bool even = first > 0 && step > 0;
  for (size_t i = 0; even && i < list.count; i++) {
    const double load = round(value_at(&list, i).number * RANGE_UNIT);
    even = load == first + (double)i * step && load <= RANGE_UNIT;
  }
  if (!even) {
    return expression_fail(
        e->all, m->loads,
        SAY_THERE_IS("other loads", "loads above 0, up to 1, at equal distances"));
  }
  *loads = (range_t){(uint64_t)first, (uint64_t)step,
                     (uint64_t)(first + (double)(list.count - 1) * step)};
  return true;
}

static void keep_point(kept_t *k, curve_point_t *p) {
  kept_record(k);
  kept_count(k, &p->load);
  kept_flag(k, &p->passed);
  kept_flag(k, &p->sustained);
  kept_number(k, &p->offered);
  kept_number(k, &p->accepted);
  kept_number(k, &p->latency.mean);
  kept_count(k, &p->latency.count);
}

// A record for each curve, and then one for each of its points.
static void keep_curve(kept_t *k, curve_t *c) {
  uint64_t points = c->count;
  kept_record(k);
  kept_count(k, &points);
  kept_count(k, &c->saturation);
  kept_count(k, &c->beyond);
  kept_number(k, &c->zero_load);
  kept_number(k, &c->offered);
  kept_number(k, &c->throughput);
  k->failed |= k->reads && points > json_array_size(k->records);
  if (k->reads && !k->failed) {
    free(c->point);
    c->point = calloc(points + 1, sizeof *c->point);
    k->failed |= c->point == NULL;
    c->count = (size_t)points;
  }
  for (size_t i = 0; !k->failed && i < c->count; i++) {
    keep_point(k, &c->point[i]);
  }
}

static bool run(measured_t *m, evaluation_t *e, const cli_t *cli, noc_error_t *error) {
  state_t *s = calloc(1, sizeof *s);
  double resolution = 0;
  m->state = s;
  if (s == NULL) {
    return memory_fail(error, "the curves");
  }
  s->curves = (curves_t){.cli = cli, .command = "paper", .climb = m->climb};
  adding_t adding = {m, s};
  if (!read_loads(m, e, &s->curves.loads) ||
      (m->resolution != NULL && !expression_number(e, m->resolution, &resolution))) {
    return false;
  }
  s->curves.resolution = (uint64_t)round(resolution * RANGE_UNIT);
  if (!measure_each(m, e, add_curve, &adding)) {
    return false;
  }
  if (!m->kept.reads) {
    curves_run(&s->curves, true);
  }
  for (size_t i = 0; i < s->curves.count; i++) {
    keep_curve(&m->kept, &s->curves.curve[i]);
  }
  s->record = calloc(s->curves.count + 1, sizeof *s->record);
  if (s->record == NULL) {
    return memory_fail(error, "the curves");
  }
  for (size_t i = 0; i < s->curves.count; i++) {
    s->record[i] = (sweep_record_t){&s->curves.curve[i], s->curves.loads.to};
  }
  m->family.record = s->record;
  m->family.stride = sizeof *s->record;
  if (s->curves.error.status != NOC_OK) {
    *error = s->curves.error;
    return false;
  }
  return true;
}

static void clear(measured_t *m) {
  state_t *s = m->state;
  if (s != NULL) {
    curves_free(&s->curves);
    free(s->record);
  }
  free(s);
}

static const char *const kKeys[] = {"?scenario",   "?set",   "name",        "loads",
                                    "?resolution", "?climb", "?multicasts", NULL};
const measure_way_t kMeasureSweeps = {"sweeps", &kSweep, kKeys, run, clear, true};
