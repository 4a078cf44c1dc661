// sweep -- `nocstep sweep SCENARIO...`: runs a scenario at many loads, then searches the load at
// which the network saturates by bisection; see sweep.h and docs/sweep.md.

#include "cli/sweep.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/plot.h"
#include "cli/results.h"

static const range_t kLoads = {50000, 50000, 950000};

// More points than a search can need: 2^8 resolutions are more than the load 1.
enum { SEARCH_POINTS = 9 };

bool sweep_has_latency(const sweep_curve_t *c, const sweep_point_t *p) {
  return p->sustained && p->latency.count > 0 && (c->beyond == 0 || p->load < c->beyond);
}

static void set_load(char set[BATCH_SET], uint64_t load) {
  char text[RANGE_TEXT];
  (void)snprintf(set, BATCH_SET, "workload.load=%s", range_text(load, text));
}

// What refuses a high load, such as bursts, is known before the first run.
static bool check_highest(sweep_t *s, const sweep_curve_t *c) {
  char set[BATCH_SET];
  set_load(set, s->loads.from + (range_count(&s->loads) - 1) * s->loads.step);
  scenario_t *highest = simulate_variant(&c->source, (const char *[]){set}, 1, &s->error);
  scenario_free(highest);
  return highest != NULL;
}

// The scenario with the first load, and a warm-up of half its window if it has none.
static bool load_curve(sweep_t *s, const char *file, sweep_curve_t *c) {
  const cli_t *cli = s->cli;
  char load[BATCH_SET];
  char warmup[BATCH_SET];
  const char **sets = malloc((cli->sets.count + 1) * sizeof *sets);
  if (sets == NULL) {
    return noc_fail(&s->error, NOC_ENVIRONMENT, "out of memory");
  }
  for (size_t i = 0; i < cli->sets.count; i++) {
    sets[i] = cli->sets.item[i];
  }
  set_load(load, s->loads.from);
  sets[cli->sets.count] = load;
  c->scenario = scenario_load(file, sets, cli->sets.count + 1, &s->error);
  free(sets);
  if (c->scenario == NULL) {
    return false;
  }
  if (c->scenario->workload != WORKLOAD_TRAFFIC) {
    return noc_fail(&s->error, NOC_BAD_INPUT,
                    "%s: found a workload without a load; accepted traffic", file);
  }
  if (!simulate_source(cli, c->scenario, &c->source, &s->error) || !check_highest(s, c)) {
    return false;
  }
  if (c->scenario->warmup > 0) {
    return true;
  }
  c->own_warmup = true;
  (void)snprintf(warmup, sizeof warmup, "run.warmup=%" PRIu64, (c->scenario->cycles + 1) / 2);
  scenario_t *with = simulate_variant(&c->source, (const char *[]){warmup}, 1, &s->error);
  if (with == NULL) {
    return false;
  }
  scenario_free(c->scenario);
  simulate_source_free(&c->source);
  c->scenario = with;
  return simulate_source(cli, with, &c->source, &s->error);
}

static bool load_curves(sweep_t *s) {
  const string_list_t *files = &s->cli->operands;
  s->curve = calloc(files->count + 1, sizeof *s->curve);
  const size_t room = range_count(&s->loads) + SEARCH_POINTS;
  for (size_t i = 0; s->curve != NULL && i < files->count; i++) {
    s->count++;
    s->curve[i].point = calloc(room, sizeof *s->curve[i].point);
    if (s->curve[i].point == NULL) {
      return noc_fail(&s->error, NOC_ENVIRONMENT, "out of memory");
    }
    if (!load_curve(s, files->item[i], &s->curve[i])) {
      return false;
    }
  }
  return s->curve != NULL || noc_fail(&s->error, NOC_ENVIRONMENT, "out of memory");
}

// Does the network keep up with this load? docs/sweep.md, "Saturation".
static bool is_sustained(const simulation_t *r, const sweep_point_t *p, uint64_t cycles) {
  const bool grows = p->interval.growth > p->zero_load;
  const double backlog = (p->offered - p->accepted) * (double)cycles;  // flits a node, gained
  const bool lags = backlog > p->offered * p->zero_load && p->latency.mean > 2 * p->zero_load;
  return r->measured && !grows && !lags;
}

// Takes the result of a run into its curve, in the order of loads.
static void add_point(sweep_t *s, sweep_curve_t *c, uint64_t load, bool search,
                      const simulation_t *r) {
  const workload_result_t *w = &r->workload;
  sweep_point_t p = {.load = load,
                     .search = search,
                     .passed = r->status == NOC_OK,
                     .offered = w->offered,
                     .accepted = w->accepted,
                     .zero_load = w->zero_load_latency,
                     .latency = w->latency,
                     .network_latency = w->network_latency,
                     .result = run_result_name(r->result)};
  if (p.passed) {
    p.interval = batches_interval(&w->batches);
    p.sustained = is_sustained(r, &p, c->scenario->cycles);
  } else {
    c->failed = true;
    if (s->error.status == NOC_OK) {
      s->error = r->error;
    }
  }
  size_t at = c->count++;
  for (; at > 0 && c->point[at - 1].load > load; at--) {
    c->point[at] = c->point[at - 1];
  }
  c->point[at] = p;
}

