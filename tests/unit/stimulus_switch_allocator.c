// stimulus_switch_allocator -- any VCs ready for any outputs, any winners of VC allocation; several
// may win VCs of one output, but not the same. With speculation any bids: those of winners are for
// what they win, where there is room, but for a few winners without a bid.

#include "unit/stimulus.h"

#define FIELDS_LIST "shape/switch_allocator_state.def"
#include "unit/fields.def"

// The credits that the flit at a front needs: a cut-through head needs as many as its packet has
// flits.
static unsigned draw_need(stimulus_t *st) {
  const noc_shape_t *s = &st->shape;
  rng_t *r = &st->rng;
  const unsigned most = stimulus_mask(s->len_w) < s->depth ? stimulus_mask(s->len_w) : s->depth;
  if (rng_chance(r, 96)) {
    return 0;
  }
  return s->cut_through ? 1 + rng_below(r, most) : 1;
}

typedef struct {
  unsigned vc, port, out_vc, need;
  bool wins;
} entry_t;

// Input i, of whose VCs `idle` are not ready, bids or does not; *e is what it wins.
static uint32_t draw_bid(stimulus_t *st, uint32_t *in, unsigned i, uint32_t idle,
                         const entry_t *e) {
  const noc_shape_t *s = &st->shape;
  rng_t *r = &st->rng;
  if (idle == 0 || rng_chance(r, e->wins ? 32 : 96)) {
    return 0;
  }
  stimulus_set(st, in, F_bid_vc, i, e->wins ? e->vc : rng_pick(r, idle));
  stimulus_set(st, in, F_bid_port, i, e->wins ? e->port : rng_pick(r, st->phase.exits));
  if (e->wins) {
    const unsigned need = e->need > 0 ? e->need : 1;
    stimulus_set(st, in, F_out_credit, e->port * s->vcs + e->out_vc,
                 need + rng_below(r, s->depth - need + 1));
  }
  return UINT32_C(1) << i;
}

static void next(stimulus_t *st, uint32_t *in) {
  const noc_shape_t *s = &st->shape;
  rng_t *r = &st->rng;
  uint32_t won = 0;
  uint32_t bids = 0;
  uint16_t open[SHAPE_MAX_PORTS];  // output VCs without a winner yet
  for (unsigned o = 0; o < s->ports; o++) {
    open[o] = (uint16_t)stimulus_mask(s->vcs);
  }
  for (unsigned at = 0; at < s->ports * s->vcs; at++) {
    stimulus_set(st, in, F_out_credit, at,
                 rng_chance(r, 128 - st->phase.out / 4) ? 0
                 : rng_chance(r, 64)                    ? 1
                                                        : rng_below(r, s->depth + 1));
  }
  for (unsigned k = 0, first = rng_below(r, s->ports); k < s->ports; k++) {
    unsigned i = (first + k) % s->ports;
    uint32_t ready = 0;
    unsigned need[SHAPE_MAX_VCS];
    for (unsigned v = 0; v < s->vcs; v++) {
      unsigned at = i * s->vcs + v;
      need[v] = draw_need(st);
      stimulus_set(st, in, F_need, at, need[v]);
      if (s->aged) {
        stimulus_set(st, in, F_front_age, at, stimulus_age(st));
      }
      if ((st->phase.ports >> i & 1) != 0 && (st->phase.vcs >> v & 1) != 0 &&
          rng_chance(r, st->phase.in)) {
        ready |= 1u << v;
        stimulus_set(st, in, F_hold_port, at, rng_pick(r, st->phase.exits));
        stimulus_set(st, in, F_hold_vc, at, rng_below(r, s->vcs));
      }
    }
    stimulus_set(st, in, F_ready, i, ready);
    uint32_t idle = stimulus_mask(s->vcs) & ~ready;
    entry_t entry = {.port = rng_pick(r, st->phase.exits)};
    const unsigned o = entry.port;
    if (idle != 0 && open[o] != 0 && rng_chance(r, 100)) {
      const unsigned w = rng_pick(r, open[o]);
      open[o] = (uint16_t)(open[o] & ~(1u << w));
      won |= 1u << i;
      entry.wins = true;
      entry.vc = rng_pick(r, idle);
      entry.out_vc = w;
      entry.need = need[entry.vc];
      stimulus_set(st, in, F_va_vc, i, entry.vc);
      stimulus_set(st, in, F_va_port, i, o);
      stimulus_set(st, in, F_va_out_vc, i, w);
      if (!s->cut_through || rng_chance(r, 128)) {
        stimulus_set(st, in, F_out_credit, o * s->vcs + w, 1 + rng_below(r, s->depth));
      }
    }
    if (s->speculative) {
      bids |= draw_bid(st, in, i, idle, &entry);
    }
  }
  if (s->speculative) {
    stimulus_set(st, in, F_bid, 0, bids);
  }
  stimulus_set(st, in, F_va_won, 0, won);
}

const stimulus_ops_t stimulus_switch_allocator = {
    "switch_allocator", sizeof(stimulus_t), NULL, NULL, next, NULL};
