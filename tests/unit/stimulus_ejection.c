// stimulus_ejection -- packets from the router, a host that stalls.

#include "unit/forward_host.h"
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

// With a unit beside it: what is in a queue, flit by flit.
typedef struct {
  unsigned from, count;
  struct {
    bool first, coded;
  } flit[SHAPE_MAX_DEPTH];
} queue_t;

typedef struct {
  stimulus_t head;
  link_source_t up;
  queue_t queue[SHAPE_MAX_VCS];
  uint16_t coded;  // bit v: the packet that leaves queue v is coded
  bool offered;    // del_valid as last seen
  forward_host_t tables;
} ejection_stimulus_t;

static void begin_reset(stimulus_t *st) {
  ejection_stimulus_t *u = (ejection_stimulus_t *)st;
  link_source_reset(&u->up, &st->shape);
  for (unsigned v = 0; v < SHAPE_MAX_VCS; v++) {
    u->queue[v].count = 0;
  }
  u->coded = 0;
  u->offered = false;
  if (st->shape.forward_unit) {
    forward_reset(st, &u->tables, true);
    u->up.tables = &u->tables;
  }
}

// The forwarding unit's side: which fronts may leave.
static void set_allowed(stimulus_t *st, const ejection_stimulus_t *u, uint32_t *in) {
  uint32_t allow = 0;
  for (unsigned v = 0; v < st->shape.vcs; v++) {
    allow |= (uint32_t)(u->queue[v].count > 0 && rng_chance(&st->rng, 208)) << v;
  }
  stimulus_set(st, in, F_f_allow, 0, allow);
}

// The unit's side: which fronts may leave, and now and then a result.
static void set_unit(stimulus_t *st, ejection_stimulus_t *u, uint32_t *in, bool ready) {
  const noc_shape_t *s = &st->shape;
  const bool del_free = !u->offered || ready;
  const bool result = del_free && rng_chance(&st->rng, 48);
  uint64_t data[SHAPE_MAX_WORDS] = {0};
  uint32_t allow = 0;
  for (unsigned v = 0; v < s->vcs; v++) {
    const queue_t *q = &u->queue[v];
    const bool coded = q->flit[q->from].first ? q->flit[q->from].coded : (u->coded >> v & 1) != 0;
    const bool may = q->count > 0 && (coded || (del_free && !result)) && rng_chance(&st->rng, 208);
    allow |= (uint32_t)may << v;
    stimulus_set(st, in, F_x_vc_coded, v, u->coded >> v & 1);
  }
  const unsigned kind = result ? rng_below(&st->rng, 4) : 0;
  if (result) {
    stimulus_payload(st, NULL, data);
  }
  stimulus_set(st, in, F_x_allow, 0, allow);
  stimulus_set(st, in, F_res_valid, 0, result);
  stimulus_set(st, in, F_res_kind, 0, kind);
  stimulus_set(st, in, F_res_slot, 0, result ? 1 + rng_below(&st->rng, s->xor_slots - 1) : 0);
  stimulus_set(st, in, F_res_name, 0, (kind & KIND_HEAD) != 0 ? rng_next(&st->rng) : 0);
  stimulus_set_payload(st, in, F_res_data, 0, data);
}

static void queue_push(queue_t *q, const noc_shape_t *s, const link_flit_t *flit) {
  const unsigned to = (q->from + q->count++) % s->depth;
  q->flit[to].first = (flit->kind & KIND_HEAD) != 0;
  q->flit[to].coded = q->flit[to].first && flit->head.type == PACKET_CODED;
}

static void queue_pop(ejection_stimulus_t *u, unsigned v) {
  queue_t *q = &u->queue[v];
  if (q->flit[q->from].first) {
    u->coded = (uint16_t)((u->coded & ~(1u << v)) | (unsigned)q->flit[q->from].coded << v);
  }
  q->from = (q->from + 1) % u->head.shape.depth;
  q->count--;
}

static void next(stimulus_t *st, uint32_t *in) {
  ejection_stimulus_t *u = (ejection_stimulus_t *)st;
  link_flit_t flit;
  bool arrives = stimulus_offers(st) && link_source_next(st, &u->up, &flit);
  const bool ready = rng_chance(&st->rng, st->phase.out);
  if (st->shape.xor_unit) {
    set_unit(st, u, in, ready);
  }
  if (st->shape.forward_unit) {
    set_allowed(st, u, in);
  }
  stimulus_set(st, in, F_in_valid, 0, arrives);
  if (arrives) {
    stimulus_set(st, in, F_in_vc, 0, flit.vc);
    stimulus_set(st, in, F_in_kind, 0, flit.kind);
    stimulus_set_payload(st, in, F_in_payload, 0, flit.payload);
    if (st->shape.slot_unit) {
      queue_push(&u->queue[flit.vc], &st->shape, &flit);
    }
  }
  stimulus_set(st, in, F_del_ready, 0, ready);
}

static bool observe(stimulus_t *st, const uint32_t *state) {
  ejection_stimulus_t *u = (ejection_stimulus_t *)st;
  u->offered = stimulus_get(st, state, F_del_valid, 0) != 0;
  if (stimulus_get(st, state, F_credit_out_valid, 0) == 0) {
    return true;
  }
  const unsigned vc = (unsigned)stimulus_get(st, state, F_credit_out_vc, 0);
  if (!link_source_credit(st, &u->up, vc)) {
    return false;
  }
  if (st->shape.slot_unit) {
    queue_pop(u, vc);
  }
  return true;
}

const stimulus_ops_t stimulus_ejection = {
    "ejection", sizeof(ejection_stimulus_t), NULL, begin_reset, next, observe};
