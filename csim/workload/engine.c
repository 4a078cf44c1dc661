// engine -- see engine.h. An operation waits in a counter; completing one counts its successors
// down. Lists (queues of sends, and the work of one moment) are chained through the operations,
// since one is in one list at a time. So nothing is allocated in the loop but, now and then, a slab
// for data to be passed on.
//
// Most receives only count their message like a requirement. A receive that is `late` does not: at
// a node with a wildcard, or where others wait for its start, it is posted when it has all that it
// requires, and takes the first message that has arrived and matches, or else waits for the first
// that will; docs/plans.md.
//
// Messages come in no order that a cache could foresee, so what an operation needs is kept together
// in 16 bytes, and engine_expect() fetches it ahead.

#include "workload/engine.h"

#include <assert.h>
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
    uint64_t time;   // a send: cycle in which it was ready; a computation: of its next event
    uint64_t *data;  // a receive: its data, while somebody uses it
  };
  union {
    uint32_t waits;  // until it starts: requirements (most receives: and the message) missing
    uint32_t next;   // then: the next in a list
  };
  // A receive: sends that still pass its data on, and receives that are still combined with it. A
  // computation: 1 while it waits for its processor.
  uint32_t uses;
} state_t;

typedef struct {
  uint32_t head, tail;
} list_t;

// Packets of a message that are not with the interface yet, and that have not arrived.
typedef struct {
  uint32_t unsent, missing;
} parts_t;

struct engine {
  engine_config_t config;
  state_t *state;                    // [ops]
  uint32_t *head, *tail;             // [node]: queue of sends
  uint32_t worklist;                 // operations that complete now
  list_t startlist;                  // operations that start now and have more to do for it
  list_t *posted;                    // [node]: late receives; NULL if there are none in the plan
  list_t *unexpected;                // [node]: messages (their sends) that have arrived before
  parts_t *parts;                    // [ops]; NULL if all messages go in one packet
  uint32_t *handed;                  // [node]: flits of its first send already popped
  uint32_t long_send, long_receive;  // matched though the message is longer; or kPlanNone
  unsigned cpus;                     // of a node
  uint64_t *busy;                    // [node * cpus]: cycle in which its last computation ends
  uint32_t *timer;                   // heap of computations under way, by the time
  uint32_t timers;
  uint32_t complete;
  bool started;
  uint64_t checked, expected;  // messages
  size_t buffer_words;
  uint64_t *free_buffer;  // each begins with the address of the next
  slab_t *slabs;
};

static uint32_t packets(const engine_t *e, uint32_t op) {
  const uint32_t flits = e->config.plan->op[op].size;
  return flits / e->config.packet_flits + (flits % e->config.packet_flits != 0);
}

// What only some plans need.
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
    e->handed = calloc(p->nodes, sizeof *e->handed);
    for (uint32_t i = 0; e->parts != NULL && i < p->ops; i++) {
      const uint32_t count = p->op[i].kind == PLAN_SEND ? packets(e, i) : 0;
      e->parts[i] = (parts_t){count, count};
    }
  }
  return (!p->has_late || e->posted) && (!several || (e->parts && e->handed));
}

