// network -- banks of routers and interfaces, the links between them, and the cycle loop.
//
//   network_t *n = network_create(&config, &error);
//   while (...) { workload_cycle(w, n); network_step(n, &error); }
//
// A cycle: the workload reads the deliveries that the interfaces offer and sets host pins; every
// bank takes one clock edge; the links carry what the output registers now show to the input pins
// of the next cycle. All components read only input pins and write only their own outputs, so the
// order of the banks does not matter.

#ifndef NOC_NETWORK_H
#define NOC_NETWORK_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/crew.h"
#include "base/error.h"
#include "base/peers.h"
#include "base/profile.h"
#include "network/bank.h"
#include "network/link_faults.h"
#include "network/link_queues.h"
#include "routing/routing.h"
#include "shape/packet.h"
#include "topology/topology.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct network network_t;
struct shards;

// The worm tables of routers that copy packets, docs/microarchitecture.md, section 15.1. The
// callbacks are asked while the network is created, for every entry of every router.
typedef struct {
  uint32_t router;
  unsigned group, plane, word, port;
} worm_reach_t;
typedef struct {
  uint32_t ports;  // 0: none
  unsigned vc_class;
} worm_up_t;
typedef struct {
  void *context;
  // Sets the bits of string word at.word (bit b: node at.word * flit_bits + b) that go by at.port
  // on a VC of at.plane. `bits` has shape.words words, all 0.
  void (*reach)(void *context, worm_reach_t at, uint64_t *bits);
  worm_up_t (*up)(void *context, uint32_t router, unsigned group);
  unsigned (*plane_class)(void *context, uint32_t router, unsigned plane);  // shape.classes: any
} network_worms_t;

enum { NETWORK_MAX_LATENCY = 64 };

typedef struct {
  const topology_t *topology;  // outlives the network
  routing_t *routing;          // outlives the network; NULL: the topology's own
  noc_shape_t shape;           // chosen parameters; the others come from topology and routing
  unsigned link_latency;       // router to router, 1 to NETWORK_MAX_LATENCY
  // Links that stall, and those with a clock of their own, of whose cycles link_latency is then.
  link_queues_config_t queues;
  link_faults_config_t link_faults;  // wires of links that are wrong, and what checks them
  const char *router;                // kind of the banks: "ref", "rtl", "lockstep"
  const char *at_kind;               // kind for the routers in `at` and their interfaces: "rtl",
                                     // "lockstep", or NULL
  const char *const *at_kinds;       // [n_at]: a kind for each router in `at`; NULL: all `at_kind`
  const uint32_t *at;                // router numbers, none twice
  size_t n_at;
  const network_worms_t *worms;  // with shape.string_bits only
  // t_nr and t_ns of all interfaces, with shape.forward_slots only: the cycles that receiving a
  // packet to forward and sending a copy take, 0 to 65535. docs/microarchitecture.md, section 16.
  unsigned forward_receive, forward_send;
  uint64_t seed;
  bank_factory_t factory;
  void *factory_context;
  profile_t *profile;  // NULL: none; outlives the network
  crew_t *crew;        // steps golden banks; NULL: the caller alone; outlives the network
  peers_t *peers;      // step this network together (network/split.h); NULL: this process alone
  bool mirror;         // with peers: each of them has the hosts of all nodes
  bool no_assertions;  // RTL is built without its assertions
  bool skip_idle;      // RTL at rest is not evaluated: results are the same
} network_config_t;

// The rest of the shape, from topology and routing: ports, dims, digit_w, local_w, routing, classes
// (as many as there are VCs for), the sizes of tables and paths, and what derives.
bool network_complete_shape(const topology_t *t, routing_t *routing, noc_shape_t *shape,
                            noc_error_t *error);

// Error: NOC_BAD_INPUT for a shape that cannot be or a network that needs more than 3/4 of the
// machine's memory, NOC_ENVIRONMENT for memory or a plug-in.
network_t *network_create(const network_config_t *config, noc_error_t *error);
// Has the machine the memory for it? Nothing is built.
bool network_check_memory(const network_config_t *config, noc_error_t *error);
void network_free(network_t *n);

// The state of all components, links and pins between two cycles. Not of every kind of routers:
// network_can_checkpoint().
bool network_can_checkpoint(const network_t *n);
void network_checkpoint(network_t *n, checkpoint_t *c);

