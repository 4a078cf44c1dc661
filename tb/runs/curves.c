// curves -- see curves.h, and docs/sweep.md.

#include "runs/curves.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "scenario/scenario_load.h"

// More points than a search can need: 2^20 millionths are more than the load 1.
enum { SEARCH_POINTS = 21 };

bool curve_has_latency(const curve_t *c, const curve_point_t *p) {
  return p->sustained && p->latency.count > 0 && (c->beyond == 0 || p->load < c->beyond);
}

bool curve_saturates(const curve_t *c) {
  return !c->failed && !c->unfinished && c->beyond > 0;
}

const char *curve_unsaturated(const curve_t *c) {
  return c->failed || c->unfinished || c->count == 0 ? "unknown" : "above all";
}

const char *curve_state(const curve_t *c, const curve_point_t *p) {
  if (!p->passed) {
    return p->result;
  }
  if (!curve_has_latency(c, p)) {
    return p->sustained && p->latency.count == 0 ? "no packets" : "saturated";
  }
  return p->interval.batches > 0 ? "steady" : "not steady";
}

void curves_set_load(char set[BATCH_SET], uint64_t load) {
  char text[RANGE_TEXT];
  (void)snprintf(set, BATCH_SET, "workload.load=%s", range_text(load, text));
}

void curves_blame_load(const char *file, uint64_t load, noc_error_t *error) {
  const noc_error_t why = *error;
  char set[BATCH_SET];
  char before[BATCH_SET + sizeof "--set : "];
  curves_set_load(set, load);
  const int length = snprintf(before, sizeof before, "--set %s: ", set);
  if (strncmp(why.text, before, (size_t)length) == 0) {
    (void)noc_fail(error, why.status, "%.200s: at load %s, %s", file, strchr(set, '=') + 1,
                   why.text + length);
  }
}

// Cycles in which as many multicasts as the window has are created, in the mean, at this load.
static uint64_t window_of(const curve_t *c, uint64_t load) {
  const scenario_t *s = c->scenario;
  const double a_cycle = range_value(load) * s->topology->nodes / s->degree.mean / s->message_flits;
  return c->multicasts > 0 ? (uint64_t)ceil((double)c->multicasts / a_cycle) : s->cycles;
}

static void set_window(char set[BATCH_SETS][BATCH_SET], const curve_t *c, uint64_t load) {
  const uint64_t cycles = window_of(c, load);
  curves_set_load(set[0], load);
  if (c->multicasts > 0) {
    (void)snprintf(set[1], BATCH_SET, "run.cycles=%" PRIu64, cycles);
    (void)snprintf(set[2], BATCH_SET, "run.warmup=%" PRIu64, (cycles + 1) / 2);
  }
}

// Finds out before the first run whether something, such as bursts, refuses the highest load.
static bool check_highest(curves_t *all, const curve_t *c) {
  char set[BATCH_SET];
  const uint64_t load = all->loads.from + (range_count(&all->loads) - 1) * all->loads.step;
  curves_set_load(set, load);
  scenario_t *highest = simulate_variant(&c->source, (const char *[]){set}, 1, &all->error);
  if (highest == NULL) {
    curves_blame_load(c->scenario->file, load, &all->error);
  }
  scenario_free(highest);
  return highest != NULL;
}

static bool prepare_curve(curves_t *all, const cli_t *cli, curve_t *c, const char *topology) {
  char set[BATCH_SET];
  if (c->scenario->workload != WORKLOAD_TRAFFIC && c->scenario->workload != WORKLOAD_MULTICASTS) {
    return noc_fail(&all->error, NOC_BAD_INPUT,
                    "%s: " SAY_THERE_IS("a workload without a load", "traffic"), c->scenario->file);
  }
  if (c->multicasts > 0 && c->scenario->workload != WORKLOAD_MULTICASTS) {
    return noc_fail(&all->error, NOC_BAD_INPUT,
                    "%s: workload.traffic" SAY_IS("%s", "multicast with a window of multicasts"),
                    c->scenario->file, c->scenario->traffic[0].traffic);
  }
  if (accept_has_zero(&c->scenario->accept)) {  // of such a network no load is sustained
    (void)noc_fail(&all->error, NOC_BAD_INPUT,
                   "%s: host.accept" SAY_IS("%s", "above 0 for all networks in a sweep"),
                   c->scenario->file, c->scenario->accept.text);
    scenario_locate(c->scenario, &all->error);
    return false;
  }
  if (!simulate_source(cli, c->scenario, topology, &c->source, &all->error) ||
      !check_highest(all, c) || !capacity_find(c->scenario, &c->most, &all->error)) {
    return false;
  }
  if (c->scenario->warmup > 0 || c->multicasts > 0) {
    return true;
  }
  c->own_warmup = true;
  (void)snprintf(set, sizeof set, "run.warmup=%" PRIu64, (c->scenario->cycles + 1) / 2);
  scenario_t *with = simulate_variant(&c->source, (const char *[]){set}, 1, &all->error);
  if (with == NULL) {
    return false;
  }
  scenario_free(c->scenario);
  simulate_source_free(&c->source);
  c->scenario = with;
  return simulate_source(cli, with, topology, &c->source, &all->error);
}

