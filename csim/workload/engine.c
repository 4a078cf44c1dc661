// engine -- see engine.h. An operation waits in a counter; completing one counts its successors
// down. Lists (queues of sends, and the work of one moment) are chained through the operations,
// since one is in one list at a time. So nothing is allocated in the loop but, now and then, a slab
// for data to be passed on.
//
// Messages come in no order that a cache could foresee, so what an operation needs is kept together
// in 16 bytes, and engine_expect() fetches it ahead.

#include "workload/engine.h"

#include <stdlib.h>

#include "network/memory.h"
#include "workload/rng.h"

enum { SLAB = 256 };  // buffers allocated at a time

typedef struct slab {
  struct slab *next;
  uint64_t unused;
} slab_t;

typedef struct {
  union {
    uint64_t time;   // a send: cycle in which it was ready; a computation: in which it ends
    uint64_t *data;  // a receive: its data, while somebody uses it
  };
  union {
    uint32_t waits;  // until it starts: requirements (a receive: and its message) still missing
    uint32_t next;   // then: the next in a list
  };
  // A receive: sends that still pass its data on, and receives that are still combined with it.
  uint32_t uses;
} state_t;

struct engine {
  engine_config_t config;
  state_t *state;         // [ops]
  uint32_t *head, *tail;  // [node]: queue of sends
  uint32_t worklist;      // operations that complete now
  uint64_t *busy;         // [node]: cycle in which its last computation ends
  uint32_t *timer;        // heap of computations under way, by the time
  uint32_t timers;
  uint32_t complete;
  bool started;
  uint64_t checked, expected;  // messages
  size_t buffer_words;
  uint64_t *free_buffer;  // each begins with the address of the next
  slab_t *slabs;
};

static bool allocate(engine_t *e) {
  const plan_t *p = e->config.plan;
  const size_t ops = (size_t)p->ops + 1;
  e->state = calloc(ops, sizeof *e->state);
  e->head = malloc(p->nodes * sizeof *e->head);
  e->tail = malloc(p->nodes * sizeof *e->tail);
  e->busy = calloc(p->nodes, sizeof *e->busy);
  uint32_t computations = 0;
  for (uint32_t i = 0; i < p->ops; i++) {
    computations += p->op[i].kind == PLAN_CALCULATE;
  }
  e->timer = malloc((computations + 1) * sizeof *e->timer);
  return e->state && e->head && e->tail && e->busy && e->timer;
}

static bool is_reduction(const engine_t *e) {
  return e->config.blocks != NULL && e->config.blocks->kind == BLOCK_REDUCED;
}

// What every operation waits for; returns how many receives there are.
static uint64_t count_requirements(engine_t *e) {
  const plan_t *p = e->config.plan;
  uint64_t receives = 0;
  for (uint32_t i = 0; i < p->op[p->ops].successors; i++) {
    e->state[p->successor[i]].waits++;
  }
  for (uint32_t i = 0; i < p->ops; i++) {
    const plan_op_t *op = &p->op[i];
    e->state[i].waits += op->kind == PLAN_RECEIVE;
    receives += op->kind == PLAN_RECEIVE;
    if (op->source != kPlanNone) {  // passed on by a send, or combined by a receive
      e->state[op->source].uses++;
      const size_t words = is_reduction(e) ? blocks_combined_words(e->config.blocks, op->size)
                                           : (size_t)op->size * e->config.words;
      e->buffer_words = words > e->buffer_words ? words : e->buffer_words;
    }
  }
  return receives;
}

engine_t *engine_create(const engine_config_t *config, noc_error_t *error) {
  const plan_t *p = config->plan;
  engine_t *e = calloc(1, sizeof *e);
  if (e != NULL) {
    e->config = *config;
  }
  if (e == NULL || !allocate(e)) {
    engine_free(e);
    (void)memory_fail(error, "the plan's engine");
    return NULL;
  }
  e->worklist = kPlanNone;
  for (uint32_t node = 0; node < p->nodes; node++) {
    e->head[node] = kPlanNone;
  }
  e->expected = count_requirements(e);
  return e;
}

