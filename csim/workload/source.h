// source -- what a workload's packets come from: classes of traffic, random multicasts, a plan, a
// trace, or a program that sends messages. The hosts ask it for the next packet of a node and tell
// it what has arrived; they do not know which it is.
//
// A source has a table of functions, and an object of its own that it gets back with every call. It
// is asked for each packet, never for each flit.

#ifndef NOC_SOURCE_H
#define NOC_SOURCE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/checkpoint.h"
#include "base/error.h"
#include "base/peers.h"
#include "workload/traffic.h"
#include "workload/workload.h"

// The packet at the front of a source queue.
typedef struct front {
  uint64_t created, key;
  const uint64_t *data;
  uint32_t destination;  // of a multicast: the first of them
  // The send of a plan, the stream of a class, the packet of a trace, or the place of a program's
  // message; and of a message of several packets, the flit that the packet begins with.
  uint32_t operation, first;
  uint16_t flits;
  uint8_t network;
  uint8_t queue;      // of the engine
  uint8_t carrier;    // carrier_t
  uint8_t unused[7];  // 0, so that all bytes are known
} front_t;

// A packet that has arrived, or the last packet of a message.
typedef struct {
  uint64_t key;  // of its data
  uint32_t node, source;
  uint32_t operation;  // as in front_t; of a multicast, the copy
  uint16_t flits;      // without header flits
  uint16_t unused;     // 0, so that all bytes are known
} arrival_t;

// Counts what a source has seen, to be added up where hosts are in several processes.
typedef struct {
  uint64_t complete, checked;  // packets of a trace; operations and messages of a plan
  uint64_t found, entered;     // of a collective: blocks; nodes that have entered a barrier
  uint64_t working;            // whether something goes on by itself
} source_counts_t;

typedef struct {
  void (*free)(void *self);
  // Lists what it has to keep, before the cycle `now`. NULL: it cannot go on later.
  void (*checkpoint)(void *self, uint64_t now, checkpoint_t *c);

  // Creates the packets of this cycle, and sets the bit in `active` of each node whose queue fills.
  // Called once a cycle; a cycle before next() may be left out.
  bool (*cycle)(void *self, uint64_t now, noc_error_t *error);
  // The next cycle in which it may create packets by itself, this one or later; UINT64_MAX: none.
  uint64_t (*next)(const void *self, uint64_t now);
  // It creates nothing in this cycle or later.
  void (*stop)(void *self, uint64_t now);
  // It will create nothing more, and knows of nothing that has not arrived.
  bool (*done)(const void *self, bool stopped, uint64_t now);

  // The next packet of a node; false if there is none. *queued says whether one waits at all: a
  // source with networks of its own returns only packets of the networks in the mask.
  bool (*front)(const void *self, uint32_t node, uint32_t networks, uint64_t now, front_t *front,
                bool *queued);
  // Removes it.
  void (*pop)(void *self, uint32_t node, uint64_t now, const front_t *front);

  // All that follows may be NULL.
  //
  // The part of cycle() that concerns the nodes of a shard (network/shards.h). Who has it lets
  // different threads ask for nodes of different shards, by all functions that concern a node.
  void (*cycle_part)(void *self, unsigned shard, uint64_t now);

  // Messages of several packets. Removes a whole message, and returns its flits; and, as often as
  // one likes, finds the packet of a removed one that begins with this flit of it. NULL: a message
  // is one packet.
  uint32_t (*pop_message)(void *self, uint32_t node, uint64_t now, const front_t *front);
  void (*packet)(const void *self, uint32_t operation, uint32_t first, front_t *front);
  // A packet has arrived: true if it is the last of its message.
  bool (*packet_arrived)(void *self, uint32_t operation);
  // A message has arrived, for all who wait for it. NULL: nobody does.
  bool (*message_arrived)(void *self, const arrival_t *arrival, uint64_t now, noc_error_t *error);
  // The first beat of a packet is with the interface; the last one is.
  void (*began)(void *self, uint32_t operation, uint64_t now);
  void (*sent)(void *self, uint32_t operation, uint64_t now);

  // Hosts in several processes: what is counted here, and what all others have together, by which
  // it is then done, or stalled, in all alike. NULL: nothing.
  void (*count)(const void *self, source_counts_t *counts);
  void (*note_others)(void *self, const source_counts_t *others);
  // An operation has arrived at the node of another process. Before those that arrive here, if that
  // has lower nodes, else behind them.
  void (*arrived_elsewhere)(void *self, uint32_t operation, uint64_t now);
  // The run is over: all exchange what only the source has counted, once. False when memory is
  // short. NULL: nothing.
  bool (*gather)(void *self, peers_t *peers);
  // Nothing is over before this cycle, as far as is known here. NULL: nothing is known.
  uint64_t (*earliest_end)(const void *self);

  // The packets of these nodes, base + the bits of the mask, are asked for next; or the heads of
  // these operations arrive. Fetches into the cache what that will read, and changes nothing.
  void (*fetch)(const void *self, uint32_t base, uint64_t mask);
  void (*expect)(const void *self, const uint32_t *operations, unsigned count);

  // Some packet waits for a network that is not in the mask. NULL: hosts take something of every
  // network.
  bool (*waiting)(const void *self, uint32_t but, uint64_t now);
  // Sums what was created in the cycles from .. to-1 and is still in a queue. NULL: it is not
  // counted.
  traffic_sum_t (*queued)(const void *self, uint64_t from, uint64_t to);
  // Sums what was created in these cycles. NULL: this is what hosts have taken from the queues, and
  // what is queued.
  traffic_sum_t (*created)(const void *self, uint64_t from, uint64_t to);
  // All that was created in the window, which ends in cycle `to`, has arrived. NULL: the packets
  // that the hosts have counted are all.
  bool (*measured)(const void *self, uint64_t to);
  // Something waits for what nobody will send. NULL: nothing ever does.
  bool (*stalled)(const void *self, bool stopped);
  // The run is over, and nothing is on its way: all that had to arrive has. False with a sentence.
  bool (*verify)(const void *self, uint64_t now, noc_error_t *error);
  // Adds what only the source has counted.
  void (*result)(const void *self, uint64_t now, workload_result_t *r);
} source_code_t;

typedef struct {
  const source_code_t *code;
  void *self;
  bool own_networks;  // its packets say which virtual network they take; else hosts spread them
  bool tells;         // operations wait for others that arrive anywhere: code->arrived_elsewhere()
} source_t;

static inline bool source_front(const source_t *s, uint32_t node, uint32_t networks, uint64_t now,
                                front_t *front, bool *queued) {
  return s->code->front(s->self, node, networks, now, front, queued);
}

static inline void source_pop(const source_t *s, uint32_t node, uint64_t now,
                              const front_t *front) {
  s->code->pop(s->self, node, now, front);
}

static inline uint32_t source_pop_message(const source_t *s, uint32_t node, uint64_t now,
                                          const front_t *front) {
  if (s->code->pop_message == NULL) {
    source_pop(s, node, now, front);
    return front->flits;
  }
  return s->code->pop_message(s->self, node, now, front);
}

static inline bool source_packet_arrived(const source_t *s, uint32_t operation) {
  return s->code->packet_arrived == NULL || s->code->packet_arrived(s->self, operation);
}

static inline bool source_message_arrived(const source_t *s, const arrival_t *arrival, uint64_t now,
                                          noc_error_t *error) {
  return s->code->message_arrived == NULL || s->code->message_arrived(s->self, arrival, now, error);
}

// The summary of a latency, for result().
latency_summary_t latency_summary(const histogram_t *h);

#endif
