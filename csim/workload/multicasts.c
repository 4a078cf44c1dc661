// multicasts -- see multicasts.h. The times of all nodes are drawn first and put in order; then
// every multicast is compiled by itself, one behind the other.

#include "workload/multicasts.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/rng.h"
#include "collective/scheme.h"
#include "collective/worm_needs.h"
#include "workload/copies_due.h"
#include "workload/geometric.h"
#include "workload/multicast_zero_load.h"

// A multicast in the beginning: when and where, and its number there.
typedef struct {
  uint64_t cycle, sequence;
  uint32_t node;
} arrival_t;

typedef struct {
  arrival_t *list;
  uint32_t count, room;
} arrivals_t;

// --- draws ---------------------------------------------------------------------------------------

// Floyd's sample of `degree` of the others, which stays in order: number j comes, or the number
// drawn below it, whichever is not there yet. Bentley, Floyd, A sample of brilliance, CACM 1987.
void multicasts_draw_set(uint64_t seed, uint32_t nodes, uint32_t node, uint64_t sequence,
                         uint32_t degree, uint32_t *to) {
  const uint64_t key = rng_draw(rng_key(seed, RNG_MULTICAST_SET, node), sequence);
  uint32_t count = 0;
  for (uint32_t j = nodes - 1 - degree; j < nodes - 1; j++) {
    uint32_t other = rng_below(rng_draw(key, j), j + 1);
    for (uint32_t k = 0; k < count; k++) {
      other = to[k] == other ? j : other;  // j is above all that are there
    }
    uint32_t at = count++;
    for (; at > 0 && to[at - 1] > other; at--) {
      to[at] = to[at - 1];
    }
    to[at] = other;
  }
  for (uint32_t k = 0; k < count; k++) {
    to[k] += to[k] >= node;  // the node itself is left out
  }
}

static bool add_arrival(arrivals_t *a, arrival_t arrival) {
  if (a->count == UINT32_MAX || !memory_room(&a->list, &a->room, a->count + 1, sizeof *a->list)) {
    return false;
  }
  a->list[a->count++] = arrival;
  return true;
}

static int by_time(const void *a, const void *b) {
  const arrival_t *x = a;
  const arrival_t *y = b;
  return x->cycle != y->cycle ? (x->cycle > y->cycle) - (x->cycle < y->cycle)
                              : (x->node > y->node) - (x->node < y->node);
}

// The chance of a multicast, per node and cycle.
static double chance_of(const scenario_t *s) {
  return s->load / s->degree.mean / s->message_flits;
}

// A sweep can keep the load up for as long again.
static uint64_t horizon_of(const scenario_t *s) {
  return s->warmup + 2 * s->cycles;
}

static bool draw_arrivals(const scenario_t *s, arrivals_t *a, noc_error_t *error) {
  const double chance = chance_of(s);
  const double log_no = log1p(-chance);
  const uint64_t horizon = horizon_of(s);
  bool ok = true;
  for (uint32_t node = 0; node < s->topology->nodes && chance > 0; node++) {
    const uint64_t key = rng_key(s->seed, RNG_MULTICAST_GAP, node);
    uint64_t sequence = 0;
    uint64_t at = 0;  // behind the arrival before
    for (;; sequence++) {
      const uint64_t gap = chance < 1 ? geometric(log_no, rng_draw(key, sequence)) : 1;
      if (gap > horizon - at) {
        break;
      }
      at += gap;
      ok = ok && add_arrival(a, (arrival_t){at - 1, sequence, node});
    }
  }
  if (ok && a->count > 0) {
    qsort(a->list, a->count, sizeof *a->list, by_time);
  }
  return ok || memory_fail(error, "the multicasts");
}

// --- compiling -----------------------------------------------------------------------------------

unsigned multicasts_packet_flits(const scenario_t *s) {
  const unsigned network = s->cut_through && s->depth < PLAN_MAX_FLITS ? s->depth : PLAN_MAX_FLITS;
  const scheme_t *scheme = scheme_find(s->scheme);
  const unsigned headers =
      scheme->multicast.headers != NULL ? scheme->multicast.headers(s, s->degree.longest) : 0;
  const unsigned most = s->packet_flits != 0 ? s->packet_flits
                        : network > headers  ? network - headers
                                             : 1;
  const unsigned whole = worms_packet_flits(scheme, most);
  return s->message_flits < whole ? s->message_flits : whole;
}

typedef struct {
  const scenario_t *s;
  multicasts_t *m;
  plan_t *plan;
  const scheme_t *scheme;
  multicast_planner_t planner;
  uint32_t *to, *receive;  // [nodes]
} compile_t;

static bool start(compile_t *c, size_t count, noc_error_t *error) {
  const scenario_t *s = c->s;
  const uint32_t nodes = s->topology->nodes;
  const char *key = NULL;
  c->scheme = scheme_find(s->scheme);  // the scenario has seen to it that there is one
  c->m->list = calloc(count + 1, sizeof *c->m->list);
  c->to = malloc(2 * (size_t)nodes * sizeof *c->to);
  c->receive = malloc(nodes * sizeof *c->receive);
  if (c->m->list == NULL || c->to == NULL || c->receive == NULL) {
    (void)memory_fail(error, "the multicasts");
    return false;
  }
  c->plan = plan_create(nodes, error);
  return c->plan != NULL && multicast_planner_create(&c->planner, s, c->scheme,
                                                     multicasts_packet_flits(s), &key, error);
}

