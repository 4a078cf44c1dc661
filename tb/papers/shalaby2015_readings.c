// shalaby2015_readings -- what each reading of the text gives for the hops that the paper
// prints. The text leaves open which steps are counted, which multicast carries steps B, D and E,
// where the intermediate nodes are, and which groups are taken; all combinations are tried, and
// none is chosen because it fits: the default is all steps, with what has the fewest hops.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "papers/shalaby2015.h"

enum { PLACEMENTS = 4, BASES = 2, SIDES = 2, NAME = 160, FIXED_X = 8, FIXED_Y = 4 };

// Steps that are counted.
enum {
  STEP_B = 1,
  STEP_D = 2,
  STEP_E = 4,
  STEP_F = 8,
  STEP_STRAIGHT = 16,  // the variation of section 3: every node sends the coded packets, no E
  ALL_STEPS = STEP_B | STEP_D | STEP_E | STEP_F,
  VARIATION = STEP_B | STEP_F | STEP_STRAIGHT
};

// Which groups are taken; of those the one with the fewest hops of the steps that are counted.
typedef enum { OF_ALL, OF_FOUR, OF_TWO, FIXED, CHOICES } choice_t;

typedef struct {
  unsigned steps;
  hops_base_t base[3];
  coding_placement_t placement;
  choice_t choice;
} reading_t;

// Hops of the steps with groups of one shape.
typedef struct {
  uint32_t side[SIDES], size;
  uint64_t intra[BASES], unicast, straight;
  uint64_t inter[PLACEMENTS][BASES][BASES], distribute[PLACEMENTS][BASES][BASES];  // bases of D, E
} shape_t;

typedef struct {
  shape_t *shape;
  size_t count;
} shapes_t;

typedef struct {
  reading_t *reading;
  size_t count;
} list_t;

static bool has_d_or_e(const reading_t *g) {
  return (g->steps & (STEP_D | STEP_E)) != 0;
}

static bool is_complete(const reading_t *g) {
  return g->steps == ALL_STEPS || g->steps == VARIATION;
}

// The same reading would come again where what it does not count differs.
static bool is_new(const reading_t *g) {
  const bool b = (g->steps & STEP_B) != 0;
  const bool d = (g->steps & STEP_D) != 0;
  const bool e = (g->steps & STEP_E) != 0;
  return (b || g->base[0] == HOPS_UNICAST) && (d || g->base[1] == g->base[2]) &&
         (e || g->base[2] == (d ? g->base[1] : HOPS_UNICAST)) &&
         (has_d_or_e(g) || g->placement == CODING_BEST);
}

static bool list_readings(list_t *list, noc_error_t *error) {
  enum { MOST = (ALL_STEPS + 1) * BASES * BASES * BASES * PLACEMENTS * CHOICES };
  *list = (list_t){.reading = malloc(MOST * sizeof *list->reading)};
  if (list->reading == NULL) {
    return memory_fail(error, "the readings");
  }
  for (size_t i = 0; i < MOST; i++) {
    const unsigned steps = (unsigned)(i / (BASES * BASES * BASES * PLACEMENTS * CHOICES));
    const reading_t g = {
        .steps = steps == 0 ? VARIATION : steps,
        .placement = (coding_placement_t)(i / CHOICES % PLACEMENTS),
        .choice = (choice_t)(i % CHOICES),
        .base = {(hops_base_t)(i / (CHOICES * PLACEMENTS) % BASES),
                 (hops_base_t)(i / (CHOICES * PLACEMENTS * BASES) % BASES),
                 (hops_base_t)(i / (CHOICES * PLACEMENTS * BASES * BASES) % BASES)}};
    if (is_new(&g)) {
      list->reading[list->count++] = g;
    }
  }
  return true;
}

static const char *name_reading(const reading_t *g, char out[NAME]) {
  static const char *const kBy[] = {"unicasts", "trees"};
  static const char *const kPlaces[] = {"best", "centre", "corner", "inner"};
  static const char *const kGroups[] = {"best groups", "best groups up to 4:1",
                                        "best groups up to 2:1", "groups 8x4"};
  static const char kLetter[] = "BDE";
  size_t used = 0;
  for (unsigned i = 0; i < 3; i++) {
    if ((g->steps & (1u << i)) != 0) {
      used += (size_t)snprintf(out + used, NAME - used, "%c by %s, ", kLetter[i], kBy[g->base[i]]);
    }
  }
  if ((g->steps & STEP_STRAIGHT) != 0) {
    used += (size_t)snprintf(out + used, NAME - used, "coded packets straight to all, ");
  }
  if ((g->steps & STEP_F) != 0) {
    used += (size_t)snprintf(out + used, NAME - used, "F, ");
  }
  if (has_d_or_e(g)) {
    used += (size_t)snprintf(out + used, NAME - used, "%s, ", kPlaces[g->placement]);
  }
  (void)snprintf(out + used, NAME - used, "%s", kGroups[g->choice]);
  return out;
}

