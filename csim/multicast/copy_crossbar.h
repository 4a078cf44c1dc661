// copy_crossbar -- golden model of rtl/multicast/copy_crossbar.sv: one flit to several outputs, its
// header rewritten for each. docs/microarchitecture.md, section 15.3.
//
// Behaviour  The payload that an input reads goes to all outputs it is granted to. Of a word of a
//            string each output gets the nodes that it reaches; a head whose first header flit is
//            dropped says one header flit less. Combinational.

#ifndef NOC_COPY_CROSSBAR_H
#define NOC_COPY_CROSSBAR_H

#include "multicast/worm_table.h"
#include "router/router_view.h"
#include "shape/packet.h"

#ifdef __cplusplus
extern "C" {
#endif

// The change to a flit on its way: word j + 1 of a string (0: none) of this group; fix the head.
typedef struct {
  uint32_t word, group, fix;
} copy_change_t;

NOC_INLINE void copy_fix_head(const router_view_t *r, uint64_t *head) {
  const unsigned lsb = r->worms.headers_lsb;
  const uint64_t headers = packet_field(head, lsb, SHAPE_HEADER_BITS) - 1;
  packet_set_field(head, lsb, SHAPE_HEADER_BITS, headers & ((1u << SHAPE_HEADER_BITS) - 1));
}

// Brings the payload of a flit in input `in`'s memory to the link registers of output `out`.
NOC_INLINE void copy_carry(const router_view_t *r, size_t in, size_t slot, size_t out,
                           copy_change_t change) {
  const uint64_t *from = r->payload + (in * r->slots + slot) * r->words;
  uint64_t *to = r->f.out_payload + out * r->words;
  for (size_t w = 0; w < r->words; w++) {
    to[w] = from[w];
  }
  if (change.word != 0) {
    worm_cut(r, out / r->ports, change.group, change.word - 1, out % r->ports, to);
  }
  if (change.fix != 0) {
    copy_fix_head(r, to);
  }
}

#ifdef __cplusplus
}
#endif

#endif
