// measures_runs -- the way `runs`: a run for every combination. Those with the same scenario are
// read once, and differ in what `run` sets.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "papers/measures.h"
#include "runs/batch.h"
#include "scenario/scenario_load.h"

static bool has_passed(const void *record) {
  const batch_run_t *run = record;
  return run->done && run->simulation.status == NOC_OK;
}

#define RUN_FIELD(name, what)                                           \
  static void run_##name(const void *record, value_t *value) {          \
    const simulation_t *s = &((const batch_run_t *)record)->simulation; \
    value->number = has_passed(record) ? (double)(what) : NAN;          \
  }
RUN_FIELD(completion, s->workload.completion)
RUN_FIELD(steps, s->step_latencies)
RUN_FIELD(latency, s->workload.latency.mean)
RUN_FIELD(packets, s->workload.packets)
RUN_FIELD(accepted, s->workload.accepted)
RUN_FIELD(link_flits, s->energy.link_traversals)
RUN_FIELD(flits, s->energy.link_traversals + s->energy.interface_links)
RUN_FIELD(xor_flits, s->energy.xor_flits)
RUN_FIELD(busiest, s->busiest_flits)

static const record_field_t kFields[] = {
    {"completion", {.kind = KIND_NUMBER}, run_completion},
    {"steps", {.kind = KIND_NUMBER}, run_steps},
    {"latency", {.kind = KIND_NUMBER}, run_latency},
    {"packets", {.kind = KIND_NUMBER}, run_packets},
    {"accepted", {.kind = KIND_NUMBER}, run_accepted},
    {"link_flits", {.kind = KIND_NUMBER}, run_link_flits},
    {"flits", {.kind = KIND_NUMBER}, run_flits},
    {"xor_flits", {.kind = KIND_NUMBER}, run_xor_flits},
    {"busiest", {.kind = KIND_NUMBER}, run_busiest},
};
static const record_class_t kRun = {"a run", kFields, sizeof kFields / sizeof kFields[0]};

typedef struct {
  char *text;  // of the scenario, with its sets behind it
  simulate_source_t source;
} source_t;

typedef struct {
  batch_run_t *run;  // [count]
  size_t *source_of;
  size_t count;
  source_t *source;
  size_t sources;
  uint32_t room;
} state_t;

typedef struct {
  const measured_t *measure;
  state_t *state;
  const cli_t *cli;
} adding_t;

// The texts of templates, each behind a line of its own.
static char *join(evaluation_t *e, const template_t *first, const template_t *more, size_t count) {
  char *all = template_text(e, first);
  for (size_t i = 0; all != NULL && i < count; i++) {
    char *one = template_text(e, &more[i]);
    char *longer = one != NULL ? realloc(all, strlen(all) + strlen(one) + 2) : NULL;
    if (longer == NULL) {
      free(one);
      free(all);
      return NULL;
    }
    all = longer;
    (void)strcat(strcat(all, "\n"), one);
    free(one);
  }
  return all;
}

static bool read_source(evaluation_t *e, const adding_t *adding, source_t *source) {
  const measured_t *m = adding->measure;
  scenario_t *s = measure_scenario(m, e, adding->cli);
  const bool ok = s != NULL && simulate_source(adding->cli, s, NULL, &source->source, e->error);
  source->source.file = m->paper;  // the scenario goes
  source->source.scenario = NULL;
  scenario_free(s);
  return ok;
}

// The source of this combination; those before it come first, since the last loop is the fastest.
static bool find_source(evaluation_t *e, const adding_t *adding, size_t *index) {
  state_t *s = adding->state;
  char *text = join(e, &adding->measure->scenario, adding->measure->set, adding->measure->sets);
  if (text == NULL) {
    return e->error->status != NOC_OK ? false : memory_fail(e->error, "the runs");
  }
  for (*index = s->sources; (*index)-- > 0;) {
    if (strcmp(s->source[*index].text, text) == 0) {
      free(text);
      return true;
    }
  }
  if (!memory_room(&s->source, &s->room, (uint32_t)s->sources + 1, sizeof *s->source)) {
    free(text);
    return memory_fail(e->error, "the runs");
  }
  *index = s->sources++;
  s->source[*index] = (source_t){.text = text};
  return read_source(e, adding, &s->source[*index]);
}

