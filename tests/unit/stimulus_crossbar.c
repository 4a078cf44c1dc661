// stimulus_crossbar -- any traversals, no two to one output.

#include "unit/stimulus.h"

#define FIELDS_LIST "shape/crossbar_state.def"
#include "unit/fields.def"

static void next(stimulus_t *st, uint32_t *in) {
  const noc_shape_t *s = &st->shape;
  uint32_t open = st->phase.exits;  // outputs not taken yet
  uint32_t valid = 0;
  for (unsigned k = 0, first = rng_below(&st->rng, s->ports); k < s->ports; k++) {
    unsigned i = (first + k) % s->ports;
    if (open == 0 || (st->phase.ports >> i & 1) == 0 || !rng_chance(&st->rng, st->phase.in)) {
      continue;
    }
    unsigned o = rng_pick(&st->rng, open);
    uint64_t payload[SHAPE_MAX_WORDS];
    stimulus_payload(st, NULL, payload);
    open &= ~(1u << o);
    valid |= 1u << i;
    stimulus_set(st, in, F_in_port, i, o);
    stimulus_set(st, in, F_in_vc, i, rng_below(&st->rng, s->vcs));
    stimulus_set(st, in, F_in_kind, i, rng_below(&st->rng, 4));
    stimulus_set_payload(st, in, F_in_payload, i, payload);
  }
  stimulus_set(st, in, F_in_valid, 0, valid);
}

const stimulus_ops_t stimulus_crossbar = {"crossbar", sizeof(stimulus_t), NULL, NULL, next, NULL};
