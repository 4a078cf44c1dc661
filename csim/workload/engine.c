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

#include "base/heap.h"
#include "base/memory.h"
#include "workload/engine_state.h"
#include "workload/multicast_log.h"

// The heap of computations is ordered by the cycle in which they end, then by their numbers: so
// what a node does is the same whether others compute beside it or not.
static bool ends_before(const void *engine, const void *a, const void *b) {
  const engine_t *e = engine;
  const uint32_t x = *(const uint32_t *)a;
  const uint32_t y = *(const uint32_t *)b;
  return e->state[x].time != e->state[y].time ? e->state[x].time < e->state[y].time : x < y;
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

static void append(engine_t *e, list_t *list, uint32_t op) {
  e->state[op].next = kPlanNone;
  if (list->head == kPlanNone) {
    list->head = op;
  } else {
    e->state[list->tail].next = op;
  }
  list->tail = op;
}

// Puts an operation behind those to be started, so that their order is that of posting.
static void start_later(engine_t *e, uint32_t op) {
  append(e, &e->startlist, op);
}

static void compute(engine_t *e, uint32_t op, uint64_t now) {
  if (e->state[op].time == now) {
    complete_computation(e, op);
  } else {
    heap_push(e->timer, &e->timers, sizeof *e->timer, &op, ends_before, e);
  }
}

// The computations of one processor follow each other. Not inlined, for messages are started so
// much more often.
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
    heap_push(e->timer, &e->timers, sizeof *e->timer, &op, ends_before, e);
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

static void enqueue_send(engine_t *e, uint32_t op, uint64_t now) {
  const uint32_t node = e->config.plan->op[op].node;
  const size_t queue = e->queues == 1 ? node : engine_queue(e, op);
  e->state[op].time = now;
  e->state[op].next = kPlanNone;
  if (e->head[queue] == kPlanNone) {
    e->head[queue] = op;
  } else {
    e->state[e->tail[queue]].next = op;
  }
  e->tail[queue] = op;
  e->config.active[node / 64] |= UINT64_C(1) << node % 64;
}

static void start(engine_t *e, uint32_t op, uint64_t now) {
  switch ((plan_kind_t)e->config.plan->op[op].kind) {
    case PLAN_SEND:
    case PLAN_MULTICAST:
      enqueue_send(e, op, now);
      break;
    case PLAN_RECEIVE:
      if (e->config.plan->op[op].late) {
        start_later(e, op);
        break;
      }
      if (e->config.plan->op[op].apart) {
        engine_combine_apart(e, op, now);
      }
      complete_later(e, op);
      break;
    case PLAN_CALCULATE:
      start_computation(e, op, now);
      break;
    case PLAN_JOIN:
      engine_join(e, op);
      complete_later(e, op);
      break;
    case PLAN_BLOCK:
    case PLAN_XOR:
    case PLAN_COPY:
      complete_later(e, op);
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

// Counts down what waits for the start of an operation.
static void count_down_started(engine_t *e, uint32_t op, uint64_t now) {
  const plan_t *p = e->config.plan;
  uint32_t end = 0;
  for (uint32_t s = plan_start_successors(p, op, &end); s < end; s++) {
    count_down(e, p->start_edge[s].operation, now);
  }
}

// Starts the next operation: first what waits for its start, then its own work.
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

// Inlined twice, so that plans without steps are not asked for each operation.
static inline __attribute__((always_inline)) void complete_ready(engine_t *e, uint64_t now,
                                                                 bool steps) {
  const plan_t *p = e->config.plan;
  do {
    while (e->worklist != kPlanNone) {
      uint32_t op = e->worklist;
      e->worklist = e->state[op].next;
      e->complete++;
      if (steps) {
        engine_step_completes(e, op, now);
      }
      for (uint32_t s = p->op[op].successors; s < p->op[op + 1].successors; s++) {
        count_down(e, p->successor[s], now);
      }
    }
    if (e->startlist.head != kPlanNone) {
      start_next(e, now);
    }
  } while (e->worklist != kPlanNone || e->startlist.head != kPlanNone);
}

// The next barrier is reached: sends of the step behind it need no longer wait for it.
static void pass_barrier(engine_t *e, uint64_t now) {
  const plan_t *p = e->config.plan;
  e->passed++;
  e->step[e->passed].time = (engine_step_t){now, now};
  for (uint32_t i = 0; i < p->ops; i++) {
    if (engine_waits_for_barrier(p, i) && p->step[i] == e->passed &&
        engine_has_node(e, p->op[i].node)) {
      count_down(e, i, now);
    }
  }
}

static __attribute__((noinline)) void complete_steps(engine_t *e, uint64_t now) {
  complete_ready(e, now, true);
}

static void complete_all(engine_t *e, uint64_t now) {
  if (e->step != NULL) {
    complete_steps(e, now);
  } else {
    complete_ready(e, now, false);
  }
}

bool engine_has_barrier(const engine_t *e) {
  return e->config.sequential && e->step != NULL && e->passed + 1 < e->config.plan->steps;
}

uint32_t engine_step_left(const engine_t *e) {
  return e->step[e->passed].left;
}

void engine_pass_barrier(engine_t *e, uint64_t now) {
  pass_barrier(e, now);
  complete_all(e, now);
}

void engine_pass_barriers(engine_t *e, uint64_t now) {
  while (engine_has_barrier(e) && engine_step_left(e) == 0) {
    engine_pass_barrier(e, now);
  }
}

static bool fail_long(const engine_t *e, noc_error_t *error) {
  const plan_t *p = e->config.plan;
  char send[PLAN_TEXT];
  char receive[PLAN_TEXT];
  return noc_fail(error, NOC_CHECK_FAILED, "plan: %s, of %u flits, has matched %s, of %u",
                  plan_describe(p, e->long_receive, receive), p->op[e->long_receive].size,
                  plan_describe(p, e->long_send, send), p->op[e->long_send].size);
}

// Operations that were held until this cycle.
static void release(engine_t *e, uint64_t now) {
  const plan_t *p = e->config.plan;
  while (e->released < p->releases && p->release[e->released].cycle <= now) {
    const uint32_t op = p->release[e->released++].operation;
    if (engine_has_node(e, p->op[op].node)) {
      count_down(e, op, now);
    }
  }
}

void engine_stop(engine_t *e) {
  e->released = e->config.plan->releases;
}

bool engine_cycle(engine_t *e, uint64_t now, noc_error_t *error) {
  // Nothing completes in this loop, so a count of zero has not been started yet.
  for (uint32_t i = 0; i < e->config.plan->ops && !e->started; i++) {
    if (e->state[i].waits == 0 && engine_has_node(e, e->config.plan->op[i].node)) {
      start(e, i, now);
    }
  }
  e->started = true;
  release(e, now);
  while (e->timers > 0 && e->state[e->timer[0]].time <= now) {
    uint32_t op = 0;
    heap_pop(e->timer, &e->timers, sizeof *e->timer, &op, ends_before, e);
    end_timer(e, op);
  }
  complete_all(e, now);
  if (e->short_of_memory) {
    return memory_fail(error, "data to be joined");
  }
  return e->long_send == kPlanNone || fail_long(e, error);
}

// --- messages ------------------------------------------------------------------------------------

// A send that others wait for. It may have more packets in the queue.
void engine_started(engine_t *e, uint32_t op, uint64_t now) {
  count_down_started(e, op, now);
  complete_all(e, now);
}

// Fetches in rounds, since each reads what the round before has fetched; within one the misses
// overlap.
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

void engine_sent(engine_t *e, uint32_t operation, uint64_t now) {
  if (e->parts != NULL && --e->parts[operation].unsent > 0) {
    return;
  }
  const uint32_t source = e->config.plan->op[operation].source;
  if (source != kPlanNone && !engine_reduces(e) &&
      (e->coding == NULL || engine_hosts(e, source))) {  // there its expectation is still needed
    engine_release(e, source);
  }
  complete_later(e, operation);
  complete_all(e, now);
}

bool engine_packet_arrived(engine_t *e, uint32_t send) {
  return e->parts == NULL || --e->parts[send].missing == 0;
}

bool engine_message_arrived(engine_t *e, uint32_t send, uint64_t now, noc_error_t *error) {
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
    ok = engine_reduced(e, send, now, error);
  } else if (e->coding != NULL) {
    engine_found(e, op->node, receive);
  } else if (blocks != NULL) {
    blocks_found(blocks, op->node, op->tag);
  } else if (e->config.log != NULL) {
    ok = multicast_log_arrived(e->config.log, receive, now) ||
         memory_fail(error, "the latency histogram");
  }
  count_down(e, receive, now);
  complete_all(e, now);
  if (ok && e->wrong.status != NOC_OK) {
    *error = e->wrong;
    return false;
  }
  return ok;
}

void engine_count_down(engine_t *e, uint32_t op, uint64_t now) {
  count_down(e, op, now);
  complete_all(e, now);
}

bool engine_done(const engine_t *e) {
  return engine_complete(e) == e->config.plan->ops && e->long_send == kPlanNone;
}

uint32_t engine_complete(const engine_t *e) {
  return e->complete + (uint32_t)e->others.complete;
}

uint32_t engine_operations(const engine_t *e) {
  return e->config.plan->ops;
}

bool engine_computing(const engine_t *e) {
  return e->timers > 0 || e->others.computing > 0 || e->released < e->config.plan->releases;
}

uint64_t engine_next(const engine_t *e) {
  const plan_t *p = e->config.plan;
  const uint64_t timer = e->timers > 0 ? e->state[e->timer[0]].time : UINT64_MAX;
  const uint64_t release = e->released < p->releases ? p->release[e->released].cycle : UINT64_MAX;
  return !e->started ? 0 : timer < release ? timer : release;
}

// Adds what is in the lists of all nodes.
static void find_unmatched(const engine_t *e, const list_t *list, engine_unmatched_t *u) {
  const plan_t *p = e->config.plan;
  for (uint32_t node = 0; list != NULL && node < p->nodes; node++) {
    for (uint32_t i = list[node].head; i != kPlanNone; i = e->state[i].next) {
      if (u->count < ENGINE_SHOWN) {
        u->operation[u->count] = i;
      }
      u->count++;
    }
  }
}

engine_stalled_t engine_stalled(const engine_t *e) {
  engine_stalled_t s = {0};
  find_unmatched(e, e->posted, &s.receives);
  find_unmatched(e, e->unexpected, &s.messages);
  return s;
}

static void add_unmatched(engine_unmatched_t *to, const engine_unmatched_t *from) {
  for (uint32_t i = 0; i < from->count && i < ENGINE_SHOWN && to->count + i < ENGINE_SHOWN; i++) {
    to->operation[to->count + i] = from->operation[i];
  }
  to->count += from->count;
}

void engine_stalled_add(engine_stalled_t *to, const engine_stalled_t *from) {
  add_unmatched(&to->receives, &from->receives);
  add_unmatched(&to->messages, &from->messages);
}

void engine_fail_stalled(const engine_t *e, const engine_stalled_t *stalled, noc_error_t *error) {
  const plan_t *p = e->config.plan;
  char text[ENGINE_SHOWN * (PLAN_TEXT + 2)] = "";
  size_t used = 0;
  engine_unmatched_t all = stalled->receives;
  add_unmatched(&all, &stalled->messages);
  for (uint32_t i = 0; i < all.count && i < ENGINE_SHOWN; i++) {
    char one[PLAN_TEXT];
    used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", used > 0 ? "; " : "",
                             plan_describe(p, all.operation[i], one));
  }
  char unmatched[sizeof text + 64] = "";
  if (all.count > 0) {
    (void)snprintf(unmatched, sizeof unmatched, "; %u receives and messages do not match: %s%s",
                   all.count, text, all.count > ENGINE_SHOWN ? "; ..." : "");
  }
  (void)noc_fail(error, NOC_CHECK_FAILED,
                 "deadlock: the plan waits for itself with %u of %u operations complete%s",
                 engine_complete(e), p->ops, unmatched);
}

unsigned engine_packet_flits(const engine_t *e) {
  return e->config.packet_flits;
}

uint64_t engine_checked(const engine_t *e) {
  return e->checked + e->others.checked;
}

uint64_t engine_expected(const engine_t *e) {
  return e->expected;
}
