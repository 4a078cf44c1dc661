// stimulus_worm_table -- all entries after a reset, then header flits of worms at any inputs and
// words to be cut at any outputs, and entries that are written anew meanwhile.

#include <string.h>

#include "unit/stimulus.h"

#define FIELDS_LIST "shape/worm_table_state.def"
#include "unit/fields.def"

// A node of a word; of two chances one to seek one that no port reaches.
static unsigned a_bit(stimulus_t *st, unsigned group, unsigned word) {
  const unsigned bits = st->shape.flit_bits;
  const unsigned tries = rng_chance(&st->rng, 128) ? 16 : 1;
  unsigned bit = 0;
  for (unsigned k = 0; k < tries; k++) {
    bit = rng_below(&st->rng, bits);
    if (!stimulus_reach(st, group, word * bits + bit).reached) {
      break;
    }
  }
  return bit;
}

// A word of a string: one bit of it, or any.
static void set_word(stimulus_t *st, uint32_t *in, unsigned port, unsigned group, unsigned number) {
  uint64_t word[SHAPE_MAX_WORDS];
  stimulus_payload(st, NULL, word);
  if (rng_chance(&st->rng, 160)) {
    const unsigned bit = a_bit(st, group, number);
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

// Another value for an entry, whatever is decoded or copied in this cycle: it is there in the next
// one. What is in the table is any network's, and worms ask it all the same.
static void set_anew(stimulus_t *st, uint32_t *in) {
  const noc_shape_t *s = &st->shape;
  const unsigned reaches = s->groups * s->planes * s->string_words * s->ports;
  const unsigned kind = rng_chance(&st->rng, 192) ? 2 : 3 + rng_below(&st->rng, 2);
  const unsigned entries = kind == 2 ? reaches : kind == 3 ? s->groups : s->planes;
  uint64_t data[SHAPE_MAX_WORDS];
  stimulus_payload(st, NULL, data);
  if (kind == 3) {
    data[0] = stimulus_up(st, rng_below(&st->rng, entries));
  } else if (kind == 4) {
    data[0] = stimulus_plane_class(st, rng_below(&st->rng, entries));
  }
  stimulus_set(st, in, F_cfg_valid, 0, 1);
  stimulus_set(st, in, F_cfg_kind, 0, kind);
  stimulus_set(st, in, F_cfg_index, 0, rng_below(&st->rng, entries));
  stimulus_set_payload(st, in, F_cfg_data, 0, data);
}

static void next(stimulus_t *st, uint32_t *in) {
  const noc_shape_t *s = &st->shape;
  rng_t *r = &st->rng;
  const cfg_fields_t cfg = {F_cfg_valid, F_cfg_kind, F_cfg_index, F_cfg_data};
  uint32_t valid = 0;
  stimulus_set(st, in, F_cfg_valid, 0, 0);
  if (st->worms.loaded > 0 && rng_chance(r, 4)) {  // another network: every bit in other words
    st->worms.seed = rng_next(r);
    st->worms.loaded = 0;
  }
  const bool loaded = stimulus_configure_worms(st, in, cfg);
  if (loaded && rng_chance(r, 20)) {
    set_other(st, in);
  } else if (loaded && !st->in_reset && rng_chance(r, 30)) {
    set_anew(st, in);
  }
  for (unsigned p = 0; p < s->ports; p++) {
    const bool copies = loaded && rng_chance(r, 200);
    valid |= (loaded && rng_chance(r, st->phase.in) ? 1u : 0u) << p;
    const unsigned group = rng_below(r, s->groups);
    const unsigned word = rng_below(r, s->string_words);
    stimulus_set(st, in, F_dec_group, p, group);
    stimulus_set(st, in, F_dec_word, p, word);
    set_word(st, in, p, group, word);
    stimulus_set(st, in, F_copy_word, p, copies ? rng_below(r, s->string_words + 1) : 0);
    stimulus_set(st, in, F_copy_group, p, rng_below(r, s->groups));
  }
  stimulus_set(st, in, F_dec_valid, 0, valid & st->phase.ports);
}

const stimulus_ops_t stimulus_worm_table = {"worm_table", sizeof(stimulus_t), NULL, NULL, next,
                                            NULL};
