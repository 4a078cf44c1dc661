// shalaby2015_paths -- Figs. 15 to 17: the longest paths within groups and between intermediate
// nodes of a 16-ary 2-mesh, and whether their balance is what makes a group size the best.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collective/coding_level.h"
#include "papers/shalaby2015.h"

enum { ROWS = 7, PLACEMENTS = 4, NAME = 96 };

// Fig. 15, as printed: nodes of a group, its sides, the longest path within; groups along each
// side, and the longest path between intermediate nodes along each and in all.
static const struct {
  unsigned nodes, side[2], within, groups[2], between[2], total;
} kPrinted[ROWS] = {
    {2, {1, 2}, 1, {8, 16}, {13, 15}, 28}, {4, {2, 2}, 2, {8, 8}, {13, 13}, 26},
    {8, {2, 4}, 4, {4, 8}, {9, 13}, 22},   {16, {4, 4}, 6, {4, 4}, {9, 9}, 18},
    {32, {4, 8}, 10, {2, 4}, {1, 9}, 10},  {64, {8, 8}, 14, {2, 2}, {1, 1}, 2},
    {128, {8, 16}, 22, {1, 2}, {0, 1}, 1},
};

static const char *const kPlaces[PLACEMENTS] = {"best", "centre", "corner", "inner"};

typedef struct {
  unsigned within, groups[2], between[2], total;
  uint64_t hops[2];  // of a coded broadcast, [hops_base_t]
} row_t;

// Along one dimension.
static unsigned longest_between(const coding_level_t *level, unsigned d) {
  uint32_t most = 0;
  for (uint32_t i = 0; i < level->grid[d]; i++) {
    for (uint32_t k = 0; k < i; k++) {
      const uint32_t low = k * level->side[d] + level->shift[d][k];
      const uint32_t high = i * level->side[d] + level->shift[d][i];
      most = high - low > most ? high - low : most;
    }
  }
  return most;
}

static bool measure(const shalaby_net_t *n, size_t i, coding_placement_t place, row_t *row,
                    noc_error_t *error) {
  *row = (row_t){0};
  for (hops_base_t base = HOPS_UNICAST; base <= HOPS_BINOMIAL; base++) {
    // The paper's smaller side is that with more groups: its first column of groups goes with the
    // second side.
    const coding_config_t config = {.scheme = CODING_HNC,
                                    .levels = 1,
                                    .base = {base, base, base},
                                    .placement = place,
                                    .side = {{kPrinted[i].side[1], kPrinted[i].side[0], 1}}};
    coding_hops_t hops;
    coding_level_t level = {0};
    const bool ok = coding_hops(n->topology, &config, &hops, error) &&
                    coding_level_create(&level, &n->space, &config, 0, error);
    for (unsigned d = 0; d < 2 && ok && base == HOPS_UNICAST; d++) {
      row->groups[d] = level.grid[d];
      row->between[d] = longest_between(&level, d);
    }
    coding_level_free(&level);
    if (!ok) {
      return false;
    }
    if (base == HOPS_UNICAST) {
      row->within = hops.step[0][CODING_INTRA].max_path;
      row->total = hops.step[0][CODING_INTER].max_path;
    }
    row->hops[base] = hops.total.hops;
  }
  return true;
}

typedef struct {
  row_t row[PLACEMENTS][ROWS];
} rows_t;

static const char *of_group(size_t i, char out[NAME]) {
  (void)snprintf(out, NAME, "%u nodes, %ux%u", kPrinted[i].nodes, kPrinted[i].side[0],
                 kPrinted[i].side[1]);
  return out;
}

static void add_table(const rows_t *all, paper_report_t *r) {
  static const char *const kColumns[] = {"in group",  "groups 1", "groups 2", "between 1",
                                         "between 2", "between",  "unicasts", "trees"};
  report_table(r, "15",
               "Fig. 15: longest paths in a group and between intermediate nodes, 16-ary 2-mesh; "
               "hops of the broadcast by unicasts and by trees",
               kColumns, sizeof kColumns / sizeof kColumns[0]);
  for (size_t p = 0; p < PLACEMENTS; p++) {
    for (size_t i = 0; i < ROWS; i++) {
      const row_t *one = &all->row[p][i];
      char name[NAME];
      (void)snprintf(name, sizeof name, "%ux%u, %s", kPrinted[i].side[0], kPrinted[i].side[1],
                     kPlaces[p]);
      report_row(r, name,
                 (const double[]){one->within, one->groups[0], one->groups[1], one->between[0],
                                  one->between[1], one->total, (double)one->hops[HOPS_UNICAST],
                                  (double)one->hops[HOPS_BINOMIAL]});
    }
  }
}

