// answers -- the packets that wait at nodes to answer what they have received: a queue a node,
// first in, first out, without a bound.

#ifndef NOC_ANSWERS_H
#define NOC_ANSWERS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "workload/traffic.h"

typedef struct {
  uint64_t created;
  uint64_t key;          // of its data
  uint32_t destination;  // node
  uint16_t flits;
  uint32_t next;  // in the queue, or among the free entries
} answer_t;

// Zero: no queues.
typedef struct {
  uint32_t nodes;
  uint32_t *head, *tail;  // [node]: entries
  answer_t *entry;        // [room]
  uint32_t room;
  uint32_t unused;  // the first free entry
} answers_t;

bool answers_create(answers_t *a, uint32_t nodes, noc_error_t *error);
void answers_free(answers_t *a);

// False when memory is short.
bool answers_push(answers_t *a, uint32_t node, const answer_t *answer);
// The first of a node, NULL if there is none. Valid until the next answers_push().
const answer_t *answers_front(const answers_t *a, uint32_t node);
void answers_pop(answers_t *a, uint32_t node);

// Sums what was created in the cycles from .. to-1 and still waits.
traffic_sum_t answers_queued(const answers_t *a, uint64_t from, uint64_t to);

#endif
