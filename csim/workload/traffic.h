// traffic -- packets at random times. Uniform: every other node is as likely a destination.
//
// A packet is created at a node in a cycle with probability load / packet_flits; one draw a packet
// gives the geometric gap to the next. Since draws can be repeated, a source queue is only the
// number and the creation cycle of its first packet: it takes no memory however long it is.

#ifndef NOC_TRAFFIC_H
#define NOC_TRAFFIC_H

#include <stdbool.h>
#include <stdint.h>

#include "network/error.h"

typedef struct traffic traffic_t;

typedef struct {
  uint32_t nodes;
  double load;     // flits per node and cycle, 0 to 1
  unsigned flits;  // of a packet
  uint64_t seed;
} traffic_config_t;

traffic_t *traffic_create(const traffic_config_t *config, noc_error_t *error);
void traffic_free(traffic_t *t);

// Sets the bit of every node whose queue was empty and gets a packet in this cycle; called once a
// cycle, with no cycle left out.
void traffic_cycle(traffic_t *t, uint64_t now, uint64_t *active);

// The first packet of a node's queue; false if the queue is empty.
typedef struct {
  uint64_t created;
  uint64_t key;          // of its data
  uint64_t sequence;     // of the packets of this node, from 0
  uint32_t destination;  // node
} traffic_packet_t;
bool traffic_front(const traffic_t *t, uint32_t node, uint64_t now, traffic_packet_t *packet);
// Removes it.
void traffic_pop(traffic_t *t, uint32_t node, uint64_t now);

// No packet is created in cycle `at` or later.
void traffic_stop(traffic_t *t, uint64_t at);

// Packets created in the cycles from .. to-1 that are still in a source queue; draws them again.
uint64_t traffic_queued(const traffic_t *t, uint64_t from, uint64_t to);

#endif
