// shalaby2015_times -- what the text says about execution times: printed numbers, with the
// readings that give them, and statements. See shalaby2015_series.h.

#include <math.h>
#include <stdio.h>

#include "papers/shalaby2015_series.h"

enum { NAME = 160, GROUP = 32 };

static double time_of(const shalaby_runs_t *runs, shalaby_series_t s, unsigned k) {
  const shalaby_case_t is = shalaby_case(s, k);
  return shalaby_cycles(runs, &is);
}

// Beyond what the figures run: one flit a packet, of 16-ary and of 32-ary 2-meshes.
static const shalaby_series_t kMore16[] = {
    ALL_AT_ONCE,        CODED_UNICASTS_32,  CODED_MIXED_32,     PLAIN_TREES_32,
    PLAIN_UNICASTS,     PLAIN_UNICASTS_32,  COMBINING_TREES_32, COMBINING_UNICASTS_32,
    COMBINING_MIXED_32, CODED_OVERLAPPED_4, CODED_OVERLAPPED_8, CODED_OVERLAPPED_32};
static const shalaby_series_t kMore32[] = {
    CODED_MIXED,        CODED_MIXED_32,     PLAIN_TREES_32,     PLAIN_UNICASTS_32,
    CODED_OVERLAPPED_4, CODED_OVERLAPPED_8, CODED_OVERLAPPED_32};

static bool add_more(shalaby_runs_t *runs, const shalaby_series_t *series, size_t count,
                     unsigned k) {
  bool ok = true;
  for (size_t i = 0; i < count && ok; i++) {
    const shalaby_case_t is = shalaby_case(series[i], k);
    ok = shalaby_runs_add(runs, &is);
  }
  return ok;
}

bool shalaby_times_add(shalaby_runs_t *runs, bool quick) {
  return (quick || add_more(runs, kMore32, sizeof kMore32 / sizeof *kMore32, SHALABY_ARY32)) &&
         add_more(runs, kMore16, sizeof kMore16 / sizeof *kMore16, SHALABY_ARY16);
}

// A way to measure a case: the execution time, or the longest packet latencies of the steps.
typedef double (*stopwatch_t)(const shalaby_runs_t *runs, const shalaby_case_t *is);

// A number of a series; NAN: it has not run.
typedef double (*measure_t)(const shalaby_runs_t *runs, shalaby_series_t s, stopwatch_t watch);

static double at_32(const shalaby_runs_t *runs, shalaby_series_t s, stopwatch_t watch) {
  const shalaby_case_t is = shalaby_case(s, SHALABY_ARY32);
  return watch(runs, &is);
}

static double at_16(const shalaby_runs_t *runs, shalaby_series_t s, stopwatch_t watch) {
  const shalaby_case_t is = shalaby_case(s, SHALABY_ARY16);
  return watch(runs, &is);
}

// The longest packets of Fig. 13.
static double with_16_flits(const shalaby_runs_t *runs, shalaby_series_t s, stopwatch_t watch) {
  shalaby_case_t is = shalaby_case(s, SHALABY_ARY16);
  is.flits = SHALABY_LONGEST;
  return watch(runs, &is);
}

// The group size of the shortest time in Fig. 11.
static double best_group(const shalaby_runs_t *runs, shalaby_series_t s, stopwatch_t watch) {
  double least = NAN;
  double best = NAN;
  for (unsigned size = 2; size < SHALABY_ARY16 * SHALABY_ARY16; size *= 2) {
    shalaby_case_t is = shalaby_case(s, SHALABY_ARY16);
    is.group = size;
    const double here = watch(runs, &is);
    if (isnan(least) || here < least) {
      least = here;
      best = is.group;
    }
  }
  return best;
}

// The section words the execution time as "the sum of the maximum latency of all sequential steps".
// That leaves out encoding and decoding, so the broadcast is not complete then.
static void add_number(const shalaby_runs_t *runs, paper_report_t *r,
                       const report_printed_t *printed, const shalaby_series_t *series,
                       size_t count, measure_t measure) {
  report_number(r, printed);
  for (size_t i = 0; i < 2 * count; i++) {
    const bool whole = i < count;
    const shalaby_series_t s = series[i % count];
    const double value = measure(runs, s, whole ? shalaby_cycles : shalaby_latencies);
    char name[NAME];
    (void)snprintf(name, sizeof name, "%s%s", shalaby_series_name(s),
                   whole ? "" : ", longest latencies of the steps");
    if (!isnan(value)) {
      report_reading(r, name, value, whole);
    }
  }
}

