// coding_readings -- the way `coding_readings`: hops of a hierarchical broadcast with network
// coding under each reading of a text that leaves open which steps are counted, which multicast
// carries steps B, D and E, where the intermediate nodes are, and which groups are taken: all
// combinations.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "collective/coding_hops.h"
#include "papers/coding.h"

enum { PLACEMENTS = 4, BASES = 2, SIDES = 2, NAME = 120, FIXED_X = 8, FIXED_Y = 4 };

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

// The hops that it gives for a network; NAN: no groups are allowed.
typedef struct {
  reading_t is;
  char name[NAME];
  double hops;
  double fewest_at, most_at;  // nodes of the groups with the fewest hops, and with the most
  bool hops_again, fewest_again, most_again;  // a wider choice of groups gives the same
} given_t;

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
  shapes_t shapes;
  given_t *given;
  size_t count;
} readings_t;

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

// The i-th of all combinations.
enum { COMBINATIONS = (ALL_STEPS + 1) * BASES * BASES * BASES * PLACEMENTS * CHOICES };
static reading_t reading_at(size_t i) {
  const unsigned steps = (unsigned)(i / (BASES * BASES * BASES * PLACEMENTS * CHOICES));
  return (reading_t){.steps = steps == 0 ? VARIATION : steps,
                     .placement = (coding_placement_t)(i / CHOICES % PLACEMENTS),
                     .choice = (choice_t)(i % CHOICES),
                     .base = {(hops_base_t)(i / (CHOICES * PLACEMENTS) % BASES),
                              (hops_base_t)(i / (CHOICES * PLACEMENTS * BASES) % BASES),
                              (hops_base_t)(i / (CHOICES * PLACEMENTS * BASES * BASES) % BASES)}};
}

static void name_reading(const reading_t *g, char out[NAME]) {
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
}

