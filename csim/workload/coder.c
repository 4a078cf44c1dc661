// coder -- see coder.h.

#include "workload/coder.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

// When the operand of a command can be there at the earliest: ranks in the order of commands. Each
// step has two, of packets and of what the host or the unit itself brings; overlapped steps have
// one more in front, of packets that depend on nothing.
enum { RANKS = 2 * (PLAN_NO_STEP + 2) + 1 };

static bool is_in_place(const coder_t *c, uint32_t op) {
  const plan_op_t *o = &c->plan->op[op];
  return o->kind == PLAN_XOR && c->coding->data[op].slot == c->coding->data[o->source].slot;
}

static unsigned step_of(const plan_t *p, uint32_t op) {
  return p->step == NULL || p->step[op] == PLAN_NO_STEP ? 0 : p->step[op];
}

// The packet for a receive is there from the beginning.
static bool is_ready(const plan_t *p, uint32_t receive) {
  const uint32_t send = p->op[receive].match;
  const uint32_t source = p->op[send].source;
  return source == kPlanNone || p->op[source].kind == PLAN_BLOCK;
}

static unsigned rank_of(const coder_t *c, uint32_t op, bool sequential) {
  const plan_t *p = c->plan;
  const uint32_t receive = is_in_place(c, op) ? p->op[op].source : op;
  if (p->op[receive].kind == PLAN_RECEIVE) {
    return !sequential && is_ready(p, receive) ? 0 : 2 * step_of(p, receive) + 1;
  }
  return 2 * step_of(p, op) + 2;  // blocks have no step
}

// Whether an operation is a command: a packet for an exclusive or in place is opened with that.
static bool is_command(const coder_t *c, uint32_t op, const uint8_t *in_place) {
  const uint8_t kind = c->plan->op[op].kind;
  return c->coding->data[op].slot > 0 &&
         (kind == PLAN_XOR || kind == PLAN_BLOCK || (kind == PLAN_RECEIVE && !in_place[op]));
}

static void find_in_place(const coder_t *c, uint8_t *in_place) {
  for (uint32_t i = 0; i < c->plan->ops; i++) {
    if (is_in_place(c, i)) {
      in_place[c->plan->op[i].source] = 1;
    }
  }
}

// Sorts the commands by rank, then, keeping that order, by node, into `sorted`.
static void sort_commands(coder_t *c, bool sequential, const uint8_t *in_place, uint32_t *by_rank,
                          uint32_t *sorted) {
  const plan_t *p = c->plan;
  uint32_t place[RANKS + 1] = {0};
  for (uint32_t i = 0; i < p->ops; i++) {
    if (is_command(c, i, in_place)) {
      place[rank_of(c, i, sequential) + 1]++;
      c->first[p->op[i].node + 1]++;
    }
  }
  for (unsigned k = 0; k < RANKS; k++) {
    place[k + 1] += place[k];
  }
  for (uint32_t node = 0; node < p->nodes; node++) {
    c->first[node + 1] += c->first[node];
  }
  for (uint32_t i = 0; i < p->ops; i++) {
    if (is_command(c, i, in_place)) {
      by_rank[place[rank_of(c, i, sequential)]++] = i;
    }
  }
  memcpy(c->next, c->first, p->nodes * sizeof *c->next);
  for (uint32_t k = 0; k < c->first[p->nodes]; k++) {
    sorted[c->next[p->op[by_rank[k]].node]++] = by_rank[k];
  }
  memcpy(c->next, c->first, p->nodes * sizeof *c->next);
}

// An operand of an exclusive or whose command is not in the list yet; kPlanNone if there is none.
static uint32_t operand_missing(const coder_t *c, uint32_t op, const uint8_t *listed) {
  const plan_op_t *o = &c->plan->op[op];
  if (o->kind != PLAN_XOR) {
    return kPlanNone;
  }
  return !listed[o->peer]                            ? o->peer
         : !is_in_place(c, op) && !listed[o->source] ? o->source
                                                     : kPlanNone;
}

// Keeps that order but for operands, whose commands come before those that wait for them.
static void put_operands_first(coder_t *c, const uint32_t *sorted, uint8_t *listed,
                               uint32_t *stack) {
  const uint32_t commands = c->first[c->plan->nodes];
  uint32_t count = 0;
  for (uint32_t k = 0; k < commands; k++) {
    uint32_t depth = 0;
    stack[depth++] = sorted[k];
    while (depth > 0) {
      const uint32_t op = stack[depth - 1];
      const uint32_t operand = operand_missing(c, op, listed);
      if (operand != kPlanNone) {
        stack[depth++] = operand;
        continue;
      }
      depth--;
      if (!listed[op]) {
        listed[op] = 1;
        c->command[count++] = op;
      }
    }
  }
}

