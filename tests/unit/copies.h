// copies -- follows whole packets through one router that copies them, and judges what comes out: a
// model of packets, not of cycles, made from docs/microarchitecture.md, section 15, and from the
// book of the stimulus. It knows nothing of buffers and allocators.
//
//   in:  packets on the input links, entries at the configuration port
//   out: packets on the output links: each is a copy that is due, of its class, with its string or
//        pairs, and all copies come once

#ifndef NOC_TEST_COPIES_H
#define NOC_TEST_COPIES_H

#include "unit/stimulus.h"

typedef struct copies copies_t;

typedef struct {
  uint64_t packets, copies;  // that came in; that went out
  uint64_t trees, paths, ups,
      drops;  // worms among the packets; sent up whole; header flits dropped
} copies_count_t;

// The stimulus outlives it; it is for the unit "router".
copies_t *copies_create(const stimulus_t *st);
void copies_free(copies_t *c);
void copies_reset(copies_t *c);  // forgets the packets inside
// One cycle: its IN words, and the state after it. False: *why says what is wrong.
bool copies_watch(copies_t *c, const uint32_t *in, const uint32_t *state, char *why, size_t size);
size_t copies_due(const copies_t *c);  // packets of which a copy is still to come
const copies_count_t *copies_counts(const copies_t *c);

#endif
