// workload -- what the hosts do: the only user of the interfaces' host ports.
//
// One workload drives all nodes: a traffic pattern or a plan. It creates packets, keeps the
// unbounded source queues, hands beats to the interfaces, takes deliveries, and checks them: the
// end-to-end scoreboard (every packet once, at its destination, in flit order, with its payload)
// is part of it.

#ifndef NOC_WORKLOAD_H
#define NOC_WORKLOAD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/checkpoint.h"
#include "base/error.h"
#include "base/statistics.h"
#include "network/network.h"
#include "routing/worm_routes.h"
#include "setup/scenario.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct workload workload_t;

// The input of a workload, made before there is a network. Files are read once, here, so they may
// be pipes. On error it is empty, and *error begins with the name of the file at fault.
typedef struct {
  const scenario_t *scenario;     // outlives the input
  struct plan *plan;              // of a collective or of a GOAL file, finished; else NULL
  struct class_input *classes;    // of traffic; else NULL
  struct trace *trace;            // or NULL
  struct worm_ways *ways;         // of a plan with multicasts; or NULL
  struct own_paths *paths;        // of a plan whose messages have some; or NULL
  struct multicasts *multicasts;  // of random multicasts, whose plan is `plan`; or NULL
  network_worms_t worms;  // then: for the network's configuration, as long as the input lives
} workload_input_t;
bool workload_read(const scenario_t *s, workload_input_t *input, noc_error_t *error);

// The least shape that this scenario can have, before its workload is read, which may take long.
// NOC_BAD_INPUT for what no plan can mend.
bool workload_least(const scenario_t *s, noc_shape_t *shape, noc_error_t *error);
void workload_input_free(workload_input_t *input);
// The ways of its tree worms, NULL without; and whether it has path worms.
const worm_routes_t *workload_ways(const workload_input_t *input);
// Links that the copies of its path worms take, by operation; NULL without path worms.
const uint16_t *workload_path_hops(const workload_input_t *input);
bool workload_has_paths(const workload_input_t *input);

// Fills in the part of the shape that this scenario's workload decides: the bits of lengths and, as
// many as there is room for, of message numbers; the XOR units; whether routers copy packets. All
// else that is chosen is in the shape. NOC_BAD_INPUT for a plan that packets or units cannot carry.
bool workload_widths(const scenario_t *s, const workload_input_t *input, noc_shape_t *shape,
                     noc_error_t *error);

// Flits of the longest packet, without header flits.
unsigned workload_longest(const scenario_t *s, const workload_input_t *input);

// The input outlives the workload.
workload_t *workload_create(const scenario_t *s, const workload_input_t *input, network_t *n,
                            noc_error_t *error);
void workload_free(workload_t *w);

// The state of hosts and sources between two cycles; behind that of the network. Not of messages
// that a program sends: workload_can_checkpoint().
bool workload_can_checkpoint(const workload_t *w);
void workload_checkpoint(workload_t *w, checkpoint_t *c);

// The hosts' part of the current cycle. False: the scoreboard found a fault.
bool workload_cycle(workload_t *w, noc_error_t *error);
// The same, then network_step(), whose answer goes to *same. Several threads meet less often.
bool workload_advance(workload_t *w, bool *same, noc_error_t *error);

// Messages of a program, in scenarios with `workload: {traffic: external}`. They go in packets of
// up to workload.packet_flits flits.
//
// A message is created in its cycle, from which its latency counts, and waits in the queue of its
// source and virtual network. Those of one queue start in the order of their cycles, and those of
// one cycle in the order of the calls. Call this between the cycles: before workload_cycle() of the
// message's own cycle.
typedef struct {
  uint32_t source, destination;  // nodes
  uint32_t flits;                // 1 to SCENARIO_MESSAGE_FLITS, head included
  // The virtual network, counted from 1; 0: packets take turns on all. All messages name one, or
  // none does.
  uint32_t network;
  uint64_t tag;    // the caller's own: it comes back with the delivery
  uint64_t cycle;  // the current one or later
} workload_message_t;
// False, and nothing has changed: NOC_BAD_INPUT for a message that cannot be, also behind
// workload_stop(), and for other workloads; NOC_ENVIRONMENT when memory is short.
bool workload_send(workload_t *w, const workload_message_t *message, noc_error_t *error);

