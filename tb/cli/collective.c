// collective -- `nocstep collective SCENARIO...`: runs the collective of a scenario by all its
// schemes and at several message lengths, and compares them.

#include "cli/collective.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/placing.h"
#include "base/decimal.h"
#include "base/memory.h"
#include "cli/command.h"
#include "cli/series.h"
#include "collective/scheme.h"
#include "runs/results.h"
#include "scenario/scenario_load.h"

static const char kFlits[] = "1,2,4,8,16";

const simulation_t *comparison_simulation(const comparison_t *c, size_t length, size_t scheme) {
  const batch_run_t *run = &c->run[length * c->schemes + scheme];
  return run->done && run->simulation.status == NOC_OK ? &run->simulation : NULL;
}

const workload_result_t *comparison_result(const comparison_t *c, size_t length, size_t scheme) {
  const simulation_t *s = comparison_simulation(c, length, scheme);
  return s != NULL ? &s->workload : NULL;
}

bool comparison_is_best(const comparison_t *c, size_t length, size_t scheme) {
  return comparison_rank(c, length, scheme, RANK_COMPLETION) == 1;
}

const char *comparison_state(const comparison_t *c, size_t length, size_t scheme) {
  const batch_run_t *run = &c->run[length * c->schemes + scheme];
  return !run->done                                ? "missing"
         : run->simulation.status == NOC_BAD_INPUT ? "refused"
                                                   : sim_result_name(run->simulation.result);
}

size_t comparison_scheme(const comparison_t *c, const char *scheme) {
  size_t k = 0;
  while (k < c->schemes && strcmp(c->scheme[k], scheme) != 0) {
    k++;
  }
  return k;
}

const char *collective_scheme(const collective_run_t *all, size_t k) {
  for (size_t i = 0; i < all->count; i++) {
    const comparison_t *c = &all->comparison[i];
    for (size_t own = 0; own < c->schemes; own++) {
      bool before = false;
      for (size_t j = 0; j < i && !before; j++) {
        before =
            comparison_scheme(&all->comparison[j], c->scheme[own]) < all->comparison[j].schemes;
      }
      if (!before && k-- == 0) {
        return c->scheme[own];
      }
    }
  }
  return NULL;
}

// "1,2,4": growing, so that a picture has them in order. The scenario bounds them.
static bool parse_flits(const char *option, const char *text, unsigned bytes, comparison_t *c,
                        noc_error_t *error) {
  const char *at = text;
  uint64_t before = 0;
  for (;;) {
    uint64_t flits = 0;
    const size_t length = decimal_scan(at, &flits);
    at += length;
    if (length == 0 || flits <= before || flits > UINT32_MAX || c->lengths == LENGTHS_COMPARED ||
        (*at != ',' && *at != '\0')) {
      return noc_fail(error, NOC_BAD_INPUT,
                      "%s" SAY_IS("'%.60s'", "up to %d growing lengths such as %s"), option, text,
                      (int)LENGTHS_COMPARED, kFlits);
    }
    c->flits[c->lengths] = (unsigned)((flits + bytes - 1) / bytes);
    if (c->lengths > 0 && c->flits[c->lengths] == c->flits[c->lengths - 1]) {
      return noc_fail(error, NOC_BAD_INPUT,
                      "%s" SAY_IS("%" PRIu64 " and %" PRIu64 " bytes, both %u flits of %u bytes",
                                  "lengths of different flits"),
                      option, before, flits, c->flits[c->lengths], bytes);
    }
    c->lengths++;
    before = flits;
    if (*at++ == '\0') {
      return true;
    }
  }
}

// The schemes of the table, or those of them that the list names, in the order of the table. `any`:
// the list may name schemes that this collective does not have.
static bool choose_schemes(const char *list, bool any, comparison_t *c, noc_error_t *error) {
  const char *collective = c->scenario->collective;
  for (const char *at = list; at != NULL;
       at = strchr(at, ',') != NULL ? strchr(at, ',') + 1 : NULL) {
    char name[64];
    (void)snprintf(name, sizeof name, "%.*s", (int)strcspn(at, ","), at);
    if (any ? scheme_find(name) == NULL : collective_find_pair(collective, name) == NULL) {
      (void)collective_fail_scheme(collective, name, error);
      return noc_fail_key(error, NULL, "--schemes");
    }
  }
  collective_pair_t pair;
  for (size_t i = 0; c->schemes < SCHEMES_COMPARED && collective_pair(i, &pair); i++) {
    bool chosen = list == NULL;
    const size_t length = strlen(pair.scheme->name);
    for (const char *at = list; at != NULL && !chosen;
         at = strchr(at, ',') != NULL ? strchr(at, ',') + 1 : NULL) {
      chosen = strcspn(at, ",") == length && strncmp(at, pair.scheme->name, length) == 0;
    }
    if (chosen && strcmp(pair.collective->name, collective) == 0) {
      c->scheme[c->schemes++] = pair.scheme->name;
    }
  }
  return true;
}

