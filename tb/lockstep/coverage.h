// coverage -- what a bank in lockstep has exercised: events of coverage.def, pairs of ports,
// virtual channels. A pass says little of what never happened.
//
// It looks at the golden side, of which the comparison of the cycle before has said that the RTL
// has the same. It must not slow a run down: an event that was seen COVERAGE_MANY times is not
// looked for any more, and behind the first cycles events are looked for in some cycles only
// (coverage_due()).

#ifndef NOC_COVERAGE_H
#define NOC_COVERAGE_H

#include "network/bank.h"
#include "network/ref.h"

typedef enum {
#define ROUTER(name, ...)    COVERAGE_##name,
#define INTERFACE(name, ...) COVERAGE_##name,
#include "lockstep/coverage.def"
#undef ROUTER
#undef INTERFACE
  COVERAGE_EVENTS
} coverage_event_t;

enum {
  COVERAGE_MANY = 1000,
  COVERAGE_FIRST = 4096,  // cycles in each of which events are looked for ..
  COVERAGE_STEP = 4       // .. and then in every so many
};

typedef struct {
  const char *name;     // "input_full"
  const char *unit;     // "router.input_unit"
  const char *meaning;  // "an input VC is full"
} coverage_info_t;
const coverage_info_t *coverage_info(coverage_event_t event);

// The events that a bank, or several banks together, have exercised.
typedef struct {
  bool listed[COVERAGE_EVENTS];     // components of this shape have the event
  uint32_t count[COVERAGE_EVENTS];  // COVERAGE_MANY: or more
  // Bit o: packets came to port i of a router that leave by its port o.
  uint16_t pairs[SHAPE_MAX_PORTS];
  uint16_t vcs;  // bit v: VC v of a router's input had a flit
} coverage_t;

void coverage_start(coverage_t *c, component_t component, const noc_shape_t *s);
static inline bool coverage_due(uint64_t cycle) {
  return cycle < COVERAGE_FIRST || cycle % COVERAGE_STEP == 0;
}

// Before a clock edge, the members of a bank, whose fields are `f`: pairs and VCs of the heads that
// were written in the cycle before; and the events.
// `golden` tells the ports of heads whose routes are late.
void coverage_heads(coverage_t *c, const noc_shape_t *s, const router_fields_t *f, uint32_t members,
                    const ref_t *golden);
void coverage_routers(coverage_t *c, const noc_shape_t *s, const router_fields_t *f,
                      uint32_t members);
void coverage_interfaces(coverage_t *c, const noc_shape_t *s, const interface_fields_t *f,
                         uint32_t members);
void coverage_add(coverage_t *sum, const coverage_t *c);

#endif
