// injection -- golden model of rtl/ni/injection.sv: from the host's beats to the link into the
// router. docs/microarchitecture.md, section 13.
//
// Behaviour  A beat that is accepted goes to the queue of a VC that its packet keeps: the first
//            beat picks one with room, round robin within the block of its virtual network. The
//            head's fields are added there. The link takes from the queues, round robin, what
//            the router has credits for.
// Time       injection_step() is one rising clock edge of members first .. end-1, which are the
//            members of one word or less. WIRE fields have been cleared. A beat accepted in cycle
//            t is on the link in t+2 at the earliest.
//            A packet can be the operand in a slot, which is read where the XOR unit keeps it:
//            injection_step() comes before that unit's edge.
//            The members in fw.pushing push the flits of copies in fw.wires, for a forwarding unit.
//            injection_room() is what that unit is told, before the step; injection_beside() comes
//            after its edge.
// Errors     A beat with host_flits 0 is a bug of the host: assert().

#ifndef NOC_INJECTION_H
#define NOC_INJECTION_H

#include "ni/forward_unit.h"
#include "shape/interface_view.h"

#ifdef __cplusplus
extern "C" {
#endif

void injection_reset(const interface_view_t *r);

// Writes the registers of a member's VCs to their fields.
void injection_registers(const interface_view_t *r, uint32_t m);

void injection_step(const interface_view_t *r, uint32_t first, uint32_t end);

// These serve a forwarding unit. injection_room() says in bit k what network k of a member has room
// for; injection_beside() sets host_ready for a member that may hand over a copy in the next cycle
// or has done so.
copy_room_t injection_room(const interface_view_t *r, uint32_t m, size_t k);
void injection_beside(const interface_view_t *r, uint32_t m, const forward_wires_t *w);

#ifdef __cplusplus
}
#endif

#endif
