// route_loads -- what the routes of a traffic pattern make of the channels: how much of what the
// nodes send goes over each, and so where the network must saturate first (Dally, Towles,
// Principles and Practices of Interconnection Networks, 2004, 3.3.1).

#ifndef NOC_ROUTE_LOADS_H
#define NOC_ROUTE_LOADS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "routing/routing.h"

enum { ROUTE_LOADS_CLASSES = 16 };

// Loads are in flits a cycle when every node sends one a cycle.
typedef struct {
  double hops;  // router hops, mean over the packets
  double link;  // of the busiest link, all classes together
  // The load of the busiest link by what goes there in a class; [classes] of the routing: in any
  // class.
  double in_class[ROUTE_LOADS_CLASSES + 1];
} route_loads_t;

// `image` gives the node that a node sends all its packets to, itself if it sends none; NULL: all
// others equally often. Adaptive routings send by their first candidates. False with *error filled
// when memory is short.
bool route_loads_find(routing_t *r, uint32_t (*image)(const topology_t *t, uint32_t node),
                      route_loads_t *loads, noc_error_t *error);

#endif