// One cycle. False: a bank found a mismatch (network_mismatch()).
bool network_step(network_t *n);
// The same, where each shard's hosts do their part of the cycle first, beside other shards: of its
// nodes first .. end-1. For a network with network_shards(); no host has offered anything in this
// cycle before.
typedef struct {
  void (*offer)(void *context, unsigned shard, uint32_t first, uint32_t end);
  void *context;
} network_hosts_t;
bool network_step_with(network_t *n, const network_hosts_t *hosts);
// The shards that hosts can be stepped in too, by the numbers of nodes; NULL: by one thread alone.
const struct shards *network_shards(const network_t *n);
// Does the hosts' part alone, by the crew.
void network_run_hosts(network_t *n, const network_hosts_t *hosts);
// A network that several processes step together, golden and without a crew, of which each has a
// part (network/split.h). NULL: all of it is here.
peers_t *network_peers(const network_t *n);
bool network_has_node(const network_t *n, uint32_t node);  // true if all is here
bool network_mirrors(const network_t *n);  // the hosts of all nodes are in each process
// Finds the nodes whose hosts are here; false: all.
bool network_own_nodes(const network_t *n, uint32_t *first, uint32_t *end);
// Hosts of nodes in different processes, without a mirror, tell each other something: in each cycle
// they note it when all interfaces have been stepped, at the end of a window of cycles
// (network/split.h) they add it to the messages, and take it of them.
typedef struct {
  void (*note)(void *context);
  void (*put)(void *context, peers_t *peers);
  void (*take)(void *context, peers_t *peers, unsigned peer);
  void *context;
} network_split_hosts_t;
void network_split_with(network_t *n, network_split_hosts_t hosts);
// The same hosts know, behind a cycle in which all have met, that no packet is on its way, and for
// how many cycles nothing has moved: the network may rest.
void network_split_rest(network_t *n, uint64_t quiet);
// Most messages are between processes that links join, if there is no mirror. All meet in cycles
// that they know before: sums over all of them are those of the last meeting. True: that was in the
// last cycle, or is in this one while its messages are made.
bool network_split_met(const network_t *n);
// All meet next in this cycle at the latest; the same in all processes. Without it, in each cycle.
void network_split_meet(network_t *n, uint64_t cycle);
// This process wishes that all meet, as soon as all can know of it: while messages are made.
void network_split_wish(network_t *n);
// This exchange is among these processes (base/peers.h).
const bool *network_split_among(const network_t *n);
// All know what is in the messages of a process so many cycles later at most: 1: in the next; 0:
// all meet in each cycle.
unsigned network_split_reach(const network_t *n);
// While messages are made: the cycle in which the last of the flits on long links here will have
// come to its router; 0: there are none.
uint64_t network_split_last_flit(const network_t *n);
// The process to which something for `peer` goes in this exchange: that one if all meet, or the
// next on the way to it.
unsigned network_split_way(const network_t *n, unsigned peer);
// Whether a process was told to end, the same in all of them; `here`: this one.
bool network_split_interrupted(network_t *n, bool here);
// Adds up what all have counted, and brings the flits of all links to rank 0: once, by all, when
// the run is over.
void network_split_settle(network_t *n);

uint64_t network_cycle(const network_t *n);
// Counts of the faults that links have had since the reset; NULL: the network has none. A word that
// a check has found wrong ends the run in its cycle: true, and says where.
const link_faults_counts_t *network_link_faults(const network_t *n);
bool network_link_wrong(const network_t *n, noc_error_t *error);
// Resets all components in the middle of traffic, loses what is on links, and counts from cycle 0
// again. Tables keep their rows, and get their arrival groups anew. Before the next cycle all hosts
// begin anew.
void network_reset(network_t *n);
// Nothing moved in the last cycle, and nothing will unless a host gives something: so many cycles
// may pass at once, in which none does. Golden models only.
bool network_rests(const network_t *n);
void network_pass(network_t *n, uint64_t cycles);
const bank_mismatch_t *network_mismatch(const network_t *n);  // NULL if none
bank_t *network_mismatch_bank(const network_t *n);

const noc_shape_t *network_shape(const network_t *n);
const topology_t *network_topology(const network_t *n);
routing_t *network_routing(const network_t *n);
unsigned network_link_latency(const network_t *n);
// The code that its links are checked by; NULL: they are not.
const link_code_t *network_link_code(const network_t *n);
size_t network_banks(const network_t *n);
bank_t *network_bank(const network_t *n, size_t i);
// Where router or node `id` lives.
bank_t *network_locate(network_t *n, component_t component, uint32_t id, uint32_t *member);

// Addresses of nodes: docs/microarchitecture.md, section 3.
uint32_t network_address(const network_t *n, uint32_t node);
uint32_t network_node(const network_t *n, uint32_t address);  // UINT32_MAX if none

