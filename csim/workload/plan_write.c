// plan_write -- a plan as GOAL text:
//
//   num_ranks 4
//   rank 0 {
//   l1: recv 8b from 2 tag 2
//   l2: send 8b to 1 tag 2
//   l2 requires l1
//   }
//
// Of a plan on a map, in its ranks. docs/plans.md has the whole format.

#include <stdlib.h>

#include "workload/plan.h"

// The operations in the order of their nodes, then of their numbers.
typedef struct {
  uint32_t *op;     // [ops]
  uint32_t *first;  // [nodes + 1]: where a node's begin
  uint32_t *rank;   // [nodes]: of a node
} order_t;

// Counting sort.
static void sort_by_node(const plan_t *p, order_t *by_node) {
  for (uint32_t i = 0; i < p->ops; i++) {
    by_node->first[p->op[i].node + 1]++;
  }
  for (uint32_t node = 0; node < p->nodes; node++) {
    by_node->first[node + 1] += by_node->first[node];
  }
  for (uint32_t i = p->ops; i-- > 0;) {
    by_node->op[--by_node->first[p->op[i].node + 1]] = i;
  }
  // The loop has left in [node + 1] where the node begins.
  for (uint32_t node = 0; node < p->nodes; node++) {
    by_node->first[node] = by_node->first[node + 1];
  }
  by_node->first[p->nodes] = p->ops;
}

static long long or_any(uint32_t number) {
  return number == kPlanAny ? -1 : (long long)number;
}

static void write_operation(const order_t *by_node, const plan_op_t *op, uint32_t label,
                            unsigned flit_bytes, FILE *out) {
  const unsigned long long bytes = (unsigned long long)op->size * flit_bytes;
  if (op->kind == PLAN_CALCULATE) {
    (void)fprintf(out, "l%u: calc %u", label, op->size);
  } else {
    const uint32_t peer = op->peer == kPlanAny ? kPlanAny : by_node->rank[op->peer];
    (void)fprintf(out, "l%u: %s %llub %s %lld tag %lld", label,
                  op->kind == PLAN_SEND ? "send" : "recv", bytes,
                  op->kind == PLAN_SEND ? "to" : "from", or_any(peer), or_any(op->tag));
  }
  if (op->cpu != 0) {
    (void)fprintf(out, " cpu %u", op->cpu);
  }
  (void)fputc('\n', out);
}

// A node's operations are listed in the order of their numbers, so a label is found by search.
static uint32_t label_of(const order_t *by_node, uint32_t node, uint32_t operation) {
  uint32_t low = by_node->first[node];
  for (uint32_t high = by_node->first[node + 1]; low + 1 < high;) {
    const uint32_t middle = low + (high - low) / 2;
    const bool below = by_node->op[middle] <= operation;
    low = below ? middle : low;
    high = below ? high : middle;
  }
  return low - by_node->first[node] + 1;
}

static void write_node(const plan_t *p, uint32_t node, const order_t *by_node, unsigned flit_bytes,
                       FILE *out) {
  const uint32_t first = by_node->first[node];
  const uint32_t end = by_node->first[node + 1];
  (void)fprintf(out, "\nrank %u {\n", by_node->rank[node]);
  for (uint32_t k = first; k < end; k++) {
    write_operation(by_node, &p->op[by_node->op[k]], k - first + 1, flit_bytes, out);
  }
  for (uint32_t k = first; k < end; k++) {
    const plan_op_t *op = &p->op[by_node->op[k]];
    const uint32_t label = k - first + 1;
    for (uint32_t s = op->successors; s < op[1].successors; s++) {
      (void)fprintf(out, "l%u requires l%u\n", label_of(by_node, node, p->successor[s]), label);
    }
    uint32_t last = 0;
    for (uint32_t e = plan_start_successors(p, by_node->op[k], &last); e < last; e++) {
      (void)fprintf(out, "l%u irequires l%u\n", label_of(by_node, node, p->start_edge[e].operation),
                    label);
    }
  }
  (void)fprintf(out, "}\n");
}

bool plan_write_goal(const plan_t *p, unsigned flit_bits, FILE *out) {
  order_t by_node = {
      .op = malloc((p->ops + 1) * sizeof *by_node.op),
      .first = calloc((size_t)p->nodes + 1, sizeof *by_node.first),
      .rank = calloc((size_t)p->nodes + 1, sizeof *by_node.rank),
  };
  const bool ok = by_node.op != NULL && by_node.first != NULL && by_node.rank != NULL;
  if (ok) {
    sort_by_node(p, &by_node);
    (void)fprintf(out, "num_ranks %u\n", p->ranks);
  }
  for (uint32_t rank = 0; ok && rank < p->ranks; rank++) {
    by_node.rank[p->image != NULL ? p->image[rank] : rank] = rank;
  }
  for (uint32_t rank = 0; ok && rank < p->ranks; rank++) {
    write_node(p, p->image != NULL ? p->image[rank] : rank, &by_node, flit_bits / 8, out);
  }
  free(by_node.op);
  free(by_node.first);
  free(by_node.rank);
  return ok && ferror(out) == 0;
}
