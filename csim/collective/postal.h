// postal -- the fastest trees for interfaces that forward packets first packet first served, where
// a copy is longer on its way than its sender is busy with it: the postal model of
// docs/multicast.md.
//
//   const postal_t model = {.gap = 1000, .latency = 2150, .receive = 1000, .source = 97,
//                           .packets = 1};
//   forward_tree_t tree;
//   bool ok = postal_create(&tree, routing, source, destinations, n, &model, &error);
//   forward_tree_free(&tree);
//
// Source: A. Bar-Noy, S. Kipnis, Designing Broadcasting Algorithms in the Postal Model for
// Message-Passing Systems, SPAA 1992, for one packet. The recurrence for several is our own.

#ifndef NOC_POSTAL_H
#define NOC_POSTAL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "collective/forward_tree.h"
#include "routing/routing.h"

#ifdef __cplusplus
extern "C" {
#endif

// All times in cycles; gap and latency are 1 or more.
typedef struct {
  uint64_t gap;      // between the starts of two copies of an interface
  uint64_t latency;  // from the start of a copy to that of the first copy of the one who gets it
  uint64_t receive;  // that an interface takes a packet to receive it, beside sending others
  uint64_t source;   // that the source's host takes a packet
  uint64_t write;    // for each child of the node that has most: all tables are written first
  uint32_t packets;  // of the message, 1 or more
} postal_t;

// *cycles: from the tables' first word, which is the first copy's start where they take no time, to
// the cycle in which the last destination has the last packet and could start a copy of it, along
// the best of all trees to n destinations, 1 or more.
// NOC_ENVIRONMENT when memory is short.
bool postal_time(const postal_t *model, uint32_t n, uint64_t *cycles, noc_error_t *error);

// The same that no order of copies goes below, whatever tree each packet takes.
bool postal_bound(const postal_t *model, uint32_t n, uint64_t *cycles, noc_error_t *error);

// That tree, with the fewest children of each node that make it so fast. NOC_ENVIRONMENT when
// memory is short; the caller frees in any case.
bool postal_create(forward_tree_t *tree, const routing_t *r, uint32_t source,
                   const uint32_t *destinations, uint32_t n, const postal_t *model,
                   noc_error_t *error);

#ifdef __cplusplus
}
#endif

#endif
