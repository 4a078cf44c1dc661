// multicast_router -- golden model of a router that copies packets: rtl/router/router.sv with
// Multicast = 1. docs/microarchitecture.md, section 15. router.h calls it for views that
// multicast_shape() has seen.
//
// Behaviour  As router.h says; in the places of input units, allocators and crossbar are the units
//            of csim/multicast. Output units, flit memories and route computation are the same.
// Cost       A router without flits costs a share of a few word loads, as ever.

#ifndef NOC_MULTICAST_ROUTER_H
#define NOC_MULTICAST_ROUTER_H

#include "router/router_view.h"

#ifdef __cplusplus
extern "C" {
#endif

// Makes the routers of a view, which router_view_shape() has filled, copy packets if the shape says
// so; router.h then does the rest.
void multicast_shape(router_view_t *r, const noc_shape_t *s);

#ifdef __cplusplus
}
#endif

#endif
