// network_interface -- golden model of rtl/ni/network_interface.sv: injection and ejection between
// one node's host and one router port. docs/microarchitecture.md, section 13.
//
// Time       interface_step() is one rising clock edge. It reads IN, writes OUT, changes the rest.
// Cost       An interface without flits and beats costs a share of a few word loads.

#ifndef NOC_NETWORK_INTERFACE_H
#define NOC_NETWORK_INTERFACE_H

#include "ni/view.h"

#ifdef __cplusplus
extern "C" {
#endif

// Sets the registers and masks of members first .. end-1 to their values after reset.
void interface_reset(const interface_view_t *r, uint32_t first, uint32_t end);

// One clock edge of members first .. end-1.
void interface_step(const interface_view_t *r, uint32_t first, uint32_t end);

// WIRE fields of the members to 0, what they are while no memory port is enabled.
void interface_clear_wires(const interface_view_t *r, uint32_t first, uint32_t end);

#ifdef __cplusplus
}
#endif

#endif
