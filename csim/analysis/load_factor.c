// load_factor -- see load_factor.h.

#include "analysis/load_factor.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "topology/subtrees.h"

#define NO_MATE UINT32_MAX

enum { FROM, TO, ENDS };

bool load_factor_check(const topology_t *t, noc_error_t *error) {
  return subtrees_is(t) ||
         noc_fail(error, NOC_BAD_INPUT,
                  SAY_THERE_IS("%.80s", "a tree, as tree:k=2,n=4 or fattree:k=4,n=3"), t->name);
}

static uint32_t end_of(const load_message_t *m, unsigned end) {
  return end == FROM ? m->from : m->to;
}

// Links of the channel above a subtree of k^level nodes.
static uint32_t capacity_of(const subtrees_shape_t *s, unsigned level) {
  return level == 0 ? 1 : s->capacity[level - 1];
}

// The least level whose subtrees have both ends; 0 for a message to its sender.
static unsigned turn_of(const subtrees_shape_t *s, const load_message_t *m) {
  unsigned level = 0;
  for (uint32_t a = m->from, b = m->to; a != b; level++) {
    a /= s->k;
    b /= s->k;
  }
  return level;
}

bool load_factor_find(const topology_t *t, const load_message_t *message, size_t count,
                      load_factor_t *found, noc_error_t *error) {
  *found = (load_factor_t){.up = true, .capacity = 1};
  subtrees_shape_t s;
  subtrees_shape(t, &s);
  uint32_t *load = malloc((size_t)t->nodes * sizeof *load);
  if (load == NULL) {
    return memory_fail(error, "loads of a tree");
  }
  uint32_t nodes = 1;  // of a subtree
  for (unsigned level = 0; level < s.levels; level++) {
    for (unsigned end = FROM; end < ENDS; end++) {
      memset(load, 0, (size_t)t->nodes * sizeof *load);
      for (size_t i = 0; i < count; i++) {
        const load_message_t m = {message[i].from / nodes, message[i].to / nodes};
        load[end_of(&m, end)] += m.from != m.to;
      }
      const uint32_t capacity = capacity_of(&s, level);
      for (uint32_t subtree = 0; subtree < t->nodes / nodes; subtree++) {
        const double factor = (double)load[subtree] / capacity;
        if (factor > found->factor) {
          *found = (load_factor_t){factor, level, subtree, end == FROM, load[subtree], capacity};
        }
      }
    }
    nodes *= s.k;
  }
  free(load);
  return true;
}

// ---- Rounds

// Messages are numbers; `by` has them twice, in the order of their senders and of their receivers.
// A part of the set is a stretch of both.
typedef struct {
  const subtrees_shape_t *shape;
  const load_message_t *message;
  uint32_t *by[ENDS];
  uint32_t *mate[ENDS];  // [message]
  uint8_t *half;         // [message]
  uint32_t *room;        // [count], for one thing at a time
  uint32_t *round;
  uint32_t rounds;
  unsigned level;  // where the messages turn
} rounds_t;

// No channel has a larger load than its capacity.
static bool fits(const rounds_t *r, size_t first, size_t end) {
  for (unsigned side = FROM; side < ENDS; side++) {
    uint32_t nodes = 1;
    for (unsigned level = 0; level < r->level; level++) {
      const uint32_t capacity = capacity_of(r->shape, level);
      uint32_t load = 0;
      uint32_t last = UINT32_MAX;
      for (size_t i = first; i < end; i++) {
        const uint32_t subtree = end_of(&r->message[r->by[side][i]], side) / nodes;
        load = subtree == last ? load + 1 : 1;
        last = subtree;
        if (load > capacity) {
          return false;
        }
      }
      nodes *= r->shape->k;
    }
  }
  return true;
}

// Pairs the messages of a part by one of their ends: those of a node, then those that are left over
// in ever larger subtrees below the turning point, so that in each at most one is without a mate.
static void pair(rounds_t *r, unsigned side, size_t first, size_t end) {
  uint32_t *left = r->room;
  size_t count = end - first;
  memcpy(left, &r->by[side][first], count * sizeof *left);
  uint32_t nodes = 1;
  for (unsigned level = 0; level < r->level; level++) {
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
      const uint32_t here = left[i];
      const uint32_t subtree = end_of(&r->message[here], side) / nodes;
      r->mate[side][here] = NO_MATE;
      if (i + 1 < count && end_of(&r->message[left[i + 1]], side) / nodes == subtree) {
        r->mate[side][here] = left[i + 1];
        r->mate[side][left[++i]] = here;
      } else {
        left[kept++] = here;
      }
    }
    count = kept;
    nodes *= r->shape->k;
  }
}

