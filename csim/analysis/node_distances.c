// node_distances -- see node_distances.h.

#include "analysis/node_distances.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

// Links by the router where they end: those that end at r come from from[first[r]] on.
typedef struct {
  uint32_t *first;  // [routers + 1]
  uint32_t *from;
} links_back_t;

static size_t ends_of(const topology_t *t) {
  return (size_t)t->routers * t->ports;
}

static bool turn_links(const topology_t *t, links_back_t *l) {
  l->first = calloc((size_t)t->routers + 2, sizeof *l->first);
  l->from = malloc((ends_of(t) + 1) * sizeof *l->from);
  if (l->first == NULL || l->from == NULL) {
    return false;
  }
  // Counted two places on, so that filling them in moves each to its own.
  for (size_t i = 0; i < ends_of(t); i++) {
    if (t->peer_router[i] >= 0) {
      l->first[t->peer_router[i] + 2]++;
    }
  }
  for (uint32_t r = 2; r <= t->routers; r++) {
    l->first[r] += l->first[r - 1];
  }
  for (size_t i = 0; i < ends_of(t); i++) {
    if (t->peer_router[i] >= 0) {
      l->from[l->first[t->peer_router[i] + 1]++] = (uint32_t)(i / t->ports);
    }
  }
  return true;
}

static void meet(uint32_t router, uint32_t hops, uint32_t *distance, uint32_t *queue,
                 uint32_t *tail) {
  if (distance[router] == UINT32_MAX) {
    distance[router] = hops;
    queue[(*tail)++] = router;
  }
}

// Breadth first.
static void walk(const topology_t *t, uint32_t start, const links_back_t *l, uint32_t *distance,
                 uint32_t *queue) {
  uint32_t tail = 0;
  meet(start, 0, distance, queue, &tail);
  for (uint32_t head = 0; head < tail; head++) {
    const uint32_t at = queue[head];
    const uint32_t hops = distance[at] + 1;
    for (uint32_t i = l->from != NULL ? l->first[at] : 0; l->from != NULL && i < l->first[at + 1];
         i++) {
      meet(l->from[i], hops, distance, queue, &tail);
    }
    for (unsigned p = 0; l->from == NULL && p < t->ports; p++) {
      const int32_t peer = t->peer_router[(size_t)at * t->ports + p];
      if (peer >= 0) {
        meet((uint32_t)peer, hops, distance, queue, &tail);
      }
    }
  }
}

// The router where a node's packets enter the network, or leave it.
static uint32_t router_of(const topology_t *t, uint32_t node, bool enters) {
  topology_place_t place;
  (void)(enters ? topology_injection(t, node, &place, 1) : topology_ejection(t, node, &place, 1));
  return place.router;
}

uint32_t *node_distances(const topology_t *t, uint32_t node, bool back, noc_error_t *error) {
  links_back_t l = {NULL, NULL};
  uint32_t *distance = malloc(t->routers * sizeof *distance);
  uint32_t *queue = malloc(t->routers * sizeof *queue);
  uint32_t *of = malloc(t->nodes * sizeof *of);
  const bool ok = distance != NULL && queue != NULL && of != NULL && (!back || turn_links(t, &l));
  if (ok) {
    memset(distance, 0xff, t->routers * sizeof *distance);
    walk(t, router_of(t, node, !back), &l, distance, queue);
    for (uint32_t other = 0; other < t->nodes; other++) {
      of[other] = distance[router_of(t, other, back)];
    }
  } else {
    (void)memory_fail(error, "the distances of a node");
    free(of);
    of = NULL;
  }
  free(l.first);
  free(l.from);
  free(distance);
  free(queue);
  return of;
}
