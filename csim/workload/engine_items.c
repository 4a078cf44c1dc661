// engine_items -- the data of plans with blocks, exclusive ors and joins: what each packet must
// carry, what the host keeps to send or to join, and what a node has found; see engine.h.

#include <string.h>

#include "base/rng.h"
#include "workload/engine_state.h"

// Packets of a message are numbered from 1.
static uint64_t origin_key(const engine_t *e, uint32_t origin, uint64_t packet) {
  const plan_op_t *op = &e->config.plan->op[origin];
  return e->config.blocks != NULL ? blocks_key(e->config.blocks, op->node, op->tag)
                                  : rng_key(e->config.seed, RNG_BLOCK_DATA, packet << 32 | origin);
}

uint64_t engine_origin_key(const engine_t *e, uint32_t origin) {
  return origin_key(e, origin, 1);
}

uint64_t engine_packet_key(const engine_t *e, uint32_t send, uint32_t first) {
  const uint32_t origin = e->coding->data[send].origin;
  return origin != kPlanNone ? origin_key(e, origin, first / e->config.packet_flits + 1) : 0;
}

uint64_t engine_part_key(const engine_t *e, uint32_t join, uint32_t flit, unsigned *in_part) {
  const plan_t *p = e->config.plan;
  const uint32_t part = p->part[p->op[join].tag + flit / e->coding->part_flits];
  *in_part = flit % e->coding->part_flits;
  return engine_origin_key(e, e->coding->data[part].origin);
}

bool engine_incoming(engine_t *e, uint32_t send, uint32_t first, engine_incoming_t *in) {
  bool no_memory = false;
  const uint32_t origin = e->coding->data[send].origin;
  const bool joined = origin != kPlanNone && e->config.plan->op[origin].kind == PLAN_JOIN;
  *in = (engine_incoming_t){.key = joined ? 0 : engine_packet_key(e, send, first),
                            .keep = engine_keep(e, send, &no_memory),
                            .join = joined ? origin : kPlanNone};
  if (in->keep != NULL) {
    in->keep += (size_t)first * e->config.words;
  }
  return !no_memory;
}

bool engine_hosts(const engine_t *e, uint32_t item) {
  const uint8_t kind = e->config.plan->op[item].kind;
  return kind == PLAN_JOIN || (kind == PLAN_RECEIVE && e->coding->data[item].name_b == kPlanNone);
}

void engine_count_uses(engine_t *e, uint32_t op) {
  const plan_t *p = e->config.plan;
  const plan_op_t *o = &p->op[op];
  if (o->kind == PLAN_SEND && o->source != kPlanNone) {
    e->state[o->source].uses += engine_hosts(e, o->source);
  }
  for (uint32_t k = 0; o->kind == PLAN_JOIN && k < o->peer; k++) {
    const uint32_t part = p->part[o->tag + k];
    e->state[part].uses += p->op[part].kind != PLAN_BLOCK;
  }
}

// A block of the node's own.
static void copy_block(const engine_t *e, uint32_t block, uint64_t *out) {
  const uint64_t key = engine_origin_key(e, block);
  for (unsigned flit = 0; flit < e->config.plan->op[block].size; flit++) {
    for (unsigned i = 0; i < e->config.words; i++) {
      const uint64_t mask = flit == 0 ? e->config.head_mask[i] : e->config.word_mask;
      out[(size_t)flit * e->config.words + i] = rng_data(key, flit, i) & mask;
    }
  }
}

void engine_join(engine_t *e, uint32_t join) {
  const plan_t *p = e->config.plan;
  const plan_op_t *op = &p->op[join];
  uint64_t *data = engine_keep_item(e, join, &e->short_of_memory);
  const size_t words = (size_t)e->coding->part_flits * e->config.words;
  for (uint32_t k = 0; k < op->peer; k++) {
    const uint32_t part = p->part[op->tag + k];
    if (data != NULL && p->op[part].kind == PLAN_BLOCK) {
      copy_block(e, part, data + k * words);
    } else if (data != NULL) {
      memcpy(data + k * words, e->state[part].data, words * sizeof *data);
    }
    if (p->op[part].kind != PLAN_BLOCK) {
      engine_release(e, part);
    }
  }
}

void engine_found(engine_t *e, uint32_t node, uint32_t item) {
  const plan_t *p = e->config.plan;
  blocks_t *blocks = e->config.blocks;
  const uint32_t origin = e->coding->data[item].origin;
  if (blocks == NULL || origin == kPlanNone) {
    return;
  }
  const plan_op_t *made = &p->op[origin];
  if (made->kind != PLAN_JOIN) {
    blocks_found(blocks, node, made->tag);
    return;
  }
  for (uint32_t k = 0; k < made->peer; k++) {
    blocks_found(blocks, node, p->op[e->coding->data[p->part[made->tag + k]].origin].tag);
  }
}

void engine_made(engine_t *e, uint32_t made, uint64_t now) {
  engine_found(e, e->config.plan->op[made].node, made);
  engine_count_down(e, made, now);
}
