// interface_fetch -- brings what the golden model of a block of interfaces is about to touch into
// the cache, for banks that no cache holds; as router/fetch.h does for routers. Nothing is changed.

#ifndef NOC_INTERFACE_FETCH_H
#define NOC_INTERFACE_FETCH_H

#include "shape/interface_view.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { INTERFACE_FETCH_MEMBERS = 1 << 12 };  // banks of fewer members are left to the caches

// The block behind that of member `first`, if it is stepped; of views with wires.
void interface_fetch(const interface_view_t *r, uint32_t first);

#ifdef __cplusplus
}
#endif

#endif
