// ring -- the nodes of a set in ascending order, the first behind the last: each sends to the next.

#include <stdlib.h>

#include "collective/scheme.h"
#include "collective/schemes.h"

static uint32_t next(const node_set_t *ring, uint32_t i) {
  return i + 1 < ring->count ? i + 1 : 0;
}

// Step k: place i sends on what began k places before it, at this place. (holder[b], below, is the
// receive that has brought the block or chunk of place b to where it is.)
static uint32_t place_before(const node_set_t *ring, uint32_t i, uint32_t k) {
  return i >= k ? i - k : i + ring->count - k;
}

static void allgather(plan_t *plan, const participants_t *p) {
  const node_set_t *ring = &p->to;
  uint32_t *holder = receives_create(plan, ring->count);
  if (holder == NULL) {
    return;
  }
  for (uint32_t k = 0; k + 1 < ring->count; k++) {
    for (uint32_t i = 0; i < ring->count; i++) {
      const uint32_t b = place_before(ring, i, k);
      holder[b] = plan_pass_block(plan, ring->node[i], ring->node[next(ring, i)], p->flits,
                                  ring->node[b], holder[b]);
    }
  }
  free(holder);
}

// Flits of a chunk: what a message has to every chunk, and one more in the first ones; a message
// shorter than the ring still has a flit in every chunk.
static uint32_t chunk_flits(const participants_t *p, uint32_t chunk) {
  const uint32_t flits = p->flits / p->to.count + (chunk < p->flits % p->to.count);
  return flits > 0 ? flits : 1;
}

static void allreduce(plan_t *plan, const participants_t *p) {
  const node_set_t *ring = &p->to;
  uint32_t *holder = receives_create(plan, ring->count);
  if (holder == NULL) {
    return;
  }
  // Chunk b begins at place b. After n - 1 steps it is combined, at place b - 1; after n - 1 more
  // every node has it.
  for (uint32_t k = 0; ring->count > 1 && k < 2 * (ring->count - 1); k++) {
    for (uint32_t i = 0; i < ring->count; i++) {
      const uint32_t b = place_before(ring, i, k % ring->count);
      holder[b] = plan_pass_block(plan, ring->node[i], ring->node[next(ring, i)], chunk_flits(p, b),
                                  b, holder[b]);
      if (k + 1 < ring->count) {
        plan_combine(plan, holder[b], holder[b]);
      }
    }
  }
  free(holder);
}

static double allreduce_messages(const participants_t *p) {
  const double n = p->to.count;
  return 2 * n * (n - 1);
}

const scheme_t kRingScheme = {
    .name = "ring",
    .meaning = "every node to the next in node order",
    .use = {[COLLECTIVE_ALLGATHER] = {.meaning = "every node passes on what came last, n - 1 times",
                                      .same = true,
                                      .compile = allgather,
                                      .messages = unicast_messages},
            [COLLECTIVE_ALLREDUCE] = {
                .meaning = "a chunk a node: n - 1 steps combine, n - 1 steps distribute",
                .same = true,
                .compile = allreduce,
                .messages = allreduce_messages}}};
