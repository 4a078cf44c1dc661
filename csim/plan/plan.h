// plan -- what every node does, as a graph: sends, receives and computations, each after the
// operations of the same node that it requires. As in GOAL (Hoefler, Siebert, Lumsdaine: LogGOPSim,
// HPDC 2010), whose text format is read and written.
//
//   plan_t *plan = plan_create(nodes, &error);
//   uint32_t s = plan_send(plan, 0, 3, flits, tag);
//   uint32_t r = plan_receive(plan, 3, 0, flits, tag);
//   uint32_t f = plan_send(plan, 3, 4, flits, tag);   plan_require(plan, f, r); ...
//   if (!plan_finish(plan, &error)) ...                // matched, free of cycles
//
// An *item* is data that a node has: what a receive brings, a block of its own, the exclusive or of
// two items of the node, or several joined one behind the other. A send with an item as `source`
// passes it on. Without, a send has data of its own, which nobody else sends.
//
// Errors   Building remembers a shortage of memory; plan_finish() reports it.

#ifndef NOC_PLAN_H
#define NOC_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"

#ifdef __cplusplus
extern "C" {
#endif

static const uint32_t kPlanNone = UINT32_MAX;
static const uint32_t kPlanAny = UINT32_MAX;  // peer or tag of a wildcard

enum {
  PLAN_MAX_FLITS = 640,     // of a packet
  PLAN_MAX_SIZE = 1 << 30,  // of a message, in flits
  PLAN_MAX_CPU = 255,
  PLAN_MAX_CLASS = 15,    // of VCs
  PLAN_MAX_HOPS = 255,    // of a path, each with one bit or more of a head
  PLAN_MAX_OPERAND = 64,  // of an exclusive or, in flits
  PLAN_MAX_SLOTS = 4096,  // operand slots of a coding unit, slot 0 included, which stands for none
  PLAN_NO_STEP = 4095,    // and more steps than a plan can have
};

typedef enum {
  PLAN_SEND,
  PLAN_RECEIVE,
  PLAN_CALCULATE,
  PLAN_BLOCK,      // data of the node's own, there from the beginning
  PLAN_XOR,        // the exclusive or of two items, made by the node's coding unit
  PLAN_JOIN,       // items of one size, one behind the other, made by the host in no time
  PLAN_MULTICAST,  // one message to several nodes; behind it, for each of them,
  PLAN_COPY        // the copy for one, which matches a receive as a send does
} plan_kind_t;

// 32 bytes: large plans are read in no order, and what counts is how many cache lines that takes.
typedef struct {
  uint8_t kind;  // plan_kind_t
  uint8_t cpu;
  bool starts : 1;  // operations in start_edge wait for its start
  bool late : 1;    // a receive whose start shows in the run: engine.c has a list of such
  bool apart : 1;   // a receive that is combined with `source`, and kept apart from it
  uint32_t node;
  uint32_t peer;        // destination of a send or copy, source of a receive or kPlanAny; an xor:
                        // item b; a join: how many parts; a multicast: how many copies
  uint32_t tag;         // or kPlanAny; collectives: the node whose block it carries, of coded data
                        // nodes + the lower one, of joined data the first; a block: its name;
                        // a join: its first part in part[]
  uint32_t size;        // flits; a computation: cycles
  uint32_t match;       // the receive of a send, the send of a receive; kPlanNone at a node with a
                        // wildcard, where it shows in the run; a multicast: its carrier, kPlanNone:
                        // a tree worm
  uint32_t source;      // a send that passes an item on: that item; an xor: item a;
                        // a receive that is combined with others of its node: the first of them,
                        // of one that is kept apart the one before
  uint32_t successors;  // first of its successors; they end where those of the next begin
} plan_op_t;

typedef struct {
  uint32_t operation, requires;
} plan_edge_t;

typedef struct {
  uint64_t cycle;
  uint32_t operation;
} plan_release_t;

typedef struct {
  uint32_t line, column;  // 1 and up
} plan_place_t;

// How the packets of a multicast come to its destinations.
typedef enum {
  CARRY_TREE,    // one tree worm
  CARRY_PATH,    // one path worm
  CARRY_FORWARD  // the interfaces of the destinations pass them on, along a tree
} plan_carry_t;

// A pair of a path worm's header: at the router of a node copies leave by these ports, those to
// other routers, one at most, in this class; kPlanAny: any.
typedef struct {
  uint32_t node, ports, vc_class;
} plan_pair_t;

// A branch of the tree of a forwarded multicast. Each node comes as a child once, and before it is
// a parent; a parent sends to its children in the order in which they stand here.
typedef struct {
  uint32_t parent, child;
} plan_branch_t;

// A hop of a message's own path: by this port of the router, in this class; kPlanAny: any.
typedef struct {
  uint32_t port, vc_class;
} plan_hop_t;

// The own path of a send; the port to the destination is not in it.
typedef struct {
  uint32_t operation;
  uint32_t first, count;  // of hop[]
} plan_path_t;

// The pairs of a multicast's header, or its branches, one behind the other.
typedef struct {
  plan_carry_t kind;
  uint32_t first, count;  // of pair[] or branch[]
} plan_carrier_t;

// The steps of a plan are those of a schedule: messages of one step share no link and no interface,
// so none waits for another. `bound`: as few steps as there can be, as far as is known.
typedef struct {
  uint32_t steps;  // 0: there is no schedule
  uint32_t bound;
  bool forced;  // it may be that some share something all the same
} plan_schedule_t;

// The data of an operation: of a message's send and receive, and of an item.
typedef struct {
  // Raw data: the block or the send of its own data that it began as, wherever that is; joined
  // data: the join; coded data, and of a computation: kPlanNone.
  uint32_t origin;
  // The names of the blocks that it is made of. Raw: name_b is kPlanNone, and name_a 0 if the data
  // has no name, since no exclusive or needs it. Coded: both, name_a < name_b.
  uint32_t name_a, name_b;
  // The operand slot of an item at its node; 0: the coding unit does not keep it. An xor with the
  // slot of its item a is made in place: that is a receive which nothing else uses.
  uint16_t slot;
} plan_data_t;

// The data of plans with items that are more than receives; plan_finish() fills it in. A raw xor is
// delivered to the host, a coded one is not. Coded items and the results of exclusive ors are sent
// from their slots, all others by the host. No slot is used twice, so all can be opened in the
// beginning. A receive with a slot requires nothing.
typedef struct {
  plan_data_t *data;    // [ops]
  uint32_t *maker;      // [names]: the block or send that has the name; kPlanNone: none has
  uint32_t names;       // names are below; in collectives the node of the block
  uint32_t slots;       // the highest slot + 1; 0: there is no xor
  uint32_t slots_node;  // a node that needs so many
  uint32_t longest;     // operand, in flits; 0: there is no xor
  uint32_t xors;
  // Flits of a part of all joins; 0: there is none. A message goes in packets of whole parts then,
  // so that the head flit of a packet is the first flit of a part. The first flit of a part has,
  // wherever it stands in a packet, only the data bits of a head flit.
  uint32_t part_flits;
} plan_coding_t;

typedef struct plan {
  uint32_t nodes;  // of the topology; before plan_map() the ranks
  uint32_t ranks;
  uint32_t *image;  // [ranks]: the node of each, after plan_map(); NULL: nodes are ranks
  plan_op_t *op;    // [ops + 1]; in the end an entry that closes the successors
  uint32_t ops, op_room;
  plan_edge_t *edge;  // [edges], until plan_finish()
  uint32_t edges, edge_room;
  uint32_t *successor;  // [edges], by operation, after plan_finish()
  // `operation` waits for the start of `requires`; sorted by `requires` after plan_finish().
  plan_edge_t *start_edge;
  uint32_t start_edges, start_room;
  // Operations that do not start before a cycle, in the order of the cycles: of traffic.
  plan_release_t *release;
  uint32_t releases, release_room;
  bool has_late;   // some receive is `late`
  bool has_items;  // blocks, xors, joins, or sends of items that are requirements by themselves
  uint32_t *part;  // [parts]: the items that joins are made of
  uint32_t parts, part_room;
  uint32_t multicasts;      // how many
  plan_carrier_t *carrier;  // of those that are no tree worms
  uint32_t carriers, carrier_room;
  plan_pair_t *pair;
  uint32_t pairs, pair_room;
  plan_branch_t *branch;
  uint32_t branches, branch_room;
  plan_path_t *path;  // of the sends that have one, in the order of the operations
  uint32_t paths, path_room;
  plan_hop_t *hop;
  uint32_t hops, hop_room;
  // The step of each operation of a hierarchical scheme that sends, receives or makes an exclusive
  // or; PLAN_NO_STEP of others. Encoding belongs to the step behind which it is possible, decoding
  // to the last step of its level.
  uint16_t *step;  // [ops]; NULL: no steps
  uint32_t step_room;
  const char *const *step_name;  // [steps], lives for ever; NULL: they have numbers, from 1
  unsigned steps, current_step;
  plan_schedule_t schedule;
  plan_coding_t *coding;  // NULL: all items are receives
  char *file;           // of a plan from a file: its name, and where each operation begins; or NULL
  plan_place_t *place;  // [place_room]
  uint32_t place_room;
  bool short_of_memory;
} plan_t;

plan_t *plan_create(uint32_t nodes, noc_error_t *error);
void plan_free(plan_t *p);

// Each returns the number of the new operation.
//
// A multicast is one operation and a copy a destination behind it, in ascending order of the nodes,
// each of which requires the multicast. A copy is a send to whom it matches; none can be named.
uint32_t plan_send(plan_t *p, uint32_t node, uint32_t to, uint32_t flits, uint32_t tag);
uint32_t plan_receive(plan_t *p, uint32_t node, uint32_t from, uint32_t flits, uint32_t tag);
// Gives a send a path of its own; called in the order of the sends, once for each.
void plan_send_via(plan_t *p, uint32_t send, const plan_hop_t *hop, uint32_t count);
uint32_t plan_multicast(plan_t *p, uint32_t node, const uint32_t *to, uint32_t count,
                        uint32_t flits, uint32_t tag);
// Makes the multicast added last a path worm, with one more pair of its header; or a forwarded one,
// with one more branch of its tree. Without either it is a tree worm.
void plan_add_pair(plan_t *p, uint32_t multicast, plan_pair_t pair);
void plan_add_branch(plan_t *p, uint32_t multicast, plan_branch_t branch);
uint32_t plan_calculate(plan_t *p, uint32_t node, uint32_t cycles);
// The processor of an operation; 0 without this.
void plan_set_cpu(plan_t *p, uint32_t operation, uint8_t cpu);

// A send and its receive, of a node's block in a collective (the tag); returns the receive.
// `source` is the receive that brought the block to `from`, which is then required, or kPlanNone
// for its own.
uint32_t plan_pass_block(plan_t *p, uint32_t from, uint32_t to, uint32_t flits, uint32_t block,
                         uint32_t source);
// The same of a multicast: it, its copies, then the receives, whose numbers follow in the same
// order. Returns the multicast; the first receive is behind it and its copies.
uint32_t plan_multicast_block(plan_t *p, uint32_t from, const uint32_t *to, uint32_t count,
                              uint32_t flits, uint32_t block, uint32_t source);

// Items. A block's name is a number that no other block has; those of a plan are best dense.
uint32_t plan_block(plan_t *p, uint32_t node, uint32_t flits, uint32_t name);
uint32_t plan_xor(plan_t *p, uint32_t node, uint32_t flits, uint32_t a, uint32_t b);
uint32_t plan_join(plan_t *p, uint32_t node, const uint32_t *item, uint32_t items);
// A send of an item, which is required.
uint32_t plan_send_item(plan_t *p, uint32_t node, uint32_t to, uint32_t flits, uint32_t tag,
                        uint32_t item);
// The same and its receive; returns the receive.
uint32_t plan_pass_item(plan_t *p, uint32_t from, uint32_t to, uint32_t flits, uint32_t tag,
                        uint32_t item);

// Operations have steps with these names, which live for ever; before the first operation.
void plan_set_steps(plan_t *p, const char *const *names, unsigned count);
// The same with the names 1, 2, ..
void plan_number_steps(plan_t *p, unsigned count);
// Operations that are added from now on belong to this step; PLAN_NO_STEP: to none, as in the
// beginning.
void plan_set_step(plan_t *p, unsigned step);

// `operation` starts after `requires` is complete; both are of one node.
void plan_require(plan_t *p, uint32_t operation, uint32_t requires);

// `operation` starts after `requires` has started; both are of one node.
void plan_require_start(plan_t *p, uint32_t operation, uint32_t requires);

// `operation` starts in this cycle at the earliest, besides what it requires; called in the order
// of the cycles. GOAL has no words for it.
void plan_release(plan_t *p, uint32_t operation, uint64_t cycle);

// Matches sends and receives by (source, destination, tag), the k-th with the k-th; refuses what is
// left over, unequal sizes, and requirements that close to a cycle. A node with a wildcard must
// have as many receives as there are messages to it. Items that cannot be made are refused, and
// what would need more than PLAN_MAX_SLOTS; and multicasts to nobody, to their own node, to one
// twice or to none of the nodes, or in a plan with items. docs/plans.md says more.
bool plan_finish(plan_t *p, noc_error_t *error);

// Packets of a message of so many flits.
static inline uint32_t plan_packets(uint32_t flits, uint32_t packet_flits) {
  return flits / packet_flits + (flits % packet_flits != 0);
}

static inline bool plan_is_message(const plan_op_t *op) {
  return op->kind == PLAN_SEND || op->kind == PLAN_RECEIVE || op->kind == PLAN_COPY;
}

// One that matches a receive.
static inline bool plan_is_sent(const plan_op_t *op) {
  return op->kind == PLAN_SEND || op->kind == PLAN_COPY;
}

// It has multicasts of this kind.
bool plan_carries(const plan_t *p, plan_carry_t kind);
// How a multicast is carried.
static inline plan_carrier_t plan_carrier(const plan_t *p, uint32_t multicast) {
  const uint32_t carrier = p->op[multicast].match;
  return carrier != kPlanNone ? p->carrier[carrier] : (plan_carrier_t){CARRY_TREE, 0, 0};
}
// The most children that a node has in the tree of a multicast; scratch[nodes] is 0, and is so
// again.
uint32_t plan_children(const plan_t *plan, plan_carrier_t tree, uint32_t *scratch);

// The number of a send's own path in path[], kPlanNone if it has none; a search.
uint32_t plan_path_of(const plan_t *p, uint32_t send);

// The copy of a multicast for a node; kPlanNone if it has none.
uint32_t plan_copy_to(const plan_t *p, uint32_t multicast, uint32_t node);

// Puts rank r of a finished plan on node image[r], which the plan owns from then on.
void plan_map(plan_t *p, uint32_t nodes, uint32_t *image);
// The rank on a node, `ranks` if there is none; a search.
uint32_t plan_rank(const plan_t *p, uint32_t node);

// Whether units that keep up to `memory` operands suffice; 0: as many as are needed. "coding.memory
// is ..; it must be .." without a place.
bool plan_check_memory(const plan_t *p, uint32_t memory, noc_error_t *error);

// "plan.goal:3:5: rank 0: send to 4 tag 2"; without a file "node 0: send to 4 tag 2". Returns out.
enum { PLAN_TEXT = 200 };
const char *plan_describe(const plan_t *p, uint32_t operation, char out[PLAN_TEXT]);

// Finds what waits for the start of an operation, in start_edge[]: from the result to *end.
uint32_t plan_start_successors(const plan_t *p, uint32_t operation, uint32_t *end);

// How many operations each requires, to be complete or to have started, of a finished plan.
void plan_count_required(const plan_t *p, uint32_t *count);

// Flits of the longest message, at least 1.
unsigned plan_longest(const plan_t *p);

// GOAL text. Sizes are bytes: a flit is flit_bits / 8 of them. False when writing fails.
bool plan_write_goal(const plan_t *p, unsigned flit_bits, FILE *out);
// A finished plan of up to `nodes` ranks from a file; errors name file, line and column. Sizes are
// rounded up to whole flits. The file is read once, from beginning to end, so it may be a pipe.
plan_t *plan_read_goal(const char *file, unsigned flit_bits, uint32_t nodes, noc_error_t *error);
// The same from an open stream; `file` stands for it in messages.
plan_t *plan_read_stream(FILE *in, const char *file, unsigned flit_bits, uint32_t nodes,
                         noc_error_t *error);

#ifdef __cplusplus
}
#endif

#endif