// Host pins of the interfaces, by node (node order, whatever the banks). The workload offers a
// beat by network_offer(), at most one a node and cycle; it is taken in this cycle if
// network_ready() (a mask over virtual networks) has the bit.
uint32_t network_ready(const network_t *n, uint32_t node);
typedef struct {
  uint8_t network;
  packet_type_t type;
  uint32_t destination;  // address
  uint32_t message;
  uint16_t flits;
  uint8_t headers;       // with multicast only: header flits, the beats behind the first
  uint32_t age;          // with ages only: of the packet, read with the first beat
  const uint64_t *data;  // shape.words words; not read with `from`
  // The fields below are for an XOR unit. First beats with `from` are taken while network_from() is
  // 0.
  uint16_t from;  // the packet is the operand in this slot, and this its only beat; 0: the data's
  uint16_t slot;  // at the destination that the packet is for; 0: none
  uint32_t name;  // of the host's block
} host_beat_t;
void network_offer(network_t *n, uint32_t node, const host_beat_t *beat);

// The XOR unit of a node: docs/microarchitecture.md, section 13. Commands are carried out in this
// cycle, at most one a node. What a host must not do is said there; asserted in models and RTL.
typedef enum {
  COMMAND_OPEN,  // slot takes one packet
  COMMAND_XOR,   // slot = slot a xor slot b; a is the slot itself: its operand is a packet
  COMMAND_LOAD   // the next flit of an operand of the host's own
} host_command_op_t;
typedef struct {
  host_command_op_t op;
  uint16_t slot, a, b;
  bool deliver;          // xor: the result goes to the host
  uint32_t name;         // load, first flit
  uint16_t flits;        // load, first flit
  const uint64_t *data;  // load: shape.words words
} host_command_t;
void network_command(network_t *n, uint32_t node, const host_command_t *command);

// The forwarding unit of a node: docs/microarchitecture.md, section 16. A host multicasts a packet
// by handing over its beats, at most one a node and cycle; one is taken in this cycle if the unit
// is ready. Copies come out at the children as deliveries of types 5 and 6. Before a packet comes
// to an interface, or from its host, the row of its message number in the child table is written,
// one word a cycle: message >> shape.forward_lsb.
typedef struct {
  uint32_t row;
  uint32_t child;    // 0, 1, .. in the row
  uint32_t address;  // of the node
  bool last;         // it passes the packet on to nobody
  bool more;         // another child follows
  uint16_t unused;   // 0, so that all bytes are known
} host_child_t;
void network_child(network_t *n, uint32_t node, const host_child_t *child);
// Carries out what network_child() has set, at most a word a node, in no cycle. Called before the
// first network_step(), for tables that are there when a run begins, as often as the longest needs.
void network_load_children(network_t *n);
typedef struct {
  uint8_t network;  // this and the next three: first beats
  uint32_t age;     // with ages only
  uint32_t message;
  uint16_t flits;
  const uint64_t *data;  // shape.words words
} host_forward_t;
bool network_forward_ready(const network_t *n, uint32_t node);
void network_forward(network_t *n, uint32_t node, const host_forward_t *beat);

// The speculation of all routers since reset; zero without it.
bank_speculation_t network_speculation(const network_t *n);

// The numbers of all forwarding units, or of a node's.
bank_forward_t network_forwarded(network_t *n);
bank_forward_t network_forwarded_by(network_t *n, uint32_t node);

// Why an ejection queue waits whose front packet is to be kept while all slots are in use: the
// unit's next copy needs room in one of the injection queues `vcs`; 0: it needs nothing but time.
typedef struct {
  uint32_t vcs;
} network_slot_wait_t;
// False if ejection queue vc of node waits for no slot, or its bank cannot look.
bool network_needs_slot(network_t *n, uint32_t node, unsigned vc, network_slot_wait_t *wait);

// Sets what node's host takes of its interface's offers, from this cycle on: bit k stands for the
// beats of virtual network k, NETWORK_RESULTS for the flits of its XOR unit's results. A host takes
// all at first. An offer that it does not take is held back, in the interface, then in the network.
enum { NETWORK_RESULTS = 1 << SHAPE_MAX_VCS };
void network_host_takes(network_t *n, uint32_t node, uint32_t what);

// The virtual networks of which node's interface offers a beat, and of these those that its host
// does not take.
uint32_t network_offered(const network_t *n, uint32_t node);
uint32_t network_refused(const network_t *n, uint32_t node);

// The virtual networks of which node's host takes a beat in this cycle, and the beat of one; false
// if there is none.
typedef struct {
  uint8_t vc, kind, type;
  uint32_t source;  // address
  uint32_t message;
  const uint64_t *data;
  uint16_t slot;  // of the packet; 0: none, or no XOR unit
  uint32_t name;  // of its data: operand a
} host_delivery_t;
uint32_t network_delivered(const network_t *n, uint32_t node);
bool network_delivery(const network_t *n, uint32_t node, unsigned network,
                      host_delivery_t *delivery);
