// plan_check -- joins the sends and receives of a plan, and refuses those that can never complete;
// docs/plans.md says what is known before a run and what is not. What the data of items is made of
// shows later, in plan_coding.c.

#include "plan/plan_check.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

// --- items ---------------------------------------------------------------------------------------

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

enum { SHOWN = 4 };  // operations of a cycle in the error

bool plan_fail_at(const plan_t *p, uint32_t i, noc_error_t *error, const char *format, ...) {
  char text[NOC_ERROR_TEXT];
  va_list arguments;
  va_start(arguments, format);
  // clang-tidy 14 loses va_start() when it reads several files.
  // NOLINTNEXTLINE(clang-analyzer-valist.Uninitialized)
  (void)vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  if (p->place == NULL) {
    return noc_fail(error, NOC_BAD_INPUT, "plan: node %u: %s", p->op[i].node, text);
  }
  return noc_fail(error, NOC_BAD_INPUT, "%s:%u:%u: plan: rank %u: %s", p->file, p->place[i].line,
                  p->place[i].column, plan_rank(p, p->op[i].node), text);
}

// --- matching ------------------------------------------------------------------------------------

static uint32_t receiver(const plan_op_t *op) {
  return plan_is_sent(op) ? op->peer : op->node;
}

// Compares two operations by the source, destination and tag of their messages.
static int compare(const plan_op_t *a, const plan_op_t *b) {
  const uint32_t x[3] = {plan_is_sent(a) ? a->node : a->peer, receiver(a), a->tag};
  const uint32_t y[3] = {plan_is_sent(b) ? b->node : b->peer, receiver(b), b->tag};
  for (unsigned k = 0; k < 3; k++) {
    if (x[k] != y[k]) {
      return x[k] < y[k] ? -1 : 1;
    }
  }
  return 0;
}

// Orders operations by their messages, then by creation.
static int order(const void *a, const void *b, void *context) {
  const plan_op_t *op = context;
  const uint32_t i = *(const uint32_t *)a;
  const uint32_t j = *(const uint32_t *)b;
  const int by_message = compare(&op[i], &op[j]);
  return by_message != 0 ? by_message : (i > j) - (i < j);
}

// The operations that are left over: the first, in the order of creation, and how many.
typedef struct {
  uint32_t first, count;
} left_t;

static void leave(left_t *left, uint32_t i) {
  left->first = i < left->first ? i : left->first;
  left->count++;
}

static bool fail_left(const plan_t *p, const left_t *left, noc_error_t *error) {
  const plan_op_t *op = &p->op[left->first];
  const bool send = plan_is_sent(op);
  char more[60] = "";
  if (left->count > 1) {
    (void)snprintf(more, sizeof more, "; and %u more without a partner", left->count - 1);
  }
  return plan_fail_at(p, left->first, error, "the %s %u with tag %u has no %s%s",
                      send ? "send to" : "receive from", op->peer, op->tag,
                      send ? "receive" : "send", more);
}

static bool fail_uneven(const plan_t *p, uint32_t receive, noc_error_t *error) {
  const plan_op_t *r = &p->op[receive];
  const plan_op_t *s = &p->op[r->match];
  return plan_fail_at(
      p, receive, error,
      "the receive from %u with tag %u has %u flits, the message that it matches %u", r->peer,
      r->tag, r->size, s->size);
}

// Joins the sorted sends and receives one by one.
static bool join(plan_t *p, const uint32_t *send, uint32_t sends, const uint32_t *receive,
                 uint32_t receives, noc_error_t *error) {
  left_t left = {.first = kPlanNone};
  uint32_t uneven = kPlanNone;
  for (uint32_t i = 0, j = 0; i < sends || j < receives;) {
    const int sign = i >= sends      ? 1
                     : j >= receives ? -1
                                     : compare(&p->op[send[i]], &p->op[receive[j]]);
    if (sign != 0) {
      leave(&left, sign < 0 ? send[i++] : receive[j++]);
      continue;
    }
    if (p->op[send[i]].size != p->op[receive[j]].size && receive[j] < uneven) {
      uneven = receive[j];
    }
    p->op[send[i]].match = receive[j];
    p->op[receive[j]].match = send[i];
    i++;
    j++;
  }
  if (left.count > 0) {
    return fail_left(p, &left, error);
  }
  return uneven == kPlanNone || fail_uneven(p, uneven, error);
}

