// plan_write -- a plan as GOAL text:
//
//   num_ranks 4
//   rank 0 {
//   l1: recv 8b from 2 tag 2
//   l2: send 8b to 1 tag 2
//   l2 requires l1
//   }

#include "workload/plan.h"

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

bool plan_write_goal(const plan_t *p, unsigned flit_bits, FILE *out) {
  (void)fprintf(out, "num_ranks %u\n", p->nodes);
  for (uint32_t node = 0; node < p->nodes; node++) {
    const uint32_t first = p->node_first[node];
    const uint32_t end = p->node_first[node + 1];
    (void)fprintf(out, "\nrank %u {\n", node);
    // A node's operations are listed in the order of their numbers, so a label is found by search.
    for (uint32_t k = first; k < end; k++) {
      write_operation(&p->op[p->by_node[k]], k - first + 1, flit_bits / 8, out);
    }
    for (uint32_t k = first; k < end; k++) {
      const plan_op_t *op = &p->op[p->by_node[k]];
      for (uint32_t s = op->successors; s < op[1].successors; s++) {
        uint32_t low = first;
        for (uint32_t high = end; low + 1 < high;) {
          uint32_t middle = low + (high - low) / 2;
          low = p->by_node[middle] <= p->successor[s] ? middle : low;
          high = p->by_node[middle] <= p->successor[s] ? high : middle;
        }
        (void)fprintf(out, "l%u requires l%u\n", low - first + 1, k - first + 1);
      }
    }
    (void)fprintf(out, "}\n");
  }
  return ferror(out) == 0;
}
