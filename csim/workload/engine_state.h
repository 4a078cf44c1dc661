// engine_state -- what an engine is made of; shared by engine.c (progress), engine_create.c,
// engine_data.c (data that is passed on or combined), engine_queue.c (sends that are ready) and
// engine_peers.c (nodes of other processes), private to them.

#ifndef NOC_ENGINE_STATE_H
#define NOC_ENGINE_STATE_H

#include "workload/engine.h"

typedef struct slab {
  struct slab *next;
  uint64_t unused;
} slab_t;

typedef struct {
  union {
    uint64_t time;   // a send: cycle in which it was ready; a computation: of its next event
    uint64_t *data;  // a receive: its data, while somebody uses it
  };
  union {
    uint32_t waits;  // until it starts: requirements (most receives: and the message) missing
    uint32_t next;   // then: the next in a list
  };
  // A receive or an item: sends that still pass its data on, joins that still need it, and receives
  // that are still combined with it. A computation: 1 while it waits for its processor.
  uint32_t uses;
} op_state_t;

typedef struct {
  uint32_t head, tail;
} list_t;

// Packets of a message that are not with the interface yet, and that have not arrived.
typedef struct {
  uint32_t unsent, missing;
} parts_t;

// A step of the plan.
typedef struct {
  engine_step_t time;
  uint32_t left;  // operations that are not complete
} step_state_t;

struct engine {
  engine_config_t config;
  const plan_coding_t *coding;       // of the plan
  op_state_t *state;                 // [ops]
  unsigned queues;                   // of sends, a node
  uint32_t *head, *tail;             // [node * queues]
  uint32_t worklist;                 // operations that complete now
  list_t startlist;                  // operations that start now and have more to do for it
  list_t *posted;                    // [node]: late receives; NULL if there are none in the plan
  list_t *unexpected;                // [node]: messages (their sends) that have arrived before
  parts_t *parts;                    // [ops]; NULL if all messages go in one packet
  uint32_t *handed;                  // [node * queues]: flits of its first send already popped
  step_state_t *step;                // [steps of the plan]; NULL if it has none
  unsigned passed;                   // sequential steps: the one under way
  uint32_t long_send, long_receive;  // matched though the message is longer; or kPlanNone
  unsigned cpus;                     // of a node
  uint64_t *busy;                    // [node * cpus]: cycle in which its last computation ends
  uint32_t *timer;                   // heap of computations under way, by the time
  uint32_t timers;
  uint32_t released;  // of the plan's releases
  uint32_t complete;
  bool started;
  bool short_of_memory;
  noc_error_t wrong;           // a result that was combined apart; until it is told
  uint64_t checked, expected;  // messages
  engine_counts_t others;      // what other processes have done
  size_t buffer_words;
  uint64_t *free_buffer;  // each begins with the address of the next
  slab_t *slabs;
};

// The operations of a node are carried out here.
static inline bool engine_has_node(const engine_t *e, uint32_t node) {
  return node - e->config.first_node < e->config.end_node - e->config.first_node;
}

static inline bool engine_reduces(const engine_t *e) {
  return e->config.blocks != NULL && e->config.blocks->kind == BLOCK_REDUCED;
}

static inline uint32_t engine_packets(const engine_t *e, uint32_t op) {
  const uint32_t flits = e->config.plan->op[op].size;
  return plan_packets(flits, e->config.packet_flits);
}

// The queue of a send.
static inline size_t engine_queue(const engine_t *e, uint32_t op) {
  const plan_t *p = e->config.plan;
  const unsigned queue = p->step[op] != PLAN_NO_STEP ? p->step[op] : 0;
  return (size_t)p->op[op].node * e->queues + queue;
}

static inline bool engine_waits_for_barrier(const plan_t *p, uint32_t op) {
  return p->op[op].kind == PLAN_SEND && p->step[op] > 0 && p->step[op] != PLAN_NO_STEP;
}

// Counts a complete operation of its step.
static inline void engine_step_completes(engine_t *e, uint32_t op, uint64_t now) {
  const unsigned step = e->config.plan->step[op];
  if (step != PLAN_NO_STEP) {
    e->step[step].left--;
    e->step[step].time.end = now;
  }
}

// Buffers of a slab, which are free when it is added; false when memory is short.
size_t engine_slab_buffers(const engine_t *e);
bool engine_add_slab(engine_t *e);
void engine_free_slabs(engine_t *e);

// A send leaves its queue; called for those that others wait for.
void engine_started(engine_t *e, uint32_t op, uint64_t now);

// Counts a message of an operation: what it needs may be complete.
void engine_count_down(engine_t *e, uint32_t op, uint64_t now);

// The host keeps the data of the item, if it is sent.
bool engine_hosts(const engine_t *e, uint32_t item);
// The key of the packet of a send that begins with flit `first`.
uint64_t engine_packet_key(const engine_t *e, uint32_t send, uint32_t first);
// Counts a use of each operation whose data this one uses.
void engine_count_uses(engine_t *e, uint32_t op);
// The parts of a join are there.
void engine_join(engine_t *e, uint32_t join);
// A node has the right data of an item, or of a receive.
void engine_found(engine_t *e, uint32_t node, uint32_t item);

// One use of what a receive has brought is over; the last one gives the buffer back.
void engine_release(engine_t *e, uint32_t receive);

// The message of a receive that is combined apart is there, and what it is combined with.
void engine_combine_apart(engine_t *e, uint32_t receive, uint64_t now);

// One use of combined data is over. After the last, what is no part but a result is checked.
bool engine_release_combined(engine_t *e, uint32_t receive, bool is_result, uint64_t now,
                             noc_error_t *error);

// A buffer of buffer_words; NULL when memory is short.
uint64_t *engine_take_buffer(engine_t *e);

// A message of a reduction has arrived.
bool engine_reduced(engine_t *e, uint32_t send, uint64_t now, noc_error_t *error);

#endif
