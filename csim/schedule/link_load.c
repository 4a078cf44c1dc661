// link_load -- the linear program of bound_load() and the weights that prove its answer; see
// bounds.h.
//
// Messages from one router are one flow: in a graph of (router, hops lost) as in scatter.c, which
// has every path that a message may take. Minimise the load of the busiest link. By symmetry one
// router of each orbit stands for all, and the links of an orbit share what they carry.

#include <float.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/disjoint_sets.h"
#include "base/memory.h"
#include "schedule/bounds.h"
#include "schedule/clp_library.h"

enum { MOST_COLUMNS = 400000, WEIGHT_BITS = 20, NO_STATE = 0x7fffffff };

// --- what the weights prove ----------------------------------------------------------------------

// The cheapest path from `source` to each (router, hops lost), by hops.
static void cheapest(const schedule_problem_t *p, uint32_t source, const uint32_t *weight,
                     uint64_t *cost, uint32_t *queue) {
  const uint32_t layers = p->detour + 1;
  memset(cost, 0xff, (size_t)p->topology->routers * layers * sizeof *cost);
  uint32_t tail = 0;
  cost[source * layers] = 0;
  queue[tail++] = source * layers;
  for (uint32_t head = 0; head < tail; head++) {
    const uint32_t at = queue[head] / layers;
    const unsigned hops = schedule_distance(p, source, at) + queue[head] % layers;
    for (uint32_t c = p->first[at]; c < p->first[at + 1]; c++) {
      const uint32_t to = p->channel[c].to;
      const unsigned lost = hops + 1 - schedule_distance(p, source, to);
      if (lost > p->detour) {
        continue;
      }
      const uint32_t state = to * layers + lost;
      const uint64_t here = cost[queue[head]] + weight[c];
      if (cost[state] == UINT64_MAX) {
        queue[tail++] = state;
      }
      cost[state] = here < cost[state] ? here : cost[state];
    }
  }
}

bool bound_weights(const schedule_problem_t *p, const uint32_t *weight, uint32_t *steps,
                   noc_error_t *error) {
  const uint32_t layers = p->detour + 1;
  const size_t states = (size_t)p->topology->routers * layers;
  uint64_t *cost = malloc(states * sizeof *cost);
  uint32_t *queue = malloc(states * sizeof *queue);
  uint64_t step = 0;
  uint64_t all = 0;
  const bool ok = cost != NULL && queue != NULL;
  for (uint32_t c = 0; c < p->channels; c++) {
    step += (uint64_t)weight[c] * p->channel[c].links;
  }
  for (uint32_t i = 0; ok && i < p->from.count; i++) {
    const uint32_t source = p->enters[p->from.node[i]];
    cheapest(p, source, weight, cost, queue);
    for (uint32_t j = 0; j < p->to.count; j++) {
      uint64_t least = UINT64_MAX;
      for (uint32_t lost = 0; lost < layers; lost++) {
        const uint64_t here = cost[(size_t)p->leaves[p->to.node[j]] * layers + lost];
        least = here < least ? here : least;
      }
      all += p->to.node[j] != p->from.node[i] ? least : 0;
    }
  }
  free(cost);
  free(queue);
  *steps = step > 0 && p->kind == SCHEDULE_SCATTER ? (uint32_t)((all + step - 1) / step) : 0;
  return ok || memory_fail(error, "the load of links");
}

// --- the program ---------------------------------------------------------------------------------

typedef struct {
  const schedule_problem_t *p;
  const uint32_t *orbit;  // [point]
  uint32_t *class;        // [channel]: the first of its orbit
  uint32_t *class_row;    // [channel], of those
  uint32_t *class_size;   // [channel], of those
  uint32_t *senders;      // [router]: nodes of `from`
  uint32_t *takers;       // [router]: nodes of `to`
  uint32_t *orbit_size;   // [router]: of its orbit, at the first
  int *state_row;         // [state] of one source
  // Columns, one behind the other.
  CoinBigIndex *start;
  int *index;
  double *value;
  double *low, *high;  // [row]
  uint32_t columns, rows, entries;
  uint32_t start_room, index_room, value_room, low_room, high_room;
} program_t;

static void program_free(program_t *g) {
  free(g->class);
  free(g->class_row);
  free(g->class_size);
  free(g->senders);
  free(g->takers);
  free(g->orbit_size);
  free(g->state_row);
  free(g->start);
  free(g->index);
  free(g->value);
  free(g->low);
  free(g->high);
}

static bool add_row(program_t *g, double low, double high) {
  if (!memory_room(&g->low, &g->low_room, g->rows + 1, sizeof *g->low) ||
      !memory_room(&g->high, &g->high_room, g->rows + 1, sizeof *g->high)) {
    return false;
  }
  g->low[g->rows] = low;
  g->high[g->rows++] = high;
  return true;
}

