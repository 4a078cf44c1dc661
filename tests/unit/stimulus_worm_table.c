// stimulus_worm_table -- all entries after a reset, then header flits of worms at any inputs and words
// to be cut at any outputs.

#include <string.h>

#include "unit/stimulus.h"

enum {
#define IN(name, type, bits, count, radix, meaning)   F_##name,
#define WIRE(name, type, bits, count, radix, meaning) F_##name,
#define OUT(name, type, bits, count, radix, meaning)  F_##name,
#define REG(name, type, bits, count, radix, meaning)  F_##name,
#include "multicast/worm_table_state.def"
#undef IN
#undef WIRE
#undef OUT
#undef REG
};

static void begin_reset(stimulus_t *st) {
  (void)st;
}

// A word of a string: a few bits of it, or any.
static void set_word(stimulus_t *st, uint32_t *in, unsigned port) {
  uint64_t word[SHAPE_MAX_WORDS];
  stimulus_payload(st, NULL, word);
  if (rng_chance(&st->rng, 160)) {
    const unsigned bit = rng_below(&st->rng, st->shape.flit_bits);
    memset(word, 0, sizeof word);
    word[bit / 64] = UINT64_C(1) << bit % 64;
  }
  stimulus_set_payload(st, in, F_dec_payload, port, word);
}

// An entry of the routing table: not for this unit.
static void set_other(stimulus_t *st, uint32_t *in) {
  stimulus_set(st, in, F_cfg_valid, 0, 1);
  stimulus_set(st, in, F_cfg_kind, 0, rng_below(&st->rng, 2));
}

static void next(stimulus_t *st, uint32_t *in) {
  const noc_shape_t *s = &st->shape;
  rng_t *r = &st->rng;
  const cfg_fields_t cfg = {F_cfg_valid, F_cfg_kind, F_cfg_index, F_cfg_data};
  uint32_t valid = 0;
  stimulus_set(st, in, F_cfg_valid, 0, 0);
  const bool loaded = stimulus_configure_worms(st, in, cfg);
  if (loaded && rng_chance(r, 20)) {
    set_other(st, in);
  }
  for (unsigned p = 0; p < s->ports; p++) {
    const bool copies = loaded && rng_chance(r, 200);
    valid |= (loaded && rng_chance(r, st->phase.in) ? 1u : 0u) << p;
    stimulus_set(st, in, F_dec_group, p, rng_below(r, s->groups));
    stimulus_set(st, in, F_dec_word, p, rng_below(r, s->string_words));
    set_word(st, in, p);
    stimulus_set(st, in, F_copy_word, p, copies ? rng_below(r, s->string_words + 1) : 0);
    stimulus_set(st, in, F_copy_group, p, rng_below(r, s->groups));
  }
  stimulus_set(st, in, F_dec_valid, 0, valid & st->phase.ports);
}

const stimulus_ops_t stimulus_worm_table = {
    "worm_table", sizeof(stimulus_t), NULL, begin_reset, next, NULL};