static bool count_shape(const shalaby_net_t *n, shape_t *s, noc_error_t *error) {
  for (unsigned i = 0; i < PLACEMENTS * BASES * BASES; i++) {
    const unsigned place = i / (BASES * BASES);
    const hops_base_t d = (hops_base_t)(i / BASES % BASES);
    const hops_base_t e = (hops_base_t)(i % BASES);
    const coding_config_t config = {.scheme = CODING_HNC,
                                    .levels = 1,
                                    .base = {e, d, e},
                                    .placement = (coding_placement_t)place,
                                    .side = {{s->side[0], s->side[1], 1}}};
    coding_hops_t hops;
    if (!coding_hops(n->topology, &config, &hops, error)) {
      return false;
    }
    const hops_count_t *step = hops.step[0];
    s->intra[e] = step[CODING_INTRA].hops;
    s->inter[place][d][e] = step[CODING_INTER].hops;
    s->distribute[place][d][e] = step[CODING_DISTRIBUTE].hops;
    s->unicast = step[CODING_UNICAST].hops;
  }
  s->straight = s->unicast * (s->size - 1);
  return true;
}

static bool count_shapes(const shalaby_net_t *n, shapes_t *all, noc_error_t *error) {
  const unsigned most = (SHALABY_SIZES + 1) * (SHALABY_SIZES + 1);
  *all = (shapes_t){.shape = calloc(most, sizeof *all->shape)};
  if (all->shape == NULL) {
    return memory_fail(error, "the readings");
  }
  for (uint32_t x = 1; x <= n->k; x *= 2) {
    for (uint32_t y = 1; y <= n->k; y *= 2) {
      if (x * y > 1 && x * y < n->k * n->k) {
        shape_t *s = &all->shape[all->count++];
        *s = (shape_t){.side = {x, y}, .size = x * y};
        if (!count_shape(n, s, error)) {
          return false;
        }
      }
    }
  }
  return true;
}

static bool is_allowed(const shape_t *s, choice_t choice) {
  const uint32_t longer = s->side[0] > s->side[1] ? s->side[0] : s->side[1];
  const uint32_t shorter = s->side[0] + s->side[1] - longer;
  return choice == FIXED     ? s->side[0] == FIXED_X && s->side[1] == FIXED_Y
         : choice == OF_FOUR ? longer <= 4 * shorter
         : choice == OF_TWO  ? longer <= 2 * shorter
                             : true;
}

static uint64_t cost(const shape_t *s, const reading_t *g) {
  const hops_base_t d = g->base[1];
  const hops_base_t e = g->base[2];
  return ((g->steps & STEP_B) != 0 ? s->intra[g->base[0]] : 0) +
         ((g->steps & STEP_D) != 0 ? s->inter[g->placement][d][e] : 0) +
         ((g->steps & STEP_E) != 0 ? s->distribute[g->placement][d][e] : 0) +
         ((g->steps & STEP_F) != 0 ? s->unicast : 0) +
         ((g->steps & STEP_STRAIGHT) != 0 ? s->straight : 0);
}

// Hops under the reading; with groups of `size` nodes only, if it is not 0. NAN: no group is
// allowed.
static double hops_of(const shapes_t *all, const reading_t *g, uint32_t size) {
  double least = NAN;
  for (size_t i = 0; i < all->count; i++) {
    const shape_t *s = &all->shape[i];
    if (is_allowed(s, g->choice) && (size == 0 || s->size == size)) {
      least = fmin(least, (double)cost(s, g));  // of NAN and a number: the number
    }
  }
  return least;
}

// The group size with the fewest hops, or with the most.
static double extreme_size(const shapes_t *all, const reading_t *g, bool most) {
  double hops = NAN;
  double found = NAN;
  for (uint32_t size = 2; size <= all->shape[all->count - 1].size; size *= 2) {
    const double here = hops_of(all, g, size);
    if (!isnan(here) && (isnan(hops) || (most ? here > hops : here < hops))) {
      hops = here;
      found = size;
    }
  }
  return found;
}

static double best_size(const shapes_t *all, const reading_t *g) {
  return g->choice == FIXED ? NAN : extreme_size(all, g, false);
}

static double worst_size(const shapes_t *all, const reading_t *g) {
  return g->choice == FIXED ? NAN : extreme_size(all, g, true);
}

static double all_hops(const shapes_t *all, const reading_t *g) {
  return hops_of(all, g, 0);
}

// All steps, by one multicast, with what has the fewest hops.
static reading_t default_of(hops_base_t base) {
  return (reading_t){
      .steps = ALL_STEPS, .base = {base, base, base}, .placement = CODING_BEST, .choice = OF_ALL};
}

