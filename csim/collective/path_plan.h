// path_plan -- which path worms carry a multicast: Multi-Drop Path-based Less Greedy. Few worms,
// each along one legal way (path_legs.h) with copies for all destinations at the routers on it; in
// phases, in each of which every node that has the message may send one worm. docs/multicast.md.
//
//   path_plan_t plan;
//   bool ok = path_plan_create(&plan, routing, classes, source, nodes, n, pairs, &error);
//   for (uint32_t i = 0; ok && i < plan.worms; i++) {
//     const path_worm_t *w = &plan.worm[i];
//     // w->source sends it in phase w->phase; header plan.pair[w->first_pair ..][w->pairs];
//     // destinations plan.node[w->first_node ..][w->nodes], in the order of the way
//   }
//   path_plan_free(&plan);
//
// Sources: R. Sivaram et al., ICPP 1998, section 3.2.4, describes what the algorithm is for. The
// algorithm itself (R. Kesavan, D.
// K. Panda, PCRCW 1997) is not spelled out there; this one is ours.

#ifndef NOC_PATH_PLAN_H
#define NOC_PATH_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "routing/path_way.h"
#include "routing/routing.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  uint32_t source;
  unsigned phase;  // from 0
  uint32_t first_pair, pairs;
  uint32_t first_node, nodes;
} path_worm_t;

typedef struct {
  path_worm_t *worm;  // [worms], by phases
  uint32_t worms;
  unsigned phases;
  path_pair_t *pair;
  uint32_t *node;
  uint64_t conflicts;  // how often a worm takes a link that another of its phase takes too
  uint64_t hops;       // of all worms
} path_plan_t;

// The n destinations are distinct nodes without the source, at least one; no worm has more than
// `most` pairs, 1 or more. NOC_BAD_INPUT with a routing that cannot carry path worms
// (path_legs_create()); NOC_ENVIRONMENT when memory is short. The caller frees in any case.
bool path_plan_create(path_plan_t *plan, routing_t *r, unsigned classes, uint32_t source,
                      const uint32_t *nodes, uint32_t n, uint32_t most, noc_error_t *error);
void path_plan_free(path_plan_t *plan);

#ifdef __cplusplus
}
#endif

#endif
