// twins_router -- the units of the router that are models of their own; see twins.h.
//
// fifo has a struct of its own. The others work on a view of one router (twin_view.h). The units
// that compute routes are in twins_route.c, the arbiters in twins_arbiters.c.

#include <string.h>

#include "base/arena.h"
#include "router/crossbar.h"
#include "router/fifo.h"
#include "router/input_unit.h"
#include "router/matrix_arbiter.h"
#include "router/output_unit.h"
#include "router/route_ahead.h"
#include "router/router.h"
#include "router/switch_allocator.h"
#include "router/vc_allocator.h"
#include "twins/twin_view.h"
#include "twins/twins.h"

#define TWIN      fifo
#define TWIN_LIST "shape/fifo_state.def"
#include "twins/twin_fields.def"
#define TWIN      input_unit
#define TWIN_LIST "shape/input_unit_state.def"
#include "twins/twin_fields.def"
#define TWIN      output_unit
#define TWIN_LIST "shape/output_unit_state.def"
#include "twins/twin_fields.def"
#define TWIN      vc_allocator
#define TWIN_LIST "shape/vc_allocator_state.def"
#include "twins/twin_fields.def"
#define TWIN      switch_allocator
#define TWIN_LIST "shape/switch_allocator_state.def"
#include "twins/twin_fields.def"
#define TWIN      crossbar
#define TWIN_LIST "shape/crossbar_state.def"
#include "twins/twin_fields.def"
#define TWIN        router
#define TWIN_LIST   "shape/router_state.def"
#define TWIN_FIELDS router_fields_t
#include "twins/twin_fields.def"

// ---- fifo

typedef struct {
  fifo_fields_t f;
  fifo_t fifo;
  kept_read_t kept;
} fifo_twin_t;

static size_t fifo_place(const noc_shape_t *s, fifo_twin_t *t, unsigned char *block) {
  arena_t arena = {block, 0};
  (void)arena_take(&arena, sizeof *t, 1);
  fifo_take(s, &t->f, &arena);
  size_t slots = (size_t)s->vcs * s->depth;
  t->fifo =
      (fifo_t){.queues = s->vcs, .depth = s->depth, .words = s->words, .late_lsb = s->late_lsb};
  t->fifo.wr = t->f.wr;
  t->fifo.rd = t->f.rd;
  t->fifo.count = t->f.count;
  t->fifo.payload = arena_take(&arena, sizeof *t->fifo.payload, slots * s->words);
  t->fifo.tag = arena_take(&arena, sizeof *t->fifo.tag, slots);
  return arena.used;
}

size_t fifo_twin_size(const noc_shape_t *s) {
  fifo_twin_t t;
  return fifo_place(s, &t, NULL);
}

// The registers of late bits, and the front registers.
static void fifo_show(const noc_shape_t *s, const fifo_twin_t *t) {
  const fifo_t *q = &t->fifo;
  for (uint32_t v = 0; v < s->vcs && s->speculative; v++) {
    t->f.front[v] = q->count[v] > 0 ? fifo_front(q, v) : 0;
  }
  if (s->late) {
    *t->f.late = t->fifo.late;
    *t->f.late_queue = (uint8_t)(t->fifo.late_slot / s->depth);
    *t->f.late_position = (uint16_t)(t->fifo.late_slot % s->depth);
  }
}

void fifo_twin_reset(const noc_shape_t *s, void *state, uint32_t *words) {
  fifo_twin_t *t = state;
  (void)fifo_place(s, t, state);
  for (uint32_t q = 0; q < s->vcs; q++) {
    t->f.wr[q] = t->f.rd[q] = t->f.count[q] = 0;
  }
  t->kept.reading = 0;
  if (s->sync_read) {
    *t->f.read = 0;
  }
  fifo_show(s, t);
  fifo_clear_wires(s, &t->f);
  fifo_put_state(s, &t->f, words);
}