static bool count_shape(const topology_t *t, shape_t *s, noc_error_t *error) {
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
    if (!coding_hops(t, &config, &hops, error)) {
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

// All boxes of a network of two dimensions.
static bool count_shapes(const topology_t *t, shapes_t *all, noc_error_t *error) {
  hops_space_t space;
  if (!coding_plane(t, &space, error)) {
    return false;
  }
  const uint32_t nodes = t->nodes;
  uint32_t room = 0;
  for (uint32_t x = 1; x <= space.side[0]; x++) {
    for (uint32_t y = 1; y <= space.side[1]; y++) {
      if (space.side[0] % x != 0 || space.side[1] % y != 0 || x * y == 1 || x * y == nodes) {
        continue;
      }
      if (!memory_room(&all->shape, &room, (uint32_t)all->count + 1, sizeof *all->shape)) {
        return memory_fail(error, "the readings");
      }
      shape_t *s = &all->shape[all->count++];
      *s = (shape_t){.side = {x, y}, .size = x * y};
      if (!count_shape(t, s, error)) {
        return false;
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

// The next larger size that there is; 0: none.
static uint32_t next_size(const shapes_t *all, uint32_t size) {
  uint32_t next = 0;
  for (size_t i = 0; i < all->count; i++) {
    const uint32_t here = all->shape[i].size;
    next = here > size && (next == 0 || here < next) ? here : next;
  }
  return next;
}

// The group size with the fewest hops, or with the most.
static double extreme_size(const shapes_t *all, const reading_t *g, bool most) {
  double hops = NAN;
  double found = NAN;
  for (uint32_t size = next_size(all, 0); size > 0 && g->choice != FIXED;
       size = next_size(all, size)) {
    const double here = hops_of(all, g, size);
    if (!isnan(here) && (isnan(hops) || (most ? here > hops : here < hops))) {
      hops = here;
      found = size;
    }
  }
  return found;
}

static given_t give(const shapes_t *all, const reading_t *g) {
  given_t given = {.is = *g,
                   .hops = hops_of(all, g, 0),
                   .fewest_at = extreme_size(all, g, false),
                   .most_at = extreme_size(all, g, true)};
  name_reading(g, given.name);
  return given;
}

// Wider choices of groups often end with the same groups. They come directly before.
static void compare(given_t *given) {
  for (unsigned back = 1; back <= given->is.choice; back++) {
    const given_t *wider = given - back;
    given->hops_again |= wider->hops == given->hops;
    given->fewest_again |= wider->fewest_at == given->fewest_at;
    given->most_again |= wider->most_at == given->most_at;
  }
}

static bool give_all(const topology_t *t, readings_t *all, noc_error_t *error) {
  if (!count_shapes(t, &all->shapes, error)) {
    return false;
  }
  all->given = malloc(COMBINATIONS * sizeof *all->given);
  if (all->given == NULL) {
    return memory_fail(error, "the readings");
  }
  for (size_t i = 0; i < COMBINATIONS; i++) {
    const reading_t g = reading_at(i);
    if (is_new(&g)) {
      all->given[all->count] = give(&all->shapes, &g);
      compare(&all->given[all->count++]);
    }
  }
  return true;
}

static bool is_same(const reading_t *a, const reading_t *b) {
  return a->steps == b->steps && a->placement == b->placement && a->choice == b->choice &&
         memcmp(a->base, b->base, sizeof a->base) == 0;
}

// ---- What expressions ask for

static const given_t *given_of(const void *record) {
  return record;
}

static void given_name(const void *record, value_t *value) {
  value->text = given_of(record)->name;
}

#define GIVEN_FIELD(name, what)                                  \
  static void given_##name(const void *record, value_t *value) { \
    value->number = (what);                                      \
  }
GIVEN_FIELD(complete, is_complete(&given_of(record)->is))
GIVEN_FIELD(hops, given_of(record)->hops)
GIVEN_FIELD(fewest_at, given_of(record)->fewest_at)
GIVEN_FIELD(most_at, given_of(record)->most_at)
GIVEN_FIELD(hops_again, given_of(record)->hops_again)
GIVEN_FIELD(fewest_again, given_of(record)->fewest_again)
GIVEN_FIELD(most_again, given_of(record)->most_again)

// It has multicasts, and all are unicasts.
static void given_by_unicasts(const void *record, value_t *value) {
  const reading_t *g = &given_of(record)->is;
  value->number = (g->steps & (STEP_B | STEP_D | STEP_E)) != 0 && g->base[0] == HOPS_UNICAST &&
                  g->base[1] == HOPS_UNICAST && g->base[2] == HOPS_UNICAST;
}

static const record_field_t kGivenFields[] = {
    {"name", {.kind = KIND_TEXT}, given_name},
    {"complete", {.kind = KIND_TRUTH}, given_complete},
    {"hops", {.kind = KIND_NUMBER}, given_hops},
    {"fewest_at", {.kind = KIND_NUMBER}, given_fewest_at},
    {"most_at", {.kind = KIND_NUMBER}, given_most_at},
    {"hops_again", {.kind = KIND_TRUTH}, given_hops_again},
    {"fewest_again", {.kind = KIND_TRUTH}, given_fewest_again},
    {"most_again", {.kind = KIND_TRUTH}, given_most_again},
    {"by_unicasts", {.kind = KIND_TRUTH}, given_by_unicasts},
};
static const record_class_t kGiven = {"a reading", kGivenFields,
                                      sizeof kGivenFields / sizeof kGivenFields[0]};

static void readings_all(const void *record, value_t *value) {
  const readings_t *all = record;
  *value = (value_t){.record = all->given, .count = all->count, .stride = sizeof *all->given};
}

static const record_field_t kFields[] = {
    {"all", {.kind = KIND_RECORD, .list = true, .of = &kGiven}, readings_all}};
static const record_class_t kReadings = {"readings", kFields, 1};

// Steps that are not counted have the multicast that is_new() accepts.
static void read_by(const char *by, reading_t *g) {
  const hops_base_t base = strcmp(by, "trees") == 0 ? HOPS_BINOMIAL : HOPS_UNICAST;
  const bool d = (g->steps & STEP_D) != 0;
  const bool e = (g->steps & STEP_E) != 0;
  g->base[0] = (g->steps & STEP_B) != 0 ? base : HOPS_UNICAST;
  g->base[1] = g->base[2] = d || e ? base : HOPS_UNICAST;
}

static bool call_reading_in(const value_t *argument, value_t *result, void *room,
                            noc_error_t *error) {
  const readings_t *all = argument[0].record;
  reading_t g = given_of(argument[1].record)->is;
  const char *by = argument[2].text;
  size_t i = 0;
  (void)room;
  if (strcmp(by, "trees") == 0 || strcmp(by, "unicasts") == 0) {
    read_by(by, &g);
  } else if (by[0] != '\0') {
    return noc_fail(error, NOC_BAD_INPUT,
                    "reading_in: BY" SAY_IS("'%.20s'", "trees, unicasts or ''"), by);
  }
  while (i < all->count && !is_same(&all->given[i].is, &g)) {
    i++;
  }
  result->record = i < all->count ? &all->given[i] : NULL;
  return i < all->count || noc_fail(error, NOC_INTERNAL, "reading_in: no such reading");
}

const function_t kReadingIn = {.name = "reading_in",
                               .words = "READINGS, READING, BY",
                               .argument = {{.kind = KIND_RECORD, .of = &kReadings},
                                            {.kind = KIND_RECORD, .of = &kGiven},
                                            {.kind = KIND_TEXT}},
                               .arguments = 3,
                               .result = {.kind = KIND_RECORD, .of = &kGiven},
                               .call = call_reading_in};

// ---- The way

typedef struct {
  const measured_t *measure;
  readings_t *record;
  size_t count;
} adding_t;

static bool add_readings(evaluation_t *e, void *context) {
  adding_t *adding = context;
  char *text = measure_text(adding->measure, e, MEASURE_TOPOLOGY);
  topology_t *t = text != NULL ? topology_create(text, e->error) : NULL;
  const bool ok = t != NULL && give_all(t, &adding->record[adding->count], e->error);
  if (text != NULL && !ok) {
    const noc_error_t why = *e->error;
    (void)noc_fail(e->error, why.status, "%s: %s", e->all->file, why.text);
  }
  adding->count++;
  topology_free(t);
  free(text);
  return ok;
}

static bool run(measured_t *m, evaluation_t *e, const cli_t *cli, noc_error_t *error) {
  adding_t adding = {.measure = m, .record = calloc(m->count, sizeof *adding.record)};
  (void)cli;
  m->state = adding.record;
  if (adding.record == NULL) {
    return memory_fail(error, "the readings");
  }
  const bool ok = measure_each(m, e, add_readings, &adding);
  m->family.record = ok ? adding.record : NULL;
  m->family.stride = sizeof *adding.record;
  return ok;
}

static void clear(measured_t *m) {
  readings_t *all = m->state;
  for (size_t i = 0; all != NULL && i < m->count; i++) {
    free(all[i].shapes.shape);
    free(all[i].given);
  }
  free(all);
}

static const char *const kKeys[] = {"topology", NULL};
const measure_way_t kMeasureReadings = {"coding_readings", &kReadings, kKeys, run, clear, false};
