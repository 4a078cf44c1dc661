// coding_hierarchy_state -- what a hierarchy knows of its groups, for the files that make up
// coding_hierarchy.h.

#ifndef NOC_CODING_HIERARCHY_STATE_H
#define NOC_CODING_HIERARCHY_STATE_H

#include "collective/coding_hierarchy.h"
#include "collective/coding_level.h"

struct coding_hierarchy {
  const coding_config_t *config;
  uint32_t nodes;
  coding_level_t level[CODING_LEVELS];
  bool *source;    // [nodes]
  uint32_t *node;  // [nodes] by place of the first level
  bool *wanted;    // [nodes] by place: destinations
  uint32_t
      *nested;  // [nodes] by place of the second level of lists: the place of the first; or NULL
};

#endif
