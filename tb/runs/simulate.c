// simulate -- from a scenario to a network with its workload, and runs without files: for `run`,
// and for the commands that run many variants of a scenario.

#include "runs/simulate.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/memory_stream.h"
#include "dut/plugin.h"
#include "runs/run_checkpoint.h"
#include "runs/run_events.h"
#include "runs/run_follow.h"
#include "runs/run_rewind.h"
#include "scenario/scenario_load.h"

bool run_choose_banks(run_t *r) {
  r->banks.crew = r->sim.crew = r->crew;
  r->sim.factory = r->search != NULL ? culprit_factory : run_bank_factory;
  r->sim.factory_context = r->search != NULL ? (void *)r->search : (void *)&r->banks;
  return run_load_foreign(&r->sim, &r->banks);
}

void run_free(run_t *r) {
  if (r->wave != NULL) {
    noc_error_t ignored;
    (void)wave_close(r->wave, &ignored);
  }
  (void)run_events_close(r);
  run_follow_free(r->follow);
  run_resume_free(r);
  run_rewind_free(r);
  if (r->loads != NULL) {
    run_loads_free(r->loads);
    free(r->loads);
  }
  sim_free(&r->sim);
  run_free_foreign(&r->banks);
  rtl_coverage_free(&r->rtl);
  points_free(&r->points);
  crew_free(r->crew);
}

// Every run reads the files that the scenario names, so none may be a pipe.
static bool check_files(const scenario_t *s, noc_error_t *error) {
  char key[SCENARIO_KEY];
  struct stat now;
  size_t at = 0;
  const scenario_file_t *file = scenario_next_file(s, &at, key);
  for (; file != NULL; file = scenario_next_file(s, &at, key)) {
    if (stat(file->path, &now) == 0 && !S_ISREG(now.st_mode) && !S_ISDIR(now.st_mode)) {
      return noc_fail(error, NOC_BAD_INPUT,
                      "%s: %s" SAY_IS("%s, a device or a pipe", "a file, as many runs read it"),
                      s->file, key, file->path);
    }
  }
  return true;
}

bool simulate_source(const cli_t *cli, const scenario_t *s, const char *topology,
                     simulate_source_t *source, noc_error_t *error) {
  *source = (simulate_source_t){.cli = cli, .scenario = s, .file = s->file, .topology = topology};
  if (!check_files(s, error)) {
    scenario_locate(s, error);
    return false;
  }
  FILE *out = memory_stream(&source->text, &source->length);
  bool ok = out != NULL && scenario_write_absolute(s, out);
  ok = out != NULL && fclose(out) == 0 && ok;
  return ok || noc_fail(error, NOC_ENVIRONMENT, "out of memory");
}

void simulate_source_free(simulate_source_t *source) {
  free(source->text);
  source->text = NULL;
}

scenario_t *simulate_variant(const simulate_source_t *source, const char *const *sets,
                             size_t n_sets, noc_error_t *error) {
  scenario_t *s = scenario_parse(source->text, source->length, source->file, sets, n_sets, error);
  if (source->scenario == NULL) {
    return s;
  }
  if (s == NULL) {
    scenario_locate_again(source->scenario, error);
  } else if (!scenario_take_places(s, source->scenario, error)) {
    scenario_free(s);
    return NULL;
  }
  return s;
}

bool simulate_blame_topology(const char *topology, noc_error_t *error) {
  const noc_error_t why = *error;
  char before[NOC_ERROR_TEXT];
  (void)snprintf(before, sizeof before, "--set topology=%s: topology", topology);
  const size_t length = strlen(before);
  return strncmp(why.text, before, length) == 0
             ? noc_fail(error, why.status, "--topology%s", why.text + length)
             : noc_fail(error, why.status, "--topology %.100s: %s", topology, why.text);
}

bool simulate_blame(const simulate_source_t *source, noc_error_t *error) {
  const noc_error_t why = *error;
  if (source->label != NULL) {
    return noc_fail(error, why.status, "%.160s: %s", source->label, why.text);
  }
  return source->topology != NULL && simulate_blame_topology(source->topology, error);
}

// The line that does the run again has the topology and the sets of the variant behind those of the
// user. A sweep has chosen a warm-up, and keeps the load up for as long again as the window.
enum { SETS_MORE = 3, SET_TEXT = 300 };
typedef struct {
  const char **item;
  size_t count;
  char text[SETS_MORE][SET_TEXT];
} set_list_t;