// Times against a baseline as cycles, so that they have a bound: what the steps take at least one
// after the other, of all groups, by trees, unicasts or both.
static void add_numbers_32(const shalaby_runs_t *runs, const shalaby_leasts_t *least,
                           paper_report_t *r) {
  static const shalaby_series_t kTreesFirst[] = {
      CODED_TREES,        CODED_TREES_32,     CODED_TREES_4,      CODED_UNICASTS,
      CODED_UNICASTS_32,  CODED_UNICASTS_4,   CODED_MIXED,        CODED_MIXED_32,
      CODED_OVERLAPPED_4, CODED_OVERLAPPED_8, CODED_OVERLAPPED_32};
  static const shalaby_series_t kUnicastsFirst[] = {
      CODED_UNICASTS,     CODED_UNICASTS_32,  CODED_UNICASTS_4,   CODED_TREES,
      CODED_TREES_32,     CODED_TREES_4,      CODED_MIXED,        CODED_MIXED_32,
      CODED_OVERLAPPED_4, CODED_OVERLAPPED_8, CODED_OVERLAPPED_32};
  enum { READINGS = sizeof kTreesFirst / sizeof *kTreesFirst };
  const double bound = (double)shalaby_fewest(least, SHALABY_ARY32, true, 0);
  const double tree = time_of(runs, TREE, SHALABY_ARY32);
  const double all = time_of(runs, ALL_AT_ONCE, SHALABY_ARY32);
  const report_printed_t three_trees = {
      "Fig. 10, section 5.2",
      "\"speeds up the all-to-all broadcast communications by three times\" over the tree, 32-ary "
      "2-mesh; here as cycles",
      "three times",
      tree / 3.5,
      tree / 2.5,
      bound};
  const report_printed_t three_all = {
      "Fig. 12, section 5.4",
      "\"by three times in the execution time for a 32-ary 2-mesh\" over all at once; as cycles",
      "three times",
      all / 3.5,
      all / 2.5,
      bound};
  const report_printed_t less_tree = {
      "abstract, section 7",
      "\"In 1,024-switch networks, the network reduces the execution time of collective "
      "communications as much as 70%\", against the tree; as cycles",
      "70 % less",
      0.295 * tree,
      0.305 * tree,
      bound};
  const report_printed_t less_all = {
      "abstract, section 7", "the same against all at once; as cycles",
      "70 % less",           0.295 * all,
      0.305 * all,           bound};
  add_number(runs, r, &three_trees, kTreesFirst, READINGS, at_32);
  add_number(runs, r, &three_all, kUnicastsFirst, READINGS, at_32);
  add_number(runs, r, &less_tree, kTreesFirst, READINGS, at_32);
  add_number(runs, r, &less_all, kUnicastsFirst, READINGS, at_32);
}

static void add_numbers_16(const shalaby_runs_t *runs, const shalaby_leasts_t *least,
                           paper_report_t *r) {
  static const shalaby_series_t kSizes[] = {CODED_TREES, CODED_UNICASTS, CODED_MIXED};
  static const shalaby_series_t kLong[] = {CODED_TREES_32, CODED_TREES, CODED_TREES_4};
  static const shalaby_series_t kCoded[] = {CODED_UNICASTS_32, CODED_TREES_32, CODED_MIXED_32,
                                            CODED_OVERLAPPED_32};
  static const shalaby_series_t kCombined[] = {COMBINING_UNICASTS_32, COMBINING_TREES_32,
                                               COMBINING_MIXED_32};
  const double tree = with_16_flits(runs, TREE, shalaby_cycles);
  const report_printed_t size = {"Fig. 11, section 5.3",
                                 "\"The best group size is 32 nodes per group\", 16-ary 2-mesh",
                                 "32 nodes",
                                 GROUP,
                                 GROUP + 1,
                                 0};
  const report_printed_t length = {
      "Fig. 13, section 5.5",
      "\"up to 53% for the case of 16-flit packet transfer\" less than the tree, 16-ary 2-mesh; as "
      "cycles",
      "53 % less",
      0.465 * tree,
      0.475 * tree,
      (double)SHALABY_LONGEST * (double)shalaby_fewest(least, SHALABY_ARY16, true, 0)};
  // Blocks of a group take as many flits together as one by one: the bound without coding.
  const report_printed_t coded = {
      "section 6.5",
      "\"the end-to-end latency for the hierarchical network coding is 1,276 cycles\", 16-ary "
      "2-mesh, groups of 32 nodes",
      "1,276 cycles",
      1276,
      1277,
      (double)shalaby_fewest(least, SHALABY_ARY16, true, GROUP)};
  const report_printed_t combined = {
      "section 6.5",  "\"while it is 1,832 cycles for the message combining\"",
      "1,832 cycles", 1832,
      1833,           (double)shalaby_fewest(least, SHALABY_ARY16, false, GROUP)};
  add_number(runs, r, &size, kSizes, sizeof kSizes / sizeof *kSizes, best_group);
  add_number(runs, r, &length, kLong, sizeof kLong / sizeof *kLong, with_16_flits);
  add_number(runs, r, &coded, kCoded, sizeof kCoded / sizeof *kCoded, at_16);
  add_number(runs, r, &combined, kCombined, sizeof kCombined / sizeof *kCombined, at_16);
}

