// stimulus_branch_switch_allocator -- any branches anywhere in their packets, any credits, any
// winners of VC allocation.

#include "unit/stimulus.h"

#define FIELDS_LIST "shape/branch_switch_allocator_state.def"
#include "unit/fields.def"

// The branches of one input VC: some wait, some are active. Returns those that wait.
static uint32_t set_branches(stimulus_t *st, uint32_t *in, unsigned q, uint32_t *due,
                             uint32_t *drop) {
  const noc_shape_t *s = &st->shape;
  rng_t *r = &st->rng;
  const uint32_t all = (uint32_t)rng_next(r) & st->phase.exits;
  const uint32_t waiting = rng_chance(r, 100) ? (uint32_t)rng_next(r) & all : 0;
  const uint32_t active = all & ~waiting;
  // Flits 0 to there - 1 are in the buffer; the head is, if a branch waits.
  const unsigned there = waiting != 0 ? 1 + rng_below(r, s->depth) : rng_below(r, s->depth + 1);
  const unsigned spread = rng_chance(r, 128) ? 1 : 1 + rng_below(r, 4);
  const unsigned first = rng_chance(r, 128) ? 0 : rng_below(r, s->depth);
  const bool drops = rng_chance(r, 80);
  uint32_t found = 0;
  for (unsigned o = 0; o < s->ports; o++) {
    const unsigned at = q * s->ports + o;
    const unsigned far = first + rng_below(r, spread);
    const unsigned read = (active >> o & 1) == 0 ? 0 : far < s->depth ? far : s->depth;
    stimulus_set(st, in, F_br_read, at, read);
    stimulus_set(st, in, F_br_vc, at, rng_below(r, s->vcs));
    found |= ((all >> o & 1) != 0 && read < there ? 1u : 0u) << o;
    *due |= (drops && (active >> o & 1) != 0 && read == 1 && there > 1 ? 1u : 0u) << q % s->vcs;
  }
  *drop |= (uint32_t)drops << q % s->vcs;
  stimulus_set(st, in, F_waiting, q, waiting);
  stimulus_set(st, in, F_active, q, active);
  stimulus_set(st, in, F_there, q, found);
  stimulus_set(st, in, F_need, q, s->cut_through ? 1 + rng_below(r, s->depth) : 1);
  if (s->aged) {
    // Some are half a circle from others: then each is older than the other.
    const uint32_t far = rng_chance(r, 16) ? 1u << (s->age_bits - 1) : 0;
    stimulus_set(st, in, F_front_age, q, stimulus_age(st) ^ far);
  }
  return waiting;
}

// Winners of VC allocation: each output VC at most once, `open` those that are left; with a credit
// but for cut-through, where a packet may be given a VC without room.
static void set_winners(stimulus_t *st, uint32_t *in, unsigned i, uint32_t open[SHAPE_MAX_PORTS],
                        const uint32_t *waiting) {
  const noc_shape_t *s = &st->shape;
  rng_t *r = &st->rng;
  const unsigned v = rng_below(r, s->vcs);
  const uint32_t some = (uint32_t)rng_next(r) & waiting[v];
  uint32_t outs = 0;
  for (unsigned o = 0; o < s->ports; o++) {
    const bool wins = (some >> o & 1) != 0 && open[o] != 0;
    const unsigned w = wins ? rng_pick(r, open[o]) : 0;
    stimulus_set(st, in, F_va_out_vc, i * s->ports + o, w);
    if (wins) {
      open[o] &= ~(1u << w);
      outs |= 1u << o;
    }
    if (wins && (!s->cut_through || rng_chance(r, 128))) {
      stimulus_set(st, in, F_out_credit, o * s->vcs + w, 1 + rng_below(r, s->depth));
    }
  }
  stimulus_set(st, in, F_va_outs, i, outs);
  stimulus_set(st, in, F_va_vc, i, outs != 0 ? v : 0);
}

static void next(stimulus_t *st, uint32_t *in) {
  const noc_shape_t *s = &st->shape;
  rng_t *r = &st->rng;
  uint32_t open[SHAPE_MAX_PORTS] = {0};
  const unsigned first = rng_below(r, s->ports);
  for (unsigned q = 0; q < s->ports * s->vcs; q++) {
    stimulus_set(st, in, F_out_credit, q,
                 rng_chance(r, 128 - st->phase.out / 4) ? 0 : rng_below(r, s->depth + 1));
  }
  for (unsigned o = 0; o < s->ports; o++) {
    open[o] = stimulus_mask(s->vcs);
  }
  for (unsigned k = 0; k < s->ports; k++) {
    const unsigned i = (first + k) % s->ports;
    uint32_t waiting[SHAPE_MAX_VCS] = {0};
    uint32_t due = 0, drop = 0;
    for (unsigned v = 0; v < s->vcs; v++) {
      waiting[v] = set_branches(st, in, i * s->vcs + v, &due, &drop);
    }
    stimulus_set(st, in, F_drop_due, i, due);
    stimulus_set(st, in, F_drop, i, drop);
    set_winners(st, in, i, open, waiting);
  }
}

const stimulus_ops_t stimulus_branch_switch_allocator = {
    "branch_switch_allocator", sizeof(stimulus_t), NULL, NULL, next, NULL};
