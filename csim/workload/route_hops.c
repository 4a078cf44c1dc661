// route_hops -- see route_hops.h.

#include "workload/route_hops.h"

#include <stdlib.h>
#include <string.h>

enum { KNOWN_NODES = 4096 };  // a table of 32 MiB

static bool is_mesh(const route_hops_t *h) {
  return h->routing->unit == ROUTE_MESH;
}

bool route_hops_create(route_hops_t *h, routing_t *routing, bool shared) {
  const size_t nodes = routing->topology->nodes;
  *h = (route_hops_t){.routing = routing};
  if (shared && !is_mesh(h)) {
    h->alone = malloc(sizeof *h->alone);
    if (h->alone == NULL || pthread_mutex_init(h->alone, NULL) != 0) {
      free(h->alone);
      h->alone = NULL;
      return false;
    }
  }
  if (is_mesh(h) || nodes > KNOWN_NODES) {
    return true;
  }
  h->known = calloc(nodes * nodes, sizeof *h->known);
  return h->known != NULL;
}

void route_hops_free(route_hops_t *h) {
  if (h->alone != NULL) {
    (void)pthread_mutex_destroy(h->alone);
    free(h->alone);
  }
  free(h->known);
  *h = (route_hops_t){0};
}

static unsigned walk(const route_hops_t *h, uint32_t from, uint32_t to) {
  noc_error_t ignored;  // short of memory: no hops
  if (h->alone != NULL) {
    (void)pthread_mutex_lock(h->alone);
  }
  const size_t routers = routing_path(h->routing, from, to, NULL, 0, &ignored);
  if (h->alone != NULL) {
    (void)pthread_mutex_unlock(h->alone);
  }
  return routers > 0 ? (unsigned)routers - 1 : 0;
}

unsigned route_hops(route_hops_t *h, uint32_t from, uint32_t to) {
  if (is_mesh(h)) {
    return topology_hops(h->routing->topology, from, to);
  }
  if (h->known == NULL) {
    return walk(h, from, to);
  }
  uint16_t *known = &h->known[(size_t)from * h->routing->topology->nodes + to];
  if (*known == 0) {
    *known = (uint16_t)(walk(h, from, to) + 1);
  }
  return *known - 1u;
}
