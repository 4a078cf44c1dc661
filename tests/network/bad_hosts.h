// bad_hosts -- what hosts do wrong, strewn into the recorded host pins of a network: packets to no
// node, of no length, for no network, in cycles in which the host offers nothing, as a guard of its
// port has to refuse them (docs/host-guard.md).
//
// The hosts' own packets stay as they are, and no packet that is strewn in is open when one of the
// same network goes on or begins.

#ifndef NOC_TEST_BAD_HOSTS_H
#define NOC_TEST_BAD_HOSTS_H

#include <stdint.h>

#include "ni/host_guard.h"
#include "shape/bundle.h"

enum { BAD_HOSTS_CYCLES = 64 };  // of a record, at most

typedef struct {
  const noc_shape_t *shape;       // of a whole network
  const bundle_layout_t *layout;  // shape/top_state.def
  uint32_t extent;                // the highest of each field of an address
  uint32_t cycles;                // at most BAD_HOSTS_CYCLES
  uint32_t *in;                   // [cycle * layout->in_words]: host pins
  const uint16_t *ready;          // [cycle * nodes + node]: as interfaces show it
} host_record_t;

// Changes the pins; `guard` is that of each node before the first of the cycles, with no packet
// that it swallows.
void bad_hosts_strew(const host_record_t *h, uint64_t seed, const host_guard_t *guard);

// Element `index` of the field of this name, and makes it `value`.
uint64_t bad_hosts_get(const bundle_layout_t *layout, const char *name, const uint32_t *words,
                       uint32_t index);
void bad_hosts_set(const bundle_layout_t *layout, const char *name, uint32_t *words, uint32_t index,
                   uint64_t value);

#endif
