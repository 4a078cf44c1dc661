// watch -- follows every packet of a run through the network, by what pins and registers show after
// each cycle: a third party that asks nothing of routers and interfaces, and costs a run nothing
// where it is not there. It gives rows to its sinks as packets and hops end.
//
//   watch_t *w = watch_create(network, plan, &config, &error);
//   while (...) { network_step(network); watch_cycle(w, workload); }
//   watch_finish(w);                                  // rows of what is still under way
//   watch_free(w);
//
// A packet is known by the way its head takes: what leaves a router on a VC is what comes in at the
// other end, in that order; source and message number in the head must agree. Where they do not
// (RTL that loses packets) the watch ends and says in which cycle.

#ifndef NOCSTEP_WATCH_H
#define NOCSTEP_WATCH_H

#include "base/error.h"
#include "network/network.h"
#include "packets/packets.h"
#include "plan/plan.h"
#include "workload/workload.h"

enum { WATCH_SINKS = 4 };

typedef struct {
  uint64_t from, to;  // packets that enter the network in these cycles have rows
  packet_sink_t sink[WATCH_SINKS];
  size_t sinks;
  const char *option;  // that asks for it, for errors; NULL: --events
} watch_config_t;

typedef struct watch watch_t;

// Whether all routers can be looked into; else NOC_BAD_INPUT, with the option that asks for it (as
// above). For those that make files first.
bool watch_possible(const network_t *n, const char *option, noc_error_t *error);

// Before the first cycle; network and plan (NULL: none) outlive it. NOC_BAD_INPUT where
// routers cannot be looked into.
watch_t *watch_create(network_t *n, const plan_t *plan, const watch_config_t *config,
                      noc_error_t *error);
void watch_free(watch_t *w);

// After each network_step(). False: a sink has failed, or memory is short (watch_no_memory()).
bool watch_cycle(watch_t *w, const workload_t *workload);
// Writes what is under way, in no cycle.
bool watch_finish(watch_t *w);
bool watch_no_memory(const watch_t *w);
// The cycle in which a head was not what should have come; kNever.
uint64_t watch_lost(const watch_t *w);

#endif
