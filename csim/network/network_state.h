// network_state -- what a network is made of; shared by network.c, links.c, conservation.c and
// wait_chain.c, private to them.
//
// Numbering. Components have a slot: routers 0 .. R-1, then interfaces R .. R+N-1; members of one
// bank have consecutive slots, in the order of the banks. Ports are numbered flat, a router's
// after each other, then one an interface:
//
//   component   router 0          router 1          ...   interface 0   interface 1  ...
//   flat port   0 1 .. P-1        P P+1 .. 2P-1     ...   R*P           R*P+1
//
// Routers and interfaces name their link pins alike, so one loop carries all links. A link joins
// two flat ports for both directions, and its credits take the same way back.

#ifndef NOC_NETWORK_STATE_H
#define NOC_NETWORK_STATE_H

#include "base/rng.h"
#include "network/host_pins.h"
#include "network/link_faults.h"
#include "network/link_queues.h"
#include "network/network.h"
#include "network/shards.h"
#include "network/split.h"
#include "network/wires.h"

#ifdef __cplusplus
extern "C" {
#endif

// The other end of the link of a port. A port that leads nowhere ends at the port and component
// behind the last: what a faulty device sends there is lost without harm, and missed by the
// conservation check.
typedef struct link_end {
  uint32_t port;       // flat
  uint32_t component;  // slot
  uint16_t bit;        // of the port in the component's valid masks
  bool delayed;        // between routers, with a latency above 1
} link_end_t;

// Pins of all components. Valid masks by component, the others by flat port.
typedef struct {
  uint16_t *in_valid, *credit_in_valid;
  uint16_t *out_valid, *credit_out_valid;
  uint8_t *in_vc, *in_kind, *credit_in_vc;
  uint8_t *out_vc, *out_kind, *credit_out_vc;
  uint64_t *in_payload, *out_payload;  // shape.words words a port
} link_pins_t;

// The flits and credits that left their senders in one cycle and are still on long links, an entry
// each.
typedef struct {
  uint32_t flits, credits;
  uint32_t *flit_from, *credit_from;  // flat port of the sender
  uint8_t *flit_vc, *flit_kind, *credit_vc;
  uint64_t *payload;
} delay_line_t;

enum { NETWORK_MAX_BANKS = 16, NETWORK_KINDS = NETWORK_MAX_BANKS / 2 };

typedef struct bank_range {
  uint32_t first;  // slot of member 0
  uint32_t members;
} bank_range_t;

// Memory of a network, freed together.
typedef struct memory_block {
  struct memory_block *next;
  uint64_t unused;  // keeps what follows aligned to 16 bytes
} memory_block_t;

struct network {
  memory_block_t *blocks;
  bool short_of_memory;  // an allocation has failed
  bool counting;         // nothing is allocated, only counted
  bool sparse;           // arrays have the pages that are written to
  double bytes;          // asked for
  const topology_t *topology;
  routing_t *routing;
  routing_t *own_routing;  // NULL if the caller has given one
  noc_shape_t shape;
  uint32_t routers, nodes, components;  // components = routers + nodes
  uint32_t ports;                       // flat ports
  uint64_t cycle;
  network_counts_t counts;

  bank_t *bank[NETWORK_MAX_BANKS];
  bank_range_t range[NETWORK_MAX_BANKS];
  size_t banks;
  profile_t *profile;  // NULL: none
  bank_t *mismatch_bank;
  uint32_t *id;                   // [component]: router or node number
  uint32_t *router_slot;          // [router]
  uint32_t *node_slot;            // [node]: counted from the first interface
  uint32_t *address;              // [node]
  uint32_t stride[NOC_MAX_DIMS];  // router number of one step in a dimension

  link_pins_t pins;
  router_fields_t router_pins;        // of slot 0
  interface_fields_t interface_pins;  // of the first interface
  link_end_t *end;                    // [flat port]: where flits go
  // [node's slot]: where an interface's credits go: to the router port that its flits come from.
  // Those of a router go where its flits go.
  link_end_t *credit_end;
  uint16_t *local_ports;  // [router's slot]: the ports that deliver to interfaces
  uint64_t *link_flits;   // [flat port]: flits that left there
  wires_t wires;
  bool wired;            // links are wires, and the pins of links are not up to date
  unsigned delay_lines;  // link latency - 1
  delay_line_t *delay;   // ring, by cycle
  link_queues_t queues;
  link_faults_t link_faults;

  uint64_t *delivery_mask;  // [node / 64]
  uint64_t *entering_mask;  // [node / 64]: head flit on the link to the router
  uint64_t *fill_mask;      // [node / 64]: a packet is complete in its slot
  uint64_t *done_mask;      // [node / 64]: a result is complete
  uint64_t *result_mask;    // [node / 64]: a flit of a result is offered
  // Units: what was not taken at the last edge, [node's slot]: of network k in bit k; of a result.
  uint16_t *was_held;
  uint8_t *result_held;
  uint16_t *keeping;  // [node's slot], forwarding units: bit v: VC v delivers a packet to keep
  uint64_t *kept;     // [node's slot]: flits that its slots must have taken so far
  size_t mask_words;
  // Beats and flits of results that interfaces offer, to hosts that hold back too.
  uint32_t deliveries, results;
  uint32_t holding;     // hosts that do not take everything
  bool any_held;        // bits of was_held or result_held may be set
  bool nodes_in_order;  // node_slot[i] = i
  bool golden_only;
  // One, but with a crew.
  crew_t *crew;
  shards_t shards;
  split_t *split;           // whose shards other processes are; NULL: all are here
  offers_t *offers;         // [shard]
  uint8_t *shard_of_block;  // [interface's slot / 64]
  bool offered;             // a beat in this cycle
  bool commanded;           // a command in this cycle
  bool forwards;            // a beat for a forwarding unit, or a word of its table, in this cycle
  bool events;              // a packet or a result was completed in a slot at the last edge
  unsigned quiet;           // cycles in a row in which nothing moved
  bool resting;             // the last cycle was not stepped

  uint16_t *on_way;  // [flat port * vcs]: for the conservation check
  uint32_t *words;   // state of one component
};

// Zeroed memory that lives as long as the network; NULL sets n->short_of_memory, or n is counting.
void *network_take(network_t *n, size_t count, size_t size);

// Allocates everything but the banks; false when memory is short.
bool network_allocate(network_t *n, const network_config_t *config);

// Bytes that the network takes with its topology and workload: its own arrays and those of the
// golden models exactly, the rest about. Needs its shape and its numbers of components, no arrays.
double network_bytes(const network_t *n, const network_config_t *config);

// The pins of the components from a slot on (interfaces: counted from the first interface).
router_fields_t network_router_slice(const network_t *n, uint32_t slot);
interface_fields_t network_interface_slice(const network_t *n, uint32_t slot);
interface_fields_t network_slice_of(const noc_shape_t *s, interface_fields_t all, uint32_t slot);

// Loads the tables of routers that have one through their configuration ports, before cycle 0. A
// mismatch is kept for the first network_step(). False when memory is short.
bool tables_load(network_t *n, noc_error_t *error);
// The same of the arrival groups alone, which a reset clears.
void tables_load_groups(network_t *n);
void worm_table_load(network_t *n, const network_worms_t *worms);
// The ports that lead to nodes, for routers that copy packets.
void worm_table_set_local(network_t *n);
// One clock edge of all routers; links carry nothing.
void network_clock_routers(network_t *n);
// A network of golden models in which nothing is left, and whose credits have all come home, does
// not change in a clock edge; then the banks need not be stepped. Once a cycle.
bool network_idle(network_t *n);
// It may be so in this cycle, if hosts offer nothing.
bool network_may_rest(const network_t *n);
// Flits on links and in components. Slow.
uint64_t network_flits(network_t *n);

// XOR units: masks of events, and what left the network for a slot or came from one, counted from
// what the interfaces show after an edge.
void xor_units_before(network_t *n);  // before the edge
void xor_units_observe(network_t *n);

// Forwarding units: what their slots must have taken, from what the interfaces show after an edge.
void forward_units_observe(network_t *n);
bank_forward_t forward_units_sum(const network_t *n);  // of the banks here
void forward_units_clear_pins(network_t *n);           // behind the edge
bool forward_units_check(network_t *n, noc_error_t *error);

// Foreign routers: whether the router in a slot is one, whether any is; who waits for whom: true if
// the chain closes.
bool network_is_foreign(const network_t *n, uint32_t slot);
bool network_has_foreign(const network_t *n);
bool network_print_foreign_waiting(network_t *n, FILE *out);

// Carries what the output registers show to the input pins of the next cycle.
void links_transfer(network_t *n);
// The same where links are wires, on which all has been carried.
void links_end_wired(network_t *n);

// Finds what interfaces offer their hosts, when they have been stepped.
void links_find_deliveries(network_t *n);

// A flit or a credit that a component of another process has sent, in this cycle or before, but not
// so long ago that the pins should have it already.
typedef struct {
  uint32_t from;   // flat port there
  uint64_t cycle;  // in which it left
  uint8_t vc;
} link_sent_t;
void links_take_flit(network_t *n, link_sent_t sent, uint8_t kind, const void *payload);
void links_take_credit(network_t *n, link_sent_t sent);

// Makes wires of the links, if every bank can and the network is one they serve; pins again.
// False when memory is short.
bool network_wire(network_t *n);
void network_unwire(network_t *n);
// Brings the pins of links up to date.
static inline void network_show_links(network_t *n) {
  if (n->wired) {
    wires_show(n);
  }
}

// network_locate(), for who looks at no pins.
bank_t *network_member(const network_t *n, component_t component, uint32_t id, uint32_t *member);

// Writes "3,2" (coordinates of a router) or "17" (a node); returns out.
const char *network_name(const network_t *n, uint32_t slot, char *out, size_t size);

// Fetches what the routers from a slot on carry, before their turn, if a network has LINKS_LARGE
// routers or more. links_transfer() calls it for every stretch.
enum { LINKS_STRETCH = 32, LINKS_LARGE = 1 << 14 };  // routers
void links_fetch(const network_t *n, uint32_t slot);

// Fills n->end, n->credit_end and n->local_ports from the topology.
void links_join(network_t *n, unsigned latency);

// The slot of the component that a flat port is of.
static inline uint32_t links_slot(const network_t *n, uint32_t port) {
  const uint32_t first_interface = n->routers * n->shape.ports;
  return port < first_interface ? port / n->shape.ports : n->routers + (port - first_interface);
}

// Keys of the random numbers of each link, [flat port]; a link's does not depend on slots.
void links_keys(const network_t *n, uint64_t seed, rng_stream_t stream, uint64_t *key);

// Entry of a component's state, by the name in its list; after state() has filled n->words.
uint64_t network_register(const network_t *n, const bank_t *b, const char *field, uint32_t index);

#ifdef __cplusplus
}
#endif

#endif