static bool add_entry(program_t *g, int row, double value) {
  if (!memory_room(&g->index, &g->index_room, g->entries + 1, sizeof *g->index) ||
      !memory_room(&g->value, &g->value_room, g->entries + 1, sizeof *g->value)) {
    return false;
  }
  g->index[g->entries] = row;
  g->value[g->entries++] = value;
  return true;
}

// Ends a column.
static bool end_column(program_t *g) {
  if (!memory_room(&g->start, &g->start_room, g->columns + 2, sizeof *g->start)) {
    return false;
  }
  g->start[0] = 0;
  g->start[++g->columns] = (CoinBigIndex)g->entries;
  return true;
}

static bool classify(program_t *g, const permutations_t *generators) {
  const schedule_problem_t *p = g->p;
  const uint32_t routers = p->topology->routers;
  g->class = calloc((size_t)p->channels + 1, sizeof *g->class);
  g->class_row = calloc((size_t)p->channels + 1, sizeof *g->class_row);
  g->class_size = calloc((size_t)p->channels + 1, sizeof *g->class_size);
  g->senders = calloc(routers, sizeof *g->senders);
  g->takers = calloc(routers, sizeof *g->takers);
  g->orbit_size = calloc(routers, sizeof *g->orbit_size);
  g->state_row = calloc((size_t)routers * (p->detour + 1), sizeof *g->state_row);
  if (g->class == NULL || g->class_row == NULL || g->class_size == NULL || g->senders == NULL ||
      g->takers == NULL || g->orbit_size == NULL || g->state_row == NULL) {
    return false;
  }
  disjoint_begin(g->class, p->channels);
  for (uint32_t k = 0; k < generators->count; k++) {
    const uint32_t *image = &generators->image[(size_t)k * generators->points];
    for (uint32_t c = 0; c < p->channels; c++) {
      const uint32_t to = schedule_channel(p, image[p->channel[c].from], image[p->channel[c].to]);
      disjoint_join(g->class, c, to);
    }
  }
  bool ok = add_entry(g, 0, 0);  // room for the first column, which is the load
  g->entries = 0;
  for (uint32_t c = 0; c < p->channels; c++) {
    g->class[c] = disjoint_root(g->class, c);
    g->class_size[g->class[c]]++;
  }
  for (uint32_t c = 0; c < p->channels && ok; c++) {
    if (g->class[c] == c) {
      g->class_row[c] = g->rows;
      ok = add_row(g, -DBL_MAX, 0) &&
           add_entry(g, (int)g->class_row[c], -(double)g->class_size[c] * p->channel[c].links);
    }
  }
  for (uint32_t r = 0; r < routers; r++) {
    g->orbit_size[g->orbit[r]]++;
  }
  for (uint32_t i = 0; i < p->from.count; i++) {
    g->senders[p->enters[p->from.node[i]]]++;
  }
  for (uint32_t i = 0; i < p->to.count; i++) {
    g->takers[p->leaves[p->to.node[i]]]++;
  }
  return ok && end_column(g);
}

// A path of so many hops to this router is the beginning of one to a node of `to`.
static bool is_useful(const program_t *g, uint32_t source, uint32_t at, unsigned hops) {
  const schedule_problem_t *p = g->p;
  for (uint32_t r = 0; r < p->topology->routers; r++) {
    if (g->takers[r] > 0 && r != source &&
        hops + schedule_distance(p, at, r) <= schedule_distance(p, source, r) + p->detour) {
      return true;
    }
  }
  return false;
}

// Messages from nodes that enter at one router to nodes that leave at another: none of them to
// itself.
static double sent_to(const program_t *g, uint32_t source, uint32_t r) {
  const schedule_problem_t *p = g->p;
  double sent = (double)g->senders[source] * g->takers[r];
  for (uint32_t i = 0; i < p->from.count && sent > 0 && r != source; i++) {
    const uint32_t node = p->from.node[i];
    const bool own = p->enters[node] == source && p->leaves[node] == r;
    sent -= own && node_set_contains(&p->to, node) ? 1 : 0;
  }
  return sent;
}

// Rows of the states of a source: what comes in goes out or is taken; and of its routers: as much
// is taken as is sent there. A state whose row is NO_STATE is not reached.
static bool add_states(program_t *g, uint32_t source) {
  const schedule_problem_t *p = g->p;
  const uint32_t layers = p->detour + 1;
  bool ok = true;
  for (uint32_t r = 0; r < p->topology->routers && ok; r++) {
    const double sent = sent_to(g, source, r);
    int taken_row = NO_STATE;
    if (layers > 1 && sent > 0 && r != source) {
      taken_row = (int)g->rows;
      ok = add_row(g, sent, sent);
    }
    for (uint32_t lost = 0; lost < layers && ok; lost++) {
      int *row = &g->state_row[(size_t)r * layers + lost];
      *row = NO_STATE;
      if (r == source ? lost == 0
                      : is_useful(g, source, r, schedule_distance(p, source, r) + lost)) {
        *row = (int)g->rows;
        const double need = layers > 1 ? 0 : sent;
        ok = r == source ? add_row(g, -DBL_MAX, DBL_MAX) : add_row(g, need, need);
        if (ok && taken_row != NO_STATE) {
          ok = add_entry(g, *row, -1) && add_entry(g, taken_row, 1) && end_column(g);
        }
      }
    }
  }
  return ok;
}

