// plan_coding -- what the data of every item is made of, and the operand slots of the coding units;
// see plan_coding_t in plan.h. Follows the data from where it is made, over messages, to the last
// exclusive or; the plan has no cycles.

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "plan/plan_check.h"

enum { NEW, OPEN, KNOWN };  // of an operation

typedef struct {
  plan_t *p;
  plan_coding_t *c;
  uint8_t *mark;    // [ops]
  uint32_t *stack;  // operations whose data is asked for; each puts what it needs on it once
  size_t depth;
  noc_error_t *error;
} walk_t;

void plan_coding_free(plan_coding_t *c) {
  if (c != NULL) {
    free(c->data);
    free(c->maker);
    free(c);
  }
}

// --- names ---------------------------------------------------------------------------------------

static void ask(walk_t *w, uint32_t i) {
  if (i != kPlanNone && w->mark[i] == NEW) {
    w->stack[w->depth++] = i;
  }
}

static void ask_needed(walk_t *w, uint32_t i) {
  const plan_op_t *op = &w->p->op[i];
  switch ((plan_kind_t)op->kind) {
    case PLAN_SEND:
      ask(w, op->source);
      break;
    case PLAN_RECEIVE:
      ask(w, op->match);
      break;
    case PLAN_XOR:
      ask(w, op->source);
      ask(w, op->peer);
      break;
    case PLAN_JOIN:
      for (uint32_t k = 0; k < op->peer; k++) {
        ask(w, w->p->part[op->tag + k]);
      }
      break;
    case PLAN_CALCULATE:
    case PLAN_BLOCK:
    case PLAN_MULTICAST:  // not in plans with items
    case PLAN_COPY:
      break;
  }
}

static const plan_data_t kUnknown = {.origin = kPlanNone, .name_a = kPlanNone, .name_b = kPlanNone};

// A wildcard shows in the run what it has received: nothing can be made of that beforehand.
static bool is_unknown(const plan_data_t *data) {
  return data->origin == kPlanNone && data->name_a == kPlanNone;
}

static bool fail_unknown(const walk_t *w, uint32_t i) {
  return plan_fail_at(w->p, i, w->error,
                      SAY_THERE_IS("data from a receive of a rank with wildcards",
                                   "data that is known before the run"));
}

static bool is_raw(const plan_data_t *data) {
  return data->name_b == kPlanNone;
}

// The name of raw data. A send that has no name yet gets the next one.
static uint32_t name_of(walk_t *w, const plan_data_t *data) {
  plan_data_t *made = &w->c->data[data->origin];
  if (made->name_a == kPlanNone) {
    made->name_a = w->c->names++;
    w->c->maker[made->name_a] = data->origin;
  }
  return made->name_a;
}

static bool fail_names(const walk_t *w, uint32_t i, const char *found) {
  return plan_fail_at(w->p, i, w->error, SAY_THERE_IS("an xor %s", "what leaves one block or two"),
                      found);
}

static bool find_xor(walk_t *w, uint32_t i) {
  const plan_op_t *op = &w->p->op[i];
  const plan_data_t *item[2] = {&w->c->data[op->source], &w->c->data[op->peer]};
  uint32_t name[4];
  unsigned count = 0;
  if (is_unknown(item[0]) || is_unknown(item[1])) {
    return fail_unknown(w, i);
  }
  for (unsigned k = 0; k < 2; k++) {
    if (item[k]->origin != kPlanNone && w->p->op[item[k]->origin].kind == PLAN_JOIN) {
      return fail_names(w, i, "of joined data");
    }
    const uint32_t names[2] = {is_raw(item[k]) ? name_of(w, item[k]) : item[k]->name_a,
                               item[k]->name_b};
    for (unsigned n = 0; n < 2 && names[n] != kPlanNone; n++) {
      // A name that both have cancels out; an item has no name twice.
      unsigned at = 0;
      while (at < count && name[at] != names[n]) {
        at++;
      }
      if (at < count) {
        name[at] = name[--count];
      } else {
        name[count++] = names[n];
      }
    }
  }
  if (count == 0 || count > 2) {
    return fail_names(w, i,
                      count == 0 ? "that leaves no block" : "that leaves more than two blocks");
  }
  const uint32_t other = count == 2 ? name[1] : kPlanNone;
  w->c->data[i] = (plan_data_t){.origin = count == 1 ? w->c->maker[name[0]] : kPlanNone,
                                .name_a = name[0] < other ? name[0] : other,
                                .name_b = name[0] < other ? other : name[0]};
  w->c->xors++;
  w->c->longest = op->size > w->c->longest ? op->size : w->c->longest;
  return true;
}

static bool find_join(walk_t *w, uint32_t i) {
  const plan_op_t *op = &w->p->op[i];
  for (uint32_t k = 0; k < op->peer; k++) {
    const plan_data_t *part = &w->c->data[w->p->part[op->tag + k]];
    if (is_unknown(part)) {
      return fail_unknown(w, i);
    }
    if (!is_raw(part) || w->p->op[part->origin].kind == PLAN_JOIN) {
      return plan_fail_at(w->p, i, w->error,
                          SAY_THERE_IS("a join of %s data", "one of raw data, a block each"),
                          is_raw(part) ? "joined" : "coded");
    }
  }
  w->c->data[i].origin = i;
  w->c->part_flits = w->p->op[w->p->part[op->tag]].size;
  return true;
}

