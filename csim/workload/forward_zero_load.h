// forward_zero_load -- what interfaces that forward take on an idle network, in closed form: the
// cycles of docs/microarchitecture.md, section 16, with those of docs/timing.md between interfaces.
// Credits that a copy's successor waits for are left out, as is contention.

#ifndef NOC_FORWARD_ZERO_LOAD_H
#define NOC_FORWARD_ZERO_LOAD_H

#include <stdbool.h>
#include <stdint.h>

#include "network/zero_load.h"
#include "plan/plan.h"
#include "workload/route_hops.h"

typedef struct {
  zero_load_t network;
  route_hops_t *hops;
  unsigned receive, send;  // t_nr and t_ns
} forward_times_t;

// Cycles from the one in which the host of a node that passes a packet on takes it, of so many
// flits, to the start of its first copy; the same at the source, from the packet's first beat. The
// next copies follow every forward_gap() cycles.
static inline uint64_t forward_gap(const forward_times_t *t, unsigned flits) {
  return flits > t->send ? flits : t->send;
}
static inline uint64_t forward_delay(const forward_times_t *t) {
  const unsigned receive = t->receive > 0 ? t->receive : 1;
  const unsigned send = t->send > 0 ? t->send : 1;
  return (uint64_t)receive + 1 + send;
}
static inline uint64_t forward_delay_of_source(const forward_times_t *t, unsigned flits) {
  return (uint64_t)flits + 1 + (t->send > 0 ? t->send : 1);
}

// A message of several packets: the cycles in which the destinations take the last flits of all of
// them, by first packet first served. begin[packet]: cycles from which the source's host could hand
// each over; the first waits for the tables of the tree to be written besides.
typedef struct {
  uint32_t packets;
  unsigned flits, last_flits;  // of all but the last, and of that
  const uint64_t *begin;
} forward_message_t;

// taken[copy * packets + packet], copies in the plan's order. False when memory is short.
bool forward_zero_load(const forward_times_t *t, const plan_t *plan, uint32_t multicast,
                       const forward_message_t *m, uint64_t *taken);

#endif
