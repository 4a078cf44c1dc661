// carrier -- how a packet travels: as a unicast, as a worm that routers copy, through interfaces
// that forward it, or between XOR units. Every packet knows its carrier, from its source queue to
// the host that takes it.
//
// A carrier is a file, carrier_<name>.c, which defines a table of operations and two functions for
// beats, and a row in carriers.def. Hosts know no carrier but the unicast, whose beats they inline,
// and the scoreboard knows none. The operations are for packets. What is asked for each beat,
// carrier_beat() and carrier_ready(), finds its function by a switch, so that no call a flit is
// indirect.

#ifndef NOC_CARRIER_H
#define NOC_CARRIER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "network/network.h"
#include "workload/engine.h"
#include "workload/flights.h"
#include "workload/source.h"
#include "workload/workload.h"

typedef enum {
#define CARRIER(id, name) CARRIER_##id,
#include "workload/carriers.def"
#undef CARRIER
  CARRIERS
} carrier_t;

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

struct incoming;  // the packet that arrives on a VC of an interface: workload_state.h
struct seen;      // a flit that an interface offers: scoreboard.h

// Functions that may be NULL say what that means.
typedef struct {
  // The workload, with its plan and its network, has packets that travel so.
  bool (*used)(const workload_t *w);
  // Makes what the carrier itself keeps, w->carrier[] from then on; NULL when memory is short. No
  // functions: it keeps nothing.
  void *(*create)(workload_t *w, const scenario_t *s, const workload_input_t *input,
                  noc_error_t *error);
  void (*free)(void *own);
  // Lists what of that it has to keep; `places` are those of the engine. NULL: nothing.
  void (*checkpoint)(void *own, const engine_places_t *places, checkpoint_t *c);

  // --- numbers. All NULL: its packets get the next numbers of their sources
  //
  // Opens a packet, one more on its way: its number, and its flight, all 0 but for `flying`.
  flight_open_t (*open)(workload_t *w, uint32_t node, const front_t *front, uint32_t *message,
                        flight_t **flight);
  // The packet under way that has this number; NULL if there is none of this source.
  flight_t *(*find)(const workload_t *w, uint32_t source, uint32_t message);
  // The packet under way that was created first, with its source and number; NULL without any.
  const flight_t *(*oldest)(const workload_t *w, uint32_t *source, uint32_t *message);

  // --- a packet, from its source to its destinations
  //
  // A packet is in its place, with what all packets have: adds the carrier's own. NULL: nothing.
  bool (*prepare)(workload_t *w, const front_t *front, flight_t *flight, outgoing_t *out,
                  noc_error_t *error);
  // The head of a packet that is on its way. Checks that it is for this node, and sets the type
  // that it must have and, of a multicast, the copy as which it arrives.
  bool (*head)(const struct seen *s, const flight_t *flight, struct incoming *in,
               packet_type_t *type);
  // Its last flit: counts the packet and hands it over. Closes the flight if no copy is due.
  bool (*arrived)(const struct seen *s, const struct incoming *in, flight_t *flight);
  // The first of its nodes that has not got the packet. NULL: it goes to one, the destination.
  uint32_t (*due)(const workload_t *w, const flight_t *flight);

  // --- a packet whose source and destinations are in several processes. NULL: it goes to one node,
  // whose host takes it
  //
  // A packet of another process is on its way to nodes here: its flight has what that has of it.
  // Makes what is kept of it here. False when memory is short.
  bool (*guest)(workload_t *w, flight_t *flight);
  // A node of another process has taken a packet of a source here. True: it was the last.
  bool (*taken)(workload_t *w, const flight_t *flight, uint32_t node);
  // An interface here has a packet complete in a slot, which no host takes.
  bool (*filled)(const workload_t *w, uint32_t source, uint32_t message);
  // A number that is added up over all processes, when the run is over.
  uint64_t *(*counted)(const workload_t *w);

  // --- each cycle, beside packets. NULL: nothing
  //
  // Looks at what interfaces say, before and after hosts take deliveries.
  bool (*before)(workload_t *w, uint64_t now, noc_error_t *error);
  bool (*after)(workload_t *w, uint64_t now, noc_error_t *error);
  // Tells interfaces what to do, when sources and host model have had their cycle.
  void (*command)(workload_t *w, uint64_t now);
  // It has commands left.
  bool (*waiting)(const workload_t *w);
  // Nothing moves any more: says what the carrier misses. False if that is not why.
  bool (*fail_stalled)(const workload_t *w, noc_error_t *error);
  // Adds what only the carrier has counted.
  void (*result)(const workload_t *w, workload_result_t *r);

  // --- properties
  bool copies;   // it goes to several nodes, and each copy counts as a packet
  bool handled;  // the interface spends t_ns on each copy itself, and the host's handler nothing
  bool waits;    // in interfaces, for what may come on other virtual networks
} carrier_code_t;

// By carrier_t.
extern const carrier_code_t *const kCarriers[CARRIERS];

// Offers the next beat of a packet, and counts it as sent; whether its interface takes it now.
#define CARRIER(id, name)                                                                  \
  extern const carrier_code_t carrier_##name;                                              \
  bool carrier_##name##_beat(workload_t *w, uint32_t node, unsigned network, uint64_t now, \
                             outgoing_t *out, noc_error_t *error);                         \
  bool carrier_##name##_ready(const workload_t *w, uint32_t node, unsigned network,        \
                              const outgoing_t *out);
#include "workload/carriers.def"
#undef CARRIER

static inline bool carrier_beat(workload_t *w, uint32_t node, unsigned network, uint64_t now,
                                outgoing_t *out, noc_error_t *error) {
  switch ((carrier_t)out->carrier) {
#define CARRIER(id, name) \
  case CARRIER_##id:      \
    return carrier_##name##_beat(w, node, network, now, out, error);
#include "workload/carriers.def"
#undef CARRIER
    case CARRIERS:
      break;
  }
  return false;
}

static inline bool carrier_ready(const workload_t *w, uint32_t node, unsigned network,
                                 const outgoing_t *out) {
  switch ((carrier_t)out->carrier) {
#define CARRIER(id, name) \
  case CARRIER_##id:      \
    return carrier_##name##_ready(w, node, network, out);
#include "workload/carriers.def"
#undef CARRIER
    case CARRIERS:
      break;
  }
  return false;
}

// All carriers of a workload.
bool carriers_create(workload_t *w, const scenario_t *s, const workload_input_t *input,
                     noc_error_t *error);
void carriers_free(workload_t *w);
void carriers_checkpoint(workload_t *w, const engine_places_t *places, checkpoint_t *c);
bool carriers_before(workload_t *w, uint64_t now, noc_error_t *error);
bool carriers_after(workload_t *w, uint64_t now, noc_error_t *error);
void carriers_command(workload_t *w, uint64_t now);
bool carriers_waiting(const workload_t *w);
bool carriers_fail_stalled(const workload_t *w, noc_error_t *error);
void carriers_result(const workload_t *w, workload_result_t *r);
// Some carrier `waits`.
bool carriers_wait(const workload_t *w);
// These ask the carriers with numbers of their own.
flight_t *carriers_find(const workload_t *w, uint32_t source, uint32_t message);
const flight_t *carriers_oldest(const workload_t *w, uint32_t *source, uint32_t *message);

static inline uint32_t carrier_due(const workload_t *w, const flight_t *flight) {
  const carrier_code_t *code = kCarriers[flight->carrier];
  return code->due != NULL ? code->due(w, flight) : flight->destination;
}

#endif
