// two_hops -- how many ways of two hops there are between the routers of a topology: the routers in
// the middle, whatever the number of links to them.

#ifndef NOC_TWO_HOPS_H
#define NOC_TWO_HOPS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "topology/topology.h"

#ifdef __cplusplus
extern "C" {
#endif

// The fewest and the most ways over pairs of different routers; UINT32_MAX and 0 where there is no
// such pair.
typedef struct {
  uint32_t least, most;
} two_hops_range_t;

typedef struct {
  two_hops_range_t apart;   // of routers without a link to each other; least 0: some are farther
  two_hops_range_t linked;  // of routers with a link
} two_hops_t;

// Takes the time of routers^2 and of routers x ports^3. False when memory is short.
bool two_hops_find(const topology_t *t, two_hops_t *found, noc_error_t *error);

#ifdef __cplusplus
}
#endif

#endif