static bool add_hops(program_t *g, uint32_t source) {
  const schedule_problem_t *p = g->p;
  const uint32_t layers = p->detour + 1;
  const double times = g->orbit_size[source];
  bool ok = true;
  for (uint32_t c = 0; c < p->channels && ok; c++) {
    const uint32_t from = p->channel[c].from;
    const uint32_t to = p->channel[c].to;
    for (uint32_t lost = 0; lost < layers && ok && to != source; lost++) {
      const unsigned after =
          schedule_distance(p, source, from) + lost + 1 - schedule_distance(p, source, to);
      const int a = g->state_row[(size_t)from * layers + lost];
      const int b = after < layers ? g->state_row[(size_t)to * layers + after] : NO_STATE;
      if (a != NO_STATE && b != NO_STATE) {
        ok = add_entry(g, (int)g->class_row[g->class[c]], times) && add_entry(g, a, -1) &&
             add_entry(g, b, 1) && end_column(g);
      }
    }
  }
  return ok;
}

static bool build(program_t *g, const permutations_t *generators) {
  bool ok = classify(g, generators);
  for (uint32_t r = 0; r < g->p->topology->routers && ok; r++) {
    if (g->senders[r] > 0 && g->orbit[r] == r) {
      ok = add_states(g, r) && add_hops(g, r);
    }
    if (g->columns > MOST_COLUMNS) {
      break;
    }
  }
  return ok;
}

// Weights of the links from the answer: whole numbers, the largest about 2^20.
static void take_weights(const program_t *g, const double *dual, uint32_t *weight) {
  double most = 0;
  for (uint32_t c = 0; c < g->p->channels; c++) {
    most = fmax(most, fabs(dual[g->class_row[g->class[c]]]));
  }
  for (uint32_t c = 0; c < g->p->channels; c++) {
    const double part = most > 0 ? fabs(dual[g->class_row[g->class[c]]]) / most : 0;
    weight[c] = (uint32_t)llround(ldexp(part, WEIGHT_BITS));
  }
}

// CLP catches Ctrl-C while it runs: it takes all iterations from the model that it works on, which
// may be a reduced one or ours. So that it is not lost, the signal comes again when CLP has ended
// long before its time as if it had done them all, or has left us fewer than the `most` we had.
static void pass_interruption(Clp_Simplex *model, int most, clock_t start, double seconds) {
  enum { STOPPED = 3 };
  const double used = (double)(clock() - start) / CLOCKS_PER_SEC;
  if ((Clp_status(model) == STOPPED && used < 0.95 * seconds) || maximumIterations(model) < most) {
    (void)raise(SIGINT);
  }
}

static bool solve(const program_t *g, double seconds, uint32_t *weight) {
  Clp_Simplex *model = Clp_newModel();
  double *objective = calloc(g->columns, sizeof *objective);
  bool ok = model != NULL && objective != NULL;
  if (ok) {
    objective[0] = 1;
    Clp_setLogLevel(model, 0);
    Clp_setMaximumSeconds(model, seconds);
    Clp_loadProblem(model, (int)g->columns, (int)g->rows, g->start, g->index, g->value, NULL, NULL,
                    objective, g->low, g->high);
    const int most = maximumIterations(model);
    const clock_t start = clock();
    (void)Clp_initialSolve(model);
    pass_interruption(model, most, start, seconds);
    ok = Clp_status(model) == 0;
    if (ok) {
      take_weights(g, Clp_dualRowSolution(model), weight);
    }
  }
  free(objective);
  if (model != NULL) {
    Clp_deleteModel(model);
  }
  return ok;
}

bool bound_load(const schedule_problem_t *p, const permutations_t *generators, double seconds,
                uint32_t *steps, uint32_t **weight, noc_error_t *error) {
  *steps = 0;
  *weight = calloc((size_t)p->channels + 1, sizeof **weight);
  if (*weight == NULL) {
    return memory_fail(error, "the load of links");
  }
  if (p->kind != SCHEDULE_SCATTER || p->channels == 0) {
    return true;
  }
  uint32_t *orbit = symmetry_orbits(generators, p->topology->routers, error);
  program_t g = {.p = p, .orbit = orbit};
  bool ok = orbit != NULL && (build(&g, generators) || memory_fail(error, "the load of links"));
  if (ok && g.columns <= MOST_COLUMNS && g.columns > 1) {
    ok = clp_library(error) &&
         (!solve(&g, seconds, *weight) || bound_weights(p, *weight, steps, error));
  }
  program_free(&g);
  free(orbit);
  return ok;
}
