// stimulus_link_encoder -- any words, idle ones among them.

#include "unit/stimulus.h"

#define FIELDS_LIST "shape/link_encoder_state.def"
#include "unit/fields.def"

static void next(stimulus_t *st, uint32_t *in) {
  rng_t *r = &st->rng;
  uint64_t payload[SHAPE_MAX_WORDS];
  if (!rng_chance(r, st->phase.in)) {
    return;
  }
  stimulus_payload(st, NULL, payload);
  if (rng_chance(r, 64)) {  // a single bit, so that each has its turn alone
    const unsigned bit = rng_below(r, st->shape.flit_bits);
    for (unsigned w = 0; w < st->shape.words; w++) {
      payload[w] = w == bit / 64 ? UINT64_C(1) << bit % 64 : 0;
    }
  }
  stimulus_set(st, in, F_in_valid, 0, rng_below(r, 2));
  stimulus_set(st, in, F_in_vc, 0, rng_below(r, 1u << st->shape.vc_w));
  stimulus_set(st, in, F_in_kind, 0, rng_below(r, 4));
  stimulus_set_payload(st, in, F_in_payload, 0, payload);
  stimulus_set(st, in, F_credit_in_valid, 0, rng_below(r, 2));
  stimulus_set(st, in, F_credit_in_vc, 0, rng_below(r, 1u << st->shape.vc_w));
}

const stimulus_ops_t stimulus_link_encoder = {
    "link_encoder", sizeof(stimulus_t), NULL, NULL, next, NULL};
