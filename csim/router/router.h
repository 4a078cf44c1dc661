// router -- golden model of rtl/router/router.sv: input units, allocators, crossbar, output units
// and the pipeline registers between them. docs/microarchitecture.md, sections 11 and 12.
//
// Behaviour  A flit that enters takes part in allocation from the next cycle on. With pipeline 3
//            the switch grant is registered (st_*) and the flit crosses in the cycle after; with
//            pipeline 2 it crosses in the cycle of the grant.
// Time       router_step() is one rising clock edge. It reads IN, writes OUT, changes the rest.
// Cost       A router without flits costs a share of a few word loads: every phase looks at masks
//            of four members at a time and works only where bits are set.

#ifndef NOC_ROUTER_H
#define NOC_ROUTER_H

#include "router/view.h"

#ifdef __cplusplus
extern "C" {
#endif

// Sets the registers and masks of members first .. end-1 to their values after reset. The flit
// memories are left alone; the WIRE fields, if recorded, become 0.
void router_reset(const router_view_t *r, uint32_t first, uint32_t end);

// Copies the registers of member m to place `to` of the REG arrays of f.
void router_registers(const router_view_t *r, uint32_t m, const router_fields_t *f, uint32_t to);

// One clock edge of members first .. end-1.
void router_step(const router_view_t *r, uint32_t first, uint32_t end);

#ifdef __cplusplus
}
#endif

#endif
