// shalaby2015_latency -- Figs. 10 to 14 and section 6.5: execution times of broadcasts on
// cycle-accurate networks, and what the text says about them.

#include <stdio.h>
#include <string.h>

#include "collective/scheme.h"
#include "papers/shalaby2015_series.h"

enum { FIGURES = 5, POINTS = 9, SHOWN = 6, NAME = 160 };

static const char kSides[] = "k of the k-ary 2-mesh";

// The parameter that grows along x.
typedef enum { SIZES, GROUPS, LENGTHS, OVERHEADS } varied_t;

static const struct {
  const char *key, *title, *x_label;
  varied_t varied;
  unsigned x[POINTS];  // up to a 0 behind the first
  shalaby_series_t shown[SHOWN];
  unsigned series;
} kFigure[FIGURES] = {
    {"10",
     "execution time, trees",
     kSides,
     SIZES,
     {2, 4, 8, 16, 32},
     {TREE, CODED_TREES, CODED_TREES_32, CODED_TREES_4, PLAIN_TREES, PLAIN_TREES_2},
     6},
    {"11",
     "group sizes, 16-ary 2-mesh",
     "nodes of a group",
     GROUPS,
     {2, 4, 8, 16, 32, 64, 128},
     {TREE, CODED_TREES, CODED_UNICASTS, CODED_MIXED, CODED_OVERLAPPED_8, PLAIN_TREES},
     6},
    {"12",
     "execution time, unicasts",
     kSides,
     SIZES,
     {2, 4, 8, 16, 32},
     {ALL_AT_ONCE, CODED_UNICASTS, CODED_UNICASTS_32, CODED_UNICASTS_4, PLAIN_UNICASTS},
     5},
    {"13",
     "packet lengths, 16-ary 2-mesh",
     "flits of a packet",
     LENGTHS,
     {1, 2, 4, 8, 16},
     {TREE, CODED_TREES, CODED_TREES_32, CODED_TREES_4, PLAIN_TREES},
     5},
    {"14",
     "XOR overhead, 16-ary 2-mesh",
     "cycles of an exclusive or",
     OVERHEADS,
     {0, 1, 5, 10, 15, 20, 25, 30, SHALABY_OVERHEAD},
     {CODED_TREES, CODED_TREES_32, CODED_UNICASTS, CODED_UNICASTS_32},
     4},
};

static size_t points_of(size_t figure) {
  size_t points = 1;
  while (points < POINTS && kFigure[figure].x[points] > 0) {
    points++;
  }
  return points;
}

// The ends of each figure, of networks up to 16-ary.
static bool is_quick(const shalaby_case_t *is) {
  return is->k <= SHALABY_ARY16 && (is->flits == 1 || is->flits == SHALABY_LONGEST) &&
         (is->overhead <= 1 || is->overhead == SHALABY_OVERHEAD);
}

// Sets *is to what the series is at this place of the figure; false: it has no point there.
static bool case_at(size_t figure, shalaby_series_t s, unsigned x, bool quick, shalaby_case_t *is) {
  const varied_t varied = kFigure[figure].varied;
  *is = shalaby_case(s, varied == SIZES ? x : SHALABY_ARY16);
  if (varied == GROUPS && is->base != NULL) {
    is->group = x;
  } else if (varied == LENGTHS) {
    is->flits = x;
  } else if (varied == OVERHEADS) {
    is->overhead = x;
  }
  return is->k * is->k > is->group && (!quick || is_quick(is));
}

// The largest networks first, since they take longest.
static bool add_runs(shalaby_runs_t *runs, bool quick) {
  bool ok = true;
  for (size_t f = 0; f < FIGURES; f++) {
    const size_t series = kFigure[f].series;
    for (size_t i = 0; i < series * points_of(f) && ok; i++) {
      shalaby_case_t is;
      const unsigned x = kFigure[f].x[points_of(f) - 1 - i / series];
      ok = !case_at(f, kFigure[f].shown[i % series], x, quick, &is) || shalaby_runs_add(runs, &is);
    }
  }
  return ok;
}

