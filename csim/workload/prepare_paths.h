// prepare_paths -- the own paths of a plan's messages, on the network that they are for: they lead
// to their nodes, and packets on them cannot wait for each other in a circle. docs/plans.md,
// "Paths".

#ifndef NOC_PREPARE_PATHS_H
#define NOC_PREPARE_PATHS_H

#include "workload/workload.h"

// As routing_path() makes them: an entry a router, the last one's port leads to the node.
typedef struct {
  const routing_hop_t *hop;
  uint32_t routers;
} own_path_t;

typedef struct own_paths {
  own_path_t *path;  // by the number of the plan's path
  routing_hop_t *hop;
} own_paths_t;

// Does nothing for a plan without paths. Makes input->paths, and room for them in heads and VCs
// (routing_make_room()). NOC_BAD_INPUT, with the place of the message: a path that is none, a
// routing other than `source`, or a cycle of channel dependencies.
bool prepare_paths(workload_input_t *input, noc_error_t *error);
void prepare_paths_free(workload_input_t *input);

#endif
