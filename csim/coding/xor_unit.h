// xor_unit -- golden model of rtl/coding/xor_unit.sv: keeps packets as operands in slots, makes the
// exclusive or of two as soon as both are there, hands results to the host and slots to injection.
// docs/microarchitecture.md, section 13.
//
// Use        Once a cycle: xor_unit_begin() for a block. Then for a member xor_unit_offer() says
//            what the pipeline gives, xor_unit_allow() which ejection queues may be served;
//            ejection serves one; xor_unit_edge() is the rising clock edge. WIRE fields have been
//            cleared.
// Cost       A member without a command, a flit taken, or an exclusive or under way need not be
//            looked at. Nothing is searched for: csim/shape/xor_view.h.
// Errors     What the specification says does not happen is a bug of the host: assert().

#ifndef NOC_XOR_UNIT_H
#define NOC_XOR_UNIT_H

#include "shape/interface_view.h"

#ifdef __cplusplus
extern "C" {
#endif

// The wires between the unit and ejection, in one cycle of one member.
typedef struct {
  // Ejection drives these.
  bool take;                // a flit is popped ..
  uint8_t vc, kind;         // .. of this VC and kind ..
  const uint64_t *payload;  // .. as it came
  uint32_t source;          // and what ej_source and ej_message of the VC say
  uint16_t message;
  // The unit drives these.
  bool loading;     // a load command has the arrival store
  bool hold;        // a result flit waits for the result registers: nothing moves
  bool result;      // a result flit leaves the pipeline
  xor_flit_t flit;  // which one
  uint64_t data[SHAPE_MAX_WORDS];
} xor_wires_t;

void xor_unit_reset(const interface_view_t *r);

// Begins a cycle of members first .. end-1, a block or less: what the hosts take leaves the result
// registers, and nothing is told yet of packets and results that are complete.
void xor_unit_begin(const interface_view_t *r, uint32_t first, uint32_t end);

// Fills in what the unit says.
void xor_unit_offer(const interface_view_t *r, uint32_t m, xor_wires_t *w);

// Whether VC v may leave, with a flit of this kind and code {slot, coded} at its front.
NI_INLINE bool xor_unit_allow(const interface_view_t *r, uint32_t m, uint32_t v, uint32_t kind,
                              uint32_t code, const xor_wires_t *w) {
  const bool first = (kind & KIND_HEAD) != 0;
  const uint32_t slot = first ? code >> 1 : r->f.x_vc_slot[m * r->vcs + v];
  return slot == 0 || (r->f.x_open[m * r->x.slots + slot] != 0 && !w->loading);
}

// The clock edge. Returns whether an exclusive or is under way or ready.
bool xor_unit_edge(const interface_view_t *r, uint32_t m, const xor_wires_t *w);

// Writes the registers of the pipeline, x_p_*, of a member.
void xor_unit_registers(const interface_view_t *r, uint32_t m);

// The word at a position of a slot, for injection; its tag in *tag.
NI_INLINE const uint64_t *xor_unit_read(const interface_view_t *r, uint32_t m, size_t slot,
                                        size_t pos, uint64_t *tag) {
  const size_t at = m * r->x.slots + slot;
  *tag = r->x.slot[at].tag;
  return &r->x.store[(at * r->x.flits + pos) * r->words];
}

// A tag is {flits, name b, name a, coded}, coded lowest.
NI_INLINE uint64_t xor_tag(const xor_view_t *x, uint32_t flits, uint32_t name_b, uint32_t name_a,
                           bool coded) {
  return (uint64_t)flits << (2 * x->name_w + 1) | (uint64_t)name_b << (x->name_w + 1) |
         (uint64_t)name_a << 1 | coded;
}
NI_INLINE uint32_t xor_tag_flits(const xor_view_t *x, uint64_t tag) {
  return (uint32_t)(tag >> (2 * x->name_w + 1));
}
NI_INLINE uint32_t xor_tag_name_a(const xor_view_t *x, uint64_t tag) {
  return (uint32_t)(tag >> 1 & x->name_mask);
}
NI_INLINE uint32_t xor_tag_name_b(const xor_view_t *x, uint64_t tag) {
  return (uint32_t)(tag >> (x->name_w + 1) & x->name_mask);
}

#ifdef __cplusplus
}
#endif

#endif
