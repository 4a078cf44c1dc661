// plan -- building and checking; see plan.h.

#include "workload/plan.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "network/memory.h"

plan_t *plan_create(uint32_t nodes, noc_error_t *error) {
  plan_t *p = calloc(1, sizeof *p);
  if (p == NULL) {
    (void)memory_fail(error, "the plan");
    return NULL;
  }
  p->nodes = nodes;
  p->fault = kPlanNone;
  return p;
}

void plan_free(plan_t *p) {
  if (p != NULL) {
    free(p->op);
    free(p->edge);
    free(p->successor);
    free(p);
  }
}

// Room for one more element behind the `used` ones (and one for an end mark).
static bool make_room(plan_t *p, void **array, uint32_t used, uint32_t *room, size_t size) {
  if (used + 1 < *room) {
    return true;
  }
  uint32_t more = *room < 64 ? 64 : *room > UINT32_MAX / 2 ? UINT32_MAX : 2 * *room;
  void *grown = used + 1 < more ? realloc(*array, more * size) : NULL;
  if (grown == NULL) {
    p->short_of_memory = true;
    return false;
  }
  *array = grown;
  *room = more;
  return true;
}

static uint32_t add(plan_t *p, plan_op_t op) {
  void *array = p->op;
  if (!make_room(p, &array, p->ops, &p->op_room, sizeof *p->op)) {
    return p->ops > 0 ? p->ops - 1 : kPlanNone;  // any; plan_finish() refuses the plan
  }
  p->op = array;
  op.match = kPlanNone;
  op.source = kPlanNone;
  p->op[p->ops] = op;
  return p->ops++;
}

uint32_t plan_send(plan_t *p, uint32_t node, uint32_t to, uint32_t flits, uint32_t tag) {
  return add(p,
             (plan_op_t){.kind = PLAN_SEND, .node = node, .peer = to, .tag = tag, .size = flits});
}

uint32_t plan_receive(plan_t *p, uint32_t node, uint32_t from, uint32_t flits, uint32_t tag) {
  return add(
      p, (plan_op_t){.kind = PLAN_RECEIVE, .node = node, .peer = from, .tag = tag, .size = flits});
}

uint32_t plan_calculate(plan_t *p, uint32_t node, uint32_t cycles) {
  return add(p, (plan_op_t){.kind = PLAN_CALCULATE, .node = node, .size = cycles});
}

void plan_require(plan_t *p, uint32_t operation, uint32_t requires) {
  void *array = p->edge;
  if (!make_room(p, &array, p->edges, &p->edge_room, sizeof *p->edge) || p->short_of_memory) {
    return;
  }
  assert(p->op[operation].node == p->op[requires].node);
  p->edge = array;
  p->edge[p->edges++] = (plan_edge_t){operation, requires};
}

uint32_t plan_pass_block(plan_t *p, uint32_t from, uint32_t to, uint32_t flits, uint32_t block,
                         uint32_t source) {
  uint32_t send = plan_send(p, from, to, flits, block);
  uint32_t receive = plan_receive(p, to, from, flits, block);
  if (p->short_of_memory) {
    return receive;
  }
  p->op[send].match = receive;
  p->op[send].source = source;
  p->op[receive].match = send;
  if (source != kPlanNone) {
    plan_require(p, send, source);
  }
  return receive;
}

// Counting sort: edges by what they require.
static void list_successors(plan_t *p) {
  for (uint32_t i = 0; i <= p->ops; i++) {
    p->op[i].successors = 0;
  }
  for (uint32_t e = 0; e < p->edges; e++) {
    p->op[p->edge[e].requires].successors++;
  }
  uint32_t sum = 0;
  for (uint32_t i = 0; i <= p->ops; i++) {
    sum += p->op[i].successors;
    p->op[i].successors = sum;
  }
  for (uint32_t e = p->edges; e-- > 0;) {
    p->successor[--p->op[p->edge[e].requires].successors] = p->edge[e].operation;
  }
  free(p->edge);
  p->edge = NULL;
  p->edge_room = 0;
}

void plan_count_required(const plan_t *p, uint32_t *count) {
  memset(count, 0, p->ops * sizeof *count);
  for (uint32_t e = 0; e < p->edges; e++) {
    count[p->successor[e]]++;
  }
}

static int order(const void *a, const void *b, void *context) {
  const plan_op_t *op = context;
  const uint32_t i = *(const uint32_t *)a;
  const uint32_t j = *(const uint32_t *)b;
  // The message's source, destination and tag; then the order of creation.
  const uint32_t x[4] = {op[i].kind == PLAN_SEND ? op[i].node : op[i].peer,
                         op[i].kind == PLAN_SEND ? op[i].peer : op[i].node, op[i].tag, i};
  const uint32_t y[4] = {op[j].kind == PLAN_SEND ? op[j].node : op[j].peer,
                         op[j].kind == PLAN_SEND ? op[j].peer : op[j].node, op[j].tag, j};
  for (unsigned k = 0; k < 4; k++) {
    if (x[k] != y[k]) {
      return x[k] < y[k] ? -1 : 1;
    }
  }
  return 0;
}

