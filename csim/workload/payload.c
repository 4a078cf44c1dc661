// payload -- see payload.h.

#include "workload/payload.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"

// --- heads ---------------------------------------------------------------------------------------

static bool no_room(const seen_t *s) {
  return memory_fail(s->error, "data to be passed on");
}

static bool begin_kept(const seen_t *s, incoming_t *in) {
  bool no_memory = false;
  in->keep = engine_keep(s->w->engine, in->operation, &no_memory);
  return !no_memory || no_room(s);
}

// A part of a collective's message.
static bool begin_part(const seen_t *s, const flight_t *flight, incoming_t *in) {
  const uint32_t first = (uint32_t)flight->key;
  if (!begin_kept(s, in)) {
    return false;
  }
  in->key = engine_block_key(s->w->engine, in->operation, first);
  if (in->keep != NULL) {
    in->keep += (size_t)first * s->w->shape->words;
  }
  return true;
}

// An item, of a plan with coding.
static bool begin_item(const seen_t *s, const flight_t *flight, incoming_t *in) {
  const uint32_t first = (uint32_t)flight->key;
  engine_incoming_t item;
  if (!engine_incoming(s->w->engine, in->operation, first, &item)) {
    return no_room(s);
  }
  in->key = item.key;
  in->keep = item.keep;
  if (item.join != kPlanNone) {
    in->payload = FLITS_JOINED;
    in->join = item.join;
    in->first = first;
  }
  return true;
}

static bool begin_reduced(const seen_t *s, incoming_t *in) {
  engine_reduction_t r;
  const bool ok = engine_reduction(s->w->engine, in->operation, &r);
  in->payload = r.combined ? FLITS_COMBINED : FLITS_REDUCED;
  in->keep = r.keep;
  in->expected = r.expected;
  return ok || no_room(s);
}

bool payload_begin(const seen_t *s, const flight_t *flight, incoming_t *in) {
  switch (s->w->payload) {
    case PAYLOAD_MADE:
      break;
    case PAYLOAD_KEPT:
      return begin_kept(s, in);
    case PAYLOAD_PART:
      return begin_part(s, flight, in);
    case PAYLOAD_ITEM:
      return begin_item(s, flight, in);
    case PAYLOAD_REDUCED:
      return begin_reduced(s, in);
  }
  return true;
}

// --- flits ---------------------------------------------------------------------------------------

bool payload_fault(const seen_t *s, const incoming_t *in, unsigned word, uint64_t expected) {
  char text[128];
  (void)snprintf(text, sizeof text, "data word %u is 0x%016" PRIx64 ", sent was 0x%016" PRIx64,
                 word, s->d->data[word], expected);
  return scoreboard_fault_packet(s, in, text);
}

// Each part of joined data has its own, and the first flit of one the bits of a head flit.
bool payload_take_joined(const seen_t *s, const incoming_t *in) {
  const workload_t *w = s->w;
  const unsigned words = w->shape->words;
  unsigned flit = 0;
  const uint64_t key = engine_part_key(w->engine, in->join, in->first + in->taken, &flit);
  for (unsigned i = 0; i < words; i++) {
    const uint64_t mask = flit == 0 ? w->head_mask[i] : w->word_mask;
    const uint64_t expected = rng_data(key, flit, i) & mask;
    if (s->d->data[i] != expected) {
      return payload_fault(s, in, i, expected);
    }
  }
  if (in->keep != NULL) {
    memcpy(&in->keep[(size_t)in->taken * words], s->d->data, words * sizeof *in->keep);
  }
  return true;
}

bool payload_take_reduced(const seen_t *s, const incoming_t *in) {
  const unsigned words = s->w->shape->words;
  const size_t first = (size_t)in->taken * words;
  uint64_t expected[SHAPE_MAX_WORDS];
  for (unsigned i = 0; i < words; i++) {
    expected[i] = in->expected != NULL ? in->expected[first + i]
                                       : rng_data(in->key, in->taken, i) & payload_mask(s, i);
    if (s->d->data[i] != expected[i]) {
      return payload_fault(s, in, i, expected[i]);
    }
  }
  if (in->payload == FLITS_COMBINED) {
    blocks_combine(s->w->blocks, in->taken, s->d->data, expected, in->keep, in->flits);
  } else if (in->keep != NULL) {
    memcpy(&in->keep[first], s->d->data, words * sizeof *in->keep);
  }
  return true;
}
