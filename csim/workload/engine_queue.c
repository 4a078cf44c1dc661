// engine_queue -- the sends that are ready, in queues: one a node, or of overlapped steps one a
// node and virtual network, so that a packet that its network holds back holds no other step's at
// its host; see engine.h.

#include "base/rng.h"
#include "workload/engine_state.h"

// Sends fetched ahead at a time.
enum { FETCHED = 64 };

static void fetch(const engine_t *e, const uint32_t *front, unsigned count) {
  const plan_t *p = e->config.plan;
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

void engine_expect_fronts(const engine_t *e, uint32_t base, uint64_t mask) {
  uint32_t front[FETCHED];
  unsigned count = 0;
  for (; mask != 0; mask &= mask - 1) {
    const uint32_t node = base + (uint32_t)__builtin_ctzll(mask);
    for (unsigned k = 0; k < e->queues; k++) {
      front[count] = e->head[(size_t)node * e->queues + k];
      count += front[count] != kPlanNone;
      if (count == FETCHED) {
        fetch(e, front, count);
        count = 0;
      }
    }
  }
  fetch(e, front, count);
}

// The number that the data of a message of its own is drawn for.
static uint32_t drawn_for(const engine_t *e, uint32_t op) {
  return e->config.data_by_tag ? e->config.plan->op[op].tag : op;
}

// A packet of a send that is longer than one.
static void take_part(const engine_t *e, uint32_t first, engine_send_t *send) {
  const uint32_t size = e->config.plan->op[send->operation].size;
  const uint32_t left = size - first;
  const uint64_t part = first / e->config.packet_flits + 1;
  send->first = first;
  send->flits = (uint16_t)(left < e->config.packet_flits ? left : e->config.packet_flits);
  send->key = e->config.blocks != NULL ? engine_block_key(e, send->operation, send->first)
                                       : rng_key(e->config.seed, RNG_BLOCK_DATA,
                                                 part << 32 | drawn_for(e, send->operation));
  if (send->data != NULL) {
    send->data += (size_t)send->first * e->config.words;
  }
}

static inline void describe_packet(const engine_t *e, uint32_t i, unsigned queue, uint32_t first,
                                   engine_send_t *send) {
  const plan_op_t *op = &e->config.plan->op[i];
  const blocks_t *blocks = e->config.blocks;
  *send = (engine_send_t){
      .created = e->state[i].time,
      .key = blocks != NULL
                 ? blocks_key(blocks, op->node, op->tag)
                 : rng_key(e->config.seed, RNG_BLOCK_DATA, UINT64_C(1) << 32 | drawn_for(e, i)),
      .data = op->source != kPlanNone ? e->state[op->source].data : NULL,
      .operation = i,
      .destination = op->kind == PLAN_SEND ? op->peer : kPlanNone,
      .flits = (uint16_t)op->size,
      .queue = (uint8_t)queue,
  };
  if (e->parts != NULL) {
    take_part(e, first, send);
  }
  if (e->coding != NULL) {
    send->key = engine_packet_key(e, i, send->first);
  }
}

uint64_t engine_block_key(const engine_t *e, uint32_t send, uint32_t first) {
  const plan_op_t *op = &e->config.plan->op[send];
  const uint64_t key = blocks_key(e->config.blocks, op->node, op->tag);
  return first == 0 ? key : rng_key(key, RNG_BLOCK_DATA, first);
}

void engine_packet(const engine_t *e, uint32_t operation, uint32_t first, engine_send_t *send) {
  const unsigned queue = e->queues == 1 ? 0 : (unsigned)(engine_queue(e, operation) % e->queues);
  describe_packet(e, operation, queue, first, send);
}

static void describe(const engine_t *e, size_t queue, engine_send_t *send) {
  const uint32_t first = e->parts != NULL ? e->handed[queue] : 0;
  describe_packet(e, e->head[queue], (unsigned)(queue % e->queues), first, send);
}

bool engine_front(const engine_t *e, uint32_t node, engine_send_t *send) {
  if (e->head[node] == kPlanNone) {
    return false;
  }
  describe(e, node, send);
  return true;
}

bool engine_oldest_front(const engine_t *e, uint32_t node, uint32_t free, engine_send_t *send,
                         bool *queued) {
  const uint32_t *head = &e->head[(size_t)node * e->queues];
  unsigned chosen = e->queues;
  *queued = false;
  for (unsigned k = 0; k < e->queues; k++) {
    if (head[k] == kPlanNone) {
      continue;
    }
    *queued = true;
    if ((free >> k & 1u) != 0 &&
        (chosen == e->queues || e->state[head[k]].time < e->state[head[chosen]].time)) {
      chosen = k;
    }
  }
  if (chosen == e->queues) {
    return false;
  }
  describe(e, (size_t)node * e->queues + chosen, send);
  return true;
}

void engine_pop(engine_t *e, uint32_t node, unsigned queue, uint64_t now) {
  const size_t at = (size_t)node * e->queues + queue;
  const uint32_t i = e->head[at];
  const plan_op_t *op = &e->config.plan->op[i];
  const bool first = e->parts == NULL || e->handed[at] == 0;
  if (e->parts != NULL && op->size - e->handed[at] > e->config.packet_flits) {
    e->handed[at] += e->config.packet_flits;
  } else {
    e->head[at] = e->state[i].next;
    if (e->parts != NULL) {
      e->handed[at] = 0;
    }
  }
  if (first && op->starts) {
    engine_started(e, i, now);
  }
}

void engine_pop_message(engine_t *e, uint32_t node, unsigned queue, uint64_t now) {
  const size_t at = (size_t)node * e->queues + queue;
  const uint32_t i = e->head[at];
  e->head[at] = e->state[i].next;
  if (e->config.plan->op[i].starts) {
    engine_started(e, i, now);
  }
}