void engine_free(engine_t *e) {
  if (e == NULL) {
    return;
  }
  while (e->slabs != NULL) {
    slab_t *next = e->slabs->next;
    free(e->slabs);
    e->slabs = next;
  }
  free(e->state);
  free(e->head);
  free(e->tail);
  free(e->busy);
  free(e->timer);
  free(e);
}

// --- computations: a binary heap by the cycle in which they end ----------------------------------

static void timer_push(engine_t *e, uint32_t op) {
  uint32_t i = e->timers++;
  while (i > 0 && e->state[e->timer[(i - 1) / 2]].time > e->state[op].time) {
    e->timer[i] = e->timer[(i - 1) / 2];
    i = (i - 1) / 2;
  }
  e->timer[i] = op;
}

static uint32_t timer_pop(engine_t *e) {
  uint32_t first = e->timer[0];
  uint32_t last = e->timer[--e->timers];
  uint32_t i = 0;
  for (uint32_t child = 1; child < e->timers; child = 2 * i + 1) {
    if (child + 1 < e->timers &&
        e->state[e->timer[child + 1]].time < e->state[e->timer[child]].time) {
      child++;
    }
    if (e->state[e->timer[child]].time >= e->state[last].time) {
      break;
    }
    e->timer[i] = e->timer[child];
    i = child;
  }
  e->timer[i] = last;
  return first;
}

// --- starting and completing ---------------------------------------------------------------------

static void complete_later(engine_t *e, uint32_t op) {
  e->state[op].next = e->worklist;
  e->worklist = op;
}

static void complete_computation(engine_t *e, uint32_t op) {
  if (e->config.blocks != NULL) {
    blocks_computed(e->config.blocks, &e->config.plan->op[op], op, e->state[op].time);
  }
  complete_later(e, op);
}

static void enqueue_send(engine_t *e, uint32_t op, uint64_t now) {
  uint32_t node = e->config.plan->op[op].node;
  e->state[op].time = now;
  e->state[op].next = kPlanNone;
  if (e->head[node] == kPlanNone) {
    e->head[node] = op;
  } else {
    e->state[e->tail[node]].next = op;
  }
  e->tail[node] = op;
  e->config.active[node / 64] |= UINT64_C(1) << node % 64;
}

// The computations of a node follow each other: it has one processor. Not inlined, for messages are
// started so much more often.
static __attribute__((noinline)) void start_computation(engine_t *e, uint32_t op, uint64_t now) {
  const plan_op_t *o = &e->config.plan->op[op];
  uint64_t from = e->busy[o->node] > now ? e->busy[o->node] : now;
  e->state[op].time = from + o->size;
  e->busy[o->node] = e->state[op].time;
  if (e->state[op].time == now) {
    complete_computation(e, op);
  } else {
    timer_push(e, op);
  }
}

static void start(engine_t *e, uint32_t op, uint64_t now) {
  switch ((plan_kind_t)e->config.plan->op[op].kind) {
    case PLAN_SEND:
      enqueue_send(e, op, now);
      break;
    case PLAN_RECEIVE:
      complete_later(e, op);
      break;
    case PLAN_CALCULATE:
      start_computation(e, op, now);
      break;
  }
}

static void count_down(engine_t *e, uint32_t op, uint64_t now) {
  if (--e->state[op].waits == 0) {
    start(e, op, now);
  }
}

static void complete_all(engine_t *e, uint64_t now) {
  const plan_t *p = e->config.plan;
  while (e->worklist != kPlanNone) {
    uint32_t op = e->worklist;
    e->worklist = e->state[op].next;
    e->complete++;
    for (uint32_t s = p->op[op].successors; s < p->op[op + 1].successors; s++) {
      count_down(e, p->successor[s], now);
    }
  }
}

void engine_cycle(engine_t *e, uint64_t now) {
  // Nothing completes in this loop, so a count of zero has not been started yet.
  for (uint32_t i = 0; i < e->config.plan->ops && !e->started; i++) {
    if (e->state[i].waits == 0) {
      start(e, i, now);
    }
  }
  e->started = true;
  while (e->timers > 0 && e->state[e->timer[0]].time <= now) {
    complete_computation(e, timer_pop(e));
  }
  complete_all(e, now);
}

