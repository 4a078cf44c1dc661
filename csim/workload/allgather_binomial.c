// allgather_binomial -- all-to-all broadcast by a binomial tree from every node: N independent
// broadcasts, messages never merged.
//
// A broadcast goes dimension by dimension, x first, the nodes of one router last. Within a line of
// k nodes it halves recursively: the holder sends to its partner in the other half, coordinate XOR
// half where k is a power of two, and both go on in their own halves. An odd part is rounded up:
//
//   k = 8, root 2      k = 5, root 0
//   2 -> 6             0 -> 3          parts 0 1 2 | 3 4
//   2 -> 0, 6 -> 4     0 -> 2, 3 -> 4  parts 0 1 | 2,  3 | 4
//   2 -> 3, 0 -> 1 ..  0 -> 1

#include "workload/collectives.h"

// One broadcast under way.
typedef struct {
  plan_t *plan;
  const topology_t *topology;
  uint32_t flits;
  uint32_t block;  // the root
} broadcast_t;

static unsigned line_length(const topology_t *t, unsigned dim) {
  return dim < t->dims ? t->radix[dim] : t->nodes_per_router;
}

// Distance in node numbers between neighbours of a line.
static uint32_t line_stride(const topology_t *t, unsigned dim) {
  if (dim == t->dims) {
    return 1;
  }
  uint32_t stride = t->nodes_per_router;
  for (unsigned d = 0; d < dim; d++) {
    stride *= t->radix[d];
  }
  return stride;
}

// The partner of the place `at` in a part of `size` nodes, in the half where `at` is not.
static unsigned partner(unsigned at, unsigned size) {
  unsigned half = (size + 1) / 2;
  if (at >= half) {
    return at - half;
  }
  return at + half < size ? at + half : size - 1;
}

static void spread(const broadcast_t *b, unsigned dim, uint32_t holder, uint32_t received);

// The holder, at place `at` of a part of `size` nodes of its line, serves that part, then the
// dimensions behind. `received` is the receive that brought it the block.
static void halve(const broadcast_t *b, unsigned dim, uint32_t holder, unsigned at, unsigned size,
                  uint32_t received) {
  while (size > 1) {
    unsigned half = (size + 1) / 2;
    unsigned to = partner(at, size);
    uint32_t stride = line_stride(b->topology, dim);
    uint32_t node = holder + (to - at) * stride;  // modulo 2^32, for to < at
    uint32_t got = plan_pass_block(b->plan, holder, node, b->flits, b->block, received);
    bool upper = to >= half;
    halve(b, dim, node, upper ? to - half : to, upper ? size - half : half, got);
    at = upper ? at : at - half;
    size = upper ? half : size - half;
  }
  spread(b, dim + 1, holder, received);
}

static void spread(const broadcast_t *b, unsigned dim, uint32_t holder, uint32_t received) {
  if (dim > b->topology->dims) {
    return;
  }
  unsigned length = line_length(b->topology, dim);
  halve(b, dim, holder, holder / line_stride(b->topology, dim) % length, length, received);
}

void allgather_binomial(plan_t *plan, const topology_t *t, uint32_t flits) {
  for (uint32_t root = 0; root < t->nodes; root++) {
    const broadcast_t b = {plan, t, flits, root};
    spread(&b, 0, root, kPlanNone);
  }
}
