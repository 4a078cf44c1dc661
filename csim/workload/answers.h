// answers -- the packets that wait at nodes to answer what they have received: a queue a node,
// first in, first out, without a bound.

#ifndef NOC_ANSWERS_H
#define NOC_ANSWERS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/checkpoint.h"
#include "base/error.h"
#include "workload/traffic.h"

typedef struct {
  uint64_t created;
  uint64_t key;          // of its data
  uint32_t destination;  // node
  uint16_t flits;
} answer_t;

// A ring that grows.
typedef struct {
  answer_t *entry;  // [room]
  uint32_t room;    // a power of two, or 0
  uint32_t first, count;
} answer_queue_t;

// Zero: no queues. A node's queue shares nothing with those of others, so that different threads
// may ask for different nodes.
typedef struct {
  uint32_t nodes;
  answer_queue_t *queue;  // [node]
} answers_t;

bool answers_create(answers_t *a, uint32_t nodes, noc_error_t *error);
void answers_free(answers_t *a);
void answers_checkpoint(answers_t *a, checkpoint_t *c);

// False when memory is short.
bool answers_push(answers_t *a, uint32_t node, const answer_t *answer);
// The first of a node, NULL if there is none. Valid until the next answers_push() for it.
const answer_t *answers_front(const answers_t *a, uint32_t node);
void answers_pop(answers_t *a, uint32_t node);

// Sums what was created in the cycles from .. to-1 and still waits.
traffic_sum_t answers_queued(const answers_t *a, uint64_t from, uint64_t to);

#endif
