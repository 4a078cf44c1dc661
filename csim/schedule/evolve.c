// evolve -- see evolve.h.
//
// A process keeps how many messages have each place of each step, so that a draw looks at the
// places that its gene leaves and takes, and at the deliveries that go on from there, and not at
// the whole chromosome.

#include "schedule/evolve.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/rng.h"
#include "schedule/paths.h"
#include "schedule/search.h"

static const double kHot = 1.0;   // temperature at the beginning, in conflicts
static const double kCold = 0.1;  // and at the end

enum { POPULATION = 2 * EVOLVE_PROCESSES, ORIGIN = -1, STOP_EVERY = 4096 };

typedef struct {
  uint32_t sender;  // node
  uint32_t path;    // of those between the two routers
  int32_t step;
} gene_t;

typedef struct {
  gene_t *gene;  // [deliveries]
  uint32_t conflicts;
} chromosome_t;

typedef struct {
  uint32_t origin;  // of p->from
  uint32_t to;      // node
} delivery_t;

// The chromosome that a process works on, and all that follows from it.
typedef struct {
  chromosome_t now;
  uint16_t *used;  // [step * places + place]
  int32_t *got;    // [origin * nodes + node]: the step; ORIGIN: from the beginning
} process_t;

struct evolve {
  const schedule_problem_t *p;
  uint64_t key, draws, looks;
  bool (*stop)(void *context);
  void *context;
  paths_t *paths;  // [from * routers + to]
  delivery_t *delivery;
  uint32_t deliveries;
  uint32_t *begins;  // [origin]: its first delivery; one more entry than origins
  uint32_t nodes, places;
  uint16_t *room;  // [place]
  uint32_t steps;
  process_t process[EVOLVE_PROCESSES];
  chromosome_t pool[POPULATION];
};

static uint32_t random_below(evolve_t *e, uint32_t n) {
  return rng_below(rng_draw(e->key, e->draws++), n);
}

// --- deliveries and their paths ------------------------------------------------------------------

static bool list_pair(evolve_t *e, uint32_t sender, uint32_t to, uint64_t *listed) {
  const schedule_problem_t *p = e->p;
  const uint32_t from = p->enters[sender];
  const uint32_t at = p->leaves[to];
  paths_t *paths = &e->paths[(size_t)from * p->topology->routers + at];
  return paths->count > 0 || paths_list(p, from, at, EVOLVE_HOPS, listed, paths);
}

// Who may send a delivery: its origin, and as number 1 and up the nodes of `to`.
static uint32_t sender_at(const evolve_t *e, const delivery_t *d, uint32_t i) {
  return i == 0 ? e->p->from.node[d->origin] : e->p->to.node[i - 1];
}

static uint32_t senders(const evolve_t *e) {
  return e->p->kind == SCHEDULE_BROADCAST ? e->p->to.count + 1 : 1;
}

static bool list_deliveries(evolve_t *e, noc_error_t *error) {
  const schedule_problem_t *p = e->p;
  uint64_t listed = 0;
  bool ok = true;
  for (uint32_t o = 0; ok && o < p->from.count; o++) {
    e->begins[o] = e->deliveries;
    for (uint32_t i = 0; ok && i < p->to.count; i++) {
      if (p->from.node[o] == p->to.node[i]) {
        continue;
      }
      const delivery_t d = {o, p->to.node[i]};
      for (uint32_t k = 0; ok && k < senders(e); k++) {
        const uint32_t sender = sender_at(e, &d, k);
        ok = sender == d.to || list_pair(e, sender, d.to, &listed);
      }
      e->delivery[e->deliveries++] = d;
    }
  }
  e->begins[p->from.count] = e->deliveries;
  if (listed > EVOLVE_HOPS) {
    return noc_fail(error, NOC_BAD_INPUT,
                    "--search evolutionary" SAY_UNFIT("more than %d hops of all paths",
                                                      "fewer, or --search constructive"),
                    (int)EVOLVE_HOPS);
  }
  return ok || memory_fail(error, "the paths of a schedule");
}

// --- making and ending ---------------------------------------------------------------------------

