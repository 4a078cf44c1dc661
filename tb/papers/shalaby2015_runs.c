// shalaby2015_runs -- see shalaby2015_runs.h.

#include "papers/shalaby2015_runs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "collective/scheme.h"
#include "scenario/scenario_load.h"

enum { TEXT = 800, PART = 120 };

// Section 5.1. Buffers are not in the text: these hold the longest packet, the combined blocks of a
// group of 32, and cover the credit loop.
static const char kScenario[] =
    "topology: mesh:%ux%u\n"
    "router: {vcs: 4, depth: 32, flit_bits: 128, switching: cut-through, pipeline: 3%s}\n"
    "workload: {collective: allgather, scheme: %s, message_flits: %u%s}\n"
    "%s"
    "run: {router: ref, seed: 1}\n";

static bool is_same(const shalaby_case_t *a, const shalaby_case_t *b) {
  const bool bases =
      a->base == NULL || b->base == NULL ? a->base == b->base : strcmp(a->base, b->base) == 0;
  return a->k == b->k && strcmp(a->scheme, b->scheme) == 0 && bases && a->group == b->group &&
         a->overlapped == b->overlapped && a->flits == b->flits && a->overhead == b->overhead;
}

// The index of the case; their number, if it is not there.
static size_t find(const shalaby_runs_t *all, const shalaby_case_t *is) {
  size_t i = 0;
  while (i < all->count && !is_same(&all->one[i].is, is)) {
    i++;
  }
  return i;
}

// ", base: 'unicast', group: 32, steps: sequential".
static void write_groups(const shalaby_case_t *is, char out[PART]) {
  char group[16] = "best";
  if (is->group > 0) {
    (void)snprintf(group, sizeof group, "%u", is->group);
  }
  (void)snprintf(out, PART, ", base: '%s', group: %s, steps: %s", is->base, group,
                 is->overlapped ? "overlapped" : "sequential");
}

static scenario_t *read_case(shalaby_runs_t *all, const shalaby_case_t *is) {
  const string_list_t *sets = &all->cli->sets;
  char text[TEXT];
  char groups[PART] = "";
  char coding[PART] = "";
  if (is->base != NULL) {
    write_groups(is, groups);
  }
  if (scheme_codes(scheme_find(is->scheme))) {
    (void)snprintf(coding, sizeof coding, "coding: {overhead: %u}\n", is->overhead);
  }
  (void)snprintf(text, sizeof text, kScenario, is->k, is->k, is->overlapped ? ", networks: 4" : "",
                 is->scheme, is->flits, groups, coding);
  return scenario_parse(text, strlen(text), "shalaby2015", sets->item, sets->count, &all->error);
}

bool shalaby_runs_add(shalaby_runs_t *all, const shalaby_case_t *is) {
  if (find(all, is) < all->count) {
    return true;
  }
  shalaby_run_t *more = realloc(all->one, (all->count + 1) * sizeof *more);
  if (more == NULL) {
    return memory_fail(&all->error, "the runs");
  }
  all->one = more;
  shalaby_run_t *one = &all->one[all->count++];
  *one = (shalaby_run_t){.is = *is, .scenario = read_case(all, is)};
  return one->scenario != NULL &&
         simulate_source(all->cli, one->scenario, NULL, &one->source, &all->error);
}

bool shalaby_runs(shalaby_runs_t *all) {
  all->run = calloc(all->count + 1, sizeof *all->run);
  if (all->run == NULL) {
    return memory_fail(&all->error, "the runs");
  }
  for (size_t i = 0; i < all->count; i++) {
    all->run[i].source = &all->one[i].source;
  }
  bool ok = batch_run(all->cli, "paper", all->run, all->count, &all->error);
  for (size_t i = 0; i < all->count && ok; i++) {
    if (all->run[i].simulation.status != NOC_OK) {
      all->error = all->run[i].simulation.error;
      ok = false;
    }
  }
  return ok;
}

void shalaby_runs_free(shalaby_runs_t *all) {
  for (size_t i = 0; i < all->count; i++) {
    scenario_free(all->one[i].scenario);
    simulate_source_free(&all->one[i].source);
  }
  free(all->one);
  free(all->run);
}

const simulation_t *shalaby_result(const shalaby_runs_t *all, const shalaby_case_t *is) {
  const size_t i = find(all, is);
  const batch_run_t *run = all->run != NULL && i < all->count ? &all->run[i] : NULL;
  return run != NULL && run->done && run->simulation.status == NOC_OK ? &run->simulation : NULL;
}

double shalaby_cycles(const shalaby_runs_t *all, const shalaby_case_t *is) {
  const simulation_t *result = shalaby_result(all, is);
  return result != NULL ? (double)result->workload.completion : NAN;
}

double shalaby_latencies(const shalaby_runs_t *all, const shalaby_case_t *is) {
  const simulation_t *result = shalaby_result(all, is);
  return result != NULL && is->base != NULL ? (double)result->step_latencies : NAN;
}
