// external -- the messages that a program sends while the workload runs, cut into packets, and the
// deliveries that it has not taken yet: workload_send() and workload_delivered() of workload.h.
//
// A message keeps its place from the call until its delivery is taken, then the next one gets it:
// memory is that of the messages that are there at a time.

#ifndef NOC_EXTERNAL_H
#define NOC_EXTERNAL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "setup/scenario.h"
#include "workload/source.h"

typedef struct external external_t;

// No message is created in this cycle or later, and no run comes behind it: sums of cycles fit.
static const uint64_t kExternalEnd = UINT64_C(1) << 63;

// Flits of the longest packet.
unsigned external_packet_flits(const scenario_t *s);

// `active` has a bit a node, set when its queue fills.
external_t *external_create(const scenario_t *s, uint64_t *active, noc_error_t *error);

// Frees it when it is freed.
source_t external_source(external_t *e);
// Messages name their virtual networks: the hosts spread none.
bool external_names_networks(const external_t *e);

bool external_send(external_t *e, const workload_message_t *message, uint64_t now,
                   noc_error_t *error);
// The messages of a node whose last packet has not left the queue.
uint32_t external_waiting(const external_t *e, uint32_t node);
bool external_delivered(external_t *e, workload_delivery_t *delivery);
// One was delivered in this cycle.
bool external_delivers(const external_t *e, uint64_t cycle);

#endif
