// router -- golden model of rtl/router/router.sv: input units, allocators, crossbar, output units
// and the pipeline registers between them. docs/microarchitecture.md, sections 11 and 12.
//
// Behaviour  A flit that enters takes part in allocation from the next cycle on. With pipeline 3
//            the switch grant is registered (st_*) and the flit crosses in the cycle after; with
//            pipeline 2 it crosses in the cycle of the grant.
// Time       router_step() is one rising clock edge. It reads IN, writes OUT, changes the rest.
// Cost       A router without flits costs a share of a few word loads: every phase looks at masks
//            of several members at a time and works only where bits are set.

#ifndef NOC_ROUTER_H
#define NOC_ROUTER_H

#include "router/router_view.h"

#ifdef __cplusplus
extern "C" {
#endif

// Gives all arrays of a view but IN and OUT their places in a block, aligned to ARENA_LINE, and
// returns the block's size. block NULL: only counts. Without `record` there are no WIRE arrays, and
// room for the REG fields of one member.
size_t router_place(router_view_t *r, const noc_shape_t *s, unsigned char *block);

// Sets registers, derived state and OUT to their values after reset, all members. The flit
// memories are left alone.
void router_reset(const router_view_t *r);

// One clock edge of all members.
void router_step(const router_view_t *r);

// Copies the registers of member m to place `to` of the REG arrays of f.
void router_registers(const router_view_t *r, uint32_t m, const router_fields_t *f, uint32_t to);
// The same but for the orders of the VC allocator; of routers that do not copy only the registers
// of these ports, a bit each.
void router_port_registers(const router_view_t *r, uint32_t m, const router_fields_t *f,
                           uint32_t to, uint64_t of_ports);

// The flits of member m between switch grant and link: a mask of the ports whose registers have
// them, and of each the output port and its VC.
uint32_t router_crossing(const router_view_t *r, uint32_t m, uint8_t *to, uint8_t *vc);

#ifdef __cplusplus
}
#endif

#endif
