// sivaram1998_equal -- with --router rtl or lockstep: a part of the runs of Figs. 6 to 11,
// each once on golden models and once on that router, whose multicasts must take the same cycles.

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "papers/sivaram1998.h"

enum { REST = 600, HOSTS = 160, NAME = 120, KINDS = 2 };

// One network and one set of each, since RTL takes some hundred times as long.
static const sivaram_point_t kPoints[] = {SIVARAM_DEFAULT, SIVARAM_R_5, SIVARAM_32_SWITCHES,
                                          SIVARAM_512_FLITS};
static const unsigned kDegrees[] = {3, 15};
enum { POINTS = sizeof kPoints / sizeof kPoints[0], DEGREES = 2 };

// Under load: a few multicasts of every node.
enum { WARMUP = 2000, CYCLES = 10000 };
static const char kLoad[] = "0.1";

typedef struct {
  sivaram_scheme_t scheme;
  sivaram_point_t point;
  unsigned degree;
  bool load;
} case_t;

enum {
  SINGLES = SIVARAM_SCHEMES * POINTS * DEGREES,
  LOADED = SIVARAM_LOADED_SCHEMES * POINTS * DEGREES,
  CASES = SINGLES + LOADED
};

static case_t case_of(size_t i) {
  const bool load = i >= SINGLES;
  const size_t at = load ? i - SINGLES : i;
  return (case_t){.scheme = (sivaram_scheme_t)(at / (POINTS * DEGREES)),
                  .point = kPoints[at / DEGREES % POINTS],
                  .degree = kDegrees[at % DEGREES],
                  .load = load};
}

typedef struct {
  simulate_source_t source[CASES];
  batch_run_t run[CASES][KINDS];  // golden, and the other
  const char *kind[KINDS];
} equal_t;

// A single multicast goes from node 0 to nodes all over the network.
static void write_single(const case_t *c, char out[NAME]) {
  size_t length = 0;
  for (unsigned i = 0; i < c->degree; i++) {
    length += (size_t)snprintf(out + length, NAME - length, "%s%u", i > 0 ? "," : "",
                               2 + i * (SIVARAM_NODES - 2) / c->degree);
  }
}

static bool make_case(const cli_t *cli, const case_t *c, simulate_source_t *source,
                      noc_error_t *error) {
  const sivaram_values_t *v = &kSivaramPoints[c->point];
  char hosts[HOSTS];
  char rest[REST];
  char to[NAME];
  sivaram_hosts(c->point, hosts, sizeof hosts);
  write_single(c, to);
  if (c->load) {
    (void)snprintf(rest, sizeof rest,
                   "%sworkload: {traffic: multicast, degree: %u, scheme: %s, load: %s,"
                   " message_flits: %u, packet_flits: %d}\n"
                   "run: {warmup: %d, cycles: %d}\n",
                   hosts, c->degree, kSivaramSchemes[c->scheme], kLoad, v->flits, SIVARAM_PACKET,
                   WARMUP, CYCLES);
  } else {
    (void)snprintf(rest, sizeof rest,
                   "%sworkload: {collective: multicast, scheme: %s, from: 0, to: '%s',"
                   " message_flits: %u, packet_flits: %d}\n",
                   hosts, kSivaramSchemes[c->scheme], to, v->flits, SIVARAM_PACKET);
  }
  return sivaram_source(cli, c->point, 1, rest, c->load ? NULL : "run.cycles=0", source, error);
}

static bool make_runs(const cli_t *cli, equal_t *all, noc_error_t *error) {
  for (size_t i = 0; i < CASES; i++) {
    const case_t c = case_of(i);
    if (!make_case(cli, &c, &all->source[i], error)) {
      return false;
    }
    for (size_t k = 0; k < KINDS; k++) {
      all->run[i][k].source = &all->source[i];
      (void)snprintf(all->run[i][k].set[0], BATCH_SET, "run.router=%s", all->kind[k]);
    }
  }
  return true;
}

static latency_summary_t latencies(const batch_run_t *run, bool load) {
  const workload_result_t *w = &run->simulation.workload;
  return load
             ? w->multicast.latency
             : (latency_summary_t){.count = 1, .mean = (double)w->completion, .max = w->completion};
}

