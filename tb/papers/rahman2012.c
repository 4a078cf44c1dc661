// rahman2012 -- M. M. H. Rahman, A. Shah, Y. Inoguchi, On Dynamic Communication Performance
// of a Hierarchical 3D-Mesh Network, NPC 2012: Fig. 3, and the numbers of section 2. What is
// measured how, and where it differs: docs/papers/rahman2012.md.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "network/zero_load.h"
#include "papers/loads.h"
#include "papers/papers.h"
#include "papers/rahman2012.h"
#include "routing/dependencies.h"
#include "runs/tradeoff.h"

enum { FIGURES = 4, NETWORKS = 3, SETS = 3, SET = 64, PARTS = 18 };
enum { H3DM, MESH, TORUS };

static const char *const kTopology[NETWORKS] = {"h3dm:m=4,n=4,levels=2,q=0", "mesh:32x32",
                                                "torus:32x32"};
static const char *const kShort[NETWORKS] = {"H3DM", "mesh", "torus"};

// Fig. 3.
static const struct {
  const char *key, *traffic, *flits, *title;
} kFigure[FIGURES] = {
    {"a", "uniform", "16", "uniform traffic, messages of 16 flits"},
    {"b", "uniform", "64", "uniform traffic, messages of 64 flits"},
    {"c", "uniform", "256", "uniform traffic, messages of 256 flits"},
    {"d", "bit-flip", "16", "bit-flip traffic, messages of 16 flits"},
};

// Section 4.2. Nothing is created behind the 20,000 cycles, and what is still on its way is not
// counted.
static const char kScenario[] =
    "topology: mesh:32x32\n"
    "router: {vcs: 2, depth: 2, flit_bits: 64, switching: wormhole, pipeline: 2}\n"
    "workload: {traffic: uniform, load: 1, packet_flits: 16}\n"
    "run: {router: ref, seed: 1, warmup: 0, cycles: %d, drain: false}\n";
enum { CYCLES = 20000, QUICK_CYCLES = 6000, TEXT = 400 };
static const char *const kOwnKeys[] = {"topology", "workload.", "run.drain", NULL};

static const double kParts[PARTS] = {0.05, 0.1, 0.2,  0.3, 0.4,  0.5, 0.6,  0.7, 0.8,
                                     0.85, 0.9, 0.95, 1,   1.05, 1.1, 1.25, 1.5, 2};
static const double kQuickParts[] = {0.05, 0.25, 0.5, 0.7, 0.85, 1, 1.1, 1.5};

// A network is taken to be near saturation where its transfer time is twice that at zero load.
static const double kKnee = 2;
static const double kTallest = 4;  // in the pictures: times the highest zero-load latency

static bool add_curves(paper_loads_t *all) {
  char text[TEXT];
  (void)snprintf(text, sizeof text, kScenario, all->cli->quick ? QUICK_CYCLES : CYCLES);
  for (size_t f = 0; f < FIGURES; f++) {
    for (size_t n = 0; n < NETWORKS; n++) {
      char set[SETS][SET];
      (void)snprintf(set[0], SET, "topology=%s", kTopology[n]);
      (void)snprintf(set[1], SET, "workload.traffic=%s", kFigure[f].traffic);
      (void)snprintf(set[2], SET, "workload.packet_flits=%s", kFigure[f].flits);
      const char *const sets[] = {set[0], set[1], set[2]};
      if (!paper_loads_add(all, text, sets, SETS)) {
        return false;
      }
    }
  }
  return true;
}

// Transfer times: from the first flit's entry into the network, without the source queue.
static double zero_load_transfer(const paper_curve_t *c) {
  return c->zero_load - ZERO_LOAD_ENTRY;
}

static void add_points(paper_report_t *r, const paper_curve_t *c) {
  report_point(r, (const double[]){0, 0, 0, zero_load_transfer(c), c->zero_load, NAN});
  for (size_t i = 0; i < c->count; i++) {
    const paper_load_t *p = &c->point[i];
    report_point(r, (const double[]){p->load, p->offered, p->accepted, p->network_latency,
                                     p->latency, p->packets});
  }
}