bool curves_add(curves_t *all, const cli_t *cli, scenario_t *scenario, const char *name,
                const char *topology) {
  curve_t *curve = realloc(all->curve, (all->count + 1) * sizeof *curve);
  if (curve == NULL) {
    scenario_free(scenario);
    return memory_fail(&all->error, "the curves");
  }
  all->curve = curve;
  curve_t *c = &curve[all->count++];
  *c = (curve_t){.scenario = scenario,
                 .name = strdup(name),
                 .multicasts = all->multicasts,
                 .point = calloc(range_count(&all->loads) + SEARCH_POINTS, sizeof *c->point)};
  if (c->name == NULL || c->point == NULL) {
    return memory_fail(&all->error, "the curves");
  }
  const bool ok = prepare_curve(all, cli, c, topology);
  c->source.label = cli != all->cli ? c->name : NULL;
  return ok;
}

static void free_curve(curve_t *c) {
  free(c->name);
  scenario_free(c->scenario);
  simulate_source_free(&c->source);
  free(c->point);
}

void curves_drop(curves_t *all, size_t curve) {
  free_curve(&all->curve[curve]);
  all->count--;
  memmove(&all->curve[curve], &all->curve[curve + 1], (all->count - curve) * sizeof *all->curve);
}

// Flits a node by which offered and accepted may differ by chance: three standard deviations of
// what the multicasts under way carry at the two ends of the window, if they come and go
// independently. A packet is so short that this is less than an idle network holds.
static double chance_of_backlog(const scenario_t *s, const curve_point_t *p) {
  const bool any = s->workload == WORKLOAD_MULTICASTS && p->latency.count > 0;
  const double things = (double)p->latency.count;
  const double under_way = things / (double)p->cycles * p->latency.mean;
  return any ? 3 * sqrt(2 * under_way) * p->offered * (double)p->cycles / things : 0;
}

// Flits a node that the window may gain in a network that keeps up.
static double backlog_allowed(const scenario_t *s, const curve_point_t *p) {
  return fmax(p->offered * p->zero_load, chance_of_backlog(s, p));
}

// Does the network keep up with this load, by what is measured? docs/sweep.md, "Saturation".
static bool looks_sustained(const scenario_t *s, const simulation_t *r, const curve_point_t *p) {
  const bool grows = p->interval.growth > p->zero_load;
  const double backlog = (p->offered - p->accepted) * (double)p->cycles;  // flits a node, gained
  const bool lags = backlog > backlog_allowed(s, p) && p->latency.mean > 2 * p->zero_load;
  return r->measured && !grows && !lags;
}

// The most that can be: of a window whose draws have brought more than a resource carries, too
// little to be seen, nothing is known.
static bool is_below_capacity(const curve_t *c, const curve_point_t *p) {
  return p->offered <= c->most.load[capacity_least(&c->most)];
}

// Packets of traffic are delivered at the interface, and nothing that is measured sees what waits
// for a host behind it.
static bool shows_backlog(const curve_t *c, capacity_resource_t resource) {
  const bool of_host = resource == CAPACITY_PROCESSORS || resource == CAPACITY_BUSES ||
                       resource == CAPACITY_RECEIVE_HANDLERS;
  return c->scenario->workload == WORKLOAD_MULTICASTS || !of_host;
}

