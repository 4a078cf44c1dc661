// dependencies_worms -- the channel dependency graph of unicasts and worms together, and the proof
// that it has no cycle. docs/routing.md, "Worms".
//
// From each channel that a worm of any set of destinations can hold to each
// that one of its branches may ask for next. With virtual cut-through,
// where a packet that has a channel fits into the buffer behind it as a
// whole, and branches that move by themselves, no cycle means no deadlock.

#ifndef NOC_DEPENDENCIES_WORMS_H
#define NOC_DEPENDENCIES_WORMS_H

#include "routing/dependencies.h"
#include "routing/worm_routes.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { DEPENDENCIES_WORMS_ENUMERATED = 1024 };  // routers; more by numbering, where there is one

// Unicasts with `classes` VC classes, tree worms by these ways unless NULL, and path worms if
// `paths`: those whose numbers of channels rise from destination to destination (path_legs.h), so
// that routings from files have none. As dependencies_prove() else; NOC_BAD_INPUT where worms
// cannot be carried. The caller frees with dependencies_free().
bool dependencies_worms(routing_t *r, unsigned classes, const worm_routes_t *trees, bool paths,
                        dependencies_t *d, noc_error_t *error);

#ifdef __cplusplus
}
#endif

#endif
