// plan_write -- a plan as GOAL text:
//
//   num_ranks 4
//   rank 0 {
//   l1: recv 8b from 2 tag 2
//   l2: send 8b to 1 tag 2
//   l2 requires l1
//   }

#include <stdlib.h>

#include "workload/plan.h"

// The operations in the order of their nodes, then of their numbers.
typedef struct {
  uint32_t *op;     // [ops]
  uint32_t *first;  // [nodes + 1]: where a node's begin
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

static void write_operation(const plan_op_t *op, uint32_t label, unsigned flit_bytes, FILE *out) {
  unsigned long long bytes = (unsigned long long)op->size * flit_bytes;
  switch ((plan_kind_t)op->kind) {
    case PLAN_SEND:
      (void)fprintf(out, "l%u: send %llub to %u tag %u\n", label, bytes, op->peer, op->tag);
      break;
    case PLAN_RECEIVE:
      (void)fprintf(out, "l%u: recv %llub from %u tag %u\n", label, bytes, op->peer, op->tag);
      break;
    case PLAN_CALCULATE:
      (void)fprintf(out, "l%u: calc %u\n", label, op->size);
      break;
  }
}

static void write_node(const plan_t *p, uint32_t node, const order_t *by_node, unsigned flit_bytes,
                       FILE *out) {
  const uint32_t first = by_node->first[node];
  const uint32_t end = by_node->first[node + 1];
  (void)fprintf(out, "\nrank %u {\n", node);
  // A node's operations are listed in the order of their numbers, so a label is found by search.
  for (uint32_t k = first; k < end; k++) {
    write_operation(&p->op[by_node->op[k]], k - first + 1, flit_bytes, out);
  }
  for (uint32_t k = first; k < end; k++) {
    const plan_op_t *op = &p->op[by_node->op[k]];
    for (uint32_t s = op->successors; s < op[1].successors; s++) {
      uint32_t low = first;
      for (uint32_t high = end; low + 1 < high;) {
        uint32_t middle = low + (high - low) / 2;
        low = by_node->op[middle] <= p->successor[s] ? middle : low;
        high = by_node->op[middle] <= p->successor[s] ? high : middle;
      }
      (void)fprintf(out, "l%u requires l%u\n", low - first + 1, k - first + 1);
    }
  }
  (void)fprintf(out, "}\n");
}

bool plan_write_goal(const plan_t *p, unsigned flit_bits, FILE *out) {
  order_t by_node = {
      .op = malloc((p->ops + 1) * sizeof *by_node.op),
      .first = calloc((size_t)p->nodes + 1, sizeof *by_node.first),
  };
  const bool ok = by_node.op != NULL && by_node.first != NULL;
  if (ok) {
    sort_by_node(p, &by_node);
    (void)fprintf(out, "num_ranks %u\n", p->nodes);
  }
  for (uint32_t node = 0; ok && node < p->nodes; node++) {
    write_node(p, node, &by_node, flit_bits / 8, out);
  }
  free(by_node.op);
  free(by_node.first);
  return ok && ferror(out) == 0;
}
