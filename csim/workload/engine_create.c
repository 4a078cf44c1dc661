// engine_create -- makes an engine for a plan, and counts what its operations wait for; see
// engine.h.

#include <stdlib.h>

#include "base/memory.h"
#include "workload/engine_state.h"

static bool engine_steps_create(engine_t *e) {
  const plan_t *p = e->config.plan;
  if (p->step == NULL) {
    return true;
  }
  e->step = calloc(p->steps, sizeof *e->step);
  if (e->step == NULL) {
    return false;
  }
  for (uint32_t i = 0; i < p->ops; i++) {
    if (p->step[i] != PLAN_NO_STEP && engine_has_node(e, p->op[i].node)) {
      e->step[p->step[i]].left++;
      e->state[i].waits += e->config.sequential && engine_waits_for_barrier(p, i);
    }
  }
  return true;
}

engine_step_t engine_step(const engine_t *e, unsigned step) {
  return e->step[step].time;
}

// Allocates what only some plans need.
static bool allocate_more(engine_t *e) {
  const plan_t *p = e->config.plan;
  if (p->has_late) {
    e->posted = malloc(2 * (size_t)p->nodes * sizeof *e->posted);
    e->unexpected = e->posted != NULL ? e->posted + p->nodes : NULL;
    for (size_t i = 0; e->posted != NULL && i < 2 * (size_t)p->nodes; i++) {
      e->posted[i] = (list_t){kPlanNone, kPlanNone};
    }
  }
  const bool several = plan_longest(p) > e->config.packet_flits;
  if (several) {
    e->parts = calloc((size_t)p->ops + 1, sizeof *e->parts);
    e->handed = calloc((size_t)p->nodes * e->queues, sizeof *e->handed);
    for (uint32_t i = 0; e->parts != NULL && i < p->ops; i++) {
      const plan_op_t *op = &p->op[i];
      const uint32_t count =
          plan_is_sent(op) || op->kind == PLAN_MULTICAST ? engine_packets(e, i) : 0;
      if (count > 0 && (engine_has_node(e, op->node) || engine_has_node(e, op->peer))) {
        e->parts[i] = (parts_t){count, count};
      }
    }
  }
  return (!p->has_late || e->posted) && (!several || (e->parts && e->handed));
}

static bool allocate(engine_t *e) {
  const plan_t *p = e->config.plan;
  const size_t ops = (size_t)p->ops + 1;
  e->state = calloc(ops, sizeof *e->state);
  e->head = malloc((size_t)p->nodes * e->queues * sizeof *e->head);
  e->tail = calloc((size_t)p->nodes * e->queues, sizeof *e->tail);
  uint32_t computations = 0;
  e->cpus = 1;
  for (uint32_t i = 0; i < p->ops; i++) {
    const plan_op_t *op = &p->op[i];
    computations += op->kind == PLAN_CALCULATE;
    e->cpus = op->kind == PLAN_CALCULATE && op->cpu >= e->cpus ? op->cpu + 1u : e->cpus;
  }
  e->busy = calloc((size_t)p->nodes * e->cpus, sizeof *e->busy);
  e->timer = malloc(((size_t)computations + 1) * sizeof *e->timer);
  return e->state && e->head && e->tail && e->busy && e->timer && allocate_more(e) &&
         engine_steps_create(e);
}

// Counts what the operations wait for that are carried out here.
static void count_waits(engine_t *e) {
  const plan_t *p = e->config.plan;
  for (uint32_t i = 0; i < p->ops; i++) {  // edges are within a node
    const uint32_t end = engine_has_node(e, p->op[i].node) ? p->op[i + 1].successors : 0;
    for (uint32_t s = p->op[i].successors; s < end; s++) {
      e->state[p->successor[s]].waits++;
    }
  }
  for (uint32_t i = 0; i < p->start_edges; i++) {
    const uint32_t op = p->start_edge[i].operation;
    if (engine_has_node(e, p->op[op].node)) {
      e->state[op].waits++;
    }
  }
  for (uint32_t i = 0; i < p->releases; i++) {
    e->state[p->release[i].operation].waits++;
  }
}

// The same of messages, and what uses the data of an operation.
static void count_needs(engine_t *e, uint32_t i) {
  const plan_op_t *op = &e->config.plan->op[i];
  const bool waits = (op->kind == PLAN_RECEIVE && !op->late) || op->kind == PLAN_XOR;
  e->state[i].waits += waits;
  if (e->coding != NULL) {
    engine_count_uses(e, i);
  } else if (op->source != kPlanNone) {  // passed on by a send, or combined by a receive
    e->state[op->source].uses++;
    e->state[i].uses += op->apart;  // until it is combined
  }
}

// Counts what every operation needs; returns how many receives there are.
static uint64_t count_requirements(engine_t *e) {
  const plan_t *p = e->config.plan;
  uint64_t receives = 0;
  count_waits(e);
  for (uint32_t i = 0; i < p->ops; i++) {
    const plan_op_t *op = &p->op[i];
    receives += op->kind == PLAN_RECEIVE;
    if (engine_has_node(e, op->node)) {
      count_needs(e, i);
    }
    if (op->source != kPlanNone || op->kind == PLAN_JOIN) {
      // Data that is passed on may have come as worms, whose packets have two flits or more.
      const uint32_t flits =
          op->size + (p->multicasts > 0 && op->size % e->config.packet_flits == 1);
      const size_t words = engine_reduces(e) ? blocks_combined_words(e->config.blocks, op->size)
                                             : (size_t)flits * e->config.words;
      e->buffer_words = words > e->buffer_words ? words : e->buffer_words;
    }
  }
  return receives;
}

// The hosts' joined data, which may be long.
static bool check_joins(const engine_t *e, noc_error_t *error) {
  const plan_t *p = e->config.plan;
  double bytes = 0;
  for (uint32_t i = 0; i < p->ops; i++) {
    const bool here = engine_has_node(e, p->op[i].node);
    bytes += here && p->op[i].kind == PLAN_JOIN ? 8.0 * p->op[i].size * e->config.words : 0;
  }
  return memory_check(bytes, "the joined data of this plan", error);
}

engine_t *engine_create(const engine_config_t *config, noc_error_t *error) {
  const plan_t *p = config->plan;
  engine_t *e = calloc(1, sizeof *e);
  if (e != NULL) {
    e->config = *config;
    e->coding = config->plan->coding;
    e->queues = config->queues > 0 ? config->queues : 1;
    e->config.end_node = config->part ? config->end_node : p->nodes;
  }
  if (e == NULL || !allocate(e)) {
    engine_free(e);
    (void)memory_fail(error, "the plan's engine");
    return NULL;
  }
  e->worklist = kPlanNone;
  e->startlist = (list_t){kPlanNone, kPlanNone};
  e->long_send = kPlanNone;
  for (size_t i = 0; i < (size_t)p->nodes * e->queues; i++) {
    e->head[i] = kPlanNone;
  }
  e->expected = count_requirements(e);
  if (!check_joins(e, error)) {
    engine_free(e);
    return NULL;
  }
  return e;
}

void engine_free(engine_t *e) {
  if (e == NULL) {
    return;
  }
  engine_free_slabs(e);
  free(e->state);
  free(e->head);
  free(e->tail);
  free(e->busy);
  free(e->posted);
  free(e->parts);
  free(e->handed);
  free(e->step);
  free(e->timer);
  free(e);
}
