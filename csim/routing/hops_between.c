// hops_between -- see hops_between.h.

#include "routing/hops_between.h"

#include <stdlib.h>

#include "base/memory.h"
#include "routing/hops_box.h"

enum { MOST = 8192 };  // nodes of a table: 128 MiB

static bool fill_coordinates(hops_between_t *b, const hops_space_t *space) {
  const unsigned dims = space->dims - 1;
  b->coord = malloc((size_t)b->nodes * dims * sizeof *b->coord);
  for (unsigned d = 0; d < dims; d++) {
    b->ring[d] = space->ring[d];
  }
  for (uint32_t node = 0; b->coord != NULL && node < b->nodes; node++) {
    uint32_t at[HOPS_DIMS];
    hops_space_coordinates(space, node, at);
    for (unsigned d = 0; d < dims; d++) {
      b->coord[(size_t)node * dims + d] = (uint16_t)at[d];
    }
  }
  return b->coord != NULL;
}

// Destination by destination, since routings work them out one by one.
static bool fill_table(hops_between_t *b, noc_error_t *error) {
  uint16_t *table = calloc((size_t)b->nodes * b->nodes, sizeof *table);
  if (table == NULL) {
    return memory_fail(error, "the hops between nodes");
  }
  bool ok = true;
  for (uint32_t to = 0; ok && to < b->nodes; to++) {
    for (uint32_t from = 0; ok && from < b->nodes; from++) {
      uint32_t hops = 0;
      ok = hops_between(b, from, to, &hops, error);
      table[(size_t)from * b->nodes + to] = (uint16_t)(hops < UINT16_MAX ? hops : UINT16_MAX);
    }
  }
  if (ok) {
    b->table = table;
  } else {
    free(table);
  }
  return ok;
}

hops_between_t *hops_between_create(routing_t *routing, noc_error_t *error) {
  const topology_t *t = routing->topology;
  hops_between_t *b = calloc(1, sizeof *b);
  if (b == NULL) {
    (void)memory_fail(error, "the hops between nodes");
    return NULL;
  }
  b->routing = routing;
  b->nodes = t->nodes;
  hops_space_t space;
  bool ok = true;
  bool small = true;
  for (unsigned d = 0; d < t->dims; d++) {
    small = small && t->radix[d] <= UINT16_MAX;
  }
  if (routing->shortest && small && hops_space_of(t, &space)) {
    ok = fill_coordinates(b, &space) || memory_fail(error, "the hops between nodes");
  } else if (t->nodes <= MOST) {
    ok = fill_table(b, error);
  }
  if (!ok) {
    hops_between_free(b);
    return NULL;
  }
  return b;
}

void hops_between_free(hops_between_t *between) {
  if (between != NULL) {
    free(between->table);
    free(between->coord);
  }
  free(between);
}

static uint32_t by_coordinates(const hops_between_t *b, uint32_t from, uint32_t to) {
  const unsigned dims = b->routing->topology->dims;
  const uint16_t *x = &b->coord[(size_t)from * dims];
  const uint16_t *y = &b->coord[(size_t)to * dims];
  uint32_t sum = 0;
  for (unsigned d = 0; d < dims; d++) {
    const uint32_t hops = x[d] < y[d] ? (uint32_t)(y[d] - x[d]) : (uint32_t)(x[d] - y[d]);
    const uint32_t ring = b->ring[d];
    sum += ring > 0 && ring - hops < hops ? ring - hops : hops;
  }
  return sum;
}

bool hops_between(const hops_between_t *between, uint32_t from, uint32_t to, uint32_t *hops,
                  noc_error_t *error) {
  if (between->coord != NULL) {
    *hops = by_coordinates(between, from, to);
    return true;
  }
  if (between->table != NULL) {
    *hops = between->table[(size_t)from * between->nodes + to];
    return true;
  }
  const size_t routers = routing_path(between->routing, from, to, NULL, 0, error);
  *hops = (uint32_t)routers - 1;
  return routers > 0;
}
