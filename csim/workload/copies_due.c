// copies_due -- see copies_due.h.

#include "workload/copies_due.h"

#include <stdlib.h>
#include <string.h>

#include "network/network.h"

void copies_due_create(copies_due_t *w, const plan_t *plan) {
  uint32_t most = 0;
  *w = (copies_due_t){.unused = kPlanNone};
  for (uint32_t i = 0; i < plan->ops && plan->multicasts > 0; i++) {
    const plan_op_t *op = &plan->op[i];
    most = op->kind == PLAN_MULTICAST && op->peer > most ? op->peer : most;
  }
  w->words = (most + 63) / 64;
}

void copies_due_free(copies_due_t *w) {
  free(w->left);
  free(w->due);
  w->left = NULL;
  w->due = NULL;
  w->room = 0;
}

// Makes room for so many; free ones are set to 0.
static bool grow(copies_due_t *w, uint32_t room) {
  uint32_t *left = realloc(w->left, room * sizeof *left);
  w->left = left != NULL ? left : w->left;
  uint64_t *due = realloc(w->due, (size_t)room * w->words * sizeof *due);
  w->due = due != NULL ? due : w->due;
  if (left == NULL || due == NULL) {
    return false;
  }
  memset(&due[(size_t)w->room * w->words], 0, (size_t)(room - w->room) * w->words * sizeof *due);
  for (uint32_t i = room; i-- > w->room;) {
    left[i] = w->unused;
    w->unused = i;
  }
  w->room = room;
  return true;
}

bool copies_due_open(copies_due_t *w, uint32_t copies, uint32_t *worm) {
  if (w->unused == kPlanNone && !grow(w, w->room > 0 ? 2 * w->room : 64)) {
    return false;
  }
  *worm = w->unused;
  w->unused = w->left[*worm];
  w->left[*worm] = copies;
  uint64_t *due = &w->due[(size_t)*worm * w->words];
  memset(due, 0xff, copies / 64 * sizeof *due);
  if (copies % 64 != 0) {
    due[copies / 64] = (UINT64_C(1) << copies % 64) - 1;
  }
  return true;
}

bool copies_due_arrived(copies_due_t *w, uint32_t worm, uint32_t copy) {
  w->due[(size_t)worm * w->words + copy / 64] &= ~(UINT64_C(1) << copy % 64);
  if (--w->left[worm] > 0) {
    return false;
  }
  w->left[worm] = w->unused;
  w->unused = worm;
  return true;
}

void copies_due_checkpoint(copies_due_t *w, checkpoint_t *c) {
  uint32_t room = w->room;
  CHECKPOINT(c, room);
  if (checkpoint_reads(c)) {
    copies_due_free(w);
    w->unused = kPlanNone;
    if (room > 0 && !grow(w, room)) {
      checkpoint_no_memory(c, "multicasts on their way");
      return;
    }
  }
  CHECKPOINT(c, w->unused);
  CHECKPOINT_ARRAY(c, w->left, w->room);
  CHECKPOINT_ARRAY(c, w->due, (size_t)w->room * w->words);
}
