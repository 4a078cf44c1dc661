// dvorak2006 -- what the paper of Dvorak, Jaros and Ohlidal (docs/papers/dvorak2006.yaml) computes
// by itself: its equations, and sets of nodes.

#include "papers/dvorak2006.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "base/node_set.h"
#include "base/rng.h"
#include "schedule/equations.h"
#include "topology/topology.h"

// --- equations -----------------------------------------------------------------------------------

static bool evaluate(const char *name, const value_t *argument, value_t *result) {
  double value[EQUATION_VALUES] = {0};
  const equation_t *e = equation(0);
  for (size_t i = 1; strcmp(e->name, name) != 0; i++) {
    e = equation(i);
  }
  bool is = true;
  for (size_t i = 0; e->variable[i] != NULL; i++) {
    value[i] = argument[i].number;
    is = is && value[i] > 0;
  }
  result->number = is ? e->value(value) : NAN;
  return true;
}

#define NUMBERS                                                                                 \
  {                                                                                             \
    {.kind = KIND_NUMBER}, {.kind = KIND_NUMBER}, {.kind = KIND_NUMBER}, {.kind = KIND_NUMBER}, \
        {.kind = KIND_NUMBER}, {                                                                \
      .kind = KIND_NUMBER                                                                       \
    }                                                                                           \
  }
