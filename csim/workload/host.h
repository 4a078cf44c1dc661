// host -- the sending side of the hosts, and what the carriers share of it.

#ifndef NOC_HOST_H
#define NOC_HOST_H

#include "base/rng.h"
#include "workload/workload_state.h"

// The hosts of nodes first .. end-1 in a cycle. A range begins and ends where words of 64 nodes do.
typedef struct {
  uint32_t first, end;
  uint64_t now;
} hosts_t;

// Hands at most one beat to the interface of every active node.
bool host_send(workload_t *w, const hosts_t *hosts, noc_error_t *error);

static inline bool host_is_free(const outgoing_t *out) {
  return out->sent == out->flits;
}

// The interface takes a beat that goes into the network.
static inline bool host_port_ready(const workload_t *w, uint32_t node, unsigned network) {
  return (network_ready(w->network, node) >> network & 1u) != 0;
}

// The words of a flit, made of the packet's key.
static inline __attribute__((always_inline)) const uint64_t *host_made(
    const workload_t *w, const outgoing_t *out, unsigned flit, uint64_t made[SHAPE_MAX_WORDS]) {
  for (unsigned i = 0; i < w->shape->words; i++) {
    made[i] = rng_data(out->key, flit, i) & w->word_mask;
  }
  return made;
}

// The same, if the source does not have them.
static inline __attribute__((always_inline)) const uint64_t *host_data(
    const workload_t *w, const outgoing_t *out, unsigned flit, uint64_t made[SHAPE_MAX_WORDS]) {
  return out->data != NULL ? out->data + (size_t)flit * w->shape->words
                           : host_made(w, out, flit, made);
}

// The age that goes with the first beat of the packet that has this number, offered now: its
// creation, or a quarter of the circle of ages back if that is later. docs/microarchitecture.md,
// section 5.3.
uint32_t host_age(const workload_t *w, uint32_t node, uint32_t message, uint64_t now);

// The same for the next beat, whichever that is.
static inline uint32_t host_beat_age(const workload_t *w, uint32_t node, const outgoing_t *out,
                                     uint64_t now) {
  return w->shape->aged && out->sent == 0 ? host_age(w, node, out->message, now) : 0;
}

#endif