static void add_series(const rows_t *all, paper_report_t *r, const char *name, bool within,
                       coding_placement_t place, bool share) {
  report_series(r, name);
  for (size_t i = 0; i < ROWS; i++) {
    const row_t *one = &all->row[place][i];
    const double hops = within ? one->within : one->total;
    report_point(
        r, (const double[]){kPrinted[i].nodes, share ? hops / (one->within + one->total) : hops});
  }
}

static void add_figures(const rows_t *all, paper_report_t *r) {
  static const char *const kNodes = "nodes of a group";
  report_figure(r, "16", "longest paths, 16-ary 2-mesh", kNodes, "hops");
  report_logarithmic(r, true, false);
  add_series(all, r, "in a group", true, CODING_INNER, false);
  add_series(all, r, "between, inner", false, CODING_INNER, false);
  add_series(all, r, "between, best", false, CODING_BEST, false);
  add_series(all, r, "between, centre", false, CODING_CENTRE, false);
  report_figure(r, "17", "shares of the sum of both, 16-ary 2-mesh", kNodes, "share");
  report_logarithmic(r, true, false);
  add_series(all, r, "in a group, inner", true, CODING_INNER, true);
  add_series(all, r, "between, inner", false, CODING_INNER, true);
  add_series(all, r, "between, best", false, CODING_BEST, true);
}

static void state_within(const rows_t *all, paper_report_t *r) {
  char of[NAME];
  report_statement(r, "Fig. 15", "M-hops: the longest path in a group is 1, 2, 4, 6, 10, 14, 22");
  for (size_t i = 0; i < ROWS; i++) {
    report_check(r, all->row[CODING_BEST][i].within == kPrinted[i].within, of_group(i, of));
    report_value(r, "paper", kPrinted[i].within);
    report_value(r, "here", all->row[CODING_BEST][i].within);
  }
}

// A statement for each place, so that it is seen which of them gives the numbers.
static void state_between(const rows_t *all, paper_report_t *r, coding_placement_t place) {
  static const char *const kTexts[PLACEMENTS] = {
      "G-hops: between intermediate nodes the longest path is 28, 26, 22, 18, 10, 2, 1. Reading: "
      "the default, intermediate nodes where D and E take the fewest hops",
      "G-hops, the same. Reading: intermediate nodes in the centre of their groups",
      "G-hops, the same. Reading: intermediate nodes in a corner of their groups",
      "G-hops, the same. Reading: of each group the node nearest to the centre of the network",
  };
  report_statement(r, "Fig. 15", kTexts[place]);
  for (size_t i = 0; i < ROWS; i++) {
    const row_t *one = &all->row[place][i];
    char of[NAME];
    report_check(r,
                 one->total == kPrinted[i].total && one->between[0] == kPrinted[i].between[0] &&
                     one->between[1] == kPrinted[i].between[1],
                 of_group(i, of));
    report_value(r, "paper", kPrinted[i].total);
    report_value(r, "along one", kPrinted[i].between[0]);
    report_value(r, "the other", kPrinted[i].between[1]);
    report_value(r, "here", one->total);
    report_value(r, "one here", one->between[0]);
    report_value(r, "other here", one->between[1]);
  }
}

// The size whose two longest paths differ least.
static size_t balanced(const row_t row[ROWS]) {
  size_t best = 0;
  for (size_t i = 1; i < ROWS; i++) {
    const int here = abs((int)row[i].within - (int)row[i].total);
    best = here < abs((int)row[best].within - (int)row[best].total) ? i : best;
  }
  return best;
}

static size_t fewest(const row_t row[ROWS], hops_base_t base) {
  size_t best = 0;
  for (size_t i = 1; i < ROWS; i++) {
    best = row[i].hops[base] < row[best].hops[base] ? i : best;
  }
  return best;
}

