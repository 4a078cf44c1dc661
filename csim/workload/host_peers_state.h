// host_peers_state -- what the hosts of a process are made of that has others beside it; shared by
// host_peers.c (what goes with the messages of a window), host_peers_meet.c (sums of all) and
// host_peers_settle.c (the end), private to them.

#ifndef NOC_HOST_PEERS_STATE_H
#define NOC_HOST_PEERS_STATE_H

#include "network/shards.h"
#include "workload/host_peers.h"

// A packet that has been taken whole.
typedef struct {
  uint32_t source;  // UINT32_MAX: no more
  uint32_t message;
  uint32_t node;  // that has taken it; sent where packets go to several
} closed_t;

// A packet whose head has entered the network.
typedef struct {
  uint32_t source;
  uint32_t to;  // process
  flight_t flight;
} entered_t;

// One on its way to the process of its destination, or of some of them.
typedef struct {
  entered_t entered;
  uint64_t *words;  // that it must carry, where it comes from another process; or NULL
} guest_t;

// Packets that have been taken.
typedef struct {
  closed_t *closed;  // [count]
  uint32_t count, room;
} closes_t;

// Operations that have arrived, for those that wait for them elsewhere.
typedef struct {
  uint32_t *operation;  // [count]
  uint32_t count, room;
} told_t;

struct host_peers {
  peers_t *peers;
  const uint32_t *first_node;  // [peers + 1]
  host_peers_sum_t others;     // when all last met
  // The first fault here, then that of all.
  bool failed;
  uint64_t failed_in;  // cycle
  unsigned failed_at;  // process
  noc_error_t error;
  closes_t here;       // of sources here: in the next cycle
  closes_t elsewhere;  // of those elsewhere: with the next messages
  guest_t *guest;      // [guests]: with the next messages
  uint32_t guests, guest_room;
  told_t told;           // here in the next cycle: with the next messages
  told_t told_before;    // in the next cycle at lower nodes than ours
  told_t told_behind;    // .. and at higher ones
  bool pressed;          // a source here needs to know of what has been taken
  uint64_t tails;        // that hosts here take in the next cycle
  bool gathered;         // what the source has counted
  bool always;           // all meet in each cycle
  bool ages;             // and know what has been seen of ages
  host_peers_sum_t sum;  // of this process, when all last met
};

// The part of the hosts that is here.
static inline workload_t *host_peers_part(const workload_t *w) {
  return &w->shard[w->parted->peers->rank].w;
}

// The nodes of this process, first .. end-1.
static inline uint32_t host_peers_first(const host_peers_t *h) {
  return h->first_node[h->peers->rank];
}
static inline uint32_t host_peers_end(const host_peers_t *h) {
  return h->first_node[h->peers->rank + 1];
}

// The process of a node.
static inline unsigned host_peers_of(const host_peers_t *h, uint32_t node) {
  return shards_of(h->first_node, h->peers->count, node);
}

static inline void host_peers_raise(uint64_t *to, uint64_t from) {
  *to = from > *to ? from : *to;
}

// A fault here, or elsewhere: the first counts.
void host_peers_note_failed(host_peers_t *h, uint64_t cycle, const noc_error_t *error);
// Looks whether a source here needs to know of what has been taken before all would meet.
void host_peers_look(const workload_t *w);
// Sums that all have to know when they meet: into the messages, and of one of them.
void host_peers_put_sums(workload_t *w, peers_t *p);
void host_peers_take_sums(const workload_t *w, peers_t *p, unsigned peer);

#endif