static bool allocate(evolve_t *e) {
  const schedule_problem_t *p = e->p;
  const size_t routers = p->topology->routers;
  e->paths = calloc(routers * routers, sizeof *e->paths);
  e->delivery = calloc(p->messages, sizeof *e->delivery);
  e->begins = calloc((size_t)p->from.count + 1, sizeof *e->begins);
  e->room = calloc(e->places, sizeof *e->room);
  bool ok = e->paths != NULL && e->delivery != NULL && e->begins != NULL && e->room != NULL;
  for (size_t i = 0; ok && i < POPULATION; i++) {
    e->pool[i].gene = calloc(p->messages, sizeof(gene_t));
    ok = e->pool[i].gene != NULL;
  }
  for (size_t i = 0; ok && i < EVOLVE_PROCESSES; i++) {
    process_t *a = &e->process[i];
    a->now.gene = calloc(p->messages, sizeof(gene_t));
    a->got = calloc((size_t)p->from.count * e->nodes, sizeof *a->got);
    ok = a->now.gene != NULL && a->got != NULL;
  }
  return ok;
}

evolve_t *evolve_create(const schedule_problem_t *p, uint64_t seed, bool (*stop)(void *context),
                        void *context, noc_error_t *error) {
  evolve_t *e = calloc(1, sizeof *e);
  if (e == NULL) {
    (void)memory_fail(error, "a search for a schedule");
    return NULL;
  }
  *e = (evolve_t){.p = p,
                  .key = rng_key(seed, RNG_SCHEDULE, 3),
                  .stop = stop,
                  .context = context,
                  .nodes = p->topology->nodes};
  e->places = p->channels + 2 * e->nodes;
  if (!allocate(e)) {
    (void)memory_fail(error, "a search for a schedule");
    evolve_free(e);
    return NULL;
  }
  for (uint32_t i = 0; i < e->places; i++) {
    e->room[i] = (uint16_t)(i < p->channels ? p->channel[i].links : p->ports);
  }
  if (!list_deliveries(e, error)) {
    evolve_free(e);
    return NULL;
  }
  return e;
}

void evolve_free(evolve_t *e) {
  if (e == NULL) {
    return;
  }
  const size_t routers = e->p->topology->routers;
  for (size_t i = 0; e->paths != NULL && i < routers * routers; i++) {
    paths_free(&e->paths[i]);
  }
  for (size_t i = 0; i < POPULATION; i++) {
    free(e->pool[i].gene);
  }
  for (size_t i = 0; i < EVOLVE_PROCESSES; i++) {
    free(e->process[i].now.gene);
    free(e->process[i].used);
    free(e->process[i].got);
  }
  free(e->paths);
  free(e->delivery);
  free(e->begins);
  free(e->room);
  free(e);
}

uint64_t evolve_looks(const evolve_t *e) {
  return e->looks;
}

// --- conflicts -----------------------------------------------------------------------------------

static const paths_t *paths_of(const evolve_t *e, const delivery_t *d, const gene_t *g) {
  return &e->paths[(size_t)e->p->enters[g->sender] * e->p->topology->routers + e->p->leaves[d->to]];
}

// Takes a place, or (by -1) leaves it; returns by how much the conflicts change.
static int32_t use(evolve_t *e, process_t *a, int32_t step, uint32_t place, int32_t by) {
  uint16_t *used = &a->used[(size_t)step * e->places + place];
  e->looks++;
  if (by > 0) {
    return (*used)++ >= e->room[place];
  }
  return -((*used)-- > e->room[place]);
}

// The places of a gene.
static int32_t use_places(evolve_t *e, process_t *a, const delivery_t *d, const gene_t *g,
                          int32_t by) {
  const paths_t *all = paths_of(e, d, g);
  int32_t change = use(e, a, g->step, e->p->channels + g->sender, by) +
                   use(e, a, g->step, e->p->channels + e->nodes + d->to, by);
  for (uint32_t i = all->first[g->path]; i < all->first[g->path + 1]; i++) {
    change += use(e, a, g->step, all->hop[i], by);
  }
  return change;
}

static int32_t is_early(const int32_t *got, const gene_t *g) {
  return g->step <= got[g->sender];
}

