// capacity -- the load that each resource of a network and its hosts can carry at most, by formula:
// what nothing that is measured can be above. docs/sweep.md, "Capacity".
//
//   capacity_t most;
//   if (!capacity_find(scenario, &most, &error)) ..
//   const capacity_resource_t first = capacity_least(&most);
//   printf("%s: %g", kCapacityNames[first], most.load[first]);
//
// It looks at the scenario and the graph only, at no plan and no route: work a message for each
// resource (docs/host.md), summed over all nodes, and the links into each router.

#ifndef NOCSTEP_CAPACITY_H
#define NOCSTEP_CAPACITY_H

#include <stdbool.h>

#include "base/error.h"
#include "setup/scenario.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  CAPACITY_PROCESSORS,
  CAPACITY_BUSES,
  CAPACITY_SEND_HANDLERS,
  CAPACITY_RECEIVE_HANDLERS,
  CAPACITY_PORTS,
  CAPACITY_LINKS,
  CAPACITY_RESOURCES
} capacity_resource_t;

// "the hosts' processors", and "processors" ..
extern const char *const kCapacityNames[CAPACITY_RESOURCES];
extern const char *const kCapacityKeys[CAPACITY_RESOURCES];

// Delivered flits per node and cycle, the mean over all nodes; INFINITY: the resource is no limit.
typedef struct {
  double load[CAPACITY_RESOURCES];
} capacity_t;

// The scenario has one traffic pattern, or random multicasts. NOC_ENVIRONMENT when memory is short.
bool capacity_find(const scenario_t *s, capacity_t *most, noc_error_t *error);
// The resource that is full first.
capacity_resource_t capacity_least(const capacity_t *most);

#ifdef __cplusplus
}
#endif

#endif
