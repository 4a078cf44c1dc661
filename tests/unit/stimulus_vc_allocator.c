// stimulus_vc_allocator -- any heads waiting for any outputs, any credits. In some phases every
// second input VC has long packets without room, which one-flit packets pass.

#include "unit/stimulus.h"

#define FIELDS_LIST "shape/vc_allocator_state.def"
#include "unit/fields.def"

static void next(stimulus_t *st, uint32_t *in) {
  const noc_shape_t *s = &st->shape;
  rng_t *r = &st->rng;
  unsigned most = stimulus_mask(s->len_w) < s->depth ? stimulus_mask(s->len_w) : s->depth;
  const bool crowds = stimulus_crowds(st);
  for (unsigned p = 0; p < s->ports; p++) {
    uint32_t waiting = 0, busy = 0;
    for (unsigned v = 0; v < s->vcs; v++) {
      unsigned at = p * s->vcs + v;
      bool waits = (st->phase.ports >> p & 1) != 0 && (st->phase.vcs >> v & 1) != 0 &&
                   rng_chance(r, st->phase.in);
      if (waits) {
        unsigned need = s->cut_through ? 1 + rng_below(r, most) : 1;
        const bool is_long = (at + st->phase.exits) % 2 == 0;  // those of another phase, the others
        need = crowds ? (is_long ? most : 1) : need;
        unsigned kind = rng_chance(r, 64) ? KIND_SINGLE : KIND_HEAD;
        waiting |= 1u << v;
        if (s->aged) {
          stimulus_set(st, in, F_front_age, at, stimulus_age(st));
        }
        stimulus_set(
            st, in, F_front_tag, at,
            ((need << s->class_w | stimulus_class(st)) << s->port_w | rng_pick(r, st->phase.exits))
                    << 2 |
                kind);
      }
      busy |= (rng_chance(r, 200 - st->phase.out / 2) ? 1u : 0u) << v;
      stimulus_set(st, in, F_out_credit, at,
                   rng_chance(r, 64)   ? 0
                   : rng_chance(r, 64) ? 1
                                       : rng_below(r, crowds ? most : s->depth + 1));
    }
    stimulus_set(st, in, F_waiting, p, waiting);
    stimulus_set(st, in, F_out_busy, p, busy);
  }
}

const stimulus_ops_t stimulus_vc_allocator = {
    "vc_allocator", sizeof(stimulus_t), NULL, NULL, next, NULL};
