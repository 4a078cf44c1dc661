// stimulus_branch_vc_allocator -- any branches waiting for any outputs, any credits. In some phases
// every second input VC has long packets without room, which one-flit packets pass.

#include "unit/stimulus.h"

#define FIELDS_LIST "shape/branch_vc_allocator_state.def"
#include "unit/fields.def"

static void next(stimulus_t *st, uint32_t *in) {
  const noc_shape_t *s = &st->shape;
  rng_t *r = &st->rng;
  const bool crowds = stimulus_crowds(st);
  for (unsigned q = 0; q < s->ports * s->vcs; q++) {
    const unsigned p = q / s->vcs;
    const bool waits = (st->phase.ports >> p & 1) != 0 && (st->phase.vcs >> q % s->vcs & 1) != 0 &&
                       rng_chance(r, st->phase.in);
    const uint32_t some = rng_chance(r, 128) ? 1u << rng_pick(r, st->phase.exits)
                                             : (uint32_t)rng_next(r) & st->phase.exits;
    const uint32_t waiting = waits ? some : 0;
    stimulus_set(st, in, F_waiting, q, waiting);
    const bool is_long = (q + st->phase.exits) % 2 == 0;  // those of another phase, the others
    const unsigned need = s->cut_through ? 1 + rng_below(r, s->depth) : 1;
    stimulus_set(st, in, F_need, q, waiting == 0 ? 0 : !crowds ? need : is_long ? s->depth : 1);
    if (s->aged) {
      stimulus_set(st, in, F_front_age, q, stimulus_age(st));
    }
    for (unsigned o = 0; s->class_w > 0 && o < s->ports; o++) {
      stimulus_set(st, in, F_want_class, q * s->ports + o,
                   (waiting >> o & 1) != 0 ? stimulus_class(st) : 0);
    }
    stimulus_set(st, in, F_out_credit, q,
                 rng_chance(r, 64)   ? 0
                 : rng_chance(r, 64) ? 1
                                     : rng_below(r, crowds ? s->depth : s->depth + 1));
  }
  for (unsigned p = 0; p < s->ports; p++) {
    uint32_t busy = 0;
    for (unsigned v = 0; v < s->vcs; v++) {
      busy |= (rng_chance(r, 200 - st->phase.out / 2) ? 1u : 0u) << v;
    }
    stimulus_set(st, in, F_out_busy, p, busy);
  }
}

const stimulus_ops_t stimulus_branch_vc_allocator = {
    "branch_vc_allocator", sizeof(stimulus_t), NULL, NULL, next, NULL};
