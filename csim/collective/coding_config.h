// coding_config -- what is chosen of a hierarchical broadcast, and how users write it: the scheme,
// the groups, the multicasts within and between them, the intermediate nodes. docs/coding.md is the
// specification.
//
//   coding_config_t config = {.scheme = CODING_HNC, .sources = &from, .destinations = &to};
//   coding_text_t text = {.group = "0-3;4-7", .base = "binomial"};
//   const char *key = NULL;
//   if (!coding_config_read(&config, &text, t, NULL, &key, &error)) ... "workload.%s: %s", key, ..
//   coding_config_free(&config);

#ifndef NOC_CODING_CONFIG_H
#define NOC_CODING_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/node_set.h"
#include "collective/coding_groups.h"
#include "routing/hops_between.h"
#include "routing/hops_box.h"
#include "topology/topology.h"

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

enum { CODING_SCHEMES = CODING_COMBINING + 1 };

// Finds the scheme with this name; false if it is not one of these.
bool coding_scheme_find(const char *name, coding_scheme_t *scheme);
// Packets carry exclusive ors: CODING_HNC and CODING_RECURSIVE.
bool coding_scheme_codes(coding_scheme_t scheme);

// Where the intermediate nodes are.
typedef enum {
  CODING_BEST,    // fewest hops; each group has its own place, but not on a torus
  CODING_CENTRE,  // floor((side - 1) / 2) in each dimension of the group
  CODING_CORNER,  // the lowest node of the group, or the first of its list
  CODING_INNER,   // the node nearest to the centre of the network
  CODING_AT       // coordinates in the group, or nodes
} coding_placement_t;

typedef struct {
  coding_scheme_t scheme;
  hops_base_t base[3];  // the multicasts of intra, inter and distribute
  unsigned levels;      // 1; 2 of CODING_RECURSIVE
  // Sides of the groups; the last dimension is that of the nodes of a router.
  uint32_t side[CODING_LEVELS][HOPS_DIMS];
  coding_groups_t list;   // instead of sides; none: `count` 0. coding_config_free()
  coding_groups_t inner;  // the same of the second level, those of one group after the other
  coding_placement_t placement;
  uint32_t at[HOPS_DIMS];          // of CODING_AT with sides
  uint32_t *chosen;                // [list.count] of CODING_AT with a list. coding_config_free()
  const node_set_t *sources;       // the caller's; NULL: all nodes
  const node_set_t *destinations;  // the caller's; NULL: all nodes
  // A plan has step F within step B, as Fig. 4 of the paper writes it; of one level.
  bool beside;
  // Step F as the paper words it: only sources send. Not every node can decode then.
  bool literal;
  // The caller's: hops between nodes, for what is searched for with lists or with some of the nodes
  // as destinations. NULL: by the topology's own routing, worked out when they are needed.
  const hops_between_t *between;
} coding_config_t;

void coding_config_free(coding_config_t *config);

// The texts that users write; NULL: best, unicast, best.
typedef struct {
  const char *group;         // "8x4", "32", "best", "0-3,8;4-7,9"
  const char *base;          // "unicast", "binomial", "unicast,binomial,unicast"
  const char *intermediate;  // "best", "centre", "corner", "inner", "3,1"
} coding_text_t;

// Reads all of it, and searches for groups where these are not given. The scheme, the sources, the
// destinations and `between` are set before. `shapes`, or NULL, is what a search tried, and to be
// freed by coding_shapes_free(). On error *key is the name of what is at fault, "group", and the
// text is "there is ..; there must be ..". Free the config in any case.
struct coding_shapes;
bool coding_config_read(coding_config_t *config, const coding_text_t *text, const topology_t *t,
                        struct coding_shapes *shapes, const char **key, noc_error_t *error);

// The parts; "there is ..; there must be .." without a place. coding_read_group() takes the sides
// of boxes, of CODING_RECURSIVE "8x8,4x4"; lists of nodes, "0-3,8;4-7,9", of CODING_RECURSIVE
// "0-3;4-7|0-1;2-3;4-5;6-7"; and on topologies without coordinates a number, of nodes that follow
// one another, or "4|2".
bool coding_read_group(const char *text, const topology_t *t, coding_config_t *config,
                       noc_error_t *error);
bool coding_read_base(const char *text, coding_config_t *config, noc_error_t *error);
// The scheme of multicasts that a base is, "binomial".
const char *coding_base_name(hops_base_t base);
// Coordinates within the group, or of lists a node of each group; behind the group.
bool coding_read_placement(const char *text, const topology_t *t, coding_config_t *config,
                           noc_error_t *error);

// "8x4" of a level's sides; returns out.
enum { CODING_TEXT = 128 };
char *coding_group_text(const topology_t *t, const uint32_t *side, char out[CODING_TEXT]);

#ifdef __cplusplus
}
#endif

#endif