static bool check_heat(const cli_t *cli, const comparison_t *c, noc_error_t *error) {
  noc_error_t why;
  return cli->heats.count == 0 || placing_check(c->scenario->topology, &why) ||
         noc_fail(error, why.status, "--heat: %s", why.text);
}

// May the lengths be given that are given?
static bool check_lengths(const cli_t *cli, const comparison_t *c, noc_error_t *error) {
  if (c->no_length && !cli->all && (cli->flits != NULL || cli->bytes != NULL)) {
    return noc_fail(error, NOC_BAD_INPUT, "%s" SAY_IS("given with a barrier", "left out"),
                    cli->flits != NULL ? "--flits" : "--bytes");
  }
  return !c->no_length || cli->plots.count == 0 ||
         noc_fail(error, NOC_BAD_INPUT,
                  "--plot" SAY_IS("given with a barrier, which has no message length", "left out"));
}

static bool load_comparison(const cli_t *cli, const series_t *one, comparison_t *c,
                            noc_error_t *error) {
  c->scenario = series_scenario(one, NULL, error);
  if (c->scenario == NULL) {
    return false;
  }
  if (c->scenario->workload != WORKLOAD_COLLECTIVE) {
    return noc_fail(error, NOC_BAD_INPUT,
                    "%s: " SAY_THERE_IS("a workload without schemes", "a collective"), one->file);
  }
  c->no_length = collective_find(c->scenario->collective)->block == BLOCK_OF_BARRIER;
  return check_lengths(cli, c, error) && choose_schemes(cli->schemes, cli->all, c, error) &&
         parse_flits(cli->bytes != NULL ? "--bytes" : "--flits",
                     c->no_length         ? "1"
                     : cli->bytes != NULL ? cli->bytes
                     : cli->flits != NULL ? cli->flits
                                          : kFlits,
                     cli->bytes != NULL ? c->scenario->flit_bits / 8 : 1, c, error) &&
         check_heat(cli, c, error) &&
         simulate_source(cli, c->scenario, one->topology, &c->source, error) &&
         comparison_find_least(c, error) &&
         (c->name != NULL || memory_fail(error, "the comparison"));
}

static void comparison_free(comparison_t *c) {
  scenario_free(c->scenario);
  simulate_source_free(&c->source);
  least_network_free(c->least);
  free(c->name);
  *c = (comparison_t){0};
}

static bool take(void *context, const series_t *one, noc_error_t *error) {
  collective_run_t *all = context;
  comparison_t *c = &all->comparison[all->count++];
  c->name = strdup(one->name);
  all->runs += load_comparison(all->cli, one, c, error) ? c->lengths * c->schemes : 0;
  return error->status == NOC_OK;
}

// The scenario with one of the collectives, and the first scheme that it has.
static bool load_one_of_all(collective_run_t *all, const series_t *one, const char *collective,
                            noc_error_t *error) {
  comparison_t *c = &all->comparison[all->count];
  collective_pair_t pair;
  size_t i = 0;
  while (collective_pair(i, &pair) && strcmp(pair.collective->name, collective) != 0) {
    i++;
  }
  char set[2][BATCH_SET];
  (void)snprintf(set[0], BATCH_SET, "workload.collective=%s", collective);
  (void)snprintf(set[1], BATCH_SET, "workload.scheme=%s", pair.scheme->name);
  const size_t before = one->cli->sets.count;
  const char **sets = calloc(before + 2, sizeof *sets);
  if (sets == NULL || asprintf(&c->name, "%s, %s", collective, one->name) < 0) {
    free(sets);
    c->name = NULL;
    return memory_fail(error, "the comparison");
  }
  for (size_t k = 0; k < before + 2; k++) {
    sets[k] = k < before ? one->cli->sets.item[k] : set[k - before];
  }
  cli_t cli = *one->cli;
  cli.sets = (string_list_t){sets, before + 2};
  series_t with = *one;
  with.cli = &cli;
  const bool ok = load_comparison(all->cli, &with, c, error);
  free(sets);
  return ok;
}

