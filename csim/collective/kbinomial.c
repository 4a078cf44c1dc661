// kbinomial -- see kbinomial.h.

#include "collective/kbinomial.h"

#include <assert.h>

enum { MOST_K = 32 };  // children that double 2^32 nodes

// N(s) = 1 + N(s - 1) + .. + N(s - k), over the steps that there are: the i-th child has s - i
// steps left when it gets the packet. Beyond MOST_K children nothing is gained.
uint64_t kbinomial_reach(unsigned k, uint64_t steps, uint64_t limit) {
  assert(k > 0);
  const unsigned most = k < MOST_K ? k : MOST_K;
  if (most == 1) {
    return steps < limit ? steps + 1 : limit;
  }
  uint64_t last[MOST_K] = {0};  // N(s - 1) at s - 1 modulo `most`
  uint64_t reached = 1;
  for (uint64_t s = 0; s <= steps && reached < limit; s++) {
    reached = 1;
    for (unsigned i = 0; i < most; i++) {
      reached += last[i];
    }
    last[s % most] = reached;
  }
  return reached < limit ? reached : limit;
}

// Steps of the first packet.
static uint64_t first_steps(uint32_t n, unsigned k) {
  const uint64_t members = (uint64_t)n + 1;
  if (k == 1) {
    return n;
  }
  uint64_t steps = 0;
  while (kbinomial_reach(k, steps, members) < members) {
    steps++;
  }
  return steps;
}

uint64_t kbinomial_steps(uint32_t n, uint64_t packets, unsigned k) {
  return first_steps(n, k) + (packets - 1) * k;
}

unsigned kbinomial_best(uint32_t n, uint64_t packets) {
  unsigned best = 1;
  uint64_t fewest = kbinomial_steps(n, packets, 1);
  for (unsigned k = 2; k <= MOST_K; k++) {
    const uint64_t steps = kbinomial_steps(n, packets, k);
    if (steps < fewest) {
      fewest = steps;
      best = k;
    }
  }
  return best;
}

// The i-th child has s - i steps left, of s.
static bool child(void *k, const forward_place_t *at, unsigned i, uint32_t left,
                  forward_place_t *child) {
  assert(i <= *(const unsigned *)k && i <= at->left);
  const uint64_t steps = at->left - i;
  *child = (forward_place_t){
      .members = (uint32_t)kbinomial_reach(*(const unsigned *)k, steps, left), .left = steps};
  return true;
}

bool kbinomial_create(forward_tree_t *tree, const routing_t *r, uint32_t source,
                      const uint32_t *destinations, uint32_t n, unsigned k, noc_error_t *error) {
  const forward_split_t split = {
      .context = &k, .root = {.left = n > 0 ? first_steps(n, k) : 0}, .child = child};
  return forward_tree_create(tree, r, source, destinations, n, &split, error);
}