// --- messages ------------------------------------------------------------------------------------

void engine_expect_fronts(const engine_t *e, uint32_t base, uint64_t mask) {
  const plan_t *p = e->config.plan;
  uint32_t front[64];
  unsigned count = 0;
  for (; mask != 0; mask &= mask - 1) {
    front[count] = e->head[base + (uint32_t)__builtin_ctzll(mask)];
    count += front[count] != kPlanNone;
  }
  for (unsigned i = 0; i < count; i++) {
    __builtin_prefetch(&p->op[front[i]]);
    __builtin_prefetch(&e->state[front[i]], 1);
  }
  for (unsigned i = 0; i < count; i++) {
    const uint32_t source = p->op[front[i]].source;
    if (source != kPlanNone) {
      __builtin_prefetch(&e->state[source], 1);
    }
  }
}

bool engine_front(const engine_t *e, uint32_t node, engine_send_t *send) {
  uint32_t i = e->head[node];
  if (i == kPlanNone) {
    return false;
  }
  const plan_op_t *op = &e->config.plan->op[i];
  const blocks_t *blocks = e->config.blocks;
  *send = (engine_send_t){
      .created = e->state[i].time,
      .key = blocks != NULL ? blocks_key(blocks, op->node, op->tag)
                            : rng_key(e->config.seed, RNG_BLOCK_DATA, UINT64_C(1) << 32 | i),
      .data = op->source != kPlanNone ? e->state[op->source].data : NULL,
      .operation = i,
      .destination = op->peer,
      .flits = (uint16_t)op->size,
  };
  return true;
}

void engine_pop(engine_t *e, uint32_t node) {
  e->head[node] = e->state[e->head[node]].next;
}

// In rounds, since each reads what the round before has fetched; within one the misses overlap.
void engine_expect(const engine_t *e, const uint32_t *sends, unsigned count) {
  const plan_t *p = e->config.plan;
  for (unsigned i = 0; i < count; i++) {
    __builtin_prefetch(&p->op[sends[i]]);
  }
  for (unsigned i = 0; i < count; i++) {
    const uint32_t receive = p->op[sends[i]].match;
    __builtin_prefetch(&p->op[receive]);
    __builtin_prefetch(&p->op[receive + 1]);
    __builtin_prefetch(&e->state[receive], 1);
  }
  for (unsigned i = 0; i < count; i++) {
    __builtin_prefetch(&p->successor[p->op[p->op[sends[i]].match].successors]);
  }
  for (unsigned i = 0; i < count; i++) {
    const plan_op_t *receive = &p->op[p->op[sends[i]].match];
    for (uint32_t s = receive->successors; s < receive[1].successors; s++) {
      __builtin_prefetch(&p->op[p->successor[s]]);
      __builtin_prefetch(&e->state[p->successor[s]], 1);
    }
  }
}

// One use of what a receive has brought is over; the last one gives the buffer back.
static void release(engine_t *e, uint32_t receive) {
  if (--e->state[receive].uses == 0) {
    uint64_t *data = e->state[receive].data;
    *(uint64_t **)(void *)data = e->free_buffer;
    e->free_buffer = data;
    e->state[receive].data = NULL;
  }
}

void engine_sent(engine_t *e, uint32_t operation, uint64_t now) {
  const uint32_t source = e->config.plan->op[operation].source;
  if (source != kPlanNone && !is_reduction(e)) {  // there its expectation is still needed
    release(e, source);
  }
  complete_later(e, operation);
  complete_all(e, now);
}

static bool add_slab(engine_t *e) {
  slab_t *slab = malloc(sizeof *slab + SLAB * e->buffer_words * sizeof(uint64_t));
  if (slab == NULL) {
    return false;
  }
  slab->next = e->slabs;
  e->slabs = slab;
  uint64_t *first = (uint64_t *)(void *)(slab + 1);
  for (unsigned i = 0; i < SLAB; i++) {
    uint64_t *buffer = first + i * e->buffer_words;
    *(uint64_t **)(void *)buffer = e->free_buffer;
    e->free_buffer = buffer;
  }
  return true;
}

