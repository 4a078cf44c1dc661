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
// Errors   Building remembers a shortage of memory; plan_finish() reports it.

#ifndef NOC_PLAN_H
#define NOC_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "network/error.h"

#ifdef __cplusplus
extern "C" {
#endif

static const uint32_t kPlanNone = UINT32_MAX;
static const uint32_t kPlanAny = UINT32_MAX;  // peer or tag of a wildcard

enum {
  PLAN_MAX_FLITS = 640,     // of a packet
  PLAN_MAX_SIZE = 1 << 30,  // of a message, in flits
  PLAN_MAX_CPU = 255
};

typedef enum { PLAN_SEND, PLAN_RECEIVE, PLAN_CALCULATE } plan_kind_t;

// 32 bytes: large plans are read in no order, and what counts is how many cache lines that takes.
typedef struct {
  uint8_t kind;  // plan_kind_t
  uint8_t cpu;
  bool starts;  // operations in start_edge wait for its start
  bool late;    // a receive whose start shows in the run: engine.c has a list of such
  uint32_t node;
  uint32_t peer;        // destination of a send, source of a receive or kPlanAny
  uint32_t tag;         // or kPlanAny; collectives: the node whose block it carries
  uint32_t size;        // flits; a computation: cycles
  uint32_t match;       // the receive of a send, the send of a receive; kPlanNone at a node with a
                        // wildcard, where it shows in the run
  uint32_t source;      // a send that passes on what a receive has brought: that receive;
                        // a receive that is combined with others of its node: the first of them
  uint32_t successors;  // first of its successors; they end where those of the next begin
} plan_op_t;

typedef struct {
  uint32_t operation, requires;
} plan_edge_t;

typedef struct {
  uint32_t line, column;  // 1 and up
} plan_place_t;

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
  bool has_late;        // some receive is `late`
  char *file;           // of a plan from a file: its name, and where each operation begins; or NULL
  plan_place_t *place;  // [place_room]
  uint32_t place_room;
  bool short_of_memory;
} plan_t;

plan_t *plan_create(uint32_t nodes, noc_error_t *error);
void plan_free(plan_t *p);

// Each returns the number of the new operation.
uint32_t plan_send(plan_t *p, uint32_t node, uint32_t to, uint32_t flits, uint32_t tag);
uint32_t plan_receive(plan_t *p, uint32_t node, uint32_t from, uint32_t flits, uint32_t tag);
uint32_t plan_calculate(plan_t *p, uint32_t node, uint32_t cycles);
// The processor of an operation; 0 without this.
void plan_set_cpu(plan_t *p, uint32_t operation, uint8_t cpu);

// A send and its receive, of a node's block in a collective (the tag); returns the receive. `source`
// is the receive that brought the block to `from`, which is then required, or kPlanNone for its own.
uint32_t plan_pass_block(plan_t *p, uint32_t from, uint32_t to, uint32_t flits, uint32_t block,
                         uint32_t source);

// `operation` starts after `requires` is complete; both are of one node.
void plan_require(plan_t *p, uint32_t operation, uint32_t requires);

// `operation` starts after `requires` has started; both are of one node.
void plan_require_start(plan_t *p, uint32_t operation, uint32_t requires);

// Matches sends and receives by (source, destination, tag), the k-th with the k-th; refuses what is
// left over, unequal sizes, and requirements that close to a cycle. A node with a wildcard must have
// as many receives as there are messages to it. docs/plans.md says more.
bool plan_finish(plan_t *p, noc_error_t *error);

// Puts rank r of a finished plan on node image[r], which the plan owns from then on.
void plan_map(plan_t *p, uint32_t nodes, uint32_t *image);
// The rank on a node, `ranks` if there is none; a search.
uint32_t plan_rank(const plan_t *p, uint32_t node);

// "plan.goal:3:5: rank 0: send to 4 tag 2"; without a file "node 0: send to 4 tag 2". Returns out.
enum { PLAN_TEXT = 200 };
const char *plan_describe(const plan_t *p, uint32_t operation, char out[PLAN_TEXT]);

// What waits for the start of an operation, in start_edge[]: from the result to *end.
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
