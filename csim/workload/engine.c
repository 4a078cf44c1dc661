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
  uint32_t uses;  // a receive: sends that still pass its data on
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
  uint64_t checked, expected;
  uint64_t *has_block;  // a bit a node and block
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
  size_t blocks = e->config.collective ? (size_t)p->nodes * p->nodes : 0;
  e->has_block = calloc(blocks / 64 + 1, sizeof *e->has_block);
  uint32_t computations = 0;
  for (uint32_t i = 0; i < p->ops; i++) {
    computations += p->op[i].kind == PLAN_CALCULATE;
  }
  e->timer = malloc((computations + 1) * sizeof *e->timer);
  return e->state && e->head && e->tail && e->busy && e->has_block && e->timer;
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
    if (op->kind == PLAN_SEND && op->source != kPlanNone) {
      e->state[op->source].uses++;
      size_t words = (size_t)op->size * e->config.words;
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
  const uint64_t receives = count_requirements(e);
  e->expected = config->collective ? (uint64_t)p->nodes * (p->nodes - 1) : receives;
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
  free(e->has_block);
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

// The computations of a node follow each other: it has one processor.
static void start_computation(engine_t *e, uint32_t op, uint64_t now) {
  const plan_op_t *o = &e->config.plan->op[op];
  uint64_t from = e->busy[o->node] > now ? e->busy[o->node] : now;
  e->state[op].time = from + o->size;
  e->busy[o->node] = e->state[op].time;
  if (e->state[op].time == now) {
    complete_later(e, op);
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
    complete_later(e, timer_pop(e));
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
  uint64_t number = e->config.collective ? op->tag : UINT64_C(1) << 32 | i;
  *send = (engine_send_t){
      .created = e->state[i].time,
      .key = rng_key(e->config.seed, RNG_BLOCK_DATA, number),
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

void engine_sent(engine_t *e, uint32_t operation, uint64_t now) {
  uint32_t source = e->config.plan->op[operation].source;
  if (source != kPlanNone && --e->state[source].uses == 0) {
    uint64_t *data = e->state[source].data;
    *(uint64_t **)(void *)data = e->free_buffer;
    e->free_buffer = data;
    e->state[source].data = NULL;
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

uint64_t *engine_keep(engine_t *e, uint32_t send, bool *no_memory) {
  state_t *receive = &e->state[e->config.plan->op[send].match];
  if (receive->uses == 0) {
    return NULL;
  }
  if (e->free_buffer == NULL && !add_slab(e)) {
    *no_memory = true;
    return NULL;
  }
  uint64_t *buffer = e->free_buffer;
  e->free_buffer = *(uint64_t **)(void *)buffer;
  receive->data = buffer;
  return buffer;
}

void engine_arrived(engine_t *e, uint32_t send, uint64_t now) {
  const plan_t *p = e->config.plan;
  uint32_t receive = p->op[send].match;
  const plan_op_t *op = &p->op[receive];
  if (e->config.collective) {
    size_t bit = (size_t)op->node * p->nodes + op->tag;
    uint64_t mask = UINT64_C(1) << bit % 64;
    e->checked += (e->has_block[bit / 64] & mask) == 0 && op->tag != op->node;
    e->has_block[bit / 64] |= mask;
  } else {
    e->checked++;
  }
  count_down(e, receive, now);
  complete_all(e, now);
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