// Deliveries that are made before their sender has the message: this one, and those that it sends
// on.
static int32_t early(evolve_t *e, const process_t *a, uint32_t delivery) {
  const delivery_t *d = &e->delivery[delivery];
  const int32_t *got = &a->got[(size_t)d->origin * e->nodes];
  const gene_t *gene = a->now.gene;
  if (e->p->kind == SCHEDULE_SCATTER) {
    return 0;
  }
  int32_t count = is_early(got, &gene[delivery]);
  for (uint32_t i = e->begins[d->origin]; i < e->begins[d->origin + 1]; i++) {
    if (gene[i].sender == d->to) {
      count += is_early(got, &gene[i]);
    }
  }
  return count;
}

// Puts another gene into the place of one; returns by how much the conflicts change.
static int32_t replace(evolve_t *e, process_t *a, uint32_t delivery, const gene_t *g) {
  const delivery_t *d = &e->delivery[delivery];
  gene_t *now = &a->now.gene[delivery];
  int32_t change = -early(e, a, delivery);
  change += use_places(e, a, d, now, -1);
  *now = *g;
  a->got[(size_t)d->origin * e->nodes + d->to] = g->step;
  change += use_places(e, a, d, g, 1);
  return change + early(e, a, delivery);
}

// Makes all anew that is known of a chromosome.
static void count_conflicts(evolve_t *e, process_t *a) {
  const gene_t *gene = a->now.gene;
  int32_t conflicts = 0;
  memset(a->used, 0, (size_t)e->steps * e->places * sizeof *a->used);
  for (uint32_t o = 0; o < e->p->from.count; o++) {
    a->got[(size_t)o * e->nodes + e->p->from.node[o]] = ORIGIN;
  }
  for (uint32_t i = 0; i < e->deliveries; i++) {
    const delivery_t *d = &e->delivery[i];
    a->got[(size_t)d->origin * e->nodes + d->to] = gene[i].step;
    conflicts += use_places(e, a, d, &gene[i], 1);
  }
  for (uint32_t i = 0; i < e->deliveries; i++) {
    conflicts += is_early(&a->got[(size_t)e->delivery[i].origin * e->nodes], &gene[i]);
  }
  a->now.conflicts = (uint32_t)conflicts;
}

// --- drawing -------------------------------------------------------------------------------------

// Draws another sender and path, and nothing else.
static void draw_way(evolve_t *e, uint32_t delivery, gene_t *g) {
  const delivery_t *d = &e->delivery[delivery];
  do {
    g->sender = sender_at(e, d, random_below(e, senders(e)));
  } while (g->sender == d->to);
  g->path = random_below(e, paths_of(e, d, g)->count);
}

static void draw_step(evolve_t *e, gene_t *g) {
  g->step = (int32_t)random_below(e, e->steps);
}

static void draw_gene(evolve_t *e, uint32_t delivery, gene_t *g) {
  draw_way(e, delivery, g);
  draw_step(e, g);
}

// --- simulated annealing -------------------------------------------------------------------------

// Draws a gene another way, another step, or both, and keeps it or not, as Metropolis has it.
static void draw_and_choose(evolve_t *e, process_t *a, double temperature) {
  enum { WAY, STEP, BOTH, CHANGES };
  const uint32_t delivery = random_below(e, e->deliveries);
  const gene_t old = a->now.gene[delivery];
  const uint32_t what = random_below(e, CHANGES);
  gene_t other = old;
  if (what != STEP) {
    draw_way(e, delivery, &other);
  }
  if (what != WAY) {
    draw_step(e, &other);
  }
  const int32_t change = replace(e, a, delivery, &other);
  if (change > 0 && rng_fraction(rng_draw(e->key, e->draws++)) >= exp(-change / temperature)) {
    (void)replace(e, a, delivery, &old);
  } else {
    a->now.conflicts = (uint32_t)((int32_t)a->now.conflicts + change);
  }
}

// --- the population ------------------------------------------------------------------------------

static void copy(const evolve_t *e, chromosome_t *to, const chromosome_t *from) {
  memcpy(to->gene, from->gene, e->deliveries * sizeof *to->gene);
  to->conflicts = from->conflicts;
}

static void mutate(evolve_t *e, chromosome_t *c) {
  const uint32_t delivery = random_below(e, e->deliveries);
  draw_gene(e, delivery, &c->gene[delivery]);
}