// One of them that the scenario does not allow is left out, with what it says.
static bool leave_out(collective_run_t *all, noc_error_t *error) {
  comparison_t *c = &all->comparison[all->count];
  if (error->status == NOC_BAD_INPUT) {
    all->left_out[all->left_out_count++] = (left_out_t){c->name, *error};
    c->name = NULL;
    *error = (noc_error_t){0};
  }
  comparison_free(c);
  return error->status == NOC_OK;
}

static bool take_all(void *context, const series_t *one, noc_error_t *error) {
  collective_run_t *all = context;
  const size_t before = all->count;
  const size_t left_out = all->left_out_count;
  size_t count = 0;
  const collective_t *collective = collectives(&count);
  for (size_t i = 0; i < count; i++) {
    comparison_t *c = &all->comparison[all->count];
    if (!load_one_of_all(all, one, collective[i].name, error)) {
      if (!leave_out(all, error)) {
        return false;
      }
    } else if (c->schemes == 0) {
      comparison_free(c);
    } else {
      all->runs += c->lengths * c->schemes;
      all->count++;
    }
  }
  if (all->count == before && all->left_out_count > left_out) {
    *error = all->left_out[left_out].error;
  }
  return error->status == NOC_OK;
}

static void prepare(const comparison_t *c, bool heat) {
  for (size_t i = 0; i < c->lengths * c->schemes; i++) {
    batch_run_t *run = &c->run[i];
    run->source = &c->source;
    run->keep_links = heat;
    (void)snprintf(run->set[0], BATCH_SET, "workload.scheme=%s", c->scheme[i % c->schemes]);
    if (!c->no_length) {
      (void)snprintf(run->set[1], BATCH_SET, "workload.message_flits=%u", c->flits[i / c->schemes]);
    }
  }
}

// Are the schemes that were asked for, or else any, allowed by every topology? Of those that were
// not asked for the shortest length tells. What is refused here is not run.
static bool check_up_to(collective_run_t *all, simulate_depth_t depth, bool all_lengths) {
  const bool named = all->cli->schemes != NULL;
  batch_run_t *run = calloc(all->runs + 1, sizeof *run);
  if (run == NULL) {
    return memory_fail(&all->error, "the runs");
  }
  size_t count = 0;
  for (size_t i = 0; i < all->count; i++) {
    const comparison_t *c = &all->comparison[i];
    for (size_t k = 0; k < (all_lengths ? c->lengths : 1) * c->schemes; k++) {
      run[count] = c->run[k];
      run[count++].depth = depth;
    }
  }
  bool ok = batch_run(all->cli, "collective", run, count, &all->error);
  size_t at = 0;
  for (size_t i = 0; i < all->count && ok; i++) {
    const comparison_t *c = &all->comparison[i];
    const batch_run_t *refused = NULL;
    size_t allowed = 0;
    for (size_t k = 0; k < (all_lengths ? c->lengths : 1) * c->schemes; k++, at++) {
      allowed += k < c->schemes && run[at].simulation.status == NOC_OK;
      if (run[at].simulation.status != NOC_OK) {
        refused = refused == NULL ? &run[at] : refused;
        c->run[k].simulation = run[at].simulation;
        c->run[k].done = true;
      }
    }
    if (refused != NULL && !all->cli->all && (named || allowed == 0)) {
      all->error = refused->simulation.error;
      (void)simulate_blame(refused->source, &all->error);
      ok = false;
    }
  }
  free(run);
  return ok;
}

// Checks what is wrong with the lengths of every scenario.
static bool check_options(const cli_t *cli, noc_error_t *error) {
  comparison_t any = {0};
  if (cli->flits != NULL && cli->bytes != NULL) {
    return noc_fail(error, NOC_BAD_INPUT, "--bytes" SAY_IS("given beside --flits", "given alone"));
  }
  return (cli->flits == NULL || parse_flits("--flits", cli->flits, 1, &any, error)) &&
         (cli->bytes == NULL || parse_flits("--bytes", cli->bytes, 1, &any, error));
}

static bool load_all(collective_run_t *all) {
  const size_t most = series_count(all->cli) * (all->cli->all ? COLLECTIVE_KINDS : 1) + 1;
  all->comparison = calloc(most, sizeof *all->comparison);
  all->left_out = calloc(most, sizeof *all->left_out);
  if (all->comparison == NULL || all->left_out == NULL) {
    return memory_fail(&all->error, "the comparisons");
  }
  if (all->cli->all && (all->cli->plots.count > 0 || all->cli->heats.count > 0)) {
    return noc_fail(&all->error, NOC_BAD_INPUT, "%s" SAY_IS("given beside --all", "left out"),
                    all->cli->plots.count > 0 ? "--plot" : "--heat");
  }
  if (!check_options(all->cli, &all->error) ||
      !series_each(all->cli, NULL, all->cli->all ? take_all : take, all, &all->error)) {
    return false;
  }
  all->run = calloc(all->runs + 1, sizeof *all->run);
  if (all->run == NULL) {
    return memory_fail(&all->error, "the runs");
  }
  batch_run_t *at = all->run;
  for (size_t i = 0; i < all->count; i++) {
    comparison_t *c = &all->comparison[i];
    c->run = at;
    at += c->lengths * c->schemes;
    prepare(c, all->cli->heats.count > 0);
  }
  return check_up_to(all, SIMULATE_CHECK, true) &&
         (all->count < 2 || check_up_to(all, SIMULATE_BUILD, false));
}

