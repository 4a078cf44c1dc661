// ejection -- golden model of rtl/ni/ejection.sv: from the link out of the router to deliveries.
// docs/microarchitecture.md, section 13.
//
// Behaviour  A flit on the link goes to its VC's queue. When the delivery registers are free or
//            taken, the next flit, round robin over the VCs, moves there and its credit goes back.
//            The registers of the head (type, source, message) change with first flits only.
// Time       ejection_step() is one rising clock edge of members first .. end-1, which are the
//            members of one word or less. WIRE fields have been cleared. A flit on the link in
//            cycle t is offered to the host in t+2 at the earliest.

#ifndef NOC_EJECTION_H
#define NOC_EJECTION_H

#include "ni/view.h"

#ifdef __cplusplus
extern "C" {
#endif

void ejection_reset(const interface_view_t *r);
void ejection_step(const interface_view_t *r, uint32_t first, uint32_t end);

#ifdef __cplusplus
}
#endif

#endif