static bool list_commands(coder_t *c, bool sequential) {
  const plan_t *p = c->plan;
  const size_t ops = (size_t)p->ops + 1;
  uint8_t *mark = calloc(ops, sizeof *mark);
  uint32_t *list = malloc(2 * ops * sizeof *list);
  c->command = malloc(ops * sizeof *c->command);
  const bool ok = mark != NULL && list != NULL && c->command != NULL;
  if (ok) {
    find_in_place(c, mark);
    sort_commands(c, sequential, mark, list, list + ops);
    memset(mark, 0, ops);
    put_operands_first(c, list + ops, mark, list);
  }
  free(mark);
  free(list);
  for (uint32_t node = 0; ok && node < p->nodes; node++) {
    const bool here = node - c->first_node < c->end_node - c->first_node;
    const bool any = here && c->first[node + 1] > c->first[node];
    c->active[node / 64] |= (uint64_t)any << node % 64;
  }
  return ok;
}

static bool list_slots(coder_t *c) {
  const plan_t *p = c->plan;
  for (uint32_t i = 0; i < p->ops; i++) {
    const uint32_t slots = c->coding->data[i].slot + 1u;
    uint32_t *most = &c->base[p->op[i].node + 1];
    *most = slots > *most ? slots : *most;
  }
  for (uint32_t node = 0; node < p->nodes; node++) {
    c->base[node + 1] += c->base[node];
  }
  const uint32_t slots = c->base[p->nodes];
  c->made_by = malloc(((size_t)slots + 1) * sizeof *c->made_by);
  c->seen = calloc((size_t)slots + 1, sizeof *c->seen);
  if (c->made_by == NULL || c->seen == NULL) {
    return false;
  }
  memset(c->made_by, 0xff, ((size_t)slots + 1) * sizeof *c->made_by);  // kPlanNone
  for (uint32_t i = 0; i < p->ops; i++) {
    if (p->op[i].kind == PLAN_XOR) {
      c->made_by[c->base[p->op[i].node] + c->coding->data[i].slot] = i;
    }
  }
  return true;
}

coder_t *coder_create(const plan_t *plan, const network_t *n, bool sequential, noc_error_t *error) {
  coder_t *c = calloc(1, sizeof *c);
  if (c != NULL) {
    c->plan = plan;
    c->coding = plan->coding;
    (void)network_own_nodes(n, &c->first_node, &c->end_node);
    c->first = calloc((size_t)plan->nodes + 1, sizeof *c->first);
    c->next = calloc((size_t)plan->nodes + 1, sizeof *c->next);
    c->loaded = calloc(plan->nodes, sizeof *c->loaded);
    c->active = calloc(((size_t)plan->nodes + 63) / 64, sizeof *c->active);
    c->base = calloc((size_t)plan->nodes + 1, sizeof *c->base);
    c->decoded = calloc(plan->nodes, sizeof *c->decoded);
  }
  if (c == NULL || c->first == NULL || c->next == NULL || c->loaded == NULL || c->active == NULL ||
      c->base == NULL || c->decoded == NULL || !list_slots(c) || !list_commands(c, sequential)) {
    coder_free(c);
    (void)memory_fail(error, "the commands to the coding units");
    return NULL;
  }
  return c;
}

void coder_free(coder_t *c) {
  if (c == NULL) {
    return;
  }
  free(c->command);
  free(c->first);
  free(c->next);
  free(c->loaded);
  free(c->active);
  free(c->base);
  free(c->made_by);
  free(c->seen);
  free(c->decoded);
  free(c);
}

// The place where a result is kept is an address.
void coder_checkpoint(coder_t *coder, const engine_places_t *places, checkpoint_t *c) {
  const uint32_t nodes = coder->plan->nodes;
  CHECKPOINT_ARRAY(c, coder->next, nodes);
  CHECKPOINT_ARRAY(c, coder->loaded, nodes);
  CHECKPOINT_ARRAY(c, coder->active, (nodes + 63) / 64);
  CHECKPOINT_ARRAY(c, coder->seen, coder->base[nodes]);
  CHECKPOINT(c, coder->flits);
  checkpoint_begin(c, "coder->decoded", nodes, sizeof *coder->decoded);
  for (uint32_t node = 0; node < nodes; node++) {
    decoded_t decoded = coder->decoded[node];
    decoded.keep = checkpoint_reads(c) ? NULL : decoded.keep;
    engine_places_hide(places, &decoded.keep);
    checkpoint_piece(c, &decoded, 1);
    engine_places_show(places, &decoded.keep);
    coder->decoded[node] = decoded;
  }
}
