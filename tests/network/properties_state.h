// properties_state -- what the parts of the checker share; private to properties*.c.

#ifndef NOC_TEST_PROPERTIES_STATE_H
#define NOC_TEST_PROPERTIES_STATE_H

#include "network/properties.h"
#include "network/shown.h"

enum { MOST_PORTS = SHAPE_MAX_PORTS, MOST_VCS = SHAPE_MAX_VCS, MOST_NETWORKS = SHAPE_MAX_VCS };

// The packet at the front of an input VC in a cycle, as copies see it: a branch for each output
// that it goes to. Without copies it is one branch, whose flits leave the buffer as they are read.
typedef struct {
  uint32_t branches;  // unfinished, a bit a port; 0: none, or not known yet
  uint32_t waiting;   // of these without an output VC
  uint32_t there;     // whose next flit is in the buffer
  uint32_t asks;      // that ask for an output VC
  uint32_t ready;     // that ask for the switch
  uint32_t won;       // that have won an output VC
  uint32_t moved;     // that have read a flit, or dropped one
  bool drop, drop_due, dropped;
  unsigned need;      // credits that its head needs
  unsigned position;  // of the flit that is read if the input chooses this VC
  uint16_t read[MOST_PORTS];
  uint8_t vc_class[MOST_PORTS], vc[MOST_PORTS];  // vc: held, or won in this cycle
  uint16_t eligible[MOST_PORTS];                 // output VCs that a waiting branch may take
} front_t;

// The fields that were written with a head, by buffer slot of an input port.
typedef struct {
  uint32_t ports;
  uint16_t need;
  uint8_t kind;
  bool drop;
  uint8_t vc_class[MOST_PORTS];
} entry_t;

// A router.
typedef struct {
  uint32_t id;
  bank_t *bank;
  uint32_t member;
  shown_t shown[2];                     // before the edge, and after
  entry_t *entry;                       // [port * slots + slot]
  front_t *front;                       // [port * vcs + vc], of this cycle
  uint32_t *vc_losses, *switch_losses;  // [(port * vcs + vc) * ports + o]
  bool *open;                           // [port * vcs + vc] of outputs: in the midst of a packet
  uint64_t *grant;    // [(port * vcs + vc) * depth + n % depth]: cycles of the last grants
  uint64_t *granted;  // [port * vcs + vc]: how many there were
  int32_t node_in[MOST_PORTS], node_out[MOST_PORTS];  // the node at a port, or -1
} watch_t;

// An interface's queues, of which the checker knows where they stand.
typedef struct {
  bank_t *bank;
  uint32_t member;
  uint32_t *place;  // [2 * queues]: read position and count of the queues, as they were
} host_watch_t;

// The order in which heads came in, by source and message number; and the last that arrived.
typedef struct {
  uint64_t *came;  // [source << msg_w | message]: its number, from 1 on
  uint64_t *last;  // [(source * nodes + node) * networks + network]
  uint64_t heads;
} order_t;

struct properties {
  network_t *n;
  const noc_shape_t *s;     // of the routers, as their banks have it
  const noc_shape_t *head;  // of the heads of packets
  properties_config_t config;
  uint64_t cycle;  // the one that is looked at
  unsigned latency;
  uint32_t routers, nodes;
  watch_t *router;
  host_watch_t *host;
  shown_plan_t plan;
  const bundle_field_t *place[4];  // of interfaces: the fields with positions and counts
  uint32_t *words;
  shown_t *before, *after;  // of the router that is looked at
  order_t order;
  uint32_t refused;
  uint32_t still[MOST_NETWORKS];
  // The output of the meter.
  bool metering;
  uint32_t meter_router;
  unsigned meter_port;
  uint64_t *metered;
  uint64_t meter_count, meter_room;
  property_fault_t fault[PROPERTIES];
  bool broken[PROPERTIES], any;
  property_t first;
  properties_seen_t seen;
};

// Notes the first fault of a property. `what` goes on behind "router 3, input port 1 VC 0".
__attribute__((format(printf, 7, 8))) void properties_break(properties_t *p, property_t property,
                                                            const watch_t *w, const char *side,
                                                            unsigned port, unsigned vc,
                                                            const char *what, ...);

// From what was shown before and after the edge: the fronts; then what comes in is kept for later.
void fronts_read(properties_t *p, watch_t *w);
void fronts_arrive(properties_t *p, watch_t *w);

// A packet that was passed so often takes a VC without room, with cut-through.
enum { MOST_PASSES = 15 };

uint32_t bypass_vc_bound(const noc_shape_t *s);
uint32_t bypass_switch_bound(const noc_shape_t *s);
void bypass_check(properties_t *p, watch_t *w);
void work_check(properties_t *p, watch_t *w);
void speculation_check(properties_t *p, watch_t *w);

void order_create(properties_t *p);
void order_free(properties_t *p);
void order_check(properties_t *p, watch_t *w);

uint32_t progress_bound(const properties_t *p);
void progress_create(properties_t *p);
void progress_free(properties_t *p);
void progress_check(properties_t *p);

void flow_check(properties_t *p, watch_t *w);

// Cycles that a flit's credit takes to come round, over the link of this output.
unsigned flow_round(const properties_t *p, const watch_t *w, unsigned port);

static inline unsigned queue_of(const properties_t *p, unsigned port, unsigned vc) {
  return port * p->s->vcs + vc;
}

#endif
