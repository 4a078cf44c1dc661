// engine_data -- the data that nodes have received and pass on, or combine; and of plans with
// blocks, exclusive ors and joins what each packet must carry, what the host keeps to send or to
// join, and what a node has found; see engine.h.

#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "workload/engine_state.h"

// Buffers allocated at a time, and the words that they may have together if they are more than one.
enum { SLAB = 256, SLAB_WORDS = 1 << 17 };

void engine_release(engine_t *e, uint32_t receive) {
  if (--e->state[receive].uses == 0) {
    uint64_t *data = e->state[receive].data;
    *(uint64_t **)(void *)data = e->free_buffer;
    e->free_buffer = data;
    e->state[receive].data = NULL;
  }
}

size_t engine_slab_buffers(const engine_t *e) {
  const size_t most = e->buffer_words > 0 ? SLAB_WORDS / e->buffer_words : 0;
  return most >= SLAB ? SLAB : most > 0 ? most : 1;
}

void engine_free_slabs(engine_t *e) {
  while (e->slabs != NULL) {
    slab_t *next = e->slabs->next;
    free(e->slabs);
    e->slabs = next;
  }
  e->free_buffer = NULL;
}

bool engine_add_slab(engine_t *e) {
  const size_t buffers = engine_slab_buffers(e);
  slab_t *slab = calloc(1, sizeof *slab + buffers * e->buffer_words * sizeof(uint64_t));
  if (slab == NULL) {
    return false;
  }
  slab->next = e->slabs;
  e->slabs = slab;
  uint64_t *first = (uint64_t *)(void *)(slab + 1);
  for (size_t i = 0; i < buffers; i++) {
    uint64_t *buffer = first + i * e->buffer_words;
    *(uint64_t **)(void *)buffer = e->free_buffer;
    e->free_buffer = buffer;
  }
  return true;
}

uint64_t *engine_take_buffer(engine_t *e) {
  if (e->free_buffer == NULL && !engine_add_slab(e)) {
    return NULL;
  }
  uint64_t *buffer = e->free_buffer;
  e->free_buffer = *(uint64_t **)(void *)buffer;
  *buffer = 0;  // no address is left in data
  return buffer;
}

uint64_t *engine_keep_item(engine_t *e, uint32_t item, bool *no_memory) {
  op_state_t *state = &e->state[item];
  if (state->uses == 0) {
    return NULL;
  }
  if (state->data == NULL) {
    state->data = engine_take_buffer(e);
    *no_memory = state->data == NULL;
  }
  return state->data;
}

uint64_t *engine_keep(engine_t *e, uint32_t send, bool *no_memory) {
  const uint32_t match = e->config.plan->op[send].match;
  return match != kPlanNone ? engine_keep_item(e, match, no_memory) : NULL;
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
  const bool apart = op[receive].apart;
  op_state_t *state = &e->state[apart ? receive : with];
  if (state->data == NULL) {  // the first to be combined
    state->data = engine_take_buffer(e);
    if (state->data == NULL) {
      return false;
    }
    if (apart) {  // the node's contribution is in what it will be combined with
      memset(state->data, 0, blocks_combined_words(blocks, op[receive].size) * sizeof(uint64_t));
    } else {
      blocks_contribute(blocks, op[receive].node, tag, state->data);
    }
  }
  r->keep = state->data;
  return true;
}

// One use of combined data is over. After the last, what is no part but a result is checked: it has
// been passed on as one, or was for this node alone.
bool engine_release_combined(engine_t *e, uint32_t receive, bool is_result, uint64_t now,
                             noc_error_t *error) {
  const plan_op_t *op = &e->config.plan->op[receive];
  const bool last = e->state[receive].uses == 1;
  const bool ok =
      !last || !is_result ||
      blocks_check_result(e->config.blocks, op->node, op->tag, e->state[receive].data, now, error);
  engine_release(e, receive);
  return ok;
}

bool engine_reduced(engine_t *e, uint32_t send, uint64_t now, noc_error_t *error) {
  const plan_op_t *op = e->config.plan->op;
  const uint32_t receive = op[send].match;
  const uint32_t source = op[send].source;
  const uint32_t with = op[receive].source;
  if (with == kPlanNone) {
    blocks_found(e->config.blocks, op[receive].node, op[receive].tag);
  }
  const bool combined = with != kPlanNone && !op[receive].apart;
  bool ok = !combined || engine_release_combined(e, with, true, now, error);
  if (source != kPlanNone && !engine_has_node(e, op[source].node)) {
    engine_release(e, source);  // what came with the message
  } else if (source != kPlanNone) {
    const bool is_result = op[source].source != kPlanNone && with == kPlanNone;
    ok = engine_release_combined(e, source, is_result, now, error) && ok;
  }
  return ok;
}

void engine_combine_apart(engine_t *e, uint32_t receive, uint64_t now) {
  const plan_op_t *op = &e->config.plan->op[receive];
  const blocks_t *b = e->config.blocks;
  const uint64_t *data = e->state[op->source].data;
  const uint64_t *expected = blocks_expectation(b, op->tag, data);
  for (unsigned flit = 0; flit < op->size; flit++) {
    const size_t at = (size_t)flit * b->words;
    blocks_combine(b, flit, data + at, expected + at, e->state[receive].data, op->size);
  }
  engine_release(e, op->source);
  noc_error_t error = {0};
  if (!engine_release_combined(e, receive, true, now, &error) && e->wrong.status == NOC_OK) {
    e->wrong = error;
  }
}

uint64_t *engine_kept(const engine_t *e, uint32_t receive) {
  const uint8_t kind = e->config.plan->op[receive].kind;
  return kind == PLAN_RECEIVE || kind == PLAN_JOIN ? e->state[receive].data : NULL;
}

// --- items ---------------------------------------------------------------------------------------

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
