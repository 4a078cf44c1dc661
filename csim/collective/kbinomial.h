// kbinomial -- k-binomial trees for interfaces that forward packets first packet first served: the
// k that takes the fewest steps, the tree, and the order of the nodes in it. docs/multicast.md.
//
//   const unsigned k = kbinomial_best(n, packets);
//   kbinomial_t tree;
//   bool ok = kbinomial_create(&tree, routing, source, destinations, n, k, &error);
//   // place 0 is the source; the children of place p are tree.child[tree.first[p] ..
//   // tree.first[p + 1] - 1], in the order in which p sends to them; their nodes tree.node[..]
//   kbinomial_free(&tree);
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

typedef struct {
  uint32_t members;  // n + 1
  uint32_t *node;    // [place]
  uint32_t *first;   // [place], and one more: of its children in `child`
  uint32_t *child;   // [n]: places
} kbinomial_t;

// The nodes stand in the order of kbinomial_order(), from the source on and
// round; every subtree is a run of places, so that traffic stays within parts
// of the network. The destinations are n distinct nodes without the source.
// NOC_ENVIRONMENT when memory is short; the caller frees in any case.
bool kbinomial_create(kbinomial_t *tree, const routing_t *r, uint32_t source,
                      const uint32_t *destinations, uint32_t n, unsigned k, noc_error_t *error);
void kbinomial_free(kbinomial_t *tree);

// Puts nodes into an order in which neighbours are near each other:
// with `updown` that of a depth-first walk over the tree of the routing, else that of their
// numbers. False when memory is short.
bool kbinomial_order(const routing_t *r, uint32_t *nodes, uint32_t count, noc_error_t *error);

#ifdef __cplusplus
}
#endif

#endif
