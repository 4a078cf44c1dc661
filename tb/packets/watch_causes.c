// watch_causes -- why a packet was sent: the one that its interface passes on, the one that it
// answers, or the one that the send of a plan waited for last; see watch_state.h.

#include <stdlib.h>

#include "packets/watch_state.h"

enum { CAUSES = 1024 };  // entries of the table in the beginning

// By the node that it has come to, where it is from, and for forwarded packets its number; 0 of
// others, of which the last one of a source counts.
static uint64_t key_of(uint32_t node, uint32_t source, uint32_t number) {
  return ((uint64_t)node << 40 ^ (uint64_t)source << 17 ^ number) + 1;
}

static cause_t *find(cause_t *table, uint32_t room, uint64_t key) {
  uint64_t at = key * UINT64_C(0x9e3779b97f4a7c15) >> 20;
  while (table[at & (room - 1)].key != 0 && table[at & (room - 1)].key != key) {
    at++;
  }
  return &table[at & (room - 1)];
}

static bool grow(watch_t *w) {
  const uint32_t room = 2 * w->cause_room;
  cause_t *table = calloc(room, sizeof *table);
  if (table == NULL) {
    w->no_memory = w->failed = true;
    return false;
  }
  for (uint32_t i = 0; i < w->cause_room; i++) {
    if (w->cause[i].key != 0) {
      *find(table, room, w->cause[i].key) = w->cause[i];
    }
  }
  free(w->cause);
  w->cause = table;
  w->cause_room = room;
  return true;
}

static void put(watch_t *w, uint64_t key, uint64_t packet, uint64_t cycle) {
  if (2 * w->causes >= w->cause_room && !grow(w)) {
    return;
  }
  cause_t *cause = find(w->cause, w->cause_room, key);
  w->causes += cause->key == 0;
  *cause = (cause_t){key, packet, cycle};
}

// Turns successors around.
static bool list_requirements(watch_t *w) {
  const plan_t *p = w->plan;
  w->of_operation = watch_array(w, p->ops, sizeof *w->of_operation);
  w->at_operation = watch_array(w, p->ops, sizeof *w->at_operation);
  w->required_from = watch_array(w, (size_t)p->ops + 2, sizeof *w->required_from);
  w->required = watch_array(w, (size_t)p->edges + 1, sizeof *w->required);
  if (w->failed) {
    return false;
  }
  const uint32_t edges = p->op[p->ops].successors;
  for (uint32_t e = 0; e < edges; e++) {
    w->required_from[p->successor[e] + 2]++;
  }
  for (uint32_t i = 2; i <= p->ops + 1; i++) {
    w->required_from[i] += w->required_from[i - 1];
  }
  for (uint32_t i = 0; i < p->ops; i++) {
    for (uint32_t e = p->op[i].successors; e < p->op[i + 1].successors; e++) {
      w->required[w->required_from[p->successor[e] + 1]++] = i;
    }
  }
  return true;
}

bool causes_create(watch_t *w) {
  w->cause_room = CAUSES;
  w->cause = calloc(CAUSES, sizeof *w->cause);
  if (w->cause == NULL) {
    w->no_memory = w->failed = true;
    return false;
  }
  return w->plan == NULL || w->plan->ops == 0 || list_requirements(w);
}

void causes_free(watch_t *w) {
  free(w->cause);
}

static bool is_forwarded(const flow_t *flow) {
  return flow->row.type == PACKET_FORWARDED || flow->row.type == PACKET_FORWARDED_LAST;
}

void causes_arrived(watch_t *w, uint32_t node, const flow_t *flow) {
  if (flow->row.type == PACKET_FORWARDED) {
    put(w, key_of(node, flow->row.source, flow->row.message + 1), flow->row.id, w->now);
  }
}

void causes_delivered(watch_t *w, uint32_t node, const flow_t *flow, uint64_t id) {
  const uint64_t cycle = w->now - 1;
  if (workload_streams(w->workload) > 0) {
    put(w, key_of(node, flow->row.source, 0), id, cycle);
  }
  if (w->of_operation != NULL && flow->row.operation < w->plan->ops) {
    uint32_t operation = flow->row.operation;
    if (flow->row.copies > 0 || is_forwarded(flow)) {
      operation = plan_copy_to(w->plan, operation, node);
    }
    if (operation != kPlanNone) {
      w->of_operation[operation] = id;
      w->at_operation[operation] = cycle;
    }
  }
}

// The packet that came last of those that an operation waited for, through computations too; so
// many of these in a row.
enum { DEPTH = 16 };
static void latest(const watch_t *w, uint32_t operation, unsigned depth, uint64_t *cycle,
                   uint64_t *packet) {
  for (uint32_t e = w->required_from[operation]; e < w->required_from[operation + 1]; e++) {
    const uint32_t before = w->required[e];
    const plan_op_t *op = &w->plan->op[before];
    const bool received = op->kind == PLAN_RECEIVE;
    if (received && op->match < w->plan->ops && w->of_operation[op->match] != kNobody &&
        w->at_operation[op->match] >= *cycle) {
      *cycle = w->at_operation[op->match];
      *packet = w->of_operation[op->match];
    } else if (!received && op->kind != PLAN_SEND && depth < DEPTH) {
      latest(w, before, depth + 1, cycle, packet);
    }
  }
}

uint64_t causes_of(const watch_t *w, const flow_t *flow, const workload_packet_t *packet) {
  const packet_row_t *row = &flow->row;
  if (is_forwarded(flow)) {
    const uint64_t key = key_of(row->injected_at, row->source, row->message + 1);
    return row->injected_at == row->source ? kNobody : find(w->cause, w->cause_room, key)->packet;
  }
  if (packet->answer) {
    const cause_t *asked =
        find(w->cause, w->cause_room, key_of(row->source, packet->destination, 0));
    return asked->key != 0 && asked->cycle == row->created ? asked->packet : kNobody;
  }
  uint64_t cycle = 0;
  uint64_t cause = kNobody;
  if (w->of_operation != NULL && row->operation < w->plan->ops) {
    latest(w, row->operation, 0, &cycle, &cause);
  }
  return cause;
}
