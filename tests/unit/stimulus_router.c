// stimulus_router -- neighbours at all ports: senders within credits, receivers that stall.

#include "unit/stimulus.h"

#define FIELDS_LIST "shape/router_state.def"
#include "unit/fields.def"

typedef struct {
  stimulus_t head;
  link_source_t up[SHAPE_MAX_PORTS];
  link_sink_t down[SHAPE_MAX_PORTS];
  uint32_t local;  // ports that lead to nodes
  bool crowds;     // so did the cycle before
} router_stimulus_t;

static void begin_reset(stimulus_t *st) {
  router_stimulus_t *u = (router_stimulus_t *)st;
  u->local = st->in_reset && st->shape.multicast
                 ? (uint32_t)rng_next(&st->rng) & stimulus_mask(st->shape.ports)
                 : u->local;
  for (unsigned p = 0; p < st->shape.ports; p++) {
    link_source_reset(&u->up[p], &st->shape);
    u->down[p] = (link_sink_t){0};
  }
}

// In a crowd all send what they can, nearly all of it packets of one flit, and those behind the
// outputs keep a flit of every VC for most of the time: the longest packets find no room, and the
// others pass them. It lasts until many have passed one packet, several times.
static bool crowd(router_stimulus_t *u) {
  stimulus_t *st = &u->head;
  const bool began = u->crowds;
  u->crowds = stimulus_crowds(st) && !st->drains;
  if (!u->crowds) {
    return false;
  }
  st->phase.left += began ? 0 : 300;
  st->phase.in = st->phase.out = 256;
  st->phase.burst = st->phase.off = 0;
  st->phase.vcs = stimulus_mask(st->shape.vcs);
  st->phase.ports = stimulus_mask(st->shape.ports);
  return true;
}

// A credit of what the receiver holds; `keeps`: not the last one of a VC.
static bool give_credit(stimulus_t *st, link_sink_t *l, bool keeps, unsigned *vc) {
  const link_sink_t all = *l;
  for (unsigned v = 0; v < st->shape.vcs; v++) {
    l->held[v] = (uint16_t)(l->held[v] - (keeps && l->held[v] > 0));
  }
  const bool given = link_sink_credit(st, l, vc);
  *l = all;
  if (given) {
    l->held[*vc]--;
  }
  return given;
}

static void next(stimulus_t *st, uint32_t *in) {
  router_stimulus_t *u = (router_stimulus_t *)st;
  const unsigned max_length = st->phase.max_length;
  const bool unicasts = st->unicasts;
  const bool crowds = crowd(u);
  if (crowds) {
    st->phase.max_length = 1;
    st->unicasts = true;
  }
  uint32_t valid = 0, credit = 0;
  bool pause = !stimulus_offers(st);
  const cfg_fields_t cfg = {F_cfg_valid, F_cfg_kind, F_cfg_index, F_cfg_data};
  bool tables = true;
  if (st->shape.routing == ROUTE_TABLE) {
    tables = stimulus_configure(st, in, cfg);
  }
  if (st->shape.multicast) {
    tables = (tables || st->in_reset) && stimulus_configure_worms(st, in, cfg);
    stimulus_set(st, in, F_local, 0, u->local);
  }
  pause = pause || !tables;
  for (unsigned p = 0; p < st->shape.ports; p++) {
    link_flit_t flit;
    if (!pause && (st->phase.ports >> p & 1) != 0 && rng_chance(&st->rng, st->phase.in) &&
        link_source_next(st, &u->up[p], &flit)) {
      valid |= 1u << p;
      stimulus_set(st, in, F_in_vc, p, flit.vc);
      stimulus_set(st, in, F_in_kind, p, flit.kind);
      stimulus_set_payload(st, in, F_in_payload, p, flit.payload);
    }
    unsigned vc;
    if (give_credit(st, &u->down[p], crowds && st->phase.left % 64 >= 12, &vc)) {
      credit |= 1u << p;
      stimulus_set(st, in, F_credit_in_vc, p, vc);
    }
  }
  stimulus_set(st, in, F_addr, 0, st->addr);
  stimulus_set(st, in, F_extent, 0, st->extent);
  for (unsigned o = 0; o < st->shape.ports && st->shape.look_address; o++) {
    stimulus_set(st, in, F_neighbour, o, st->neighbour[o]);
  }
  stimulus_set(st, in, F_in_valid, 0, valid);
  stimulus_set(st, in, F_credit_in_valid, 0, credit);
  st->phase.max_length = max_length;
  st->unicasts = unicasts;
}

static bool observe(stimulus_t *st, const uint32_t *state) {
  router_stimulus_t *u = (router_stimulus_t *)st;
  uint64_t valid = stimulus_get(st, state, F_out_valid, 0);
  uint64_t credit = stimulus_get(st, state, F_credit_out_valid, 0);
  for (unsigned p = 0; p < st->shape.ports; p++) {
    if ((valid >> p & 1) != 0 &&
        !link_sink_take(st, &u->down[p], (unsigned)stimulus_get(st, state, F_out_vc, p),
                        (unsigned)stimulus_get(st, state, F_out_kind, p))) {
      return false;
    }
    if ((credit >> p & 1) != 0 &&
        !link_source_credit(st, &u->up[p], (unsigned)stimulus_get(st, state, F_credit_out_vc, p))) {
      return false;
    }
  }
  return true;
}

const stimulus_ops_t stimulus_router = {
    "router", sizeof(router_stimulus_t), NULL, begin_reset, next, observe};
