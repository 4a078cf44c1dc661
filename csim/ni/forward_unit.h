// forward_unit -- golden model of rtl/ni/forward_unit.sv: keeps packets to be forwarded in slots
// while they go to the host, and hands a copy for every child in the table to injection.
// docs/microarchitecture.md, section 16.
//
// Use        Once a cycle: forward_unit_wake() for a block says who is looked at. For each of these
//            forward_unit_offer() says what goes to injection; ejection shows its fronts in the
//            wires, forward_unit_allow() says which of them may leave, and ejection serves one;
//            forward_unit_edge() is the rising clock edge. Others need it only if they take a flit
//            that is kept, or with a pin of the host. WIRE fields have been cleared.
//            forward_unit_tick() ends the cycle of all members.
// Cost       A member whose handlers wait costs nothing, however long (csim/shape/forward_view.h),
//            unless the turns at the slots hang on what comes to its ejection queues.
// Errors     What the specification says does not happen is a bug of the host: assert().

#ifndef NOC_FORWARD_UNIT_H
#define NOC_FORWARD_UNIT_H

#include "shape/interface_view.h"

#ifdef __cplusplus
extern "C" {
#endif

// Injection tells this, a bit for every virtual network: a copy can start; the queue of its packet
// has room; that packet has one beat left. Only the bits of forward_unit_network() are read. A
// beat of the host is accepted in this cycle: no copy starts.
typedef struct {
  uint32_t room, next, end;
  bool beat;
} copy_room_t;

void forward_unit_reset(const interface_view_t *r);

// Members of a block, 64 from `first` on, that are looked at in this cycle.
uint64_t forward_unit_wake(const interface_view_t *r, uint32_t first);

// The network of the copy that is handed over or asked for, if there is one.
NI_INLINE size_t forward_unit_network(const interface_view_t *r, uint32_t m) {
  return r->f.f_copy_busy[m] != 0 ? r->f.f_copy_network[m] : r->f.f_send_network[m];
}

// Fills in what goes to injection; the rest of *w becomes empty.
void forward_unit_offer(const interface_view_t *r, uint32_t m, copy_room_t room,
                        forward_wires_t *w);

// A beat of the host is accepted in this cycle.
NI_INLINE bool forward_unit_accepts(const interface_view_t *r, uint32_t m) {
  return (r->f.forward_valid[m] & r->f.forward_ready[m] & 1) != 0;
}

// No front is known yet, and none is barred.
NI_INLINE void forward_unit_no_front(forward_wires_t *w) {
  w->fronts = w->keeps = w->firsts = 0;
  w->bar = false;
}

// A flit of this kind and tag is at the front of VC v.
NI_INLINE void forward_unit_front(const interface_view_t *r, uint32_t m, uint32_t v, uint32_t kind,
                                  bool forward, forward_wires_t *w) {
  const bool first = (kind & KIND_HEAD) != 0;
  const bool keep = first ? forward : r->f.f_vc_keep[m * r->vcs + v] != 0;
  w->fronts |= (uint32_t)1 << v;
  w->keeps |= (uint32_t)keep << v;
  w->firsts |= (uint32_t)(keep && first) << v;
}

// Returns the VCs whose fronts may leave, and sets `bar`.
NI_INLINE uint32_t forward_unit_allow(const interface_view_t *r, uint32_t m, forward_wires_t *w) {
  const bool beat = forward_unit_accepts(r, m);
  const uint32_t writable = r->fw.member[m].free != 0 ? w->keeps : w->keeps & ~w->firsts;
  w->bar = beat && writable != 0;
  if (w->bar && r->f.f_write_turn[m] != 0) {
    return 0;
  }
  return (w->fronts & ~w->keeps) | (beat ? 0 : writable);
}

// A flit that is not kept has been taken.
NI_INLINE void forward_unit_pass(const interface_view_t *r, uint32_t m, const forward_wires_t *w) {
  if ((w->kind & KIND_HEAD) != 0) {
    r->f.f_vc_keep[m * r->vcs + w->vc] = 0;
  }
}

// The clock edge; fills in what injection is told of the registers after it.
void forward_unit_edge(const interface_view_t *r, uint32_t m, forward_wires_t *w);

// Counts the cycle, after the edge of all members.
NI_INLINE void forward_unit_tick(const interface_view_t *r) {
  r->fw.sum->cycle++;
}

// Writes the registers of the timers of a member.
void forward_unit_registers(const interface_view_t *r, uint32_t m);

#ifdef __cplusplus
}
#endif

#endif
