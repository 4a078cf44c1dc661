// problem -- a collective to be scheduled in steps, as docs/schedule.md states it: which nodes send
// and receive, and what a step has room for.
//
// A step is a set of messages that share nothing: a message takes a way in at its source, links,
// and a way out at its destination. Links from one router to another are one channel with as many
// places as there are links; a node has `ports` places to inject by and as many to eject by.

#ifndef NOC_SCHEDULE_PROBLEM_H
#define NOC_SCHEDULE_PROBLEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/node_set.h"
#include "topology/topology.h"

enum {
  SCHEDULE_ROUTERS = 1024,   // most of a network
  SCHEDULE_NODES = 1024,     // and nodes
  SCHEDULE_PORTS = 16,       // of a node
  SCHEDULE_DETOUR = 16,      // hops above the fewest
  SCHEDULE_STEPS = 1 << 20,  // of a schedule
  SCHEDULE_NONE = 0x7fffffff
};

// Broadcast: each node of `from` has one message, for all other nodes of `to`, and who holds it may
// pass it on: its origin, and nodes of `to` that got it in an earlier step. Scatter: a message of
// its own for each pair.
typedef enum { SCHEDULE_BROADCAST, SCHEDULE_SCATTER } schedule_kind_t;

typedef struct {
  uint32_t from, to;  // routers
  uint32_t links;     // at least 1
} schedule_channel_t;

typedef struct {
  const topology_t *topology;  // outlives this
  schedule_kind_t kind;
  node_set_t from, to;
  unsigned ports;   // messages that a node may send in a step, and as many that it may take
  unsigned detour;  // hops that a path may have above the fewest
  // The rest follows from the topology.
  schedule_channel_t *channel;  // in the order of `from`, then `to`
  uint32_t channels;
  uint32_t *first;     // [routers + 1]: channels first[r] to first[r + 1] - 1 leave router r
  uint16_t *distance;  // [from * routers + to], in hops
  uint32_t *enters;    // [node]: the router where its packets enter
  uint32_t *leaves;    // [node]: and leave
  uint64_t messages;   // to be delivered: pairs of a node of `from` and another of `to`
} schedule_problem_t;

// From the words of a command: a collective (broadcast, multicast, scatter, gather, allgather or
// alltoall) and two sets, NULL for the default. On error returns false; *key is the option at fault
// ("from") if the text is "there is ...; there must be ...".
bool schedule_problem_create(const topology_t *t, const char *collective, const char *from,
                             const char *to, unsigned ports, unsigned detour, schedule_problem_t *p,
                             const char **key, noc_error_t *error);
// From two sets, which are copied. They may leave no message. NOC_BAD_INPUT for a larger network.
bool schedule_problem_of(const topology_t *t, schedule_kind_t kind, const node_set_t *from,
                         const node_set_t *to, schedule_problem_t *p, noc_error_t *error);
void schedule_problem_free(schedule_problem_t *p);

// The collectives that can be scheduled; NULL behind the last.
const char *schedule_collective(size_t i);

// The channel from one router to another; p->channels if there is none.
uint32_t schedule_channel(const schedule_problem_t *p, uint32_t from, uint32_t to);

static inline unsigned schedule_distance(const schedule_problem_t *p, uint32_t from, uint32_t to) {
  return p->distance[(size_t)from * p->topology->routers + to];
}

// The fewest hops of a message between two nodes.
static inline unsigned schedule_hops(const schedule_problem_t *p, uint32_t from, uint32_t to) {
  return schedule_distance(p, p->enters[from], p->leaves[to]);
}

// --- schedules -----------------------------------------------------------------------------------

// A message of a step. Its path is the routers that it visits, path[first] to path[first + routers
// - 1] of the schedule.
typedef struct {
  uint32_t step;
  uint32_t from, to;  // nodes
  uint32_t origin;    // whose message it is; `from` in a scatter
  uint32_t first, routers;
} schedule_move_t;

typedef struct {
  uint32_t steps;
  schedule_move_t *move;  // by step, then by source and destination
  uint32_t moves, moves_room;
  uint32_t *path;
  uint32_t path_length, path_room;
} schedule_t;

// Adds a message; `path` has `routers` routers. False when memory is short.
bool schedule_add(schedule_t *s, const schedule_move_t *move, const uint32_t *path);
// Puts the messages in order.
void schedule_sort(schedule_t *s);
void schedule_free(schedule_t *s);

#endif
