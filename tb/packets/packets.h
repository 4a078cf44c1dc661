// packets -- what packets did in a run, as rows: one a packet, one a hop through a router, one a
// reason for which a hop waited; and who takes them. docs/events.md says what the columns mean.
//
// Cycles count from 0 at reset; kNever stands for what has not happened, kNobody for no packet.

#ifndef NOCSTEP_PACKETS_H
#define NOCSTEP_PACKETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "shape/packet.h"

static const uint64_t kNever = UINT64_MAX;
static const uint64_t kNobody = 0;  // packets and hops count from 1

// A packet as it was injected, or one of the copies that a worm has become: those have the id of
// the worm in copy_of.
typedef struct {
  uint64_t id;
  uint64_t copy_of, caused_by;  // packets; kNobody
  uint32_t source;              // node that created it
  uint32_t injected_at;         // node whose interface sent it: of a forwarded copy not the source
  uint32_t destination;         // node; UINT32_MAX: of a worm, to several
  uint32_t message;
  uint32_t operation;  // the send of a plan, the stream of a class, the packet of a trace
  uint32_t copies;     // a worm: nodes it goes to; else 0
  uint16_t flits, headers;
  uint8_t network, type;       // virtual network, packet_type_t
  uint64_t created, accepted;  // accepted: its interface took the first beat
  uint64_t entered;            // the head was on the link to the first router
  uint64_t arrived;            // the head was on the link to the interface of the destination
  uint64_t head_delivered, tail_delivered;
  uint64_t last_hop;  // the hop that led to the destination
} packet_row_t;

// Why a packet at the front of an input queue, or a flit of it, did not move in a cycle.
typedef enum {
  HOP_QUEUE,   // behind another packet in its queue
  HOP_ROUTE,   // for header flits that its route needs; or a used one is dropped
  HOP_VC,      // every output VC that it may take belongs to another packet
  HOP_TURN,    // one was free, and another packet got one
  HOP_ROOM,    // one was free, without room for the whole packet
  HOP_SWITCH,  // it could have gone, and the switch took another flit
  HOP_CREDIT,  // no room downstream
  HOP_FLIT,    // its next flit has not come
  HOP_WAITS
} hop_wait_t;

// "queue", "route", ..
const char *hop_wait_name(hop_wait_t wait);

// The word for a packet_type_t: "unicast", "coded", ..; "unknown".
const char *packet_type_name(unsigned type);

// A packet through a router; of a worm, each branch is a hop. Rows of one packet are written in
// the order in which they end.
typedef struct {
  uint64_t id, packet;
  uint64_t before;  // hop of the router before; kNobody: from an interface
  uint32_t router;
  uint8_t in_port, in_vc, out_port, out_vc;  // out_vc: UINT8_MAX while it has none
  uint16_t flits;                            // that have gone through the switch
  uint64_t arrival, front, granted, first, last, onward;
  uint8_t route;             // cycles from its arrival in which its route was computed
  uint64_t vc_before;        // packet that gave the output VC up while this one waited
  uint64_t wait[HOP_WAITS];  // cycles, in sum
} hop_row_t;

// The cycles in which a hop waited for one packet, for one reason.
typedef struct {
  hop_wait_t reason;
  uint64_t for_packet;  // kNobody: for none in particular
  uint64_t from;        // first of these cycles
  uint64_t cycles;
} wait_row_t;

// Who takes rows; both return false when they cannot, with the error kept by the sink.
typedef struct {
  void *context;
  bool (*packet)(void *context, const packet_row_t *row);
  bool (*hop)(void *context, const hop_row_t *row, const wait_row_t *wait, size_t waits);
} packet_sink_t;

#endif
