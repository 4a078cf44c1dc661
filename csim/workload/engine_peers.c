// engine_peers -- a plan whose nodes are in several processes, each with the operations of its own;
// see engine.h.
//
// Operations wait for operations of their own node, and receives for messages. So a process needs
// of others only the messages that come from them, which go through the network, and how much they
// have done. In a reduction a message carries what its node has combined, and what that must be is
// known where it was combined: that goes beside the message, in the place where the data of the
// other node's operation would be here.

#include <string.h>

#include "workload/engine_state.h"

bool engine_can_part(const plan_t *p) {
  return !plan_carries(p, CARRY_FORWARD) && !p->schedule.forced;
}

engine_counts_t engine_counts(const engine_t *e) {
  const blocks_t *blocks = e->config.blocks;
  // Nobody is done where a message has been matched that is too long: the next cycle says so.
  return (engine_counts_t){.complete = e->long_send == kPlanNone ? e->complete : 0,
                           .checked = e->checked,
                           .found = blocks != NULL ? blocks->checked : 0,
                           .entered = blocks != NULL ? blocks->entered : 0,
                           .computing = e->timers > 0};
}

void engine_note_others(engine_t *e, const engine_counts_t *others) {
  e->others = *others;
  if (e->config.blocks != NULL) {
    e->config.blocks->elsewhere = others->found;
    e->config.blocks->entered_elsewhere = (uint32_t)others->entered;
  }
}

uint64_t engine_computes_until(const engine_t *e) {
  enum { LOOKED = 64 };
  uint64_t until = 0;
  for (uint32_t i = 0; i < e->timers && i < LOOKED; i++) {
    const uint64_t time = e->state[e->timer[i]].time;
    until = time > until ? time : until;
  }
  return until;
}

size_t engine_expected_words(const engine_t *e, uint32_t send) {
  const plan_op_t *op = &e->config.plan->op[send];
  return engine_reduces(e) && op->source != kPlanNone ? (size_t)op->size * e->config.words : 0;
}

size_t engine_expectation(const engine_t *e, uint32_t send, const uint64_t **words) {
  const plan_op_t *op = &e->config.plan->op[send];
  const size_t count = engine_expected_words(e, send);
  *words =
      count > 0 ? blocks_expectation(e->config.blocks, op->tag, e->state[op->source].data) : NULL;
  return count;
}

bool engine_keep_expectation(engine_t *e, uint32_t send, const uint64_t *words) {
  const plan_op_t *op = &e->config.plan->op[send];
  op_state_t *state = &e->state[op->source];
  if (state->uses == 0) {  // the first of the messages that pass this on to here
    state->data = engine_take_buffer(e);
    if (state->data == NULL) {
      return false;
    }
    const size_t half = (size_t)e->config.blocks->chunk_flits[op->tag] * e->config.words;
    memcpy(state->data + half, words, engine_expected_words(e, send) * sizeof *words);
  }
  state->uses++;
  return true;
}

static uint64_t queued(const engine_t *e, size_t queue) {
  enum { LOOKED = 8 };
  uint64_t flits = 0;
  uint32_t i = e->head[queue];
  for (unsigned k = 0; i != kPlanNone && k < LOOKED; k++) {
    flits += e->config.plan->op[i].size;
    i = e->state[i].next;
  }
  return e->handed != NULL && flits > 0 ? flits - e->handed[queue] : flits;
}

uint64_t engine_queued(const engine_t *e, uint32_t node) {
  uint64_t flits = 0;
  for (unsigned k = 0; k < e->queues; k++) {
    flits += queued(e, (size_t)node * e->queues + k);
  }
  return flits;
}

void engine_note_step(engine_t *e, unsigned step, const engine_step_t *other) {
  engine_step_t *time = &e->step[step].time;
  time->start = other->start > time->start ? other->start : time->start;
  time->end = other->end > time->end ? other->end : time->end;
}

bool engine_arrived_elsewhere(engine_t *e, uint32_t send, uint64_t now, noc_error_t *error) {
  const plan_op_t *op = e->config.plan->op;
  const uint32_t source = op[send].source;
  if (!engine_reduces(e) || source == kPlanNone) {
    return true;
  }
  const bool is_result = op[source].source != kPlanNone && op[op[send].match].source == kPlanNone;
  return engine_release_combined(e, source, is_result, now, error);
}