static void add_figures(paper_report_t *r, const paper_loads_t *all) {
  static const char *const kColumns[] = {"load",          "offered", "throughput",
                                         "transfer time", "latency", "messages"};
  char text[200];
  const scenario_t *s = all->curve[0].scenario;
  report_columns(r, kColumns, sizeof kColumns / sizeof kColumns[0], 2, 3);
  (void)snprintf(text, sizeof text,
                 "%u nodes; %u VCs of %u flits a link, wormhole, dimension order, %u cycles a hop; "
                 "%llu cycles",
                 s->topology->nodes, s->vcs, s->depth, s->pipeline + s->link_latency - 1,
                 (unsigned long long)s->cycles);
  report_heading(r, "Rahman, Shah, Inoguchi 2012, Fig. 3", text);
  for (size_t f = 0; f < FIGURES; f++) {
    double slowest = 0;
    double most = 0;
    report_figure(r, kFigure[f].key, kFigure[f].title, "throughput (flits/node/cycle)",
                  "transfer time (cycles)");
    for (size_t n = 0; n < NETWORKS; n++) {
      const paper_curve_t *c = &all->curve[f * NETWORKS + n];
      report_series(r, kTopology[n]);
      add_points(r, c);
      slowest = fmax(slowest, zero_load_transfer(c));
      for (size_t i = 0; i < c->count; i++) {
        most = fmax(most, c->point[i].network_latency);
      }
    }
    report_limit(r, fmin(most, kTallest * slowest));
  }
}

// The curves as the statements see them.
typedef struct {
  tradeoff_t curve[FIGURES][NETWORKS];
  tradeoff_point_t *point;
} curves_seen_t;

static bool see_curves(curves_seen_t *seen, const paper_loads_t *all, noc_error_t *error) {
  const size_t most = all->parts + 1;
  seen->point = calloc(all->count * most, sizeof *seen->point);
  if (seen->point == NULL) {
    return memory_fail(error, "the curves");
  }
  for (size_t i = 0; i < all->count; i++) {
    const paper_curve_t *c = &all->curve[i];
    tradeoff_point_t *point = &seen->point[i * most];
    size_t count = 0;
    for (size_t k = 0; k < c->count; k++) {
      if (!isnan(c->point[k].network_latency)) {
        point[count++] = (tradeoff_point_t){c->point[k].accepted, c->point[k].network_latency};
      }
    }
    if (count == 0) {
      return noc_fail(
          error, NOC_BAD_INPUT,
          "run.cycles" SAY_IS("%llu, in which no message of %s flits has arrived on %s", "more"),
          (unsigned long long)c->scenario->cycles, kFigure[i / NETWORKS].flits,
          kTopology[i % NETWORKS]);
    }
    seen->curve[i / NETWORKS][i % NETWORKS] = (tradeoff_t){zero_load_transfer(c), point, count};
  }
  return true;
}

static void add_summary(paper_report_t *r, const curves_seen_t *seen, const paper_loads_t *all) {
  static const char *const kColumns[] = {"zero load", "doubled at", "highest", "bound",
                                         "at load 1"};
  report_table(r, "summary",
               "Transfer time at zero load; throughput: where that has doubled, highest, what the "
               "busiest VCs can carry, and at load 1",
               kColumns, sizeof kColumns / sizeof kColumns[0]);
  for (size_t i = 0; i < all->count; i++) {
    const tradeoff_t *c = &seen->curve[i / NETWORKS][i % NETWORKS];
    char name[SET];
    (void)snprintf(name, sizeof name, "(%s) %s", kFigure[i / NETWORKS].key,
                   kTopology[i % NETWORKS]);
    report_row(r, name,
               (const double[]){c->zero_load, tradeoff_knee(c, kKnee), tradeoff_most(c),
                                all->curve[i].bound, all->curve[i].full.accepted});
  }
}

