// multicast_router -- golden model of a router that copies packets: rtl/router/router.sv with
// Multicast = 1. docs/microarchitecture.md, section 15. Part of router.h, which calls it for shapes
// with multicast.
//
// Behaviour  As router.h says; in the places of input units, allocators and crossbar are the units of
//            csim/multicast. Output units, flit memories and route computation are the same.
// Cost       A router without flits costs a share of a few word loads, as ever.

#ifndef NOC_MULTICAST_ROUTER_H
#define NOC_MULTICAST_ROUTER_H

#include "router/arena.h"
#include "router/view.h"

#ifdef __cplusplus
extern "C" {
#endif

// The constants of the shape, in a view that is otherwise complete.
void multicast_shape(router_view_t *r, const noc_shape_t *s);
// The arrays that only such routers have.
void multicast_place(router_view_t *r, arena_t *a);
// Those arrays after reset, and WIRE fields that only such routers have.
void multicast_reset(const router_view_t *r);
void multicast_clear_wires(const router_view_t *r);
// One clock edge of all members, but for the configuration port.
void multicast_step(const router_view_t *r);
// Copies the registers that only such routers have, of member m, to place `to` of the arrays of f.
void multicast_registers(const router_view_t *r, uint32_t m, const router_fields_t *f, uint32_t to);
// The worm table's part of the configuration port of member m.
void multicast_configure(const router_view_t *r, uint32_t m);

#ifdef __cplusplus
}
#endif

#endif
