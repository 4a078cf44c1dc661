// plan_write -- a plan as GOAL text:
//
//   num_ranks 4
//   rank 0 {
//   l1: recv 8b from 2 tag 2
//   l2: send 8b to 1 tag 2
//   l2 requires l1
//   }
//
// Items are written of plans with items only, so that what other simulators read stays the same. Of
// a plan on a map, in its ranks. docs/plans.md has the whole format.

#include <stdlib.h>

#include "plan/plan.h"

typedef struct {
  const plan_t *plan;
  unsigned flit_bytes;
  FILE *out;
  uint32_t *op;            // [ops] in the order of their nodes, then of their numbers
  uint32_t *first;         // [nodes + 1]: where a node's begin
  uint32_t *rank;          // [nodes]: of a node
  uint32_t *rank_of_copy;  // [nodes]: of a multicast
  uint32_t *implied;       // [ops]: how many operations require it as an item; NULL without items
} writer_t;

// Counting sort.
static void sort_by_node(writer_t *w) {
  const plan_t *p = w->plan;
  for (uint32_t i = 0; i < p->ops; i++) {
    w->first[p->op[i].node + 1]++;
  }
  for (uint32_t node = 0; node < p->nodes; node++) {
    w->first[node + 1] += w->first[node];
  }
  for (uint32_t i = p->ops; i-- > 0;) {
    w->op[--w->first[p->op[i].node + 1]] = i;
  }
  // The loop has left in [node + 1] where the node begins.
  for (uint32_t node = 0; node < p->nodes; node++) {
    w->first[node] = w->first[node + 1];
  }
  w->first[p->nodes] = p->ops;
}

// A node's operations are listed in the order of their numbers, so a label is found by search.
static uint32_t label_of(const writer_t *w, uint32_t operation) {
  const uint32_t node = w->plan->op[operation].node;
  uint32_t low = w->first[node];
  for (uint32_t high = w->first[node + 1]; low + 1 < high;) {
    const uint32_t middle = low + (high - low) / 2;
    const bool below = w->op[middle] <= operation;
    low = below ? middle : low;
    high = below ? high : middle;
  }
  return low - w->first[node] + 1;
}

static unsigned long long bytes_of(const writer_t *w, const plan_op_t *op) {
  return (unsigned long long)op->size * w->flit_bytes;
}

static long long or_any(uint32_t number) {
  return number == kPlanAny ? -1 : (long long)number;
}

