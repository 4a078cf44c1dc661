// passes -- packets that find no room and are passed by others, with cut-through: what both VC
// allocators do about them. docs/microarchitecture.md, sections 9 and 15.3.
//
// Behaviour  A packet that waits, while no free VC has room for all of it, is passed when an output
//            VC that it may take is won by another. After 15 passes it asks for any free VC, with
//            or without room, and holds that for its room to come.
// Time       An input stage lists those that it found without room, the output stage notes which
//            VCs are won; after the last winner each packet in the list is counted once at most.
// Registers  va_passes.
// Cost       None with wormhole. With cut-through that of an empty list while all find room.
//
//   p.n = 0 -> passes_lack(), .. -> passes_won(), .. -> passes_count() of each in the list

#ifndef NOC_PASSES_H
#define NOC_PASSES_H

#include <string.h>

#include "router/router_view.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { PASSES_MOST = 15 };

// VC v of input b of a word has branches to `outs` that find free VCs, and none with room.
typedef struct {
  uint8_t b, v;
  uint16_t outs;
} lacking_t;

typedef struct {
  uint32_t n;
  lacking_t lacking[VIEW_WORD * SHAPE_MAX_VCS];
  uint16_t won[VIEW_WORD];  // VCs of output b; not kept while the list is empty
} passes_t;

// The packet at the front of input VC q asks for a VC without room.
NOC_INLINE bool passes_claims(const router_view_t *r, size_t q) {
  return r->passes[q] == PASSES_MOST;
}

NOC_INLINE void passes_lack(passes_t *p, size_t b, size_t v, uint32_t outs) {
  if (p->n == 0) {
    memset(p->won, 0, sizeof p->won);
  }
  p->lacking[p->n++] = (lacking_t){.b = (uint8_t)b, .v = (uint8_t)v, .outs = (uint16_t)outs};
}

// VC w of the output at bit b of the word.
NOC_INLINE void passes_won(passes_t *p, size_t b, size_t w) {
  if (p->n != 0) {
    p->won[b] = (uint16_t)(p->won[b] | 1u << w);
  }
}

// A packet of the list is passed or is not.
NOC_INLINE void passes_count(const router_view_t *r, size_t base, const lacking_t *l, bool passed) {
  uint8_t *passes = &r->passes[(base + l->b) * r->vcs + l->v];
  *passes = (uint8_t)(*passes + passed);
}

#ifdef __cplusplus
}
#endif

#endif
