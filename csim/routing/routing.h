// routing -- routing functions at the level of the graph: where a packet that is at a router may go
// next, and in which VC class. docs/routing.md has the rules, and why each is free of deadlock.
//
//   routing_t *r = routing_create(topology, NULL, NULL, false, &error);  // the topology's own
//   route_t route;
//   uint32_t group = routing_group(r, router, in_port, in_class);
//   routing_route(r, router, group, destination, &route);
//   // route.port[0 .. route.count - 1], route.vc_class; at the node's router: the port to the node
//
// A route follows from the router, the destination node and the *arrival group*: what the input
// port and the class of the VC there say of the way so far. Most routings have one group and need
// no memory of that kind. A route names the class of the VC on the next link: 0 to classes - 1, or
// `classes` for any. Every virtual network is a copy of the same classes.
//
// Source routing (`source`) has paths from node to node instead: routing_path().
//
// These functions are the rules of docs/routing.md over the graph and its ports; they share nothing
// with the route computation units of a router (csim/router, rtl/router).

#ifndef NOC_TOPOLOGY_ROUTING_H
#define NOC_TOPOLOGY_ROUTING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "shape/shape.h"
#include "topology/topology.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { ROUTING_CANDIDATES = 64 };  // ports of one route; adaptive routings take no larger routers

// Where a packet may go next. Deterministic routings have one candidate. No candidate: no packet to
// this node comes to this router in this group.
typedef struct {
  unsigned vc_class;  // of the VC on the next link; `classes` of the routing: any
  unsigned count;     // of candidates
  uint32_t port[ROUTING_CANDIDATES];
} route_t;

// One router of a path: the output port that it takes, and the class on the link behind it.
typedef struct {
  uint32_t port;
  unsigned vc_class;
} routing_hop_t;

struct routing_code;

typedef struct routing {
  const topology_t *topology;  // the caller's; outlives the routing
  const char *name;            // "dor"
  route_unit_t unit;           // of the routers that carry it
  bool adaptive;               // routes may have several candidates
  unsigned classes;  // VC classes that it needs in every virtual network to be free of deadlock, C
  unsigned groups;   // arrival groups, 1 or more; packets enter in group 0
  // The group tells classes apart: with fewer classes packets would be in groups without a route.
  bool groups_by_class;
  // Routes to all nodes of a router are the same but for the last port.
  bool per_router;
  bool searches;  // works out something of every router when first asked for a destination
  bool shortest;  // every route has as few hops as a path can have
  // Source routing: that of all pairs of nodes without a path of their own, NULL if all have one,
  // and how many have one.
  struct routing *along;
  uint32_t paths;
  unsigned longest;  // routers of its longest path, once network_complete_shape() has asked; else 0
  const struct routing_code *code;  // the rest is the routing's own
  void *data;
} routing_t;

// `name` NULL: the topology's own. `file` is for `table`, which needs it, and `source`, which may
// have one; NULL else. On error returns NULL: NOC_BAD_INPUT with "there is ..; there must be ..",
// of a file with its place; NOC_ENVIRONMENT when out of memory.
routing_t *routing_create(const topology_t *t, const char *name, const char *file, bool adaptive,
                          noc_error_t *error);
void routing_free(routing_t *r);

// The routing with this name may be given a `file`; its packets carry their path in the head. False
// if there is none with this name.
bool routing_takes_file(const char *name);
bool routing_carries_paths(const char *name);
// Routes go dimension by dimension; up and down the breadth-first tree from router 0.
bool routing_by_dimension(const routing_t *r);
bool routing_by_tree(const routing_t *r);

// The name of the topology's own routing.
const char *routing_default(const topology_t *t);

// The router where packets to the node leave the network.
uint32_t routing_target(const topology_t *t, uint32_t node);

// The arrival group of a packet whose head came in by this port in a VC of this class. Ports that
// lead to nodes are of group 0.
uint32_t routing_group(const routing_t *r, uint32_t router, uint32_t in_port, unsigned in_class);

// The route at `router` to node `destination`. Not for `source`. Some routings work out what they
// need when they are first asked for a destination: one caller at a time, and large networks
// destination by destination. False when memory is short.
bool routing_route(routing_t *r, uint32_t router, uint32_t group, uint32_t destination,
                   route_t *route, noc_error_t *error);

// The path of a packet: an entry a router, the last one's port leading to the destination (class
// any). Writes up to `room` entries and returns how many there are; 0 when memory is short. With
// adaptive routings the first candidate is taken everywhere.
size_t routing_path(routing_t *r, uint32_t source, uint32_t destination, routing_hop_t *hops,
                    size_t room, noc_error_t *error);

// Source routing: some node has a path of its own to this destination.
bool routing_own_paths(const routing_t *r, uint32_t destination);

// Source routing: some packets have paths of their own besides, through up to so many routers and
// in so many classes; heads and VCs have room for them from now on. After the lengths of the
// routing's paths are known (`longest`).
void routing_make_room(routing_t *r, unsigned routers, unsigned classes);

// The class in a network that is built with `classes` classes: the highest where there are fewer
// than the routing needs; any stays any.
unsigned routing_cut(const routing_t *r, unsigned vc_class, unsigned classes);

// The number of a channel, the VCs of a class on the link that leaves by this port. Along every
// route the numbers rise, which proves the routing free of deadlock with all its classes. False for
// those from files, whose channels have no order of their own.
bool routing_ranked(const routing_t *r);
uint64_t routing_rank(const routing_t *r, uint32_t router, uint32_t port, unsigned vc_class);

// All routings, for `nocstep list` and for the nearest-name hint.
typedef struct {
  const char *name;     // "dor"
  const char *meaning;  // one line
} routing_name_t;
const routing_name_t *routing_names(size_t *count);

#ifdef __cplusplus
}
#endif

#endif
