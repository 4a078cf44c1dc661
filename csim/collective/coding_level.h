// coding_level -- the groups of one level of a hierarchy, and where their intermediate nodes are.
// Groups are boxes of a space of places; those of a list are stretches of a line of places, on
// which the nodes are in the order of the list.

#ifndef NOC_CODING_LEVEL_H
#define NOC_CODING_LEVEL_H

#include <stdbool.h>
#include <stdint.h>

#include "collective/coding_config.h"
#include "routing/hops_between.h"
#include "routing/hops_box.h"

#ifdef __cplusplus
extern "C" {
#endif

// The groups of the network, or of one group of the level before.
typedef struct {
  hops_space_t space;
  uint32_t side[HOPS_DIMS];  // of a group
  uint32_t grid[HOPS_DIMS];  // groups in each dimension
  uint32_t size, groups;     // nodes of a group, groups
  // coding_level_count_places(): NULL before.
  uint32_t *corner;            // [groups] the place in the space of a group's first place
  uint32_t *offset;            // [size] from there to each place of the group
  uint32_t *shift[HOPS_DIMS];  // [grid]: coordinate in its group of an intermediate node
  // A list has this instead: [groups] the place of the intermediate node; of the second level for
  // one group of the first after the other.
  uint32_t *place;
} coding_level_t;

// `index` is the level's in the config, which has no list. On error *level is to be freed too.
bool coding_level_create(coding_level_t *level, const hops_space_t *space,
                         const coding_config_t *config, unsigned index, noc_error_t *error);
// The groups of a list of the config; `between` is needed for the best intermediate nodes only.
bool coding_level_create_list(coding_level_t *level, const coding_config_t *config, unsigned index,
                              const hops_between_t *between, noc_error_t *error);
void coding_level_free(coding_level_t *level);
// The places of a group, as a space of their own; and the groups as places.
hops_space_t coding_level_group(const coding_level_t *level);
hops_space_t coding_level_grid(const coding_level_t *level);
// Coordinates of a group in the grid; the place in the group of its intermediate node.
void coding_level_coordinates(const coding_level_t *level, uint32_t group, uint32_t *coord);
uint32_t coding_level_intermediate(const coding_level_t *level, uint32_t group);
// Makes coding_level_member() known. False when memory is short.
bool coding_level_count_places(coding_level_t *level);
// The place in the space of a place in a group.
static inline uint32_t coding_level_member(const coding_level_t *level, uint32_t group,
                                           uint32_t place) {
  return level->corner[group] + level->offset[place];
}
// Fills level->shift, which is allocated; and `place` with the best ones of a list, of which `node`
// are those of the level's groups.
bool coding_level_place(coding_level_t *level, const coding_config_t *config, noc_error_t *error);
bool coding_level_place_list(const coding_level_t *level, const coding_config_t *config,
                             const uint32_t *node, uint32_t *place, const hops_between_t *between,
                             noc_error_t *error);

#ifdef __cplusplus
}
#endif

#endif