enum { UNKNOWN = 2 };

// Mates go to different halves: along a chain of mates by sender, by receiver, by sender, .. which
// ends or closes after an even number of messages.
static void colour(const rounds_t *r, uint32_t start) {
  for (unsigned side = FROM; side < ENDS; side++) {
    uint32_t here = start;
    for (unsigned by = side;; by = 1 - by) {
      const uint32_t mate = r->mate[by][here];
      if (mate == NO_MATE || r->half[mate] != UNKNOWN) {
        break;
      }
      r->half[mate] = 1 - r->half[here];
      here = mate;
    }
  }
}

// Puts the first half before the second, in both orders; returns where the second begins.
static size_t separate(rounds_t *r, size_t first, size_t end) {
  size_t middle = first;
  for (unsigned side = FROM; side < ENDS; side++) {
    size_t later = 0;
    middle = first;
    for (size_t i = first; i < end; i++) {
      const uint32_t here = r->by[side][i];
      if (r->half[here] == 0) {
        r->by[side][middle++] = here;
      } else {
        r->room[later++] = here;
      }
    }
    memcpy(&r->by[side][middle], r->room, later * sizeof *r->room);
  }
  return middle;
}

static void split(rounds_t *r, size_t first, size_t end) {  // NOLINT(misc-no-recursion): log2 deep
  if (fits(r, first, end)) {
    for (size_t i = first; i < end; i++) {
      r->round[r->by[FROM][i]] = r->rounds;
    }
    r->rounds += end > first;
    return;
  }
  pair(r, FROM, first, end);
  pair(r, TO, first, end);
  for (size_t i = first; i < end; i++) {
    r->half[r->by[FROM][i]] = UNKNOWN;
  }
  for (size_t i = first; i < end; i++) {
    const uint32_t here = r->by[FROM][i];
    if (r->half[here] == UNKNOWN) {
      r->half[here] = 0;
      colour(r, here);
    }
  }
  const size_t middle = separate(r, first, end);
  split(r, first, middle);
  split(r, middle, end);
}

// The messages that turn at the level, in the order of one of their ends: by counting.
static size_t sort(rounds_t *r, unsigned side, uint32_t nodes, size_t count, uint32_t *start) {
  memset(start, 0, ((size_t)nodes + 1) * sizeof *start);
  for (int pass = 0; pass < 2; pass++) {
    for (size_t i = 0; i < count; i++) {
      if (turn_of(r->shape, &r->message[i]) == r->level) {
        const uint32_t node = end_of(&r->message[i], side);
        if (pass == 0) {
          start[node + 1]++;
        } else {
          r->by[side][start[node]++] = (uint32_t)i;
        }
      }
    }
    for (uint32_t n = 0; pass == 0 && n < nodes; n++) {
      start[n + 1] += start[n];
    }
  }
  return start[nodes];
}

bool load_factor_rounds(const topology_t *t, const load_message_t *message, size_t count,
                        uint32_t *round, uint32_t *rounds, noc_error_t *error) {
  subtrees_shape_t s;
  subtrees_shape(t, &s);
  rounds_t r = {.shape = &s, .message = message, .round = round};
  const size_t some = count > 0 ? count : 1;
  uint32_t *words = malloc(5 * some * sizeof *words);
  uint32_t *start = malloc(((size_t)t->nodes + 1) * sizeof *start);
  r.half = malloc(some);
  const bool ok = words != NULL && start != NULL && r.half != NULL;
  if (ok) {
    for (unsigned side = FROM; side < ENDS; side++) {
      r.by[side] = words + side * some;
      r.mate[side] = words + (ENDS + side) * some;
    }
    r.room = words + 4 * some;
    for (size_t i = 0; i < count; i++) {
      round[i] = 0;  // also of those that use no channel
    }
    for (r.level = 1; r.level <= s.levels; r.level++) {
      (void)sort(&r, FROM, t->nodes, count, start);
      split(&r, 0, sort(&r, TO, t->nodes, count, start));
    }
    *rounds = r.rounds;
  }
  free(words);
  free(start);
  free(r.half);
  return ok || memory_fail(error, "rounds of messages");
}