static uint64_t *take_buffer(engine_t *e) {
  if (e->free_buffer == NULL && !add_slab(e)) {
    return NULL;
  }
  uint64_t *buffer = e->free_buffer;
  e->free_buffer = *(uint64_t **)(void *)buffer;
  return buffer;
}

uint64_t *engine_keep(engine_t *e, uint32_t send, bool *no_memory) {
  state_t *receive = &e->state[e->config.plan->op[send].match];
  if (receive->uses == 0) {
    return NULL;
  }
  receive->data = take_buffer(e);
  *no_memory = receive->data == NULL;
  return receive->data;
}

bool engine_reduction(engine_t *e, uint32_t send, engine_reduction_t *r) {
  const plan_op_t *op = e->config.plan->op;
  const blocks_t *blocks = e->config.blocks;
  const uint32_t tag = op[send].tag;
  const uint32_t receive = op[send].match;
  const uint32_t with = op[receive].source;
  *r = (engine_reduction_t){.combined = with != kPlanNone};
  if (with == kPlanNone) {  // a result is passed on
    bool no_memory = false;
    r->expected = blocks->chunk_total[tag];
    r->keep = engine_keep(e, send, &no_memory);
    return !no_memory;
  }
  if (op[send].source != kPlanNone) {
    r->expected = blocks_expectation(blocks, tag, e->state[op[send].source].data);
  }
  if (e->state[with].data == NULL) {  // the first to be combined
    e->state[with].data = take_buffer(e);
    if (e->state[with].data == NULL) {
      return false;
    }
    blocks_contribute(blocks, op[receive].node, tag, e->state[with].data);
  }
  r->keep = e->state[with].data;
  return true;
}

// One use of combined data is over. After the last, what is no part but a result is checked: it has
// been passed on as one, or was for this node alone.
static bool release_combined(engine_t *e, uint32_t receive, bool is_result, uint64_t now,
                             noc_error_t *error) {
  const plan_op_t *op = &e->config.plan->op[receive];
  const bool last = e->state[receive].uses == 1;
  const bool ok =
      !last || !is_result ||
      blocks_check_result(e->config.blocks, op->node, op->tag, e->state[receive].data, now, error);
  release(e, receive);
  return ok;
}

// A message of a reduction has arrived.
static bool reduced(engine_t *e, uint32_t send, uint64_t now, noc_error_t *error) {
  const plan_op_t *op = e->config.plan->op;
  const uint32_t receive = op[send].match;
  const uint32_t source = op[send].source;
  const uint32_t with = op[receive].source;
  if (with == kPlanNone) {
    blocks_found(e->config.blocks, op[receive].node, op[receive].tag);
  }
  bool ok = with == kPlanNone || release_combined(e, with, true, now, error);
  if (source != kPlanNone) {
    const bool is_result = op[source].source != kPlanNone && with == kPlanNone;
    ok = release_combined(e, source, is_result, now, error) && ok;
  }
  return ok;
}

bool engine_arrived(engine_t *e, uint32_t send, uint64_t now, noc_error_t *error) {
  const uint32_t receive = e->config.plan->op[send].match;
  const plan_op_t *op = &e->config.plan->op[receive];
  blocks_t *blocks = e->config.blocks;
  bool ok = true;
  e->checked++;
  if (blocks != NULL && blocks->kind == BLOCK_REDUCED) {
    ok = reduced(e, send, now, error);
  } else if (blocks != NULL) {
    blocks_found(blocks, op->node, op->tag);
  }
  count_down(e, receive, now);
  complete_all(e, now);
  return ok;
}

uint64_t *engine_kept(const engine_t *e, uint32_t receive) {
  return e->config.plan->op[receive].kind == PLAN_RECEIVE ? e->state[receive].data : NULL;
}

bool engine_done(const engine_t *e) {
  return e->complete == e->config.plan->ops;
}

uint64_t engine_checked(const engine_t *e) {
  return e->checked;
}

uint64_t engine_expected(const engine_t *e) {
  return e->expected;
}
