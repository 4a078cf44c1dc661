// loads -- see loads.h.

#include "papers/loads.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "network/zero_load.h"
#include "runs/batch.h"
#include "runs/curves.h"
#include "runs/range.h"
#include "scenario/scenario_load.h"
#include "workload/patterns.h"

// Routes that have been walked, of the whole process: curves, measures, and the rounds of what a
// paper leaves open mostly differ in something else, and a walk takes up to a second.
typedef struct walked {
  struct walked *before;
  route_loads_t routes;
  const pattern_t *pattern;
  char *routing;
  char topology[];
} walked_t;
static walked_t *last_walked;

static const walked_t *find_walked(const scenario_t *s, const pattern_t *pattern) {
  const walked_t *w = last_walked;
  while (w != NULL && (w->pattern != pattern || strcmp(w->topology, s->topology_text) != 0 ||
                       strcmp(w->routing, s->routing) != 0)) {
    w = w->before;
  }
  return w;
}

// Where memory is short they are walked again.
static void keep_walked(const scenario_t *s, const pattern_t *pattern,
                        const route_loads_t *routes) {
  const size_t topology = strlen(s->topology_text) + 1;
  walked_t *w = malloc(sizeof *w + topology + strlen(s->routing) + 1);
  if (w != NULL) {
    *w = (walked_t){.before = last_walked, .routes = *routes, .pattern = pattern};
    w->routing = w->topology + topology;
    memcpy(w->topology, s->topology_text, topology);
    memcpy(w->routing, s->routing, strlen(s->routing) + 1);
    last_walked = w;
  }
}

static bool find_routes(paper_curve_t *c, noc_error_t *error) {
  const pattern_t *pattern = pattern_find(c->scenario->traffic[0].traffic);
  const bool named = c->scenario->routes.path == NULL;  // else it is a file that says what they are
  const walked_t *walked = named ? find_walked(c->scenario, pattern) : NULL;
  if (walked != NULL) {
    c->routes = walked->routes;
    return true;
  }
  const bool ok = route_loads_find(c->scenario->route, pattern->image, &c->routes, error);
  if (ok && named) {
    keep_walked(c->scenario, pattern, &c->routes);
  }
  return ok;
}

// All nodes send equally often; packets are of one length. Linear in the hops, from 1 on.
static double zero_load(const scenario_t *s, double hops) {
  const zero_load_t idle = scenario_zero_load(s);
  const unsigned flits = s->traffic[0].packet_flits.longest;
  const double one = (double)zero_load_latency(&idle, flits, 1);
  const double two = (double)zero_load_latency(&idle, flits, 2);
  return one + (hops - 1) * (two - one);
}

// VCs on a link that a packet of this class may have; `classes` of the routing: any.
static unsigned vcs_of(const scenario_t *s, unsigned vc_class) {
  const unsigned classes = s->route->classes;
  const unsigned block = s->vcs / s->networks;
  return vc_class == classes ? s->vcs : s->networks * ((block - vc_class + classes - 1) / classes);
}

// A link carries a flit a cycle, a VC `depth` flits a credit loop: no more can go over the busiest
// link, nor over the busiest VCs of a class.
static double find_bound(const scenario_t *s, const route_loads_t *routes) {
  const double loop = credit_loop(s->pipeline, scenario_early(s), s->link_latency);
  const double vc = fmin(1, s->depth / loop);
  double bound = 1 / routes->link;
  for (unsigned c = 0; c <= s->route->classes; c++) {
    bound = fmin(bound, vcs_of(s, c) * vc / routes->in_class[c]);
  }
  return bound;
}

