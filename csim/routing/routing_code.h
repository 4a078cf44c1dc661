// routing_code -- what a routing supplies to routing.c.

#ifndef NOC_TOPOLOGY_ROUTING_CODE_H
#define NOC_TOPOLOGY_ROUTING_CODE_H

#include "routing/routing.h"

// `create` checks that the routing is for this topology, and sets unit, classes, groups,
// per_router and data; all but name, topology and adaptive are 0 before, classes and groups 1. It
// fails with routing_refuse() where the topology has no such routing. `free` gets what create left,
// also after a failure; may be NULL.
//
// `route` is not called at the router of the destination. It sets count, port and vc_class; count
// 1 and class any are there before. False when memory is short.
//
// `path` is for source routing only, in place of `route`.
//
// `own_of` has a bit for each wiring of topologies whose own routing it is. `leads_up`: links lead
// up or down, no route goes up behind a link down, and a tree worm goes up until all its nodes are
// below; NULL: it is no such routing. `turns_back`: a packet may leave by the port it came in by.
#define ROUTING_OF(wiring) (1u << (wiring))

typedef struct routing_code {
  bool can_adapt;
  bool takes_file;
  unsigned own_of;
  bool by_dimension;
  bool by_tree;
  bool turns_back;
  bool (*leads_up)(const routing_t *r, uint32_t router, uint32_t port);
  bool (*create)(routing_t *r, const char *file, noc_error_t *error);
  void (*free)(routing_t *r);
  bool (*route)(routing_t *r, uint32_t router, uint32_t group, uint32_t destination, route_t *route,
                noc_error_t *error);
  uint32_t (*group)(const routing_t *r, uint32_t router, uint32_t in_port, unsigned in_class);
  uint64_t (*rank)(const routing_t *r, uint32_t router, uint32_t port, unsigned vc_class);
  size_t (*path)(routing_t *r, uint32_t source, uint32_t destination, routing_hop_t *hops,
                 size_t room, noc_error_t *error);
} routing_code_t;

#define ROUTING(name, meaning, code) extern const routing_code_t code;
#include "routing/routing_list.def"
#undef ROUTING

// The topology has no routing of this name; returns false.
bool routing_refuse(const routing_t *r, noc_error_t *error);

// The routings for which `which` is true, for refusals: "table and source". Returns out.
enum { ROUTING_NAMES = 80 };
char *routing_list(bool (*which)(const routing_code_t *code), char out[ROUTING_NAMES]);

// An adaptive routing takes routers with up to ROUTING_CANDIDATES links.
bool routing_check_candidates(const routing_t *r, noc_error_t *error);

// The candidates of a route as they are found. All of them stay if the routing is adaptive, else
// one: the one whose hash of router, port and destination is lowest, so that destinations spread.
typedef struct {
  route_t *route;
  bool adaptive;
  uint64_t key;
  uint64_t lowest;
} route_collect_t;

route_collect_t routing_collect(const routing_t *r, uint32_t router, uint32_t destination,
                                route_t *route);
// A port that has been offered before is left out.
void routing_offer(route_collect_t *c, uint32_t port);

#endif
