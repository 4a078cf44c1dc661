// barrier -- see barrier.h. The proof walks from each leaving backwards over requirements and
// messages, and counts the entries it comes to.

#include "collective/barrier.h"

#include <stdlib.h>

#include "base/memory.h"

static void mark(plan_t *plan, const node_set_t *set) {
  for (uint32_t i = 0; i < set->count; i++) {
    (void)plan_calculate(plan, set->node[i], 0);
  }
}

void barrier_enter(plan_t *plan, const node_set_t *set) {
  mark(plan, set);
}

void barrier_leave(plan_t *plan, const node_set_t *set) {
  mark(plan, set);
}

typedef struct {
  const plan_t *plan;
  uint32_t *first;     // [ops + 1]: where the required ones of an operation begin
  uint32_t *required;  // [edges]
  uint32_t *seen;      // [ops]: the last walk that came here
  uint32_t *stack;
} walk_t;

// Counting sort: edges by the operation that requires.
static void list_required(walk_t *w) {
  const plan_t *plan = w->plan;
  plan_count_required(plan, w->first);
  uint32_t sum = 0;
  for (uint32_t i = 0; i < plan->ops; i++) {
    sum += w->first[i];
    w->first[i] = sum;
  }
  w->first[plan->ops] = sum;
  for (uint32_t i = 0; i < plan->ops; i++) {
    for (uint32_t s = plan->op[i].successors; s < plan->op[i + 1].successors; s++) {
      w->required[--w->first[plan->successor[s]]] = i;
    }
  }
}

static void visit(walk_t *w, uint32_t operation, uint32_t round, uint32_t *depth) {
  if (w->seen[operation] != round) {
    w->seen[operation] = round;
    w->stack[(*depth)++] = operation;
  }
}

// Marks with `round` (1 and up) all that the operation depends on.
static void go_back(walk_t *w, uint32_t operation, uint32_t round) {
  uint32_t depth = 0;
  visit(w, operation, round, &depth);
  while (depth > 0) {
    const uint32_t at = w->stack[--depth];
    for (uint32_t e = w->first[at]; e < w->first[at + 1]; e++) {
      visit(w, w->required[e], round, &depth);
    }
    if (w->plan->op[at].kind == PLAN_RECEIVE) {
      visit(w, w->plan->op[at].match, round, &depth);
    }
  }
}

bool barrier_prove(const plan_t *plan, const node_set_t *set, noc_error_t *error) {
  const size_t ops = (size_t)plan->ops + 1;
  const size_t edges = (size_t)plan->op[plan->ops].successors + 1;
  walk_t w = {
      .plan = plan,
      .first = malloc(ops * sizeof *w.first),
      .required = malloc(edges * sizeof *w.required),
      .seen = calloc(ops, sizeof *w.seen),
      .stack = malloc(ops * sizeof *w.stack),
  };
  bool ok = w.first != NULL && w.required != NULL && w.seen != NULL && w.stack != NULL;
  if (ok) {
    list_required(&w);
  } else {
    (void)memory_fail(error, "the proof of a barrier");
  }
  for (uint32_t i = 0; ok && i < set->count; i++) {
    go_back(&w, plan->ops - set->count + i, i + 1);
    for (uint32_t entry = 0; ok && entry < set->count; entry++) {
      ok = w.seen[entry] == i + 1 ||
           noc_fail(error, NOC_INTERNAL, "barrier: node %u leaves without waiting for node %u",
                    set->node[i], set->node[entry]);
    }
  }
  free(w.first);
  free(w.required);
  free(w.seen);
  free(w.stack);
  return ok;
}
