// properties -- what the specification promises of a whole network, checked by a third party that
// knows neither side: it reads what both show after every cycle (the registers, links and memory
// ports of the state lists) and what is written in docs/, and calls nothing of routers or
// interfaces.
//
//   properties_t *p = properties_create(network, &config);
//   while (...) { network_step(network); properties_cycle(p); }
//   const property_fault_t *f = properties_fault(p, PROPERTY_ORDER);   // NULL: it holds so far
//
// The banks must show their memory ports: RTL, lockstep, or those of recording_bank().

#ifndef NOC_TEST_PROPERTIES_H
#define NOC_TEST_PROPERTIES_H

#include <stdbool.h>
#include <stdint.h>

#include "network/network.h"

typedef enum {
  // A packet that asks for an output VC, a flit that asks for the switch, loses so often and no
  // more: docs/microarchitecture.md, sections 9, 10 and 15.3.
  PROPERTY_VC_BYPASS,
  PROPERTY_SWITCH_BYPASS,
  // An output VC, or an output, for which something at an input asks is idle only if that input
  // chose something else; what some input chose is not idle. What an input chose and did not get is
  // not seen: there has to be something it may have chosen.
  PROPERTY_VC_WORK,
  PROPERTY_SWITCH_WORK,
  // Routers that allocate speculatively: a packet goes on in the cycle in which it wins its output
  // VC only where nothing passed asks for the switch, and slots are idle only by picks that are
  // wasted: docs/microarchitecture.md, section 10.1.
  PROPERTY_SPECULATION,
  // Flits of packets stay together on their VC; packets in the order in which they came in, where
  // docs/routing.md, "Order", promises it.
  PROPERTY_ORDER,
  // In every virtual network with flits in queues one moves within a bound.
  PROPERTY_PROGRESS,
  // No VC of a link carries more than a buffer of flits in a credit loop: docs/timing.md, "Flow
  // rate".
  PROPERTY_FLOW,
  PROPERTIES
} property_t;

typedef struct {
  bool bounded;  // the allocators serve in turn, so bypass is bounded
  bool ordered;  // the order of packets is promised
} properties_config_t;

typedef struct {
  uint64_t cycle;
  uint32_t router;
  unsigned port, vc;  // of the input; PROPERTY_FLOW, and PROPERTY_ORDER: of the output
  char text[320];     // one line, with all of it
} property_fault_t;

// Counts of what was looked at: none of them may be 0 where a property is said to have been
// checked.
typedef struct {
  uint32_t vc_losses, vc_bound;          // most losses of one packet
  uint32_t switch_losses, switch_bound;  // of one flit
  uint64_t vc_requests, switch_requests;
  uint64_t heads;      // that left the network, whose order was looked at
  uint64_t overtaken;  // of them with a later one of the same source and network before them
  uint32_t still;      // most cycles in which nothing of a network with waiting flits moved
  uint32_t still_bound;
  uint64_t flits;          // granted the switch
  uint64_t early, wasted;  // packets that went on as they won their VC; picks that were wasted
} properties_seen_t;

typedef struct properties properties_t;

// Before the first cycle; the network outlives it. Stops the test when memory is short.
properties_t *properties_create(network_t *n, const properties_config_t *config);
void properties_free(properties_t *p);

// In the cycle that comes some host refuses these virtual networks, a bit each: they need not move.
void properties_refused(properties_t *p, uint32_t networks);

// After each network_step(). False: some property was found broken, in this cycle or before.
bool properties_cycle(properties_t *p);

const char *property_name(property_t property);
const property_fault_t *properties_fault(const properties_t *p, property_t property);
// The first line of all there are, "" without.
const char *properties_text(const properties_t *p);
const properties_seen_t *properties_seen(const properties_t *p);

// Notes from now on the cycles in which flits are granted this output.
void properties_meter(properties_t *p, uint32_t router, unsigned port);
// Checks that packets of this length, which followed each other without a gap on one VC, as noted,
// flowed at the expected rate: `more` of them behind the first ones took the cycles of
// docs/timing.md, "Flow rate". False, and PROPERTY_FLOW is broken, if not. `more` is a multiple of
// the packets, with wormhole of the flits, that a buffer holds.
bool properties_stream(properties_t *p, unsigned flits, unsigned first, unsigned more);

#endif
