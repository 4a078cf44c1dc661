// coding_hierarchy -- all-to-all and many-to-all broadcast in a hierarchy of groups, with network
// coding or without: who sends what to whom. docs/coding.md is the specification; after Shalaby,
// Fujiwara, Koibuchi, The Case for Network Coding for Collective Communication on HPC
// Interconnection Networks, IEICE Trans. Inf. & Syst. E98-D(3), 2015.
//
//   coding_config_t config = {.scheme = CODING_HNC, .placement = CODING_CENTRE};
//   if (!coding_read_group("8x4", t, &config, &error)) ...
//   coding_hierarchy_t *h = coding_hierarchy_create(t, &config, &error);
//   coding_hierarchy_visit(h, take, context);
//
// Groups are boxes of nodes that tile a mesh, torus, ring or hypercube. In each group one node, the
// intermediate, stands for it. What is counted here in closed form is in coding_hops.h.

#ifndef NOC_CODING_HIERARCHY_H
#define NOC_CODING_HIERARCHY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/hops_box.h"
#include "network/error.h"
#include "topology/topology.h"
#include "workload/node_set.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { CODING_LEVELS = 2 };

typedef enum {
  CODING_HNC,        // steps A to G
  CODING_RECURSIVE,  // the same within every group instead of step B
  CODING_HIERARCHY,  // raw packets through the intermediate nodes, no step F
  CODING_COMBINING   // the same, those of a group as one long message
} coding_scheme_t;

// The schemes by name, in the order of the type.
typedef struct {
  const char *name;     // "hnc"
  const char *meaning;  // one line
} coding_scheme_name_t;
const coding_scheme_name_t *coding_schemes(size_t *count);
// False if there is no such.
bool coding_scheme_find(const char *name, coding_scheme_t *scheme);

// The steps that send, and step C.
typedef enum {
  CODING_INTRA,       // B: within each group
  CODING_ENCODE,      // C: at the intermediate node
  CODING_INTER,       // D: between intermediate nodes
  CODING_DISTRIBUTE,  // E: from the intermediate node to its group
  CODING_UNICAST,     // F: to the same place in every other group
  CODING_STEPS
} coding_step_t;
extern const char *const kCodingSteps[CODING_STEPS];  // "intra"

// Where the intermediate nodes are.
typedef enum {
  CODING_BEST,    // fewest hops; on a mesh each group has its own place
  CODING_CENTRE,  // floor((side - 1) / 2) in each dimension of the group
  CODING_CORNER,  // the lowest node of the group
  CODING_INNER,   // the node nearest to the centre of the network
  CODING_AT       // coordinates in the group
} coding_placement_t;

typedef struct {
  coding_scheme_t scheme;
  hops_base_t base[3];  // the multicasts of intra, inter and distribute
  unsigned levels;      // 1; 2 of CODING_RECURSIVE
  // Sides of the groups; the last dimension is that of the nodes of a router.
  uint32_t side[CODING_LEVELS][HOPS_DIMS];
  coding_placement_t placement;
  uint32_t at[HOPS_DIMS];     // of CODING_AT
  const node_set_t *sources;  // the caller's; NULL: all nodes
  // Step F as the paper words it: only sources send. Not every node can decode then.
  bool literal;
} coding_config_t;

// The groups of one level: of the network, or of one group of the level before.
typedef struct {
  hops_space_t space;
  uint32_t side[HOPS_DIMS];    // of a group
  uint32_t grid[HOPS_DIMS];    // groups in each dimension
  uint32_t size, groups;       // nodes of a group, groups
  uint32_t *shift[HOPS_DIMS];  // [grid]: coordinate in its group of an intermediate node
} coding_level_t;

// `index` is the level's in the config. On error *level is to be freed too.
bool coding_level_create(coding_level_t *level, const hops_space_t *space,
                         const coding_config_t *config, unsigned index, noc_error_t *error);
void coding_level_free(coding_level_t *level);
// The places of a group, as a space of their own.
hops_space_t coding_level_group(const coding_level_t *level);
// Coordinates of a group in the grid; the place in the group of its intermediate node.
void coding_level_coordinates(const coding_level_t *level, uint32_t group, uint32_t *coord);
uint32_t coding_level_intermediate(const coding_level_t *level, uint32_t group);
// Fills level->shift, which is allocated.
bool coding_level_place(coding_level_t *level, const coding_config_t *config, noc_error_t *error);

typedef struct coding_hierarchy coding_hierarchy_t;

// A packet on its way, or what step C does at a node (from and to are that node).
typedef struct {
  unsigned level;
  coding_step_t step;
  uint32_t from, to;  // nodes
  // The nodes whose blocks it carries: one, raw; two of one group, next to each other among its
  // sources, as exclusive or; any number, one behind the other, of CODING_COMBINING.
  const uint32_t *block;
  uint32_t blocks;
  bool coded;
} coding_message_t;

// Checks the groups and the sources. The topology outlives the hierarchy.
coding_hierarchy_t *coding_hierarchy_create(const topology_t *t, const coding_config_t *config,
                                            noc_error_t *error);
void coding_hierarchy_free(coding_hierarchy_t *h);

// Every message, step by step, and every encoding; a sender has what it sends by then. Stops with
// false when `take` returns false, or memory is short.
bool coding_hierarchy_visit(const coding_hierarchy_t *h,
                            bool (*take)(void *context, const coding_message_t *message),
                            void *context, noc_error_t *error);

// From what users write; "found ..; accepted .." without a place. coding_read_group() takes "8x4",
// of CODING_RECURSIVE "8x8,4x4".
bool coding_read_group(const char *text, const topology_t *t, coding_config_t *config,
                       noc_error_t *error);
// "unicast", "binomial", or three of them, "unicast,binomial,unicast".
bool coding_read_base(const char *text, coding_config_t *config, noc_error_t *error);
// "best", "centre", "corner", "inner", or coordinates within the group, "3,1", behind the group.
bool coding_read_placement(const char *text, const topology_t *t, coding_config_t *config,
                           noc_error_t *error);
// "8x4" of a level's sides; returns out.
enum { CODING_TEXT = 128 };
char *coding_group_text(const topology_t *t, const uint32_t *side, char out[CODING_TEXT]);

#ifdef __cplusplus
}
#endif

#endif