// A scheme that the scenario does not allow is left out, unless it is asked for by name or there is
// no other. What else goes wrong is the error of the command; the first one is kept.
static void judge(collective_run_t *all, const comparison_t *c) {
  const bool named = all->cli->schemes != NULL && !all->cli->all;
  bool any = all->cli->all;
  const noc_error_t *refused = NULL;
  for (size_t i = 0; i < c->lengths * c->schemes; i++) {
    const simulation_t *s = &c->run[i].simulation;
    any |= c->run[i].done && s->status == NOC_OK;
    if (!c->run[i].done || s->status == NOC_OK) {
      continue;
    }
    if (s->status == NOC_BAD_INPUT) {
      refused = refused == NULL ? &s->error : refused;
    } else if (all->error.status == NOC_OK) {
      all->error = s->error;
      (void)simulate_blame(&c->source, &all->error);
    }
  }
  if (refused != NULL && (named || !any) && all->error.status == NOC_OK) {
    all->error = *refused;
    (void)simulate_blame(&c->source, &all->error);
  }
}

static void show_scenarios(const collective_run_t *all) {
  for (size_t i = 0; i < all->count && all->cli->verbose; i++) {
    (void)scenario_write_yaml(all->comparison[i].scenario, stderr);
  }
}

static void run(collective_run_t *all) {
  (void)batch_run(all->cli, "collective", all->run, all->runs, &all->error);
  for (size_t i = 0; i < all->count; i++) {
    judge(all, &all->comparison[i]);
  }
  all->interrupted = all->error.status == NOC_INTERRUPTED;
}

static bool is_empty(const collective_run_t *all) {
  for (size_t i = 0; i < all->count; i++) {
    const comparison_t *c = &all->comparison[i];
    for (size_t k = 0; k < c->lengths * c->schemes; k++) {
      if (comparison_result(c, k / c->schemes, k % c->schemes) != NULL) {
        return false;
      }
    }
  }
  return true;
}

static void collective_free(collective_run_t *all) {
  for (size_t i = 0; i < all->count; i++) {
    comparison_free(&all->comparison[i]);
  }
  for (size_t i = 0; i < all->left_out_count; i++) {
    free(all->left_out[i].name);
  }
  free(all->left_out);
  for (size_t i = 0; all->run != NULL && i < all->runs; i++) {
    free(all->run[i].link_flits);
  }
  free(all->run);
  free(all->comparison);
}

int command_collective(const struct cli *cli) {
  collective_run_t all = {.cli = cli};
  results_t results = {.json = collective_json,
                       .csv = collective_csv,
                       .table = collective_table,
                       .plot = {COLLECTIVE_PLOT_HEIGHT, collective_plot, &all, 0},
                       .context = &all};
  figure_t *figure = NULL;
  heat_t *heat = NULL;
  int status = NOC_OK;
  if (physical_read(cli, &all.physical, &all.error) && load_all(&all) &&
      results_open(cli, &results, &all.error)) {
    show_scenarios(&all);
    run(&all);
    if (all.error.status != NOC_OK) {
      status = cli_report(&all.error);
    }
    if (all.count > 1 && cli->plots.count > 0) {
      figure = collective_figure(&all);
      results.plot = (plot_t){figure_height(figure), figure_write, figure, figure_width(figure)};
    }
    if (cli->heats.count > 0 && !collective_heat(&all, &heat, &all.error)) {
      status = cli_report(&all.error);
    }
    if (!heat_is_empty(heat)) {  // else its runs have failed, which is said already
      results.heat = (plot_t){heat_height(heat), heat_write, heat, heat_width(heat)};
    }
    results.empty = is_empty(&all);
    if (status != NOC_BAD_INPUT) {
      const int written = results_write(cli, &results);
      status = status == NOC_OK ? written : status;
    }
  } else {
    status = cli_report(&all.error);
  }
  results_close(&results);
  figure_free(figure);
  heat_free(heat);
  collective_free(&all);
  return status;
}
