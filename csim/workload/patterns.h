// patterns -- the table of traffic patterns: which node a node sends to. The names and definitions
// are those of Dally and Towles, Principles and Practices of Interconnection Networks (2004), 3.2.
//
// Patterns by coordinates (transpose, tornado, neighbor) act on routers: with several nodes a
// router, node i of one router sends to node i of another. Patterns by bits (bit-complement, ...)
// act on node numbers.

#ifndef NOC_PATTERNS_H
#define NOC_PATTERNS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "setup/scenario.h"
#include "topology/topology.h"

#ifdef __cplusplus
extern "C" {
#endif

// The demand of a pattern on a topology.
typedef enum {
  PATTERN_ANY,
  PATTERN_ALONE,          // of no class: a workload of its own, multicasts.h and external.h
  PATTERN_COORDINATES,    // nodes that have the coordinates of their routers
  PATTERN_EQUAL_RADICES,  // and the radices read the same from both ends
  PATTERN_POWER_OF_TWO    // of nodes
} pattern_need_t;

typedef struct {
  const char *name;  // "transpose"
  pattern_need_t need;
  // The one node that a node sends to; itself: it sends nothing. NULL where destinations are drawn,
  // or are read from a file.
  uint32_t (*image)(const topology_t *t, uint32_t node);
} pattern_t;

// The pattern with this name, NULL when there is none.
const pattern_t *pattern_find(const char *name);

// All names with their meanings, for scenarios and `nocstep list`; ends with a NULL name.
extern const scenario_word_t kPatternWords[];

// False when the topology is not what the pattern needs, or every node would send to itself; the
// text of *error is "there is ...; there must be ...", without a place.
bool pattern_check(const pattern_t *p, const topology_t *t, noc_error_t *error);

#ifdef __cplusplus
}
#endif

#endif
