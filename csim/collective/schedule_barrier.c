// schedule_barrier -- see schedule_barrier.h.

#include "collective/schedule_barrier.h"

#include <stdlib.h>

#include "base/memory.h"
#include "collective/schemes.h"

// Tags of its packets.
static const uint32_t kEntry = BLOCK_NONE;
static const uint32_t kRelease = BLOCK_NONE + 1U;

static unsigned hops_to(const schedule_barrier_t *b, uint32_t to) {
  noc_error_t ignored;
  routing_t *r = b->p->scheduled.routing;
  const size_t routers = r != NULL ? routing_path(r, b->node[0], to, NULL, 0, &ignored) : 0;
  return routers > 0 ? (unsigned)routers - 1 : 0;
}

bool schedule_barrier_create(schedule_barrier_t *b, plan_t *plan, const participants_t *p) {
  const uint32_t most = p->from.count + p->to.count;
  *b = (schedule_barrier_t){.plan = plan,
                            .p = p,
                            .node = receives_create(plan, most),
                            .place = receives_create(plan, p->topology->nodes),
                            .begin = receives_create(plan, most),
                            .due = receives_create(plan, most)};
  if (b->node == NULL || b->place == NULL || b->begin == NULL || b->due == NULL) {
    return false;
  }
  for (uint32_t node = 0; node < p->topology->nodes; node++) {
    if (node_set_contains(&p->from, node) || node_set_contains(&p->to, node)) {
      b->place[node] = b->nodes;
      b->node[b->nodes++] = node;
    }
  }
  // A VC carries a flit a cycle if its buffer covers the credit loop: docs/timing.md.
  const zero_load_t *idle = &p->scheduled.idle;
  const unsigned loop = credit_loop(idle->pipeline, idle->early, idle->link_latency);
  b->gap = idle->depth >= loop ? 1 : loop;
  for (uint32_t i = 1; i < b->nodes; i++) {
    b->due[i] = (i - 1) * b->gap + (uint32_t)zero_load_latency(idle, 1, hops_to(b, b->node[i]));
    b->latest = b->due[i] > b->latest ? b->due[i] : b->latest;
  }
  return true;
}

void schedule_barrier_free(schedule_barrier_t *b) {
  free(b->node);
  free(b->place);
  free(b->begin);
  free(b->due);
  free(b->received);
}

void schedule_barrier_sends(schedule_barrier_t *b, uint32_t send) {
  plan_t *plan = b->plan;
  const uint32_t begin = b->begin[b->place[plan->op[send].node]];
  const plan_path_t *path = &plan->path[plan->paths - 1];
  const uint64_t length =
      zero_load_latency(&b->p->scheduled.idle, plan->op[send].size, path->count);
  b->length = length > b->length ? (uint32_t)length : b->length;
  if (begin != kPlanNone) {
    plan_require(plan, send, begin);
  }
}

void schedule_barrier_receives(schedule_barrier_t *b, uint32_t receive) {
  if (!memory_room(&b->received, &b->receives_room, b->receives + 1, sizeof *b->received)) {
    b->plan->short_of_memory = true;
    return;
  }
  b->received[b->receives++] = receive;
}

static void require(plan_t *plan, uint32_t operation, uint32_t requires) {
  if (requires != kPlanNone && !plan->short_of_memory) {
    plan_require(plan, operation, requires);
  }
}

// A node has waited for the end of the step.
static void end_step(schedule_barrier_t *b) {
  for (uint32_t i = 0; i < b->nodes; i++) {
    const uint32_t over = plan_calculate(b->plan, b->node[i], b->length);
    require(b->plan, over, b->begin[i]);
    b->begin[i] = plan_calculate(b->plan, b->node[i], 0);
    require(b->plan, b->begin[i], over);
  }
  for (uint32_t k = 0; k < b->receives && !b->plan->short_of_memory; k++) {
    const uint32_t node = b->plan->op[b->received[k]].node;
    require(b->plan, b->begin[b->place[node]], b->received[k]);
  }
  b->receives = 0;
  b->length = 0;
}

void schedule_barrier_pass(schedule_barrier_t *b) {
  plan_t *plan = b->plan;
  end_step(b);
  const uint32_t all = plan_calculate(plan, b->node[0], 0);
  require(plan, all, b->begin[0]);
  for (uint32_t i = 1; i < b->nodes; i++) {
    const uint32_t send = plan->ops;
    require(plan, all, plan_pass_block(plan, b->node[i], b->node[0], 1, kEntry, kPlanNone));
    require(plan, send, b->begin[i]);
  }
  for (uint32_t i = 1; i < b->nodes; i++) {
    uint32_t turn = all;
    if (b->gap > 1 && i > 1) {  // by a processor of its own, whose computations follow each other
      turn = plan_calculate(plan, b->node[0], b->gap);
      plan_set_cpu(plan, turn, 1);
      require(plan, turn, all);
    }
    const uint32_t send = plan->ops;
    const uint32_t released = plan_pass_block(plan, b->node[0], b->node[i], 1, kRelease, kPlanNone);
    require(plan, send, turn);
    b->begin[i] = plan_calculate(plan, b->node[i], b->latest - b->due[i]);
    require(plan, b->begin[i], released);
  }
  b->begin[0] = plan_calculate(plan, b->node[0], b->latest);
  require(plan, b->begin[0], all);
}
