// interface_view -- the arrays that the golden models of an interface's units work on, over all
// members of a bank: the fields of network_interface_state.def, the flit memories, and what is
// derived.
//
//   member * vcs + v       per virtual channel
//   member * networks + k  per virtual network
//
// A mask that is called derived is no register: it repeats what registers say. A *word* is a mask
// over 64 members of the bank, a block.

#ifndef NOC_INTERFACE_VIEW_H
#define NOC_INTERFACE_VIEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "shape/fields.h"
#include "shape/forward_view.h"
#include "shape/lanes.h"
#include "shape/packet.h"
#include "shape/shape.h"
#include "shape/wire.h"
#include "shape/xor_view.h"

#ifdef __cplusplus
extern "C" {
#endif

#define NI_INLINE static inline __attribute__((always_inline))

struct router_view;  // router/router_view.h

enum { INTERFACE_BLOCK = 64 };  // members in a word

// Where a head's fields lie, if all of it is in the first word of the payload.
typedef struct {
  bool one_word;
  uint64_t mask;  // all bits of the head
  uint8_t length_lsb, source_lsb, message_lsb, network_lsb;
  uint8_t slot_lsb, a_lsb, b_lsb;  // with an XOR unit
  uint8_t headers_lsb;             // with multicast
  uint8_t age_lsb;                 // with ages
  uint32_t source_mask, message_mask;
} head_layout_t;

typedef struct {
  uint16_t credit;        // inj_credit
  uint8_t wr, rd, count;  // inj_wr, inj_rd, inj_count
} injection_vc_t;

typedef struct {
  uint16_t wr, rd, count;  // ej_wr, ej_rd, ej_count
  uint16_t message;        // ej_message
  uint32_t source;         // ej_source
  uint8_t type;            // ej_type
} ejection_vc_t;

// Derived masks over the VCs of a member.
typedef struct {
  uint16_t inj_filled;    // VC v has a flit to send
  uint16_t inj_room;      // VC v can take a beat
  uint16_t inj_credited;  // VC v has a credit
  uint16_t ej_filled;     // VC v has a flit to deliver
} interface_masks_t;

typedef struct {
  const noc_shape_t *shape;
  // Constants of the shape.
  size_t vcs, depth, words, networks;
  size_t slots;      // vcs * depth: flits the ejection memory holds
  size_t inj_slots;  // vcs * SHAPE_INJ_DEPTH
  bool cut_through;
  bool multicast;  // packets may have header flits
  bool aged;       // packets carry ages
  bool look;       // heads carry the route at the next router: injection writes the first
  bool record;     // keep the WIRE fields
  head_layout_t head;
  // VCs of a network: how many, those of network 0, and 256 / how many, rounded up. No arrays: what
  // is copied of a view is then only what is used.
  uint32_t block_size, block_mask, block_inverse;

  uint32_t members;
  // The members that an edge steps: all, or a part of them that begins and ends between blocks.
  uint32_t first, end;
  interface_fields_t f;
  const struct router_view *routes;  // with lookahead: what computes that route
  uint8_t *first_row;                // .. by tables: first_routes_row(); else NULL
  uint64_t *inj_payload;             // [(member * inj_slots + slot) * words]: injection memory
  uint16_t *inj_tag;                 // [member * inj_slots + slot]: need, kind
  uint64_t *ej_payload;              // [(member * slots + slot) * words]: ejection memory
  uint8_t *ej_kind;                  // [member * slots + slot]
  // The order of the VCs for delivery, [member * order_words(vcs)]: ejection_registers() makes the
  // register ej_order from it.
  uint64_t *order;

  // Registers of VCs, [member * vcs + v]; injection_registers() and ejection_registers() bring them
  // to the fields.
  injection_vc_t *inj_vc;
  ejection_vc_t *ej_vc;
  interface_masks_t *masks;  // [member]
  // Derived words, one a block.
  uint64_t *sending;     // members with a flit to send
  uint64_t *delivering;  // members with a flit to deliver
  uint64_t *offering;    // members whose delivery registers are not all free

  // Words, one a block, with record only: members of which the last edge wrote WIRE, OUT or REG
  // elements. It also clears what the edge before it has left in WIRE and OUT.
  uint64_t *touched;

  // In a network of golden models alone, words take the place of valid pins, and wires that of
  // f.out_* and f.credit_out_*, which are the arrays of all links.
  bool wired;
  wire_t *wire, *credit_wire;             // [member]: where flits and credits go
  uint64_t *flit_in, *credit_in, *beats;  // words, one a block; zero after the edge
  uint64_t *flit_out, *credit_out;        // words, as wires say
  uint64_t *entering;                     // words, one a block: a head is on the link
  uint64_t *injected;                     // [block]: flits that have left in this cycle

  // Derived, for a unit that keeps packets: host_ready but for what the unit sends, [member].
  uint16_t *inj_ready;
  // These exist with an XOR unit only.
  uint16_t *ej_code;  // [member * slots + slot]: of a head: slot, coded
  uint64_t *lending;  // derived word: members that send a slot
  uint64_t *coding;   // derived word: members with an exclusive or ready or under way
  xor_view_t x;
  forward_view_t fw;  // with a forwarding unit only
} interface_view_t;

// Fills in the constants; *s has to stay. The arrays are the caller's.
void interface_view_shape(interface_view_t *r, const noc_shape_t *s, uint32_t members, bool record);

// Words that `members` members have.
NI_INLINE uint32_t ni_blocks(uint32_t members) {
  return (members + INTERFACE_BLOCK - 1) / INTERFACE_BLOCK;
}

// The VCs of network k, and the network of VC v.
NI_INLINE uint32_t ni_block(const interface_view_t *r, size_t k) {
  return r->block_mask << (k * r->block_size);
}
NI_INLINE size_t ni_network(const interface_view_t *r, size_t v) {
  return v * r->block_inverse >> 8;  // v / block_size, exactly for v below 16
}

// Code is made for one of these.
typedef enum {
  NI_ANY,    // all interfaces
  NI_PLAIN,  // one network, one word, no observer
  NI_FOUR    // that, wires, and NI_FOUR_VCS VCs without cut-through
} ni_made_for_t;

enum { NI_FOUR_VCS = 4 };

// A copy of a view that no store can reach, so that what is in it may stay in registers.
NI_INLINE interface_view_t ni_view(const interface_view_t *view, const ni_made_for_t made_for) {
  interface_view_t r = *view;
  if (made_for != NI_ANY) {
    r.networks = r.words = 1;
    r.block_inverse = 0;
    r.record = false;
  }
  if (made_for == NI_FOUR) {
    r.vcs = NI_FOUR_VCS;
    r.inj_slots = (size_t)NI_FOUR_VCS * SHAPE_INJ_DEPTH;
    r.slots = r.vcs * r.depth;
    r.cut_through = false;
    r.wired = true;
  }
  return r;
}
NI_INLINE bool ni_is_plain(const interface_view_t *r) {
  return r->networks == 1 && r->words == 1 && !r->record;
}

// Code for four VCs is made for processors with shorter shifts and bit scans.
#ifdef __x86_64__
#define NI_FOUR_CODE  noinline, target("bmi,bmi2")
#define NI_HAS_FOUR() (__builtin_cpu_supports("bmi2") != 0)
#else
#define NI_FOUR_CODE  noinline
#define NI_HAS_FOUR() true
#endif
NI_INLINE bool ni_is_four(const interface_view_t *r) {
  return ni_is_plain(r) && r->wired && r->vcs == NI_FOUR_VCS && !r->cut_through && NI_HAS_FOUR();
}

NI_INLINE size_t ni_lowest(uint64_t word) {
  return (size_t)__builtin_ctzll(word);
}

// The age in the head of a packet.
NI_INLINE uint32_t ni_head_age(const interface_view_t *r, const uint64_t *head) {
  return (uint32_t)packet_field(head, r->shape->age_lsb, r->shape->age_w);
}

// The word of members first .. end-1 (at most 64) from their one-bit pins: 16 bits, or 8, each. A
// multiplication brings the lowest bits of the pins together.
NI_INLINE uint64_t ni_word16(const uint16_t *pin, uint32_t first, uint32_t end) {
  uint64_t word = 0;
  uint32_t m = first;
  for (; m + LANES_ALL <= end; m += LANES_ALL) {
    word |= lanes_all(pin + m) << (m - first);
  }
  for (; m < end; m += LANES) {
    word |= lanes_low(lanes_load(pin + m, end - m)) << (m - first);
  }
  return word;
}
NI_INLINE uint64_t ni_word8(const uint8_t *pin, uint32_t first, uint32_t end) {
  uint64_t word = 0;
  for (uint32_t m = first; m < end; m += 8) {
    uint64_t pins = 0;
    if (m + 8 <= end) {
      memcpy(&pins, pin + m, sizeof pins);
    } else {
      memcpy(&pins, pin + m, end - m);
    }
    uint64_t eight = (pins & UINT64_C(0x0101010101010101)) * UINT64_C(0x0102040810204080) >> 56;
    word |= eight << (m - first);
  }
  return word;
}

// The members of a block on whose link a flit, or a credit, is, and those with a beat.
NI_INLINE uint64_t ni_take_word(uint64_t *words, uint32_t first) {
  const uint64_t word = words[first / INTERFACE_BLOCK];
  words[first / INTERFACE_BLOCK] = 0;
  return word;
}
NI_INLINE uint64_t ni_flits(const interface_view_t *r, uint32_t first, uint32_t end) {
  return r->wired ? ni_take_word(r->flit_in, first) : ni_word16(r->f.in_valid, first, end);
}
NI_INLINE uint64_t ni_credits(const interface_view_t *r, uint32_t first, uint32_t end) {
  return r->wired ? ni_take_word(r->credit_in, first) : ni_word16(r->f.credit_in_valid, first, end);
}
NI_INLINE uint64_t ni_beats(const interface_view_t *r, uint32_t first, uint32_t end) {
  return r->wired ? ni_take_word(r->beats, first) : ni_word8(r->f.host_valid, first, end);
}

// A flit of member m leaves; returns where its vc, kind and payload go.
NI_INLINE size_t ni_send(const interface_view_t *r, uint32_t m) {
  if (!r->wired) {
    r->f.out_valid[m] = 1;
    return m;
  }
  wire_set(r->flit_out, &r->wire[m]);
  return r->wire[m].port;
}

// The same of a credit, and its vc.
NI_INLINE size_t ni_return(const interface_view_t *r, uint32_t m) {
  if (!r->wired) {
    r->f.credit_out_valid[m] = 1;
    return m;
  }
  wire_set(r->credit_out, &r->credit_wire[m]);
  return r->credit_wire[m].port;
}

#ifdef __cplusplus
}
#endif

#endif
