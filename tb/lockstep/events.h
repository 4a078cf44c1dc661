// events -- what went over a component's links last: a ring of the last 32 events a member.
//
// An event is noted in the cycle in which it is on the pins.

#ifndef NOC_EVENTS_H
#define NOC_EVENTS_H

#include <stdint.h>

#include "network/bank.h"

enum { EVENTS_KEPT = 32 };

typedef enum {
  EVENT_FLIT_IN,
  EVENT_FLIT_OUT,
  EVENT_CREDIT_IN,
  EVENT_CREDIT_OUT,
  EVENT_BEAT,      // a host's beat accepted by an interface
  EVENT_DELIVERY,  // a beat taken by the host
  EVENT_COMMAND,   // of a host to its XOR unit
  EVENT_FILLED,    // a packet is complete in its slot
  EVENT_XORED,     // an exclusive or is
  EVENT_FORWARD,   // a beat of a host's packet that its interface is to forward
  EVENT_CHILD,     // a word of the child table is written
  EVENT_RESULT     // a flit of an exclusive or taken by the host
} event_kind_t;

typedef struct {
  uint64_t cycle;
  uint8_t kind;  // event_kind_t
  uint8_t port;  // of a router
  uint8_t vc;
  uint8_t flit;      // kind of the flit; EVENT_FORWARD: KIND_HEAD of a first beat
  uint8_t worm;      // of a header flit, and a beat of one: packet_type_t; else 0
  uint8_t word;      // .. and its number, from 0
  uint8_t op;        // EVENT_COMMAND: host_command_op_t
  uint32_t source;   // EVENT_DELIVERY, EVENT_FILLED: address
  uint32_t name;     // EVENT_COMMAND, load, EVENT_RESULT: the block; EVENT_CHILD: index of the word
  uint16_t message;  // EVENT_DELIVERY, EVENT_FILLED, EVENT_FORWARD
  uint16_t flits;    // EVENT_FORWARD: of the packet
  uint16_t slot;     // EVENT_COMMAND, EVENT_FILLED, EVENT_XORED, EVENT_RESULT
  uint16_t a, b;     // EVENT_COMMAND, xor: slots of the operands
  // The last member: what is kept of an event ends with the words that the shape has.
  uint64_t payload[SHAPE_MAX_WORDS];  // EVENT_CHILD: the word
} event_t;

typedef struct events events_t;

// The events of all members of a bank with this config. NULL when out of memory.
events_t *events_create(const bank_config_t *config);
void events_free(events_t *e);
void events_reset(events_t *e);

// Notes what is on the pins of every member in this cycle: call it before the clock edge.
void events_cycle(events_t *e, uint64_t cycle);
// Notes the outputs of one member alone.
void events_outputs(events_t *e, uint32_t member, uint64_t cycle);

// The last events of a member, oldest first; returns how many.
unsigned events_last(const events_t *e, uint32_t member, event_t out[EVENTS_KEPT]);

#endif
