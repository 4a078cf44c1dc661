// stimulus_link_decoder -- words of an encoder of which no wire is wrong, one, two or three, and
// now and then any word with any check bits.

#include "router/link_encoder.h"
#include "unit/stimulus.h"

#define FIELDS_LIST "shape/link_decoder_state.def"
#include "unit/fields.def"

static void next(stimulus_t *st, uint32_t *in) {
  rng_t *r = &st->rng;
  const noc_shape_t *s = &st->shape;
  const unsigned vcs = 1u << s->vc_w;
  link_code_t code;
  link_word_t word = {0};
  uint64_t row[LINK_ROW_WORDS];
  link_code_make(&code, s);
  if (rng_chance(r, st->phase.in)) {
    word = (link_word_t){.valid = (uint8_t)rng_below(r, 2),
                         .vc = (uint8_t)rng_below(r, vcs),
                         .kind = (uint8_t)rng_below(r, 4),
                         .credit = (uint8_t)rng_below(r, 2),
                         .credit_vc = (uint8_t)rng_below(r, vcs)};
    stimulus_payload(st, NULL, word.payload);
  }
  word.check = link_encode(&code, &word);
  link_row(&code, &word, row);
  for (unsigned flips = rng_below(r, 4); flips > 0; flips--) {
    const unsigned bit = rng_below(r, code.bits + code.checks);
    row[bit / 64] ^= UINT64_C(1) << bit % 64;
  }
  link_word(&code, row, &word);
  if (rng_chance(r, 32)) {
    word.check = (uint16_t)rng_below(r, 1u << s->check_w);
  }
  stimulus_set(st, in, F_in_valid, 0, word.valid);
  stimulus_set(st, in, F_in_vc, 0, word.vc);
  stimulus_set(st, in, F_in_kind, 0, word.kind);
  stimulus_set_payload(st, in, F_in_payload, 0, word.payload);
  stimulus_set(st, in, F_credit_in_valid, 0, word.credit);
  stimulus_set(st, in, F_credit_in_vc, 0, word.credit_vc);
  stimulus_set(st, in, F_check, 0, word.check);
}

const stimulus_ops_t stimulus_link_decoder = {
    "link_decoder", sizeof(stimulus_t), NULL, NULL, next, NULL};