static bool is_same(const reading_t *a, const reading_t *b) {
  return a->steps == b->steps && a->placement == b->placement && a->choice == b->choice &&
         memcmp(a->base, b->base, sizeof a->base) == 0;
}

// Wider choices of groups often end with the same groups: then that is one reading.
static bool has_come(const list_t *list, const shapes_t *shapes, size_t i,
                     double (*value)(const shapes_t *all, const reading_t *g)) {
  const reading_t *g = &list->reading[i];
  const double here = value(shapes, g);
  for (choice_t choice = OF_ALL; choice < g->choice; choice++) {
    reading_t wider = *g;
    wider.choice = choice;
    if (value(shapes, &wider) == here) {
      return true;
    }
  }
  return false;
}

static void add_number(paper_report_t *r, const report_printed_t *printed, const list_t *list,
                       const shapes_t *shapes, hops_base_t base,
                       double (*value)(const shapes_t *all, const reading_t *g)) {
  char name[NAME];
  const reading_t usual = default_of(base);
  report_number(r, printed);
  report_reading(r, name_reading(&usual, name), value(shapes, &usual), true);
  for (size_t i = 0; i < list->count; i++) {
    const reading_t *g = &list->reading[i];
    const double here = value(shapes, g);
    if (!is_same(g, &usual) && !isnan(here) && !has_come(list, shapes, i, value)) {
      report_reading(r, name_reading(g, name), here, is_complete(g));
    }
  }
}

// The networks that the numbers are about.
typedef enum { ARY16, ARY32, ARY64, ARY256, NETS } net_t;

// The numbers of coded broadcasts, as hops.
typedef enum { MILLION, QUARTER, TREE_94, UNICAST_94, TIMES_32, PRINTED } printed_t;

static const net_t kNet[PRINTED] = {ARY32, ARY32, ARY64, ARY64, ARY256};
static const hops_base_t kBase[PRINTED] = {HOPS_BINOMIAL, HOPS_BINOMIAL, HOPS_BINOMIAL,
                                           HOPS_BINOMIAL, HOPS_UNICAST};

static void fill_printed(const shalaby_nets_t *all, report_printed_t printed[PRINTED]) {
  const shalaby_net_t *m32 = &all->mesh[4];
  const shalaby_net_t *m64 = &all->mesh[5];
  const shalaby_net_t *m256 = &all->mesh[7];
  printed[MILLION] = (report_printed_t){
      "Fig. 2",
      "\"the network coding only consumes 0.67 million aggregate unicast hop counts\", "
      "32-ary 2-mesh",
      "0.67 million",
      665e3,
      675e3,
      (double)m32->bound};
  printed[QUARTER] = (report_printed_t){
      "Fig. 2",
      "\"When compared to the original multicast (2.7 millions), it reduces the unicast "
      "hop counts by 75%\"",
      "75 % less than the tree",
      0.245 * (double)m32->tree,
      0.255 * (double)m32->tree,
      (double)m32->bound};
  printed[TREE_94] =
      (report_printed_t){"Fig. 5, section 4.2",
                         "\"reduces the aggregate path hop counts by as much as 94% when "
                         "compared to the original tree-based multicast\", 64-ary 2-mesh",
                         "94 % less than the tree",
                         0.055 * (double)m64->tree,
                         0.065 * (double)m64->tree,
                         (double)m64->bound};
  printed[UNICAST_94] =
      (report_printed_t){"abstract",
                         "\"decrease as much as 94% when compared to conventional unicast-based "
                         "multicasts\" (here: all at once), 64-ary 2-mesh",
                         "94 % less than all at once",
                         0.055 * (double)m64->all_at_once,
                         0.065 * (double)m64->all_at_once,
                         (double)m64->bound};
  printed[TIMES_32] =
      (report_printed_t){"Fig. 8, section 4.4",
                         "\"the hop counts required by network coding for this all-to-all "
                         "scenario in the 256-ary 2-mesh is 32 times less than that of the "
                         "all-at-once multicast\"",
                         "32 times less than all at once",
                         (double)m256->all_at_once / 32.5,
                         (double)m256->all_at_once / 31.5,
                         (double)m256->bound};
}

static bool gives(const report_printed_t *p, double value) {
  return value >= p->from && value < p->to;
}

// The printed numbers that one reading has to give in Figs. 2, 5 and 8.
enum { JOINED = 3 };
static const printed_t kJoined[JOINED] = {MILLION, TREE_94, TIMES_32};

