// scoreboard -- the receiving side of the hosts, and what carriers and payloads share of it: every
// packet exactly once, at its destination, its flits in order, on VCs of its virtual network, with
// every data bit as it was sent.

#ifndef NOC_SCOREBOARD_H
#define NOC_SCOREBOARD_H

#include "workload/workload_state.h"

// A flit that an interface offers.
typedef struct seen {
  workload_t *w;
  uint32_t node;
  unsigned network;
  uint64_t now;
  const host_delivery_t *d;
  noc_error_t *error;
} seen_t;

// Checks and takes what node's interface offers on one virtual network.
bool scoreboard_take(workload_t *w, uint32_t node, unsigned network, uint64_t now,
                     noc_error_t *error);

// These say what is wrong with the flit, or with its packet. Both return false.
bool scoreboard_fault(const seen_t *s, const char *what);
bool scoreboard_fault_packet(const seen_t *s, const incoming_t *in, const char *what);

// For head(), of a packet to one node: it is for this one.
bool scoreboard_is_here(const seen_t *s, const flight_t *flight, const incoming_t *in);

// The way of a packet: links and header flits, and the cycles that it takes on an idle network more
// than a unicast of that length over these links.
typedef struct {
  unsigned hops, headers;
  uint64_t more;
} way_t;

// Where a packet has come from and to, as which operation: the send or copy of a plan, the stream
// of a class, or the packet of a trace.
typedef struct {
  uint32_t source, destination;  // nodes
  uint32_t operation;
} ends_t;

// Counts a packet, or a copy, that has arrived whole, and hands it over.
bool scoreboard_delivered(workload_t *w, const flight_t *flight, way_t way, ends_t ends,
                          uint64_t now, noc_error_t *error);

// The same of a packet to one node, which is no longer on its way.
bool scoreboard_arrived(workload_t *w, flight_t *flight, uint32_t source, uint64_t now,
                        noc_error_t *error);

#endif
