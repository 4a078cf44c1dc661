// hops -- unicasts and router hops of a collective, without running it: of a plan over a routing,
// in closed form where there is one, and the fewest hops that any scheme can take.

#ifndef NOC_HOPS_H
#define NOC_HOPS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "collective/collectives.h"
#include "plan/plan.h"
#include "routing/hops_box.h"
#include "routing/routing.h"

#ifdef __cplusplus
extern "C" {
#endif

// Every send of a finished plan, along its path;
// multicasts are not counted. False when memory is short.
bool hops_of_plan(routing_t *routing, const plan_t *plan, hops_count_t *count, noc_error_t *error);

// All nodes, by a scheme that has a closed form for the collective, routed in dimension order on a
// mesh, torus, ring or hypercube. *known is false where it is something else. False: as above, or
// too many hops.
bool hops_closed_form(const routing_t *routing, const char *collective, const char *scheme,
                      const participants_t *p, hops_count_t *count, bool *known,
                      noc_error_t *error);

// Flit-hops that a complete collective takes at least, one flit a block, whatever the scheme, coded
// or not: all blocks of `from` that a router's nodes lack come over its links. N(N - 1) where all N
// nodes are sources and each has a router. 0, which says nothing, for collectives that do not bring
// the block of every node of `from` to all of `to`. False when memory is short.
bool hops_lower_bound(const char *collective, const participants_t *p, uint64_t *bound,
                      noc_error_t *error);

#ifdef __cplusplus
}
#endif

#endif