#define EQUATION(id, text, count)                                             \
  static bool call_##id(const value_t *argument, value_t *result, void *room, \
                        noc_error_t *error) {                                 \
    (void)room;                                                               \
    (void)error;                                                              \
    return evaluate(#id, argument, result);                                   \
  }                                                                           \
  static const function_t kEquation_##id = {.name = "equation_" #id,          \
                                            .words = text,                    \
                                            .argument = NUMBERS,              \
                                            .arguments = count,               \
                                            .result = {.kind = KIND_NUMBER},  \
                                            .call = call_##id};
EQUATION(1, "TS, H, TR, M, T1", 5)
EQUATION(2, "M, N", 2)
EQUATION(3, "B1, B2", 2)
EQUATION(4, "M, N, Q, B1, B2", 5)
EQUATION(5, "M, N, Q, B1, B2, B0", 6)
EQUATION(6, "M, N, Q, B1, B2, B0", 6)
EQUATION(7, "P", 1)
EQUATION(8, "P, N, B1, B0", 4)
EQUATION(9, "P, M", 2)
EQUATION(10, "P, M, B1, B0", 4)
EQUATION(11, "LAMBDA", 1)
EQUATION(12, "TAU, TS, M, T1", 4)
EQUATION(OAB, "P", 1)
EQUATION(AAB, "P", 1)
EQUATION(OAS, "P", 1)
EQUATION(AAS, "P, BC", 2)

static const function_t *const kEquations[] = {
    &kEquation_1,   &kEquation_2,   &kEquation_3,   &kEquation_4,  &kEquation_5,  &kEquation_6,
    &kEquation_7,   &kEquation_8,   &kEquation_9,   &kEquation_10, &kEquation_11, &kEquation_12,
    &kEquation_OAB, &kEquation_AAB, &kEquation_OAS, &kEquation_AAS};

const function_t *dvorak_equation(size_t i) {
  return i < sizeof kEquations / sizeof kEquations[0] ? kEquations[i] : NULL;
}

// --- classes of senders --------------------------------------------------------------------------

enum { FAT = 2, CLASS_ROUTERS = 64, TEXT = 1024 };

typedef enum { SENDERS, OTHERS, ALL, KINDS } which_t;

// Which nodes of a class.
static bool read_which(const char *text, which_t *which, noc_error_t *error) {
  static const char *const kNames[KINDS] = {"senders", "others", "all"};
  for (*which = SENDERS; *which < KINDS; (*which)++) {
    if (strcmp(kNames[*which], text) == 0) {
      return true;
    }
  }
  return noc_fail(error, NOC_BAD_INPUT, "WHICH" SAY_IS("'%.60s'", "senders, others or all"), text);
}

static bool call_class(const value_t *argument, value_t *result, void *room, noc_error_t *error) {
  const char *class = argument[0].text;
  const size_t routers = strlen(class);
  char *out = room;
  size_t length = 0;
  which_t which = SENDERS;
  if (routers == 0 || routers > CLASS_ROUTERS || strspn(class, "012") != routers) {
    return noc_fail(error, NOC_BAD_INPUT, "CLASS" SAY_IS("'%.80s'", "a digit 0, 1 or 2 a router"),
                    class);
  }
  if (!read_which(argument[1].text, &which, error)) {
    return false;
  }
  for (size_t r = 0; r < routers; r++) {
    for (size_t i = 0; i < FAT; i++) {
      const bool sends = i < (size_t)(class[r] - '0');
      if (which == ALL || sends == (which == SENDERS)) {
        length += (size_t)snprintf(out + length, TEXT - length, "%s%zu", length > 0 ? "," : "",
                                   FAT * r + i);
      }
    }
  }
  result->text = out;
  return true;
}

const function_t kClassNodes = {.name = "class_nodes",
                                .words = "CLASS, WHICH",
                                .argument = {{.kind = KIND_TEXT}, {.kind = KIND_TEXT}},
                                .arguments = 2,
                                .result = {.kind = KIND_TEXT},
                                .size = TEXT,
                                .call = call_class};

// --- channels of sets ----------------------------------------------------------------------------

enum { SET_ROUTERS = 24 };  // of a bisection: all halves are tried

// Tells of each router whether a node of the set enters there. NULL when memory is short.
static bool *mark(const topology_t *t, const node_set_t *set) {
  bool *in = calloc(t->routers, sizeof *in);
  for (uint32_t i = 0; in != NULL && i < set->count; i++) {
    topology_place_t place;
    (void)topology_injection(t, set->node[i], &place, 1);
    in[place.router] = true;
  }
  return in;
}

static uint32_t count_channels(const topology_t *t, const bool *a, const bool *b) {
  uint32_t count = 0;
  for (size_t i = 0; i < (size_t)t->routers * t->ports; i++) {
    const int32_t to = t->peer_router[i];
    count += to >= 0 && a[i / t->ports] && b[to];
  }
  return count;
}

// Fewest channels between halves, counted in one direction.
static bool halve(const topology_t *t, const bool *in, uint32_t *links, noc_error_t *error) {
  uint32_t router[SET_ROUTERS];
  uint32_t count = 0;
  bool *half = calloc(2 * (size_t)t->routers, sizeof *half);
  bool *other = half != NULL ? half + t->routers : NULL;
  bool ok = half != NULL;
  *links = UINT32_MAX;
  for (uint32_t r = 0; ok && r < t->routers; r++) {
    ok = !in[r] || count < SET_ROUTERS;
    if (ok && in[r]) {
      router[count++] = r;
    }
  }
  for (uint32_t set = 0; ok && set < 1u << count; set++) {
    if ((uint32_t)__builtin_popcount(set) != count / 2) {
      continue;
    }
    for (uint32_t i = 0; i < count; i++) {
      half[router[i]] = (set >> i & 1u) != 0;
      other[router[i]] = !half[router[i]];
    }
    const uint32_t cut = count_channels(t, half, other);
    *links = cut < *links ? cut : *links;
  }
  free(half);
  return ok || noc_fail(error, NOC_BAD_INPUT, "SET" SAY_IS("more than %d routers", "of at most %d"),
                        (int)SET_ROUTERS, (int)SET_ROUTERS);
}

static bool read_set(const topology_t *t, const char *text, const char *name, node_set_t *set,
                     noc_error_t *error) {
  return node_set_parse(text, t->nodes, set, error) || noc_fail_key(error, NULL, name);
}

static bool call_channels(const value_t *argument, value_t *result, void *room,
                          noc_error_t *error) {
  topology_t *t = topology_create(argument[0].text, error);
  node_set_t a = {0};
  node_set_t b = {0};
  (void)room;
  bool ok = t != NULL && read_set(t, argument[1].text, "A", &a, error) &&
            read_set(t, argument[2].text, "B", &b, error);
  bool *from = ok ? mark(t, &a) : NULL;
  bool *to = ok ? mark(t, &b) : NULL;
  if (from != NULL && to != NULL) {
    result->number = count_channels(t, from, to);
  } else if (ok) {
    ok = noc_fail(error, NOC_ENVIRONMENT, "out of memory");
  }
  free(from);
  free(to);
  node_set_free(&a);
  node_set_free(&b);
  topology_free(t);
  return ok;
}

const function_t kSetChannels = {
    .name = "set_channels",
    .words = "TOPOLOGY, A, B",
    .argument = {{.kind = KIND_TEXT}, {.kind = KIND_TEXT}, {.kind = KIND_TEXT}},
    .arguments = 3,
    .result = {.kind = KIND_NUMBER},
    .call = call_channels};

static bool call_bisection(const value_t *argument, value_t *result, void *room,
                           noc_error_t *error) {
  topology_t *t = topology_create(argument[0].text, error);
  node_set_t set = {0};
  uint32_t links = 0;
  (void)room;
  bool ok = t != NULL && read_set(t, argument[1].text, "SET", &set, error);
  bool *in = ok ? mark(t, &set) : NULL;
  ok = ok && (in != NULL || noc_fail(error, NOC_ENVIRONMENT, "out of memory")) &&
       halve(t, in, &links, error);
  result->number = links;
  free(in);
  node_set_free(&set);
  topology_free(t);
  return ok;
}

const function_t kSetBisection = {.name = "set_bisection",
                                  .words = "TOPOLOGY, SET",
                                  .argument = {{.kind = KIND_TEXT}, {.kind = KIND_TEXT}},
                                  .arguments = 2,
                                  .result = {.kind = KIND_NUMBER},
                                  .call = call_bisection};

// --- sets with given channels --------------------------------------------------------------------

typedef struct {
  char from[TEXT], to[TEXT];
  double tries;
} sets_t;

static void sets_from(const void *record, value_t *value) {
  value->text = ((const sets_t *)record)->from;
}

static void sets_to(const void *record, value_t *value) {
  value->text = ((const sets_t *)record)->to;
}

static void sets_tries(const void *record, value_t *value) {
  value->number = ((const sets_t *)record)->tries;
}

static const record_field_t kSetsFields[] = {{"from", {.kind = KIND_TEXT}, sets_from},
                                             {"to", {.kind = KIND_TEXT}, sets_to},
                                             {"tries", {.kind = KIND_NUMBER}, sets_tries}};
static const record_class_t kSets = {"sets", kSetsFields, 3};

// Numbers that are asked of the sets, in the order of the arguments.
enum { SETS_M, SETS_N, SETS_Q, SETS_B1, SETS_B2, SETS_B0, SETS_NUMBERS };
enum { SENDS, BOTH, TAKES, PARTS };

typedef struct {
  const topology_t *t;
  unsigned number[SETS_NUMBERS];
  uint32_t *node;     // in the order of the draw
  bool *part[PARTS];  // [router]
} draw_t;

static void shuffle(draw_t *d, uint64_t key, uint64_t *draws) {
  const uint32_t *n = d->number;
  for (uint32_t i = 0; i + 1 < d->t->nodes; i++) {
    const uint32_t k = i + rng_below(rng_draw(key, (*draws)++), d->t->nodes - i);
    const uint32_t node = d->node[k];
    d->node[k] = d->node[i];
    d->node[i] = node;
  }
  const uint32_t end[PARTS] = {n[SETS_M] - n[SETS_Q], n[SETS_M], n[SETS_M] + n[SETS_N] - n[SETS_Q]};
  for (uint32_t part = 0, i = 0; part < PARTS; part++) {
    memset(d->part[part], 0, d->t->routers * sizeof(bool));
    for (; i < end[part]; i++) {
      topology_place_t place;
      (void)topology_injection(d->t, d->node[i], &place, 1);
      d->part[part][place.router] = true;
    }
  }
}

static bool fits(const draw_t *d, bool *fit, noc_error_t *error) {
  uint32_t links = 0;
  *fit = count_channels(d->t, d->part[SENDS], d->part[BOTH]) == d->number[SETS_B1] &&
         count_channels(d->t, d->part[BOTH], d->part[TAKES]) == d->number[SETS_B2];
  if (*fit) {
    if (!halve(d->t, d->part[BOTH], &links, error)) {
      return false;
    }
    *fit = links == d->number[SETS_B0];
  }
  return true;
}

static int by_number(const void *a, const void *b) {
  const uint32_t x = *(const uint32_t *)a;
  const uint32_t y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

static void write_nodes(uint32_t *node, uint32_t count, char out[TEXT]) {
  size_t length = 0;
  qsort(node, count, sizeof *node, by_number);
  for (uint32_t i = 0; i < count; i++) {
    length += (size_t)snprintf(out + length, TEXT - length, "%s%u", i > 0 ? "," : "", node[i]);
  }
}

static bool draw_sets(draw_t *d, uint64_t key, sets_t *out, noc_error_t *error) {
  enum { TRIES = 1000000 };
  const uint32_t *n = d->number;
  uint64_t draws = 0;
  bool fit = false;
  for (uint32_t i = 0; i < d->t->nodes; i++) {
    d->node[i] = i;
  }
  for (uint32_t i = 0; i < TRIES && !fit; i++) {
    shuffle(d, key, &draws);
    out->tries++;
    if (!fits(d, &fit, error)) {
      return false;
    }
  }
  if (!fit) {
    return noc_fail(
        error, NOC_BAD_INPUT,
        "drawn_sets" SAY_UNFIT("no sets with these numbers in %d draws", "some on this network"),
        (int)TRIES);
  }
  // Both come behind those that send alone, and before those that take alone: the first set, then
  // the second in the same place.
  uint32_t *const both = &d->node[n[SETS_M] - n[SETS_Q]];
  uint32_t second[TEXT / 2];
  memcpy(second, both, n[SETS_N] * sizeof *second);
  write_nodes(d->node, n[SETS_M], out->from);
  write_nodes(second, n[SETS_N], out->to);
  return true;
}

static bool call_sets(const value_t *argument, value_t *result, void *room, noc_error_t *error) {
  enum { FIRST = 3, MOST = 256 };
  static const char *const kNames[SETS_NUMBERS] = {"M", "N", "Q", "B1", "B2", "B0"};
  draw_t d = {0};
  uint64_t seed = 0;
  unsigned which = 0;
  (void)result;
  if (!decimal_parse(argument[0].text, &seed)) {
    return noc_fail(error, NOC_BAD_INPUT, "SEED" SAY_IS("'%.60s'", "seed"), argument[0].text);
  }
  bool ok = value_whole(&argument[1], "DRAW", MOST, &which, error);
  for (size_t i = 0; ok && i < SETS_NUMBERS; i++) {
    ok = value_whole(&argument[FIRST + i], kNames[i], MOST, &d.number[i], error);
  }
  topology_t *t = ok ? topology_create(argument[2].text, error) : NULL;
  if (t == NULL) {
    return false;
  }
  const unsigned *n = d.number;
  d.t = t;
  if (n[SETS_Q] == 0 || n[SETS_Q] > n[SETS_M] || n[SETS_Q] > n[SETS_N] || t->nodes > MOST ||
      n[SETS_M] + n[SETS_N] - n[SETS_Q] > t->nodes) {
    topology_free(t);
    return noc_fail(error, NOC_BAD_INPUT,
                    "drawn_sets" SAY_UNFIT("%u and %u nodes with %u in both",
                                           "1 in both at least, and no more than %d in all"),
                    n[SETS_M], n[SETS_N], n[SETS_Q], (int)MOST);
  }
  d.node = calloc(t->nodes, sizeof *d.node);
  bool *part = calloc(PARTS * (size_t)t->routers, sizeof *part);
  ok = (d.node != NULL && part != NULL) || noc_fail(error, NOC_ENVIRONMENT, "out of memory");
  for (size_t i = 0; ok && i < PARTS; i++) {
    d.part[i] = part + i * t->routers;
  }
  ok = ok && draw_sets(&d, rng_key(seed, RNG_SCHEDULE, 4 + (uint64_t)which), room, error);
  free(d.node);
  free(part);
  topology_free(t);
  return ok;
}

const function_t kDrawnSets = {.name = "drawn_sets",
                               .words = "SEED, DRAW, TOPOLOGY, M, N, Q, B1, B2, B0",
                               .argument = {{.kind = KIND_TEXT},
                                            {.kind = KIND_NUMBER},
                                            {.kind = KIND_TEXT},
                                            {.kind = KIND_NUMBER},
                                            {.kind = KIND_NUMBER},
                                            {.kind = KIND_NUMBER},
                                            {.kind = KIND_NUMBER},
                                            {.kind = KIND_NUMBER},
                                            {.kind = KIND_NUMBER}},
                               .arguments = 9,
                               .result = {.kind = KIND_RECORD, .of = &kSets},
                               .size = sizeof(sets_t),
                               .call = call_sets};
