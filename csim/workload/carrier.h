// carrier -- how a packet travels: as a unicast, as a worm that routers copy, by interfaces that
// forward it, or between XOR units. Every packet knows its carrier, from its source queue to the
// host that takes it.

#ifndef NOC_CARRIER_H
#define NOC_CARRIER_H

#include <stdbool.h>
#include <stdint.h>

typedef enum {
#define CARRIER(id, name) CARRIER_##id,
#include "workload/carriers.def"
#undef CARRIER
  CARRIERS
} carrier_t;

// The packet goes to several nodes. Each copy counts as a packet.
static inline bool carrier_copies(carrier_t c) {
  return c == CARRIER_TREE_WORM || c == CARRIER_PATH_WORM || c == CARRIER_FORWARDED;
}

// The packet a host is handing over to its interface, one a node and virtual network.
typedef struct {
  uint64_t key;
  const uint64_t *data;  // instead of data made from the key, or NULL
  uint32_t destination;  // address
  uint32_t message;
  uint32_t operation;    // as in flight_t
  uint16_t flits, sent;  // equal: no packet
  uint8_t carrier;       // carrier_t
  union {                // by carrier
    struct {
      uint16_t headers;  // flits, in `flits` too
      uint16_t real;     // flits of the message in it; what is behind them is made up
    } worm;
    struct {
      uint16_t from, slot;  // the slot that it is in, and the one that it is for; 0: none
      uint32_t name;        // of its data
    } coded;
  };
} outgoing_t;

// The packet that arrives on a VC of an interface.
typedef struct {
  uint64_t key;
  uint64_t *keep;  // where a plan wants its data, or NULL
  union {
    const uint64_t *expected;  // of a reduction: its data; NULL: made from the key
    struct {                   // of a plan with coding
      uint32_t join;           // joined data: its join; or kPlanNone
      uint32_t first;          // flit of the message, of the packet's first
    };
  };
  uint32_t source;  // node
  uint32_t message;
  uint32_t operation;     // as in flight_t; of a multicast, the copy
  uint16_t flits, taken;  // equal: no packet
  uint8_t carrier;        // carrier_t
  bool combined;          // of a reduction: what is kept is combined
  uint16_t slot;          // of an XOR unit that the packet is for; 0: none
} incoming_t;

#endif