// `more`: messages to the node above its receives.
static bool fail_open(const plan_t *p, uint32_t i, int64_t more, noc_error_t *error) {
  if (plan_is_sent(&p->op[i])) {
    return plan_fail_at(p, i, error, "the send to %u, with any tag, has no receive", p->op[i].peer);
  }
  return plan_fail_at(
      p, i, error,
      SAY_THERE_IS("a surplus of %lld %s", "as many receives of a rank as messages to it"),
      (long long)(more > 0 ? more : -more),
      more > 0 ? "messages over the receives of this rank, some with wildcards"
               : "receives over the messages to this rank, some with wildcards");
}

// A node is open if it has a wildcard: then only the run shows which message matches what. Of its
// messages and receives the numbers are compared.
static bool check_open_nodes(plan_t *p, const uint8_t *open, noc_error_t *error) {
  int64_t *more = calloc((size_t)p->nodes + 1, sizeof *more);
  uint8_t *receives = calloc((size_t)p->nodes + 1, sizeof *receives);
  if (more == NULL || receives == NULL) {
    free(more);
    free(receives);
    return memory_fail(error, "the plan");
  }
  for (uint32_t i = 0; i < p->ops; i++) {
    plan_op_t *op = &p->op[i];
    if (plan_is_message(op) && open[receiver(op)]) {
      const bool send = plan_is_sent(op);
      more[receiver(op)] += send ? 1 : -1;
      receives[receiver(op)] |= !send;
      op->late = !send;
      p->has_late = true;
    }
  }
  bool ok = true;
  for (uint32_t i = 0; ok && i < p->ops; i++) {
    const plan_op_t *op = &p->op[i];
    const uint32_t node = plan_is_message(op) ? receiver(op) : p->nodes;
    // It is told at a receive, if there is one.
    if (more[node] != 0 && (op->kind == PLAN_RECEIVE || !receives[node])) {
      ok = fail_open(p, i, more[node], error);
    }
  }
  free(more);
  free(receives);
  return ok;
}

static bool match_all(plan_t *p, uint32_t *list, uint8_t *open, noc_error_t *error) {
  for (uint32_t i = 0; i < p->ops; i++) {
    const plan_op_t *op = &p->op[i];
    if (plan_is_message(op) && (op->peer == kPlanAny || op->tag == kPlanAny)) {
      open[receiver(op)] = 1;
    }
  }
  uint32_t sends = 0;
  uint32_t receives = 0;
  for (uint32_t i = 0; i < p->ops; i++) {  // sends from the front, receives from the back
    const plan_op_t *op = &p->op[i];
    if (op->match == kPlanNone && plan_is_message(op) && !open[receiver(op)]) {
      list[plan_is_sent(op) ? sends++ : p->ops - ++receives] = i;
    }
  }
  uint32_t *receive = list + p->ops - receives;
  qsort_r(list, sends, sizeof *list, order, p->op);
  qsort_r(receive, receives, sizeof *list, order, p->op);
  return join(p, list, sends, receive, receives, error) && check_open_nodes(p, open, error);
}

static bool match(plan_t *p, noc_error_t *error) {
  uint32_t *list = malloc(((size_t)p->ops + 1) * sizeof *list);
  uint8_t *open = calloc((size_t)p->nodes + 1, sizeof *open);
  const bool ok = list != NULL && open != NULL ? match_all(p, list, open, error)
                                               : memory_fail(error, "the plan");
  free(list);
  free(open);
  return ok;
}

// --- cycles --------------------------------------------------------------------------------------

// Runs the plan without time (Kahn's algorithm): what is never complete waits for itself. What a
// wildcard will match is not known, so receives there do not wait for a message.
typedef struct {
  const plan_t *p;
  uint32_t *waits;    // [ops]: 2 a requirement that is missing, and 1 if a message is
  uint32_t *stack;    // [ops]: complete, and still to be visited; then: see note()
  uint32_t *started;  // [start_edges]: the same for what has started
  uint32_t depth, count, complete;
} walk_t;

typedef void (*visit_t)(walk_t *w, uint32_t from, uint32_t to, uint32_t share);

// Visits what waits for the start of an operation.
static inline void visit_started(walk_t *w, uint32_t i, visit_t visit) {
  uint32_t end = 0;
  for (uint32_t e = plan_start_successors(w->p, i, &end); e < end; e++) {
    visit(w, i, w->p->start_edge[e].operation, 2);
  }
}

