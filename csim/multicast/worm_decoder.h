// worm_decoder -- golden model of rtl/multicast/worm_decoder.sv: to which ports a packet goes.
// docs/microarchitecture.md, section 15.2.
//
// Behaviour  A packet that is no worm is routed as ever: one branch. With lookahead its head brings
//            the route along, and is written with the next one; worms bring none. The branches of a
//            tree worm are known when the last flit of its string is in, those of a path worm with
//            its first pair. They are written as an entry at the slot of the head.
// Time       In the cycle in which a flit is on the link. A choice by credits reads them as they
//            are at the start of the cycle: it is made first (worm_choose).
// Registers  w_type, w_slot, w_word, w_need, w_group, w_age, w_hit, w_rest.
//
//   tree worm of two header flits      H    x0   x1   B    T
//   w_type                             0    1    1    0    0
//   w_word                                  0    1    2    2
//   entry written                                ^

#ifndef NOC_WORM_DECODER_H
#define NOC_WORM_DECODER_H

#include "multicast/worm_table.h"
#include "router/route.h"
#include "router/router_view.h"
#include "shape/packet.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  bool written;
  size_t slot;           // of the head
  branch_entry_t entry;  // and the class at each port:
  uint8_t vc_class[SHAPE_MAX_PORTS];
  uint32_t age;  // with ages: the packet's
} decoded_t;

// Makes the choice, with adaptive routes, for the flit on the link of input `in` of member m.
void worm_choose(const router_view_t *r, size_t m, size_t in);

// Decodes the flit on the link of input `in` of member m, which will be written at `position` of
// its VC's queue; `payload` (r->words) is what will be written, at first what is on the link.
void worm_decode(const router_view_t *r, size_t m, size_t in, size_t position, uint64_t *payload,
                 decoded_t *decoded);

// An entry has been written with that flit: nothing is left to decode on its VC. Apart from
// worm_decode(), since branches are made of a worm's entry in the cycle behind it, and allocators
// may come later in this one.
NOC_INLINE void worm_decoded(const router_view_t *r, size_t in) {
  r->worms.vc[in * r->vcs + r->f.in_vc[in]].worm = WORM_NONE;
}

#ifdef __cplusplus
}
#endif

#endif
