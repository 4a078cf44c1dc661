// coder -- what the hosts have to do with the XOR units of their interfaces, for a plan with
// exclusive ors: the commands that each gives, and what each slot is for.
// docs/microarchitecture.md, section 13.
//
// No slot is used twice, so a host gives all its commands in the beginning, one a cycle, and they
// depend on nothing. A packet that comes before its slot is open waits and holds back its virtual
// network; so slots are opened in the order in which packets can come for them, but operands before
// the exclusive ors that wait for them.

#ifndef NOC_CODER_H
#define NOC_CODER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "network/network.h"
#include "plan/plan.h"
#include "workload/engine.h"

// The events that have been seen of an exclusive or.
enum { CODER_MADE = 1, CODER_DELIVERED = 2 };

// The result that a unit hands over; they do not interleave.
typedef struct {
  uint64_t key;
  uint64_t *keep;  // where the host keeps it; or NULL
  uint32_t op;     // the exclusive or
  uint16_t taken;  // flits
  uint16_t flits;  // equal: none
} decoded_t;

typedef struct {
  const plan_t *plan;
  const plan_coding_t *coding;
  uint32_t first_node, end_node;  // nodes whose hosts are in this process
  uint32_t
      *command;  // [first[nodes]]: operations, node by node: a receive or block with a slot, an xor
  uint32_t *first;     // [nodes + 1]: of a node's commands
  uint32_t *next;      // [node]: that it gives next
  uint16_t *loaded;    // [node]: flits of it given, if it is a block
  uint64_t *active;    // [node / 64]: has commands to give
  uint32_t *base;      // [nodes + 1]: of a node's slots
  uint32_t *made_by;   // [base[nodes]]: the exclusive or of a slot, or kPlanNone
  uint8_t *seen;       // [base[nodes]]: of it
  decoded_t *decoded;  // [node]
  uint64_t flits;      // of all exclusive ors that are made
} coder_t;

// NULL with *error: no memory. `sequential`: the steps of the plan follow each other.
coder_t *coder_create(const plan_t *plan, const network_t *n, bool sequential, noc_error_t *error);
void coder_free(coder_t *c);
void coder_checkpoint(coder_t *coder, const engine_places_t *places, checkpoint_t *c);

// The exclusive or that is made in this slot of a node; kPlanNone if none is.
static inline uint32_t coder_made_by(const coder_t *c, uint32_t node, uint32_t slot) {
  return slot < c->base[node + 1] - c->base[node] ? c->made_by[c->base[node] + slot] : kPlanNone;
}
static inline uint8_t *coder_seen(const coder_t *c, uint32_t node, uint32_t slot) {
  return &c->seen[c->base[node] + slot];
}

// It is raw data that the unit hands to the host.
static inline bool coder_delivers(const coder_t *c, uint32_t op) {
  return c->coding->data[op].name_b == kPlanNone;
}
// The slot that a send's packet is in; 0: the host has the data.
static inline uint16_t coder_from(const coder_t *c, uint32_t send) {
  const uint32_t item = c->plan->op[send].source;
  const bool in_slot = item != kPlanNone && (c->plan->op[item].kind == PLAN_XOR ||
                                             c->coding->data[item].name_b != kPlanNone);
  return in_slot ? c->coding->data[item].slot : 0;
}
// The slot that its packet is for; 0: none.
static inline uint16_t coder_to(const coder_t *c, uint32_t send) {
  const uint32_t receive = c->plan->op[send].match;
  return receive != kPlanNone ? c->coding->data[receive].slot : 0;
}

#endif
