// workload_state -- what a workload is made of; private to its own files, those of hosts and of the
// scoreboard, the carriers and the payloads.

#ifndef NOC_WORKLOAD_STATE_H
#define NOC_WORKLOAD_STATE_H

#include "base/statistics.h"
#include "collective/blocks.h"
#include "network/host_pins.h"
#include "network/zero_load.h"
#include "workload/ages.h"
#include "workload/carrier.h"
#include "workload/classes.h"
#include "workload/engine.h"
#include "workload/external.h"
#include "workload/fairness.h"
#include "workload/flights.h"
#include "workload/host_model.h"
#include "workload/refusals.h"
#include "workload/route_hops.h"
#include "workload/source.h"
#include "workload/workload.h"

// The packets of a workload carry one of these, and its hosts treat it so.
typedef enum {
  PAYLOAD_MADE,    // data made from the key, which nobody wants again
  PAYLOAD_KEPT,    // of a plan: a message, kept if it is passed on
  PAYLOAD_PART,    // of a collective whose messages go in several packets: a part of one
  PAYLOAD_ITEM,    // of a plan with coding: an item, or a part of it
  PAYLOAD_REDUCED  // of a collective that combines
} payload_t;

// The rule for the flits of a packet: payload.h.
typedef enum {
  FLITS_DATA,     // made from the key
  FLITS_JOINED,   // of items, one behind the other
  FLITS_REDUCED,  // of a reduction
  FLITS_COMBINED  // the same, and what is kept is combined
} payload_flits_t;

// The packet that arrives on a VC of an interface.
typedef struct incoming {
  uint64_t key;
  uint64_t *keep;              // where a plan wants its data, or NULL
  union {                      // by payload
    const uint64_t *expected;  // of a reduction: its data; NULL: made from the key
    struct {
      uint32_t join;   // of joined data: its join
      uint32_t first;  // flit of the message, of the packet's first
    };
  };
  uint32_t source;   // node
  uint32_t address;  // of the source
  uint32_t message;
  uint32_t operation;     // as in flight_t; of a multicast, the copy
  uint16_t flits, taken;  // equal: no packet
  uint8_t payload;        // payload_flits_t
} incoming_t;

// The packets of a step that have arrived.
typedef struct {
  uint64_t packets, hops, latency_sum, latency_max;
  uint64_t created;  // the first of them
} step_count_t;

struct workload {
  network_t *network;
  workload_see_t see;  // who looks at packets; function NULL: nobody
  host_pins_t pins;
  const topology_t *topology;
  route_hops_t hops;
  const noc_shape_t *shape;
  source_t source;
  classes_t *classes;       // the source's, for what is counted of each stream; or NULL
  engine_t *engine;         // the source's, for the data of a plan; or NULL
  external_t *external;     // the source's, if a program sends the messages; or NULL
  bool by_stream;           // what the classes count of each stream is counted
  stream_t *stream;         // [streams]: where; or NULL
  blocks_t *blocks;         // of a collective
  const plan_t *plan;       // of the engine
  step_count_t *step;       // [steps of the plan]; NULL if it has none
  bool sequential;          // the steps
  struct idle_steps *idle;  // of a schedule whose messages never wait; or NULL
  const char *loose;        // of a schedule without: why
  // If packets carry parts or items, the key of a flight is the first flit of the packet.
  payload_t payload;
  uint32_t carriers;        // a bit for each carrier_t that the packets of this workload have
  uint32_t working;         // those of them that have something to do each cycle
  bool flows;               // flits behind the first of a packet are sent and taken as they are
  void *carrier[CARRIERS];  // what each keeps itself, or NULL
  host_model_t *model;      // NULL: hosts take no time
  uint32_t from_nodes, to_nodes;
  bool stopped;
  bool settled, has_oldest;  // by workload_settle()
  uint32_t message_mask;     // of unicasts and worms, whose numbers
  uint32_t message_bit;      // have this bit where interfaces forward packets
  uint32_t *sequence;        // [node * networks]: of its next packet there, counted from 0; where
                             // hosts refuse the first is that of all
  uint8_t *turn;             // [node]: the network whose turn it is, where packets name none
  uint32_t numbers;          // of a source's packets on one network

