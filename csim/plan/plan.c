// plan -- building; see plan.h. plan_check.c matches sends with receives and looks for cycles.

#include "plan/plan.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "plan/plan_check.h"

plan_t *plan_create(uint32_t nodes, noc_error_t *error) {
  plan_t *p = calloc(1, sizeof *p);
  if (p == NULL) {
    (void)memory_fail(error, "the plan");
    return NULL;
  }
  p->nodes = nodes;
  p->ranks = nodes;
  return p;
}

void plan_free(plan_t *p) {
  if (p != NULL) {
    free(p->op);
    free(p->edge);
    free(p->successor);
    free(p->start_edge);
    free(p->release);
    free(p->image);
    free(p->file);
    free(p->place);
    free(p->part);
    free(p->step);
    free(p->carrier);
    free(p->pair);
    free(p->branch);
    free(p->path);
    free(p->hop);
    plan_coding_free(p->coding);
    free(p);
  }
}

bool plan_make_room(plan_t *p, void *array, uint32_t used, uint32_t *room, size_t size) {
  if (used > UINT32_MAX - 2 || !memory_room(array, room, used + 2, size)) {
    p->short_of_memory = true;
    return false;
  }
  return true;
}

static void add_step(plan_t *p) {
  if (plan_make_room(p, &p->step, p->ops, &p->step_room, sizeof *p->step)) {
    p->step[p->ops] = (uint16_t)p->current_step;
  }
}