void fifo_twin_step(const noc_shape_t *s, void *state, const uint32_t *in, uint32_t *words) {
  fifo_twin_t *t = state;
  const fifo_fields_t *f = &t->f;
  fifo_t *q = &t->fifo;
  fifo_get_in(s, f, in);
  fifo_clear_wires(s, f);
  if (s->late && q->late) {
    *f->wr_late = *f->late_bits;
    fifo_take_late(q, *f->late_bits);
  }
  for (uint32_t v = 0; v < s->vcs; v++) {
    const bool passes = s->bypass && *f->push != 0 && *f->push_queue == v;
    *f->filled = (uint16_t)(*f->filled | (q->count[v] > 0) << v);
    f->front_tag[v] = q->count[v] > 0 ? fifo_front(q, v) : passes ? *f->push_tag : 0;
  }
  if (*f->push != 0) {
    *f->wr_en = 1;
    *f->wr_tag = *f->push_tag;
    memcpy(f->wr_payload, f->push_payload, q->words * sizeof *q->payload);
    *f->push_slot = (uint16_t)(*f->push_queue * s->depth + q->wr[*f->push_queue]);
  }
  if (*f->pop != 0) {
    *f->pop_slot = (uint16_t)(*f->pop_queue * s->depth + q->rd[*f->pop_queue]);
  }
  const registered_read_t port = {q->payload, f->rd_payload, q->words, *f->rd_en != 0, *f->rd_slot};
  twin_read(s, &port, &t->kept);
  if (s->sync_read) {
    *f->read = t->kept.reading;
  }
  const fifo_input_t input = {.push = *f->push != 0,
                              .pop = *f->pop != 0,
                              .push_queue = *f->push_queue,
                              .pop_queue = *f->pop_queue,
                              .payload = f->push_payload,
                              .tag = *f->push_tag};
  fifo_tick(q, &input);
  fifo_show(s, t);
  fifo_put_state(s, f, words);
}

// ---- Twins on a view of one router

VIEW_TWIN(input_unit)
VIEW_TWIN(output_unit)
VIEW_TWIN(vc_allocator)
VIEW_TWIN(switch_allocator)
VIEW_TWIN(crossbar)

// ---- input_unit: input 0 of the router

static void input_unit_show(const noc_shape_t *s, input_unit_twin_t *t, uint32_t *words) {
  const input_unit_fields_t *f = &t->f;
  const router_view_t *r = &t->view;
  for (uint32_t v = 0; v < s->vcs; v++) {
    f->in_wr[v] = r->input_vc[v].wr;
    f->in_rd[v] = r->input_vc[v].rd;
    f->in_count[v] = r->input_vc[v].count;
    f->in_out_port[v] = r->input_vc[v].out_bit;
    f->in_out_vc[v] = r->input_vc[v].out_vc;
    if (s->aged) {
      f->in_age[v] = r->vc_age[v];
    }
    if (s->speculative) {
      f->in_front[v] = input_front_register(r, 0, v);
    }
    if (s->speculative && s->aged) {
      f->in_front_age[v] = input_front_age_register(r, 0, v);
    }
  }
  if (s->late) {
    *f->in_late = (uint8_t)r->inputs_late[0];
    *f->in_late_vc = r->late_flit[0].vc;
    *f->in_late_position = r->late_flit[0].position;
  }
  if (s->late && s->look) {
    *f->in_next = (uint16_t)t->next;
  }
  *f->in_active = (uint16_t)(r->port[0].input >> INPUT_ACTIVE);
  if (s->sync_read) {
    *f->in_read = t->kept.reading;
  }
  if (s->speculative) {
    *f->in_filled = (uint16_t)(r->port[0].input >> INPUT_FILLED);
  }
  *f->credit_out_valid = (uint8_t)r->f.credit_out_valid[0];
  *f->credit_out_vc = r->f.credit_out_vc[0];
  input_unit_put_state(s, f, words);
}

// The credits of every output in the network and class of the packet on the link, late of the one
// in the cycle before.
static void select_room(const noc_shape_t *s, const input_unit_twin_t *t,
                        uint32_t room[SHAPE_MAX_PORTS]) {
  const input_unit_fields_t *f = &t->f;
  const uint32_t vc = s->late ? t->view.late_flit[0].vc : *f->in_vc;
  const uint32_t network = vc / (s->vcs / s->networks);
  const uint32_t vc_class = s->classes > 1 ? *f->tbl_class : 0;
  for (uint32_t o = 0; o < s->ports; o++) {
    room[o] = f->room[(o * s->networks + network) * s->room_classes + vc_class];
  }
}