// Counts what the process that lends its table would have with this chromosome.
static void rate(evolve_t *e, process_t *a, chromosome_t *c) {
  const chromosome_t own = a->now;
  a->now = *c;
  count_conflicts(e, a);
  c->conflicts = a->now.conflicts;
  a->now = own;
}

// Two children from two parents, cut at one delivery.
static void cross(evolve_t *e, const chromosome_t *a, const chromosome_t *b, chromosome_t *child) {
  const uint32_t cut = random_below(e, e->deliveries);
  const size_t rest = e->deliveries - cut;
  copy(e, &child[0], a);
  copy(e, &child[1], b);
  memcpy(&child[0].gene[cut], &b->gene[cut], rest * sizeof(gene_t));
  memcpy(&child[1].gene[cut], &a->gene[cut], rest * sizeof(gene_t));
}

// The roulette wheel.
static const chromosome_t *draw_one(evolve_t *e) {
  double sum = 0;
  double weight[POPULATION];
  for (size_t i = 0; i < POPULATION; i++) {
    const double c = 1.0 + e->pool[i].conflicts;
    weight[i] = 1 / (c * c);
    sum += weight[i];
  }
  double at = sum * rng_fraction(rng_draw(e->key, e->draws++));
  size_t i = 0;
  while (i + 1 < POPULATION && at >= weight[i]) {
    at -= weight[i++];
  }
  return &e->pool[i];
}

// The master crosses, mutates, and gives each process a chromosome.
static void exchange(evolve_t *e) {
  for (size_t i = 0; i < EVOLVE_PROCESSES; i++) {
    copy(e, &e->pool[i], &e->process[i].now);
  }
  for (size_t i = 0; i < EVOLVE_PROCESSES; i += 2) {
    cross(e, &e->pool[i], &e->pool[i + 1], &e->pool[EVOLVE_PROCESSES + i]);
  }
  for (size_t i = 0; i < POPULATION; i++) {
    const bool parent = i < EVOLVE_PROCESSES;
    if (parent || random_below(e, EVOLVE_MUTATION) == 0) {
      mutate(e, &e->pool[i]);
    }
    rate(e, &e->process[0], &e->pool[i]);
  }
  for (size_t i = 0; i < EVOLVE_PROCESSES; i++) {
    copy(e, &e->process[i].now, draw_one(e));
    count_conflicts(e, &e->process[i]);
  }
}

// --- schedules -----------------------------------------------------------------------------------

static bool add_move(const evolve_t *e, uint32_t delivery, const gene_t *g, schedule_t *found) {
  const schedule_problem_t *p = e->p;
  const delivery_t *d = &e->delivery[delivery];
  const paths_t *all = paths_of(e, d, g);
  uint32_t routers[SCHEDULE_ROUTERS];
  uint32_t count = 0;
  routers[count++] = p->enters[g->sender];
  for (uint32_t i = all->first[g->path]; i < all->first[g->path + 1]; i++) {
    routers[count++] = p->channel[all->hop[i]].to;
  }
  const schedule_move_t move = {.step = (uint32_t)g->step,
                                .from = g->sender,
                                .to = d->to,
                                .origin = p->from.node[d->origin],
                                .routers = count};
  return schedule_add(found, &move, routers);
}

static bool make_schedule(const evolve_t *e, const gene_t *gene, schedule_t *found,
                          noc_error_t *error) {
  bool ok = true;
  schedule_free(found);
  for (uint32_t i = 0; ok && i < e->deliveries; i++) {
    ok = add_move(e, i, &gene[i], found);
  }
  schedule_sort(found);
  return ok || memory_fail(error, "a schedule");
}

static bool make_tables(evolve_t *e, uint32_t steps, noc_error_t *error) {
  e->steps = steps;
  for (size_t i = 0; i < EVOLVE_PROCESSES; i++) {
    process_t *a = &e->process[i];
    free(a->used);
    a->used = calloc((size_t)steps * e->places, sizeof *a->used);
    if (a->used == NULL) {
      return memory_fail(error, "the steps of a schedule");
    }
  }
  return true;
}

static bool has_room(evolve_t *e, process_t *a, const delivery_t *d, const gene_t *g) {
  const bool fits = use_places(e, a, d, g, 1) == 0;
  if (!fits) {
    (void)use_places(e, a, d, g, -1);
  }
  return fits;
}

