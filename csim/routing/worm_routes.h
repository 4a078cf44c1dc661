// worm_routes -- the ways of tree worms: what the worm tables of the routers hold.
// docs/microarchitecture.md, section 15.1; docs/routing.md, "Worms".
//
//   worm_routes_t w;
//   bool ok = worm_routes_create(&w, routing, routing->classes, &error);
//   worm_way_t way = worm_routes_way(&w, router, group, node);
//   // way.found: by way.port, on a VC of w.plane_class[way.plane]; else whole by a port of w.up
//   worm_routes_free(&w);
//
// A deterministic routing puts a node into the string of the port by which it sends there. `updown`
// and `nca`, adaptive or not, put it into that of the lowest port down behind which it can be
// reached downwards; a worm with a node that is not below goes up by any port that leads up.
//
// The planes are classes: a worm takes the first plane that any of its nodes asks for at the port.
// They stand in the order in which the numbers of the channels (routing_rank()) rise on every link,
// so that a worm is never ahead of its nodes. Any class is last.

#ifndef NOC_TOPOLOGY_WORM_ROUTES_H
#define NOC_TOPOLOGY_WORM_ROUTES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "routing/routing.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { WORM_PLANES = SHAPE_MAX_VCS + 1 };  // most

typedef struct {
  routing_t *r;      // the caller's; outlives the ways
  unsigned classes;  // VC classes that the network is built with
  unsigned planes;
  unsigned plane_class[WORM_PLANES];  // `classes`: any
  // The rest is its own.
  uint16_t *way;  // [(group * routers + router) * nodes + node]: 1 + plane * ports + port, 0 none
  uint16_t *up;   // [group * routers + router]
} worm_routes_t;

// Makes the ways for a network that is built with `classes` VC classes, 1 or more. Fails with
// NOC_BAD_INPUT where the topology or the routing cannot carry tree worms, and says what could;
// NOC_ENVIRONMENT when memory is short. The caller frees in any case.
bool worm_routes_create(worm_routes_t *w, routing_t *r, unsigned classes, noc_error_t *error);
void worm_routes_free(worm_routes_t *w);

typedef struct {
  bool found;
  unsigned plane;
  uint32_t port;
} worm_way_t;

// The way to a node; it is not found if no port reaches the node from there.
static inline worm_way_t worm_routes_way(const worm_routes_t *w, uint32_t router, uint32_t group,
                                         uint32_t node) {
  const topology_t *t = w->r->topology;
  const uint32_t way = w->way[((size_t)group * t->routers + router) * t->nodes + node];
  return way == 0 ? (worm_way_t){false, 0, 0}
                  : (worm_way_t){true, (way - 1) / t->ports, (way - 1) % t->ports};
}

// The ports by which a worm goes up whole, any class; 0 where every worm that comes has a way for
// all its nodes.
static inline uint32_t worm_routes_up(const worm_routes_t *w, uint32_t router, uint32_t group) {
  return w->up[(size_t)group * w->r->topology->routers + router];
}

// A word of a reachability string: sets bit b of `bits`, 64 to an element, if node first + b goes
// by this port in this plane; b below `count`.
void worm_routes_word(const worm_routes_t *w, uint32_t router, uint32_t group, unsigned plane,
                      uint32_t port, uint32_t first, unsigned count, uint64_t *bits);

#ifdef __cplusplus
}
#endif

#endif
