// multicast_zero_load -- the latency of one multicast on an idle network, in closed form: each
// packet by itself as docs/timing.md has it, one behind the other where one node sends several; and
// what hosts and interfaces spend on it, by docs/host.md.
//
// A worm that goes up takes the first way up that there is. Contention within the multicast is left
// out, so with schemes whose messages meet on a link this is a lower bound. Messages that
// interfaces forward are those of forward_zero_load.h.

#ifndef NOC_MULTICAST_ZERO_LOAD_H
#define NOC_MULTICAST_ZERO_LOAD_H

#include <stdbool.h>
#include <stdint.h>

#include "network/zero_load.h"
#include "plan/plan.h"
#include "routing/worm_routes.h"
#include "setup/scenario.h"
#include "workload/route_hops.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  zero_load_t network;
  route_hops_t *hops;          // of unicasts
  const worm_routes_t *trees;  // the ways of tree worms
  const uint16_t *path_hops;   // [ops]: links that the copies of path worms take
  unsigned packet_flits;       // of the longest packet
  unsigned tree_headers;       // header flits of a tree worm
  unsigned path_pairs;         // pairs in a header flit of a path worm
  host_costs_t host;
  // Only multicast_zero_load() uses these.
  uint64_t *ready;                 // [most operations of a multicast]
  uint64_t *begin;                 // [packets of a message]
  uint64_t *taken;                 // [the same times as many operations]: of a forwarded message
  struct multicast_host *host_of;  // [nodes]
} multicast_zero_load_t;

// Makes the arrays for multicasts of so many operations and packets a message; false when memory is
// short.
bool multicast_zero_load_create(multicast_zero_load_t *m, uint32_t nodes, uint32_t operations,
                                uint32_t packets);
void multicast_zero_load_free(multicast_zero_load_t *m);

// Cycles from creation to the last arrival, over the operations first .. end-1. Sends pass on the
// receives that are their `source`. UINT64_MAX when memory is short.
uint64_t multicast_zero_load(const multicast_zero_load_t *m, const plan_t *plan, uint32_t first,
                             uint32_t end);

#ifdef __cplusplus
}
#endif

#endif
