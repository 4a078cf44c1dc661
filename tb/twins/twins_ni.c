// twins_ni -- the interface and its units as models of their own, on a view of one interface.
// See twins.h.

#include <string.h>

#include "base/arena.h"
#include "ni/ejection.h"
#include "ni/forward_unit.h"
#include "ni/injection.h"
#include "ni/network_interface.h"
#include "router/router_view.h"
#include "shape/member_arrays.h"
#include "twins/twins.h"

// The units' lists name the fields as the interface's does; between them are wires.
#define FIELD(name, type, bits, by, radix, meaning) type *name;
#define IN                                          FIELD
#define WIRE                                        FIELD
#define OUT                                         FIELD
#define REG                                         FIELD
typedef struct {
#include "shape/network_interface_state.def"
#include "twins/ni_wires.def"
} twin_ports_t;
#undef IN
#undef WIRE
#undef OUT
#undef REG

#define TWIN        injection
#define TWIN_LIST   "shape/injection_state.def"
#define TWIN_FIELDS twin_ports_t
#include "twins/twin_fields.def"
#define TWIN        ejection
#define TWIN_LIST   "shape/ejection_state.def"
#define TWIN_FIELDS twin_ports_t
#include "twins/twin_fields.def"
#define TWIN        xor_unit
#define TWIN_LIST   "shape/xor_unit_state.def"
#define TWIN_FIELDS twin_ports_t
#include "twins/twin_fields.def"
#define TWIN        forward_unit
#define TWIN_LIST   "shape/forward_unit_state.def"
#define TWIN_FIELDS twin_ports_t
#include "twins/twin_fields.def"
#define TWIN        network_interface
#define TWIN_LIST   "shape/network_interface_state.def"
#define TWIN_FIELDS twin_ports_t
#include "twins/twin_fields.def"

// A view of one interface, and its arrays by name.
typedef struct {
  interface_view_t view;
  router_view_t routes;  // with lookahead: of its router
  router_tables_t tables;
  twin_ports_t ports;
} twin_t;

#define IN   ARENA_ONE
#define WIRE ARENA_SKIP
#define OUT  ARENA_ONE
#define REG  ARENA_SKIP
static void take_pins(const noc_shape_t *s, interface_fields_t *f, arena_t *arena) {
#include "shape/network_interface_state.def"
}
#undef WIRE
#define WIRE ARENA_ONE
static void take_wires(const noc_shape_t *s, twin_ports_t *f, arena_t *arena) {
#include "twins/ni_wires.def"
}
#undef IN
#undef WIRE
#undef OUT
#undef REG

#define COPY(name, type, bits, by, radix, meaning) t->ports.name = t->view.f.name;
#define IN                                         COPY
#define WIRE                                       COPY
#define OUT                                        COPY
#define REG                                        COPY
static void copy_places(twin_t *t) {
#include "shape/network_interface_state.def"
}
#undef IN
#undef WIRE
#undef OUT
#undef REG

static size_t twin_place(const noc_shape_t *s, twin_t *t, unsigned char *block) {
  arena_t arena = {block, 0};
  (void)arena_take(&arena, sizeof *t, 1);
  interface_view_shape(&t->view, s, 1, true);
  router_view_shape(&t->routes, &t->tables, s, 1, false);
  t->view.routes = &t->routes;
  take_pins(s, &t->view.f, &arena);
  take_wires(s, &t->ports, &arena);
  unsigned char *arrays = arena_take(&arena, interface_place(&t->view, s, NULL), 1);
  (void)interface_place(&t->view, s, arrays);
  copy_places(t);
  return arena.used;
}

// One clock cycle of a unit: `clock` is what happens at the edge.
#define INTERFACE_TWIN(unit, clock)                                                               \
  size_t unit##_twin_size(const noc_shape_t *s) {                                                 \
    twin_t t;                                                                                     \
    return twin_place(s, &t, NULL);                                                               \
  }                                                                                               \
  void unit##_twin_reset(const noc_shape_t *s, void *state, uint32_t *words) {                    \
    twin_t *t = state;                                                                            \
    (void)twin_place(s, t, state);                                                                \
    interface_reset(&t->view);                                                                    \
    unit##_clear_wires(s, &t->ports);                                                             \
    unit##_put_state(s, &t->ports, words);                                                        \
  }                                                                                               \
  void unit##_twin_step(const noc_shape_t *s, void *state, const uint32_t *in, uint32_t *words) { \
    const twin_t *t = state;                                                                      \
    unit##_get_in(s, &t->ports, in);                                                              \
    unit##_clear_wires(s, &t->ports);                                                             \
    clock;                                                                                        \
    interface_registers(&t->view, 0);                                                             \
    unit##_put_state(s, &t->ports, words);                                                        \
  }