// States for k = `from`, doubled up to `to`, whether series `slow` is slower than series `fast`.
static void state_sizes(const shalaby_runs_t *runs, paper_report_t *r, shalaby_series_t slow,
                        shalaby_series_t fast, unsigned from, unsigned to) {
  for (unsigned k = from; k <= to; k *= 2) {
    char of[NAME];
    const double slower = time_of(runs, slow, k);
    const double faster = time_of(runs, fast, k);
    (void)snprintf(of, sizeof of, "%u-ary", k);
    report_check(r, faster < slower, of);
    report_value(r, shalaby_series_name(slow), slower);
    report_value(r, shalaby_series_name(fast), faster);
  }
}

static void state_networks(const shalaby_runs_t *runs, unsigned most, paper_report_t *r) {
  report_statement(r, "Fig. 10, section 5.2",
                   "\"the performance of the tree-based multicast is better than that with the "
                   "hierarchical network coding in small networks\" (here: 2-ary, 4-ary)");
  state_sizes(runs, r, CODED_TREES, TREE, 2, 4);
  report_statement(r, "Fig. 10, section 5.2",
                   "\"while the hierarchical network coding achieves better performance in large "
                   "networks\" (here: from 16-ary on)");
  state_sizes(runs, r, TREE, CODED_TREES, SHALABY_ARY16, most);
  report_statement(r, "Fig. 12, section 5.4",
                   "over all at once \"the performance is slightly improved by the hierarchical "
                   "network coding in small networks up to 8-ary 2-mesh\"");
  state_sizes(runs, r, ALL_AT_ONCE, CODED_UNICASTS, 2, 8);
  report_statement(
      r, "Fig. 12, section 5.4",
      "\"it achieves significantly good performance in 16-ary 2-mesh and 32-ary 2-mesh "
      "networks\" (here: it is faster)");
  state_sizes(runs, r, ALL_AT_ONCE, CODED_UNICASTS, SHALABY_ARY16, most);
}

static void state_lengths(const shalaby_runs_t *runs, paper_report_t *r) {
  static const shalaby_series_t kCoded[] = {CODED_TREES, CODED_TREES_32};
  report_statement(r, "Fig. 13, section 5.5",
                   "\"The network coding always improve the execution time. As the packet length "
                   "increases, it becomes more beneficial\"");
  for (size_t i = 0; i < 2; i++) {
    double before = NAN;
    for (unsigned flits = 1; flits <= SHALABY_LONGEST; flits *= 2) {
      char of[NAME];
      shalaby_case_t tree = shalaby_case(TREE, SHALABY_ARY16);
      shalaby_case_t coded = shalaby_case(kCoded[i], SHALABY_ARY16);
      tree.flits = coded.flits = flits;
      const double part = shalaby_cycles(runs, &coded) / shalaby_cycles(runs, &tree);
      if (isnan(part)) {
        continue;  // --quick
      }
      (void)snprintf(of, sizeof of, "%s, %u flits", shalaby_series_name(kCoded[i]), flits);
      report_check(r, part < 1 && (flits == 1 || part < before), of);
      report_value(r, "of the tree", part);
      report_value(r, "shorter packets", before);
      before = part;
    }
  }
}

