// dependencies_paths -- source routing: each path is followed by itself.

#include <stdlib.h>

#include "base/memory.h"
#include "routing/channels.h"
#include "routing/routing_walk.h"

void dependencies_add_path(channels_t *c, const routing_t *r, uint32_t router,
                           const routing_hop_t *hops, size_t links) {
  for (size_t i = 0; i + 1 < links; i++) {
    const size_t link = (size_t)router * c->t->ports + hops[i].port;
    const uint32_t next = (uint32_t)c->t->peer_router[link];
    const routing_classes_t here = routing_classes(r, hops[i].vc_class, c->classes);
    const routing_classes_t then = routing_classes(r, hops[i + 1].vc_class, c->classes);
    const uint32_t base = c->first[next] * c->classes;
    for (unsigned k = here.first; k <= here.last; k++) {
      uint64_t *mask = &c->next[(size_t)channels_number(c, router, hops[i].port, k) * c->words];
      for (unsigned n = then.first; n <= then.last; n++) {
        const uint32_t bit = channels_number(c, next, hops[i + 1].port, n) - base;
        mask[bit / 64] |= UINT64_C(1) << bit % 64;
      }
    }
    router = next;
  }
}

// The path into a list that grows with it; returns its entries, 0 when memory is short.
static size_t find_path(routing_t *r, uint32_t source, uint32_t destination, routing_hop_t **path,
                        size_t *room, noc_error_t *error) {
  const size_t count = routing_path(r, source, destination, *path, *room, error);
  if (count <= *room) {
    return count;
  }
  routing_hop_t *larger = realloc(*path, 2 * count * sizeof *larger);
  if (larger == NULL) {
    (void)memory_fail(error, "channel dependencies");
    return 0;
  }
  *path = larger;
  *room = 2 * count;
  return routing_path(r, source, destination, larger, *room, error);
}

bool dependencies_along_paths(channels_t *c, routing_t *r, uint32_t destination, double *hops,
                              uint32_t *longest, noc_error_t *error) {
  const topology_t *t = r->topology;
  routing_hop_t *path = NULL;
  size_t room = 0;
  bool ok = true;
  for (uint32_t source = 0; ok && source < t->nodes; source++) {
    if (source == destination) {
      continue;
    }
    const size_t count = find_path(r, source, destination, &path, &room, error);
    ok = count > 0 && path != NULL;
    if (ok) {
      topology_place_t at;
      (void)topology_injection(t, source, &at, 1);
      dependencies_add_path(c, r, at.router, path, count - 1);
      *hops += (double)count - 1;
      *longest = count - 1 > *longest ? (uint32_t)count - 1 : *longest;
    }
  }
  free(path);
  return ok;
}
