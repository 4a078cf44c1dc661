// stimulus_input_unit -- well-formed packets from upstream, legal grants from the allocators.

#include "unit/stimulus.h"

#define FIELDS_LIST "shape/input_unit_state.def"
#include "unit/fields.def"

typedef struct {
  stimulus_t head;
  link_source_t up;
  uint8_t kind[SHAPE_MAX_VCS][SHAPE_MAX_DEPTH];  // of the flits in each queue, a ring
  uint16_t count[SHAPE_MAX_VCS], rd[SHAPE_MAX_VCS];
  uint16_t written[SHAPE_MAX_VCS];  // slots from 0 that have been written since the reset
  uint16_t active;                  // bit v: VC v holds an output VC
  uint8_t index;                    // of the port
  bool late_head;                   // a head came in the last cycle
} input_unit_stimulus_t;

static void begin_reset(stimulus_t *st) {
  input_unit_stimulus_t *u = (input_unit_stimulus_t *)st;
  link_source_reset(&u->up, &st->shape);
  for (unsigned v = 0; v < SHAPE_MAX_VCS; v++) {
    u->count[v] = u->rd[v] = u->written[v] = 0;
  }
  u->active = 0;
  u->late_head = false;
  u->index = (uint8_t)rng_below(&st->rng, st->shape.ports);
}

// Sets what the router's table and sums of credits say.
static void set_table(stimulus_t *st, uint32_t *in, bool head) {
  const noc_shape_t *s = &st->shape;
  if (s->routing != ROUTE_TABLE) {
    return;
  }
  stimulus_set(st, in, F_tbl_candidates, 0, head ? stimulus_candidates(st) : 0);
  stimulus_set(st, in, F_tbl_class, 0, head ? stimulus_class(st) : 0);
  const unsigned most = s->vcs * s->depth;
  const unsigned below = rng_chance(&st->rng, 128) ? 2 : most + 1;  // equal ones are frequent
  for (unsigned i = 0; i < s->ports * s->networks * s->room_classes; i++) {
    stimulus_set(st, in, F_room, i, s->adaptive ? rng_below(&st->rng, below) : 0);
  }
}

// The grants of the allocators.
typedef struct {
  uint32_t ready;  // of these VCs
  bool granted;    // one gets the switch
} grants_t;

// A VC that has just won may get the switch as well. `filled`: VCs with flits.
static grants_t allocate(stimulus_t *st, uint32_t *in, uint32_t filled) {
  input_unit_stimulus_t *u = (input_unit_stimulus_t *)st;
  rng_t *r = &st->rng;
  uint32_t waiting = filled & ~(uint32_t)u->active, ready = filled & u->active;
  bool won = waiting != 0 && rng_chance(r, 64 + st->phase.out / 2);
  if (won) {
    unsigned v = rng_pick(r, waiting);
    stimulus_set(st, in, F_va_vc, 0, v);
    stimulus_set(st, in, F_va_port, 0, rng_below(r, st->shape.ports));
    stimulus_set(st, in, F_va_out_vc, 0, rng_below(r, st->shape.vcs));
    u->active = (uint16_t)(u->active | 1u << v);
    ready |= 1u << v;
    if (rng_chance(r, 64)) {
      ready = 1u << v;
    }
  }
  bool granted = ready != 0 && rng_chance(r, st->phase.out);
  stimulus_set(st, in, F_va_won, 0, won);
  stimulus_set(st, in, F_sa_gnt, 0, granted);
  return (grants_t){ready, granted};
}

// A read of a slot that has been written before: the front of a queue, or any.
static void read_slot(stimulus_t *st, uint32_t *in, uint32_t filled) {
  input_unit_stimulus_t *u = (input_unit_stimulus_t *)st;
  const noc_shape_t *s = &st->shape;
  uint32_t old = 0;
  for (unsigned v = 0; v < s->vcs; v++) {
    old |= (u->written[v] > 0 ? 1u : 0u) << v;
  }
  bool read = old != 0 && rng_chance(&st->rng, 200);
  stimulus_set(st, in, F_rd_en, 0, read);
  if (read) {
    unsigned v = rng_pick(&st->rng, old), position = rng_below(&st->rng, u->written[v]);
    if ((filled >> v & 1) != 0 && rng_chance(&st->rng, 128)) {
      position = u->rd[v];
    }
    stimulus_set(st, in, F_rd_slot, 0, v * s->depth + position);
  }
}

