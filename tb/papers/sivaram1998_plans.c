// sivaram1998_plans -- the worms and phases of the multicasts of Figs. 6 to 8, and the
// traffic that they are, without running them.

#include <math.h>
#include <stdio.h>

#include "collective/kbinomial.h"
#include "collective/multicast_schemes.h"
#include "collective/path_plan.h"
#include "collective/scheme.h"
#include "papers/sivaram1998.h"
#include "scenario/scenario_load.h"

enum { SHOWN = 3, KINDS = 4, NAME = 80 };

// The last is not of the paper: with a link less at each switch.
static const struct {
  sivaram_point_t point;
  unsigned ports;
} kKind[KINDS] = {{SIVARAM_DEFAULT, SIVARAM_PORTS},
                  {SIVARAM_16_SWITCHES, SIVARAM_PORTS},
                  {SIVARAM_32_SWITCHES, SIVARAM_PORTS},
                  {SIVARAM_DEFAULT, SIVARAM_PORTS - 1}};

static unsigned switches_of(size_t kind) {
  return kSivaramPoints[kKind[kind].point].switches;
}

static const char kMulticast[] =
    "workload: {collective: multicast, scheme: path-worm, from: 0, to: '1'}\n";

// Means over all networks and sets.
typedef struct {
  double worms[KINDS][SIVARAM_DEGREES], phases[KINDS][SIVARAM_DEGREES];
} plans_t;

static bool plan_sets(const scenario_t *s, const sivaram_singles_t *singles, unsigned network,
                      size_t kind, plans_t *all, noc_error_t *error) {
  const char *key = NULL;
  multicast_planner_t planner = {.topology = s->topology};
  bool ok = multicast_planner_create(&planner, s, &kPathWormScheme, SIVARAM_PACKET, &key, error);
  const double share = 1.0 / singles->networks / singles->sets;
  for (unsigned set = 0; ok && set < singles->sets; set++) {
    uint32_t node[SIVARAM_NODES];
    sivaram_draw(singles->seed, network, set, node);
    for (size_t d = 0; ok && d < SIVARAM_DEGREES; d++) {
      path_plan_t plan = {0};
      ok = path_plan_create(&plan, planner.routing, planner.classes, node[0], node + 1,
                            kSivaramDegrees[d], planner.most_pairs, error);
      all->worms[kind][d] += ok ? plan.worms * share : 0;
      all->phases[kind][d] += ok ? plan.phases * share : 0;
      path_plan_free(&plan);
    }
  }
  return ok;
}

static bool plan_all(const cli_t *cli, const sivaram_singles_t *singles, plans_t *all,
                     noc_error_t *error) {
  bool ok = true;
  for (size_t i = 0; ok && i < (size_t)KINDS * singles->networks; i++) {
    const unsigned network = (unsigned)(i / KINDS);
    const size_t kind = i % KINDS;
    const sivaram_network_t of = {switches_of(kind), kKind[kind].ports, network + 1};
    scenario_t *s = sivaram_scenario(cli, &of, kMulticast, NULL, error);
    ok = s != NULL && plan_sets(s, singles, network, kind, all, error);
    scenario_free(s);
  }
  return ok;
}

// Until the first packet is everywhere.
static double steps_of(size_t degree) {
  const unsigned n = kSivaramDegrees[degree];
  return (double)kbinomial_steps(n, 1, kbinomial_best(n, 1));
}