// Lays the operand that the unit shows at its read port where injection will look.
static void lay_operand(const noc_shape_t *s, const twin_t *t) {
  const interface_fields_t *f = &t->view.f;
  if (!s->xor_unit) {
    return;
  }
  const bool sending = f->inj_from[0] != 0;
  const size_t slot = sending ? f->inj_from[0] : f->host_from[0];
  const size_t pos = sending ? f->inj_from_pos[0] : 0;
  if (slot < s->xor_slots && pos < s->xor_flits) {
    t->view.x.slot[slot].tag = t->ports.xs_tag[0];
    memcpy(&t->view.x.store[(slot * s->xor_flits + pos) * s->words], t->ports.xs_data,
           s->words * sizeof *t->ports.xs_data);
  }
}

static void show_fronts(const twin_t *t) {
  const interface_view_t *r = &t->view;
  for (size_t v = 0; v < r->vcs; v++) {
    const size_t at = v * r->depth + r->ej_vc[v].rd;
    const bool there = r->ej_vc[v].count > 0;
    t->ports.front_kind[v] = there ? r->ej_kind[at] : 0;
    if (r->x.slots > 0) {
      t->ports.front_code[v] = there ? r->ej_code[at] : 0;
    } else {
      const uint32_t forward =
          there && ejection_forward(r->ej_kind[at], &r->ej_payload[at * r->words]);
      t->ports.front_forward[0] = (uint16_t)(t->ports.front_forward[0] | forward << v);
    }
    t->ports.front_valid[0] = (uint16_t)(t->ports.front_valid[0] | (uint32_t)there << v);
  }
}

static void show_taken(const noc_shape_t *s, const twin_ports_t *p, uint8_t vc, uint8_t kind,
                       const uint64_t *payload) {
  p->take_valid[0] = 1;
  p->take_vc[0] = vc;
  p->take_kind[0] = kind;
  memcpy(p->take_payload, payload, s->words * sizeof *payload);
}

// Ejection alone, beside a forwarding unit.
static void forwarded_clock(const noc_shape_t *s, const twin_t *t) {
  const interface_view_t *r = &t->view;
  const twin_ports_t *p = &t->ports;
  const uint32_t vcs = (uint32_t)r->masks[0].ej_filled & p->f_allow[0];
  show_fronts(t);
  ejection_begin(r, 0, 1);
  forward_wires_t w = {.take = false};
  if (r->f.del_valid[0] == 0 && vcs != 0) {
    (void)ejection_deliver(r, 0, vcs, &w);
  }
  if (w.take) {
    show_taken(s, p, w.vc, w.kind, w.taken);
  }
  (void)ejection_arrive(r, 0, 1);
}

// Ejection alone: what the unit says comes from the pins.
static void ejection_clock(const noc_shape_t *s, const twin_t *t) {
  const interface_view_t *r = &t->view;
  const twin_ports_t *p = &t->ports;
  if (s->forward_unit) {
    forwarded_clock(s, t);
    return;
  }
  if (!s->xor_unit) {
    ejection_step(r, 0, 1);
    return;
  }
  show_fronts(t);
  xor_wires_t w;
  ejection_begin(r, 0, 1);
  ejection_take(r, 0, p->x_allow[0], &w);
  if (w.take) {
    show_taken(s, p, w.vc, w.kind, w.payload);
  }
  (void)ejection_arrive(r, 0, 1);
}

// The unit alone: the queues, what is popped and what is read come from the pins.
static void xor_unit_clock(const noc_shape_t *s, const twin_t *t) {
  const interface_view_t *r = &t->view;
  const twin_ports_t *p = &t->ports;
  xor_wires_t w = {.take = p->take_valid[0] != 0,
                   .vc = p->take_vc[0],
                   .kind = p->take_kind[0],
                   .payload = p->take_payload,
                   .source = p->ej_source[p->take_vc[0]],
                   .message = p->ej_message[p->take_vc[0]]};
  xor_unit_begin(r, 0, 1);
  xor_unit_offer(r, 0, &w);
  for (uint32_t v = 0; v < s->vcs; v++) {
    const bool may = (p->front_valid[0] >> v & 1) != 0 &&
                     xor_unit_allow(r, 0, v, p->front_kind[v], p->front_code[v], &w);
    p->x_allow[0] = (uint16_t)(p->x_allow[0] | (uint32_t)may << v);
  }
  if (p->xs_rd_en[0] != 0) {
    const uint64_t *word = xor_unit_read(r, 0, p->xs_rd_slot[0], p->xs_rd_pos[0], p->xs_tag);
    memcpy(p->xs_data, word, s->words * sizeof *word);
  }
  (void)xor_unit_edge(r, 0, &w);
}

