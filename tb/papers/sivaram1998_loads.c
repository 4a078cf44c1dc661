// sivaram1998_loads -- Figs. 9 to 11: random multicasts under
// load. Each network has a curve and a saturation load of its own; a
// point of a figure is the mean over networks that all sustain the load.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "papers/sivaram1998.h"
#include "runs/curves.h"

static const double kTallest = 4;  // in the pictures: times the highest latency on an idle network

enum { REST = 600, HOSTS = 160, NAME = 120 };

// The receive handlers and the processors can take 128 flits in 1,000 cycles at most.
static const range_t kLoads = {10000, 10000, 150000};
static const range_t kQuickLoads = {20000, 20000, 140000};
enum { RESOLUTION = 2500, QUICK_RESOLUTION = 10000 };

// Section 4.3: a million cycles, of which half are the cold start.
typedef struct {
  unsigned networks, warmup, cycles;
} effort_t;
static const effort_t kEffort = {2, 500000, 500000};
static const effort_t kFull = {SIVARAM_NETWORKS, 500000, 500000};
static const effort_t kQuick = {1, 30000, 100000};

// Memory of interfaces is no limit in the paper.
static const char kSlots[] = ", slots: 256";

const size_t kSivaramLoadedDegrees[SIVARAM_LOADED_DEGREES] = {0, 2};

static effort_t effort_of(const cli_t *cli) {
  return cli->quick ? kQuick : cli->full ? kFull : kEffort;
}

// Where a curve stands; all numbers from 0. The networks of a series stand behind each other.
typedef struct {
  sivaram_point_t point;
  size_t degree;
  sivaram_scheme_t scheme;
} place_t;

static place_t place_of(size_t i) {
  return (place_t){.scheme = (sivaram_scheme_t)(i % SIVARAM_LOADED_SCHEMES),
                   .degree = i / SIVARAM_LOADED_SCHEMES % SIVARAM_LOADED_DEGREES,
                   .point = (sivaram_point_t)(i / SIVARAM_LOADED_SCHEMES / SIVARAM_LOADED_DEGREES)};
}

enum { SERIES = SIVARAM_POINTS * SIVARAM_LOADED_DEGREES * SIVARAM_LOADED_SCHEMES };

static void mark_points(sivaram_loads_t *all) {
  for (size_t f = 0; f < SIVARAM_PARAMETERS; f++) {
    for (size_t i = 0; i < kSivaramParameters[f].loads; i++) {
      all->has[kSivaramParameters[f].loaded[i]] = true;
    }
  }
}

static bool add_curve(curves_t *curves, const place_t *p, unsigned network,
                      const effort_t *effort) {
  const sivaram_values_t *v = &kSivaramPoints[p->point];
  const unsigned degree = kSivaramDegrees[kSivaramLoadedDegrees[p->degree]];
  char hosts[HOSTS];
  char rest[REST];
  char name[NAME];
  sivaram_hosts(p->point, hosts, sizeof hosts);
  (void)snprintf(rest, sizeof rest,
                 "%sworkload: {traffic: multicast, degree: %u, scheme: %s, load: 0.01,"
                 " message_flits: %u, packet_flits: %d%s}\n"
                 "run: {warmup: %u, cycles: %u}\n",
                 hosts, degree, kSivaramSchemes[p->scheme], v->flits, SIVARAM_PACKET,
                 p->scheme == SIVARAM_NI ? kSlots : "", effort->warmup, effort->cycles);
  (void)snprintf(name, sizeof name, "%s to %u, R = %g, %u switches, %u flits, seed %u",
                 kSivaramSchemes[p->scheme], degree, v->ratio, v->switches, v->flits, network);
  const sivaram_network_t of = {v->switches, SIVARAM_PORTS, network};
  scenario_t *s = sivaram_scenario(curves->cli, &of, rest, NULL, &curves->error);
  return s != NULL && curves_add(curves, curves->cli, s, name, NULL);
}

static bool add_curves(const sivaram_loads_t *all, const effort_t *effort, curves_t *curves) {
  for (size_t i = 0; i < SERIES; i++) {
    const place_t p = place_of(i);
    for (unsigned n = 1; all->has[p.point] && n <= all->networks; n++) {
      if (!add_curve(curves, &p, n, effort)) {
        return false;
      }
    }
  }
  return true;
}

// The point of the curve at a load of the grid; NULL: none, or it is not sustained.
static const curve_point_t *sustained(const curve_t *c, uint64_t load) {
  for (size_t i = 0; i < c->count; i++) {
    if (c->point[i].load == load && c->point[i].passed && curve_has_latency(c, &c->point[i])) {
      return &c->point[i];
    }
  }
  return NULL;
}

static sivaram_loaded_t mean_at(const curve_t *c, unsigned networks, uint64_t load) {
  double latency[SIVARAM_NETWORKS];
  sivaram_loaded_t sum = {.multicasts = 0};
  unsigned found = 0;
  for (unsigned n = 0; n < networks; n++) {
    const curve_point_t *p = sustained(&c[n], load);
    if (p != NULL) {
      latency[found++] = p->latency.mean;
      sum.offered += p->offered / networks;
      sum.accepted += p->accepted / networks;
      sum.multicasts += (double)p->latency.count;
    }
  }
  sum.latency = sivaram_mean(latency, found == networks ? found : 0);
  return sum;
}

// A network that sustains all loads counts with the last of them.
static sivaram_mean_t mean_saturation(const curve_t *c, unsigned networks, uint64_t last) {
  double load[SIVARAM_NETWORKS];
  unsigned found = 0;
  for (unsigned n = 0; n < networks; n++) {
    if (curve_saturates(&c[n])) {
      load[found++] = (double)c[n].saturation / RANGE_UNIT;
    } else if (sustained(&c[n], last) != NULL) {
      load[found++] = (double)last / RANGE_UNIT;
    }
  }
  return sivaram_mean(load, found == networks ? found : 0);
}

