// topology -- a network as a graph of routers, ports and nodes, and its base routing.
//
// A topology string is `KIND:ARGS[@N]` (nodes per router). Routers and nodes are numbered as in
// the contract: router = x + X (y + Y z), node = router * N + i. One file a family; one table of
// families (family_list.def). What the families are, their ports and their numbering:
// docs/topologies.md.
//
// Ports of a k-ary n-mesh router with N nodes: port i < N leads to node i of the router; port
// N + 2 d leads to the neighbour with the next higher coordinate in dimension d, N + 2 d + 1 to
// the next lower. All routers of a topology have the same number of ports; a port without a link
// has peer_router -1.
//
// Where every router has its own N nodes, node n is at router n / N, port n % N, for both ways.
// In the other families (nodes_per_router is 0) the places are in `inject` and `eject`.

#ifndef NOC_TOPOLOGY_H
#define NOC_TOPOLOGY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  NOC_CUBE_DIMS = 6,        // dimensions of a mesh, a torus or a flattened butterfly
  NOC_MAX_DIMS = 24,        // digits of a router's coordinates in any family
  NOC_MAX_PORTS = 16,       // of a router that can run; a graph may have more
  NOC_MAX_NODES = 1 << 22,  // and routers
  NOC_ALL_PORTS = 1 << 27,  // of all routers together: 1 GiB of memory
  NOC_FAMILY_ARGS = 5
};

// A port of a router.
typedef struct {
  uint32_t router;
  uint32_t port;
} topology_place_t;

// How the routers of a family are joined, which routings and closed forms go by.
typedef enum {
  WIRING_ANY,           // in no way that anything goes by
  WIRING_MESH,          // lines in each dimension
  WIRING_TORUS,         // lines that close
  WIRING_HYPERCUBE,     // two places in each dimension
  WIRING_CLIQUES,       // lines whose routers are all joined
  WIRING_STAGES,        // a butterfly's
  WIRING_OCTAGON,       // a ring, and links across
  WIRING_OCTAGON_CUBE,  // lines that are octagons, in two dimensions or more
  WIRING_TREE,          // levels of a k-ary n-tree
  WIRING_SUBTREES,      // a router for every subtree, with one or more links upwards
  WIRING_GROUPS,        // a dragonfly's
  WIRING_SLIM,          // of diameter 2
  WIRING_MODULES        // tori at the lowest level, grids of them above
} topology_wiring_t;

typedef struct {
  char *name;                     // the string it was made from, normalised
  const char *family;             // "mesh"
  topology_wiring_t wiring;       // how its routers are joined
  unsigned dims;                  // digits of the coordinates; 1 to 6 for a mesh
  unsigned radix[NOC_MAX_DIMS];   // routers per dimension, x first
  unsigned arg[NOC_FAMILY_ARGS];  // what the family keeps of its arguments
  unsigned nodes_per_router;      // N; 0 where not every router has the same nodes
  unsigned ports;                 // per router: N + 2 dims for a mesh
  uint32_t routers;
  uint32_t nodes;
  // [router * ports + port]: the router and port at the other end of the link that leaves there,
  // -1 where the port leads to a node or nowhere. Links are bidirectional.
  int32_t *peer_router;
  int32_t *peer_port;
  // [node]: where its packets enter and leave; NULL when nodes_per_router is not 0.
  topology_place_t *inject;
  topology_place_t *eject;
} topology_t;

// Parses and builds. On error returns NULL: NOC_BAD_INPUT with the column in the string (1 is its
// first character) and what is accepted, or NOC_ENVIRONMENT when out of memory.
topology_t *topology_create(const char *string, noc_error_t *error);
void topology_free(topology_t *t);

// Where the name of the file begins in a string that has one, as irregular:FILE; NULL else.
const char *topology_file(const char *string);

// The places where packets of the node enter and leave the network. Write up to `room` of them and
// return how many there are; one in all families of today.
size_t topology_injection(const topology_t *t, uint32_t node, topology_place_t *places,
                          size_t room);
size_t topology_ejection(const topology_t *t, uint32_t node, topology_place_t *places, size_t room);

// The node whose packets enter or leave at a port of a router; false if it leads to none. Where
// nodes have places of their own all of them are searched.
bool topology_node_at(const topology_t *t, uint32_t router, unsigned port, uint32_t *node);

// A k-ary n-cube: a mesh, a torus, a ring or a hypercube. Its nodes have the coordinates of their
// routers.
bool topology_is_cube(const topology_t *t);
// One of these but a mesh: the lines of each dimension close, or have two routers.
bool topology_is_torus(const topology_t *t);

// The coordinates of a router, x first; `dims` entries of coord are written.
void topology_coordinates(const topology_t *t, uint32_t router, unsigned coord[NOC_MAX_DIMS]);
uint32_t topology_router_at(const topology_t *t, const unsigned coord[NOC_MAX_DIMS]);

// The topology can run: its routers have 2 to NOC_MAX_PORTS ports. On error returns false with
// "there is ..; there must be .."; such a topology is a graph to be described.
bool topology_check_runs(const topology_t *t, noc_error_t *error);

// Router hops (router-to-router link traversals) between two nodes of a mesh. What other families
// take is a matter of their routing: routing_path().
unsigned topology_hops(const topology_t *t, uint32_t from_node, uint32_t to_node);

// Writes "3,2" (coordinates x first; of h3dm the digits of the address, most significant first)
// into out; returns out.
char *topology_router_name(const topology_t *t, uint32_t router, char *out, size_t size);

// The router that has this name, digit by digit; false if there is none.
bool topology_find_router(const topology_t *t, const char *name, uint32_t *router);

// The name for files of all kinds: a '?' for each byte of a file's name that is not plain ASCII, or
// is a quote or a backslash. Returns out.
char *topology_plain_name(const topology_t *t, char *out, size_t size);

// The numbers that follow from the definition of a topology, NAN where there is no closed form.
typedef struct {
  double diameter;       // router hops between two nodes
  double mean_distance;  // router hops, shortest paths, over ordered pairs of distinct nodes
  double bisection;      // links between two halves of the nodes, fewest
  bool bisection_exact;  // false: a cut of that size exists, perhaps a smaller one too
  // Every router with nodes has the same distances as one of the routers 0, step, ..
  // (classes - 1) step, each of which stands for as many. classes is 0 where that is not known.
  uint32_t classes;
  uint32_t step;
} topology_forms_t;
void topology_forms(const topology_t *t, topology_forms_t *forms);

// Where the router is in a picture; neighbours on a line are 1 apart. False when the family has no
// shape of its own.
bool topology_place(const topology_t *t, uint32_t router, double at[2]);

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
