// watch_state -- what the parts of the watch share; private to watch*.c.

#ifndef NOCSTEP_WATCH_STATE_H
#define NOCSTEP_WATCH_STATE_H

#include "packets/watch.h"

enum { MOST_PORTS = SHAPE_MAX_PORTS, MOST_VCS = SHAPE_MAX_VCS };

// A packet under way, in the network or in several places of it.
typedef struct flow {
  packet_row_t row;
  uint32_t address;   // of its source
  uint32_t places;    // visits, tokens and arrivals that it has
  bool recorded;      // it has rows
  bool coded;         // it goes to an XOR unit, and to no host
  struct flow *next;  // unused ones
} flow_t;

// A row in the making.
typedef struct hop {
  hop_row_t row;
  wait_row_t *wait;
  uint32_t waits, room;
  bool left;  // its last flit has gone
  bool written;
  struct hop *next;
} hop_t;

// A head on its way to the next router or interface, in the order in which heads leave.
typedef struct token {
  flow_t *flow;
  hop_t *hop;  // the one that it has left; NULL of an unrecorded packet
  uint64_t hop_id;
  struct token *next;
} token_t;

// The reason why a branch of the packet at a front may not move in the cycle that comes.
typedef struct {
  uint8_t reason;        // hop_wait_t
  uint16_t eligible;     // VCs that it may take, free or not
  uint16_t open, roomy;  // of these free; with room
  uint64_t who;
} pending_t;

// A packet in an input queue.
typedef struct visit {
  flow_t *flow;
  uint64_t before;  // hop
  uint64_t arrival, front;
  uint64_t behind;  // the packet before it in the queue, when it came
  uint64_t route_from, route_waits;
  uint32_t flits, popped;
  bool seen;                // at the front: `queue` and `pending` are of the cycle that comes
  bool done;                // it has left in this cycle
  uint16_t moved, granted;  // branches, in the last cycle
  bank_queue_t queue;
  pending_t pending[MOST_PORTS];
  hop_t *hop[MOST_PORTS];
  struct visit *next;
} visit_t;

// A packet whose head has come to an interface.
typedef struct landing {
  flow_t *flow;
  uint64_t hop;
  uint64_t arrived, head_out, head_taken;
  uint32_t flits, popped;
  struct landing *next;
} landing_t;

typedef struct {
  visit_t *head, *tail;
} visits_t;
typedef struct {
  token_t *head, *tail;
} tokens_t;
typedef struct {
  landing_t *head, *tail;
} landings_t;

// An output VC of a router.
typedef struct {
  uint64_t owner, last;  // packets
  uint64_t released;     // cycle in which `last` gave it up
} owner_t;

typedef struct {
  bank_t *bank;
  uint32_t member;
  uint32_t slot;                 // of its pins
  uint32_t queued;               // input ports with a packet in a queue
  uint16_t filled[MOST_PORTS];   // of these: the VCs
  int32_t node_in[MOST_PORTS];   // the node whose packets come in, or -1
  int32_t node_out[MOST_PORTS];  // .. go out
  int32_t peer[MOST_PORTS];      // the router at the other end, or -1
  uint8_t peer_port[MOST_PORTS];
} watched_router_t;

// A first beat that an interface has taken, of a packet that has not entered the network.
typedef struct {
  uint32_t message;
  uint64_t cycle;  // the one behind it; 0: there is none
} beat_t;

// The beat that a host has offered last.
typedef struct {
  uint32_t message, destination;
  uint16_t flits;  // 0: none
} offered_t;

typedef struct {
  uint32_t slot;
  uint32_t offered;  // virtual networks of which a beat is offered in the cycle that comes
  uint8_t vc[MOST_VCS], kind[MOST_VCS];
  offered_t last[MOST_VCS];  // by virtual network
} watched_node_t;

// Packets by node, source and message number: causes.
typedef struct {
  uint64_t key, packet, cycle;
} cause_t;

struct watch {
  network_t *n;
  const workload_t *workload;
  const plan_t *plan;
  watch_config_t config;
  noc_shape_t shape;
  const router_fields_t *router_pins;
  const interface_fields_t *node_pins;
  uint32_t routers, nodes;
  unsigned ports, vcs;
  watched_router_t *router;
  watched_node_t *node;
  visits_t *queue;     // [(router * ports + port) * vcs + vc]
  tokens_t *coming;    // likewise: heads on their way there
  owner_t *owner;      // likewise, of outputs
  tokens_t *leaving;   // [node * vcs + vc]: heads on their way to the interface
  landings_t *landed;  // [node * vcs + vc]
  beat_t *beat;        // [node * beat_room], in no order
  uint32_t beat_room;
  cause_t *cause;  // a hash table of cause_room entries, a power of two
  uint32_t cause_room, causes;
  uint64_t *of_operation;   // [ops of the plan]: the last packet of a send that was delivered
  uint64_t *at_operation;   // .. and when
  uint32_t *required;       // by operation: those that it requires
  uint32_t *required_from;  // [ops + 1]

  flow_t *unused_flow;
  hop_t *unused_hop;
  token_t *unused_token;
  visit_t *unused_visit;
  landing_t *unused_landing;
  struct watch_block *block;

  uint64_t now;  // the cycle that comes: what is seen is its beginning
  uint64_t packets, hops;
  uint64_t recorded;  // packets with rows that are under way
  uint64_t lost;
  bool failed, no_memory, over;
};

// --- watch_rows.c: memory, and rows on their way to the sinks

void *watch_array(watch_t *w, size_t count, size_t size);
void watch_free_blocks(watch_t *w);
flow_t *watch_new_flow(watch_t *w);
hop_t *watch_new_hop(watch_t *w);
token_t *watch_new_token(watch_t *w);
visit_t *watch_new_visit(watch_t *w);
landing_t *watch_new_landing(watch_t *w);
void watch_drop_token(watch_t *w, token_t *token);
void watch_drop_visit(watch_t *w, visit_t *visit);
void watch_drop_landing(watch_t *w, landing_t *landing);

void watch_wait(watch_t *w, hop_t *hop, hop_wait_t reason, uint64_t who, uint64_t cycle);
// The hop is complete when its last flit has gone and its head has come to the other end.
void watch_hop_left(watch_t *w, hop_t *hop);
void watch_hop_onward(watch_t *w, hop_t *hop, uint64_t cycle);
void watch_write_hop(watch_t *w, hop_t *hop);
void watch_write_packet(watch_t *w, const packet_row_t *row);
// One place less; behind the last the packet is gone.
void watch_leave(watch_t *w, flow_t *flow);

// --- watch_causes.c: why a packet was sent

bool causes_create(watch_t *w);
void causes_free(watch_t *w);
// The packet has come to a node.
void causes_arrived(watch_t *w, uint32_t node, const flow_t *flow);
void causes_delivered(watch_t *w, uint32_t node, const flow_t *flow, uint64_t id);
uint64_t causes_of(const watch_t *w, const flow_t *flow, const workload_packet_t *packet);

// --- watch_router.c

// These see what happened in the last cycle; then what comes, and what the next begins with.
void routers_observe(watch_t *w);
void routers_advance(watch_t *w);

// --- watch_host.c: interfaces

// A head that comes in from a node: the packet begins. NULL: the watch has ended.
flow_t *hosts_enter(watch_t *w, uint32_t node, const uint64_t *payload);
void hosts_cycle(watch_t *w);

// The head that a link brings is that of the packet whose head left for it; false ends the watch.
bool watch_is_head(watch_t *w, const flow_t *flow, const uint64_t *payload);

#endif
