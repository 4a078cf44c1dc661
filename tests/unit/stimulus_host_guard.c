// stimulus_host_guard -- a host that offers anything, some of it right: destinations within the
// extents and beyond, lengths of 0 and too long, networks that there are not; an interface that is
// ready for some networks.

#include "unit/stimulus.h"

#define FIELDS_LIST "shape/host_guard_state.def"
#include "unit/fields.def"

typedef struct {
  stimulus_t head;
  uint32_t extent;  // highest value of each field of an address
} host_guard_stimulus_t;

// A number for each field of an address, below or at that of `most`.
static uint32_t fields_to(stimulus_t *st, uint32_t most) {
  const noc_shape_t *s = &st->shape;
  uint32_t address = 0;
  for (unsigned d = 0; d <= s->dims; d++) {
    const unsigned width = d < s->dims ? s->digit_w : s->local_w;
    const uint32_t top = most >> (d * s->digit_w) & stimulus_mask(width);
    address |= (width > 0 ? rng_below(&st->rng, top + 1) : 0) << (d * s->digit_w);
  }
  return address;
}

static void begin_reset(stimulus_t *st) {
  host_guard_stimulus_t *u = (host_guard_stimulus_t *)st;
  u->extent = fields_to(st, UINT32_MAX);
}

static void next(stimulus_t *st, uint32_t *in) {
  const host_guard_stimulus_t *u = (const host_guard_stimulus_t *)st;
  const noc_shape_t *s = &st->shape;
  rng_t *r = &st->rng;
  unsigned network = rng_below(r, s->networks);
  if (rng_chance(r, 24)) {
    network = rng_below(r, 1u << s->net_w);
  }
  const bool node = rng_chance(r, 200);
  const bool any = rng_chance(r, 32);  // length
  const unsigned lengths = 1u << s->len_w;
  const unsigned length = stimulus_length(st, true);
  stimulus_set(st, in, F_extent, 0, u->extent);
  stimulus_set(st, in, F_host_valid, 0, stimulus_offers(st));
  stimulus_set(st, in, F_host_network, 0, network);
  stimulus_set(st, in, F_host_dst, 0, fields_to(st, node ? u->extent : UINT32_MAX));
  stimulus_set(st, in, F_host_flits, 0,
               rng_chance(r, 24) ? 0
               : any             ? rng_below(r, lengths)
                                 : length);
  uint32_t ready = 0;
  for (unsigned k = 0; k < s->networks; k++) {
    ready |= (uint32_t)rng_chance(r, st->phase.out) << k;
  }
  stimulus_set(st, in, F_ni_ready, 0, ready);
}

const stimulus_ops_t stimulus_host_guard = {
    "host_guard", sizeof(host_guard_stimulus_t), begin_reset, begin_reset, next, NULL};
