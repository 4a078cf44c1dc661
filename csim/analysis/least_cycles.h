// least_cycles -- how many cycles a collective takes at least, whatever carries it out:
// docs/bounds.md has what an implementation is, each bound and why it holds.

#ifndef NOC_LEAST_CYCLES_H
#define NOC_LEAST_CYCLES_H

#include <stdint.h>

#include "collective/collectives.h"
#include "network/zero_load.h"

#ifdef __cplusplus
extern "C" {
#endif

// Why fewer are not enough.
typedef enum {
  LEAST_DISTANCE,
  LEAST_PORTS,
  LEAST_CUT,
  LEAST_TAKES,  // from here on plain: if routers neither copy nor combine, and no flit is a code
  LEAST_COLLECTS,
  LEAST_SPREADS,
  LEAST_LINKS,
  LEAST_REASONS
} least_reason_t;

// In cycles. 0 where there is nothing to do.
typedef struct {
  uint64_t by[LEAST_REASONS];               // 0: says nothing of this collective
  uint64_t any, plain;                      // the greatest
  least_reason_t any_reason, plain_reason;  // the first that is as great
} least_cycles_t;

// All that follows from the network and the sets alone.
typedef struct least_network least_network_t;

// `depth` of the timing does not matter. NULL with the error filled: NOC_BAD_INPUT when the network
// is too large, NOC_ENVIRONMENT when memory is short. Keeps nothing of its arguments.
least_network_t *least_network_create(const collective_t *collective, const topology_t *t,
                                      const node_set_t *from, const node_set_t *to,
                                      const zero_load_t *timing, noc_error_t *error);
void least_network_free(least_network_t *n);

// Blocks of so many flits, at least 1; those of a barrier have one.
least_cycles_t least_cycles(const least_network_t *n, unsigned flits);

// "distance", "ports", ...
const char *least_reason_name(least_reason_t reason);

#ifdef __cplusplus
}
#endif

#endif
