// traffic -- one class of packets at random times, to destinations that a pattern fixes or draws.
//
// A packet is created at a node in a cycle with probability load / mean length; one draw a packet
// gives the geometric gap to the next. In bursts that holds for the cycles of the on periods alone,
// with a load that is as much higher; on and off periods have geometric lengths, one draw each.
// Since draws can be repeated, a source queue is only the place of its first packet: it takes no
// memory however long it is.

#ifndef NOC_TRAFFIC_H
#define NOC_TRAFFIC_H

#include <stdbool.h>
#include <stdint.h>

#include "base/checkpoint.h"
#include "base/error.h"
#include "base/node_set.h"
#include "setup/lengths.h"

typedef struct traffic traffic_t;

// The description of the traffic; what it points to outlives the traffic.
typedef struct {
  uint32_t nodes;
  double load;               // flits per node and cycle, 0 to 1; the mean over bursts
  const lengths_t *lengths;  // of packets
  uint64_t seed;
  unsigned number;        // of the class: classes draw numbers of their own
  const uint32_t *image;  // [nodes] destinations; a node's own: it sends nothing. NULL: drawn
  const node_set_t *hot;  // NULL: drawn evenly from all other nodes
  double hot_share;       // of the packets, to one of `hot`, 0 to 1
  unsigned burst_on, burst_off;  // mean lengths in cycles, 1 and more; both 0: no bursts
  uint64_t horizon;              // packets after this cycle are not needed
  bool part;            // only nodes first .. end-1 are asked for packets: others create none here
  uint32_t first, end;  // .. those
  const struct shards *shards;  // whose nodes different threads ask for (network/shards.h), or NULL
} traffic_config_t;

traffic_t *traffic_create(const traffic_config_t *config, noc_error_t *error);
void traffic_free(traffic_t *t);
// Before the cycle `now`.
void traffic_checkpoint(traffic_t *t, uint64_t now, checkpoint_t *c);

// Sets the bit of every node whose queue was empty and gets a packet in this cycle; called once a
// cycle, with no cycle left out.
void traffic_cycle(traffic_t *t, uint64_t now, uint64_t *active);
// The part of it that concerns the nodes of a shard.
void traffic_cycle_part(traffic_t *t, unsigned shard, uint64_t now, uint64_t *active);

// The first packet of a node's queue; false if the queue is empty.
typedef struct {
  uint64_t created;
  uint64_t key;          // of its data
  uint64_t sequence;     // of the packets of this node, from 0
  uint32_t destination;  // node
  uint16_t flits;
} traffic_packet_t;
bool traffic_front(const traffic_t *t, uint32_t node, uint64_t now, traffic_packet_t *packet);
// Its creation cycle; UINT64_MAX if the queue is empty.
uint64_t traffic_front_created(const traffic_t *t, uint32_t node, uint64_t now);
// Removes it.
void traffic_pop(traffic_t *t, uint32_t node, uint64_t now);

// No packet is created in cycle `at` or later.
void traffic_stop(traffic_t *t, uint64_t at);

// Sums what was created in the cycles from .. to-1 and is still in a source queue; draws it again.
typedef struct {
  uint64_t packets, flits;
} traffic_sum_t;
traffic_sum_t traffic_queued(const traffic_t *t, uint64_t from, uint64_t to);

#endif
