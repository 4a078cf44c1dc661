// network_shape -- the parameters of routers and interfaces that follow from topology and routing;
// part of network.h.

#include "base/memory.h"
#include "network/network.h"
#include "topology/h3dm.h"

enum { ADDRESS_BITS = 32, MAX_ROUTE_BITS = 240 };

// The routers of the longest path between two nodes. A shape is completed several times, to see
// what fits in a head; the paths are walked once.
static unsigned longest_path(routing_t *routing) {
  if (routing->longest > 0) {
    return routing->longest;
  }
  const uint32_t nodes = routing->topology->nodes;
  size_t longest = 1;
  // All from one destination: what a routing searches for is kept for the latest of them.
  for (uint32_t to = 0; to < nodes; to++) {
    for (uint32_t from = 0; from < nodes; from++) {
      noc_error_t ignored;
      const size_t routers = from != to ? routing_path(routing, from, to, NULL, 0, &ignored) : 0;
      longest = routers > longest ? routers : longest;
    }
  }
  routing->longest = (unsigned)longest;
  return routing->longest;
}

bool network_complete_shape(const topology_t *t, routing_t *routing, noc_shape_t *shape,
                            noc_error_t *error) {
  if (!topology_check_runs(t, error)) {
    return noc_fail_key(error, NULL, "topology");
  }
  const unsigned block = shape->networks > 0 ? shape->vcs / shape->networks : shape->vcs;
  const bool by_node = routing->unit == ROUTE_TABLE || routing->unit == ROUTE_SOURCE;
  unsigned radix = 1;
  for (unsigned d = 0; d < t->dims; d++) {
    radix = t->radix[d] > radix ? t->radix[d] : radix;
  }
  shape->ports = t->ports;
  shape->routing = routing->unit;
  shape->classes = routing->classes < block ? routing->classes : block;
  shape->dims = by_node ? 0 : t->dims;
  shape->digit_w = by_node ? 1 : shape_width(radix);
  shape->local_w = shape_clog2(by_node ? t->nodes : t->nodes_per_router);
  shape->layers_log2 = routing->unit == ROUTE_H3DM ? h3dm_layers_log2(t) : 0;
  if (routing->unit == ROUTE_TABLE) {
    if (t->nodes > SHAPE_MAX_ROWS) {
      return noc_fail(error, NOC_BAD_INPUT,
                      "topology" SAY_IS("%.80s of %u nodes, whose routes (%s) are in tables",
                                        "one of up to %u nodes"),
                      t->name, t->nodes, routing->name, (unsigned)SHAPE_MAX_ROWS);
    }
    shape->groups = routing->groups;
    // A power of two, so that networks of like sizes share a plug-in.
    shape->rows = 1u << shape_clog2(t->nodes);
    shape->adaptive = routing->adaptive;
  }
  const unsigned bits = shape->dims * shape->digit_w + shape->local_w;
  if (bits > ADDRESS_BITS) {
    return noc_fail(
        error, NOC_BAD_INPUT,
        "topology" SAY_IS("%s, whose addresses take %u bits", "one that takes up to %u bits"),
        t->name, bits, (unsigned)ADDRESS_BITS);
  }
  if (routing->unit == ROUTE_SOURCE) {
    const unsigned longest = longest_path(routing);
    const unsigned classes = shape->classes;
    const unsigned class_w = classes > 1 ? shape_clog2((uint64_t)classes + 1) : 0;
    const uint64_t route_w = (uint64_t)longest * (shape_width(t->ports) + class_w);
    if (route_w > MAX_ROUTE_BITS) {
      return noc_fail(
          error, NOC_BAD_INPUT,
          "router.routing" SAY_IS(
              "source with paths of up to %u routers, which take %llu bits of a head flit",
              "used where they take up to %d bits"),
          longest, (unsigned long long)route_w, (int)MAX_ROUTE_BITS);
    }
    shape->route_w = (unsigned)route_w;
  }
  return shape_derive(shape, error);
}
