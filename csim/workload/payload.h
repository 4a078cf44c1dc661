// payload -- what a packet carries, for the host that takes it: which data its flits must have, and
// where the host keeps them.

#ifndef NOC_PAYLOAD_H
#define NOC_PAYLOAD_H

#include "base/rng.h"
#include "workload/scoreboard.h"

// A head has come: what its packet carries, and where that is kept.
bool payload_begin(const seen_t *s, const flight_t *flight, incoming_t *in);

// A data word is not the one that was sent. Returns false.
bool payload_fault(const seen_t *s, const incoming_t *in, unsigned word, uint64_t expected);

// These check and keep a flit: of joined data, of a message of a reduction, and of other packets,
// most of all.
bool payload_take_joined(const seen_t *s, const incoming_t *in);
bool payload_take_reduced(const seen_t *s, const incoming_t *in);

static inline uint64_t payload_mask(const seen_t *s, unsigned word) {
  return (s->d->kind & KIND_HEAD) != 0 ? s->w->head_mask[word] : s->w->word_mask;
}

static inline bool payload_take_data(const seen_t *s, const incoming_t *in) {
  const unsigned words = s->w->shape->words;
  for (unsigned i = 0; i < words; i++) {
    const uint64_t expected = rng_data(in->key, in->taken, i) & payload_mask(s, i);
    if (s->d->data[i] != expected) {
      return payload_fault(s, in, i, expected);
    }
  }
  for (unsigned i = 0; in->keep != NULL && i < words; i++) {
    in->keep[(size_t)in->taken * words + i] = s->d->data[i];
  }
  return true;
}

static inline bool payload_take(const seen_t *s, const incoming_t *in) {
  switch ((payload_flits_t)in->payload) {
    case FLITS_JOINED:
      return payload_take_joined(s, in);
    case FLITS_REDUCED:
    case FLITS_COMBINED:
      return payload_take_reduced(s, in);
    case FLITS_DATA:
      break;
  }
  return payload_take_data(s, in);
}

#endif
