// kbinomial -- k-binomial trees for interfaces that forward packets first packet first served: the
// k that takes the fewest steps, the tree, and the order of the nodes in it. docs/multicast.md.
//
//   const unsigned k = kbinomial_best(n, packets);
//   forward_tree_t tree;
//   bool ok = kbinomial_create(&tree, routing, source, destinations, n, k, &error);
//   forward_tree_free(&tree);
//
// A step is the time from one interface to the next. A node sends one packet a step, each packet to
// all its children before the next packet.
//
// Sources: R. Sivaram et al., ICPP 1998, section 3.2.1, says what a k-binomial tree is: a
// recursively doubling tree in which no vertex has more than k children.

#ifndef NOC_KBINOMIAL_H
#define NOC_KBINOMIAL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "collective/forward_tree.h"
#include "routing/routing.h"

#ifdef __cplusplus
extern "C" {
#endif

// Nodes, the source included, that one packet reaches in `steps` steps; at most `limit` is counted.
// k is 1 or more.
uint64_t kbinomial_reach(unsigned k, uint64_t steps, uint64_t limit);

// Steps until all n destinations have all packets: those of the first packet, and k for each packet
// behind it. n and packets are 1 or more.
uint64_t kbinomial_steps(uint32_t n, uint64_t packets, unsigned k);

// The k with the fewest steps, the smallest of equal ones.
unsigned kbinomial_best(uint32_t n, uint64_t packets);

// The tree. NOC_ENVIRONMENT when memory is short; the caller frees in any case.
bool kbinomial_create(forward_tree_t *tree, const routing_t *r, uint32_t source,
                      const uint32_t *destinations, uint32_t n, unsigned k, noc_error_t *error);

#ifdef __cplusplus
}
#endif

#endif
