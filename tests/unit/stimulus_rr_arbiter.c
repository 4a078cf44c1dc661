// stimulus_rr_arbiter -- every pointer, request mask and take, then anything.

#include "unit/stimulus.h"

#define FIELDS_LIST "shape/rr_arbiter_state.def"
#include "unit/fields.def"

typedef struct {
  stimulus_t head;
  uint64_t step;  // of the exhaustive part: even steps set the pointer, odd ones ask
} rr_arbiter_stimulus_t;

static void begin_reset(stimulus_t *st) {
  rr_arbiter_stimulus_t *a = (rr_arbiter_stimulus_t *)st;
  a->step -= a->step % 2;  // the pointer has to be set again
}

// All (pointer, requests, take) of n requesters in order; at 2 n 2^n pairs of steps it is through.
static bool exhaustive(const stimulus_t *st, uint64_t step, uint32_t *req, bool *take) {
  unsigned n = st->shape.ports;
  uint64_t combination = step / 2;
  uint64_t ptr = combination >> (n + 1);
  if (ptr >= n) {
    return false;
  }
  if (step % 2 == 0) {  // the one before wins, so ptr is favoured
    *req = 1u << ((ptr + n - 1) % n);
    *take = true;
  } else {
    *req = (uint32_t)(combination >> 1) & stimulus_mask(n);
    *take = combination & 1;
  }
  return true;
}

static void next(stimulus_t *st, uint32_t *in) {
  rr_arbiter_stimulus_t *a = (rr_arbiter_stimulus_t *)st;
  uint32_t req = 0;
  bool take = false;
  if (st->shape.ports > 5 || !exhaustive(st, a->step++, &req, &take)) {
    req = (uint32_t)rng_next(&st->rng) & stimulus_mask(st->shape.ports) & st->phase.ports;
    if (rng_chance(&st->rng, 128)) {
      req &= (uint32_t)rng_next(&st->rng);
    }
    take = rng_chance(&st->rng, st->phase.out);
  }
  stimulus_set(st, in, F_req, 0, req);
  stimulus_set(st, in, F_take, 0, take);
}

const stimulus_ops_t stimulus_rr_arbiter = {
    "rr_arbiter", sizeof(rr_arbiter_stimulus_t), NULL, begin_reset, next, NULL};
