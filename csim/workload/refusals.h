// refusals -- what hosts do not take of what arrives (docs/refusals.md): a share of cycles, or
// requests while a node holds as many replies as it has room for, network by network; and the
// cycles in which a host stalls, and hands nothing over either (docs/microarchitecture.md,
// section 2).
//
// A host's choice in a cycle is drawn by node, virtual network and cycle alone, or follows from
// what it has been given, so it is the same whatever steps the routers. A network that nobody takes
// is left out of the drain. Packets of a source that wait for a host must not keep the numbers that
// packets of other networks need: each network has its part of them.

#ifndef NOC_REFUSALS_H
#define NOC_REFUSALS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/checkpoint.h"
#include "base/error.h"
#include "network/network.h"
#include "setup/scenario.h"

// Zero: hosts take everything.
typedef struct {
  bool any;
  unsigned networks;
  uint32_t drawn;     // virtual networks with a share above 0 and below 1
  uint32_t nothing;   // and of 0
  uint32_t requests;  // those refused while a node holds `most` replies to what came there; 0: none
  bool mixed;         // replies are on such a network too
  uint32_t most;
  double share[ACCEPT_NETWORKS];
  uint64_t threshold;  // a host stalls where 32 random bits are below it; 0: none does
  uint64_t *stall;     // [node]: keys of these
  uint64_t *stalled;   // [node / 64]: in this cycle
  uint64_t *key;       // [node * networks]
  uint32_t *held;      // [node * networks]: requests taken whole there whose replies are not
  uint32_t *taken;     // [node]: what the network has been told
  uint16_t *numbered;  // [node * networks]: packets on their way
  uint16_t numbers;    // for each network
  uint32_t nodes;
  uint32_t first, end;  // nodes whose hosts these are
} refusals_t;

// Serves the hosts of a network that are in this process; `numbers`: of a source's packets on one
// virtual network.
bool refusals_create(refusals_t *r, const scenario_t *s, const network_t *n, uint32_t numbers,
                     noc_error_t *error);
void refusals_free(refusals_t *r);
void refusals_checkpoint(refusals_t *r, checkpoint_t *c);

// Tells the network what hosts take in this cycle; before they take it. Before that they may have
// been told by the cycle's number, when hosts have done all of the cycle before.
void refusals_cycle(refusals_t *r, network_t *n, uint64_t now);

// The nodes whose hosts do not stall in this cycle, of 64 from a multiple of 64 on.
static inline uint64_t refusals_awake(const refusals_t *r, uint32_t base) {
  return r->threshold == 0 ? UINT64_MAX : ~r->stalled[base / 64];
}

// A node has taken a request on this network, or handed over the reply to one.
static inline void refusals_hold(refusals_t *r, uint32_t node, unsigned network) {
  r->held[(size_t)node * r->networks + network]++;
}
static inline void refusals_release(refusals_t *r, uint32_t node, unsigned network) {
  r->held[(size_t)node * r->networks + network]--;
}

// Hosts take nothing of this network: it is left out.
static inline bool refusals_leave_out(const refusals_t *r, unsigned network) {
  return (r->nothing >> network & 1u) != 0;
}

// A number is left for a packet of this network.
static inline bool refusals_can_number(const refusals_t *r, uint32_t node, unsigned network) {
  return !r->any || r->numbered[(size_t)node * r->networks + network] < r->numbers;
}

// Says why hosts refuse: which networks they never take, how many nodes hold their replies.
void refusals_print(const refusals_t *r, FILE *out);

#endif
