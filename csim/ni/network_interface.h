// network_interface -- golden model of rtl/ni/network_interface.sv: injection and ejection between
// one node's host and one router port. docs/microarchitecture.md, section 13.
//
// Time       interface_step() is one rising clock edge. It reads IN, writes OUT, changes the rest.
// Cost       An interface without flits and beats costs a share of a few word loads.

#ifndef NOC_NETWORK_INTERFACE_H
#define NOC_NETWORK_INTERFACE_H

#include "shape/interface_view.h"

#ifdef __cplusplus
extern "C" {
#endif

// Gives all arrays of a view but IN and OUT their places in a block, aligned to ARENA_LINE, and
// returns the block's size. block NULL: only counts. Without `record` there are no WIRE arrays.
size_t interface_place(interface_view_t *r, const noc_shape_t *s, unsigned char *block);

// Sets registers, derived state and OUT to their values after reset, all members.
void interface_reset(const interface_view_t *r);

// One clock edge of all members.
void interface_step(const interface_view_t *r);

// Writes the registers of a member's VCs to their fields, where they are up to date only with
// `record`, after a step.
void interface_registers(const interface_view_t *r, uint32_t m);

// WIRE fields to 0, what they are while no memory port is enabled.
void interface_clear_wires(const interface_view_t *r);

#ifdef __cplusplus
}
#endif

#endif
