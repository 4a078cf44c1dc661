// schemes -- the functions behind the table of collectives, and what they share. A file a scheme.
//
// A compile function adds sends and receives for all of `from` and `to`; a plan remembers a
// shortage of memory. A messages function says how many sends those are.

#ifndef NOC_SCHEMES_H
#define NOC_SCHEMES_H

#include "collective/collectives.h"

// unicast.c: from every node of `from` straight to every node of `to`.
void unicast_copy(plan_t *plan, const participants_t *p);
void unicast_scatter(plan_t *plan, const participants_t *p);
void unicast_alltoall(plan_t *plan, const participants_t *p);
void unicast_reduce(plan_t *plan, const participants_t *p);
void unicast_barrier(plan_t *plan, const participants_t *p);
double unicast_messages(const participants_t *p);

// binomial.c: along the trees of tree.h.
void binomial_scatter(plan_t *plan, const participants_t *p);
void binomial_gather(plan_t *plan, const participants_t *p);
void binomial_alltoall(plan_t *plan, const participants_t *p);
void binomial_reduce(plan_t *plan, const participants_t *p);
void binomial_allreduce(plan_t *plan, const participants_t *p);
void binomial_barrier(plan_t *plan, const participants_t *p);
double binomial_copy_messages(const participants_t *p);
double binomial_scatter_messages(const participants_t *p);
double binomial_gather_messages(const participants_t *p);
double binomial_reduce_messages(const participants_t *p);
double binomial_allreduce_messages(const participants_t *p);
double binomial_barrier_messages(const participants_t *p);

// ring.c: every node to the next of the set.
void ring_allgather(plan_t *plan, const participants_t *p);
void ring_allreduce(plan_t *plan, const participants_t *p);
double ring_allreduce_messages(const participants_t *p);

// pairwise.c: in every step each node has one partner.
void pairwise_alltoall(plan_t *plan, const participants_t *p);

// coded.c: by groups, with network coding or without.
void coded_copy(plan_t *plan, const participants_t *p);
double coded_messages(const participants_t *p);
double coded_entries(const participants_t *p);  // of uint32_t, that coded_copy() needs for a while

// multicast_copy.c: one multicast a source.
void binomial_copy(plan_t *plan, const participants_t *p);
void tree_worm_copy(plan_t *plan, const participants_t *p);
void kbinomial_copy(plan_t *plan, const participants_t *p);
void path_worm_copy(plan_t *plan, const participants_t *p);

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

// An array of kPlanNone for receives; NULL, and the plan is short of memory.
uint32_t *receives_create(plan_t *plan, uint32_t count);

#endif