static bool find(walk_t *w, uint32_t i) {
  const plan_op_t *op = &w->p->op[i];
  plan_data_t *data = &w->c->data[i];
  *data = kUnknown;
  switch ((plan_kind_t)op->kind) {
    case PLAN_SEND:
      if (op->source == kPlanNone) {
        data->origin = i;
        return true;
      }
      *data = w->c->data[op->source];
      return !is_unknown(data) || fail_unknown(w, i);
    case PLAN_RECEIVE:
      *data = op->match != kPlanNone ? w->c->data[op->match] : kUnknown;
      return true;
    case PLAN_BLOCK:
      *data = (plan_data_t){.origin = i, .name_a = op->tag, .name_b = kPlanNone};
      return true;
    case PLAN_XOR:
      return find_xor(w, i);
    case PLAN_JOIN:
      return find_join(w, i);
    case PLAN_CALCULATE:
    case PLAN_MULTICAST:
    case PLAN_COPY:
      return true;
  }
  return true;
}

static bool find_all(walk_t *w) {
  for (uint32_t i = 0; i < w->p->ops; i++) {
    ask(w, i);
    while (w->depth > 0) {
      const uint32_t top = w->stack[w->depth - 1];
      if (w->mark[top] == NEW) {
        w->mark[top] = OPEN;
        ask_needed(w, top);
        continue;
      }
      w->depth--;
      if (w->mark[top] == OPEN) {
        w->mark[top] = KNOWN;
        if (!find(w, top)) {
          return false;
        }
      }
    }
  }
  // Names that sends got late.
  for (uint32_t i = 0; i < w->p->ops; i++) {
    plan_data_t *data = &w->c->data[i];
    if (is_raw(data)) {
      const uint32_t name = data->origin != kPlanNone ? w->c->data[data->origin].name_a : kPlanNone;
      data->name_a = name != kPlanNone ? name : 0;
    }
  }
  return true;
}

// --- slots ---------------------------------------------------------------------------------------

enum { OPERAND = 1, ONCE = 2, OFTEN = 4 };  // how an item is used

static void use(uint8_t *uses, uint32_t item, bool operand) {
  if (item != kPlanNone) {
    uses[item] |= (uint8_t)((uses[item] & ONCE) != 0 ? OFTEN : ONCE) | (operand ? OPERAND : 0);
  }
}

static void count_uses(const plan_t *p, uint8_t *uses) {
  for (uint32_t i = 0; i < p->ops; i++) {
    const plan_op_t *op = &p->op[i];
    if (op->kind == PLAN_SEND || op->kind == PLAN_XOR) {
      use(uses, op->source, op->kind == PLAN_XOR);
    }
    if (op->kind == PLAN_XOR) {
      use(uses, op->peer, true);
    }
    for (uint32_t k = 0; op->kind == PLAN_JOIN && k < op->peer; k++) {
      use(uses, p->part[op->tag + k], false);
    }
  }
}

static bool in_place(const plan_t *p, uint32_t i, const uint8_t *uses) {
  const uint32_t a = p->op[i].source;
  return p->op[i].kind == PLAN_XOR && p->op[a].kind == PLAN_RECEIVE && (uses[a] & OFTEN) == 0;
}

// A coded packet needs a slot where it goes.
static bool check_sends(const plan_t *p, const plan_data_t *data, noc_error_t *error) {
  for (uint32_t i = 0; i < p->ops; i++) {
    if (p->op[i].kind == PLAN_SEND && p->op[i].match == kPlanNone && data[i].name_b != kPlanNone) {
      return plan_fail_at(
          p, i, error,
          SAY_THERE_IS("a send of coded data to a rank with wildcards", "one to a rank without"));
    }
  }
  return true;
}

// A slot takes what comes for it at any time.
static bool check_receives(const plan_t *p, const plan_data_t *data, noc_error_t *error) {
  uint32_t bad = kPlanNone;
  for (uint32_t i = 0; i < p->ops && bad == kPlanNone; i++) {
    bad = p->op[i].kind == PLAN_RECEIVE && data[i].slot > 0 && p->op[i].late ? i : bad;
  }
  for (uint32_t e = 0; e < p->edges && bad == kPlanNone; e++) {
    const uint32_t i = p->successor[e];
    bad = p->op[i].kind == PLAN_RECEIVE && data[i].slot > 0 ? i : bad;
  }
  for (uint32_t e = 0; e < p->start_edges && bad == kPlanNone; e++) {
    const uint32_t i = p->start_edge[e].operation;
    bad = p->op[i].kind == PLAN_RECEIVE && data[i].slot > 0 ? i : bad;
  }
  return bad == kPlanNone ||
         plan_fail_at(p, bad, error,
                      SAY_THERE_IS("a receive of coded data or of an operand of an xor that waits, "
                                   "or whose start others wait for, or of a rank with wildcards",
                                   "none of these"));
}