// Injection alone, beside a forwarding unit: copies come from the pins.
static void copying_clock(const noc_shape_t *s, const twin_t *t) {
  const interface_view_t *r = &t->view;
  const twin_ports_t *p = &t->ports;
  forward_wires_t *w = &r->fw.wires[0];
  for (unsigned k = 0; k < s->networks; k++) {
    const copy_room_t room = injection_room(r, 0, k);
    p->copy_room[0] = (uint16_t)(p->copy_room[0] | room.room);
    p->copy_next[0] = (uint16_t)(p->copy_next[0] | room.next);
    p->copy_end[0] = (uint16_t)(p->copy_end[0] | room.end);
    p->host_beat[0] = room.beat;
  }
  *w = (forward_wires_t){.push = p->copy_valid[0] != 0,
                         .first = p->copy_first[0] != 0,
                         .network = p->copy_network[0],
                         .flits = p->copy_flits[0],
                         .payload = p->copy_payload,
                         .busy_next = p->copy_busy_next[0] != 0,
                         .ask_next = p->ask_next[0] != 0};
  w->network_next = w->busy_next ? p->copy_network_next[0] : p->ask_network_next[0];
  r->fw.pushing[0] = w->push;
  injection_step(r, 0, 1);
  injection_beside(r, 0, w);
}

static void injection_clock(const noc_shape_t *s, const twin_t *t) {
  if (s->forward_unit) {
    copying_clock(s, t);
    return;
  }
  lay_operand(s, t);
  injection_step(&t->view, 0, 1);
}

static void show_copy(const noc_shape_t *s, const twin_ports_t *p, const forward_wires_t *w) {
  if (!w->push) {
    return;
  }
  p->copy_valid[0] = 1;
  p->copy_first[0] = w->first;
  p->copy_network[0] = w->network;
  p->copy_flits[0] = w->first ? w->flits : 0;
  memcpy(p->copy_payload, w->payload, s->words * sizeof *w->payload);
}

// The unit alone: the queues, what is popped and what injection has room for come from the pins.
static void forward_unit_clock(const noc_shape_t *s, const twin_t *t) {
  const interface_view_t *r = &t->view;
  const twin_ports_t *p = &t->ports;
  forward_wires_t w;
  (void)forward_unit_wake(r, 0);
  const copy_room_t room = {.room = p->copy_room[0],
                            .next = p->copy_next[0],
                            .end = p->copy_end[0],
                            .beat = p->host_beat[0] != 0};
  forward_unit_offer(r, 0, room, &w);
  show_copy(s, p, &w);
  forward_unit_no_front(&w);
  for (uint32_t v = 0; v < s->vcs; v++) {
    if ((p->front_valid[0] >> v & 1) != 0) {
      const bool forward = (p->front_forward[0] >> v & 1) != 0;
      forward_unit_front(r, 0, v, p->front_kind[v], forward, &w);
    }
  }
  p->f_allow[0] = (uint16_t)forward_unit_allow(r, 0, &w);
  if (p->take_valid[0] != 0) {
    w.take = true;
    w.vc = p->take_vc[0];
    w.kind = p->take_kind[0];
    w.taken = p->take_payload;
    w.keep = (w.keeps >> w.vc & 1) != 0;
    if (!w.keep) {
      forward_unit_pass(r, 0, &w);
    }
  }
  forward_unit_edge(r, 0, &w);
  p->copy_busy_next[0] = w.busy_next;
  p->copy_network_next[0] = w.busy_next ? w.network_next : 0;
  p->ask_next[0] = w.ask_next;
  p->ask_network_next[0] = w.ask_next ? w.network_next : 0;
  forward_unit_tick(r);
  forward_unit_registers(r, 0);
}

INTERFACE_TWIN(injection, injection_clock(s, t))
INTERFACE_TWIN(ejection, ejection_clock(s, t))
INTERFACE_TWIN(xor_unit, xor_unit_clock(s, t))
INTERFACE_TWIN(forward_unit, forward_unit_clock(s, t))
INTERFACE_TWIN(network_interface, interface_step(&t->view))