typedef struct {
  uint32_t source, destination;
  uint32_t flits;
  uint32_t network;  // as sent
  uint64_t tag;
  uint64_t created;    // cycle of the message
  uint64_t entered;    // cycle in which its interface took its first beat
  uint64_t delivered;  // cycle in which the host of the destination took the last flit of its
                       // packets; with costs of hosts, had received it
} workload_delivery_t;
// Takes the next message that has been delivered: by cycles, and those of one cycle in the order in
// which the scoreboard sees them. False: none waits. A message takes memory until then.
bool workload_delivered(workload_t *w, workload_delivery_t *delivery);
// One was delivered in this cycle.
bool workload_delivers(const workload_t *w, uint64_t cycle);
// The messages of a node whose last packet has not left the queue of its source; 0 of other
// workloads.
uint32_t workload_messages_waiting(const workload_t *w, uint32_t node);

// A packet that a host begins to send.
typedef struct {
  uint64_t created;
  uint32_t source, destination, flits;
} workload_sent_t;
typedef struct {
  void (*packet)(void *context, const workload_sent_t *packet);
  void *context;
} workload_see_t;
// From now on each is shown.
void workload_see(workload_t *w, workload_see_t see);

// A workload whose hosts are in several processes (host_peers.h): they know together how much
// moves, waits and is done when all meet, which network_split_met() says, and then agree when they
// meet again: by cycle `next`, or, if the workload may end, by the first one in which it could be
// over.
void workload_meet(const workload_t *w, uint64_t next, bool may_end);

// The same hosts let the network rest, if they have met in this cycle and nothing is left to do.
void workload_rest(workload_t *w);

// No more packets to create, and all created ones delivered. With a program's messages: all that
// have been sent so far are.
bool workload_done(const workload_t *w);
// The measurement window is over, and all packets created in it are delivered. Looks at every node.
bool workload_measured(const workload_t *w);
// The next cycle in which hosts may do something, this one or later, unless the network gives them
// something before; UINT64_MAX: none. Traffic and traces run by a clock of their own and may
// always; messages of a program are created in cycles of their own.
uint64_t workload_next(const workload_t *w);
// Some packet is queued or on its way, so that the network should move.
bool workload_waiting(const workload_t *w);
// Says how many operations of a plan or a collective are complete, and in *all how many there are.
uint32_t workload_operations(const workload_t *w, uint32_t *all);
// A plan has stalled: nothing moves, and nothing ever will, since receives with wildcards have
// taken messages that others wait for. True with a sentence.
bool workload_stalled(const workload_t *w, noc_error_t *error);
// At the end: nothing is lost; after a collective every node has every other node's block, after a
// plan or a trace every message has arrived. False with a sentence.
bool workload_verify(const workload_t *w, noc_error_t *error);
// Stop creating packets (the drain phase). Messages of later cycles are dropped.
void workload_stop(workload_t *w);
// Cycle of the last flit taken from any interface or accepted by one: for the watchdog.
uint64_t workload_last_progress(const workload_t *w);

// The same of one virtual network, and whether packets of it are on their way that should arrive.
// Not of workloads whose packets wait for others, on whatever network: false for these.
bool workload_watches_networks(const workload_t *w);
bool workload_network_waiting(const workload_t *w, unsigned network);
uint64_t workload_network_progress(const workload_t *w, unsigned network);
// Bit k: no host takes anything of virtual network k, so the end waits for none of its packets.
uint32_t workload_left_out(const workload_t *w);
uint64_t workload_network_flying(const workload_t *w, unsigned network);  // packets on their way
// Says what hosts refuse, a line for each kind of refusal; nothing if they refuse nothing.
void workload_print_refusals(const workload_t *w, FILE *out);

typedef struct {
  uint64_t count;
  double mean;
  uint64_t p50, p95, p99, max;
} latency_summary_t;

