// stimulus_output_unit -- allocations of free VCs, grants with credit, credits for flits sent.

#include "unit/stimulus.h"

#define FIELDS_LIST "shape/output_unit_state.def"
#include "unit/fields.def"

typedef struct {
  stimulus_t head;
  uint16_t credit[SHAPE_MAX_VCS];  // free slots downstream
  uint16_t busy;                   // bit w: output VC w belongs to a packet
} output_unit_stimulus_t;

static void begin_reset(stimulus_t *st) {
  output_unit_stimulus_t *u = (output_unit_stimulus_t *)st;
  for (unsigned w = 0; w < SHAPE_MAX_VCS; w++) {
    u->credit[w] = (uint16_t)st->shape.depth;
  }
  u->busy = 0;
}

static void next(stimulus_t *st, uint32_t *in) {
  output_unit_stimulus_t *u = (output_unit_stimulus_t *)st;
  const noc_shape_t *s = &st->shape;
  rng_t *r = &st->rng;
  uint32_t with_credit = 0, owed = 0;
  for (unsigned w = 0; w < s->vcs; w++) {
    with_credit |= (u->credit[w] > 0 ? 1u : 0u) << w;
    owed |= (u->credit[w] < s->depth ? 1u : 0u) << w;
  }

  uint32_t vacant = stimulus_mask(s->vcs) & ~(uint32_t)u->busy & st->phase.vcs;
  uint32_t may_send = with_credit & u->busy;
  uint32_t won = rng_chance(r, 100) ? vacant & (uint32_t)rng_next(r) : 0;
  if (rng_chance(r, 64) && vacant != 0) {
    won |= 1u << rng_pick(r, vacant);
  }
  stimulus_set(st, in, F_va_won, 0, won);
  u->busy = (uint16_t)(u->busy | won);
  may_send |= with_credit & won;
  if (rng_chance(r, 64) && (with_credit & won) != 0) {
    may_send = with_credit & won;  // in its first cycle
  }

  bool back = owed != 0 && rng_chance(r, st->phase.out);
  stimulus_set(st, in, F_credit_in_valid, 0, back);
  unsigned back_vc = back ? rng_pick(r, owed) : 0;
  bool granted = may_send != 0 && stimulus_offers(st);
  if (granted && back && rng_chance(r, 64) && (may_send >> back_vc & 1) != 0) {
    may_send = 1u << back_vc;  // both for one VC
  }
  stimulus_set(st, in, F_sa_gnt, 0, granted);
  if (granted) {
    unsigned w = rng_pick(r, may_send);
    bool last = rng_below(r, st->phase.max_length < 4 ? st->phase.max_length : 4) == 0;
    stimulus_set(st, in, F_sa_out_vc, 0, w);
    stimulus_set(st, in, F_sa_last, 0, last);
    u->credit[w]--;
    if (last) {
      u->busy = (uint16_t)(u->busy & ~(1u << w));
    }
  }
  if (back) {
    stimulus_set(st, in, F_credit_in_vc, 0, back_vc);
    u->credit[back_vc]++;
  }

  bool traverses = rng_chance(r, st->phase.in);
  stimulus_set(st, in, F_xb_valid, 0, traverses);
  if (traverses) {
    uint64_t payload[SHAPE_MAX_WORDS];
    stimulus_payload(st, NULL, payload);
    stimulus_set(st, in, F_xb_vc, 0, rng_below(r, s->vcs));
    stimulus_set(st, in, F_xb_kind, 0, rng_below(r, 4));
    stimulus_set_payload(st, in, F_xb_payload, 0, payload);
  }
}

const stimulus_ops_t stimulus_output_unit = {
    "output_unit", sizeof(output_unit_stimulus_t), NULL, begin_reset, next, NULL};