static void add_figures(const shalaby_runs_t *runs, bool quick, paper_report_t *r) {
  for (size_t f = 0; f < FIGURES; f++) {
    const bool logarithmic = kFigure[f].varied != OVERHEADS;
    report_figure(r, kFigure[f].key, kFigure[f].title, kFigure[f].x_label, "cycles");
    report_logarithmic(r, logarithmic, logarithmic);
    for (size_t i = 0; i < kFigure[f].series; i++) {
      const shalaby_series_t s = kFigure[f].shown[i];
      char name[NAME];
      (void)snprintf(name, sizeof name, "%s", shalaby_series_name(s));
      char *groups = strrchr(name, ',');
      if (kFigure[f].varied == GROUPS && groups != NULL) {
        *groups = '\0';  // "coded, trees", without ", best groups": they are what varies
      }
      report_series(r, name);
      for (size_t p = 0; p < points_of(f); p++) {
        shalaby_case_t is;
        const unsigned x = kFigure[f].x[p];
        if (case_at(f, s, x, quick, &is) && shalaby_result(runs, &is) != NULL) {
          report_point(r, (const double[]){x, shalaby_cycles(runs, &is)});
        }
      }
    }
  }
}

// "mesh:16x16, hnc, binomial, 32, overhead 1, 1 flits".
static void name_case(const shalaby_case_t *is, char out[NAME]) {
  int used = snprintf(out, NAME, "mesh:%ux%u, %s", is->k, is->k, is->scheme);
  if (is->base != NULL) {
    used += snprintf(out + used, NAME - (size_t)used, ", %s", is->base);
    used += is->group > 0 ? snprintf(out + used, NAME - (size_t)used, ", %u", is->group)
                          : snprintf(out + used, NAME - (size_t)used, ", best");
    used += snprintf(out + used, NAME - (size_t)used, "%s", is->overlapped ? ", overlapped" : "");
  }
  if (scheme_codes(scheme_find(is->scheme))) {
    used += snprintf(out + used, NAME - (size_t)used, ", overhead %u", is->overhead);
  }
  (void)snprintf(out + used, NAME - (size_t)used, ", %u flits", is->flits);
}

// One row a run.
static void add_table(const shalaby_runs_t *runs, paper_report_t *r) {
  static const char *const kColumns[] = {"cycles",    "latencies", "mean latency", "packets",
                                         "flit hops", "XOR flits", "busiest link", "at least"};
  report_table(r, "runs",
               "Execution time in cycles; the longest packet latencies of the steps, in sum; mean "
               "latency of all packets; what was sent, and made by exclusive or; flits of the "
               "busiest link; and those that a node lacks and receives, one a cycle",
               kColumns, sizeof kColumns / sizeof kColumns[0]);
  for (size_t i = 0; i < runs->count; i++) {
    const shalaby_case_t *is = &runs->one[i].is;
    const simulation_t *s = shalaby_result(runs, is);
    char name[NAME];
    name_case(is, name);
    if (s != NULL) {
      report_row(r, name,
                 (const double[]){(double)s->workload.completion, shalaby_latencies(runs, is),
                                  s->workload.latency.mean, (double)s->workload.packets,
                                  (double)s->energy.link_traversals, (double)s->energy.xor_flits,
                                  (double)s->busiest_flits, (is->k * is->k - 1.0) * is->flits});
    }
  }
}

bool shalaby_latency(const cli_t *cli, const shalaby_leasts_t *least, paper_report_t *r,
                     noc_error_t *error) {
  shalaby_runs_t runs = {.cli = cli};
  const bool ok =
      shalaby_times_add(&runs, cli->quick) && add_runs(&runs, cli->quick) && shalaby_runs(&runs);
  if (runs.run != NULL) {
    add_figures(&runs, cli->quick, r);
    add_table(&runs, r);
  }
  if (ok) {
    shalaby_times(&runs, least, cli->quick, r);
  }
  *error = runs.error;
  shalaby_runs_free(&runs);
  return ok;
}
