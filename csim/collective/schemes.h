// schemes -- what the files of the schemes share. A file a scheme: scheme.h.
//
// A compile function adds sends and receives for all of `from` and `to`; a plan remembers a
// shortage of memory. A messages function says how many sends those are.

#ifndef NOC_SCHEMES_H
#define NOC_SCHEMES_H

#include "collective/scheme.h"

// A message for each pair of different nodes, one of `from` and one of `to`.
double unicast_messages(const participants_t *p);

// Every node of `from` sends its block to all others of `to` by one multicast.
void multicast_copy(plan_t *plan, const participants_t *p, const scheme_t *scheme);

// Every node of a torus, ring or hypercube of one node a router takes part.
bool on_whole_torus(const participants_t *p, const char *scheme, noc_error_t *error);

// The tag of the block for a pair, the i-th node of `from` and the j-th of `to`.
static inline uint32_t pair_tag(const participants_t *p, uint32_t i, uint32_t j) {
  return i * p->to.count + j;
}

// The data of a receive is combined with that of `with`, a receive of the same node: itself or one
// before. A send whose source is `with` sends what has been combined.
static inline void plan_combine(plan_t *plan, uint32_t receive, uint32_t with) {
  if (!plan->short_of_memory) {
    plan->op[receive].source = with;
  }
}

// The data of a receive is combined with what `with`, a combined receive of the same node, has when
// it is complete. That stays as it is: sends of it may be on their way.
static inline void plan_combine_apart(plan_t *plan, uint32_t receive, uint32_t with) {
  if (!plan->short_of_memory) {
    plan->op[receive].source = with;
    plan->op[receive].apart = true;
    plan_require(plan, receive, with);
  }
}

// An array of kPlanNone for receives; NULL, and the plan is short of memory.
uint32_t *receives_create(plan_t *plan, uint32_t count);

#endif
