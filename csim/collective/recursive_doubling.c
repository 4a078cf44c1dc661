// recursive_doubling -- in step s = 0, 1, .. a node exchanges all that it has with the node whose
// place differs in bit s, so that each has twice as much after each step.
//
// Where n is no power of two and p the largest one below it, the first 2 (n - p) places are pairs:
// before the first step each even place gives what it has to the odd place behind it, which
// takes part for both, and after the last step gets the rest from there.
//
// Sources: R. Thakur, R. Rabenseifner, W. Gropp, Optimization of Collective Communication
// Operations in MPICH, Int. J. High Perf. Comp. Appl. 19(1), 2005: the steps, and how reductions of
// such n are folded.

#include <stdlib.h>

#include "collective/scheme.h"
#include "collective/schemes.h"

typedef struct {
  plan_t *plan;
  const participants_t *p;
  uint32_t size;   // nodes that take part in the steps, a power of two
  uint32_t pairs;  // of places of which one takes part
} doubling_t;

static doubling_t start(plan_t *plan, const participants_t *p) {
  uint32_t size = 1;
  while (size <= p->to.count / 2) {
    size *= 2;
  }
  return (doubling_t){plan, p, size, p->to.count - size};
}

// The place of the i-th node that takes part.
static uint32_t place_of(const doubling_t *d, uint32_t i) {
  return i < d->pairs ? 2 * i + 1 : i + d->pairs;
}

static uint32_t pass(const doubling_t *d, uint32_t from, uint32_t to, uint32_t tag,
                     uint32_t source) {
  const uint32_t *node = d->p->to.node;
  return plan_pass_block(d->plan, node[from], node[to], d->p->flits, tag, source);
}

// --- blocks --------------------------------------------------------------------------------------

typedef struct {
  doubling_t d;
  uint32_t *has;    // [size * n]: what has brought the block of a place to the i-th node
  uint32_t *begun;  // [size]: what the i-th node's next step waits for
} blocks_of_t;

static uint32_t *block_at(const blocks_of_t *b, uint32_t i, uint32_t place) {
  return &b->has[(size_t)i * b->d.p->to.count + place];
}

// A block, when the step has begun at its sender.
static uint32_t pass_block(const blocks_of_t *b, uint32_t i, uint32_t to, uint32_t place) {
  plan_t *plan = b->d.plan;
  const uint32_t send = plan->ops;
  const uint32_t got =
      pass(&b->d, place_of(&b->d, i), to, b->d.p->to.node[place], *block_at(b, i, place));
  if (b->begun[i] != kPlanNone && !plan->short_of_memory) {
    plan_require(plan, send, b->begun[i]);
  }
  return got;
}

// The first and the behind-last of the places whose blocks the i-th node has before a step: those
// of the nodes that differ from it in lower bits only, and of the places in pairs with them.
static uint32_t first_place(const doubling_t *d, uint32_t i, uint32_t step) {
  const uint32_t first = i & ~(step - 1);
  return place_of(d, first) - (first < d->pairs);
}

static uint32_t end_place(const doubling_t *d, uint32_t i, uint32_t step) {
  return place_of(d, i | (step - 1)) + 1;
}

static void pass_all(const blocks_of_t *b, uint32_t i, uint32_t step) {
  const uint32_t to = i ^ step;
  for (uint32_t k = first_place(&b->d, i, step); k < end_place(&b->d, i, step); k++) {
    *block_at(b, to, k) = pass_block(b, i, place_of(&b->d, to), k);
  }
}

// The step behind begins when all messages of this one are in.
static void begin_next(const blocks_of_t *b, uint32_t i, uint32_t step) {
  plan_t *plan = b->d.plan;
  const uint32_t from = i ^ step;
  const uint32_t before = b->begun[i];
  b->begun[i] = plan_calculate(plan, b->d.p->to.node[place_of(&b->d, i)], 0);
  if (before != kPlanNone && !plan->short_of_memory) {
    plan_require(plan, b->begun[i], before);
  }
  for (uint32_t k = first_place(&b->d, from, step);
       k < end_place(&b->d, from, step) && !plan->short_of_memory; k++) {
    plan_require(plan, b->begun[i], *block_at(b, i, k));
  }
}

