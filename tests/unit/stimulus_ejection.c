// stimulus_ejection -- packets from the router, a host that stalls.

#include "unit/stimulus.h"

enum {
#define IN(name, type, bits, count, radix, meaning)   F_##name,
#define WIRE(name, type, bits, count, radix, meaning) F_##name,
#define OUT(name, type, bits, count, radix, meaning)  F_##name,
#define REG(name, type, bits, count, radix, meaning)  F_##name,
#include "ni/ejection_state.def"
#undef IN
#undef WIRE
#undef OUT
#undef REG
};

typedef struct {
  stimulus_t head;
  link_source_t up;
} ejection_stimulus_t;

static void begin_reset(stimulus_t *st) {
  ejection_stimulus_t *u = (ejection_stimulus_t *)st;
  link_source_reset(&u->up, &st->shape);
}

static void next(stimulus_t *st, uint32_t *in) {
  ejection_stimulus_t *u = (ejection_stimulus_t *)st;
  link_flit_t flit;
  bool arrives = stimulus_offers(st) && link_source_next(st, &u->up, &flit);
  stimulus_set(st, in, F_in_valid, 0, arrives);
  if (arrives) {
    stimulus_set(st, in, F_in_vc, 0, flit.vc);
    stimulus_set(st, in, F_in_kind, 0, flit.kind);
    stimulus_set_payload(st, in, F_in_payload, 0, flit.payload);
  }
  stimulus_set(st, in, F_del_ready, 0, rng_chance(&st->rng, st->phase.out));
}

static bool observe(stimulus_t *st, const uint32_t *state) {
  ejection_stimulus_t *u = (ejection_stimulus_t *)st;
  return stimulus_get(st, state, F_credit_out_valid, 0) == 0 ||
         link_source_credit(st, &u->up, (unsigned)stimulus_get(st, state, F_credit_out_vc, 0));
}

const stimulus_ops_t stimulus_ejection = {
    "ejection", sizeof(ejection_stimulus_t), NULL, begin_reset, next, observe};