// A flit on the link, within the credits at the start of the cycle.
static void arrive(stimulus_t *st, uint32_t *in) {
  input_unit_stimulus_t *u = (input_unit_stimulus_t *)st;
  const noc_shape_t *s = &st->shape;
  rng_t *r = &st->rng;
  link_flit_t flit;
  bool arrives = stimulus_offers(st) && link_source_next(st, &u->up, &flit);
  stimulus_set(st, in, F_addr, 0, st->addr);
  stimulus_set(st, in, F_extent, 0, st->extent);
  for (unsigned o = 0; o < s->ports && s->look_address; o++) {
    stimulus_set(st, in, F_neighbour, o, st->neighbour[o]);
  }
  stimulus_set(st, in, F_index, 0, u->index);
  const bool begins = arrives && (flit.kind & KIND_HEAD) != 0;
  set_table(st, in, s->late ? u->late_head : begins);
  u->late_head = begins;
  stimulus_set(st, in, F_in_valid, 0, arrives);
  if (!arrives) {
    return;
  }
  unsigned v = flit.vc;
  stimulus_set(st, in, F_in_vc, 0, v);
  stimulus_set(st, in, F_in_kind, 0, flit.kind);
  if ((flit.kind & KIND_HEAD) != 0 && rng_chance(r, 128)) {  // the unit takes any length
    packet_head_t head = stimulus_head(st, 1 + rng_below(r, stimulus_mask(s->len_w)), v);
    packet_pack(s, &head, flit.payload);
  }
  stimulus_set_payload(st, in, F_in_payload, 0, flit.payload);
  u->kind[v][(u->rd[v] + u->count[v]) % s->depth] = (uint8_t)flit.kind;
  u->count[v]++;
  if (u->written[v] < s->depth) {
    u->written[v]++;
  }
}

static uint32_t filled_vcs(const input_unit_stimulus_t *u) {
  uint32_t filled = 0;
  for (unsigned v = 0; v < u->head.shape.vcs; v++) {
    filled |= (u->count[v] > 0 ? 1u : 0u) << v;
  }
  return filled;
}

static void next(stimulus_t *st, uint32_t *in) {
  input_unit_stimulus_t *u = (input_unit_stimulus_t *)st;
  grants_t g;
  if (st->shape.bypass) {  // the flit that arrives takes part
    read_slot(st, in, filled_vcs(u));
    arrive(st, in);
    g = allocate(st, in, filled_vcs(u));
  } else {
    const uint32_t filled = filled_vcs(u);
    g = allocate(st, in, filled);
    read_slot(st, in, filled);
    arrive(st, in);
  }
  if (g.granted) {
    unsigned v = rng_pick(&st->rng, g.ready);
    stimulus_set(st, in, F_sa_vc, 0, v);
    if ((u->kind[v][u->rd[v]] & KIND_TAIL) != 0) {
      u->active = (uint16_t)(u->active & ~(1u << v));
    }
    u->rd[v] = (uint16_t)((u->rd[v] + 1) % st->shape.depth);
    u->count[v]--;
  }
}

static bool observe(stimulus_t *st, const uint32_t *state) {
  input_unit_stimulus_t *u = (input_unit_stimulus_t *)st;
  return stimulus_get(st, state, F_credit_out_valid, 0) == 0 ||
         link_source_credit(st, &u->up, (unsigned)stimulus_get(st, state, F_credit_out_vc, 0));
}

const stimulus_ops_t stimulus_input_unit = {
    "input_unit", sizeof(input_unit_stimulus_t), NULL, begin_reset, next, observe};
