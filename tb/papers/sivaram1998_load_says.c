// sivaram1998_load_says -- what section 4.3 says of multicasts under load, by the numbers of
// Figs. 9 to 11: saturation loads, and latencies at the highest load that all schemes sustain.

#include <math.h>
#include <stdio.h>

#include "papers/sivaram1998.h"

enum { NAME = 80 };

// "Comparable", "almost uniformly": by less than this; "much better", "much later": by more.
static const double kLittle = 0.1;

static double saturation(const sivaram_loads_t *all, sivaram_point_t point, size_t degree,
                         sivaram_scheme_t scheme) {
  return all->saturation[point][degree][scheme].mean;
}

// The saturation load of path worms over that of interfaces.
static double ratio(const sivaram_loads_t *all, sivaram_point_t point, size_t degree) {
  return saturation(all, point, degree, SIVARAM_PATH) / saturation(all, point, degree, SIVARAM_NI);
}

// The highest load, as an index, that all schemes sustain; all->loads: none.
static size_t common_load(const sivaram_loads_t *all, sivaram_point_t point, size_t degree) {
  size_t found = all->loads;
  for (size_t k = 0; k < all->loads; k++) {
    bool sustained = true;
    for (size_t s = 0; s < SIVARAM_LOADED_SCHEMES; s++) {
      sustained = sustained && !isnan(all->at[point][degree][s][k].latency.mean);
    }
    found = sustained ? k : found;
  }
  return found;
}

static double latency(const sivaram_loads_t *all, sivaram_point_t point, size_t degree,
                      sivaram_scheme_t scheme) {
  const size_t k = common_load(all, point, degree);
  return k < all->loads ? all->at[point][degree][scheme][k].latency.mean : NAN;
}

// `a` saturates no earlier than `b`, and is faster. Where hosts or interfaces are full before the
// network is, schemes saturate together.
static bool better(const sivaram_loads_t *all, sivaram_point_t point, size_t d, sivaram_scheme_t a,
                   sivaram_scheme_t b) {
  return saturation(all, point, d, a) > saturation(all, point, d, b) - all->resolution / 2 &&
         latency(all, point, d, a) < latency(all, point, d, b);
}

static unsigned degree_of(size_t d) {
  return kSivaramDegrees[kSivaramLoadedDegrees[d]];
}

static void check_point(const sivaram_loads_t *all, bool holds, size_t f, sivaram_point_t point,
                        size_t d, paper_report_t *r) {
  const sivaram_parameter_t *p = &kSivaramParameters[f];
  const size_t k = common_load(all, point, d);
  char text[NAME];
  (void)snprintf(text, sizeof text, "%s %g, %u-way", p->name, sivaram_value(p, point),
                 degree_of(d));
  report_check(r, holds, text);
  for (size_t s = 0; s < SIVARAM_LOADED_SCHEMES; s++) {
    report_value(r, kSivaramSchemes[s], saturation(all, point, d, (sivaram_scheme_t)s));
  }
  if (k < all->loads) {
    report_value(r, "at", all->load[k]);
    for (size_t s = 0; s < SIVARAM_LOADED_SCHEMES; s++) {
      (void)snprintf(text, sizeof text, "latency %s", kSivaramSchemes[s]);
      report_value(r, text, latency(all, point, d, (sivaram_scheme_t)s));
    }
  }
}

enum { OVER_R, OVER_SWITCHES, OVER_FLITS };

static void state_ratio(const sivaram_loads_t *all, paper_report_t *r) {
  static const sivaram_point_t kSlow[] = {SIVARAM_R_HALF, SIVARAM_DEFAULT};
  static const sivaram_point_t kFast[] = {SIVARAM_R_2, SIVARAM_R_5};
  report_statement(
      r, "section 4.3.1, Fig. 9",
      "\"for a value of R less than or equal to 1.0, the NI-based scheme performs worst "
      "followed by the path-based scheme. The tree-based scheme performs best\" (here: by "
      "saturation loads and by latencies; values are both)");
  for (size_t i = 0; i < 2 * SIVARAM_LOADED_DEGREES; i++) {
    const sivaram_point_t point = kSlow[i / SIVARAM_LOADED_DEGREES];
    const size_t d = i % SIVARAM_LOADED_DEGREES;
    check_point(all,
                better(all, point, d, SIVARAM_TREE, SIVARAM_PATH) &&
                    better(all, point, d, SIVARAM_PATH, SIVARAM_NI),
                OVER_R, point, d, r);
  }
  report_statement(
      r, "section 4.3.1, Fig. 9",
      "\"when R becomes greater than 1.0, .. the NI-based scheme performs comparably to "
      "the tree-based scheme and much better than the path-based scheme\" (here: its "
      "saturation load is at least 0.9 times the tree's and more than 1.1 times that of "
      "path worms)");
  for (size_t i = 0; i < 2 * SIVARAM_LOADED_DEGREES; i++) {
    const sivaram_point_t point = kFast[i / SIVARAM_LOADED_DEGREES];
    const size_t d = i % SIVARAM_LOADED_DEGREES;
    const double ni = saturation(all, point, d, SIVARAM_NI);
    check_point(all,
                ni >= (1 - kLittle) * saturation(all, point, d, SIVARAM_TREE) &&
                    ni > (1 + kLittle) * saturation(all, point, d, SIVARAM_PATH),
                OVER_R, point, d, r);
  }
}