typedef struct {
  uint64_t packets_created, packets_delivered;
  uint64_t flits_created, flits_delivered;
  latency_summary_t latency, network_latency;  // packets created in the measurement window
  double offered, accepted;                    // flits per node and cycle, in the window
  double zero_load_latency;                    // mean of the closed form over the same packets
  batches_t batches;                           // of `latency`, in the window
  // Collectives:
  uint64_t completion;  // cycles from 0 to the last delivery, or result of an XOR unit
  uint64_t xor_flits;   // that XOR units have made
  uint64_t packets, packet_hops;
  uint32_t from, to;                         // nodes in these sets
  uint32_t operations, operations_complete;  // of plans too
  // Random multicasts, from creation to the last destination: of all, and of those that are created
  // in the window; `batches` are of these then.
  struct {
    uint32_t created, completed;
    latency_summary_t latency;
    double zero_load_latency;
  } multicast;
  // Data of other nodes, found at every node; of a plan, a trace or a program, messages that have
  // arrived.
  uint64_t blocks_checked, blocks_expected;
} workload_result_t;
void workload_result(workload_t *w, workload_result_t *r);
// The latencies that `latency` of it sums up, all of them; after that call, and as long as the
// workload lives.
const histogram_t *workload_latencies(const workload_t *w);

// The share of the sources: flits of their packets that hosts have taken in the window, a cycle. A
// source is a node with offered load: random traffic has it send, or it has created packets in the
// window. Flits that XOR units make have no source.
typedef struct {
  uint32_t sources;
  double min, max, jain;  // of one; Jain's index; all 0 if nothing was taken
} workload_fairness_t;
void workload_fairness(const workload_t *w, workload_fairness_t *f);

// A packet from its first beat on until it has been delivered, by source and message number: for
// who follows packets through the network. False if there is none.
typedef struct {
  uint64_t created;
  uint32_t destination;  // node; UINT32_MAX: of a packet to several
  uint32_t copies;       // nodes that it goes to
  uint32_t operation;    // the send of a plan, the stream of a class, or the packet of a trace
  bool answer;           // to a packet that its source has received from its destination
} workload_packet_t;
bool workload_packet(const workload_t *w, uint32_t source, uint32_t message,
                     workload_packet_t *packet);

// Where a packet is: in its source queue, in an interface from the first beat that this has taken
// to the head on the link, or from the head's last link on; else where its head is or, on a link,
// is going to.
typedef enum { PLACE_SOURCE_QUEUE, PLACE_INTERFACE, PLACE_ROUTER } workload_place_kind_t;
typedef struct {
  workload_place_kind_t kind;
  uint32_t node;          // of the interface
  network_place_t input;  // of a router
} workload_place_t;
// "source queue", "interface 17", "router 3,2 port 1 VC 0"; returns out.
const char *workload_place_name(const workload_t *w, const workload_place_t *place, char *out,
                                size_t size);

// The oldest packet: of all that were delivered, at its delivery, and all on their way, now. Cycles
// since its creation. A delivered one was in the interface of its destination when it was that old.
typedef struct {
  uint64_t age;
  uint32_t source, destination;  // nodes; of a multicast: the first that has not got it
  bool in_flight;
  workload_place_t place;
} workload_oldest_t;
// Looks at every node. False: there was no packet.
bool workload_oldest(const workload_t *w, workload_oldest_t *oldest);
// The run is over: of a network that several processes have stepped, brings what they have counted
// to rank 0, which finds the oldest packet as it is now from then on.
void workload_settle(workload_t *w);
// Whether a packet of another virtual network, on its way or at the front of a source queue, is
// older than all of this one: with ages such packets go first. False where hosts are apart.
bool workload_older_elsewhere(const workload_t *w, unsigned network);
// The age of the oldest that was delivered.
uint64_t workload_delivered_age(const workload_t *w);