// Works out the hops of a reading in these figures, and returns how many of the printed numbers it
// gives. All figures have the same multicasts, or, if `worded`, Figs. 2 and 5 have trees and Fig. 8
// has unicasts.
static unsigned join_reading(reading_t g, bool worded, const shapes_t shapes[NETS],
                             const report_printed_t printed[PRINTED], double hops[JOINED]) {
  const reading_t trees = default_of(HOPS_BINOMIAL);
  const reading_t unicasts = default_of(HOPS_UNICAST);
  unsigned fits = 0;
  for (size_t k = 0; k < JOINED; k++) {
    const printed_t number = kJoined[k];
    if (worded) {
      memcpy(g.base, kBase[number] == HOPS_BINOMIAL ? trees.base : unicasts.base, sizeof g.base);
    }
    hops[k] = hops_of(&shapes[kNet[number]], &g, 0);
    fits += gives(&printed[number], hops[k]);
  }
  return fits;
}

static void add_joined(paper_report_t *r, const shalaby_nets_t *all, const reading_t *g,
                       bool worded, const double hops[JOINED]) {
  char name[NAME];
  char row[NAME + 24];
  (void)snprintf(row, sizeof row, "%s%s", name_reading(g, name), worded ? "; trees in 2, 5" : "");
  report_row(r, row,
             (const double[]){hops[0], 100 * (1 - hops[1] / (double)all->mesh[5].tree),
                              (double)all->mesh[7].all_at_once / hops[2]});
}

// Is there one reading for all of Figs. 2, 5 and 8? Those that give two of them are listed.
static void join_readings(paper_report_t *r, const shalaby_nets_t *all, const list_t *list,
                          const shapes_t shapes[NETS], const report_printed_t printed[PRINTED]) {
  static const char *const kColumns[JOINED] = {"Fig 2 hops", "Fig 5 percent", "Fig 8 times"};
  const reading_t unicasts = default_of(HOPS_UNICAST);
  unsigned given[JOINED + 1] = {0};  // by how many of the three
  unsigned complete = 0;
  report_table(r, "readings",
               "Readings that give two of the printed numbers: hops in Fig. 2, per cent less in "
               "Fig. 5, times less in Fig. 8",
               kColumns, JOINED);
  for (size_t i = 0; i < list->count; i++) {
    const reading_t *g = &list->reading[i];
    // One of those that differ in their multicasts alone stands for all as they are worded.
    const bool once = memcmp(g->base, unicasts.base, sizeof g->base) == 0 &&
                      (g->steps & (STEP_B | STEP_D | STEP_E)) != 0;
    for (unsigned worded = 0; worded < (once ? 2u : 1u); worded++) {
      double hops[JOINED];
      const unsigned fits = join_reading(*g, worded > 0, shapes, printed, hops);
      given[fits]++;
      if (fits > 1) {
        complete += is_complete(g);
        add_joined(r, all, g, worded > 0, hops);
      }
    }
  }
  report_statement(r, "Figs. 2, 5 and 8",
                   "(not in the paper) one reading of the text gives the printed hops of all three "
                   "figures");
  report_check(r, given[JOINED] > 0, "readings that give");
  report_value(r, "none", given[0]);
  report_value(r, "one", given[1]);
  report_value(r, "two", given[2]);
  report_value(r, "two or more and are complete", complete);
  report_value(r, "all three", given[JOINED]);
}

static void add_sizes(paper_report_t *r, const list_t *list, const shapes_t *shapes) {
  add_number(r,
             &(report_printed_t){"Fig. 6, section 4.3",
                                 "\"The best group size is 32 nodes per group\", 16-ary 2-mesh",
                                 "32 nodes", 32, 33, 0},
             list, shapes, HOPS_BINOMIAL, best_size);
  add_number(r,
             &(report_printed_t){"Fig. 6, section 6.1",
                                 "\"In Fig. 6 the largest hop count is the case for configuration "
                                 "2Mx128G\", 16-ary 2-mesh",
                                 "2 nodes", 2, 3, 0},
             list, shapes, HOPS_BINOMIAL, worst_size);
}

bool shalaby_readings(const shalaby_nets_t *all, paper_report_t *r, noc_error_t *error) {
  static const size_t kSize[NETS] = {3, 4, 5, 7};  // 16-, 32-, 64-, 256-ary
  list_t list;
  shapes_t shapes[NETS] = {{0}};
  report_printed_t printed[PRINTED];
  bool ok = list_readings(&list, error);
  for (size_t i = 0; i < NETS && ok; i++) {
    ok = count_shapes(&all->mesh[kSize[i]], &shapes[i], error);
  }
  if (ok) {
    fill_printed(all, printed);
    for (size_t i = 0; i < PRINTED; i++) {
      add_number(r, &printed[i], &list, &shapes[kNet[i]], kBase[i], all_hops);
    }
    add_sizes(r, &list, &shapes[ARY16]);
    join_readings(r, all, &list, shapes, printed);
  }
  for (size_t i = 0; i < NETS; i++) {
    free(shapes[i].shape);
  }
  free(list.reading);
  return ok;
}
