// host_shards -- the hosts of a network as parts that different threads step: those of a shard of
// it (network/shards.h) are a part.
//
// A part is a workload of its own over the same arrays: what it writes in them is of its own nodes,
// and what it counts is its own. Once a cycle the numbers that somebody may ask for in any cycle
// are added to those of the whole, in the order of the shards; distributions, which are sums as
// well, when somebody asks for them. So nothing depends on which thread does what.
//
// Who takes a packet closes its flight, which is an entry of its source. All take before any sends,
// so a source finds the same entries free whatever the threads: that is one of two meetings a
// cycle.
//
// By threads only sources are stepped so whose packets concern a node and no other node in the same
// cycle: traffic, in unicasts, whose hosts take everything and no time.

#ifndef NOC_HOST_SHARDS_H
#define NOC_HOST_SHARDS_H

#include "workload/host.h"

typedef struct host_shard {
  _Alignas(64) workload_t w;  // shards are in different lines of the cache
  noc_error_t error;
  bool failed;  // in this cycle
} host_shard_t;

// Makes the parts, where there are any. Done last: they are copies of what is there.
bool hosts_shard(workload_t *w, noc_error_t *error);
void hosts_unshard(workload_t *w);

// Before a cycle: the parts learn what the whole has changed.
void hosts_begin(workload_t *w);
// After it: the whole learns what they have counted. False with the error of the first that failed.
bool hosts_end(workload_t *w, noc_error_t *error);

// The whole has been read from a checkpoint, before which all had been brought to it.
void hosts_restart(const workload_t *w);

// Brings distributions to the whole; or what fairness counts.
void hosts_settle(workload_t *w);
void hosts_settle_fairness(const workload_t *w);
// Packets whose latency is in the distributions.
uint64_t hosts_measured(const workload_t *w);

#endif
