// plan_multicast -- the destinations of multicasts, checked, sorted and found, and how they are
// carried: the headers of path worms and the trees of forwarded multicasts; see plan.h.

#include <assert.h>
#include <stdlib.h>

#include "base/memory.h"
#include "plan/plan_check.h"

// The carrier of a multicast, a new one if it has none yet; NULL, and the plan is short of memory.
static plan_carrier_t *carrier_of(plan_t *p, uint32_t multicast, plan_carry_t kind,
                                  uint32_t first) {
  if (p->short_of_memory) {
    return NULL;
  }
  plan_op_t *op = &p->op[multicast];
  if (op->match == kPlanNone) {
    if (!plan_make_room(p, &p->carrier, p->carriers, &p->carrier_room, sizeof *p->carrier)) {
      return NULL;
    }
    op->match = p->carriers++;
    p->carrier[op->match] = (plan_carrier_t){kind, first, 0};
  }
  plan_carrier_t *c = &p->carrier[op->match];
  assert(c->kind == kind && c->first + c->count == first);
  return c;
}

void plan_add_pair(plan_t *p, uint32_t multicast, plan_pair_t pair) {
  plan_carrier_t *c = carrier_of(p, multicast, CARRY_PATH, p->pairs);
  if (c == NULL || !plan_make_room(p, &p->pair, p->pairs, &p->pair_room, sizeof *p->pair)) {
    return;
  }
  p->pair[p->pairs++] = pair;
  c->count++;
}

void plan_add_branch(plan_t *p, uint32_t multicast, plan_branch_t branch) {
  plan_carrier_t *c = carrier_of(p, multicast, CARRY_FORWARD, p->branches);
  if (c == NULL ||
      !plan_make_room(p, &p->branch, p->branches, &p->branch_room, sizeof *p->branch)) {
    return;
  }
  p->branch[p->branches++] = branch;
  c->count++;
}

bool plan_check_carrier(const plan_t *p, uint32_t multicast, uint32_t *mark, noc_error_t *error) {
  const plan_carrier_t c = plan_carrier(p, multicast);
  const plan_op_t *op = &p->op[multicast];
  for (uint32_t k = c.first; c.kind == CARRY_PATH && k < c.first + c.count; k++) {
    if (p->pair[k].node >= p->nodes) {
      return plan_fail_at(p, multicast, error, SAY_THERE_IS("a pair of node %u", "0 to %u"),
                          p->pair[k].node, p->nodes - 1);
    }
  }
  if (c.kind != CARRY_FORWARD) {
    return true;
  }
  mark[op->node] = multicast;
  for (uint32_t k = c.first; k < c.first + c.count; k++) {
    const plan_branch_t *b = &p->branch[k];
    if (b->parent >= p->nodes || mark[b->parent] != multicast) {
      return plan_fail_at(p, multicast, error,
                          SAY_THERE_IS("a branch from %u, which has not got the message",
                                       "the source and children of branches before"),
                          b->parent);
    }
    if (plan_copy_to(p, multicast, b->child) == kPlanNone || mark[b->child] == multicast) {
      return plan_fail_at(p, multicast, error,
                          SAY_THERE_IS("a branch to %u", "one to each destination"), b->child);
    }
    mark[b->child] = multicast;
  }
  return c.count == op->peer ||
         plan_fail_at(p, multicast, error,
                      SAY_THERE_IS("a tree of %u branch%s", "%u, one a destination"), c.count,
                      c.count == 1 ? "" : "es", op->peer);
}

bool plan_carries(const plan_t *p, plan_carry_t kind) {
  return kind == CARRY_TREE   ? p->multicasts > p->carriers
         : kind == CARRY_PATH ? p->pairs > 0
                              : p->branches > 0;
}

uint32_t plan_children(const plan_t *plan, plan_carrier_t tree, uint32_t *scratch) {
  uint32_t most = 0;
  for (uint32_t k = tree.first; k < tree.first + tree.count; k++) {
    const uint32_t count = ++scratch[plan->branch[k].parent];
    most = count > most ? count : most;
  }
  for (uint32_t k = tree.first; k < tree.first + tree.count; k++) {
    scratch[plan->branch[k].parent] = 0;
  }
  return most;
}

void plan_map_carriers(plan_t *p) {
  for (uint32_t i = 0; i < p->pairs; i++) {
    p->pair[i].node = p->image[p->pair[i].node];
  }
  for (uint32_t i = 0; i < p->branches; i++) {
    p->branch[i] = (plan_branch_t){p->image[p->branch[i].parent], p->image[p->branch[i].child]};
  }
}

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
