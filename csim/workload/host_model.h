// host_model -- what software, I/O bus and the handlers of the interface cost a message:
// docs/host.md. It stands between the source queues and the beats, and between the last beat of a
// packet and what waits for its message.
//
// A node has four resources, each of which serves one packet or message at a time. When one is
// through is an event, of all nodes in one heap:
// a few a node at most. Nothing is done for a node without one.

#ifndef NOC_HOST_MODEL_H
#define NOC_HOST_MODEL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "network/network.h"
#include "setup/scenario.h"
#include "workload/source.h"

typedef struct host_model host_model_t;

// Serves the hosts of a network that are in this process.
host_model_t *host_model_create(const host_costs_t *costs, const network_t *n, noc_error_t *error);
void host_model_free(host_model_t *m);
void host_model_checkpoint(host_model_t *m, checkpoint_t *c);

// The next functions are for the workload's model; each is false when memory is short or a check
// has failed.
//
// Serves the resources that are through in this cycle, and what has arrived in it; called once a
// cycle, after the deliveries and when the source queues have got what this cycle's clock brings.
bool host_model_cycle(workload_t *w, uint64_t now, noc_error_t *error);
// Begins what a node can begin now: what its source queue has got.
bool host_model_advance(workload_t *w, uint32_t node, uint64_t now, noc_error_t *error);
// Takes a packet whose last beat has been taken.
bool host_model_arrived(workload_t *w, const arrival_t *arrival, uint64_t now, noc_error_t *error);

// The packet that the send handler of a node has ready; false if there is none. host_model_handed()
// says that its beats begin.
bool host_model_ready(const workload_t *w, uint32_t node, front_t *front);
void host_model_handed(workload_t *w, uint32_t node, uint64_t now);

// Some resource is at work, or has a packet ready.
bool host_model_busy(const host_model_t *m);
// Cycle of the next event; UINT64_MAX if there is none.
uint64_t host_model_next(const host_model_t *m);
// The cycles that a packet costs before its first beat, on an idle node. `handled`: by its
// interface, as the carrier says.
uint64_t host_model_sending(const host_model_t *m, unsigned flits, bool handled);
// The oldest message of a node that has left its source queue, but not its host; false: none.
bool host_model_oldest(const host_model_t *m, uint32_t node, front_t *front);
// Sums the packets that were created in the cycles from .. to-1 and have left their source queue,
// but not their host: those of one stream of the classes, or of any.
enum { HOST_ANY_STREAM = UINT32_MAX };
traffic_sum_t host_model_queued(const host_model_t *m, uint32_t stream, uint64_t from, uint64_t to);

#endif
