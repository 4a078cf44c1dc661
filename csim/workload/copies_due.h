// copies_due -- the multicast packets on their way: which of their copies have not arrived yet.
//
// A flight of a multicast has the number of its worm instead of a destination. Entries are used
// again; they are allocated when more worms are under way than ever before.

#ifndef NOC_COPIES_DUE_H
#define NOC_COPIES_DUE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/checkpoint.h"
#include "plan/plan.h"

typedef struct {
  unsigned words;  // of a set
  uint32_t *left;  // [room]: copies that have not arrived; of a free entry, the next free one
  uint64_t *due;   // [room * words]: a bit for each of these copies, in the plan's order
  uint32_t room, unused;
} copies_due_t;

// Prepares for the multicasts of a plan; words is 0 if it has none.
void copies_due_create(copies_due_t *w, const plan_t *plan);
void copies_due_free(copies_due_t *w);
void copies_due_checkpoint(copies_due_t *w, checkpoint_t *c);

// Starts one with so many copies; false when memory is short.
bool copies_due_open(copies_due_t *w, uint32_t copies, uint32_t *worm);

static inline bool copies_due_due(const copies_due_t *w, uint32_t worm, uint32_t copy) {
  return (w->due[(size_t)worm * w->words + copy / 64] >> copy % 64 & 1) != 0;
}

// A copy that is due has arrived; true if it was the last, and the entry is free.
bool copies_due_arrived(copies_due_t *w, uint32_t worm, uint32_t copy);

#endif
