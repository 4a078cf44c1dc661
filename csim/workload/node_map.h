// node_map -- on which node each rank of a plan runs.

#ifndef NOC_NODE_MAP_H
#define NOC_NODE_MAP_H

#include <stdint.h>

#include "base/error.h"
#include "setup/scenario.h"

#ifdef __cplusplus
extern "C" {
#endif

// An array [ranks] of different nodes, ranks <= nodes, which the caller frees. The map is "linear":
// rank r on node r; "random": drawn from the seed; or a file with a node a rank, separated by
// blanks and line ends, '#' begins a comment. NULL with *error, of a file with line and column.
uint32_t *node_map_create(const scenario_file_t *map, uint32_t ranks, uint32_t nodes, uint64_t seed,
                          noc_error_t *error);

#ifdef __cplusplus
}
#endif

#endif