// The largest sustained load below all that are not, and the smallest of these.
static void find_saturation(sweep_curve_t *c) {
  c->saturation = c->beyond = 0;
  c->throughput = 0;
  c->zero_load = c->count > 0 ? c->point[0].zero_load : 0;
  for (size_t i = 0; i < c->count && c->beyond == 0; i++) {
    const sweep_point_t *p = &c->point[i];
    if (p->sustained) {
      c->saturation = p->load;
      c->throughput = p->accepted;
    } else {
      c->beyond = p->load;
    }
  }
}

// The load to be tried next; 0 when the search has ended.
static uint64_t next_load(const sweep_curve_t *c) {
  if (c->failed || c->beyond == 0 || c->beyond - c->saturation <= SWEEP_RESOLUTION) {
    return 0;
  }
  const uint64_t steps = (c->beyond - c->saturation + SWEEP_RESOLUTION - 1) / SWEEP_RESOLUTION;
  return c->saturation + steps / 2 * SWEEP_RESOLUTION;
}

static void prepare(batch_run_t *run, const sweep_curve_t *c, uint64_t load) {
  *run = (batch_run_t){.source = &c->source, .keep_load = true};
  set_load(run->set[0], load);
}

// False when it has ended early: s->error says why.
static bool run_grid(sweep_t *s) {
  const size_t loads = range_count(&s->loads);
  batch_run_t *run = calloc(loads * s->count + 1, sizeof *run);
  if (run == NULL) {
    return noc_fail(&s->error, NOC_ENVIRONMENT, "out of memory for %zu runs", loads * s->count);
  }
  for (size_t i = 0; i < loads * s->count; i++) {
    prepare(&run[i], &s->curve[i / loads], s->loads.from + i % loads * s->loads.step);
  }
  const bool ok = batch_run(s->cli, "sweep", run, loads * s->count, &s->error);
  for (size_t i = 0; i < loads * s->count; i++) {
    if (run[i].done) {
      add_point(s, &s->curve[i / loads], s->loads.from + i % loads * s->loads.step, false,
                &run[i].simulation);
    }
  }
  free(run);
  return ok;
}

// One round of the search: the next load of every curve that still has one.
static bool run_round(sweep_t *s, batch_run_t *run, bool *any) {
  size_t count = 0;
  for (size_t i = 0; i < s->count; i++) {
    const uint64_t load = next_load(&s->curve[i]);
    if (load > 0) {
      prepare(&run[count++], &s->curve[i], load);
    }
  }
  *any = count > 0;
  const bool ok = count == 0 || batch_run(s->cli, "sweep", run, count, &s->error);
  size_t k = 0;
  for (size_t i = 0; i < s->count; i++) {
    const uint64_t load = next_load(&s->curve[i]);
    if (load > 0 && run[k++].done) {
      add_point(s, &s->curve[i], load, true, &run[k - 1].simulation);
    }
  }
  for (size_t i = 0; i < s->count; i++) {
    find_saturation(&s->curve[i]);
  }
  return ok;
}

static void run_search(sweep_t *s) {
  batch_run_t *run = calloc(s->count + 1, sizeof *run);
  if (run == NULL) {
    (void)noc_fail(&s->error, NOC_ENVIRONMENT, "out of memory");
    return;
  }
  bool any = true;
  while (any && run_round(s, run, &any)) {
  }
  free(run);
}

static bool write_json(const void *sweep, FILE *out) {
  return sweep_json(sweep, out);
}

static bool write_csv(const void *sweep, FILE *out) {
  sweep_csv(sweep, out);
  return true;
}

static void write_table(const void *sweep, FILE *out) {
  sweep_table(sweep, out);
}

static void sweep_free(sweep_t *s) {
  for (size_t i = 0; i < s->count; i++) {
    scenario_free(s->curve[i].scenario);
    simulate_source_free(&s->curve[i].source);
    free(s->curve[i].point);
  }
  free(s->curve);
}

// Runs all; what is done is in the curves, also when it ends early.
static void run(sweep_t *s) {
  const bool ok = run_grid(s);
  for (size_t i = 0; i < s->count; i++) {
    find_saturation(&s->curve[i]);
  }
  if (ok) {
    run_search(s);
  }
  s->interrupted = s->error.status == NOC_INTERRUPTED;
}

static void show_scenarios(const sweep_t *s) {
  for (size_t i = 0; i < s->count && s->cli->verbose; i++) {
    (void)scenario_write_yaml(s->curve[i].scenario, stderr);
  }
}

int command_sweep(const struct cli *cli) {
  sweep_t s = {.cli = cli, .loads = cli->load.step > 0 ? cli->load : kLoads};
  results_t results = {.json = write_json,
                       .csv = write_csv,
                       .table = write_table,
                       .plot = {SWEEP_PLOT_HEIGHT, sweep_plot, &s},
                       .context = &s};
  int status = NOC_OK;
  if (load_curves(&s) && results_open(cli, &results, &s.error)) {
    show_scenarios(&s);
    run(&s);
    if (s.error.status != NOC_OK) {
      status = cli_report(&s.error);
    }
    results.empty = true;
    for (size_t i = 0; i < s.count; i++) {
      results.empty = results.empty && s.curve[i].count == 0;
    }
    if (status != NOC_BAD_INPUT) {
      const int written = results_write(cli, &results);
      status = status == NOC_OK ? written : status;
    }
  } else {
    status = cli_report(&s.error);
  }
  results_close(&results);
  sweep_free(&s);
  return status;
}
