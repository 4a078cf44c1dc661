// fetch -- brings what the golden model of a group of routers is about to touch into the cache.
//
// In a bank that no cache holds, nearly all time is waiting for memory: a cycle goes through the
// bank once, so nothing stays from the cycle before. Each group is therefore fetched while groups
// before it are stepped: first what belongs to its inputs and its credits, and once that is there,
// the outputs that it names. Nothing is changed.

#ifndef NOC_FETCH_H
#define NOC_FETCH_H

#include "router/router_view.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  FETCH_MEMBERS = 1 << 14,  // banks of fewer members are left to the caches
  FETCH_INPUTS = 8,         // groups ahead
  FETCH_OUTPUTS = 4
};

void fetch_inputs(const router_view_t *r, uint32_t group);
void fetch_outputs(const router_view_t *r, uint32_t group);

#ifdef __cplusplus
}
#endif

#endif