// Reads the payload memory as it is before the edge.
static void read_buffer(const noc_shape_t *s, input_unit_twin_t *t) {
  const input_unit_fields_t *f = &t->f;
  const router_view_t *r = &t->view;
  const registered_read_t port = {r->payload, f->rd_payload, r->words, *f->rd_en != 0, *f->rd_slot};
  twin_read(s, &port, &t->kept);
  if (t->next != 0) {
    route_put_bits(r, f->rd_payload, t->next & ((UINT32_C(1) << r->look_w) - 1));
  }
}

// Sets the wires that the unit shows before the edge, but for those that the edge itself brings
// about.
static void input_unit_wires(const noc_shape_t *s, const input_unit_twin_t *t) {
  const input_unit_fields_t *f = &t->f;
  const router_view_t *r = &t->view;
  uint64_t input = r->port[0].input;
  *f->waiting = (uint16_t)input_waiting(input);
  *f->ready = (uint16_t)(input >> INPUT_FILLED & input >> INPUT_ACTIVE);
  for (uint32_t v = 0; v < s->vcs; v++) {
    f->front_tag[v] = input_front_register(r, 0, v);
    if (s->aged) {
      f->front_age[v] = input_age(r, 0, v);
    }
  }
}

void input_unit_twin_step(const noc_shape_t *s, void *state, const uint32_t *in, uint32_t *words) {
  input_unit_twin_t *t = state;
  const input_unit_fields_t *f = &t->f;
  const router_view_t *r = &t->view;
  input_unit_get_in(s, f, in);
  r->f.in_vc[0] = *f->in_vc;
  r->f.in_kind[0] = *f->in_kind;
  memcpy(r->f.in_payload, f->in_payload, r->words * sizeof *f->in_payload);
  *r->f.addr = *f->addr;
  *r->f.extent = *f->extent;
  uint32_t room[SHAPE_MAX_PORTS] = {0};
  input_pins_t pins = {
      .in_valid = *f->in_valid != 0,
      .va_won = *f->va_won != 0,
      .sa_gnt = *f->sa_gnt != 0,
      .room = room,
      .index = *f->index,
      .allocated = {.in_vc = *f->va_vc, .out_bit = *f->va_port, .out_vc = *f->va_out_vc},
      .granted = {.in_vc = *f->sa_vc},
  };
  if (s->routing == ROUTE_TABLE) {
    pins.row = (table_row_t){.candidates = *f->tbl_candidates,
                             .vc_class = s->classes > 1 ? *f->tbl_class : 0};
    select_room(s, t, room);
  }
  if (s->look_address) {
    memcpy(r->f.neighbour, f->neighbour, s->ports * sizeof *f->neighbour);
  }
  arrival_t arrival;
  flit_t flit;
  input_unit_clear_wires(s, f);
  read_buffer(s, t);
  if (s->late) {
    *f->wr_late = (uint16_t)input_take_late(r, &pins);
  }
  if (s->bypass) {
    input_take(r, &pins, &arrival);
  }
  input_unit_wires(s, t);
  input_clock(r, &pins, &arrival, &flit);
  if (pins.in_valid) {
    *f->wr_en = 1;
    *f->wr_slot = (uint16_t)arrival.at;
    *f->wr_tag = (uint32_t)arrival.tag;
    memcpy(f->wr_payload, &r->payload[arrival.at * r->words], r->words * sizeof *f->wr_payload);
    if (s->aged) {
      *f->wr_age = arrival.age;
    }
  }
  if (pins.sa_gnt) {
    *f->sa_kind = (uint8_t)flit.kind;
    *f->sa_slot = (uint16_t)flit.at;
  }
  t->next = s->late && s->look && pins.sa_gnt ? input_next(r, flit.at, flit.kind) : 0;
  input_unit_show(s, t, words);
}

// ---- output_unit: output 0 of the router