static uint32_t add(plan_t *p, plan_op_t op) {
  if (!plan_make_room(p, &p->op, p->ops, &p->op_room, sizeof *p->op)) {
    return p->ops > 0 ? p->ops - 1 : kPlanNone;  // any; plan_finish() refuses the plan
  }
  op.match = kPlanNone;
  op.source = kPlanNone;
  p->op[p->ops] = op;
  if (p->steps > 0) {
    add_step(p);
  }
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

uint32_t plan_multicast(plan_t *p, uint32_t node, const uint32_t *to, uint32_t count,
                        uint32_t flits, uint32_t tag) {
  plan_op_t op = {.kind = PLAN_MULTICAST, .node = node, .peer = count, .tag = tag, .size = flits};
  const uint32_t multicast = add(p, op);
  p->multicasts++;
  op.kind = PLAN_COPY;
  for (uint32_t k = 0; k < count && !p->short_of_memory; k++) {
    op.peer = to[k];
    const uint32_t copy = add(p, op);
    if (!p->short_of_memory) {
      plan_require(p, copy, multicast);
    }
  }
  return multicast;
}

uint32_t plan_calculate(plan_t *p, uint32_t node, uint32_t cycles) {
  return add(p, (plan_op_t){.kind = PLAN_CALCULATE, .node = node, .size = cycles});
}

uint32_t plan_block(plan_t *p, uint32_t node, uint32_t flits, uint32_t name) {
  p->has_items = true;
  return add(p, (plan_op_t){.kind = PLAN_BLOCK, .node = node, .size = flits, .tag = name});
}

uint32_t plan_xor(plan_t *p, uint32_t node, uint32_t flits, uint32_t a, uint32_t b) {
  p->has_items = true;
  const uint32_t i = add(p, (plan_op_t){.kind = PLAN_XOR, .node = node, .size = flits, .peer = b});
  if (!p->short_of_memory) {
    p->op[i].source = a;
  }
  return i;
}

uint32_t plan_join(plan_t *p, uint32_t node, const uint32_t *item, uint32_t items) {
  p->has_items = true;
  uint64_t flits = 0;
  const uint32_t first = p->parts;
  for (uint32_t k = 0; k < items; k++) {
    if (p->short_of_memory ||
        !plan_make_room(p, &p->part, p->parts, &p->part_room, sizeof *p->part)) {
      return 0;
    }
    p->part[p->parts++] = item[k];
    flits += p->op[item[k]].size;
  }
  const uint32_t size = flits > PLAN_MAX_SIZE ? PLAN_MAX_SIZE + 1u : (uint32_t)flits;
  return add(
      p, (plan_op_t){.kind = PLAN_JOIN, .node = node, .size = size, .peer = items, .tag = first});
}

uint32_t plan_send_item(plan_t *p, uint32_t node, uint32_t to, uint32_t flits, uint32_t tag,
                        uint32_t item) {
  p->has_items = true;
  const uint32_t send = plan_send(p, node, to, flits, tag);
  if (!p->short_of_memory) {
    p->op[send].source = item;
  }
  return send;
}

uint32_t plan_pass_item(plan_t *p, uint32_t from, uint32_t to, uint32_t flits, uint32_t tag,
                        uint32_t item) {
  const uint32_t send = plan_send_item(p, from, to, flits, tag, item);
  const uint32_t receive = plan_receive(p, to, from, flits, tag);
  if (!p->short_of_memory) {
    p->op[send].match = receive;
    p->op[receive].match = send;
  }
  return receive;
}

void plan_set_steps(plan_t *p, const char *const *names, unsigned count) {
  p->step_name = names;
  p->steps = count;
  p->current_step = PLAN_NO_STEP;
}

void plan_number_steps(plan_t *p, unsigned count) {
  plan_set_steps(p, NULL, count);
}

void plan_set_step(plan_t *p, unsigned step) {
  p->current_step = step;
}

void plan_set_cpu(plan_t *p, uint32_t operation, uint8_t cpu) {
  if (!p->short_of_memory) {
    p->op[operation].cpu = cpu;
  }
}

static void add_edge(plan_t *p, plan_edge_t **edge, uint32_t *edges, uint32_t *room,
                     plan_edge_t added) {
  if (p->short_of_memory || !plan_make_room(p, edge, *edges, room, sizeof **edge)) {
    return;
  }
  assert(p->op[added.operation].node == p->op[added.requires].node);
  (*edge)[(*edges)++] = added;
}

void plan_require(plan_t *p, uint32_t operation, uint32_t requires) {
  add_edge(p, &p->edge, &p->edges, &p->edge_room, (plan_edge_t){operation, requires});
}

void plan_require_start(plan_t *p, uint32_t operation, uint32_t requires) {
  add_edge(p, &p->start_edge, &p->start_edges, &p->start_room, (plan_edge_t){operation, requires});
}

void plan_release(plan_t *p, uint32_t operation, uint64_t cycle) {
  if (p->short_of_memory ||
      !plan_make_room(p, &p->release, p->releases, &p->release_room, sizeof *p->release)) {
    return;
  }
  assert(p->releases == 0 || p->release[p->releases - 1].cycle <= cycle);
  p->release[p->releases++] = (plan_release_t){cycle, operation};
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

uint32_t plan_multicast_block(plan_t *p, uint32_t from, const uint32_t *to, uint32_t count,
                              uint32_t flits, uint32_t block, uint32_t source) {
  const uint32_t multicast = plan_multicast(p, from, to, count, flits, block);
  for (uint32_t k = 0; k < count; k++) {
    const uint32_t receive = plan_receive(p, to[k], from, flits, block);
    if (p->short_of_memory) {
      return multicast;
    }
    p->op[multicast + 1 + k].match = receive;
    p->op[receive].match = multicast + 1 + k;
  }
  if (source != kPlanNone && !p->short_of_memory) {
    p->op[multicast].source = source;
    plan_require(p, multicast, source);
  }
  return multicast;
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
  for (uint32_t e = 0; e < p->start_edges; e++) {
    count[p->start_edge[e].operation]++;
  }
}

static int by_required(const void *a, const void *b) {
  const plan_edge_t *x = a;
  const plan_edge_t *y = b;
  if (x->requires != y->requires) {
    return x->requires < y->requires ? -1 : 1;
  }
  return (x->operation > y->operation) - (x->operation < y->operation);
}

static void list_start_successors(plan_t *p) {
  if (p->start_edges > 0) {
    qsort(p->start_edge, p->start_edges, sizeof *p->start_edge, by_required);
  }
  for (uint32_t e = 0; e < p->start_edges; e++) {
    plan_op_t *op = &p->op[p->start_edge[e].requires];
    op->starts = true;
    op->late = op->kind == PLAN_RECEIVE;
    p->has_late = p->has_late || op->late;
  }
}

uint32_t plan_start_successors(const plan_t *p, uint32_t operation, uint32_t *end) {
  *end = 0;
  if (!p->op[operation].starts) {
    return 0;
  }
  uint32_t low = 0;
  for (uint32_t high = p->start_edges; low < high;) {
    const uint32_t middle = low + (high - low) / 2;
    const bool before = p->start_edge[middle].requires < operation;
    low = before ? middle + 1 : low;
    high = before ? high : middle;
  }
  *end = low;
  while (*end < p->start_edges && p->start_edge[*end].requires == operation) {
    ++*end;
  }
  return low;
}

// Adds the requirements that items imply, after all that are said, which keeps the order of either.
static void require_items(plan_t *p) {
  for (uint32_t i = 0; i < p->ops; i++) {
    const plan_op_t *op = &p->op[i];
    if (op->kind == PLAN_JOIN) {
      for (uint32_t k = 0; k < op->peer; k++) {
        plan_require(p, i, p->part[op->tag + k]);
      }
    } else if (op->kind == PLAN_XOR || (op->kind == PLAN_SEND && op->source != kPlanNone)) {
      plan_require(p, i, op->source);
    }
    if (op->kind == PLAN_XOR) {
      plan_require(p, i, op->peer);
    }
  }
}

bool plan_finish(plan_t *p, noc_error_t *error) {
  if (p->op == NULL) {
    p->op = calloc(1, sizeof *p->op);
  }
  if (p->multicasts > 0 && !p->short_of_memory && !plan_check_multicasts(p, error)) {
    return false;
  }
  if (p->has_items && !p->short_of_memory) {
    if (!plan_check_items(p, error)) {
      return false;
    }
    require_items(p);
  }
  p->successor = malloc(((size_t)p->edges + 1) * sizeof *p->successor);
  if (p->short_of_memory || p->op == NULL || p->successor == NULL) {
    return memory_fail(error, "the plan");
  }
  list_successors(p);
  list_start_successors(p);
  return plan_check(p, error) && (!p->has_items || plan_coding_create(p, error));
}

void plan_map(plan_t *p, uint32_t nodes, uint32_t *image) {
  p->nodes = nodes;
  p->image = image;
  if (p->coding != NULL && p->coding->slots > 0) {
    p->coding->slots_node = image[p->coding->slots_node];
  }
  for (uint32_t i = 0; i < p->ops; i++) {
    plan_op_t *op = &p->op[i];
    const bool has_peer = plan_is_message(op) && op->peer != kPlanAny;
    op->node = image[op->node];
    op->peer = has_peer ? image[op->peer] : op->peer;
  }
  plan_sort_copies(p);
  plan_map_carriers(p);
}

uint32_t plan_rank(const plan_t *p, uint32_t node) {
  uint32_t rank = 0;
  while (p->image != NULL && rank < p->ranks && p->image[rank] != node) {
    rank++;
  }
  return p->image != NULL ? rank : node;
}

static void print_or_any(char out[16], uint32_t number) {
  (void)snprintf(out, 16, number == kPlanAny ? "any" : "%u", number);
}

const char *plan_describe(const plan_t *p, uint32_t operation, char out[PLAN_TEXT]) {
  const plan_op_t *op = &p->op[operation];
  const uint32_t rank = plan_rank(p, op->node);
  char where[120];
  if (p->place != NULL) {
    (void)snprintf(where, sizeof where, "%.60s:%u:%u: rank %u:", p->file, p->place[operation].line,
                   p->place[operation].column, rank);
  } else {
    (void)snprintf(where, sizeof where, "node %u:", rank);
  }
  if (!plan_is_message(op)) {
    static const char *const kWords[] = {[PLAN_CALCULATE] = "calc",
                                         [PLAN_BLOCK] = "block of flits",
                                         [PLAN_XOR] = "xor of flits",
                                         [PLAN_JOIN] = "join of flits",
                                         [PLAN_MULTICAST] = "mcast of flits"};
    (void)snprintf(out, PLAN_TEXT, "%s %s %u", where, kWords[op->kind], op->size);
    return out;
  }
  char peer[16];
  char tag[16];
  print_or_any(peer, op->peer == kPlanAny ? kPlanAny : plan_rank(p, op->peer));
  print_or_any(tag, op->tag);
  (void)snprintf(out, PLAN_TEXT, "%s %s %s tag %s", where,
                 op->kind == PLAN_SEND   ? "send to"
                 : op->kind == PLAN_COPY ? "mcast to"
                                         : "recv from",
                 peer, tag);
  return out;
}

unsigned plan_longest(const plan_t *p) {
  unsigned longest = 1;
  for (uint32_t i = 0; i < p->ops; i++) {
    if (plan_is_message(&p->op[i]) && p->op[i].size > longest) {
      longest = p->op[i].size;
    }
  }
  return longest;
}