static void take(sivaram_loads_t *all, const curves_t *curves) {
  const curve_t *c = curves->curve;
  for (size_t i = 0; i < SERIES; i++) {
    const place_t p = place_of(i);
    if (all->has[p.point] && c + all->networks <= curves->curve + curves->count) {
      for (size_t k = 0; k < all->loads; k++) {
        all->at[p.point][p.degree][p.scheme][k] =
            mean_at(c, all->networks, curves->loads.from + k * curves->loads.step);
      }
      const uint64_t last = curves->loads.from + (all->loads - 1) * curves->loads.step;
      all->saturation[p.point][p.degree][p.scheme] = mean_saturation(c, all->networks, last);
      c += all->networks;
    }
  }
}

bool sivaram_loads(const cli_t *cli, const sivaram_singles_t *singles, sivaram_loads_t *all,
                   noc_error_t *error) {
  const effort_t effort = effort_of(cli);
  curves_t curves = {.cli = cli,
                     .command = "paper, under load",
                     .loads = cli->quick ? kQuickLoads : kLoads,
                     .climb = true,
                     .resolution = cli->quick ? QUICK_RESOLUTION : RESOLUTION};
  memset(all, 0, sizeof *all);
  all->networks = effort.networks;
  mark_points(all);
  for (size_t i = 0; i < SERIES; i++) {
    const place_t p = place_of(i);
    all->idle[p.point][p.degree][p.scheme] =
        singles->latency[p.point][kSivaramLoadedDegrees[p.degree]][p.scheme].mean;
  }
  all->loads = range_count(&curves.loads);
  all->resolution = (double)curves.resolution / RANGE_UNIT;
  for (size_t i = 0; i < all->loads; i++) {
    all->load[i] = (double)(curves.loads.from + i * curves.loads.step) / RANGE_UNIT;
  }
  if (add_curves(all, &effort, &curves)) {
    curves_run(&curves, true);
    take(all, &curves);
  }
  *error = curves.error;
  curves_free(&curves);
  return error->status == NOC_OK;
}

static void add_series(const sivaram_loads_t *all, sivaram_point_t point, size_t d, size_t s,
                       paper_report_t *r) {
  const double singles = NAN;
  report_series(r, kSivaramSchemes[s]);
  report_point(r, (const double[]){0, all->idle[point][d][s], NAN, 0, 0, singles});
  for (size_t k = 0; k < all->loads; k++) {
    const sivaram_loaded_t *at = &all->at[point][d][s][k];
    if (!isnan(at->latency.mean) && at->multicasts > 0) {
      report_point(r, (const double[]){all->load[k], at->latency.mean, at->latency.half_width,
                                       at->offered, at->accepted, at->multicasts});
    }
  }
}

// "15-way, 512 flits".
static void name_figure(const sivaram_parameter_t *p, sivaram_point_t point, size_t d,
                        char out[NAME]) {
  char value[SIVARAM_NAME];
  (void)snprintf(out, NAME, "%u-way, %s", kSivaramDegrees[kSivaramLoadedDegrees[d]],
                 sivaram_name(p, point, value));
}

static void add_saturation(const sivaram_loads_t *all, paper_report_t *r) {
  static const char *const kColumns[] = {"tree-worm", "path-worm", "kbinomial"};
  report_table(
      r, "saturation",
      "Saturation: the highest effective applied load that is sustained (flits per node and "
      "cycle; of those tried), mean over the networks",
      kColumns, SIVARAM_LOADED_SCHEMES);
  for (size_t f = 0; f < SIVARAM_PARAMETERS; f++) {
    const sivaram_parameter_t *p = &kSivaramParameters[f];
    for (size_t i = 0; i < p->loads * SIVARAM_LOADED_DEGREES; i++) {
      const sivaram_point_t point = p->loaded[i / SIVARAM_LOADED_DEGREES];
      const size_t d = i % SIVARAM_LOADED_DEGREES;
      const sivaram_mean_t *s = all->saturation[point][d];
      char name[NAME];
      name_figure(p, point, d, name);
      report_row(r, name,
                 (const double[]){s[SIVARAM_TREE].mean, s[SIVARAM_PATH].mean, s[SIVARAM_NI].mean});
    }
  }
}

static double tallest_idle(const sivaram_loads_t *all, sivaram_point_t point, size_t d) {
  double most = 0;
  for (size_t s = 0; s < SIVARAM_LOADED_SCHEMES; s++) {
    most = fmax(most, all->idle[point][d][s]);
  }
  return most;
}

static void add_figures(const sivaram_loads_t *all, const sivaram_parameter_t *p,
                        paper_report_t *r) {
  unsigned number = 1;
  for (size_t d = 0; d < SIVARAM_LOADED_DEGREES; d++) {
    for (size_t i = p->shown; i < p->loads; i++) {
      char key[SIVARAM_NAME];
      char title[NAME];
      (void)snprintf(key, sizeof key, "%s.%u", p->load, number++);
      name_figure(p, p->loaded[i], d, title);
      report_figure(r, key, title, "effective applied load", "latency (cycles)");
      report_limit(r, kTallest * tallest_idle(all, p->loaded[i], d));
      for (size_t s = 0; s < SIVARAM_LOADED_SCHEMES; s++) {
        add_series(all, p->loaded[i], d, s, r);
      }
    }
  }
}

void sivaram_load_figures(const sivaram_loads_t *all, paper_report_t *r) {
  for (size_t f = 0; f < SIVARAM_PARAMETERS; f++) {
    add_figures(all, &kSivaramParameters[f], r);
  }
  add_saturation(all, r);
}
