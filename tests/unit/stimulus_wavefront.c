// stimulus_wavefront -- requests between any inputs and outputs, of many, of few, of one row or
// column alone, that stay or come and go, taken or not.

#include "unit/stimulus.h"

#define FIELDS_LIST "shape/wavefront_state.def"
#include "unit/fields.def"

static void next(stimulus_t *st, uint32_t *in) {
  rng_t *r = &st->rng;
  const unsigned n = st->shape.ports;
  const uint32_t all = stimulus_mask(n);
  const uint32_t outputs = rng_chance(r, 128) ? st->phase.exits & all : all;
  const unsigned one = rng_below(r, n);
  const unsigned kind = rng_below(r, 8);
  for (unsigned i = 0; i < n; i++) {
    uint32_t req = (uint32_t)rng_next(r) & outputs;
    if (kind < 3) {
      req &= (uint32_t)rng_next(r);
    } else if (kind == 3) {
      req = rng_chance(r, 192) ? 1u << rng_below(r, n) : 0;
    } else if (kind == 4) {
      req = i == one ? req | 1u << rng_below(r, n) : 0;
    } else if (kind == 5) {
      req &= 1u << one;
    } else if (kind == 6) {
      req = all;
    }
    if (kind != 6 && (st->phase.ports >> i & 1) == 0) {
      req = 0;
    }
    stimulus_set(st, in, F_req, i, req);
  }
  stimulus_set(st, in, F_take, 0, rng_chance(r, 64 + st->phase.out / 2));
}

const stimulus_ops_t stimulus_wavefront = {"wavefront", sizeof(stimulus_t), NULL, NULL, next, NULL};
