// channels -- see channels.h.
//
// The graph is not handed to igraph: an adaptive routing of 4,096 routers has millions of
// dependencies, which are a few words a channel here.

#include "routing/channels.h"

#include <stdlib.h>

#include "base/memory.h"

enum { WORD = 64 };

bool channels_create(channels_t *c, const topology_t *t, unsigned classes, noc_error_t *error) {
  const size_t ports = (size_t)t->routers * t->ports;
  *c = (channels_t){.t = t, .classes = classes};
  c->link = malloc(ports * sizeof *c->link);
  c->first = malloc(t->routers * sizeof *c->first);
  if (c->link == NULL || c->first == NULL) {
    return memory_fail(error, "channel dependencies");
  }
  uint32_t widest = 0;
  for (uint32_t r = 0; r < t->routers; r++) {
    c->first[r] = c->links;
    for (unsigned p = 0; p < t->ports; p++) {
      const size_t at = (size_t)r * t->ports + p;
      c->link[at] = t->peer_router[at] >= 0 ? c->links++ : UINT32_MAX;
    }
    widest = c->links - c->first[r] > widest ? c->links - c->first[r] : widest;
  }
  c->count = c->links * classes;
  c->words = (widest * classes + WORD - 1) / WORD;
  const double bytes = (double)c->count * c->words * sizeof *c->next;
  if (!memory_check(bytes, "the channel dependency graph", error)) {
    return false;
  }
  c->from = malloc(c->links * sizeof *c->from + 1);
  c->next = calloc((size_t)c->count * c->words + 1, sizeof *c->next);
  if (c->from == NULL || c->next == NULL) {
    return memory_fail(error, "channel dependencies");
  }
  for (uint32_t r = 0, link = 0; r < t->routers; r++) {
    for (unsigned p = 0; p < t->ports; p++) {
      if (t->peer_router[(size_t)r * t->ports + p] >= 0) {
        c->from[link++] = (topology_place_t){r, p};
      }
    }
  }
  return true;
}

void channels_free(channels_t *c) {
  free(c->link);
  free(c->first);
  free(c->from);
  free(c->next);
}

uint64_t channels_dependencies(const channels_t *c) {
  uint64_t count = 0;
  for (size_t i = 0; i < (size_t)c->count * c->words; i++) {
    count += (uint64_t)__builtin_popcountll(c->next[i]);
  }
  return count;
}

// The state of the search for a cycle.
typedef struct {
  const channels_t *c;
  uint32_t *waits;  // [channel]: channels left that depend on it
  uint32_t *queue;
  uint32_t *parent;  // [channel]: from which it was reached
  uint32_t *seen;    // [channel]: 1 + the start from which it was reached last
  bool *left;        // [channel]: may be on a cycle
} search_t;

// A walk over the channels that one depends on.
typedef struct {
  const uint64_t *mask;
  uint32_t words;  // left behind this one
  uint32_t base;   // the channel of bit 0
  uint64_t bits;   // left in this one
} walk_t;

static walk_t walk_from(const channels_t *c, uint32_t channel) {
  const uint64_t *mask = &c->next[(size_t)channel * c->words];
  return (walk_t){mask, c->words - 1, channels_base(c, channel), mask[0]};
}

static bool walk_next(walk_t *w, uint32_t *to) {
  while (w->bits == 0) {
    if (w->words == 0) {
      return false;
    }
    w->words--;
    w->base += WORD;
    w->bits = *++w->mask;
  }
  *to = w->base + (uint32_t)__builtin_ctzll(w->bits);
  w->bits &= w->bits - 1;
  return true;
}

// Takes away the channels that no channel left depends on, again and again: none is on a cycle.
static uint32_t peel(search_t *s) {
  const channels_t *c = s->c;
  uint32_t to = 0;
  for (uint32_t from = 0; from < c->count; from++) {
    for (walk_t w = walk_from(c, from); walk_next(&w, &to);) {
      s->waits[to]++;
    }
  }
  uint32_t tail = 0;
  for (uint32_t i = 0; i < c->count; i++) {
    s->left[i] = true;
    if (s->waits[i] == 0) {
      s->queue[tail++] = i;
    }
  }
  for (uint32_t head = 0; head < tail; head++) {
    s->left[s->queue[head]] = false;
    for (walk_t w = walk_from(c, s->queue[head]); walk_next(&w, &to);) {
      if (--s->waits[to] == 0) {
        s->queue[tail++] = to;
      }
    }
  }
  return c->count - tail;
}

// The length of a shortest cycle through `start` if it is below `bound`, else 0. Its channels are
// the parents from `*last` back to the start.
static uint32_t around(search_t *s, uint32_t start, uint32_t bound, uint32_t *last) {
  uint32_t tail = 0;
  s->queue[tail++] = start;
  uint32_t level_end = 1;
  uint32_t length = 1;  // of a cycle that closes from the level at hand
  for (uint32_t head = 0; head < tail && length < bound; head++) {
    const uint32_t at = s->queue[head];
    uint32_t to = 0;
    for (walk_t w = walk_from(s->c, at); walk_next(&w, &to);) {
      if (to == start) {
        *last = at;
        return length;
      }
      if (s->left[to] && s->seen[to] != start + 1) {
        s->seen[to] = start + 1;
        s->parent[to] = at;
        s->queue[tail++] = to;
      }
    }
    if (head + 1 == level_end) {
      level_end = tail;
      length++;
    }
  }
  return 0;
}

static bool keep(const search_t *s, uint32_t start, uint32_t last, uint32_t length,
                 dependencies_t *d) {
  const channels_t *c = s->c;
  dependencies_channel_t *cycle = realloc(d->cycle, length * sizeof *cycle);
  if (cycle == NULL) {
    return false;
  }
  d->cycle = cycle;
  d->length = length;
  for (uint32_t i = length, at = last; i-- > 0; at = s->parent[at]) {
    const uint32_t channel = i == 0 ? start : at;
    const topology_place_t from = c->from[channel / c->classes];
    cycle[i] = (dependencies_channel_t){from.router, from.port, channel % c->classes};
  }
  return true;
}

// Searches from every channel left in turn; those that are done are on no shorter cycle any more.
static bool shortest(search_t *s, dependencies_t *d) {
  uint32_t best = UINT32_MAX;
  for (uint32_t start = 0; start < s->c->count; start++) {
    uint32_t last = start;
    const uint32_t length = s->left[start] ? around(s, start, best, &last) : 0;
    if (length > 0) {
      best = length;
      if (!keep(s, start, last, length, d)) {
        return false;
      }
    }
    s->left[start] = false;
  }
  return true;
}

bool channels_cycle(const channels_t *c, dependencies_t *d, noc_error_t *error) {
  const size_t n = (size_t)c->count + 1;
  search_t s = {.c = c,
                .waits = calloc(n, sizeof *s.waits),
                .queue = malloc(n * sizeof *s.queue),
                .parent = calloc(n, sizeof *s.parent),
                .seen = calloc(n, sizeof *s.seen),
                .left = malloc(n * sizeof *s.left)};
  bool ok =
      s.waits != NULL && s.queue != NULL && s.parent != NULL && s.seen != NULL && s.left != NULL;
  if (ok) {
    d->acyclic = peel(&s) == 0;
    ok = d->acyclic || shortest(&s, d);
  }
  free(s.waits);
  free(s.queue);
  free(s.parent);
  free(s.seen);
  free(s.left);
  return ok || memory_fail(error, "channel dependencies");
}
