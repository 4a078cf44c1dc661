// hops_between -- hops between any two nodes by a routing, for what asks again and again: by
// coordinates on meshes and tori where routes are shortest, else from a table, of networks that are
// too large for one along the path.

#ifndef NOC_HOPS_BETWEEN_H
#define NOC_HOPS_BETWEEN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "routing/routing.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  routing_t *routing;  // the caller's; outlives this
  uint32_t nodes;
  uint16_t *table;              // [from * nodes + to], or NULL
  uint16_t *coord;              // [node * dims + d], or NULL
  uint32_t ring[NOC_MAX_DIMS];  // routers of the ring in dimension d; 0: no way round
} hops_between_t;

// NULL with *error when memory is short.
hops_between_t *hops_between_create(routing_t *routing, noc_error_t *error);
void hops_between_free(hops_between_t *between);

// False when memory is short.
bool hops_between(const hops_between_t *between, uint32_t from, uint32_t to, uint32_t *hops,
                  noc_error_t *error);

#ifdef __cplusplus
}
#endif

#endif