  uint64_t *active;       // [node / 64]: has something to send
  outgoing_t *outgoing;   // [node * networks]
  uint8_t *last_network;  // [node]: served last
  incoming_t *incoming;   // [node * vcs]
  flights_t flights;
  refusals_t refusals;
  uint64_t word_mask;                   // the bits of a payload word
  uint64_t head_mask[SHAPE_MAX_WORDS];  // data bits of a head flit

  // Counts. The window is the part of the run that is measured.
  uint64_t window_from, window_to;
  uint64_t last_progress, last_delivery;
  // Each virtual network has the last cycle in which a host gave or took a flit, and its packets on
  // their way.
  uint64_t progress[SHAPE_MAX_VCS];
  uint64_t flying[SHAPE_MAX_VCS];
  uint64_t packets_started, packets_delivered;
  uint64_t flits_started, flits_delivered;
  uint64_t window_flits_started, window_flits_taken;
  uint64_t packet_hops;
  zero_load_t alone;            // what the closed form depends on
  uint64_t measured_zero_load;  // the closed form, summed over the packets in the histograms
  uint64_t window_packets_started;
  histogram_t latency, network_latency;
  batches_t batches;  // of the latency, by creation; length 0: no window
  fairness_t fairness;
  ages_t ages;

  struct host_peers *parted;  // the hosts of other nodes are elsewhere: host_peers.h; or NULL

  workload_oldest_t oldest;  // by workload_settle(), if has_oldest

  // The parts of the hosts that different threads are: host_shards.h.
  struct host_shard *shard;  // [shards]
  unsigned shards;           // 0: there are none
};

// Flits of the longest packet of a plan, workload_shape.c.
unsigned workload_packet_flits(const scenario_t *s, const plan_t *plan);

// The packet of a source that is on its way under this number; NULL if there is none.
static inline flight_t *workload_flight(const workload_t *w, uint32_t source, uint32_t message) {
  return (message & w->message_bit) == w->message_bit ? flights_find(&w->flights, source, message)
                                                      : carriers_find(w, source, message);
}

// The number of a packet of a source, by which interfaces know it. Each network has its own, so
// that packets that are long on their way on one do not hold back those of others.
static inline uint32_t workload_number(const workload_t *w, uint32_t sequence, unsigned network) {
  const unsigned networks = w->shape->networks;
  return networks == 1 ? sequence : sequence % w->numbers * networks + network;
}

// A packet has arrived at all its destinations.
static inline void workload_flight_closed(workload_t *w, uint32_t source, flight_t *flight) {
  if (w->parted != NULL && !network_has_node(w->network, source)) {
    flight->flying = false;  // a guest, which is counted elsewhere
    return;
  }
  flights_close(&w->flights, flight);
  w->flying[flight->network]--;
  if (w->refusals.any && kCarriers[flight->carrier]->open == NULL) {
    w->refusals.numbered[(size_t)source * w->shape->networks + flight->network]--;
  }
}

// The next packet of a node's source queue, of some networks where it is known which it takes.
static inline bool workload_front(const workload_t *w, uint32_t node, uint32_t networks,
                                  uint64_t now, front_t *front) {
  bool queued = false;
  return source_front(&w->source, node, networks, now, front, &queued);
}

// Some packets are created by this cycle that will go, where those of some networks never arrive.
// Looks at every node.
bool workload_queues(const workload_t *w, uint64_t now);

// The window begins or ends in this cycle, before its deliveries: workload_fairness.c.
void workload_window_edge(workload_t *w, uint64_t now);

// The run has ended: flits of packets that are taken in part are counted, if the window is open.
void workload_window_close(workload_t *w);

// Packets created in the cycles from .. to-1 that are still in a source queue, or in hosts: all, or
// those of a stream.
traffic_sum_t workload_queued(const workload_t *w, uint64_t from, uint64_t to);
traffic_sum_t workload_stream_queued(const workload_t *w, unsigned stream, uint64_t from,
                                     uint64_t to);

#endif
