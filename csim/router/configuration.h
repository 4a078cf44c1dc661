// configuration -- the configuration ports of golden routers: entries of routing and worm tables.
// docs/microarchitecture.md, sections 6.5 and 15.1. Part of router.h.
//
// Time  What comes in in a cycle is used from the next one on: it is taken after the clock edge.
//       Tables are loaded before a run; in a run nothing comes in any more.

#ifndef NOC_CONFIGURATION_H
#define NOC_CONFIGURATION_H

#include "router/router_view.h"

#ifdef __cplusplus
extern "C" {
#endif

// An entry comes in at some member; r->cfg_words is not 0.
bool configuration_comes(const router_view_t *r);
void configuration_take(const router_view_t *r);

#ifdef __cplusplus
}
#endif

#endif
