// engine_state -- what an engine is made of; shared by engine.c (progress), engine_create.c and
// engine_data.c (data that is passed on or combined), private to them.

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
  // A receive: sends that still pass its data on, and receives that are still combined with it. A
  // computation: 1 while it waits for its processor.
  uint32_t uses;
} op_state_t;

typedef struct {
  uint32_t head, tail;
} list_t;

// Packets of a message that are not with the interface yet, and that have not arrived.
typedef struct {
  uint32_t unsent, missing;
} parts_t;

struct engine {
  engine_config_t config;
  op_state_t *state;                 // [ops]
  uint32_t *head, *tail;             // [node]: queue of sends
  uint32_t worklist;                 // operations that complete now
  list_t startlist;                  // operations that start now and have more to do for it
  list_t *posted;                    // [node]: late receives; NULL if there are none in the plan
  list_t *unexpected;                // [node]: messages (their sends) that have arrived before
  parts_t *parts;                    // [ops]; NULL if all messages go in one packet
  uint32_t *handed;                  // [node]: flits of its first send already popped
  uint32_t long_send, long_receive;  // matched though the message is longer; or kPlanNone
  unsigned cpus;                     // of a node
  uint64_t *busy;                    // [node * cpus]: cycle in which its last computation ends
  uint32_t *timer;                   // heap of computations under way, by the time
  uint32_t timers;
  uint32_t complete;
  bool started;
  uint64_t checked, expected;  // messages
  size_t buffer_words;
  uint64_t *free_buffer;  // each begins with the address of the next
  slab_t *slabs;
};

static inline bool engine_reduces(const engine_t *e) {
  return e->config.blocks != NULL && e->config.blocks->kind == BLOCK_REDUCED;
}

static inline uint32_t engine_packets(const engine_t *e, uint32_t op) {
  const uint32_t flits = e->config.plan->op[op].size;
  return flits / e->config.packet_flits + (flits % e->config.packet_flits != 0);
}

// One use of what a receive has brought is over; the last one gives the buffer back.
void engine_release(engine_t *e, uint32_t receive);

// A message of a reduction has arrived.
bool engine_reduced(engine_t *e, uint32_t send, uint64_t now, noc_error_t *error);

#endif
