// split_near -- which processes have links to one another, how something comes from one to any
// other by way of these, and when all meet; see split.h.
//
// Whatever a process has for another that is not near goes by those between, one exchange each, or
// straight when all meet. So a wish that all meet, made in a cycle, is known to all in
// the cycle `widest` later, and that is the cycle that it is for.

#include <stdlib.h>

#include "base/memory.h"
#include "network/network_state.h"

// A link makes the processes of its ends near to each other.
static void note_link(const network_t *n, unsigned from, const link_end_t *end, bool *near) {
  const unsigned count = n->split->peers->count;
  if (end->component < n->components) {
    const unsigned to = split_peer_of(n, end->component);
    near[from * count + to] = near[to * count + from] = true;
  }
}

// All know all links, and find the same.
static void find_links(const network_t *n, bool *near) {
  const uint32_t ports = n->shape.ports;
  for (uint32_t slot = 0; slot < n->routers; slot++) {
    const unsigned from = split_peer_of(n, slot);
    for (uint32_t at = slot * ports; at < (slot + 1) * ports; at++) {
      note_link(n, from, &n->end[at], near);
    }
  }
  for (uint32_t slot = 0; slot < n->nodes; slot++) {
    const unsigned from = split_peer_of(n, n->routers + slot);
    note_link(n, from, &n->end[n->routers * ports + slot], near);
    note_link(n, from, &n->credit_end[slot], near);
  }
}

// Exchanges from `from` to each process; the first that is reached on the way to it. False if some
// are not reached.
static bool search(const bool *near, unsigned count, unsigned from, uint16_t *way, unsigned *most) {
  unsigned queue[SHARDS_MAX];
  unsigned far[SHARDS_MAX] = {0};
  bool seen[SHARDS_MAX] = {false};
  unsigned end = 1;
  queue[0] = from;
  seen[from] = true;
  for (unsigned at = 0; at < end; at++) {
    const unsigned i = queue[at];
    *most = far[i] > *most ? far[i] : *most;
    for (unsigned k = 0; k < count; k++) {
      if (near[i * count + k] && !seen[k]) {
        seen[k] = true;
        far[k] = far[i] + 1;
        if (way != NULL) {
          way[k] = i == from ? (uint16_t)k : way[i];
        }
        queue[end++] = k;
      }
    }
  }
  return end == count;
}

bool split_find_near(network_t *n, noc_error_t *error) {
  split_t *s = n->split;
  const unsigned count = s->peers->count;
  if (s->mirror) {
    return true;
  }
  s->near = network_take(n, count, sizeof *s->near);
  s->way = network_take(n, count, sizeof *s->way);
  bool *near = calloc((size_t)count * count, sizeof *near);
  if (s->near == NULL || s->way == NULL || near == NULL) {
    free(near);
    return memory_fail(error, "the network");
  }
  find_links(n, near);
  bool all = search(near, count, s->peers->rank, s->way, &s->widest);
  for (unsigned i = 0; i < count; i++) {
    all = search(near, count, i, NULL, &s->widest) && all;
    s->near[i] = near[s->peers->rank * count + i] && i != s->peers->rank;
  }
  s->widest = all ? s->widest : 0;
  free(near);
  return true;
}

bool network_split_met(const network_t *n) {
  return n->split == NULL || n->split->mirror || n->split->meets;
}

void network_split_meet(network_t *n, uint64_t cycle) {
  if (n->split != NULL && n->split->widest > 0) {
    n->split->meeting = cycle;
  }
}

void network_split_wish(network_t *n) {
  split_t *s = n->split;
  const uint64_t cycle = n->cycle + s->widest;
  s->meeting = cycle < s->meeting ? cycle : s->meeting;
}

unsigned network_split_way(const network_t *n, unsigned peer) {
  const split_t *s = n->split;
  return s->meets ? peer : s->way[peer];
}

unsigned network_split_widest(const network_t *n) {
  return n->split->widest;
}

bool network_split_meets(const network_t *n, unsigned peer) {
  return split_meets(n->split, peer);
}
