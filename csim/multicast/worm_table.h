// worm_table -- golden model of rtl/multicast/worm_table.sv: what a router knows to send a worm on.
// docs/microarchitecture.md, section 15.1.
//
// Behaviour  reach: for each arrival group, plane, output port, the set of nodes whose worms leave
//            there, as words of a bit string. up: the ports for a worm with a node that no port
//            reaches. plane_class: the class of the VCs of a plane. Written one entry a cycle
//            through the configuration port, all of them before the first worm comes.
// Time       Combinational but for the writing. What is written in a cycle is used from the next
//            on.
// Source     The reachability strings are those of R. Sivaram et al., ICPP 1998, section 3.2.3.

#ifndef NOC_WORM_TABLE_H
#define NOC_WORM_TABLE_H

#include <assert.h>
#include <string.h>

#include "router/router_view.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { WORM_REACH = 2, WORM_UP = 3, WORM_PLANE = 4 };  // cfg_kind

// Place of (group, plane, word, port) at the configuration port, and in the memory of member m.
NOC_INLINE size_t worm_reach_index(const router_view_t *r, size_t group, size_t plane, size_t word,
                                   size_t port) {
  return ((group * r->worms.planes + plane) * r->worms.string_words + word) * r->ports + port;
}
NOC_INLINE uint64_t *worm_reach_at(const router_view_t *r, size_t m, size_t index) {
  const size_t entries = worm_reach_index(r, r->groups, 0, 0, 0);
  return r->worms.reach + (m * entries + index) * r->words;
}

// Sets hit[plane], masks over ports, to what header flit `word` of a tree worm of this group hits.
// Returns whether it has a bit that no port reaches.
NOC_INLINE bool worm_hits(const router_view_t *r, size_t m, size_t group, size_t word,
                          const uint64_t *flit, uint16_t *hit) {
  uint64_t rest[SHAPE_MAX_WORDS];
  for (size_t w = 0; w < r->words; w++) {
    rest[w] = flit[w];
  }
  for (size_t p = 0; p < r->worms.planes; p++) {
    const uint64_t *reach = worm_reach_at(r, m, worm_reach_index(r, group, p, word, 0));
    uint32_t ports = 0;
    for (size_t o = 0; o < r->ports; o++) {
      uint64_t any = 0;
      for (size_t w = 0; w < r->words; w++) {
        any |= flit[w] & reach[o * r->words + w];
        rest[w] &= ~reach[o * r->words + w];
      }
      ports |= (uint32_t)(any != 0) << o;
    }
    hit[p] = (uint16_t)ports;
  }
  uint64_t left = 0;
  for (size_t w = 0; w < r->words; w++) {
    left |= rest[w];
  }
  return left != 0;
}

// Leaves of header flit `word` what output port `port` reaches.
NOC_INLINE void worm_cut(const router_view_t *r, size_t m, size_t group, size_t word, size_t port,
                         uint64_t *flit) {
  for (size_t w = 0; w < r->words; w++) {
    uint64_t reached = 0;
    for (size_t p = 0; p < r->worms.planes; p++) {
      reached |= worm_reach_at(r, m, worm_reach_index(r, group, p, word, port))[w];
    }
    flit[w] &= reached;
  }
}

// The configuration port of member m: kinds WORM_*.
void worm_table_write(const router_view_t *r, size_t m, uint32_t kind, size_t index,
                      const uint64_t *data);

#ifdef __cplusplus
}
#endif

#endif
