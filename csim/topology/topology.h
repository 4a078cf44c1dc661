// topology -- a network as a graph of routers, ports and nodes, and its base routing.
//
// A topology string is `KIND:ARGS[@N]` (nodes per router). Routers and nodes are numbered as in
// the contract: router = x + X (y + Y z), node = router * N + i. One file a family; one table of
// families (kFamilies in topology.c).
//
// Ports of a k-ary n-mesh router with N nodes: port i < N leads to node i of the router; port
// N + 2 d leads to the neighbour with the next higher coordinate in dimension d, N + 2 d + 1 to
// the next lower. All routers of a topology have the same number of ports; a port without a link
// has peer_router -1.

#ifndef NOC_TOPOLOGY_H
#define NOC_TOPOLOGY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "network/error.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { NOC_MAX_DIMS = 6, NOC_MAX_PORTS = 16, NOC_MAX_NODES = 1 << 20 };

typedef struct {
  char *name;                    // the string it was made from, normalised
  const char *family;            // "mesh"
  unsigned dims;                 // 1 to 6
  unsigned radix[NOC_MAX_DIMS];  // routers per dimension, x first
  unsigned nodes_per_router;     // N
  unsigned ports;                // per router: N + 2 dims for a mesh
  uint32_t routers;
  uint32_t nodes;
  // [router * ports + port]: the router and port at the other end of the link that leaves there,
  // -1 where the port leads to a node or nowhere. Links are bidirectional.
  int32_t *peer_router;
  int32_t *peer_port;
} topology_t;

// Parses and builds. On error returns NULL: NOC_BAD_INPUT with the column in the string (1 is its
// first character) and what is accepted, or NOC_ENVIRONMENT when out of memory.
topology_t *topology_create(const char *string, noc_error_t *error);
void topology_free(topology_t *t);

// The coordinates of a router, x first; `dims` entries of coord are written.
void topology_coordinates(const topology_t *t, uint32_t router, unsigned coord[NOC_MAX_DIMS]);
uint32_t topology_router_at(const topology_t *t, const unsigned coord[NOC_MAX_DIMS]);

// Router hops (router-to-router link traversals) of the base route between two nodes.
unsigned topology_hops(const topology_t *t, uint32_t from_node, uint32_t to_node);

// Writes "3,2" (coordinates x first) into out; returns out.
char *topology_router_name(const topology_t *t, uint32_t router, char *out, size_t size);

// The families, for `nocstep list` and for the nearest-name hint.
typedef struct {
  const char *name;     // "mesh"
  const char *example;  // "mesh:8x8"
  const char *meaning;  // one line
} topology_family_t;
const topology_family_t *topology_families(size_t *count);

#ifdef __cplusplus
}
#endif

#endif
