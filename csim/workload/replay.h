// replay -- starts the packets of a trace: each in its cycle, or when those that it waits for have
// been delivered; keeps the queue of every node.

#ifndef NOC_REPLAY_H
#define NOC_REPLAY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "workload/trace.h"
#include "workload/traffic.h"

typedef struct replay replay_t;

// The trace outlives the replay; `active` has a bit a node, set when its queue fills.
replay_t *replay_create(const trace_t *trace, uint32_t nodes, uint64_t seed, uint64_t *active,
                        noc_error_t *error);
void replay_free(replay_t *r);

// The packets that start in this cycle; called once a cycle, with no cycle left out.
void replay_cycle(replay_t *r, uint64_t now);

// The first packet of a node's queue; false if the queue is empty.
typedef struct {
  uint64_t created;
  uint64_t key;     // of its data
  uint32_t packet;  // of the trace
  uint32_t destination;
  uint16_t flits;
} replay_packet_t;
bool replay_front(const replay_t *r, uint32_t node, replay_packet_t *packet);
void replay_pop(replay_t *r, uint32_t node);

// A packet of the trace has been delivered.
void replay_arrived(replay_t *r, uint32_t packet, uint64_t now);

// No packet starts from now on.
void replay_stop(replay_t *r);

// All packets are delivered.
bool replay_done(const replay_t *r);
uint64_t replay_delivered(const replay_t *r);
uint64_t replay_packets(const replay_t *r);

// What was created in the cycles from .. to-1 and is still in a queue.
traffic_sum_t replay_queued(const replay_t *r, uint64_t from, uint64_t to);

#endif