// "(a) against mesh".
static const char *of_pair(size_t f, size_t n, char out[SET]) {
  (void)snprintf(out, SET, "(%s) against %s", kFigure[f].key, kShort[n]);
  return out;
}

static void state_zero_load(paper_report_t *r, const curves_seen_t *seen) {
  char of[SET];
  report_statement(r, "section 4.3",
                   "\"for all message length, the zero load latency of the H3DM network is lower "
                   "than that of the mesh and torus networks\"; under bit-flip traffic \"far "
                   "lower\"");
  for (size_t f = 0; f < FIGURES; f++) {
    for (size_t n = MESH; n < NETWORKS; n++) {
      const double here = seen->curve[f][H3DM].zero_load;
      const double other = seen->curve[f][n].zero_load;
      report_check(r, here < other, of_pair(f, n, of));
      report_value(r, "H3DM", here);
      report_value(r, kShort[n], other);
    }
  }
}

static void state_tradeoff(paper_report_t *r, const curves_seen_t *seen) {
  char of[SET];
  report_statement(r, "section 4.3",
                   "\"Up to saturation the trade-off between throughput and latency of the H3DM "
                   "network is better than that of mesh and torus networks\" (here: a lower "
                   "transfer time at equal throughput, up to where its own has doubled)");
  for (size_t f = 0; f < FIGURES; f++) {
    for (size_t n = MESH; n < NETWORKS; n++) {
      const tradeoff_t *h3dm = &seen->curve[f][H3DM];
      const double until = tradeoff_better_until(h3dm, &seen->curve[f][n]);
      const double knee = tradeoff_knee(h3dm, kKnee);
      report_check(r, until >= knee, of_pair(f, n, of));
      report_value(r, "lower up to", until);
      report_value(r, "doubled at", knee);
      report_value(r, "highest", tradeoff_most(h3dm));
    }
  }
}

static void state_highest(paper_report_t *r, const curves_seen_t *seen) {
  char of[SET];
  report_statement(r, "section 4.3",
                   "\"the maximum throughput of the mesh and torus network is higher than that of "
                   "H3DM network\"");
  for (size_t f = 0; f < FIGURES; f++) {
    for (size_t n = MESH; n < NETWORKS; n++) {
      const double here = tradeoff_most(&seen->curve[f][H3DM]);
      const double other = tradeoff_most(&seen->curve[f][n]);
      report_check(r, other > here, of_pair(f, n, of));
      report_value(r, "H3DM", here);
      report_value(r, kShort[n], other);
    }
  }
}

// The opposite of the statement before.
static void state_conclusion(paper_report_t *r, const curves_seen_t *seen) {
  char of[SET];
  report_statement(r, "section 5; it contradicts section 4.3",
                   "\"Maximum throughput of the H3DM network is also higher than that of those "
                   "networks\"");
  for (size_t f = 0; f < FIGURES; f++) {
    for (size_t n = MESH; n < NETWORKS; n++) {
      const double here = tradeoff_most(&seen->curve[f][H3DM]);
      const double other = tradeoff_most(&seen->curve[f][n]);
      report_check(r, here > other, of_pair(f, n, of));
      report_value(r, "H3DM", here);
      report_value(r, kShort[n], other);
    }
  }
}

// By how much of the mesh's highest throughput the H3DM falls short of it.
static double gap(const curves_seen_t *seen, size_t f) {
  return 1 - tradeoff_most(&seen->curve[f][H3DM]) / tradeoff_most(&seen->curve[f][MESH]);
}