static int by_number(const void *a, const void *b) {
  const uint32_t x = *(const uint32_t *)a;
  const uint32_t y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

static void write_path(const writer_t *w, uint32_t send) {
  const plan_t *p = w->plan;
  const uint32_t number = plan_path_of(p, send);
  if (number == kPlanNone) {
    return;
  }
  const plan_path_t *path = &p->path[number];
  (void)fprintf(w->out, " via %u", path->count);
  for (uint32_t k = path->first; k < path->first + path->count; k++) {
    (void)fprintf(w->out, " %u", p->hop[k].port);
    if (p->hop[k].vc_class != kPlanAny) {
      (void)fprintf(w->out, ",%u", p->hop[k].vc_class);
    }
  }
}

static void write_message(const writer_t *w, uint32_t i) {
  const plan_op_t *op = &w->plan->op[i];
  const bool send = op->kind == PLAN_SEND;
  const uint32_t peer = op->peer == kPlanAny ? kPlanAny : w->rank[op->peer];
  (void)fprintf(w->out, "%s %llub %s %lld tag %lld", send ? "send" : "recv", bytes_of(w, op),
                send ? "to" : "from", or_any(peer), or_any(op->tag));
  if (send && w->plan->has_items && op->source != kPlanNone) {
    (void)fprintf(w->out, " of l%u", label_of(w, op->source));
  }
  write_path(w, i);
}

static void write_carrier(const writer_t *w, uint32_t multicast) {
  const plan_t *p = w->plan;
  const plan_carrier_t c = plan_carrier(p, multicast);
  if (c.kind != CARRY_TREE) {
    (void)fprintf(w->out, " %s %u", c.kind == CARRY_PATH ? "path" : "forward", c.count);
  }
  for (uint32_t k = c.first; k < c.first + c.count; k++) {
    if (c.kind == CARRY_FORWARD) {
      (void)fprintf(w->out, " %u>%u", w->rank[p->branch[k].parent], w->rank[p->branch[k].child]);
      continue;
    }
    (void)fprintf(w->out, " %u,0x%x", w->rank[p->pair[k].node], p->pair[k].ports);
    if (p->pair[k].vc_class != kPlanAny) {
      (void)fprintf(w->out, ",%u", p->pair[k].vc_class);
    }
  }
}

// The destinations, in ascending order, in words that the reader takes: a list goes on behind a
// comma.
static void write_multicast(const writer_t *w, uint32_t i) {
  enum { IN_A_WORD = 5 };  // ranges, of up to 11 digits
  const plan_op_t *op = &w->plan->op[i];
  (void)fprintf(w->out, "mcast %llub to ", bytes_of(w, op));
  uint32_t *rank = w->rank_of_copy;
  for (uint32_t k = 0; k < op->peer; k++) {
    rank[k] = w->rank[op[1 + k].peer];
  }
  qsort(rank, op->peer, sizeof *rank, by_number);
  for (uint32_t k = 0, ranges = 0; k < op->peer; ranges++) {
    const uint32_t first = k;
    while (k + 1 < op->peer && rank[k + 1] == rank[k] + 1) {
      k++;
    }
    const char *comma = ranges == 0 ? "" : ranges % IN_A_WORD == 0 ? ", " : ",";
    (void)fprintf(w->out, "%s%u", comma, rank[first]);
    if (k > first) {
      (void)fprintf(w->out, "-%u", rank[k]);
    }
    k++;
  }
  (void)fprintf(w->out, " tag %lld", or_any(op->tag));
  write_carrier(w, i);
}

static void write_operation(const writer_t *w, uint32_t i, uint32_t label) {
  const plan_op_t *op = &w->plan->op[i];
  FILE *out = w->out;
  if (op->kind == PLAN_COPY) {
    return;  // written with its multicast
  }
  (void)fprintf(out, "l%u: ", label);
  switch ((plan_kind_t)op->kind) {
    case PLAN_SEND:
    case PLAN_RECEIVE:
      write_message(w, i);
      break;
    case PLAN_MULTICAST:
      write_multicast(w, i);
      break;
    case PLAN_COPY:
      break;
    case PLAN_CALCULATE:
      (void)fprintf(out, "calc %u", op->size);
      break;
    case PLAN_BLOCK:
      (void)fprintf(out, "block %llub", bytes_of(w, op));
      break;
    case PLAN_XOR:
      (void)fprintf(out, "xor %llub l%u l%u", bytes_of(w, op), label_of(w, op->source),
                    label_of(w, op->peer));
      break;
    case PLAN_JOIN:
      (void)fprintf(out, "join %u", op->peer);
      for (uint32_t k = 0; k < op->peer; k++) {
        (void)fprintf(out, " l%u", label_of(w, w->plan->part[op->tag + k]));
      }
      break;
  }
  if (op->cpu != 0) {
    (void)fprintf(out, " cpu %u", op->cpu);
  }
  (void)fputc('\n', out);
}

static void write_node(const writer_t *w, uint32_t node) {
  const plan_t *p = w->plan;
  const uint32_t first = w->first[node];
  const uint32_t end = w->first[node + 1];
  (void)fprintf(w->out, "\nrank %u {\n", w->rank[node]);
  for (uint32_t k = first; k < end; k++) {
    write_operation(w, w->op[k], k - first + 1);
  }
  for (uint32_t k = first; k < end; k++) {
    const plan_op_t *op = &p->op[w->op[k]];
    const uint32_t label = k - first + 1;
    const uint32_t implied = w->implied != NULL ? w->implied[w->op[k]] : 0;
    for (uint32_t s = op->successors; s < op[1].successors - implied; s++) {
      if (p->op[p->successor[s]].kind != PLAN_COPY) {
        (void)fprintf(w->out, "l%u requires l%u\n", label_of(w, p->successor[s]), label);
      }
    }
    uint32_t last = 0;
    for (uint32_t e = plan_start_successors(p, w->op[k], &last); e < last; e++) {
      (void)fprintf(w->out, "l%u irequires l%u\n", label_of(w, p->start_edge[e].operation), label);
    }
  }
  (void)fprintf(w->out, "}\n");
}

// Counts how often items imply each operation; these requirements come after those that are said:
// plan_finish().
static void count_implied(writer_t *w) {
  const plan_t *p = w->plan;
  for (uint32_t i = 0; i < p->ops; i++) {
    const plan_op_t *op = &p->op[i];
    if (op->kind == PLAN_XOR || (op->kind == PLAN_SEND && op->source != kPlanNone)) {
      w->implied[op->source]++;
    }
    if (op->kind == PLAN_XOR) {
      w->implied[op->peer]++;
    }
    for (uint32_t k = 0; op->kind == PLAN_JOIN && k < op->peer; k++) {
      w->implied[p->part[op->tag + k]]++;
    }
  }
}

bool plan_write_goal(const plan_t *p, unsigned flit_bits, FILE *out) {
  writer_t w = {
      .plan = p,
      .flit_bytes = flit_bits / 8,
      .out = out,
      .op = malloc((p->ops + 1) * sizeof *w.op),
      .first = calloc((size_t)p->nodes + 1, sizeof *w.first),
      .rank = calloc((size_t)p->nodes + 1, sizeof *w.rank),
      .rank_of_copy = malloc(((size_t)p->nodes + 1) * sizeof *w.rank_of_copy),
      .implied = p->has_items ? calloc((size_t)p->ops + 1, sizeof *w.implied) : NULL,
  };
  const bool ok = w.op != NULL && w.first != NULL && w.rank != NULL && w.rank_of_copy != NULL &&
                  (w.implied != NULL || !p->has_items);
  if (ok) {
    sort_by_node(&w);
    (void)fprintf(out, "num_ranks %u\n", p->ranks);
  }
  if (ok && p->has_items) {
    count_implied(&w);
  }
  for (uint32_t rank = 0; ok && rank < p->ranks; rank++) {
    w.rank[p->image != NULL ? p->image[rank] : rank] = rank;
  }
  for (uint32_t rank = 0; ok && rank < p->ranks; rank++) {
    write_node(&w, p->image != NULL ? p->image[rank] : rank);
  }
  free(w.op);
  free(w.first);
  free(w.rank);
  free(w.rank_of_copy);
  free(w.implied);
  return ok && ferror(out) == 0;
}
