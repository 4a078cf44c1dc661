// coding_hops -- unicasts and hops of hierarchical broadcasts, step by step: in closed form, and by
// counting the messages of coding_hierarchy_visit(). docs/coding.md has the formulas.

#ifndef NOC_CODING_HOPS_H
#define NOC_CODING_HOPS_H

#include "collective/coding_hierarchy.h"
#include "routing/routing.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  // The hops of each level. Those of level 1 are all of the intra step of level 0 in sum, which
  // holds them too.
  hops_count_t step[CODING_LEVELS][CODING_STEPS];
  uint64_t encoded[CODING_LEVELS];  // packets made by exclusive or, in step C; as many operations
  // Coded packets that nodes receive. A destination gets a block back from each, by one operation
  // of step G.
  uint64_t received[CODING_LEVELS];
  hops_count_t total;
} coding_hops_t;

// There is a closed form: groups with sides, all nodes as destinations.
bool coding_hops_is_closed(const topology_t *t, const coding_config_t *config);

// The closed form, of dimension-order routing. NOC_BAD_INPUT when there is none, or the hops are
// too many for 63 bits.
bool coding_hops(const topology_t *t, const coding_config_t *config, coding_hops_t *hops,
                 noc_error_t *error);

// The same by counting, with the paths of any routing; from config->between if that is of this one.
bool coding_hops_count(routing_t *routing, const coding_config_t *config, coding_hops_t *hops,
                       noc_error_t *error);

// A shape of groups that was tried.
typedef struct {
  uint32_t side[CODING_LEVELS][HOPS_DIMS];  // of boxes
  uint32_t size;                            // nodes of a group
  uint32_t within;  // of one of the second level, of nodes that follow one another
  hops_count_t total;
} coding_shape_t;

typedef struct coding_shapes {
  coding_shape_t *shape;  // [count] the best of each size, sizes growing; coding_shapes_free()
  size_t count;
  uint64_t tried;
  size_t best;  // its index
} coding_shapes_t;

// All boxes that tile the network at least twice, of the config's scheme, bases, placement, sources
// and destinations; `size` 0, or nodes of a group. Without coordinates, groups of nodes that follow
// one another. The fewest hops, then the shortest longest path, then the first win. Sets the sides,
// or the list, of the config to the best. NOC_BAD_INPUT when there is none.
bool coding_search(const topology_t *t, uint32_t size, coding_config_t *config,
                   coding_shapes_t *shapes, noc_error_t *error);
void coding_shapes_free(coding_shapes_t *shapes);

#ifdef __cplusplus
}
#endif

#endif