// Bit masks over nodes with a delivery in this cycle, 64 nodes a word: the fast way to find them.
const uint64_t *network_delivery_mask(const network_t *n);

// The same of the results of exclusive ors, with XOR units only.
typedef struct {
  uint8_t kind;
  uint16_t slot;
  uint32_t name;  // operand a
  const uint64_t *data;
} host_result_t;
bool network_result(const network_t *n, uint32_t node, host_result_t *result);
const uint64_t *network_result_mask(const network_t *n);

// Bit masks over nodes where in this cycle a packet is complete in its slot, or a result; and which
// (network_done: 0 if none). All zero without XOR units.
const uint64_t *network_fill_mask(const network_t *n);
const uint64_t *network_done_mask(const network_t *n);
typedef struct {
  uint16_t slot;
  uint32_t source;  // address
  uint32_t message;
} host_fill_t;
bool network_fill(const network_t *n, uint32_t node, host_fill_t *fill);
// The same of the next cycle, of an interface that has been stepped.
bool network_fills(const network_t *n, uint32_t node, host_fill_t *fill);
uint16_t network_done(const network_t *n, uint32_t node);
// The slot that node is sending, 0: none.
uint16_t network_from(const network_t *n, uint32_t node);

// Bit masks over nodes whose interface has a head flit on the link to its router in this cycle,
// and the message number in that head.
const uint64_t *network_entering_mask(const network_t *n);
uint32_t network_entering_message(const network_t *n, uint32_t node);

// The pins (IN and OUT arrays; the rest is NULL) of all routers or interfaces, and the place of one
// in them: for observers, and to inject faults in tests.
const router_fields_t *network_router_pins(network_t *n, uint32_t router, uint32_t *slot);
const interface_fields_t *network_interface_pins(network_t *n, uint32_t node, uint32_t *slot);

// Statistics kept by the loop.
typedef struct {
  uint64_t cycles;
  uint64_t accepted, taken;                // beats between hosts and interfaces, both ways; a
                                           // packet from a slot counts whole when it is accepted
  uint64_t stored;                         // flits that left the network for a slot only
  uint64_t decoded;                        // beats of exclusive ors offered to hosts
  uint64_t commands;                       // to XOR units
  uint64_t forwarded;                      // beats that forwarding units took from hosts
  uint64_t kept;                           // beats delivered that such a unit keeps as well
  uint64_t hops;                           // flits over router-to-router links
  uint64_t switched;                       // crossbar traversals (flits that left a router)
  uint64_t injected_flits, ejected_flits;  // on the links between interfaces and routers
} network_counts_t;
const network_counts_t *network_counts(const network_t *n);
// Flits carried by the link leaving router's port since reset.
uint64_t network_link_flits(const network_t *n, uint32_t router, unsigned port);

// An input queue of a router.
typedef struct {
  uint32_t router;
  uint8_t port, vc;
} network_place_t;
// Where the head of a packet is, by what its source (an address) and message number are in it: in a
// buffer, between that and its output, or on the link to it. False: in no router, or a bank cannot
// look.
bool network_find_head(network_t *n, uint32_t source, uint32_t message, network_place_t *place);

// Checks that know neither side. conservation: flits in = flits out + inside; per link and VC:
// credits + flits on the way + occupied + credits on the way = depth. False with a sentence.
bool network_check_conservation(network_t *n, noc_error_t *error);

// Foreign routers: the rule that one of them has broken, NULL if none has; what was seen before it;
// and, where nothing is on its way any more, false if one is broken all the same.
const bank_rule_t *network_rule(const network_t *n);
void network_explain_rule(const network_t *n, FILE *out);
bool network_drained(network_t *n);

// Prints the wait-for chain of packets, routers, ports and VCs; says whether it closes into a cycle
// (deadlock). Returns true if it does. A cycle is printed from a packet on it; without one the
// chain starts at the packet with the longest way to what it finally waits for.
// A host that refuses what it is offered ends a chain, and is named in it.
bool network_print_wait_chain(network_t *n, FILE *out);
// The same of packets on some virtual networks: bit k is network k.
bool network_print_wait_chain_of(network_t *n, uint32_t networks, FILE *out);
// The first packets of the chain that begins at the front of an input queue, or at what a node's
// interface injects, a line each; none if nothing waits there or a bank cannot look.
void network_print_waiting_at(network_t *n, const network_place_t *place, FILE *out);
void network_print_waiting_of(network_t *n, uint32_t node, FILE *out);

#ifdef __cplusplus
}
#endif

#endif