// A result is told that no network can have. False with *error filled.
static bool can_be(const curve_t *c, const curve_point_t *p, noc_error_t *error) {
  const capacity_resource_t least = capacity_least(&c->most);
  const double port = c->most.load[CAPACITY_PORTS];
  const double most = c->most.load[least];
  const double backlog = (p->offered - most) * (double)p->cycles;  // that there must be
  if (p->accepted > port) {
    return noc_fail(error, NOC_CHECK_FAILED,
                    "load %g: " SAY_THERE_IS("%.4f flits accepted a node and cycle", "%g at most"),
                    range_value(p->load), p->accepted, port);
  }
  return !p->sustained || !shows_backlog(c, least) || backlog <= backlog_allowed(c->scenario, p) ||
         noc_fail(error, NOC_CHECK_FAILED,
                  "load %g: " SAY_THERE_IS("no backlog with %.4f flits offered a node and cycle",
                                           "one above %.4f, which is all that %s carry"),
                  range_value(p->load), p->offered, most, kCapacityNames[least]);
}

bool curve_judge(const curve_t *c, curve_point_t *p, const simulation_t *r, noc_error_t *error) {
  p->passed = r->status == NOC_OK;
  p->result = sim_result_name(r->result);
  p->sustained = false;
  if (!p->passed) {
    *error = r->error;
    return false;
  }
  p->interval = batches_interval(&r->workload.batches);
  p->sustained = looks_sustained(c->scenario, r, p);
  p->passed = can_be(c, p, error);
  p->result = p->passed ? p->result : "above capacity";
  p->sustained = p->passed && p->sustained && is_below_capacity(c, p);
  return p->passed;
}

// Takes the result of a run into its curve, in the order of loads.
static void add_point(curves_t *all, curve_t *c, uint64_t load, bool search,
                      const simulation_t *r) {
  const workload_result_t *w = &r->workload;
  curve_point_t p = {.load = load,
                     .search = search,
                     .offered = w->offered,
                     .accepted = w->accepted,
                     .zero_load = w->zero_load_latency,
                     .latency = w->latency,
                     .network_latency = w->network_latency,
                     .energy = r->energy,
                     .flits = w->flits_delivered,
                     .cycles = window_of(c, load)};
  if (c->scenario->workload == WORKLOAD_MULTICASTS) {
    p.latency = w->multicast.latency;
    p.zero_load = w->multicast.zero_load_latency;
  }
  noc_error_t error = {0};
  if (!curve_judge(c, &p, r, &error)) {
    c->failed = true;
    if (all->error.status == NOC_OK) {
      all->error = error;
      (void)simulate_blame(&c->source, &all->error);
    }
  }
  size_t at = c->count++;
  for (; at > 0 && c->point[at - 1].load > load; at--) {
    c->point[at] = c->point[at - 1];
  }
  c->point[at] = p;
}

// The largest sustained load below all that are not, and the smallest of these.
static void find_saturation(curve_t *c) {
  c->saturation = c->beyond = 0;
  c->offered = c->throughput = 0;
  c->zero_load = c->count > 0 ? c->point[0].zero_load : 0;
  for (size_t i = 0; i < c->count && c->beyond == 0; i++) {
    const curve_point_t *p = &c->point[i];
    if (p->sustained) {
      c->saturation = p->load;
      c->offered = p->offered;
      c->throughput = p->accepted;
    } else {
      c->beyond = p->load;
    }
  }
}

// The load to be tried next; 0 when the search has ended.
static uint64_t next_load(const curves_t *all, const curve_t *c) {
  const uint64_t unit = all->resolution > 0 ? all->resolution : CURVES_RESOLUTION;
  if (c->failed || c->beyond == 0 || c->beyond - c->saturation <= unit) {
    return 0;
  }
  const uint64_t steps = (c->beyond - c->saturation + unit - 1) / unit;
  return c->saturation + steps / 2 * unit;
}

// A run a curve that goes only so far; NULL with all->error filled.
static batch_run_t *runs_up_to(curves_t *all, simulate_depth_t depth) {
  batch_run_t *run = calloc(all->count + 1, sizeof *run);
  if (run == NULL) {
    (void)memory_fail(&all->error, "the runs");
  }
  for (size_t i = 0; run != NULL && i < all->count; i++) {
    run[i] = (batch_run_t){.source = &all->curve[i].source, .depth = depth};
  }
  return run;
}

static bool check_up_to(curves_t *all, simulate_depth_t depth) {
  batch_run_t *run = runs_up_to(all, depth);
  const bool ok = run != NULL && batch_check(all->cli, all->command, run, all->count, &all->error);
  free(run);
  return ok;
}

bool curves_check(curves_t *all) {
  return check_up_to(all, SIMULATE_CHECK) && (all->count < 2 || check_up_to(all, SIMULATE_BUILD));
}

