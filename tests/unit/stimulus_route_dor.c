// stimulus_route_dor -- every pair of addresses where they are short, then anything.

#include "unit/stimulus.h"

enum {
#define IN(name, type, bits, count, radix, meaning)   F_##name,
#define WIRE(name, type, bits, count, radix, meaning) F_##name,
#define OUT(name, type, bits, count, radix, meaning)  F_##name,
#define REG(name, type, bits, count, radix, meaning)  F_##name,
#include "router/route_dor_state.def"
#undef IN
#undef WIRE
#undef OUT
#undef REG
};

typedef struct {
  stimulus_t head;
  uint64_t step;
} route_dor_stimulus_t;

static void begin_reset(stimulus_t *st) {
  (void)st;
}

static void next(stimulus_t *st, uint32_t *in) {
  route_dor_stimulus_t *a = (route_dor_stimulus_t *)st;
  unsigned w = st->shape.addr_w;
  uint32_t all = stimulus_mask(w), own = st->addr, dst;
  if (2 * w <= 16 && a->step >> (2 * w) == 0) {
    own = (uint32_t)a->step & all;
    dst = (uint32_t)(a->step++ >> w);
  } else if (rng_chance(&st->rng, 128)) {
    dst = stimulus_destination(st);
  } else {
    own = (uint32_t)rng_next(&st->rng) & all;
    dst = own;  // near: some digits differ
    for (unsigned d = 0; d <= st->shape.dims; d++) {
      if (rng_chance(&st->rng, 100)) {
        uint32_t digit = stimulus_mask(st->shape.digit_w) << (d * st->shape.digit_w);
        dst = (dst & ~digit) | ((uint32_t)rng_next(&st->rng) & digit);
      }
    }
    dst &= all;
  }
  stimulus_set(st, in, F_dst, 0, dst);
  stimulus_set(st, in, F_addr, 0, own);
}

const stimulus_ops_t stimulus_route_dor = {
    "route_dor", sizeof(route_dor_stimulus_t), NULL, begin_reset, next, NULL};
