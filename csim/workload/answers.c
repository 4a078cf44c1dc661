// answers -- see answers.h.

#include "workload/answers.h"

#include <stdlib.h>

#include "base/memory.h"

enum { FIRST_ROOM = 4, ROOM_MAX = 1 << 30 };

bool answers_create(answers_t *a, uint32_t nodes, noc_error_t *error) {
  *a = (answers_t){.nodes = nodes, .queue = calloc(nodes, sizeof *a->queue)};
  return a->queue != NULL || memory_fail(error, "the answers");
}

void answers_free(answers_t *a) {
  for (uint32_t node = 0; a->queue != NULL && node < a->nodes; node++) {
    free(a->queue[node].entry);
  }
  free(a->queue);
  *a = (answers_t){0};
}

static uint32_t place(const answer_queue_t *q, uint32_t behind_first) {
  return (q->first + behind_first) & (q->room - 1);
}

// Twice the entries, from the first on.
static bool grow(answer_queue_t *q) {
  const uint32_t room = q->room > 0 ? 2 * q->room : FIRST_ROOM;
  answer_t *entry = room <= ROOM_MAX ? malloc(room * sizeof *entry) : NULL;
  if (entry == NULL) {
    return false;
  }
  for (uint32_t i = 0; i < q->count; i++) {
    entry[i] = q->entry[place(q, i)];
  }
  free(q->entry);
  q->entry = entry;
  q->room = room;
  q->first = 0;
  return true;
}

bool answers_push(answers_t *a, uint32_t node, const answer_t *answer) {
  answer_queue_t *q = &a->queue[node];
  if (q->count == q->room && !grow(q)) {
    return false;
  }
  q->entry[place(q, q->count)] = *answer;
  q->count++;
  return true;
}

const answer_t *answers_front(const answers_t *a, uint32_t node) {
  const answer_queue_t *q = a->nodes != 0 ? &a->queue[node] : NULL;
  return q == NULL || q->count == 0 ? NULL : &q->entry[q->first];
}

void answers_pop(answers_t *a, uint32_t node) {
  answer_queue_t *q = &a->queue[node];
  q->first = place(q, 1);
  q->count--;
}

traffic_sum_t answers_queued(const answers_t *a, uint64_t from, uint64_t to) {
  traffic_sum_t sum = {0, 0};
  for (uint32_t node = 0; node < a->nodes; node++) {
    const answer_queue_t *q = &a->queue[node];
    for (uint32_t i = 0; i < q->count; i++) {
      const answer_t *answer = &q->entry[place(q, i)];
      if (answer->created >= from && answer->created < to) {
        sum.packets++;
        sum.flits += answer->flits;
      }
    }
  }
  return sum;
}

// The rings are written from their first entry on, and begin there when they are read.
void answers_checkpoint(answers_t *a, checkpoint_t *c) {
  size_t entries = 0;
  checkpoint_begin(c, "q->count", a->nodes, sizeof(uint32_t));
  for (uint32_t node = 0; node < a->nodes; node++) {
    answer_queue_t *q = &a->queue[node];
    uint32_t count = q->count;
    checkpoint_piece(c, &count, 1);
    if (checkpoint_reads(c)) {
      q->first = q->count = 0;
      while (q->room < count && grow(q)) {
      }
      q->count = count < q->room ? count : q->room;
    }
    if (q->count < count) {
      checkpoint_no_memory(c, "the answers");
    }
    entries += q->count;
  }
  checkpoint_begin(c, "q->entry", entries, sizeof(answer_t));
  for (uint32_t node = 0; node < a->nodes; node++) {
    answer_queue_t *q = &a->queue[node];
    for (uint32_t i = 0; i < q->count; i++) {
      checkpoint_piece(c, &q->entry[place(q, i)], 1);
    }
  }
}
