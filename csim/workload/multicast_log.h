// multicast_log -- which of the random multicasts are complete, and how long they took: from
// creation to the cycle in which the last destination has the whole message.

#ifndef NOC_MULTICAST_LOG_H
#define NOC_MULTICAST_LOG_H

#include <stdbool.h>
#include <stdint.h>

#include "base/peers.h"
#include "base/statistics.h"
#include "workload/multicasts.h"

typedef struct multicast_log {
  const multicasts_t *all;
  const plan_t *plan;
  uint64_t from, to;    // the measurement window, in cycles of creation
  uint64_t stop;        // none is created in this cycle or later; UINT64_MAX: not stopped
  uint32_t *missing;    // [all->count]: messages that have not arrived
  uint32_t completed;   // of all
  histogram_t latency;  // of those of the window
  batches_t batches;    // the same
  uint64_t idle;        // the sum over the same
  // Where the nodes are in several processes: the last arrival here of each, [all->count]; or NULL.
  // Which are complete is known when all have been gathered.
  uint64_t *last;
} multicast_log_t;

// False when memory is short. `part`: some of the nodes are in other processes.
bool multicast_log_create(multicast_log_t *l, const multicasts_t *all, const plan_t *plan,
                          uint64_t from, uint64_t to, bool part);
void multicast_log_free(multicast_log_t *l);
void multicast_log_checkpoint(multicast_log_t *l, checkpoint_t *c);

// A message has arrived whole, for this receive. False when memory is short.
bool multicast_log_arrived(multicast_log_t *l, uint32_t receive, uint64_t now);

// An exchange, once, when the run is over: what has arrived anywhere.
bool multicast_log_gather(multicast_log_t *l, peers_t *peers);
// Messages of all multicasts that are created before cycle `now`.
uint64_t multicast_log_messages(const multicast_log_t *l, uint64_t now);

// How many are created before cycle `now`, and how many of these in the window.
uint32_t multicast_log_created(const multicast_log_t *l, uint64_t now);
uint32_t multicast_log_window(const multicast_log_t *l, uint64_t now);

// Messages of those that are created in the cycles from .. to-1, and their flits in packets of up
// to so many: a worm's last packet has WORM_FLITS at least.
typedef struct {
  uint64_t packets, flits;
} multicast_sum_t;
multicast_sum_t multicast_log_sum(const multicast_log_t *l, uint64_t from, uint64_t to,
                                  unsigned packet_flits);

#endif
