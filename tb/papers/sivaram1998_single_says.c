// sivaram1998_single_says -- what section 4.2 and the conclusion
// say of single multicasts, by the numbers of Figs. 6 to 8.

#include <math.h>
#include <stdio.h>

#include "papers/sivaram1998.h"

enum { NAME = 80 };

// "Largely unaffected".
static const double kLittle = 0.1;

static double latency(const sivaram_singles_t *all, sivaram_point_t point, size_t degree,
                      sivaram_scheme_t scheme) {
  return all->latency[point][degree][scheme].mean;
}

// The latency of interfaces over that of path worms: below 1 the interfaces are faster.
static double ratio(const sivaram_singles_t *all, sivaram_point_t point, size_t degree) {
  return latency(all, point, degree, SIVARAM_NI) / latency(all, point, degree, SIVARAM_PATH);
}

static const char *of_degree(size_t degree, char out[NAME]) {
  (void)snprintf(out, NAME, "%u destinations", kSivaramDegrees[degree]);
  return out;
}

static void state_tree(const sivaram_singles_t *all, paper_report_t *r) {
  report_statement(r, "sections 4.2.1, 5; Figs. 6 to 8",
                   "the tree-based scheme \"performs better than the path-based and NI-based "
                   "schemes\" (here: values are how many times the tree's latency the others take, "
                   "where they come nearest to it)");
  for (size_t f = 0; f < SIVARAM_PARAMETERS; f++) {
    for (size_t d = 0; d < SIVARAM_DEGREES; d++) {
      const sivaram_parameter_t *p = &kSivaramParameters[f];
      double path = INFINITY;
      double ni = INFINITY;
      char of[NAME];
      for (size_t i = 0; i < p->count; i++) {
        const double tree = latency(all, p->along[i], d, SIVARAM_TREE);
        path = fmin(path, latency(all, p->along[i], d, SIVARAM_PATH) / tree);
        ni = fmin(ni, latency(all, p->along[i], d, SIVARAM_NI) / tree);
      }
      (void)snprintf(of, sizeof of, "over %s, %u destinations", p->name, kSivaramDegrees[d]);
      report_check(r, path > 1 && ni > 1, of);
      report_value(r, "path-worm", path);
      report_value(r, "kbinomial", ni);
    }
  }
}

// Names the value of a parameter: "R 0.5".
static void add_ratio(const sivaram_singles_t *all, size_t f, size_t i, size_t degree,
                      paper_report_t *r) {
  const sivaram_parameter_t *p = &kSivaramParameters[f];
  char name[NAME];
  (void)snprintf(name, sizeof name, "%s %g", p->name, sivaram_value(p, p->along[i]));
  report_value(r, name, ratio(all, p->along[i], degree));
}

static void add_ratios(const sivaram_singles_t *all, size_t f, size_t degree, paper_report_t *r) {
  for (size_t i = 0; i < kSivaramParameters[f].count; i++) {
    add_ratio(all, f, i, degree, r);
  }
}

enum { OVER_R, OVER_SWITCHES, OVER_FLITS };

static void state_ratio(const sivaram_singles_t *all, paper_report_t *r) {
  report_statement(
      r, "section 4.2.1, Fig. 6",
      "\"As the ratio increases .., the NI-based multicasting scheme begins to "
      "outperform the path-based scheme\" (here: at R = 2 and 5; values are the latency "
      "of kbinomial over that of path-worm)");
  for (size_t d = 0; d < SIVARAM_DEGREES; d++) {
    char of[NAME];
    report_check(r, ratio(all, SIVARAM_R_2, d) < 1 && ratio(all, SIVARAM_R_5, d) < 1,
                 of_degree(d, of));
    add_ratios(all, OVER_R, d, r);
  }
  report_statement(
      r, "section 5, Fig. 6",
      "\"the path-based scheme performs better than the NI-based scheme for values of R "
      "less than 1\"");
  for (size_t d = 0; d < SIVARAM_DEGREES; d++) {
    char of[NAME];
    report_check(r, ratio(all, SIVARAM_R_HALF, d) > 1, of_degree(d, of));
    add_ratio(all, OVER_R, 0, d, r);
  }
}

