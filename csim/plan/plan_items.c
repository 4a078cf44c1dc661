// plan_items -- whether the items of a plan can be what they say: see plan_check.h. What their data
// is made of shows later, in plan_coding.c.

#include "plan/plan_check.h"

// Says whether a node makes the item itself, of what it has.
static bool is_made(const plan_t *p, uint32_t i) {
  const uint8_t kind = p->op[i].kind;
  return kind == PLAN_BLOCK || kind == PLAN_XOR || kind == PLAN_JOIN;
}

static bool is_item(const plan_t *p, uint32_t i, uint32_t node) {
  const uint8_t kind = p->op[i].kind;
  return p->op[i].node == node &&
         (kind == PLAN_RECEIVE || kind == PLAN_BLOCK || kind == PLAN_XOR || kind == PLAN_JOIN);
}

// `what` the item is to the operation: "sends", "combines", "joins".
static bool fail_item(const plan_t *p, uint32_t i, const char *what, uint32_t item,
                      noc_error_t *error) {
  char text[PLAN_TEXT];
  return plan_fail_at(p, i, error,
                      SAY_THERE_IS("an operation that %s the data of %s",
                                   "a receive, block, xor or join of this rank"),
                      what, plan_describe(p, item, text));
}

static bool check_send(const plan_t *p, uint32_t i, noc_error_t *error) {
  const plan_op_t *op = &p->op[i];
  if (op->source == kPlanNone) {
    return true;
  }
  if (!is_item(p, op->source, op->node)) {
    return fail_item(p, i, "sends", op->source, error);
  }
  return op->size == p->op[op->source].size ||
         plan_fail_at(p, i, error, SAY_THERE_IS("a send of %u flits of an item of %u", "all of it"),
                      op->size, p->op[op->source].size);
}

static bool check_xor(const plan_t *p, uint32_t i, noc_error_t *error) {
  const plan_op_t *op = &p->op[i];
  if (!is_item(p, op->source, op->node) || !is_item(p, op->peer, op->node)) {
    const bool first = is_item(p, op->source, op->node);
    return fail_item(p, i, "combines", first ? op->peer : op->source, error);
  }
  const plan_op_t *a = &p->op[op->source];
  const plan_op_t *b = &p->op[op->peer];
  if (a->size != op->size || b->size != op->size) {
    return plan_fail_at(p, i, error,
                        SAY_THERE_IS("an xor of %u flits, with %u and %u in its items", "one size"),
                        op->size, a->size, b->size);
  }
  if (a->kind == PLAN_JOIN || b->kind == PLAN_JOIN) {
    return plan_fail_at(p, i, error,
                        SAY_THERE_IS("an xor of a join", "one of receives, blocks and xors"));
  }
  return op->size <= PLAN_MAX_OPERAND ||
         plan_fail_at(p, i, error,
                      SAY_THERE_IS("an xor of %u flits", "up to %d, what a coding unit takes"),
                      op->size, PLAN_MAX_OPERAND);
}

// `flits`: of a part of the joins before; 0: there was none.
static bool check_join(const plan_t *p, uint32_t i, uint32_t *flits, noc_error_t *error) {
  const plan_op_t *op = &p->op[i];
  if (op->peer == 0 || op->size > PLAN_MAX_SIZE) {
    return plan_fail_at(p, i, error,
                        SAY_THERE_IS("a join of %u items%s", "one or more, 2^30 flits at most"),
                        op->peer, op->peer > 0 ? ", too long" : "");
  }
  for (uint32_t k = 0; k < op->peer; k++) {
    const uint32_t part = p->part[op->tag + k];
    if (!is_item(p, part, op->node)) {
      return fail_item(p, i, "joins", part, error);
    }
    if (p->op[part].kind == PLAN_JOIN) {
      return plan_fail_at(p, i, error,
                          SAY_THERE_IS("a join of a join", "one of receives, blocks and xors"));
    }
    if (*flits != 0 && p->op[part].size != *flits) {
      return plan_fail_at(
          p, i, error,
          SAY_THERE_IS("a join of an item of %u flits", "%u, as in all joins of the plan"),
          p->op[part].size, *flits);
    }
    *flits = p->op[part].size;
  }
  return true;
}

// Items wait for what they are made of, so they require nothing else, and they have no start to
// wait for.
static bool check_requirements(const plan_t *p, noc_error_t *error) {
  uint32_t bad = kPlanNone;
  for (uint32_t e = 0; e < p->edges && bad == kPlanNone; e++) {
    bad = is_made(p, p->edge[e].operation) ? p->edge[e].operation : bad;
  }
  for (uint32_t e = 0; e < p->start_edges && bad == kPlanNone; e++) {
    const plan_edge_t *edge = &p->start_edge[e];
    bad = is_made(p, edge->operation)  ? edge->operation
          : is_made(p, edge->requires) ? edge->requires
                                       : bad;
  }
  char text[PLAN_TEXT];
  return bad == kPlanNone ||
         plan_fail_at(p, bad, error,
                      SAY_THERE_IS("%s that requires something, or whose start something requires",
                                   "one that others require only"),
                      plan_describe(p, bad, text));
}

bool plan_check_items(const plan_t *p, noc_error_t *error) {
  uint32_t flits = 0;
  for (uint32_t i = 0; i < p->ops; i++) {
    const uint8_t kind = p->op[i].kind;
    if ((kind == PLAN_SEND && !check_send(p, i, error)) ||
        (kind == PLAN_XOR && !check_xor(p, i, error)) ||
        (kind == PLAN_JOIN && !check_join(p, i, &flits, error))) {
      return false;
    }
  }
  return check_requirements(p, error);
}
