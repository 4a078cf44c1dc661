// stimulus_fifo -- never a push into a full queue, never a pop of an empty one, but
// with bypass of one that is pushed.

#include "unit/stimulus.h"

#define FIELDS_LIST "shape/fifo_state.def"
#include "unit/fields.def"

typedef struct {
  stimulus_t head;
  uint16_t count[SHAPE_MAX_VCS], wr[SHAPE_MAX_VCS], rd[SHAPE_MAX_VCS];
  uint16_t written[SHAPE_MAX_VCS];  // slots from 0 that have been written since the reset
} fifo_stimulus_t;

static void begin_reset(stimulus_t *st) {
  fifo_stimulus_t *f = (fifo_stimulus_t *)st;
  for (unsigned q = 0; q < SHAPE_MAX_VCS; q++) {
    f->count[q] = f->wr[q] = f->rd[q] = f->written[q] = 0;
  }
}

static void next(stimulus_t *st, uint32_t *in) {
  fifo_stimulus_t *f = (fifo_stimulus_t *)st;
  const noc_shape_t *s = &st->shape;
  uint32_t room = 0, filled = 0, old = 0;
  for (unsigned q = 0; q < s->vcs; q++) {
    room |= (f->count[q] < s->depth ? 1u : 0u) << q;
    filled |= (f->count[q] > 0 ? 1u : 0u) << q;
    old |= (f->written[q] > 0 ? 1u : 0u) << q;
  }
  bool push = stimulus_offers(st) && (room & st->phase.vcs) != 0;
  const uint32_t fronts = filled;
  unsigned to = 0;  // with bypass an empty queue that is pushed may be popped
  if (push && s->bypass) {
    to = rng_pick(&st->rng, room & st->phase.vcs);
    filled |= 1u << to;
  }
  bool pop = filled != 0 && rng_chance(&st->rng, st->phase.out);
  bool read = old != 0 && rng_chance(&st->rng, 200);
  stimulus_set(st, in, F_push, 0, push);
  stimulus_set(st, in, F_pop, 0, pop);
  stimulus_set(st, in, F_rd_en, 0, read);
  if (s->late) {
    stimulus_set(st, in, F_late_bits, 0, rng_next(&st->rng));
  }
  if (read) {
    unsigned q = rng_pick(&st->rng, old), position = rng_below(&st->rng, f->written[q]);
    if ((fronts >> q & 1) != 0 && rng_chance(&st->rng, 128)) {
      position = f->rd[q];
    }
    stimulus_set(st, in, F_rd_slot, 0, q * s->depth + position);
  }
  if (pop) {
    unsigned q = rng_pick(&st->rng, filled);
    stimulus_set(st, in, F_pop_queue, 0, q);
    f->rd[q] = (uint16_t)((f->rd[q] + 1) % s->depth);
    f->count[q]--;
  }
  if (push) {
    unsigned q = s->bypass ? to : rng_pick(&st->rng, room & st->phase.vcs);
    uint64_t payload[SHAPE_MAX_WORDS];
    stimulus_payload(st, NULL, payload);
    stimulus_set(st, in, F_push_queue, 0, q);
    const uint64_t late = stimulus_mask(s->late_w) << s->late_lsb;  // comes in the next cycle
    stimulus_set(st, in, F_push_tag, 0, rng_next(&st->rng) & ~late);
    stimulus_set_payload(st, in, F_push_payload, 0, payload);
    f->wr[q] = (uint16_t)((f->wr[q] + 1) % s->depth);
    f->count[q]++;
    if (f->written[q] < s->depth) {
      f->written[q]++;
    }
  }
}

const stimulus_ops_t stimulus_fifo = {"fifo", sizeof(fifo_stimulus_t), NULL, begin_reset, next,
                                      NULL};
