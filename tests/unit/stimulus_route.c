// stimulus_route -- addresses for the units that go by them: every pair where they are short, then
// anything; and rows, sums and paths for the others.

#include "unit/stimulus.h"

// -- route_dor, route_octagon, route_h3dm: their lists have the same inputs -----------------------

enum { BY_ADDRESS_dst, BY_ADDRESS_addr, BY_ADDRESS_extent };

typedef struct {
  stimulus_t head;
  uint64_t step;  // of a sweep over all pairs; then random ones until the next place
} address_stimulus_t;

// The next pair of a sweep; false at its end.
static bool sweep(address_stimulus_t *a, uint32_t *own, uint32_t *dst) {
  const unsigned w = a->head.shape.addr_w;
  if (2 * w > 16) {
    return false;
  }
  while (a->step >> (2 * w) == 0) {
    *own = (uint32_t)a->step & stimulus_mask(w);
    *dst = (uint32_t)(a->step++ >> w);
    if (stimulus_within(&a->head, *own) && stimulus_within(&a->head, *dst)) {
      return true;
    }
  }
  return false;
}

static void address_next(stimulus_t *st, uint32_t *in) {
  address_stimulus_t *a = (address_stimulus_t *)st;
  uint32_t own = 0, dst = 0;
  if (!sweep(a, &own, &dst)) {
    if (rng_chance(&st->rng, 32)) {
      stimulus_place(st);
      a->step = rng_chance(&st->rng, 16) ? 0 : a->step;
    }
    own = st->addr;
    dst = rng_chance(&st->rng, 128) ? stimulus_destination(st) : stimulus_address(st, own);
  }
  stimulus_set(st, in, BY_ADDRESS_dst, 0, dst);
  stimulus_set(st, in, BY_ADDRESS_addr, 0, own);
  stimulus_set(st, in, BY_ADDRESS_extent, 0, st->extent);
}

const stimulus_ops_t stimulus_route_dor = {
    "route_dor", sizeof(address_stimulus_t), NULL, NULL, address_next, NULL};
const stimulus_ops_t stimulus_route_octagon = {
    "route_octagon", sizeof(address_stimulus_t), NULL, NULL, address_next, NULL};
const stimulus_ops_t stimulus_route_h3dm = {
    "route_h3dm", sizeof(address_stimulus_t), NULL, NULL, address_next, NULL};

// -- route_table ---------------------------------------------------------------------------------

enum {
  TABLE_cfg_valid,
  TABLE_cfg_kind,
  TABLE_cfg_index,
  TABLE_cfg_data,
  TABLE_head,
  TABLE_vc,
  TABLE_dst
};

static void table_next(stimulus_t *st, uint32_t *in) {
  const noc_shape_t *s = &st->shape;
  const cfg_fields_t cfg = {TABLE_cfg_valid, TABLE_cfg_kind, TABLE_cfg_index, TABLE_cfg_data};
  const bool ready = stimulus_configure(st, in, cfg);
  uint32_t heads = 0;
  for (unsigned p = 0; p < s->ports; p++) {
    if (ready && (st->phase.ports >> p & 1) != 0 && rng_chance(&st->rng, st->phase.in)) {
      heads |= 1u << p;
      stimulus_set(st, in, TABLE_vc, p, rng_pick(&st->rng, st->phase.vcs));
      stimulus_set(st, in, TABLE_dst, p, stimulus_destination(st));
    }
  }
  stimulus_set(st, in, TABLE_head, 0, heads);
}

const stimulus_ops_t stimulus_route_table = {"route_table", sizeof(stimulus_t), NULL,
                                             NULL,          table_next,         NULL};

// -- route_select, route_room --------------------------------------------------------------------

enum { SELECT_index, SELECT_candidates, SELECT_room };

static void select_next(stimulus_t *st, uint32_t *in) {
  const noc_shape_t *s = &st->shape;
  const unsigned below = rng_chance(&st->rng, 128) ? 3 : s->vcs * s->depth + 1;
  stimulus_set(st, in, SELECT_index, 0, rng_below(&st->rng, s->ports));
  stimulus_set(st, in, SELECT_candidates, 0,
               rng_chance(&st->rng, 16) ? 0 : rng_next(&st->rng) & stimulus_mask(s->ports));
  for (unsigned o = 0; o < s->ports; o++) {
    stimulus_set(st, in, SELECT_room, o, rng_below(&st->rng, below));
  }
}

const stimulus_ops_t stimulus_route_select = {"route_select", sizeof(stimulus_t), NULL,
                                              NULL,           select_next,        NULL};

enum { ROOM_out_credit };

static void room_next(stimulus_t *st, uint32_t *in) {
  const noc_shape_t *s = &st->shape;
  for (unsigned q = 0; q < s->ports * s->vcs; q++) {
    stimulus_set(st, in, ROOM_out_credit, q,
                 rng_chance(&st->rng, 64) ? s->depth : rng_below(&st->rng, s->depth + 1));
  }
}

const stimulus_ops_t stimulus_route_room = {"route_room", sizeof(stimulus_t), NULL,
                                            NULL,         room_next,          NULL};

// -- route_source --------------------------------------------------------------------------------

enum { SOURCE_payload };

static void source_next(stimulus_t *st, uint32_t *in) {
  uint64_t payload[SHAPE_MAX_WORDS];
  const packet_head_t head = stimulus_head(st, 1, 0);
  stimulus_payload(st, &head, payload);
  stimulus_set_payload(st, in, SOURCE_payload, 0, payload);
}

const stimulus_ops_t stimulus_route_source = {"route_source", sizeof(stimulus_t), NULL,
                                              NULL,           source_next,        NULL};