static void all_sets(const simulate_source_t *source, const char *const *sets, size_t n_sets,
                     set_list_t *all) {
  const string_list_t *before = &source->cli->sets;
  *all = (set_list_t){.item = malloc((before->count + n_sets + SETS_MORE) * sizeof *all->item)};
  for (size_t i = 0; all->item != NULL && i < before->count; i++) {
    all->item[all->count++] = before->item[i];
  }
  if (all->item != NULL && source->topology != NULL) {
    (void)snprintf(all->text[0], SET_TEXT, "topology=%s", source->topology);
    all->item[all->count++] = all->text[0];
  }
  for (size_t i = 0; all->item != NULL && i < n_sets; i++) {
    all->item[all->count++] = sets[i];
  }
}

static void add_window(const scenario_t *s, set_list_t *all) {
  (void)snprintf(all->text[1], SET_TEXT, "run.warmup=%" PRIu64, s->warmup);
  (void)snprintf(all->text[2], SET_TEXT, "run.cycles=%" PRIu64, 2 * s->cycles);
  for (size_t i = 1; all->item != NULL && i < SETS_MORE; i++) {
    all->item[all->count++] = all->text[i];
  }
}

static void count_links(const run_t *r, simulation_t *out, simulate_links_t *links) {
  const topology_t *t = network_topology(r->sim.network);
  const size_t count = (size_t)t->routers * t->ports;
  if (links != NULL) {
    *links = (simulate_links_t){.flits = calloc(count, sizeof *links->flits), .count = count};
  }
  for (size_t i = 0; i < count; i++) {
    if (t->peer_router[i] < 0) {
      continue;
    }
    const uint64_t flits =
        network_link_flits(r->sim.network, (uint32_t)(i / t->ports), (unsigned)(i % t->ports));
    out->links++;
    out->busiest_flits = flits > out->busiest_flits ? flits : out->busiest_flits;
    if (links != NULL && links->flits != NULL) {
      links->flits[i] = flits;
    }
  }
}

static uint64_t step_latencies(const workload_t *w) {
  uint64_t sum = 0;
  for (unsigned i = 0; i < workload_steps(w); i++) {
    workload_step_t step;
    workload_step(w, i, &step);
    sum += step.latency_max;
  }
  return sum;
}

// Checks a variant, builds its workload and its network, and runs it, as far as it is wanted.
static void build_and_run(const simulate_source_t *source, const char *const *sets, size_t n_sets,
                          bool keep_load, simulate_depth_t depth, simulation_t *out,
                          simulate_links_t *links) {
  set_list_t all;
  all_sets(source, sets, n_sets, &all);
  cli_t cli = {.quiet = true,
               .progress = PROGRESS_NONE,
               .scenario = source->file,
               .sets = {all.item, all.count},
               .threads = 1};
  run_t r = {.cli = &cli, .sim = {.keep_load = keep_load}};
  *out = (simulation_t){.result = SIM_FAULT};
  plugin_quiet(source->cli->quiet);
  r.sim.scenario = simulate_variant(source, sets, n_sets, &r.sim.error);
  const bool ok =
      r.sim.scenario != NULL && run_places_foreign(&r.sim) &&
      (depth == SIMULATE_CHECK ? sim_check(&r.sim)
                               : sim_read(&r.sim) && run_choose_banks(&r) && sim_build(&r.sim));
  if (ok && keep_load) {
    add_window(r.sim.scenario, &all);
    cli.sets.count = all.count;
  }
  if (ok && depth == SIMULATE_RUN) {
    run_loop(&r);
    out->result = r.sim.result;
    out->status = run_status(&r);
    out->cycles = network_cycle(r.sim.network);
    out->measured = workload_measured(r.sim.workload);
    workload_result(r.sim.workload, &out->workload);
    out->step_latencies = step_latencies(r.sim.workload);
    network_energy(r.sim.network, &out->energy);
    count_links(&r, out, links);
  } else if (!ok) {
    if (r.sim.scenario != NULL) {
      scenario_locate(r.sim.scenario, &r.sim.error);
    }
    out->status = (int)r.sim.error.status;
  }
  out->error = r.sim.error;
  run_free(&r);
  free(all.item);
}

void simulate(const simulate_source_t *source, const char *const *sets, size_t n_sets,
              bool keep_load, simulation_t *out, simulate_links_t *links) {
  if (links != NULL) {
    *links = (simulate_links_t){.flits = NULL};
  }
  build_and_run(source, sets, n_sets, keep_load, SIMULATE_RUN, out, links);
}

bool simulate_check(scenario_t *s, noc_error_t *error) {
  sim_t sim = {.scenario = s};
  const bool ok = sim_check(&sim);
  if (!ok) {
    scenario_locate(s, &sim.error);
    *error = sim.error;
  }
  return ok;
}

void simulate_up_to(const simulate_source_t *source, const char *const *sets, size_t n_sets,
                    simulate_depth_t depth, simulation_t *out) {
  build_and_run(source, sets, n_sets, false, depth, out, NULL);
}
