// routing_walk -- the states that packets to one destination can be in, from the entries of all
// nodes, each with its route. A state is a router and an arrival group: router * groups + group.
//
//   routing_walk_t w;
//   bool ok = routing_walk_create(&w, routing, routing->classes, &error);
//   for (uint32_t node = 0; ok && node < nodes; node++) {
//     ok = routing_walk(&w, node, &error);
//     // w.state[0 .. w.count - 1], w.route[w.state[i]]
//   }
//   routing_walk_free(&w);

#ifndef NOC_TOPOLOGY_ROUTING_WALK_H
#define NOC_TOPOLOGY_ROUTING_WALK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "routing/routing.h"

// Classes of VCs, from `first` to `last`.
typedef struct {
  unsigned first, last;
} routing_classes_t;

// The classes that a route allows in a network that is built with `classes` classes, 1 or more:
// one, or all.
static inline routing_classes_t routing_classes(const routing_t *r, unsigned vc_class,
                                                unsigned classes) {
  const unsigned c = routing_cut(r, vc_class, classes);
  return c < classes ? (routing_classes_t){c, c} : (routing_classes_t){0, classes - 1};
}

// The state of a packet that left by this port, which has a link, in a VC of this class.
uint32_t routing_behind(const routing_t *r, uint32_t router, uint32_t port, unsigned vc_class);

typedef struct {
  routing_t *r;
  unsigned classes;
  uint32_t *enters;   // [router]: nodes that enter there
  uint32_t *entries;  // the routers where any do
  uint32_t n_entries;
  uint32_t *behind;  // [(router * ports + port) * classes + class]: routing_behind(), where it is
  // These belong to the destination that was walked to last:
  uint32_t target;  // the router where packets to it leave
  uint32_t *state;  // those that are reached
  uint32_t count;   // of them
  route_t *route;   // [state]: of those that are reached
  uint32_t *stamp;  // [state]: 1 + the destination for which it was reached last
} routing_walk_t;

// Prepares walks in a network that is built with `classes` classes. False with NOC_BAD_INPUT or
// NOC_ENVIRONMENT when memory is short; the caller frees in any case.
bool routing_walk_create(routing_walk_t *w, routing_t *r, unsigned classes, noc_error_t *error);
void routing_walk_free(routing_walk_t *w);

// Walks to a destination; not for `source`. False when memory is short.
bool routing_walk(routing_walk_t *w, uint32_t destination, noc_error_t *error);

// Finds a state with the route that packets to the destination walked to last, which are in this
// state and take the first candidate, have at the next router; at the last router it is the state
// itself. False: their VC may be of any class, and the group there, and with it the route, depends
// on it.
bool routing_walk_ahead(const routing_walk_t *w, uint32_t state, uint32_t *ahead);

// Whether each router can know the route at the next, to all destinations. If not, *blind says
// where. False when memory is short.
typedef struct {
  bool is;  // some router cannot: this one, for packets to this node, which leave by this port
  uint32_t router, destination, port;
} routing_blind_t;
bool routing_looks_ahead(routing_t *r, routing_blind_t *blind, noc_error_t *error);

#endif
