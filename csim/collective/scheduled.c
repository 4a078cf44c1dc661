// scheduled -- the messages of a schedule, each along its own path, in steps: docs/scheduled.md.
//
// Steps are separated by the engine, at no cost; or each node goes on when what it sends is there,
// in its order; or by a barrier of packets, which all nodes leave in one cycle.
//
// Source: V. Dvorak, J. Jaros, M. Ohlidal, Optimum Topology-Aware Scheduling of Many-to-Many
// Collective Communications, 2006: steps that begin and end together, section 2.

#include <stdlib.h>

#include "collective/schedule_barrier.h"
#include "collective/schedule_choice.h"
#include "collective/schemes.h"

typedef struct {
  plan_t *plan;
  const participants_t *p;
  block_kind_t block;
  uint32_t *has;   // [origin * nodes + node]: the receive that has brought a message there
  uint32_t *last;  // [node]: what it sent before, where each goes on by itself
  schedule_barrier_t barrier;
} compile_t;

static uint32_t tag_of(const compile_t *c, const schedule_move_t *move) {
  switch (c->block) {
    case BLOCK_OF_DESTINATION:
      return move->to;
    case BLOCK_OF_PAIR:
      return pair_tag(c->p, node_set_place(&c->p->from, move->origin),
                      node_set_place(&c->p->to, move->to));
    default:
      return move->origin;
  }
}

static void pass(compile_t *c, const schedule_move_t *move) {
  plan_t *plan = c->plan;
  const size_t origin = (size_t)move->origin * c->p->topology->nodes;
  const uint32_t source = move->from == move->origin ? kPlanNone : c->has[origin + move->from];
  const uint32_t send = plan->ops;
  const uint32_t receive =
      plan_pass_block(plan, move->from, move->to, c->p->flits, tag_of(c, move), source);
  plan_send_via(plan, send, &c->p->scheduled.hop[move->first], move->routers - 1);
  if (plan->short_of_memory) {
    return;
  }
  c->has[origin + move->to] = receive;
  if (c->p->scheduled.steps == STEPS_OVERLAPPED) {
    if (c->last[move->from] != kPlanNone) {
      plan_require(plan, send, c->last[move->from]);
    }
    c->last[move->from] = send;
  } else if (c->p->scheduled.steps == STEPS_BARRIER) {
    schedule_barrier_sends(&c->barrier, send);
    schedule_barrier_receives(&c->barrier, receive);
  }
}

static void pass_all(compile_t *c) {
  const schedule_choice_t *choice = &c->p->scheduled;
  const schedule_t *s = &choice->found;
  for (uint32_t i = 0; i < s->moves; i++) {
    const schedule_move_t *move = &s->move[i];
    const bool begins = i == 0 || move[-1].step != move->step;
    if (begins && i > 0 && choice->steps == STEPS_BARRIER) {
      plan_set_step(c->plan, PLAN_NO_STEP);
      schedule_barrier_pass(&c->barrier);
    }
    if (begins && choice->steps != STEPS_OVERLAPPED) {
      plan_set_step(c->plan, move->step);
    }
    pass(c, move);
  }
}

static void compile(plan_t *plan, const participants_t *p, block_kind_t block) {
  const uint32_t nodes = p->topology->nodes;
  const schedule_choice_t *choice = &p->scheduled;
  if (choice->found.moves == 0) {
    return;
  }
  if (choice->steps != STEPS_OVERLAPPED) {
    plan_number_steps(plan, choice->found.steps);
  }
  plan->schedule = (plan_schedule_t){
      .steps = choice->found.steps, .bound = choice->bound, .forced = choice->force};
  compile_t c = {.plan = plan,
                 .p = p,
                 .block = block,
                 .has = receives_create(plan, nodes * nodes),
                 .last = receives_create(plan, nodes)};
  if (c.has != NULL && c.last != NULL &&
      (choice->steps != STEPS_BARRIER || schedule_barrier_create(&c.barrier, plan, p))) {
    pass_all(&c);
  }
  schedule_barrier_free(&c.barrier);
  free(c.has);
  free(c.last);
}

static void of_source(plan_t *plan, const participants_t *p) {
  compile(plan, p, BLOCK_OF_SOURCE);
}

static void of_destination(plan_t *plan, const participants_t *p) {
  compile(plan, p, BLOCK_OF_DESTINATION);
}

static void of_pair(plan_t *plan, const participants_t *p) {
  compile(plan, p, BLOCK_OF_PAIR);
}

// Those of the barriers, too.
static double messages(const participants_t *p) {
  const schedule_choice_t *c = &p->scheduled;
  const bool barriers = c->steps == STEPS_BARRIER && c->found.steps > 1;
  return unicast_messages(p) +
         (barriers ? (c->found.steps - 1.0) * 2 * (p->from.count + p->to.count) : 0);
}

static const char *const kKeys[] = {"workload.schedule", "workload.max_detour", "workload.force",
                                    "workload.steps", NULL};

#define USE(compiles)                                                            \
  {                                                                              \
    .meaning = "in steps whose messages share no link, each along its own path", \
    .compile = (compiles), .messages = messages                                  \
  }

const scheme_t kScheduledScheme = {
    .name = "scheduled",
    .meaning = "in the steps of a schedule, whose messages share nothing, each along its own path",
    .keys = kKeys,
    .use = {[COLLECTIVE_BROADCAST] = USE(of_source),
            [COLLECTIVE_MULTICAST] = USE(of_source),
            [COLLECTIVE_SCATTER] = USE(of_destination),
            [COLLECTIVE_GATHER] = USE(of_source),
            [COLLECTIVE_ALLGATHER] = USE(of_source),
            [COLLECTIVE_ALLTOALL] = USE(of_pair)},
    .scheduled = true,
    .prepare = schedule_choose,
    .more_bytes = 64};