// The first step with room from this one on; makes a new one behind the last.
static bool place(evolve_t *e, process_t *a, uint32_t *room, uint32_t delivery) {
  gene_t *g = &a->now.gene[delivery];
  for (;; g->step++) {
    if ((uint32_t)g->step == e->steps) {
      if (!memory_room(&a->used, room, (e->steps + 1) * e->places, sizeof *a->used)) {
        return false;
      }
      memset(&a->used[(size_t)e->steps++ * e->places], 0, e->places * sizeof *a->used);
    }
    assert(a->used != NULL);
    if (has_room(e, a, &e->delivery[delivery], g)) {
      return true;
    }
  }
}

static bool stopped(const evolve_t *e) {
  return e->stop != NULL && e->stop(e->context);
}

bool evolve_first(evolve_t *e, schedule_t *found, noc_error_t *error) {
  process_t *a = &e->process[0];
  free(a->used);
  a->used = NULL;
  e->steps = 0;
  uint32_t room = 0;
  for (uint32_t i = 0; i < e->deliveries; i++) {
    const delivery_t *d = &e->delivery[i];
    gene_t *g = &a->now.gene[i];
    *g = (gene_t){.sender = e->p->from.node[d->origin]};
    g->path = random_below(e, paths_of(e, d, g)->count);
    if (i % STOP_EVERY == STOP_EVERY - 1 && stopped(e)) {
      return false;
    }
    if (!place(e, a, &room, i)) {
      return memory_fail(error, "a schedule");
    }
  }
  return make_schedule(e, a->now.gene, found, error);
}

// Iterations of a process up to the next exchange. False after `stop`.
static bool anneal(evolve_t *e, process_t *a, double temperature) {
  const uint64_t draws = (uint64_t)EVOLVE_ITERATIONS * e->deliveries;
  for (uint64_t k = 0; k < draws && a->now.conflicts > 0; k++) {
    if (k % STOP_EVERY == 0 && stopped(e)) {
      return false;
    }
    draw_and_choose(e, a, temperature);
  }
  return true;
}

bool evolve_find(evolve_t *e, uint32_t steps, uint64_t effort, schedule_t *found,
                 noc_error_t *error) {
  const uint64_t draws = (uint64_t)EVOLVE_PROCESSES * EVOLVE_ITERATIONS * e->deliveries;
  const uint64_t turns = effort * EVOLVE_DRAWS / draws + 1;
  if (!make_tables(e, steps, error)) {
    return false;
  }
  for (size_t i = 0; i < EVOLVE_PROCESSES; i++) {
    for (uint32_t k = 0; k < e->deliveries; k++) {
      draw_gene(e, k, &e->process[i].now.gene[k]);
    }
    count_conflicts(e, &e->process[i]);
  }
  for (uint64_t t = 0; t < turns; t++) {
    const double temperature = kHot * pow(kCold / kHot, (double)t / (double)turns);
    for (size_t i = 0; i < EVOLVE_PROCESSES; i++) {
      process_t *a = &e->process[i];
      if (!anneal(e, a, temperature)) {
        return false;
      }
      if (a->now.conflicts == 0) {
        return make_schedule(e, a->now.gene, found, error);
      }
    }
    exchange(e);
  }
  return false;
}

// --- the way to search ---------------------------------------------------------------------------

static void *way_create(const schedule_problem_t *p, const permutations_t *generators,
                        uint64_t seed, bool (*stop)(void *context), void *context,
                        noc_error_t *error) {
  (void)generators;
  return evolve_create(p, seed, stop, context, error);
}

static void way_free(void *search) {
  evolve_free(search);
}

static bool way_first(void *search, schedule_t *found, noc_error_t *error) {
  return evolve_first(search, found, error);
}

static bool way_find(void *search, uint32_t steps, uint64_t effort, schedule_t *found,
                     noc_error_t *error) {
  error->status = NOC_OK;
  return evolve_find(search, steps, effort, found, error);
}

static uint64_t way_looks(const void *search) {
  return evolve_looks(search);
}

const search_way_t kSearchEvolutionary = {"evolutionary", way_create, way_free, way_first,
                                          way_find,       way_looks,  false};