static bool number_slots(plan_t *p, const uint8_t *uses, uint32_t *next, noc_error_t *error) {
  plan_coding_t *c = p->coding;
  uint32_t over = kPlanNone;
  for (uint32_t i = 0; i < p->ops; i++) {
    const plan_op_t *op = &p->op[i];
    const bool coded = op->kind == PLAN_RECEIVE && c->data[i].name_b != kPlanNone;
    if (in_place(p, i, uses)) {
      c->data[i].slot = c->data[op->source].slot;
    } else if ((uses[i] & OPERAND) != 0 || op->kind == PLAN_XOR || coded) {
      const uint32_t slot = ++next[op->node];
      c->data[i].slot = (uint16_t)slot;
      if (slot >= c->slots) {
        c->slots = slot + 1;
        c->slots_node = op->node;
      }
      over = slot >= PLAN_MAX_SLOTS && over == kPlanNone ? i : over;
    }
  }
  if (over == kPlanNone) {
    return check_sends(p, c->data, error) && check_receives(p, c->data, error);
  }
  if (p->place == NULL) {  // of a collective
    return noc_fail(error, NOC_BAD_INPUT,
                    "workload.scheme" SAY_IS("exclusive ors for which node %u keeps %u operands",
                                             "up to %d, what a coding unit has room for"),
                    c->slots_node, c->slots - 1, PLAN_MAX_SLOTS - 1);
  }
  return plan_fail_at(
      p, over, error,
      SAY_THERE_IS("a need of %u operands in the coding unit of node %u", "up to %d"), c->slots - 1,
      c->slots_node, PLAN_MAX_SLOTS - 1);
}

// --- both ----------------------------------------------------------------------------------------

static bool start(walk_t *w) {
  const plan_t *p = w->p;
  plan_coding_t *c = w->c;
  uint32_t sends = 0;
  for (uint32_t i = 0; i < p->ops; i++) {
    const plan_op_t *op = &p->op[i];
    c->names = op->kind == PLAN_BLOCK && op->tag >= c->names ? op->tag + 1 : c->names;
    sends += op->kind == PLAN_SEND && op->source == kPlanNone;
  }
  const size_t most = (size_t)c->names + sends + 1;
  c->data = calloc((size_t)p->ops + 1, sizeof *c->data);
  c->maker = malloc(most * sizeof *c->maker);
  w->mark = calloc((size_t)p->ops + 1, sizeof *w->mark);
  w->stack = malloc((3 * (size_t)p->ops + p->parts + 1) * sizeof *w->stack);
  if (c->data == NULL || c->maker == NULL || w->mark == NULL || w->stack == NULL) {
    return memory_fail(w->error, "the plan");
  }
  memset(c->maker, 0xff, most * sizeof *c->maker);  // kPlanNone
  for (uint32_t i = 0; i < p->ops; i++) {
    if (p->op[i].kind == PLAN_BLOCK) {
      c->maker[p->op[i].tag] = i;
    }
  }
  return true;
}

bool plan_coding_create(plan_t *p, noc_error_t *error) {
  p->coding = calloc(1, sizeof *p->coding);
  if (p->coding == NULL) {
    return memory_fail(error, "the plan");
  }
  walk_t w = {.p = p, .c = p->coding, .error = error};
  bool ok = start(&w) && find_all(&w);
  free(w.stack);
  free(w.mark);
  if (!ok || p->coding->xors == 0) {
    return ok;
  }
  uint8_t *uses = calloc((size_t)p->ops + 1, sizeof *uses);
  uint32_t *next = calloc((size_t)p->nodes + 1, sizeof *next);
  if (uses == NULL || next == NULL) {
    ok = memory_fail(error, "the plan");
  } else {
    count_uses(p, uses);
    ok = number_slots(p, uses, next, error);
  }
  free(uses);
  free(next);
  return ok;
}

// Nodes with more operands than this.
static uint32_t count_nodes(const plan_t *p, uint32_t memory, uint8_t *marked) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < p->ops; i++) {
    const uint32_t node = p->op[i].node;
    if (p->coding->data[i].slot > memory && !marked[node]) {
      marked[node] = 1;
      count++;
    }
  }
  return count;
}

bool plan_check_memory(const plan_t *p, uint32_t memory, noc_error_t *error) {
  const uint32_t needed = p->coding != NULL && p->coding->slots > 0 ? p->coding->slots - 1 : 0;
  if (memory == 0 || memory >= needed) {
    return true;
  }
  uint8_t *marked = calloc((size_t)p->nodes + 1, sizeof *marked);
  if (marked == NULL) {
    return memory_fail(error, "the plan");
  }
  const uint32_t nodes = count_nodes(p, memory, marked);
  free(marked);
  return noc_fail(
      error, NOC_BAD_INPUT,
      "coding.memory" SAY_IS("%u operands, which %u of %u nodes would fill and wait for ever",
                             "%u or more, what node %u needs"),
      memory, nodes, p->nodes, needed, plan_rank(p, p->coding->slots_node));
}
