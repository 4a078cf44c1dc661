// fetch -- brings what the golden model of a group of routers is about to touch into the cache.
//
// In a bank that no cache holds, nearly all time is waiting for memory: a cycle goes through the
// bank once, so nothing stays from the cycle before. Each group is therefore fetched while groups
// before it are stepped, in two turns: first the registers of its ports, and once these are there,
// what they point to in the flit memories and on the links. A turn goes in parts, between the parts
// of an edge, since a processor waits for only so many lines at once. Nothing is changed.

#ifndef NOC_FETCH_H
#define NOC_FETCH_H

#include "router/router_view.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { FETCH_MEMBERS = 1 << 12 };  // banks of fewer members are left to the caches

typedef enum {
  FETCH_CROSSING,  // the flits that cross, and where they go
  FETCH_PORTS,
  FETCH_QUEUES,  // the VCs of inputs, and of the group before that the front tags
  FETCH_OUTPUTS,
  FETCH_ARRIVING  // the places of flits on the links, and the orders of VC allocation
} fetch_t;

// While group `now` is stepped: this part of the turns of the groups behind it.
void fetch_part(const router_view_t *r, uint32_t now, fetch_t part);

#ifdef __cplusplus
}
#endif

#endif