static bool passed(const batch_run_t *run) {
  return run->done && run->simulation.status == NOC_OK;
}

// All that is known of the latencies, of multicasts and of their packets.
static bool is_equal(const batch_run_t run[KINDS], bool load) {
  const latency_summary_t a = latencies(&run[0], load);
  const latency_summary_t b = latencies(&run[1], load);
  const latency_summary_t *pa = &run[0].simulation.workload.latency;
  const latency_summary_t *pb = &run[1].simulation.workload.latency;
  return passed(&run[0]) && passed(&run[1]) && a.count == b.count && a.mean == b.mean &&
         a.p50 == b.p50 && a.p95 == b.p95 && a.p99 == b.p99 && a.max == b.max &&
         pa->count == pb->count && pa->mean == pb->mean && pa->max == pb->max;
}

static void name_case(const case_t *c, char out[NAME]) {
  const sivaram_values_t *v = &kSivaramPoints[c->point];
  (void)snprintf(out, NAME, "%s to %u, R %g, %u switches, %u flits", kSivaramSchemes[c->scheme],
                 c->degree, v->ratio, v->switches, v->flits);
}

static void add_figure(const equal_t *all, bool load, paper_report_t *r) {
  report_figure(r, load ? "equal-load" : "equal-single",
                load ? "mean latency under load, golden and RTL" : "single, golden and RTL", "run",
                "latency (cycles)");
  for (size_t k = 0; k < KINDS; k++) {
    report_series(r, all->kind[k]);
    for (size_t i = load ? SINGLES : 0; i < (load ? CASES : SINGLES); i++) {
      const batch_run_t *run = &all->run[i][k];
      if (passed(run)) {
        const latency_summary_t l = latencies(run, load);
        report_point(r, (const double[]){(double)i, l.mean, NAN, run->simulation.workload.offered,
                                         run->simulation.workload.accepted, (double)l.count});
      }
    }
  }
}

// How many are not equal.
static size_t state(const equal_t *all, bool load, paper_report_t *r) {
  size_t wrong = 0;
  report_statement(
      r, load ? "this project, under load" : "this project, single multicasts",
      "the RTL and the golden network give the same multicast latencies, to the cycle");
  for (size_t i = load ? SINGLES : 0; i < (load ? CASES : SINGLES); i++) {
    const case_t c = case_of(i);
    const bool equal = is_equal(all->run[i], load);
    char name[NAME];
    name_case(&c, name);
    report_check(r, equal, name);
    for (size_t k = 0; k < KINDS; k++) {
      const bool ok = passed(&all->run[i][k]);
      report_value(r, all->kind[k], ok ? latencies(&all->run[i][k], load).mean : NAN);
    }
    if (load) {
      report_value(r, "multicasts", (double)latencies(&all->run[i][0], load).count);
    }
    wrong += !equal;
  }
  return wrong;
}

static bool judge(const equal_t *all, size_t wrong, noc_error_t *error) {
  for (size_t i = 0; i < CASES; i++) {
    for (size_t k = 0; k < KINDS; k++) {
      if (all->run[i][k].simulation.status != NOC_OK) {
        *error = all->run[i][k].simulation.error;
        return false;
      }
    }
  }
  return wrong == 0 || noc_fail(error, NOC_CHECK_FAILED,
                                "paper: %zu of %d runs have other latencies on %s than on golden "
                                "models",
                                wrong, CASES, all->kind[1]);
}

bool sivaram_equal(const cli_t *cli, const char *router, paper_report_t *r, noc_error_t *error) {
  equal_t *all = calloc(1, sizeof *all);
  if (all == NULL) {
    return memory_fail(error, "the runs");
  }
  all->kind[0] = "ref";
  all->kind[1] = router;
  bool ok = make_runs(cli, all, error) &&
            batch_run(cli, "paper", &all->run[0][0], (size_t)CASES * KINDS, error);
  add_figure(all, false, r);
  add_figure(all, true, r);
  if (ok) {
    report_complete(r);
    const size_t wrong = state(all, false, r) + state(all, true, r);
    ok = judge(all, wrong, error);
  }
  for (size_t i = 0; i < CASES; i++) {
    simulate_source_free(&all->source[i]);
  }
  free(all);
  return ok;
}
