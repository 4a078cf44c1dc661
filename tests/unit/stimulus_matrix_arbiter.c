// stimulus_matrix_arbiter -- requests that come and go, of all or of few requesters, one alone,
// taken or not.

#include "unit/stimulus.h"

#define FIELDS_LIST "shape/matrix_arbiter_state.def"
#include "unit/fields.def"

static void next(stimulus_t *st, uint32_t *in) {
  rng_t *r = &st->rng;
  const uint32_t all = stimulus_mask(st->shape.ports);
  uint32_t req = (uint32_t)rng_next(r) & all;
  if (rng_chance(r, 128)) {
    req &= st->phase.ports;
  }
  if (rng_chance(r, 96)) {
    req &= (uint32_t)rng_next(r);
  } else if (rng_chance(r, 64)) {
    req |= (uint32_t)rng_next(r) & all;
  } else if (rng_chance(r, 48)) {
    req = 1u << rng_below(r, st->shape.ports);
  }
  stimulus_set(st, in, F_req, 0, req);
  stimulus_set(st, in, F_take, 0, rng_chance(r, 64 + st->phase.out / 2));
}

const stimulus_ops_t stimulus_matrix_arbiter = {
    "matrix_arbiter", sizeof(stimulus_t), NULL, NULL, next, NULL};