static void output_unit_show(const noc_shape_t *s, output_unit_twin_t *t, uint32_t *words) {
  const output_unit_fields_t *f = &t->f;
  const router_view_t *r = &t->view;
  for (uint32_t w = 0; w < s->vcs; w++) {
    f->out_credit[w] = r->output_vc[w].credit;
  }
  *f->out_busy = (uint16_t)(r->port[0].output >> OUTPUT_BUSY);
  *f->out_valid = (uint8_t)r->f.out_valid[0];
  *f->out_vc = r->f.out_vc[0];
  *f->out_kind = r->f.out_kind[0];
  memcpy(f->out_payload, r->f.out_payload, r->words * sizeof *f->out_payload);
  output_unit_put_state(s, f, words);
}

void output_unit_twin_step(const noc_shape_t *s, void *state, const uint32_t *in, uint32_t *words) {
  output_unit_twin_t *t = state;
  const output_unit_fields_t *f = &t->f;
  output_unit_get_in(s, f, in);
  t->view.f.credit_in_vc[0] = *f->credit_in_vc;
  const output_pins_t pins = {
      .credit_in_valid = *f->credit_in_valid != 0,
      .va_won = *f->va_won,
      .sa_gnt = *f->sa_gnt != 0,
      .xb_valid = *f->xb_valid != 0,
      .sa_out_vc = *f->sa_out_vc,
      .sa_last = *f->sa_last,
      .xb_vc = *f->xb_vc,
      .xb_kind = *f->xb_kind,
      .xb_payload = f->xb_payload,
  };
  output_clock(&t->view, &pins);
  output_unit_show(s, t, words);
}

// ---- vc_allocator

static void vc_allocator_show(const noc_shape_t *s, vc_allocator_twin_t *t, uint32_t *words) {
  const vc_allocator_fields_t *f = &t->f;
  const router_view_t *r = &t->view;
  for (uint32_t i = 0; i < s->ports; i++) {
    f->va_vc_ptr[i] = r->port[i].va_vc_ptr;
  }
  view_order_rows(r, 0, f->va_in_order, f->va_out_order);
  view_passes(r, 0, f->va_passes);
  vc_allocator_put_state(s, f, words);
}

// Heads with these tags at the fronts of the waiting VCs; outputs as told.
static void vc_allocator_pins(const noc_shape_t *s, const vc_allocator_twin_t *t) {
  const vc_allocator_fields_t *f = &t->f;
  const router_view_t *r = &t->view;
  uint64_t waiting = 0;
  for (uint32_t i = 0; i < s->ports; i++) {
    uint32_t credited = 0;
    for (uint32_t v = 0; v < s->vcs; v++) {
      uint32_t q = i * s->vcs + v;
      const size_t at = (size_t)i * r->slots + (size_t)v * s->depth;
      r->tag[at] = (uint16_t)(f->front_tag[q] & ((UINT32_C(1) << r->tag_need_lsb) - 1));
      if (s->cut_through) {
        r->need[at] = (uint16_t)(f->front_tag[q] >> r->tag_need_lsb);
      }
      if (s->aged) {
        r->age[at] = f->front_age[q];
      }
      r->output_vc[q].credit = f->out_credit[q];
      credited |= (uint32_t)(f->out_credit[q] > 0) << v;
    }
    r->port[i].input = (uint64_t)f->waiting[i] << INPUT_FILLED;
    r->port[i].output = (uint32_t)f->out_busy[i] << OUTPUT_BUSY | credited << OUTPUT_CREDITED;
    waiting |= (uint64_t)(f->waiting[i] != 0) << i;
  }
  r->inputs_waiting[0] = waiting;
}

