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

enum { PLAN_MAX_FLITS = 640 };  // of a message: the longest packet

typedef enum { PLAN_SEND, PLAN_RECEIVE, PLAN_CALCULATE } plan_kind_t;

// 32 bytes: large plans are read in no order, and what counts is how many cache lines that takes.
typedef struct {
  uint8_t kind;  // plan_kind_t
  uint32_t node;
  uint32_t peer;        // destination of a send, source of a receive
  uint32_t tag;         // collectives: the node whose block it carries
  uint32_t size;        // flits; a computation: cycles
  uint32_t match;       // the receive of a send, the send of a receive
  uint32_t source;      // a send that passes on what a receive has brought: that receive;
                        // a receive that is combined with others of its node: the first of them
  uint32_t successors;  // first of its successors; they end where those of the next begin
} plan_op_t;

typedef struct {
  uint32_t operation, requires;
} plan_edge_t;

typedef struct plan {
  uint32_t nodes;
  plan_op_t *op;  // [ops + 1]; in the end an entry that closes the successors
  uint32_t ops, op_room;
  plan_edge_t *edge;  // [edges], until plan_finish()
  uint32_t edges, edge_room;
  uint32_t *successor;  // [edges], by operation, after plan_finish()
  uint32_t fault;       // the operation at fault when plan_finish() has refused; or kPlanNone
  bool short_of_memory;
} plan_t;

plan_t *plan_create(uint32_t nodes, noc_error_t *error);
void plan_free(plan_t *p);

// Each returns the number of the new operation.
uint32_t plan_send(plan_t *p, uint32_t node, uint32_t to, uint32_t flits, uint32_t tag);
uint32_t plan_receive(plan_t *p, uint32_t node, uint32_t from, uint32_t flits, uint32_t tag);
uint32_t plan_calculate(plan_t *p, uint32_t node, uint32_t cycles);

// A send and its receive, of a node's block in a collective (the tag); returns the receive. `source`
// is the receive that brought the block to `from`, which is then required, or kPlanNone for its own.
uint32_t plan_pass_block(plan_t *p, uint32_t from, uint32_t to, uint32_t flits, uint32_t block,
                         uint32_t source);

// `operation` starts after `requires` is complete; both are of one node.
void plan_require(plan_t *p, uint32_t operation, uint32_t requires);

// Matches sends and receives by (source, destination, tag), the k-th with the k-th; refuses what is
// left over, unequal sizes, and requirements that close to a cycle, and sets `fault`.
bool plan_finish(plan_t *p, noc_error_t *error);

// How many operations each requires, of a finished plan.
void plan_count_required(const plan_t *p, uint32_t *count);

// Flits of the longest message, at least 1.
unsigned plan_longest(const plan_t *p);

// GOAL text. Sizes are bytes: a flit is flit_bits / 8 of them. False when writing fails.
bool plan_write_goal(const plan_t *p, unsigned flit_bits, FILE *out);
// A finished plan from a file; errors name file, line and column. Sizes are rounded up to whole
// flits. The file is read once, from beginning to end, so it may be a pipe.
plan_t *plan_read_goal(const char *file, unsigned flit_bits, uint32_t nodes, noc_error_t *error);
// The same from an open stream; `file` stands for it in messages.
plan_t *plan_read_stream(FILE *in, const char *file, unsigned flit_bits, uint32_t nodes,
                         noc_error_t *error);

#ifdef __cplusplus
}
#endif

#endif