bool paper_loads_add(paper_loads_t *all, const char *text, const char *const *sets, size_t n_sets) {
  const string_list_t *before = &all->cli->sets;
  paper_curve_t *curve = realloc(all->curve, (all->count + 1) * sizeof *curve);
  const char **every = malloc((before->count + n_sets + 1) * sizeof *every);
  all->curve = curve != NULL ? curve : all->curve;
  if (curve == NULL || every == NULL) {
    free(every);
    return memory_fail(&all->error, "the curves");
  }
  for (size_t i = 0; i < before->count; i++) {
    every[i] = before->item[i];
  }
  for (size_t i = 0; i < n_sets; i++) {
    every[before->count + i] = sets[i];
  }
  paper_curve_t *c = &curve[all->count++];
  *c = (paper_curve_t){.scenario = scenario_parse(text, strlen(text), all->name, every,
                                                  before->count + n_sets, &all->error),
                       .point = calloc(all->parts, sizeof *c->point)};
  free(every);
  if (c->scenario == NULL) {
    return false;
  }
  if (c->point == NULL) {
    return memory_fail(&all->error, "the curves");
  }
  if (!simulate_source(all->cli, c->scenario, NULL, &c->source, &all->error) ||
      !find_routes(c, &all->error)) {
    return false;
  }
  c->zero_load = zero_load(c->scenario, c->routes.hops);
  c->bound = find_bound(c->scenario, &c->routes);
  return true;
}

static paper_load_t point_of(const batch_run_t *run, double load) {
  const workload_result_t *w = &run->simulation.workload;
  const bool any = w->latency.count > 0;
  return (paper_load_t){.load = load,
                        .offered = w->offered,
                        .accepted = w->accepted,
                        .latency = any ? w->latency.mean : NAN,
                        .network_latency = any ? w->network_latency.mean : NAN,
                        .packets = (double)w->latency.count};
}

// A load in the millionths that a scenario takes; at least one, and 1 at most.
static uint64_t millionths(double load) {
  const double scaled = round(load * RANGE_UNIT);
  return scaled < 1 ? 1 : scaled > RANGE_UNIT ? RANGE_UNIT : (uint64_t)scaled;
}

static bool take(paper_loads_t *all, const batch_run_t *run, paper_load_t *point, uint64_t load) {
  if (run->done && run->simulation.status == NOC_OK) {
    *point = point_of(run, range_value(load));
    return true;
  }
  if (run->done && all->error.status == NOC_OK) {
    all->error = run->simulation.error;
  }
  return false;
}

static void prepare(batch_run_t *run, const paper_curve_t *c, uint64_t load) {
  *run = (batch_run_t){.source = &c->source};
  curves_set_load(run->set[0], load);
}

static bool run_full(paper_loads_t *all, batch_run_t *run) {
  for (size_t i = 0; i < all->count; i++) {
    prepare(&run[i], &all->curve[i], RANGE_UNIT);
  }
  bool ok = batch_run(all->cli, "paper", run, all->count, &all->error);
  for (size_t i = 0; i < all->count; i++) {
    ok = take(all, &run[i], &all->curve[i].full, RANGE_UNIT) && ok;
  }
  return ok;
}

static uint64_t load_of(const paper_loads_t *all, size_t curve, size_t part) {
  return millionths(all->part[part] * all->curve[curve].full.accepted);
}

static bool run_parts(paper_loads_t *all, batch_run_t *run) {
  const size_t count = all->count * all->parts;
  for (size_t i = 0; i < count; i++) {
    const size_t curve = i / all->parts;
    prepare(&run[i], &all->curve[curve], load_of(all, curve, i % all->parts));
  }
  bool ok = batch_run(all->cli, "paper", run, count, &all->error);
  for (size_t i = 0; i < count; i++) {
    const size_t curve = i / all->parts;
    paper_curve_t *c = &all->curve[curve];
    const bool taken = take(all, &run[i], &c->point[c->count], load_of(all, curve, i % all->parts));
    c->count += taken;
    ok = ok && taken;
  }
  return ok;
}

bool paper_loads_run(paper_loads_t *all) {
  batch_run_t *run = calloc(all->count * all->parts + 1, sizeof *run);
  if (run == NULL) {
    return memory_fail(&all->error, "the runs");
  }
  const bool ok = run_full(all, run) && run_parts(all, run);
  free(run);
  return ok;
}

void paper_loads_free(paper_loads_t *all) {
  for (size_t i = 0; i < all->count; i++) {
    scenario_free(all->curve[i].scenario);
    simulate_source_free(&all->curve[i].source);
    free(all->curve[i].point);
  }
  free(all->curve);
}