void vc_allocator_twin_step(const noc_shape_t *s, void *state, const uint32_t *in,
                            uint32_t *words) {
  vc_allocator_twin_t *t = state;
  const vc_allocator_fields_t *f = &t->f;
  grant_t won[SHAPE_MAX_PORTS];
  speculation_t bids;
  vc_allocator_get_in(s, f, in);
  vc_allocator_clear_wires(s, f);
  vc_allocator_pins(s, t);
  uint32_t n = va_clock(&t->view, &bids, won);
  for (uint32_t k = 0; k < n; k++) {
    size_t i = won[k].in_port;
    size_t o = won[k].out_port;
    *f->in_won = (uint16_t)(*f->in_won | 1u << i);
    f->in_vc[i] = (uint8_t)won[k].in_vc;
    f->in_port[i] = (uint8_t)o;
    f->in_out_vc[i] = (uint8_t)won[k].out_vc;
    f->out_won[o] = (uint16_t)(f->out_won[o] | 1u << won[k].out_vc);
  }
  if (s->speculative) {
    *f->bid = (uint16_t)bids.bid;
  }
  for (uint64_t left = bids.bid; left != 0; left &= left - 1) {
    const size_t i = view_lowest(left);
    f->bid_vc[i] = bids.bid_vc[i];
    f->bid_port[i] = bids.bid_port[i];
  }
  vc_allocator_show(s, t, words);
}

// ---- switch_allocator

static void switch_allocator_show(const noc_shape_t *s, switch_allocator_twin_t *t,
                                  uint32_t *words) {
  const switch_allocator_fields_t *f = &t->f;
  for (uint32_t i = 0; i < s->ports; i++) {
    f->sa_in_ptr[i] = rr_pointer(t->view.port[i].sa_in_favoured);
    f->sa_out_ptr[i] = rr_pointer(t->view.port[i].sa_out_favoured);
  }
  for (uint32_t o = 0; s->speculative && o < s->ports; o++) {
    order_rows(view_bid_order(&t->view, o), s->ports, &f->sa_bid_order[(size_t)o * s->ports]);
  }
  if (s->wavefront) {
    *f->sa_diagonal = t->view.diagonal[0];
    memcpy(f->sa_pair_ptr, t->view.pair_ptr, (size_t)s->ports * s->ports);
  }
  switch_allocator_put_state(s, f, words);
}

// Input VC q may send its front flit.
static bool has_room(const noc_shape_t *s, const switch_allocator_fields_t *f, uint32_t q,
                     uint32_t port, uint32_t vc) {
  const uint32_t need = f->need[q] > 1 ? f->need[q] : 1;
  return f->out_credit[port * s->vcs + vc] >= need;
}

// Input i: its ready VCs, and the one that has won VC allocation in this cycle, which with
// speculation does not ask as they do.
static void switch_allocator_input(const noc_shape_t *s, const switch_allocator_twin_t *t,
                                   uint32_t i) {
  const switch_allocator_fields_t *f = &t->f;
  const router_view_t *r = &t->view;
  uint64_t filled = f->ready[i];
  uint64_t credited = 0;
  for (uint32_t v = 0; v < s->vcs; v++) {
    uint32_t q = i * s->vcs + v;
    r->input_vc[q].out_bit = f->hold_port[q];
    r->input_vc[q].out_vc = f->hold_vc[q];
    if (s->aged) {
      r->vc_age[q] = f->front_age[q];  // the tags say that no head is at the front
    }
    if ((filled >> v & 1) != 0) {
      credited |= (uint64_t)has_room(s, f, q, f->hold_port[q], f->hold_vc[q]) << v;
    }
  }
  if ((*f->va_won >> i & 1) != 0) {
    uint32_t v = f->va_vc[i];
    uint32_t q = i * s->vcs + v;
    r->input_vc[q].out_bit = f->va_port[i];
    r->input_vc[q].out_vc = f->va_out_vc[i];
    filled |= (uint64_t)!s->speculative << v;
    credited |= (uint64_t)has_room(s, f, q, f->va_port[i], f->va_out_vc[i]) << v;
  }
  r->port[i].input = filled << INPUT_FILLED | credited << INPUT_CREDITED;
  r->inputs_filled[0] |= (uint64_t)(filled != 0) << i;
}

