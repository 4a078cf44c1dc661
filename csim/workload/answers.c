// answers -- see answers.h.

#include "workload/answers.h"

#include <stdlib.h>

#include "base/memory.h"

static const uint32_t kNone = UINT32_MAX;

bool answers_create(answers_t *a, uint32_t nodes, noc_error_t *error) {
  *a = (answers_t){.nodes = nodes, .unused = kNone};
  a->head = malloc(nodes * sizeof *a->head);
  a->tail = malloc(nodes * sizeof *a->tail);
  if (a->head == NULL || a->tail == NULL) {
    return memory_fail(error, "the answers");
  }
  for (uint32_t node = 0; node < nodes; node++) {
    a->head[node] = kNone;
  }
  return true;
}

void answers_free(answers_t *a) {
  free(a->head);
  free(a->tail);
  free(a->entry);
  *a = (answers_t){0};
}

// Twice the entries.
static bool grow(answers_t *a) {
  const uint32_t room = a->room > 0 ? 2 * a->room : 256;
  answer_t *entry = room < kNone / 2 ? realloc(a->entry, room * sizeof *entry) : NULL;
  if (entry == NULL) {
    return false;
  }
  a->entry = entry;
  for (; a->room < room; a->room++) {
    entry[a->room].next = a->unused;
    a->unused = a->room;
  }
  return true;
}

bool answers_push(answers_t *a, uint32_t node, const answer_t *answer) {
  if (a->unused == kNone && !grow(a)) {
    return false;
  }
  const uint32_t i = a->unused;
  a->unused = a->entry[i].next;
  a->entry[i] = *answer;
  a->entry[i].next = kNone;
  if (a->head[node] == kNone) {
    a->head[node] = i;
  } else {
    a->entry[a->tail[node]].next = i;
  }
  a->tail[node] = i;
  return true;
}

const answer_t *answers_front(const answers_t *a, uint32_t node) {
  return a->nodes == 0 || a->head[node] == kNone ? NULL : &a->entry[a->head[node]];
}

void answers_pop(answers_t *a, uint32_t node) {
  const uint32_t i = a->head[node];
  a->head[node] = a->entry[i].next;
  a->entry[i].next = a->unused;
  a->unused = i;
}

traffic_sum_t answers_queued(const answers_t *a, uint64_t from, uint64_t to) {
  traffic_sum_t sum = {0, 0};
  for (uint32_t node = 0; node < a->nodes; node++) {
    for (uint32_t i = a->head[node]; i != kNone; i = a->entry[i].next) {
      if (a->entry[i].created >= from && a->entry[i].created < to) {
        sum.packets++;
        sum.flits += a->entry[i].flits;
      }
    }
  }
  return sum;
}
