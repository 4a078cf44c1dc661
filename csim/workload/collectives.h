// collectives -- the table of collective operations and the schemes that carry them out. A scheme
// is compiled to a plan; one engine runs all plans.

#ifndef NOC_COLLECTIVES_H
#define NOC_COLLECTIVES_H

#include <stddef.h>

#include "topology/topology.h"
#include "workload/plan.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  const char *collective;  // "allgather"
  const char *scheme;      // "unicast"
  const char *meaning;     // one line
  // Adds the operations; a message has this many flits.
  void (*compile)(plan_t *plan, const topology_t *t, uint32_t flits);
} collective_t;

const collective_t *collectives(size_t *count);

// A finished plan. NOC_BAD_INPUT for an unknown name or a plan that needs too much memory.
plan_t *collective_plan(const char *collective, const char *scheme, const topology_t *t,
                        uint32_t flits, noc_error_t *error);

// The schemes, one file each.
void allgather_unicast(plan_t *plan, const topology_t *t, uint32_t flits);
void allgather_binomial(plan_t *plan, const topology_t *t, uint32_t flits);

#ifdef __cplusplus
}
#endif

#endif