// Visits what waits for the completion of an operation.
static inline void visit_complete(walk_t *w, uint32_t i, visit_t visit) {
  const plan_op_t *op = &w->p->op[i];
  for (uint32_t s = op->successors; s < op[1].successors; s++) {
    visit(w, i, w->p->successor[s], 2);
  }
  if (plan_is_sent(op) && op->match != kPlanNone) {
    visit(w, i, op->match, 1);
  }
}

// An operation has all that it requires: what waits for its start comes in its turn.
static void push_started(walk_t *w, uint32_t i) {
  if (w->p->op[i].starts) {
    w->started[w->count++] = i;
  }
}

static inline void count_down(walk_t *w, uint32_t from, uint32_t to, uint32_t share) {
  (void)from;
  w->waits[to] -= share;
  if (w->waits[to] == 0) {
    w->stack[w->depth++] = to;
  }
  if (share == 2 && w->waits[to] <= 1) {
    push_started(w, to);
  }
}

static void walk(walk_t *w) {
  while (w->depth > 0 || w->count > 0) {
    if (w->count > 0) {
      visit_started(w, w->started[--w->count], count_down);
    } else {
      w->complete++;
      visit_complete(w, w->stack[--w->depth], count_down);
    }
  }
}

// Notes one operation that an operation which is not complete waits for.
static void note(walk_t *w, uint32_t from, uint32_t to, uint32_t share) {
  (void)share;
  if (w->waits[to] != 0) {
    w->stack[to] = from;
  }
}

// Every operation that is not complete waits for another one, so going back ends in a cycle.
static uint32_t find_cycle(walk_t *w) {
  uint32_t at = 0;
  for (uint32_t i = 0; i < w->p->ops; i++) {
    if (w->waits[i] != 0) {
      visit_complete(w, i, note);
      at = i;
    }
    if (w->waits[i] > 1) {
      visit_started(w, i, note);
    }
  }
  for (uint32_t steps = 0; steps < w->p->ops; steps++) {
    at = w->stack[at];
  }
  return at;
}

// The cycle is told from its first operation on.
static bool fail_cycle(walk_t *w, noc_error_t *error) {
  const uint32_t at = find_cycle(w);
  uint32_t first = at;
  uint32_t length = 1;
  for (uint32_t i = w->stack[at]; i != at; i = w->stack[i]) {
    first = i < first ? i : first;
    length++;
  }
  char text[SHOWN * (PLAN_TEXT + 24) + 24] = "";
  size_t used = 0;
  uint32_t i = first;
  for (uint32_t k = 0; k < length && k < SHOWN; k++) {
    char one[PLAN_TEXT];
    i = w->stack[i];
    used += (size_t)snprintf(text + used, sizeof text - used, "%s%s",
                             k > 0 ? "; which waits for " : "", plan_describe(w->p, i, one));
  }
  if (length > SHOWN) {
    (void)snprintf(text + used, sizeof text - used, "; and so on over %u more", length - SHOWN);
  }
  return plan_fail_at(w->p, first, error,
                      "there is an operation that waits for itself, in a cycle of %u: "
                      "for %s",
                      length, text);
}

static void begin(walk_t *w) {
  const plan_t *p = w->p;
  plan_count_required(p, w->waits);
  for (uint32_t i = 0; i < p->ops; i++) {
    const bool message = p->op[i].kind == PLAN_RECEIVE && p->op[i].match != kPlanNone;
    w->waits[i] = 2 * w->waits[i] + message;
    if (w->waits[i] == 0) {
      w->stack[w->depth++] = i;
    }
    if (w->waits[i] <= 1) {
      push_started(w, i);
    }
  }
}

static bool check_acyclic(plan_t *p, noc_error_t *error) {
  walk_t w = {.p = p,
              .waits = malloc(((size_t)p->ops + 1) * sizeof *w.waits),
              .stack = calloc((size_t)p->ops + 1, sizeof *w.stack),
              .started = malloc(((size_t)p->start_edges + 1) * sizeof *w.started)};
  bool ok = w.waits != NULL && w.stack != NULL && w.started != NULL;
  if (!ok) {
    (void)memory_fail(error, "the plan");
  } else {
    begin(&w);
    walk(&w);
    ok = w.complete == p->ops || fail_cycle(&w, error);
  }
  free(w.waits);
  free(w.stack);
  free(w.started);
  return ok;
}

bool plan_check(plan_t *p, noc_error_t *error) {
  return match(p, error) && check_acyclic(p, error);
}
