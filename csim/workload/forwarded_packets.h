// forwarded_packets -- the multicasts under way that interfaces forward
// (docs/microarchitecture.md, section 16): the rows of the child tables
// that they have, the packet slots that are theirs, and their packets.
//
// A multicast begins when a row is free and every interface that passes it on, its source's too,
// has slots for all its packets: all of them or none, so that packets that have been sent always
// find a slot, and no multicast waits for another that waits for it. Rows and slots are given in
// the order in which multicasts ask for them: one that waits keeps those that it needs from later
// ones, or a wide one would wait for ever for narrow ones. Its slots at an interface are free again
// when all children there have all packets, the row when all destinations have.
//
// The packets have message numbers row * 2^forward_lsb + packet; those of unicasts have the highest
// bit of a number set.

#ifndef NOC_FORWARDED_PACKETS_H
#define NOC_FORWARDED_PACKETS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "network/network.h"
#include "plan/plan.h"
#include "workload/flights.h"
#include "workload/forward_zero_load.h"

typedef struct forwarded_packets forwarded_packets_t;

// Serves a network whose interfaces forward. The plan, the network and the hops of `times` outlive
// this. NULL when memory is short.
forwarded_packets_t *forwarded_packets_create(const plan_t *plan, network_t *n,
                                              const forward_times_t *times, unsigned packet_flits,
                                              noc_error_t *error);
void forwarded_packets_free(forwarded_packets_t *f);
void forwarded_packets_checkpoint(forwarded_packets_t *f, checkpoint_t *c);

// Writes words of child tables, at most one a node: once a cycle.
void forwarded_packets_write(forwarded_packets_t *f);

// The next packet of the multicast that its source hands over: its number and its flight, which is
// all 0. False: the source has to wait; nothing has changed but that the multicast may have begun.
bool forwarded_packets_open(forwarded_packets_t *f, uint32_t operation, uint32_t first,
                            uint32_t *message, flight_t **flight);

// The flight of a packet under way; NULL if there is none of this source.
flight_t *forwarded_packets_find(const forwarded_packets_t *f, uint32_t source, uint32_t message);

// The packet under way that was created first, NULL without any; its source and message number.
const flight_t *forwarded_packets_oldest(const forwarded_packets_t *f, uint32_t *source,
                                         uint32_t *message);

// A copy of a packet has arrived whole.
void forwarded_packets_arrived(forwarded_packets_t *f, uint32_t message, uint32_t copy);

// On an idle network, without packets before it: the cycles from a packet's first beat at the
// source to the one in which its last copy on the way to a destination starts, where that takes it
// as a unicast.
uint64_t forwarded_packets_before_last(const forwarded_packets_t *f, uint32_t operation,
                                       uint32_t copy, unsigned flits);

// Who sends a copy, and whether its node passes it on.
uint32_t forwarded_packets_parent(const forwarded_packets_t *f, uint32_t copy);
bool forwarded_packets_on(const forwarded_packets_t *f, uint32_t copy);

// The numbers of unicasts have this bit.
static inline uint32_t forwarded_packets_unicast_bit(const noc_shape_t *s) {
  return UINT32_C(1) << (s->msg_w - 1);
}

#endif