// Releases what a scheme has added together with the multicast.
static bool adopt(compile_t *c, random_multicast_t *one) {
  plan_t *p = c->plan;
  for (uint32_t i = one->first; i < p->ops && !p->short_of_memory; i++) {
    const plan_op_t *op = &p->op[i];
    const bool starts = op->kind == PLAN_SEND || op->kind == PLAN_MULTICAST;
    if (starts && op->source == kPlanNone) {
      plan_release(p, i, one->created);
    }
    one->messages += op->kind == PLAN_RECEIVE;
  }
  return !p->short_of_memory;
}

// The destinations round from the node behind the source, so that no two begin with the same. A
// message to one of them is no worm.
static bool add(compile_t *c, const arrival_t *a, noc_error_t *error) {
  const scenario_t *s = c->s;
  const uint64_t random = rng_draw(rng_key(s->seed, RNG_MULTICAST_DEGREE, a->node), a->sequence);
  const uint32_t degree = lengths_draw(&s->degree, random);
  const bool alone = degree == 1 && c->scheme->carried;
  uint32_t first = 0;
  multicasts_draw_set(s->seed, s->topology->nodes, a->node, a->sequence, degree, c->to);
  memcpy(c->to + degree, c->to, degree * sizeof *c->to);
  while (first < degree && c->to[first] < a->node) {
    first++;
  }
  const multicast_t m = {.source = a->node,
                         .to = c->to + first,
                         .count = degree,
                         .flits = s->message_flits,
                         .tag = c->m->count,
                         .after = kPlanNone};
  c->m->list[c->m->count] =
      (random_multicast_t){.created = a->cycle, .source = a->node, .first = c->plan->ops};
  return multicast_add(c->plan, &c->planner, alone ? &kUnicastScheme : c->scheme, &m, c->receive,
                       error) &&
         (adopt(c, &c->m->list[c->m->count++]) || memory_fail(error, "the plan of the multicasts"));
}

static bool check_memory(const scenario_t *s, noc_error_t *error) {
  // As collectives.c counts for a message.
  const double each = 2 * sizeof(plan_op_t) + 2 * sizeof(plan_edge_t) + 64;
  const double count = (double)s->topology->nodes * chance_of(s) * (double)horizon_of(s);
  const double once = sizeof(arrival_t) + sizeof(multicast_t);
  return memory_check(count * (s->degree.mean * each + once),
                      "the list of multicasts of this load and so many cycles", error);
}

plan_t *multicasts_read(const scenario_t *s, multicasts_t *m, noc_error_t *error) {
  *m = (multicasts_t){0};
  compile_t c = {.s = s, .m = m};
  arrivals_t arrivals = {0};
  bool ok = check_memory(s, error) && draw_arrivals(s, &arrivals, error) &&
            start(&c, arrivals.count, error);
  for (size_t i = 0; ok && i < arrivals.count; i++) {
    ok = add(&c, &arrivals.list[i], error);
  }
  free(arrivals.list);
  free(c.to);
  free(c.receive);
  if (ok && plan_finish(c.plan, error)) {
    return c.plan;
  }
  plan_free(c.plan);
  multicasts_free(m);
  return NULL;
}

static uint32_t end_of(const multicasts_t *m, const plan_t *plan, uint32_t number) {
  return number + 1 < m->count ? m->list[number + 1].first : plan->ops;
}

bool multicasts_zero_load(const scenario_t *s, multicasts_t *m, plan_t *plan,
                          const worm_routes_t *trees, const uint16_t *hops, noc_error_t *error) {
  route_hops_t unicasts;
  uint32_t most = 0;
  for (uint32_t i = 0; i < m->count; i++) {
    const uint32_t ops = end_of(m, plan, i) - m->list[i].first;
    most = ops > most ? ops : most;
  }
  multicast_zero_load_t idle = {.network = scenario_zero_load(s),
                                .hops = &unicasts,
                                .trees = trees,
                                .path_hops = hops,
                                .packet_flits = multicasts_packet_flits(s),
                                .tree_headers = worm_headers(s),
                                .path_pairs = worm_pairs(s),
                                .host = s->host};
  assert(idle.packet_flits > 0);
  const uint32_t packets = (s->message_flits - 1) / idle.packet_flits + 1;
  bool ok = route_hops_create(&unicasts, s->route, false) &&
            multicast_zero_load_create(&idle, s->topology->nodes, most, packets);
  for (uint32_t i = 0; i < m->count && ok; i++) {
    m->list[i].idle = multicast_zero_load(&idle, plan, m->list[i].first, end_of(m, plan, i));
    ok = m->list[i].idle != UINT64_MAX;
  }
  for (uint32_t i = 0; i < plan->ops; i++) {
    plan->op[i].source = kPlanNone;
  }
  route_hops_free(&unicasts);
  multicast_zero_load_free(&idle);
  return ok || memory_fail(error, "the multicasts");
}

void multicasts_free(multicasts_t *m) {
  free(m->list);
  *m = (multicasts_t){0};
}

// --- lookup --------------------------------------------------------------------------------------

uint32_t multicasts_before(const multicasts_t *m, uint64_t cycle) {
  uint32_t low = 0;
  for (uint32_t high = m->count; low < high;) {
    const uint32_t middle = low + (high - low) / 2;
    const bool before = m->list[middle].created < cycle;
    low = before ? middle + 1 : low;
    high = before ? high : middle;
  }
  return low;
}
