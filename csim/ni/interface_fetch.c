// interface_fetch -- see interface_fetch.h. A compiler that sees only prefetches in a function
// takes it for one that does nothing, and leaves calls to it out: so interface_fetch() is called
// from elsewhere alone, and all others are inlined into it.

#include "ni/interface_fetch.h"

#include "base/arena.h"
#include "router/matrix_arbiter.h"

NI_INLINE void fetch_sending(const interface_view_t *r, uint32_t m) {
  const size_t payload = r->inj_slots * r->words;
  __builtin_prefetch(&r->masks[m], 1);
  __builtin_prefetch(&r->inj_vc[m * r->vcs], 1);
  __builtin_prefetch(&r->inj_tag[m * r->inj_slots], 1);
  __builtin_prefetch(&r->wire[m]);
  arena_fetch(&r->inj_payload[m * payload], payload * sizeof *r->inj_payload);
}

NI_INLINE void fetch_queue(const interface_view_t *r, uint32_t m, size_t v) {
  const size_t at = m * r->slots + v * r->depth;
  __builtin_prefetch(&r->masks[m], 1);
  __builtin_prefetch(&r->ej_vc[m * r->vcs + v], 1);
  __builtin_prefetch(&r->ej_kind[at], 1);
  __builtin_prefetch(&r->ej_payload[at * r->words], 1);
}

void interface_fetch(const interface_view_t *r, uint32_t first) {
  const uint32_t from = first + INTERFACE_BLOCK;
  const uint32_t block = from / INTERFACE_BLOCK;
  if (from >= r->end) {
    return;
  }
  for (uint64_t left = r->sending[block] | r->beats[block]; left != 0; left &= left - 1) {
    fetch_sending(r, from + (uint32_t)ni_lowest(left));
  }
  for (uint64_t left = r->credit_in[block]; left != 0; left &= left - 1) {
    const uint32_t m = from + (uint32_t)ni_lowest(left);
    __builtin_prefetch(&r->masks[m], 1);
    __builtin_prefetch(&r->inj_vc[m * r->vcs], 1);
  }
  for (uint64_t left = r->flit_in[block]; left != 0; left &= left - 1) {
    const uint32_t m = from + (uint32_t)ni_lowest(left);
    fetch_queue(r, m, r->f.in_vc[m]);
  }
  for (uint64_t left = r->delivering[block]; left != 0; left &= left - 1) {
    const uint32_t m = from + (uint32_t)ni_lowest(left);
    const uint32_t filled = r->masks[m].ej_filled;
    __builtin_prefetch(&r->order[m * order_words(r->vcs)], 1);
    fetch_queue(r, m, ni_lowest(filled | UINT32_C(1) << (r->vcs - 1)));
  }
}
