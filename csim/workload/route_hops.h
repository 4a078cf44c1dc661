// route_hops -- how many router hops a packet makes between
// two nodes, asked for every packet that is delivered.

#ifndef NOC_ROUTE_HOPS_H
#define NOC_ROUTE_HOPS_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "routing/routing.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  routing_t *routing;      // the caller's
  pthread_mutex_t *alone;  // with several threads: the routing serves one at a time; or NULL
  uint16_t *known;  // [from * nodes + to]: hops + 1, 0 not asked for yet; NULL in large networks
} route_hops_t;

// False when memory is short. With `shared` several threads may ask, if no two of them for the same
// packet.
bool route_hops_create(route_hops_t *h, routing_t *routing, bool shared);
void route_hops_free(route_hops_t *h);

// Router hops of the route; of an adaptive one along its first candidates.
unsigned route_hops(route_hops_t *h, uint32_t from, uint32_t to);

#ifdef __cplusplus
}
#endif

#endif