static void state_gap(paper_report_t *r, const curves_seen_t *seen) {
  enum { UNIFORM = 3 };  // figures, by the length of their messages
  report_statement(r, "section 4.3",
                   "\"the relative difference of maximum throughput between H3DM and mesh network "
                   "is diminishing with the increase of message length\"");
  for (size_t f = 1; f < UNIFORM; f++) {
    char of[SET];
    char shorter[SET];
    char longer[SET];
    (void)snprintf(of, sizeof of, "(%s) to (%s)", kFigure[f - 1].key, kFigure[f].key);
    (void)snprintf(shorter, sizeof shorter, "%s flits", kFigure[f - 1].flits);
    (void)snprintf(longer, sizeof longer, "%s flits", kFigure[f].flits);
    report_check(r, gap(seen, f) < gap(seen, f - 1), of);
    report_value(r, shorter, gap(seen, f - 1));
    report_value(r, longer, gap(seen, f));
  }
}

static void state_torus(paper_report_t *r, const curves_seen_t *seen) {
  report_statement(r, "section 4.3",
                   "the torus's wrap-around links provide \"a by-pass path for messages which in "
                   "turns increase the throughput\" (here: over that of the mesh)");
  for (size_t f = 0; f < FIGURES; f++) {
    char of[SET];
    const double torus = tradeoff_most(&seen->curve[f][TORUS]);
    const double mesh = tradeoff_most(&seen->curve[f][MESH]);
    (void)snprintf(of, sizeof of, "(%s)", kFigure[f].key);
    report_check(r, torus > mesh, of);
    report_value(r, "torus", torus);
    report_value(r, "mesh", mesh);
  }
}

// States that channels form no cycle with 2 VC classes, and form one with 1.
static bool state_deadlock(paper_report_t *r, const scenario_t *s, noc_error_t *error) {
  report_statement(r, "section 3.2",
                   "\"A H3DM network is deadlock-free with 2 virtual channels\", and \"2 is the "
                   "minimum number\" (here: of this routing)");
  for (unsigned classes = 2; classes > 0; classes--) {
    dependencies_t d;
    if (!dependencies_find(s->route, classes, &d, error)) {
      return false;
    }
    report_check(r, d.acyclic == (classes == 2),
                 classes == 2 ? "no cycle of channels with 2" : "a cycle with 1");
    report_value(r, "channels", (double)d.channels);
    report_value(r, "dependencies", (double)d.dependencies);
    report_value(r, "channels of the shortest cycle", d.length);
    dependencies_free(&d);
  }
  return true;
}

static bool add_statements(paper_report_t *r, const paper_loads_t *all, noc_error_t *error) {
  curves_seen_t seen = {.point = NULL};
  const bool ok = see_curves(&seen, all, error);
  if (ok) {
    add_summary(r, &seen, all);
    state_zero_load(r, &seen);
    state_tradeoff(r, &seen);
    state_highest(r, &seen);
    state_gap(r, &seen);
    state_torus(r, &seen);
    state_conclusion(r, &seen);
  }
  free(seen.point);
  return ok && state_deadlock(r, all->curve[H3DM].scenario, error);
}

static bool rerun(const cli_t *cli, paper_report_t *r, noc_error_t *error) {
  paper_loads_t all = {
      .cli = cli,
      .name = "rahman2012",
      .part = cli->quick ? kQuickParts : kParts,
      .parts = cli->quick ? sizeof kQuickParts / sizeof kQuickParts[0] : PARTS,
  };
  bool ok = add_curves(&all);
  if (ok) {
    ok = paper_loads_run(&all);
    add_figures(r, &all);
  }
  ok = ok && add_statements(r, &all, &all.error) && rahman2012_static(cli, r, &all.error);
  *error = all.error;
  paper_loads_free(&all);
  return ok;
}

const paper_t kRahman2012 = {
    .name = "rahman2012",
    .title =
        "M. M. H. Rahman, A. Shah, Y. Inoguchi: On Dynamic Communication Performance of a "
        "Hierarchical 3D-Mesh Network, NPC 2012",
    .shows =
        "Fig. 3 (a) to (d): transfer time over throughput of H3DM, mesh and torus of 1,024 "
        "nodes; sizes and distances up to level 5",
    .own_keys = kOwnKeys,
    .run = rerun,
};