static bool add_run(evaluation_t *e, void *context) {
  const adding_t *adding = context;
  const measured_t *m = adding->measure;
  state_t *s = adding->state;
  batch_run_t *run = &s->run[s->count];
  if (!find_source(e, adding, &s->source_of[s->count])) {
    return false;
  }
  for (size_t i = 0; i < m->runs; i++) {
    char *set = template_text(e, &m->run[i]);
    if (set == NULL) {
      return false;
    }
    const bool fits = strlen(set) < BATCH_SET;
    (void)snprintf(run->set[i], BATCH_SET, "%s", set);
    if (!fits) {
      (void)noc_fail(e->error, NOC_BAD_INPUT, "%s: run" SAY_IS("'%.60s..'", "up to %d characters"),
                     e->all->file, set, BATCH_SET - 1);
    }
    free(set);
    if (!fits) {
      return false;
    }
  }
  s->count++;
  return true;
}

static bool is_same(const batch_run_t *a, const batch_run_t *b) {
  return a->source->length == b->source->length && memcmp(a->set, b->set, sizeof a->set) == 0 &&
         memcmp(a->source->text, b->source->text, a->source->length) == 0;
}

// A run of a measure before it does not take place again.
static void take_known(const measured_t *m, batch_run_t *run) {
  for (const measured_t *other = m->before; other != NULL && !run->done; other = other->before) {
    const state_t *s = other->way == m->way ? other->state : NULL;
    for (size_t i = 0; s != NULL && i < s->count && !run->done; i++) {
      if (is_same(run, &s->run[i])) {
        *run = s->run[i];
      }
    }
  }
}

// The numbers of the fields above.
static void keep(kept_t *k, batch_run_t *run) {
  workload_result_t *w = &run->simulation.workload;
  network_energy_t *energy = &run->simulation.energy;
  kept_record(k);
  kept_count(k, &w->completion);
  kept_count(k, &run->simulation.step_latencies);
  kept_number(k, &w->latency.mean);
  kept_count(k, &w->packets);
  kept_number(k, &w->accepted);
  kept_count(k, &energy->link_traversals);
  kept_count(k, &energy->interface_links);
  kept_count(k, &energy->xor_flits);
  kept_count(k, &run->simulation.busiest_flits);
  run->done = run->done || k->reads;
}

static bool run(measured_t *m, evaluation_t *e, const cli_t *cli, noc_error_t *error) {
  state_t *s = calloc(1, sizeof *s);
  m->state = s;
  if (s != NULL) {
    s->run = calloc(m->count, sizeof *s->run);
    s->source_of = calloc(m->count, sizeof *s->source_of);
  }
  if (s == NULL || s->run == NULL || s->source_of == NULL) {
    return memory_fail(error, "the runs");
  }
  adding_t adding = {m, s, cli};
  if (!measure_each(m, e, add_run, &adding)) {
    return false;
  }
  for (size_t i = 0; i < s->count; i++) {
    s->run[i].source = &s->source[s->source_of[i]].source;
    take_known(m, &s->run[i]);
  }
  bool ok = m->kept.reads || batch_run(cli, "paper", s->run, s->count, error);
  for (size_t i = 0; ok && i < s->count; i++) {
    keep(&m->kept, &s->run[i]);
  }
  m->family.record = s->run;
  m->family.stride = sizeof *s->run;
  for (size_t i = 0; ok && i < s->count; i++) {
    if (s->run[i].simulation.status != NOC_OK) {
      *error = s->run[i].simulation.error;
      ok = false;
    }
  }
  return ok;
}

static void clear(measured_t *m) {
  state_t *s = m->state;
  for (size_t i = 0; s != NULL && i < s->sources; i++) {
    simulate_source_free(&s->source[i].source);
    free(s->source[i].text);
  }
  if (s != NULL) {
    free(s->source);
    free(s->source_of);
    free(s->run);
  }
  free(s);
}

static const char *const kKeys[] = {"?scenario", "?set", "?run", NULL};
const measure_way_t kMeasureRuns = {"runs", &kRun, kKeys, run, clear, true};