static void state_path(const sivaram_singles_t *all, paper_report_t *r) {
  report_statement(r, "section 4.2.2, Fig. 7",
                   "\"the multicast latency for the path-based scheme increase[s] with decrease in "
                   "the average number of destinations per switch\"");
  for (size_t d = 0; d < SIVARAM_DEGREES; d++) {
    const double eight = latency(all, SIVARAM_DEFAULT, d, SIVARAM_PATH);
    const double sixteen = latency(all, SIVARAM_16_SWITCHES, d, SIVARAM_PATH);
    const double all32 = latency(all, SIVARAM_32_SWITCHES, d, SIVARAM_PATH);
    char of[NAME];
    report_check(r, eight < sixteen && sixteen < all32, of_degree(d, of));
    report_value(r, "switches 8", eight);
    report_value(r, "switches 16", sixteen);
    report_value(r, "switches 32", all32);
  }
}

static void state_others(const sivaram_singles_t *all, paper_report_t *r) {
  static const sivaram_scheme_t kOthers[] = {SIVARAM_TREE, SIVARAM_NI};
  report_statement(
      r, "section 4.2.2, Fig. 7",
      "\"The other two multicasting schemes remain largely unaffected by this increase "
      "in the number of switches\" (here: by less than 10 % from 8 to 32)");
  for (size_t i = 0; i < 2 * SIVARAM_DEGREES; i++) {
    const sivaram_scheme_t s = kOthers[i / SIVARAM_DEGREES];
    const size_t d = i % SIVARAM_DEGREES;
    const double eight = latency(all, SIVARAM_DEFAULT, d, s);
    const double change = latency(all, SIVARAM_32_SWITCHES, d, s) / eight - 1;
    char of[NAME];
    (void)snprintf(of, sizeof of, "%s, %u destinations", kSivaramSchemes[s], kSivaramDegrees[d]);
    report_check(r, fabs(change) < kLittle, of);
    report_value(r, "switches 8", eight);
    report_value(r, "switches 32", latency(all, SIVARAM_32_SWITCHES, d, s));
    report_value(r, "change", change);
  }
}

static void state_length(const sivaram_singles_t *all, paper_report_t *r) {
  report_statement(r, "section 4.2.3, Fig. 8",
                   "\"the path-based scheme begins to perform worse than the NI-based multicast "
                   "beyond a message length of 512 flits\" (here: not up to 512, but at 1,024 and "
                   "2,048; values are the latency of kbinomial over that of path-worm)");
  for (size_t d = 0; d < SIVARAM_DEGREES; d++) {
    char of[NAME];
    const bool before = ratio(all, SIVARAM_DEFAULT, d) >= 1 &&
                        ratio(all, SIVARAM_256_FLITS, d) >= 1 &&
                        ratio(all, SIVARAM_512_FLITS, d) >= 1;
    report_check(
        r, before && ratio(all, SIVARAM_1024_FLITS, d) < 1 && ratio(all, SIVARAM_2048_FLITS, d) < 1,
        of_degree(d, of));
    add_ratios(all, OVER_FLITS, d, r);
  }
  report_statement(
      r, "section 4.2.3, Fig. 8",
      "\"The NI-based scheme .. begins to gain in performance as the number of packets "
      "in a message increases\" (here: the same ratio falls with every length)");
  for (size_t d = 0; d < SIVARAM_DEGREES; d++) {
    const sivaram_parameter_t *p = &kSivaramParameters[OVER_FLITS];
    bool falls = true;
    char of[NAME];
    for (size_t i = 1; i < p->count; i++) {
      falls = falls && ratio(all, p->along[i], d) < ratio(all, p->along[i - 1], d);
    }
    report_check(r, falls, of_degree(d, of));
    add_ratios(all, OVER_FLITS, d, r);
  }
}

static void state_conclusion(const sivaram_singles_t *all, paper_report_t *r) {
  report_statement(r, "section 5, Figs. 7, 8",
                   "\"the path-based scheme performs better .. for .. fewer switches for a given "
                   "system size, and for multicasts with fewer packets. In all other cases, the "
                   "NI-based scheme outperforms the path-based scheme\" (here: path-worm with 8 "
                   "switches and one packet, kbinomial with 32 switches; values are as before)");
  for (size_t d = 0; d < SIVARAM_DEGREES; d++) {
    char of[NAME];
    report_check(r, ratio(all, SIVARAM_DEFAULT, d) > 1 && ratio(all, SIVARAM_32_SWITCHES, d) < 1,
                 of_degree(d, of));
    add_ratios(all, OVER_SWITCHES, d, r);
  }
}

void sivaram_single_statements(const sivaram_singles_t *all, paper_report_t *r) {
  state_tree(all, r);
  state_ratio(all, r);
  state_path(all, r);
  state_others(all, r);
  state_length(all, r);
  state_conclusion(all, r);
}
