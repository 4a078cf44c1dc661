// ejection -- golden model of rtl/ni/ejection.sv: from the link out of the router to deliveries.
// docs/microarchitecture.md, section 13.
//
// Behaviour  A flit on the link goes to its VC's queue. Of the VCs with a flit whose network's
//            delivery registers are free or taken, the one that has been granted least recently
//            moves its next flit there, and its credit goes back. What a head says (type, source,
//            message) is kept per VC and shown with every flit of its packet.
// Time       ejection_step() is one rising clock edge of members first .. end-1, which are the
//            members of one word or less. WIRE fields have been cleared. A flit on the link in
//            cycle t is offered to the host in t+2 at the earliest.

#ifndef NOC_EJECTION_H
#define NOC_EJECTION_H

#include "coding/xor_unit.h"
#include "ni/forward_unit.h"
#include "shape/interface_view.h"

#ifdef __cplusplus
extern "C" {
#endif

void ejection_reset(const interface_view_t *r);
void ejection_step(const interface_view_t *r, uint32_t first, uint32_t end);

// Writes the registers of a member's VCs to their fields.
void ejection_registers(const interface_view_t *r, uint32_t m);

// A cycle has three parts if a unit stands beside ejection. First ejection_begin() frees what the
// hosts take. Then one VC of a member is served:
//   ejection_take()     with an XOR unit: of those `allowed`; what is popped is noted in *w
//   ejection_deliver()  with a forwarding unit: of those in `vcs`, which have flits that may leave,
//                       while the delivery registers are free; *w learns what is popped. Returns
//                       whether the member has more
// ejection_arrive() queues what is on the links, and returns the members.
void ejection_begin(const interface_view_t *r, uint32_t first, uint32_t end);
void ejection_take(const interface_view_t *r, uint32_t m, uint32_t allowed, xor_wires_t *w);
bool ejection_deliver(const interface_view_t *r, uint32_t m, uint32_t vcs, forward_wires_t *w);
uint64_t ejection_arrive(const interface_view_t *r, uint32_t first, uint32_t end);

// The part of a tag that a flit has with a forwarding unit: the head of a packet to forward.
NI_INLINE bool ejection_forward(uint32_t kind, const uint64_t *payload) {
  const uint64_t type = payload[0] & ((1 << PACKET_TYPE_W) - 1);
  return (kind & KIND_HEAD) != 0 && type == PACKET_FORWARDED;
}

#ifdef __cplusplus
}
#endif

#endif
