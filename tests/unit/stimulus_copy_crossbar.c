// stimulus_copy_crossbar -- any inputs to any outputs, each output from one.

#include <string.h>

#include "unit/stimulus.h"

#define FIELDS_LIST "shape/copy_crossbar_state.def"
#include "unit/fields.def"

static void next(stimulus_t *st, uint32_t *in) {
  const noc_shape_t *s = &st->shape;
  rng_t *r = &st->rng;
  const uint32_t valid = (uint32_t)rng_next(r) & st->phase.exits;
  uint32_t words = 0;  // inputs that read a word of a string
  for (unsigned i = 0; i < s->ports; i++) {
    const bool word = s->string_bits > 0 && rng_chance(r, 128);
    uint64_t payload[SHAPE_MAX_WORDS];
    stimulus_payload(st, NULL, payload);
    stimulus_set_payload(st, in, F_in_payload, i, payload);
    stimulus_set(st, in, F_in_kind, i, rng_below(r, 4));
    stimulus_set(st, in, F_in_word, i, word ? 1 + rng_below(r, s->string_words) : 0);
    stimulus_set(st, in, F_in_group, i, rng_below(r, s->groups));
    words |= word ? 1u << i : 0;
  }
  stimulus_set(st, in, F_in_fix, 0, (uint32_t)rng_next(r) & ~words & stimulus_mask(s->ports));
  stimulus_set(st, in, F_sel_valid, 0, valid);
  for (unsigned o = 0; o < s->ports; o++) {
    const unsigned i = rng_pick(r, st->phase.ports);
    uint64_t mask[SHAPE_MAX_WORDS];
    stimulus_payload(st, NULL, mask);
    if ((valid >> o & 1) == 0 || (words >> i & 1) == 0) {
      memset(mask, 0xff, sizeof mask);
    }
    stimulus_set(st, in, F_sel_in, o, i);
    stimulus_set(st, in, F_sel_vc, o, rng_below(r, s->vcs));
    stimulus_set_payload(st, in, F_copy_mask, o, mask);
  }
}

const stimulus_ops_t stimulus_copy_crossbar = {
    "copy_crossbar", sizeof(stimulus_t), NULL, NULL, next, NULL};
