// port_pairs -- which ports of routers packets can come in by and leave by, in the way that the
// routes of a routing have it: what a run may be asked to have exercised.

#ifndef NOC_PORT_PAIRS_H
#define NOC_PORT_PAIRS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "routing/routing.h"

typedef struct {
  // Bit o: at some router packets that come to port i leave by
  // port o. By the numbers of the ports: all routers are one RTL.
  uint32_t out[NOC_MAX_PORTS];
} port_pairs_t;

// The pairs that routes have in a network that is built with `classes` classes; of a routing with
// paths from node to node, or of a network too large to ask (PORT_PAIRS_STATES), port_pairs_all().
// False with *error filled when memory is short.
enum { PORT_PAIRS_STATES = 1 << 21 };  // routers x groups x nodes
bool port_pairs_find(routing_t *r, unsigned classes, port_pairs_t *pairs, noc_error_t *error);
// All pairs of ports that lead somewhere, but none back: where packets do not keep to routes.
bool port_pairs_all(const topology_t *t, port_pairs_t *pairs, noc_error_t *error);

#endif
