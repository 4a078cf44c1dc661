// split_near -- which processes have links to one another, how something comes from one to any
// other by way of these, how long they go by themselves, and when all meet; see split.h.
//
// A window is as long as the shortest link between two processes takes: what leaves in its first
// cycle is read in the one behind its last. Links between routers take router.link_latency, those
// of an interface a cycle. A window ends before that in a cycle in which all meet, where something
// acts on the whole network, and the next begins behind it: one of a cycle, where all meet in each.
//
// Whatever a process has for another that is not near goes by those between, one exchange each, or
// straight when all meet. So a wish that all meet, made in an exchange, is known to all after
// `widest` of them, that one included, and the cycle behind the last is the one that it is for.

#include <stdlib.h>

#include "base/memory.h"
#include "network/network_state.h"

// A link makes the processes of its ends near to each other, and windows no longer than it takes.
static void join(const network_t *n, bool *near, uint32_t slot, uint32_t other, unsigned latency) {
  split_t *s = n->split;
  const unsigned count = s->peers->count;
  const unsigned a = split_peer_of(n, slot);
  const unsigned b = split_peer_of(n, other);
  near[a * count + b] = near[b * count + a] = true;
  s->window = a != b && latency < s->window ? latency : s->window;
}

// By the graph, which all have whole: they find the same. (Ends of links are only those of our
// components here.)
static void find_links(const network_t *n, bool *near) {
  const topology_t *t = n->topology;
  for (uint32_t r = 0; r < n->routers; r++) {
    for (unsigned port = 0; port < t->ports; port++) {
      const int32_t peer = t->peer_router[(size_t)r * t->ports + port];
      if (peer >= 0) {
        join(n, near, n->router_slot[r], n->router_slot[peer], network_link_latency(n));
      }
    }
  }
  for (uint32_t node = 0; node < n->nodes; node++) {
    topology_place_t in;
    topology_place_t out;
    (void)topology_injection(t, node, &in, 1);
    (void)topology_ejection(t, node, &out, 1);
    join(n, near, n->routers + n->node_slot[node], n->router_slot[in.router], 1);
    join(n, near, n->routers + n->node_slot[node], n->router_slot[out.router], 1);
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
  s->exchanges = true;
  if (s->mirror) {
    return true;
  }
  s->window = network_link_latency(n);
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

void split_look(network_t *n) {
  split_t *s = n->split;
  s->window_first = s->exchanges ? n->cycle : s->window_first;
  s->meets = s->mirror || n->cycle >= s->meeting;
  s->exchanges = s->meets || n->cycle + 1 - s->window_first >= s->window;
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
  const uint64_t cycle = n->cycle + (uint64_t)(s->widest - 1) * s->window + 1;
  s->meeting = cycle < s->meeting ? cycle : s->meeting;
}

uint64_t network_split_last_flit(const network_t *n) {
  uint64_t last = 0;
  for (unsigned ago = 1; ago <= n->delay_lines && ago <= n->cycle && last == 0; ago++) {
    const uint64_t left = n->cycle - ago;
    last = n->delay[left % n->delay_lines].flits > 0 ? left + network_link_latency(n) : 0;
  }
  return last;
}

unsigned network_split_way(const network_t *n, unsigned peer) {
  const split_t *s = n->split;
  return s->meets ? peer : s->way[peer];
}

unsigned network_split_reach(const network_t *n) {
  return n->split->widest * n->split->window;
}

const bool *network_split_among(const network_t *n) {
  return split_among(n->split);
}
