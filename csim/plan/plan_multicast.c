// plan_multicast -- the destinations of multicasts: checked, sorted and found; see plan.h.

#include <stdlib.h>

#include "base/memory.h"
#include "plan/plan_check.h"

// Copies are in ascending order, so that a node which is there twice follows itself.
static bool check_copies(const plan_t *p, uint32_t multicast, noc_error_t *error) {
  const plan_op_t *op = &p->op[multicast];
  for (uint32_t k = 1; k <= op->peer; k++) {
    const uint32_t to = op[k].peer;
    if (to >= p->nodes) {
      return plan_fail_at(p, multicast, error,
                          SAY_THERE_IS("a multicast to %u", "destinations from 0 to %u"), to,
                          p->nodes - 1);
    }
    if (to == op->node) {
      return plan_fail_at(p, multicast, error,
                          SAY_THERE_IS("a multicast to its own source", "other nodes"));
    }
    if (k > 1 && to <= op[k - 1].peer) {
      return plan_fail_at(
          p, multicast, error,
          SAY_THERE_IS("a multicast to %u behind %u", "each destination once, in ascending order"),
          to, op[k - 1].peer);
    }
  }
  return true;
}

static bool check_all(const plan_t *p, uint32_t *mark, noc_error_t *error) {
  for (uint32_t i = 0; i < p->ops; i++) {
    const plan_op_t *op = &p->op[i];
    if (op->kind != PLAN_MULTICAST) {
      continue;
    }
    if (op->peer == 0) {
      return plan_fail_at(p, i, error,
                          SAY_THERE_IS("a multicast to no node", "one destination or more"));
    }
    if (p->has_items) {
      return plan_fail_at(p, i, error,
                          SAY_THERE_IS("a multicast in a plan with items",
                                       "a plan without block, xor, join and of"));
    }
    if (!check_copies(p, i, error) || !plan_check_carrier(p, i, mark, error)) {
      return false;
    }
  }
  return true;
}

bool plan_check_multicasts(const plan_t *p, noc_error_t *error) {
  uint32_t *mark = malloc(p->nodes * sizeof *mark);
  for (uint32_t node = 0; mark != NULL && node < p->nodes; node++) {
    mark[node] = kPlanNone;
  }
  const bool ok = mark != NULL ? check_all(p, mark, error) : memory_fail(error, "the plan");
  free(mark);
  return ok;
}

static int by_node(const void *a, const void *b) {
  const plan_op_t *x = a;
  const plan_op_t *y = b;
  return (x->peer > y->peer) - (x->peer < y->peer);
}

// Copies of one multicast differ in their destinations and receives alone.
void plan_sort_copies(plan_t *p) {
  for (uint32_t i = 0; i < p->ops && p->multicasts > 0; i++) {
    if (p->op[i].kind != PLAN_MULTICAST) {
      continue;
    }
    plan_op_t *copy = &p->op[i + 1];
    qsort(copy, p->op[i].peer, sizeof *copy, by_node);
    for (uint32_t k = 0; k < p->op[i].peer; k++) {
      if (copy[k].match != kPlanNone) {
        p->op[copy[k].match].match = i + 1 + k;
      }
    }
  }
}

uint32_t plan_copy_to(const plan_t *p, uint32_t multicast, uint32_t node) {
  uint32_t low = multicast + 1;
  const uint32_t end = low + p->op[multicast].peer;
  for (uint32_t high = end; low < high;) {
    const uint32_t middle = low + (high - low) / 2;
    const bool below = p->op[middle].peer < node;
    low = below ? middle + 1 : low;
    high = below ? high : middle;
  }
  return low < end && p->op[low].peer == node ? low : kPlanNone;
}
