// host_peers -- the hosts of a network whose parts are in several processes (network/split.h), each
// with the hosts of its own nodes, its part of the scoreboard and of what is counted.
//
// They are a part of the hosts as those of a thread are (host_shards.h), and what holds there holds
// here. Beside it, with the messages of a window:
//
//   a packet on its way   is known where its source is. When its head enters the network, the
//                         process of its destination gets a copy, a guest, before it arrives: by
//                         the processes between, no slower than the packet
//   its delivery          closes it at the source: if its process is near and a window ends as the
//                         interface shows the tail, in the next cycle, in which the host takes it,
//                         before the source sends. Where it comes later, it is in time for who
//                         needs it
//   a plan                is there whole; its operations are carried out where their nodes are.
//                         The words that a message must carry of what is combined go with the
//                         guest (engine.h)
//   whether anything      is on its way, or waits to be sent, how much of a plan is done, and when
//                         something moved last: all know the sums when all meet, and decide alike
//   a fault               ends the run in all, when all have met behind it
//   what is decided       in each cycle from what all have, such as the age of the oldest packet,
//   in each cycle         or from what a source knows then of deliveries, such as numbers where
//                         hosts refuse: then all meet in each cycle

#ifndef NOC_HOST_PEERS_H
#define NOC_HOST_PEERS_H

#include "workload/host_shards.h"

typedef struct host_peers host_peers_t;

// A workload whose hosts can be apart so: traffic, a trace whose hosts take no time, multicasts, or
// a plan that can be shared out (engine_can_part()). Others need a mirror. `plan` is that of a
// workload that has one.
bool host_peers_can(const scenario_t *s, const plan_t *plan);

// Where the network is split without a mirror; before hosts_shard().
bool host_peers_create(workload_t *w, const scenario_t *s, noc_error_t *error);
void host_peers_free(host_peers_t *h);

// The head of a packet of our node has entered the network.
void host_peers_entered(workload_t *w, uint32_t node, const flight_t *flight);
// Before the hosts of our nodes take anything: packets that are taken in this cycle elsewhere.
// False if data combined here, which they were the last to pass on, is no right result.
bool host_peers_close(workload_t *w, noc_error_t *error);
// The rest of that, which comes behind what hosts here have taken.
void host_peers_tell_behind(workload_t *w);
// Hosts here have found a fault, of which the others are told with the messages of this cycle.
void host_peers_fail(workload_t *w, const noc_error_t *error);
// After a cycle: false with the first fault that has been found, when all have met since.
bool host_peers_agree(workload_t *w, noc_error_t *error);
// The run is over: brings together what only the source has counted, and steps of a schedule, the
// first time. Before these are verified, too.
void host_peers_gather(const workload_t *w);
// Between what hosts take and what they send, of a plan with sequential steps: all pass the
// barriers that are reached.
void host_peers_pass_barriers(workload_t *w);
// Brings all that is counted to rank 0, and the oldest packet: workload_settle().
void host_peers_settle(workload_t *w);

// workload_meet().
void host_peers_meet(const workload_t *w, uint64_t next, bool may_end);

// Sums over the others, when all last met.
typedef struct {
  uint64_t flying, active, last_progress;
  uint64_t pressed;  // how many need to know at once what has been taken
  uint64_t end;      // cycle: nothing ends before
  uint64_t next;     // the next cycle in which a source may do something by itself
  uint64_t busy;     // how many have hosts that work
  uint64_t tails;    // that hosts take in the next cycle
  uint64_t left;     // operations that are not complete of a sequential step
  uint64_t queued;   // how many have packets that will go, where some of a network never arrive
  ages_t ages;       // where somebody asks for them in the midst of a run
  source_counts_t source;
  uint64_t network_flying[SHAPE_MAX_VCS], network_progress[SHAPE_MAX_VCS];
} host_peers_sum_t;
const host_peers_sum_t *host_peers_others(const workload_t *w);

// The candidate of this process for the oldest packet, and what is known of it here: turned into
// that of all.
typedef struct {
  uint64_t created;
  uint32_t found, in_flight, waiting, entered;
  uint32_t source, message, destination, rank;
} host_peers_oldest_t;
void host_peers_find_oldest(const workload_t *w, host_peers_oldest_t *oldest);
// The ages of packets that have been delivered anywhere, where all meet in each cycle; without
// others, those here.
ages_t host_peers_ages(const workload_t *w);
// The packet on its way here that has stayed longest, which was found if there is one: turned into
// that of all.
typedef struct {
  uint64_t found, stay;
  uint32_t source, destination;
} host_peers_stay_t;
void host_peers_find_stay(const workload_t *w, host_peers_stay_t *longest);
// The messages and receives that wait in a plan which has stalled here: turned into those of all.
void host_peers_find_stalled(const workload_t *w, engine_stalled_t *stalled);
// Results of XOR units that are missing here, and where the first is: turned into those of all.
typedef struct {
  uint32_t count, node, slot;
} host_peers_missing_t;
void host_peers_find_missing(const workload_t *w, host_peers_missing_t *missing);
// One of the processes says yes.
bool host_peers_any(const workload_t *w, bool here);

#endif
