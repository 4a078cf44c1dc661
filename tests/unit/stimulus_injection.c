// stimulus_injection -- a host that offers beats, a router that gives credits back.

#include "unit/stimulus.h"

enum {
#define IN(name, type, bits, count, radix, meaning)   F_##name,
#define WIRE(name, type, bits, count, radix, meaning) F_##name,
#define OUT(name, type, bits, count, radix, meaning)  F_##name,
#define REG(name, type, bits, count, radix, meaning)  F_##name,
#include "ni/injection_state.def"
#undef IN
#undef WIRE
#undef OUT
#undef REG
};

typedef struct {
  stimulus_t head;
  host_source_t host;
  link_sink_t down;
  uint16_t ready;  // host_ready as last seen
} injection_stimulus_t;

static void begin_reset(stimulus_t *st) {
  injection_stimulus_t *u = (injection_stimulus_t *)st;
  u->host = (host_source_t){0};
  u->down = (link_sink_t){0};
  u->ready = (uint16_t)stimulus_mask(st->shape.networks);
}

static void next(stimulus_t *st, uint32_t *in) {
  injection_stimulus_t *u = (injection_stimulus_t *)st;
  host_beat_t beat;
  bool offered = host_source_next(st, &u->host, u->ready, &beat);
  stimulus_set(st, in, F_addr, 0, st->addr);
  stimulus_set(st, in, F_host_valid, 0, offered);
  if (offered) {
    stimulus_set(st, in, F_host_network, 0, beat.network);
    stimulus_set_payload(st, in, F_host_data, 0, beat.data);
  }
  if (offered && beat.first) {
    stimulus_set(st, in, F_host_type, 0, rng_below(&st->rng, 16));
    stimulus_set(st, in, F_host_dst, 0, rng_next(&st->rng));
    stimulus_set(st, in, F_host_message, 0, rng_next(&st->rng));
    stimulus_set(st, in, F_host_flits, 0, beat.flits);
  }
  unsigned vc;
  bool credit = link_sink_credit(st, &u->down, &vc);
  stimulus_set(st, in, F_credit_in_valid, 0, credit);
  if (credit) {
    stimulus_set(st, in, F_credit_in_vc, 0, vc);
  }
}

static bool observe(stimulus_t *st, const uint32_t *state) {
  injection_stimulus_t *u = (injection_stimulus_t *)st;
  u->ready = (uint16_t)stimulus_get(st, state, F_host_ready, 0);
  if (stimulus_get(st, state, F_out_valid, 0) != 0 &&
      !link_sink_take(st, &u->down, (unsigned)stimulus_get(st, state, F_out_vc, 0),
                      (unsigned)stimulus_get(st, state, F_out_kind, 0))) {
    return false;
  }
  return true;
}

const stimulus_ops_t stimulus_injection = {
    "injection", sizeof(injection_stimulus_t), NULL, begin_reset, next, observe};