static void add_table(const plans_t *all, const sivaram_singles_t *singles, paper_report_t *r) {
  static const char *const kColumns[] = {
      "worms", "phases", "NI steps", "flits, tree-worm", "flits, path-worm", "flits, kbinomial"};
  static const double kNone[SIVARAM_SCHEMES] = {NAN, NAN, NAN, NAN};
  report_table(r, "plans",
               "Path worms and phases, steps of the k-binomial tree, and flits over all links of "
               "a multicast of one packet: means over the sets of Figs. 6 to 8",
               kColumns, sizeof kColumns / sizeof kColumns[0]);
  for (size_t k = 0; k < KINDS; k++) {
    for (size_t d = 0; d < SIVARAM_DEGREES; d++) {
      const double *flits = k < SHOWN ? singles->flits[kKind[k].point][d] : kNone;
      char name[NAME];
      (void)snprintf(name, sizeof name, "%u switches of %u ports, %u destinations", switches_of(k),
                     kKind[k].ports, kSivaramDegrees[d]);
      report_row(r, name,
                 (const double[]){all->worms[k][d], all->phases[k][d], steps_of(d),
                                  flits[SIVARAM_TREE], flits[SIVARAM_PATH], flits[SIVARAM_NI]});
    }
  }
}

static const char *of_degree(size_t degree, char out[NAME]) {
  (void)snprintf(out, NAME, "%u destinations", kSivaramDegrees[degree]);
  return out;
}

static void check_rise(const double mean[KINDS][SIVARAM_DEGREES], const char *what, size_t degree,
                       paper_report_t *r) {
  char of[NAME];
  (void)snprintf(of, sizeof of, "%s, %u destinations", what, kSivaramDegrees[degree]);
  report_check(r, mean[0][degree] < mean[1][degree] && mean[1][degree] < mean[2][degree], of);
  for (size_t k = 0; k < SHOWN; k++) {
    char name[NAME];
    (void)snprintf(name, sizeof name, "switches %u", switches_of(k));
    report_value(r, name, mean[k][degree]);
  }
}

static void state_rise(const plans_t *all, paper_report_t *r) {
  report_statement(r, "section 4.2.2",
                   "\"the number of multidestination worms, the number of phases for multicast, .. "
                   "for the path-based scheme increase with decrease in the average number of "
                   "destinations per switch\"");
  for (size_t d = 0; d < SIVARAM_DEGREES; d++) {
    check_rise(all->worms, "worms", d, r);
    check_rise(all->phases, "phases", d, r);
  }
}

static void state_phases(const plans_t *all, paper_report_t *r) {
  report_statement(r, "sections 4.2.1, 4.3.3",
                   "\"the NI-based scheme involves more communication phases\" than the path-based "
                   "one (here: steps until the first packet is everywhere; 8 switches)");
  for (size_t d = 0; d < SIVARAM_DEGREES; d++) {
    char of[NAME];
    report_check(r, steps_of(d) > all->phases[0][d], of_degree(d, of));
    report_value(r, "steps", steps_of(d));
    report_value(r, "phases", all->phases[0][d]);
  }
}

static void state_traffic(const sivaram_singles_t *singles, paper_report_t *r) {
  report_statement(
      r, "sections 4.3.2, 4.3.3",
      "the NI-based scheme \"results in more traffic than the path-based scheme\" (here: "
      "flits over all links, one packet)");
  for (size_t k = 0; k < SHOWN; k++) {
    for (size_t d = 0; d < SIVARAM_DEGREES; d++) {
      const double *flits = singles->flits[kKind[k].point][d];
      char of[NAME];
      (void)snprintf(of, sizeof of, "%u switches, %u destinations", switches_of(k),
                     kSivaramDegrees[d]);
      report_check(r, flits[SIVARAM_NI] > flits[SIVARAM_PATH], of);
      report_value(r, "kbinomial", flits[SIVARAM_NI]);
      report_value(r, "path-worm", flits[SIVARAM_PATH]);
    }
  }
}

bool sivaram_plans(const cli_t *cli, const sivaram_singles_t *singles, paper_report_t *r,
                   noc_error_t *error) {
  plans_t all = {.worms = {{0}}};
  if (!plan_all(cli, singles, &all, error)) {
    return false;
  }
  add_table(&all, singles, r);
  state_rise(&all, r);
  state_phases(&all, r);
  state_traffic(singles, r);
  return true;
}