// Finds the packet that has been in the network longest since its host offered the first beat, with
// ages in heads (shape.aged): of all delivered, and with `look`, which looks at every packet, of
// all on their way. Ages keep their order while none stays longer than workload_most_stay() cycles.
// docs/microarchitecture.md, section 5.3.
typedef struct {
  uint64_t stay;
  uint32_t source, destination;  // nodes; of a multicast: the first that has not got it
} workload_stay_t;
workload_stay_t workload_longest_stay(const workload_t *w, bool look);
uint64_t workload_most_stay(const noc_shape_t *shape);

// Looks at every node, for a packet that others pass: one on its way that is older than
// WORKLOAD_STARVED_AGE and than WORKLOAD_STARVED_LATENCIES times the median latency of those
// measured so far, while WORKLOAD_STARVED_PASSED that were created behind it have been delivered
// since it was found the oldest. To be called every WORKLOAD_LOOK cycles or so. docs/fairness.md.
enum {
  WORKLOAD_LOOK = 1000,
  WORKLOAD_STARVED_AGE = 5000,
  WORKLOAD_STARVED_LATENCIES = 10,
  WORKLOAD_STARVED_PASSED = 100
};
typedef struct {
  workload_oldest_t packet;
  uint64_t median, passed;
} workload_starved_t;
bool workload_starved(workload_t *w, workload_starved_t *starved);

// The counts of each step of a plan with steps. Sequential steps last from the barrier before them
// to the end of their last operation; in sum that is the completion of all. Overlapped ones begin
// with the first of their packets.
typedef struct {
  char name[32];
  uint64_t packets, hops;  // packets that have arrived, and hops of these
  uint64_t start;          // cycle
  uint64_t completion;     // cycles from there to the end of the step
  uint64_t latency_max;    // of its packets, from ready to send to arrived
  double latency_mean;
} workload_step_t;
unsigned workload_steps(const workload_t *w);  // 0 without steps
void workload_step(const workload_t *w, unsigned step, workload_step_t *r);

// The run of a schedule: docs/scheduled.md.
typedef struct {
  uint32_t steps, bound;
  bool forced;
  // Why messages may take longer than alone; NULL: they may not, and the rest is there, too.
  const char *loose;
  uint32_t flits;    // of a message
  uint64_t alone;    // cycles that the slowest message of each step takes alone, in sum
  uint64_t between;  // cycles between the steps, in sum
  uint64_t startup;  // t_S of equation (12): the most that a message alone takes besides its flits
  uint32_t waits;    // messages that took longer than alone; of a forced schedule only
} workload_schedule_t;
bool workload_schedule(const workload_t *w, workload_schedule_t *r);

// Equation (12) of V. Dvorak, J. Jaros, M. Ohlidal 2006: as printed, with m t_1 once; and with it
// in each step. t_1 is a cycle, m the flits of a message, t_S `startup`.
double workload_schedule_once(const workload_schedule_t *s);
double workload_schedule_each(const workload_schedule_t *s);

// A message of a forced schedule that took longer than alone, and the first message of its step
// with which it shares a place; WAIT_BEHIND: with none, so that it waited for one that waited.
typedef enum { WAIT_BEHIND, WAIT_IN, WAIT_OUT, WAIT_LINK } workload_wait_place_t;
typedef struct {
  unsigned step;  // from 1
  uint32_t source, destination;
  uint64_t latency, alone;
  uint32_t operation;
  workload_wait_place_t place;
  uint32_t router, port;  // of the link
  uint32_t other_source, other_destination;
} workload_wait_t;
// The i-th; false behind the last.
bool workload_wait(const workload_t *w, uint32_t i, workload_wait_t *wait);

// The counts of one class of traffic, or of the answers to its packets.
typedef struct {
  unsigned network;
  uint64_t packets_created, packets_delivered;
  uint64_t flits_created, flits_delivered;
  latency_summary_t latency, network_latency;
  double offered, accepted;
} workload_stream_t;
// How many streams are counted: 0 unless there are several classes or answers. Class i is stream i,
// its answers are stream `classes + i`; a class without answers has none of them.
unsigned workload_streams(const workload_t *w);
void workload_stream(workload_t *w, unsigned stream, workload_stream_t *r);

#ifdef __cplusplus
}
#endif

#endif
