// mesh -- k-ary n-meshes, `mesh:8x8`, `mesh:4x4x4@2`; see topology.h for ports and numbering.

#include <assert.h>
#include <stdio.h>

#include "topology/family.h"

static bool parse_radices(topology_t *t, topology_reader_t *r) {
  uint64_t routers = 1;
  do {
    if (t->dims == NOC_MAX_DIMS) {
      return reader_fail(r, "a seventh dimension", "1 to 6 dimensions");
    }
    size_t start = r->at;
    if (!reader_number(r, "a radix", NOC_MAX_NODES, &t->radix[t->dims])) {
      return false;
    }
    routers *= t->radix[t->dims++];
    if (routers > NOC_MAX_NODES) {
      char found[64];
      (void)snprintf(found, sizeof found, "%llu routers", (unsigned long long)routers);
      return reader_fail(&(topology_reader_t){r->text, start, r->error}, found,
                         "up to 1048576 routers");
    }
  } while (reader_skip(r, 'x'));
  t->routers = (uint32_t)routers;
  return true;
}

// The part behind '@'; without it a router has one node.
static bool parse_nodes(topology_t *t, topology_reader_t *r) {
  size_t start = r->at;
  t->nodes_per_router = 1;
  if (reader_skip(r, '@')) {
    start = r->at;
    if (!reader_number(r, "a number of nodes per router", NOC_MAX_NODES, &t->nodes_per_router)) {
      return false;
    }
  }
  const topology_reader_t at_start = {r->text, start, r->error};
  char found[64];
  t->ports = t->nodes_per_router + 2 * t->dims;
  if (t->ports > NOC_MAX_PORTS) {
    (void)snprintf(found, sizeof found, "routers of %u ports", t->ports);
    return reader_fail(&at_start, found, "up to 16 ports (one a node and two a dimension)");
  }
  uint64_t nodes = (uint64_t)t->routers * t->nodes_per_router;
  if (nodes > NOC_MAX_NODES) {
    (void)snprintf(found, sizeof found, "%llu nodes", (unsigned long long)nodes);
    return reader_fail(&at_start, found, "up to 1048576 nodes");
  }
  t->nodes = (uint32_t)nodes;
  return true;
}

static bool mesh_parse(topology_t *t, topology_reader_t *r) {
  if (!parse_radices(t, r) || !parse_nodes(t, r)) {
    return false;
  }
  if (r->text[r->at] != '\0') {
    return reader_fail(r, NULL, "'x' and another radix, '@' and the nodes per router, or the end");
  }
  return true;
}

static void mesh_link(topology_t *t) {
  uint32_t stride = 1;  // between neighbours in dimension d
  for (unsigned d = 0; d < t->dims; d++) {
    unsigned up = t->nodes_per_router + 2 * d;
    unsigned down = up + 1;
    for (uint32_t low = 0; low < t->routers; low++) {
      if (low / stride % t->radix[d] + 1 == t->radix[d]) {
        continue;  // the far edge
      }
      uint32_t high = low + stride;
      t->peer_router[(size_t)low * t->ports + up] = (int32_t)high;
      t->peer_port[(size_t)low * t->ports + up] = (int32_t)down;
      t->peer_router[(size_t)high * t->ports + down] = (int32_t)low;
      t->peer_port[(size_t)high * t->ports + down] = (int32_t)up;
    }
    stride *= t->radix[d];
  }
}

static unsigned mesh_hops(const topology_t *t, uint32_t from_router, uint32_t to_router) {
  unsigned from[NOC_MAX_DIMS];
  unsigned to[NOC_MAX_DIMS];
  topology_coordinates(t, from_router, from);
  topology_coordinates(t, to_router, to);
  unsigned hops = 0;
  for (unsigned d = 0; d < t->dims; d++) {
    hops += from[d] < to[d] ? to[d] - from[d] : from[d] - to[d];
  }
  return hops;
}

const family_code_t kMeshCode = {mesh_parse, mesh_link, mesh_hops};