static bool allocate(engine_t *e) {
  const plan_t *p = e->config.plan;
  const size_t ops = (size_t)p->ops + 1;
  e->state = calloc(ops, sizeof *e->state);
  e->head = malloc(p->nodes * sizeof *e->head);
  e->tail = malloc(p->nodes * sizeof *e->tail);
  uint32_t computations = 0;
  e->cpus = 1;
  for (uint32_t i = 0; i < p->ops; i++) {
    const plan_op_t *op = &p->op[i];
    computations += op->kind == PLAN_CALCULATE;
    e->cpus = op->kind == PLAN_CALCULATE && op->cpu >= e->cpus ? op->cpu + 1u : e->cpus;
  }
  e->busy = calloc((size_t)p->nodes * e->cpus, sizeof *e->busy);
  e->timer = malloc(((size_t)computations + 1) * sizeof *e->timer);
  return e->state && e->head && e->tail && e->busy && e->timer && allocate_more(e);
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
  for (uint32_t i = 0; i < p->start_edges; i++) {
    e->state[p->start_edge[i].operation].waits++;
  }
  for (uint32_t i = 0; i < p->ops; i++) {
    const plan_op_t *op = &p->op[i];
    e->state[i].waits += op->kind == PLAN_RECEIVE && !op->late;
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
  e->startlist = (list_t){kPlanNone, kPlanNone};
  e->long_send = kPlanNone;
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
  free(e->posted);
  free(e->parts);
  free(e->handed);
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

static void append(engine_t *e, list_t *list, uint32_t op) {
  e->state[op].next = kPlanNone;
  if (list->head == kPlanNone) {
    list->head = op;
  } else {
    e->state[list->tail].next = op;
  }
  list->tail = op;
}

// In their order, which is that of posting.
static void start_later(engine_t *e, uint32_t op) {
  append(e, &e->startlist, op);
}

static void compute(engine_t *e, uint32_t op, uint64_t now) {
  if (e->state[op].time == now) {
    complete_computation(e, op);
  } else {
    timer_push(e, op);
  }
}

// The computations of one processor follow each other. Not inlined, for messages are started so much
// more often.
static __attribute__((noinline)) void start_computation(engine_t *e, uint32_t op, uint64_t now) {
  const plan_op_t *o = &e->config.plan->op[op];
  uint64_t *busy = &e->busy[(size_t)o->node * e->cpus + o->cpu];
  const uint64_t from = *busy > now ? *busy : now;
  *busy = from + o->size;
  e->state[op].time = *busy;
  if (!o->starts) {
    compute(e, op, now);
  } else if (from == now) {
    start_later(e, op);
  } else {  // others wait for its turn
    e->state[op].time = from;
    e->state[op].uses = 1;
    timer_push(e, op);
  }
}

static void end_timer(engine_t *e, uint32_t op) {
  if (e->config.plan->op[op].starts && e->state[op].uses != 0) {
    e->state[op].uses = 0;
    e->state[op].time += e->config.plan->op[op].size;
    start_later(e, op);
  } else {
    complete_computation(e, op);
  }
}

static void start(engine_t *e, uint32_t op, uint64_t now) {
  switch ((plan_kind_t)e->config.plan->op[op].kind) {
    case PLAN_SEND:
      enqueue_send(e, op, now);
      break;
    case PLAN_RECEIVE:
      if (e->config.plan->op[op].late) {
        start_later(e, op);
      } else {
        complete_later(e, op);
      }
      break;
    case PLAN_CALCULATE:
      start_computation(e, op, now);
      break;
  }
}

// --- late receives -------------------------------------------------------------------------------

static bool agree(uint32_t a, uint32_t b) {
  return a == b || a == kPlanAny || b == kPlanAny;
}

static bool matches(const plan_op_t *op, uint32_t receive, uint32_t send) {
  const plan_op_t *r = &op[receive];
  return r->match != kPlanNone ? r->match == send
                               : agree(r->peer, op[send].node) && agree(r->tag, op[send].tag);
}

// Takes the first that matches out of the list; kPlanNone if there is none. `key` is a receive, and
// the list has messages, or the other way round.
static uint32_t take(engine_t *e, list_t *list, uint32_t key) {
  const plan_op_t *op = e->config.plan->op;
  uint32_t before = kPlanNone;
  for (uint32_t i = list->head; i != kPlanNone; i = e->state[i].next) {
    const bool is_receive = op[i].kind == PLAN_RECEIVE;
    if (matches(op, is_receive ? i : key, is_receive ? key : i)) {
      *(before == kPlanNone ? &list->head : &e->state[before].next) = e->state[i].next;
      list->tail = list->tail == i ? before : list->tail;
      return i;
    }
    before = i;
  }
  return kPlanNone;
}

static void join(engine_t *e, uint32_t receive, uint32_t send) {
  const plan_op_t *op = e->config.plan->op;
  if (op[send].size > op[receive].size && e->long_send == kPlanNone) {
    e->long_send = send;
    e->long_receive = receive;
  }
  complete_later(e, receive);
}

static void post(engine_t *e, uint32_t receive) {
  assert(e->posted != NULL);  // only late receives are posted
  const uint32_t node = e->config.plan->op[receive].node;
  const uint32_t send = take(e, &e->unexpected[node], receive);
  if (send != kPlanNone) {
    join(e, receive, send);
  } else {
    append(e, &e->posted[node], receive);
  }
}

// False if the message is for a receive that is not late.
static bool arrived_late(engine_t *e, uint32_t send) {
  const plan_op_t *op = e->config.plan->op;
  if (op[send].match != kPlanNone && !op[op[send].match].late) {
    return false;
  }
  const uint32_t node = op[send].peer;
  const uint32_t receive = take(e, &e->posted[node], send);
  if (receive != kPlanNone) {
    join(e, receive, send);
  } else {
    append(e, &e->unexpected[node], send);
  }
  return true;
}

static void count_down(engine_t *e, uint32_t op, uint64_t now) {
  if (--e->state[op].waits == 0) {
    start(e, op, now);
  }
}

// What waits for the start of an operation.
static void count_down_started(engine_t *e, uint32_t op, uint64_t now) {
  const plan_t *p = e->config.plan;
  uint32_t end = 0;
  for (uint32_t s = plan_start_successors(p, op, &end); s < end; s++) {
    count_down(e, p->start_edge[s].operation, now);
  }
}

// And then its own work.
static void start_next(engine_t *e, uint64_t now) {
  const plan_t *p = e->config.plan;
  const uint32_t op = e->startlist.head;
  e->startlist.head = e->state[op].next;
  count_down_started(e, op, now);
  if (p->op[op].kind == PLAN_RECEIVE) {
    post(e, op);
  } else if (p->op[op].kind == PLAN_CALCULATE) {
    compute(e, op, now);
  }
}

static void complete_all(engine_t *e, uint64_t now) {
  const plan_t *p = e->config.plan;
  do {
    while (e->worklist != kPlanNone) {
      uint32_t op = e->worklist;
      e->worklist = e->state[op].next;
      e->complete++;
      for (uint32_t s = p->op[op].successors; s < p->op[op + 1].successors; s++) {
        count_down(e, p->successor[s], now);
      }
    }
    if (e->startlist.head != kPlanNone) {
      start_next(e, now);
    }
  } while (e->worklist != kPlanNone || e->startlist.head != kPlanNone);
}

static bool fail_long(const engine_t *e, noc_error_t *error) {
  const plan_t *p = e->config.plan;
  char send[PLAN_TEXT];
  char receive[PLAN_TEXT];
  return noc_fail(error, NOC_CHECK_FAILED, "plan: %s, of %u flits, has matched %s, of %u",
                  plan_describe(p, e->long_receive, receive), p->op[e->long_receive].size,
                  plan_describe(p, e->long_send, send), p->op[e->long_send].size);
}

bool engine_cycle(engine_t *e, uint64_t now, noc_error_t *error) {
  // Nothing completes in this loop, so a count of zero has not been started yet.
  for (uint32_t i = 0; i < e->config.plan->ops && !e->started; i++) {
    if (e->state[i].waits == 0) {
      start(e, i, now);
    }
  }
  e->started = true;
  while (e->timers > 0 && e->state[e->timer[0]].time <= now) {
    end_timer(e, timer_pop(e));
  }
  complete_all(e, now);
  return e->long_send == kPlanNone || fail_long(e, error);
}

// --- messages ------------------------------------------------------------------------------------

// A send that others wait for. It may have more packets in the queue.
static void started(engine_t *e, uint32_t op, uint64_t now) {
  count_down_started(e, op, now);
  complete_all(e, now);
}

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
  if (e->parts != NULL) {
    const uint32_t left = op->size - e->handed[node];
    const uint64_t part = e->handed[node] / e->config.packet_flits + 1;
    send->flits = (uint16_t)(left < e->config.packet_flits ? left : e->config.packet_flits);
    send->key = rng_key(e->config.seed, RNG_BLOCK_DATA, part << 32 | i);
  }
  return true;
}

void engine_pop(engine_t *e, uint32_t node, uint64_t now) {
  const uint32_t i = e->head[node];
  const plan_op_t *op = &e->config.plan->op[i];
  const bool first = e->parts == NULL || e->handed[node] == 0;
  if (e->parts != NULL && op->size - e->handed[node] > e->config.packet_flits) {
    e->handed[node] += e->config.packet_flits;
  } else {
    e->head[node] = e->state[i].next;
    if (e->parts != NULL) {
      e->handed[node] = 0;
    }
  }
  if (first && op->starts) {
    started(e, i, now);
  }
}

// In rounds, since each reads what the round before has fetched; within one the misses overlap.
void engine_expect(const engine_t *e, const uint32_t *sends, unsigned count) {
  const plan_t *p = e->config.plan;
  if (p->has_late) {  // then not every message has its receive yet
    return;
  }
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
  if (e->parts != NULL && --e->parts[operation].unsent > 0) {
    return;
  }
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
  const uint32_t match = e->config.plan->op[send].match;
  if (match == kPlanNone || e->state[match].uses == 0) {
    return NULL;
  }
  state_t *receive = &e->state[match];
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
  if (e->parts != NULL && --e->parts[send].missing > 0) {
    return true;
  }
  e->checked++;
  if (e->posted != NULL && arrived_late(e, send)) {
    complete_all(e, now);
    return true;
  }
  const uint32_t receive = e->config.plan->op[send].match;
  const plan_op_t *op = &e->config.plan->op[receive];
  blocks_t *blocks = e->config.blocks;
  bool ok = true;
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
  return e->complete == e->config.plan->ops && e->long_send == kPlanNone;
}

uint32_t engine_complete(const engine_t *e) {
  return e->complete;
}

uint32_t engine_operations(const engine_t *e) {
  return e->config.plan->ops;
}

bool engine_computing(const engine_t *e) {
  return e->timers > 0;
}

void engine_fail_stalled(const engine_t *e, noc_error_t *error) {
  enum { SHOWN = 4 };
  const plan_t *p = e->config.plan;
  char text[SHOWN * (PLAN_TEXT + 2)] = "";
  size_t used = 0;
  uint32_t count = 0;
  // Receives first, then messages.
  for (size_t k = 0; e->posted != NULL && k < 2 * (size_t)p->nodes; k++) {
    for (uint32_t i = e->posted[k].head; i != kPlanNone; i = e->state[i].next) {
      char one[PLAN_TEXT];
      if (count++ < SHOWN) {
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", used > 0 ? "; " : "",
                                 plan_describe(p, i, one));
      }
    }
  }
  (void)noc_fail(error, NOC_CHECK_FAILED,
                 "deadlock: the plan waits for itself with %u of %u operations complete; %u "
                 "receives and messages do not match: %s%s",
                 e->complete, p->ops, count, text, count > SHOWN ? "; ..." : "");
}

uint64_t engine_checked(const engine_t *e) {
  return e->checked;
}

uint64_t engine_expected(const engine_t *e) {
  return e->expected;
}