static void state_overhead(const shalaby_runs_t *runs, paper_report_t *r) {
  enum { MARGINAL = 10 };
  static const shalaby_series_t kCoded[] = {CODED_TREES, CODED_TREES_32, CODED_UNICASTS,
                                            CODED_UNICASTS_32};
  report_statement(
      r, "Fig. 14, section 5.6",
      "\"the overhead only marginally affects the end-to-end latency\" (here: 35 cycles "
      "cost less than a tenth)");
  for (size_t i = 0; i < sizeof kCoded / sizeof *kCoded; i++) {
    shalaby_case_t is = shalaby_case(kCoded[i], SHALABY_ARY16);
    is.overhead = 0;
    const double none = shalaby_cycles(runs, &is);
    is.overhead = SHALABY_OVERHEAD;
    const double longest = shalaby_cycles(runs, &is);
    report_check(r, (longest - none) * MARGINAL < none, shalaby_series_name(kCoded[i]));
    report_value(r, "without", none);
    report_value(r, "35 cycles", longest);
  }
}

// Pairs of the same hierarchy, one slower and one faster.
static void state_pairs(const shalaby_runs_t *runs, paper_report_t *r,
                        const shalaby_series_t (*pair)[2], size_t pairs, unsigned k) {
  for (size_t i = 0; i < pairs; i++) {
    char of[NAME];
    const double slow = time_of(runs, pair[i][0], k);
    const double fast = time_of(runs, pair[i][1], k);
    (void)snprintf(of, sizeof of, "%u-ary, %s", k, shalaby_series_name(pair[i][1]));
    report_check(r, fast < slow, of);
    report_value(r, shalaby_series_name(pair[i][0]), slow);
    report_value(r, shalaby_series_name(pair[i][1]), fast);
  }
}

static void state_coding(const shalaby_runs_t *runs, unsigned most, paper_report_t *r) {
  static const shalaby_series_t kCombining[][2] = {{COMBINING_UNICASTS_32, CODED_UNICASTS_32},
                                                   {COMBINING_TREES_32, CODED_TREES_32},
                                                   {COMBINING_MIXED_32, CODED_MIXED_32}};
  static const shalaby_series_t kPlain[][2] = {{PLAIN_TREES, CODED_TREES},
                                               {PLAIN_TREES_32, CODED_TREES_32},
                                               {PLAIN_UNICASTS, CODED_UNICASTS},
                                               {PLAIN_UNICASTS_32, CODED_UNICASTS_32}};
  report_statement(r, "section 6.5",
                   "\"the hierarchical network coding is expected to have a lower end-to-end "
                   "latency when using small packets\" than message combining");
  state_pairs(runs, r, kCombining, sizeof kCombining / sizeof *kCombining, SHALABY_ARY16);
  report_statement(r, "all",
                   "(not in the paper) it is the coding that saves time: with it a broadcast is "
                   "faster than with the same hierarchy and raw packets");
  for (unsigned k = SHALABY_ARY16; k <= most; k *= 2) {
    state_pairs(runs, r, kPlain, sizeof kPlain / sizeof *kPlain, k);
  }
}

// Compares the cycles that the busiest node and link of each step need with measured multicasts
// without groups.
static void state_least(const shalaby_runs_t *runs, const shalaby_leasts_t *least, unsigned most,
                        paper_report_t *r) {
  static const shalaby_series_t kPlain[] = {TREE, ALL_AT_ONCE};
  report_statement(
      r, "Figs. 10 and 12, section 5.2",
      "(not in the paper) step by step, with the best groups and nothing but the flits "
      "of the busiest node or link, a coded broadcast is faster than one without groups");
  for (unsigned k = SHALABY_ARY16; k <= most; k *= 2) {
    for (size_t i = 0; i < 2; i++) {
      char of[NAME];
      const double coded = (double)shalaby_fewest(least, k, true, 0);
      const double measured = time_of(runs, kPlain[i], k);
      (void)snprintf(of, sizeof of, "%u-ary, %s", k, shalaby_series_name(kPlain[i]));
      report_check(r, coded < measured, of);
      report_value(r, "without groups", measured);
      report_value(r, "coded at least", coded);
    }
  }
}

void shalaby_times(const shalaby_runs_t *runs, const shalaby_leasts_t *least, bool quick,
                   paper_report_t *r) {
  const unsigned most = quick ? SHALABY_ARY16 : SHALABY_ARY32;
  if (!quick) {
    add_numbers_32(runs, least, r);
  }
  add_numbers_16(runs, least, r);
  state_networks(runs, most, r);
  state_lengths(runs, r);
  state_overhead(runs, r);
  state_coding(runs, most, r);
  state_least(runs, least, most, r);
}