static void compile_allgather(const blocks_of_t *b) {
  const doubling_t *d = &b->d;
  for (uint32_t i = 0; i < d->pairs; i++) {
    b->begun[i] = pass(d, 2 * i, 2 * i + 1, d->p->to.node[2 * i], kPlanNone);
    *block_at(b, i, 2 * i) = b->begun[i];
  }
  for (uint32_t step = 1; step < d->size; step *= 2) {
    for (uint32_t i = 0; i < d->size; i++) {
      pass_all(b, i, step);
    }
    for (uint32_t i = 0; i < d->size; i++) {
      begin_next(b, i, step);
    }
  }
  for (uint32_t i = 0; i < d->pairs; i++) {
    for (uint32_t k = 0; k < d->p->to.count; k++) {
      if (k != 2 * i) {
        (void)pass_block(b, i, 2 * i, k);
      }
    }
  }
}

static void allgather(plan_t *plan, const participants_t *p) {
  const doubling_t d = start(plan, p);
  const blocks_of_t b = {.d = d,
                         .has = receives_create(plan, d.size * p->to.count),
                         .begun = receives_create(plan, d.size)};
  if (b.has != NULL && b.begun != NULL) {
    compile_allgather(&b);
  }
  free(b.has);
  free(b.begun);
}

// --- reductions ----------------------------------------------------------------------------------

static void allreduce(plan_t *plan, const participants_t *p) {
  const doubling_t d = start(plan, p);
  uint32_t *receives = receives_create(plan, 2 * d.size);
  if (receives == NULL) {
    return;
  }
  uint32_t *has = receives;  // what brings a node all that it has combined so far
  uint32_t *got = receives + d.size;
  for (uint32_t i = 0; i < d.pairs; i++) {
    has[i] = pass(&d, 2 * i, 2 * i + 1, 0, kPlanNone);
    plan_combine(plan, has[i], has[i]);
  }
  for (uint32_t step = 1; step < d.size; step *= 2) {
    for (uint32_t i = 0; i < d.size; i++) {
      const uint32_t to = i ^ step;
      got[to] = pass(&d, place_of(&d, i), place_of(&d, to), 0, has[i]);
      if (has[to] == kPlanNone) {
        plan_combine(plan, got[to], got[to]);
      } else {
        plan_combine_apart(plan, got[to], has[to]);
      }
    }
    uint32_t *swap = has;
    has = got;
    got = swap;
  }
  for (uint32_t i = 0; i < d.pairs; i++) {
    (void)pass(&d, 2 * i + 1, 2 * i, 0, has[i]);
  }
  free(receives);
}

static double allreduce_messages(const participants_t *p) {
  const doubling_t d = start(NULL, p);
  double messages = 2.0 * d.pairs;
  for (uint32_t step = 1; step < d.size; step *= 2) {
    messages += d.size;
  }
  return messages;
}

const scheme_t kRecursiveDoublingScheme = {
    .name = "recursive-doubling",
    .meaning = "in every step each node exchanges all it has with one other, twice as far away",
    .use = {[COLLECTIVE_ALLGATHER] = {.meaning = "log2 n steps, a partner each: place XOR 2^step",
                                      .same = true,
                                      .compile = allgather,
                                      .messages = unicast_messages},
            [COLLECTIVE_ALLREDUCE] = {.meaning = "the same, what has been combined in one message",
                                      .same = true,
                                      .compile = allreduce,
                                      .messages = allreduce_messages}},
    .more_bytes = sizeof(plan_edge_t)};  // the beginning of a step