void switch_allocator_twin_step(const noc_shape_t *s, void *state, const uint32_t *in,
                                uint32_t *words) {
  switch_allocator_twin_t *t = state;
  const switch_allocator_fields_t *f = &t->f;
  grant_t granted[SHAPE_MAX_PORTS];
  speculation_t speculation = {.bid = 0};
  switch_allocator_get_in(s, f, in);
  switch_allocator_clear_wires(s, f);
  t->view.inputs_filled[0] = 0;
  for (uint32_t i = 0; i < s->ports; i++) {
    switch_allocator_input(s, t, i);
  }
  if (s->speculative) {
    speculation.bid = *f->bid;
    speculation.won = *f->va_won;
    memcpy(speculation.bid_vc, f->bid_vc, s->ports);
    memcpy(speculation.bid_port, f->bid_port, s->ports);
    memcpy(speculation.won_vc, f->va_vc, s->ports);
    for (uint64_t left = *f->va_won; left != 0; left &= left - 1) {
      const size_t i = view_lowest(left);
      speculation_give(&speculation, f->va_port[i], i);
    }
  }
  uint32_t n = sa_clock(&t->view, &speculation, granted);
  for (uint32_t k = 0; k < n; k++) {
    size_t i = granted[k].in_port;
    size_t o = granted[k].out_port;
    *f->in_gnt = (uint16_t)(*f->in_gnt | 1u << i);
    f->in_vc[i] = (uint8_t)granted[k].in_vc;
    f->in_port[i] = (uint8_t)o;
    f->in_out_vc[i] = (uint8_t)granted[k].out_vc;
    *f->out_gnt = (uint16_t)(*f->out_gnt | 1u << o);
    f->out_in[o] = (uint8_t)i;
    f->out_vc[o] = (uint8_t)granted[k].out_vc;
  }
  if (s->speculative) {
    *f->sa_spec = (uint16_t)speculation.picked;
    *f->sa_wasted = (uint16_t)speculation.wasted;
  }
  switch_allocator_show(s, t, words);
}

// ---- crossbar

static void crossbar_show(const noc_shape_t *s, crossbar_twin_t *t, uint32_t *words) {
  crossbar_put_state(s, &t->f, words);
}

void crossbar_twin_step(const noc_shape_t *s, void *state, const uint32_t *in, uint32_t *words) {
  crossbar_twin_t *t = state;
  const crossbar_fields_t *f = &t->f;
  const router_view_t *r = &t->view;
  crossbar_get_in(s, f, in);
  crossbar_clear_wires(s, f);
  for (uint32_t i = 0; i < s->ports; i++) {
    memcpy(&r->payload[i * r->slots * r->words], &f->in_payload[(size_t)i * r->words],
           r->words * sizeof *r->payload);
    if ((*f->in_valid >> i & 1) != 0) {
      uint32_t o = f->in_port[i];
      *f->out_valid = (uint16_t)(*f->out_valid | 1u << o);
      f->out_vc[o] = f->in_vc[i];
      f->out_kind[o] = f->in_kind[i];
    }
  }
  crossbar_all(r, *f->in_valid, f->in_port);
  memcpy(f->out_payload, r->f.out_payload, r->ports * r->words * sizeof *f->out_payload);
  crossbar_show(s, t, words);
}

// ---- router

typedef struct {
  router_view_t view;
  router_tables_t tables;
} router_twin_t;

static void router_twin_place(const noc_shape_t *s, router_twin_t *t, arena_t *arena) {
  (void)arena_take(arena, sizeof *t, 1);
  twin_view_place(s, &t->view, &t->tables, arena);
}

size_t router_twin_size(const noc_shape_t *s) {
  router_twin_t t;
  arena_t arena = {NULL, 0};
  router_twin_place(s, &t, &arena);
  return arena.used;
}

void router_twin_reset(const noc_shape_t *s, void *state, uint32_t *words) {
  arena_t arena = {state, 0};
  router_twin_t *t = state;
  router_twin_place(s, t, &arena);
  router_reset(&t->view);
  router_clear_wires(s, &t->view.f);
  router_put_state(s, &t->view.f, words);
}

void router_twin_step(const noc_shape_t *s, void *state, const uint32_t *in, uint32_t *words) {
  router_twin_t *t = state;
  router_get_in(s, &t->view.f, in);
  router_step(&t->view);
  router_put_state(s, &t->view.f, words);
}