// The ratio of saturation loads over a parameter.
static void add_ratios(const sivaram_loads_t *all, size_t f, size_t d, paper_report_t *r) {
  const sivaram_parameter_t *p = &kSivaramParameters[f];
  for (size_t i = 0; i < p->loads; i++) {
    char name[NAME];
    (void)snprintf(name, sizeof name, "%s %g", p->name, sivaram_value(p, p->loaded[i]));
    report_value(r, name, ratio(all, p->loaded[i], d));
  }
}

static void check_approach(const sivaram_loads_t *all, size_t f, paper_report_t *r) {
  const sivaram_parameter_t *p = &kSivaramParameters[f];
  for (size_t d = 0; d < SIVARAM_LOADED_DEGREES; d++) {
    char of[NAME];
    (void)snprintf(of, sizeof of, "%u-way", degree_of(d));
    report_check(
        r, fabs(ratio(all, p->loaded[p->loads - 1], d) - 1) < fabs(ratio(all, p->loaded[0], d) - 1),
        of);
    add_ratios(all, f, d, r);
  }
}

static void state_switches(const sivaram_loads_t *all, paper_report_t *r) {
  const sivaram_parameter_t *p = &kSivaramParameters[OVER_SWITCHES];
  report_statement(
      r, "section 4.3.2, Fig. 10",
      "\"the path-based scheme begins to perform worse as the number of switches in the "
      "system increases\" (here: a lower saturation load with 32 than with 8)");
  for (size_t d = 0; d < SIVARAM_LOADED_DEGREES; d++) {
    check_point(all,
                saturation(all, SIVARAM_32_SWITCHES, d, SIVARAM_PATH) <
                    saturation(all, SIVARAM_DEFAULT, d, SIVARAM_PATH),
                OVER_SWITCHES, SIVARAM_32_SWITCHES, d, r);
    report_value(r, "path-worm with 8", saturation(all, SIVARAM_DEFAULT, d, SIVARAM_PATH));
  }
  report_statement(
      r, "section 4.3.2, Fig. 10",
      "\"As the number of switches increases, the saturation load for the path-based "
      "scheme approaches that of the NI-based scheme\" (here: the first over the second, "
      "which is nearer to 1 with 32 than with 8)");
  check_approach(all, OVER_SWITCHES, r);
  report_statement(
      r, "section 4.3.2, Fig. 10",
      "\"The tree-based multicast performs almost uniformly well with increase in the "
      "number of switches and saturates much later than the other two schemes\" (here: "
      "its saturation load differs by less than 10 % from that with 8, and is more than "
      "1.1 times the others')");
  for (size_t i = 0; i < p->loads * SIVARAM_LOADED_DEGREES; i++) {
    const sivaram_point_t point = p->loaded[i / SIVARAM_LOADED_DEGREES];
    const size_t d = i % SIVARAM_LOADED_DEGREES;
    const double tree = saturation(all, point, d, SIVARAM_TREE);
    const double eight = saturation(all, SIVARAM_DEFAULT, d, SIVARAM_TREE);
    check_point(all,
                fabs(tree / eight - 1) < kLittle &&
                    tree > (1 + kLittle) * saturation(all, point, d, SIVARAM_PATH) &&
                    tree > (1 + kLittle) * saturation(all, point, d, SIVARAM_NI),
                OVER_SWITCHES, point, d, r);
  }
}

static void state_length(const sivaram_loads_t *all, paper_report_t *r) {
  const sivaram_parameter_t *p = &kSivaramParameters[OVER_FLITS];
  report_statement(
      r, "section 4.3.3, Fig. 11",
      "\"the tree-based multicasting scheme performs best for all message lengths\" (here: "
      "by saturation loads and by latencies)");
  for (size_t i = 0; i < p->loads * SIVARAM_LOADED_DEGREES; i++) {
    const sivaram_point_t point = p->loaded[i / SIVARAM_LOADED_DEGREES];
    const size_t d = i % SIVARAM_LOADED_DEGREES;
    check_point(all,
                better(all, point, d, SIVARAM_TREE, SIVARAM_PATH) &&
                    better(all, point, d, SIVARAM_TREE, SIVARAM_NI),
                OVER_FLITS, point, d, r);
  }
  report_statement(
      r, "section 4.3.3, Fig. 11",
      "\"the performance of the NI-based and path-based schemes become comparable as the "
      "message lengths increase\" (here: the saturation load of path-worm over that of "
      "kbinomial, which is nearer to 1 at 2,048 flits than at 128)");
  check_approach(all, OVER_FLITS, r);
  report_statement(
      r, "section 4.3.3, Fig. 11",
      "with 1,024 flits \"the NI-based scheme performs worse (has a lower saturation point "
      "and higher latencies) than the path-based scheme\"");
  for (size_t d = 0; d < SIVARAM_LOADED_DEGREES; d++) {
    check_point(all, better(all, SIVARAM_1024_FLITS, d, SIVARAM_PATH, SIVARAM_NI), OVER_FLITS,
                SIVARAM_1024_FLITS, d, r);
  }
  report_statement(
      r, "section 4.3.3, Fig. 11",
      "\"especially for large multicast degrees\" (here: the saturation load of path-worm "
      "over that of kbinomial is higher 15-way than 3-way)");
  report_check(r, ratio(all, SIVARAM_1024_FLITS, 1) > ratio(all, SIVARAM_1024_FLITS, 0),
               "1,024 flits");
  report_value(r, "3-way", ratio(all, SIVARAM_1024_FLITS, 0));
  report_value(r, "15-way", ratio(all, SIVARAM_1024_FLITS, 1));
}

void sivaram_load_statements(const sivaram_loads_t *all, paper_report_t *r) {
  state_ratio(all, r);
  state_switches(all, r);
  state_length(all, r);
}