static bool fail_unmatched(plan_t *p, uint32_t fault, noc_error_t *error) {
  const plan_op_t *op = &p->op[fault];
  p->fault = fault;
  return noc_fail(error, NOC_BAD_INPUT, "plan: node %u: %s node %u with tag %u has no %s", op->node,
                  op->kind == PLAN_SEND ? "the send to" : "the receive from", op->peer, op->tag,
                  op->kind == PLAN_SEND ? "receive" : "send");
}

// Joins the sorted sends and receives one by one.
static bool join(plan_t *p, const uint32_t *send, uint32_t sends, const uint32_t *receive,
                 uint32_t receives, noc_error_t *error) {
  for (uint32_t k = 0; k < sends || k < receives; k++) {
    if (k >= sends || k >= receives) {
      return fail_unmatched(p, k < sends ? send[k] : receive[k], error);
    }
    plan_op_t *s = &p->op[send[k]];
    plan_op_t *r = &p->op[receive[k]];
    if (s->node != r->peer || s->peer != r->node || s->tag != r->tag) {
      bool send_first = s->node < r->peer || (s->node == r->peer && s->peer < r->node) ||
                        (s->node == r->peer && s->peer == r->node && s->tag < r->tag);
      return fail_unmatched(p, send_first ? send[k] : receive[k], error);
    }
    if (s->size != r->size) {
      p->fault = receive[k];
      return noc_fail(error, NOC_BAD_INPUT,
                      "plan: node %u: the send to node %u with tag %u has %u flits, its receive %u",
                      s->node, s->peer, s->tag, s->size, r->size);
    }
    s->match = receive[k];
    r->match = send[k];
  }
  return true;
}

static bool match(plan_t *p, noc_error_t *error) {
  uint32_t *list = malloc((p->ops + 1) * sizeof *list);
  if (list == NULL) {
    return memory_fail(error, "the plan");
  }
  uint32_t sends = 0;
  uint32_t receives = 0;
  for (uint32_t i = 0; i < p->ops; i++) {  // sends from the front, receives from the back
    if (p->op[i].match == kPlanNone && p->op[i].kind != PLAN_CALCULATE) {
      list[p->op[i].kind == PLAN_SEND ? sends++ : p->ops - ++receives] = i;
    }
  }
  uint32_t *receive = list + p->ops - receives;
  qsort_r(list, sends, sizeof *list, order, p->op);
  qsort_r(receive, receives, sizeof *list, order, p->op);
  bool ok = join(p, list, sends, receive, receives, error);
  free(list);
  return ok;
}

// Runs the plan without time (Kahn's algorithm; a receive also waits for its send): what is never
// reached waits for itself.
static bool check_acyclic(plan_t *p, noc_error_t *error) {
  uint32_t *waits = malloc((p->ops + 1) * sizeof *waits);
  uint32_t *stack = malloc((p->ops + 1) * sizeof *stack);
  if (waits == NULL || stack == NULL) {
    free(waits);
    free(stack);
    return memory_fail(error, "the plan");
  }
  uint32_t depth = 0;
  uint32_t reached = 0;
  plan_count_required(p, waits);
  for (uint32_t i = 0; i < p->ops; i++) {
    waits[i] += p->op[i].kind == PLAN_RECEIVE;
    if (waits[i] == 0) {
      stack[depth++] = i;
    }
  }
  while (depth > 0) {
    uint32_t i = stack[--depth];
    reached++;
    for (uint32_t s = p->op[i].successors; s < p->op[i + 1].successors; s++) {
      if (--waits[p->successor[s]] == 0) {
        stack[depth++] = p->successor[s];
      }
    }
    if (p->op[i].kind == PLAN_SEND && --waits[p->op[i].match] == 0) {
      stack[depth++] = p->op[i].match;
    }
  }
  free(stack);
  bool ok = reached == p->ops;
  for (uint32_t i = 0; !ok && i < p->ops; i++) {
    if (waits[i] != 0) {
      p->fault = i;
      (void)noc_fail(error, NOC_BAD_INPUT,
                     "plan: node %u: an operation with tag %u waits for itself", p->op[i].node,
                     p->op[i].tag);
      break;
    }
  }
  free(waits);
  return ok;
}

bool plan_finish(plan_t *p, noc_error_t *error) {
  if (p->op == NULL) {
    p->op = calloc(1, sizeof *p->op);
  }
  p->successor = malloc((p->edges + 1) * sizeof *p->successor);
  if (p->short_of_memory || p->op == NULL || p->successor == NULL) {
    return memory_fail(error, "the plan");
  }
  list_successors(p);
  return match(p, error) && check_acyclic(p, error);
}

unsigned plan_longest(const plan_t *p) {
  unsigned longest = 1;
  for (uint32_t i = 0; i < p->ops; i++) {
    if (p->op[i].kind != PLAN_CALCULATE && p->op[i].size > longest) {
      longest = p->op[i].size;
    }
  }
  return longest;
}