bool curves_check_each(curves_t *all, simulate_depth_t depth, noc_error_t *why) {
  batch_run_t *run = runs_up_to(all, depth);
  const bool ok = run != NULL && batch_run(all->cli, all->command, run, all->count, &all->error);
  for (size_t i = 0; ok && i < all->count; i++) {
    why[i] = run[i].simulation.error;
    why[i].status = (noc_status_t)run[i].simulation.status;
  }
  free(run);
  return ok;
}

static void prepare(batch_run_t *run, const curve_t *c, uint64_t load) {
  *run = (batch_run_t){.source = &c->source, .keep_load = true};
  set_window(run->set, c, load);
}

// Runs `count` loads of the grid, from this one on, of every curve that is still sustained. False
// when it has ended early: all->error says why.
static bool run_loads(curves_t *all, size_t from, size_t count) {
  batch_run_t *run = calloc(count * all->count + 1, sizeof *run);
  if (run == NULL) {
    return noc_fail(&all->error, NOC_ENVIRONMENT, "out of memory for %zu runs", count * all->count);
  }
  size_t runs = 0;
  for (size_t i = 0; i < count * all->count; i++) {
    const curve_t *c = &all->curve[i / count];
    if (c->beyond == 0 && !c->failed) {
      prepare(&run[runs++], c, all->loads.from + (from + i % count) * all->loads.step);
    }
  }
  const bool ok = batch_run(all->cli, all->command, run, runs, &all->error);
  size_t k = 0;
  for (size_t i = 0; i < all->count; i++) {
    curve_t *c = &all->curve[i];
    const size_t of = c->beyond == 0 && !c->failed ? count : 0;
    for (size_t n = 0; n < of; n++, k++) {
      if (run[k].done) {
        add_point(all, c, all->loads.from + (from + n) * all->loads.step, false,
                  &run[k].simulation);
      } else {
        c->unfinished = true;
      }
    }
    find_saturation(c);
  }
  free(run);
  return ok;
}

static bool run_grid(curves_t *all) {
  const size_t loads = range_count(&all->loads);
  const size_t at_a_time = all->climb ? 1 : loads;
  bool ok = true;
  for (size_t i = 0; ok && i < loads; i += at_a_time) {
    ok = run_loads(all, i, at_a_time);
  }
  return ok;
}

// One round of the search: the next load of every curve that still has one.
static bool run_round(curves_t *all, batch_run_t *run, bool *any) {
  size_t count = 0;
  for (size_t i = 0; i < all->count; i++) {
    const uint64_t load = next_load(all, &all->curve[i]);
    if (load > 0) {
      prepare(&run[count++], &all->curve[i], load);
    }
  }
  *any = count > 0;
  const bool ok = count == 0 || batch_run(all->cli, all->command, run, count, &all->error);
  size_t k = 0;
  for (size_t i = 0; i < all->count; i++) {
    const uint64_t load = next_load(all, &all->curve[i]);
    if (load > 0 && run[k++].done) {
      add_point(all, &all->curve[i], load, true, &run[k - 1].simulation);
    }
  }
  for (size_t i = 0; i < all->count; i++) {
    find_saturation(&all->curve[i]);
  }
  return ok;
}

static void run_search(curves_t *all) {
  batch_run_t *run = calloc(all->count + 1, sizeof *run);
  if (run == NULL) {
    (void)memory_fail(&all->error, "the runs");
    return;
  }
  bool any = true;
  while (any && run_round(all, run, &any)) {
  }
  free(run);
}

const char *curves_latency_of(const curves_t *all) {
  bool multicasts = true;
  for (size_t i = 0; i < all->count; i++) {
    multicasts = multicasts && all->curve[i].scenario->workload == WORKLOAD_MULTICASTS;
  }
  return multicasts ? "multicast" : "packet";
}

bool curves_empty(const curves_t *all) {
  for (size_t i = 0; i < all->count; i++) {
    if (all->curve[i].count > 0) {
      return false;
    }
  }
  return true;
}

void curves_free(curves_t *all) {
  for (size_t i = 0; i < all->count; i++) {
    free_curve(&all->curve[i]);
  }
  free(all->curve);
}

void curves_run(curves_t *all, bool search) {
  if (run_grid(all) && search) {
    run_search(all);
  }
  for (size_t i = 0; search && i < all->count; i++) {
    all->curve[i].unfinished = all->curve[i].unfinished || next_load(all, &all->curve[i]) > 0;
  }
  all->interrupted = all->error.status == NOC_INTERRUPTED;
}