static void state_balance(const rows_t *all, paper_report_t *r) {
  enum { SIZE = 32 };
  report_statement(r, "Figs. 16 and 17, section 6.1",
                   "\"group size 32\" has \"the best balance between longest path count for group "
                   "nodes and intermediate nodes\"");
  for (size_t p = 0; p < PLACEMENTS; p++) {
    const row_t *one = &all->row[p][balanced(all->row[p])];
    report_check(r, kPrinted[balanced(all->row[p])].nodes == SIZE, kPlaces[p]);
    report_value(r, "balanced at", kPrinted[balanced(all->row[p])].nodes);
    report_value(r, "in group", one->within);
    report_value(r, "between", one->total);
  }
  report_statement(r, "Figs. 16 and 17, section 6.1",
                   "the balance of both is why a size is the best (here: the size with the fewest "
                   "hops is the balanced one; groups of Fig. 15)");
  for (size_t p = 0; p < PLACEMENTS; p++) {
    for (hops_base_t base = HOPS_UNICAST; base <= HOPS_BINOMIAL; base++) {
      char of[NAME];
      const size_t best = fewest(all->row[p], base);
      (void)snprintf(of, sizeof of, "%s, %s", kPlaces[p],
                     base == HOPS_BINOMIAL ? "trees" : "unicasts");
      report_check(r, best == balanced(all->row[p]), of);
      report_value(r, "fewest hops at", kPrinted[best].nodes);
      report_value(r, "balanced at", kPrinted[balanced(all->row[p])].nodes);
    }
  }
}

// Fig. 7: in a 4-ary 2-mesh.
static bool state_small(const shalaby_nets_t *all, paper_report_t *r, noc_error_t *error) {
  report_statement(
      r, "Fig. 7, section 6.1",
      "\"for 4-ary 2-D mesh the best group size is 4, which achieve the best balance\"; "
      "\"the longest path counts is 2 for both\" (here: inner intermediate nodes, and "
      "the fewest hops of groups of 2, 4 and 8)");
  for (hops_base_t base = HOPS_UNICAST; base <= HOPS_BINOMIAL; base++) {
    uint64_t least = 0;
    uint32_t best = 0;
    unsigned path[2] = {0};
    for (uint32_t nodes = 2; nodes <= 8; nodes *= 2) {
      const coding_config_t config = {.scheme = CODING_HNC,
                                      .levels = 1,
                                      .base = {base, base, base},
                                      .placement = CODING_INNER,
                                      .side = {{nodes == 2 ? 1 : 2, nodes == 8 ? 4 : 2, 1}}};
      coding_hops_t hops;
      if (!coding_hops(all->mesh[1].topology, &config, &hops, error)) {
        return false;
      }
      if (nodes == 2 || hops.total.hops < least) {
        least = hops.total.hops;
        best = nodes;
        path[0] = hops.step[0][CODING_INTRA].max_path;
        path[1] = hops.step[0][CODING_INTER].max_path;
      }
    }
    report_check(r, best == 4 && (base == HOPS_BINOMIAL || (path[0] == 2 && path[1] == 2)),
                 base == HOPS_BINOMIAL ? "trees" : "unicasts");
    report_value(r, "fewest hops at", best);
    report_value(r, "hops", (double)least);
    report_value(r, "in group", path[0]);
    report_value(r, "between", path[1]);
  }
  return true;
}

bool shalaby_paths(const shalaby_nets_t *all, paper_report_t *r, noc_error_t *error) {
  rows_t rows;
  for (size_t p = 0; p < PLACEMENTS; p++) {
    for (size_t i = 0; i < ROWS; i++) {
      if (!measure(&all->mesh[SHALABY_SIMULATED], i, (coding_placement_t)p, &rows.row[p][i],
                   error)) {
        return false;
      }
    }
  }
  add_figures(&rows, r);
  add_table(&rows, r);
  state_within(&rows, r);
  for (size_t p = 0; p < PLACEMENTS; p++) {
    state_between(&rows, r, (coding_placement_t)p);
  }
  state_balance(&rows, r);
  return state_small(all, r, error);
}
