// unicast -- every collective without any help: each node of `from` sends straight to each node of
// `to`, all at once. A node begins with the next of `to` behind itself and goes round, so that no
// two begin with the same; with `order: ascending` all begin with the lowest.

#include <stdlib.h>

#include "collective/barrier.h"
#include "collective/multicast_schemes.h"
#include "collective/scheme.h"
#include "collective/schemes.h"

// The pairs of different nodes, source by source.
typedef struct {
  const participants_t *p;
  uint32_t i, j;         // places in `from` and `to`
  uint32_t first, step;  // of this source: where it began, how many it has tried
} pairs_t;

// The place in `to` with which the i-th node of `from` begins.
static uint32_t first_of(const participants_t *p, uint32_t i) {
  const uint32_t place = node_set_place(&p->to, p->from.node[i] + 1);
  return p->ascending || place >= p->to.count ? 0 : place;
}

static pairs_t pairs_start(const participants_t *p) {
  return (pairs_t){.p = p, .first = first_of(p, 0)};
}

static bool pairs_next(pairs_t *q) {
  const node_set_t *from = &q->p->from;
  const node_set_t *to = &q->p->to;
  while (q->i < from->count) {
    if (q->step == to->count) {
      q->step = 0;
      q->first = ++q->i < from->count ? first_of(q->p, q->i) : 0;
      continue;
    }
    q->j = q->first + q->step < to->count ? q->first + q->step : q->first + q->step - to->count;
    q->step++;
    if (to->node[q->j] != from->node[q->i]) {
      return true;
    }
  }
  return false;
}

// Counts as many pairs as pairs_next() finds.
double unicast_messages(const participants_t *p) {
  double pairs = (double)p->from.count * p->to.count;
  for (uint32_t i = 0; i < p->from.count; i++) {
    pairs -= node_set_contains(&p->to, p->from.node[i]);
  }
  return pairs;
}

static void send_blocks(plan_t *plan, const participants_t *p, block_kind_t block) {
  for (pairs_t q = pairs_start(p); pairs_next(&q);) {
    const uint32_t source = p->from.node[q.i];
    const uint32_t destination = p->to.node[q.j];
    const uint32_t tag = block == BLOCK_OF_SOURCE        ? source
                         : block == BLOCK_OF_DESTINATION ? destination
                                                         : pair_tag(p, q.i, q.j);
    (void)plan_pass_block(plan, source, destination, p->flits, tag, kPlanNone);
  }
}

static void copy(plan_t *plan, const participants_t *p) {
  send_blocks(plan, p, BLOCK_OF_SOURCE);
}

static void scatter(plan_t *plan, const participants_t *p) {
  send_blocks(plan, p, BLOCK_OF_DESTINATION);
}

static void alltoall(plan_t *plan, const participants_t *p) {
  send_blocks(plan, p, BLOCK_OF_PAIR);
}

static void reduce(plan_t *plan, const participants_t *p) {
  uint32_t *combined = receives_create(plan, p->to.count);
  if (combined == NULL) {
    return;
  }
  for (pairs_t q = pairs_start(p); pairs_next(&q);) {
    uint32_t got =
        plan_pass_block(plan, p->from.node[q.i], p->to.node[q.j], p->flits, 0, kPlanNone);
    combined[q.j] = combined[q.j] == kPlanNone ? got : combined[q.j];
    plan_combine(plan, got, combined[q.j]);
  }
  free(combined);
}

static void barrier(plan_t *plan, const participants_t *p) {
  const uint32_t enter = plan->ops;
  barrier_enter(plan, &p->from);
  const uint32_t messages = plan->ops;  // each a send, then its receive
  for (pairs_t q = pairs_start(p); pairs_next(&q);) {
    const uint32_t source = p->from.node[q.i];
    const uint32_t send = plan->ops;
    (void)plan_pass_block(plan, source, p->to.node[q.j], 1, source, kPlanNone);
    if (!plan->short_of_memory) {
      plan_require(plan, send, enter + q.i);
    }
  }
  const uint32_t leave = plan->ops;
  barrier_leave(plan, &p->from);
  pairs_t q = pairs_start(p);
  for (uint32_t k = 0; !plan->short_of_memory && pairs_next(&q); k++) {
    plan_require(plan, leave + q.j, messages + 2 * k + 1);
  }
  for (uint32_t i = 0; !plan->short_of_memory && i < p->from.count; i++) {
    plan_require(plan, leave + i, enter + i);
  }
}

static hops_count_t allgather_hops(const hops_box_t *box) {
  return hops_box_allgather(box, HOPS_UNICAST);
}

static bool add(multicast_adder_t *a) {
  for (uint32_t k = 0; k < a->m->count; k++) {
    multicast_pass_on(a, a->m->source, a->m->to[k]);
  }
  return true;
}

static const char *const kKeys[] = {"workload.order", NULL};

const scheme_t kUnicastScheme = {
    .name = "unicast",
    .meaning = "a message for every pair, straight and all at once",
    .keys = kKeys,
    .use = {[COLLECTIVE_BROADCAST] = {.meaning = "the root sends to every node, all at once",
                                      .compile = copy,
                                      .messages = unicast_messages},
            [COLLECTIVE_MULTICAST] = {.meaning =
                                          "the root sends to every node of the set, all at once",
                                      .compile = copy,
                                      .messages = unicast_messages},
            [COLLECTIVE_SCATTER] = {.meaning = "the root sends to every node, all at once",
                                    .compile = scatter,
                                    .messages = unicast_messages},
            [COLLECTIVE_GATHER] = {.meaning = "every node sends to the root, all at once",
                                   .compile = copy,
                                   .messages = unicast_messages},
            [COLLECTIVE_REDUCE] = {.meaning = "every node sends to the root, which combines",
                                   .compile = reduce,
                                   .messages = unicast_messages},
            [COLLECTIVE_ALLGATHER] =
                {.meaning = "every node sends its block to every other node, all at once",
                 .compile = copy,
                 .messages = unicast_messages,
                 .hops = allgather_hops},
            [COLLECTIVE_ALLTOALL] = {.meaning = "every node sends to every other node, all at once",
                                     .compile = alltoall,
                                     .messages = unicast_messages},
            [COLLECTIVE_ALLREDUCE] = {.meaning =
                                          "every node sends to every other node, and combines",
                                      .compile = reduce,
                                      .messages = unicast_messages},
            [COLLECTIVE_BARRIER] = {.meaning = "every node signals to every other node",
                                    .same = true,
                                    .compile = barrier,
                                    .messages = unicast_messages}},
    .multicast = {.meaning = "a message to every destination, one behind the other", .add = add}};
