// twins_route -- the units that compute routes; see twins.h. Each works on a view of one router.

#include <string.h>

#include "base/arena.h"
#include "router/route.h"
#include "twins/twin_view.h"
#include "twins/twins.h"

#define TWIN      route_dor
#define TWIN_LIST "shape/route_dor_state.def"
#include "twins/twin_fields.def"
#define TWIN      route_octagon
#define TWIN_LIST "shape/route_octagon_state.def"
#include "twins/twin_fields.def"
#define TWIN      route_h3dm
#define TWIN_LIST "shape/route_h3dm_state.def"
#include "twins/twin_fields.def"
#define TWIN      route_table
#define TWIN_LIST "shape/route_table_state.def"
#include "twins/twin_fields.def"
#define TWIN      route_select
#define TWIN_LIST "shape/route_select_state.def"
#include "twins/twin_fields.def"
#define TWIN      route_room
#define TWIN_LIST "shape/route_room_state.def"
#include "twins/twin_fields.def"
#define TWIN      route_source
#define TWIN_LIST "shape/route_source_state.def"
#include "twins/twin_fields.def"
#define TWIN      route_unit
#define TWIN_LIST "twins/route_unit_ports.def"
#include "twins/twin_fields.def"

VIEW_TWIN(route_dor)
VIEW_TWIN(route_octagon)
VIEW_TWIN(route_h3dm)
VIEW_TWIN(route_table)
VIEW_TWIN(route_select)
VIEW_TWIN(route_room)
VIEW_TWIN(route_source)
VIEW_TWIN(route_unit)

// ---- By addresses

#define ADDRESS_TWIN(unit)                                                                        \
  static void unit##_show(const noc_shape_t *s, unit##_twin_t *t, uint32_t *words) {              \
    unit##_put_state(s, &t->f, words);                                                            \
  }                                                                                               \
  void unit##_twin_step(const noc_shape_t *s, void *state, const uint32_t *in, uint32_t *words) { \
    unit##_twin_t *t = state;                                                                     \
    unit##_get_in(s, &t->f, in);                                                                  \
    const next_hop_t route = route_by_address(&t->view, *t->f.dst, *t->f.addr, *t->f.extent);     \
    *t->f.port = (uint8_t)route.port;                                                             \
    *t->f.vc_class = (uint8_t)route.vc_class;                                                     \
    unit##_show(s, t, words);                                                                     \
  }

ADDRESS_TWIN(route_dor)
ADDRESS_TWIN(route_octagon)
ADDRESS_TWIN(route_h3dm)

// ---- route_table

// Keeps the row that is read in a cycle; returns that of the cycle before.
static table_row_t keep_row(late_flit_t *kept, table_row_t row) {
  const table_row_t before = {.candidates = kept->candidates, .vc_class = kept->vc_class};
  kept->candidates = row.candidates;
  kept->vc_class = (uint8_t)row.vc_class;
  return before;
}

static void route_table_show(const noc_shape_t *s, route_table_twin_t *t, uint32_t *words) {
  uint32_t read = 0;
  for (uint32_t i = 0; i < s->ports && s->late; i++) {
    read |= (uint32_t)(t->view.late_flit[i].candidates != 0) << i;
  }
  if (s->late) {
    *t->f.tbl_read = (uint16_t)read;
  }
  memcpy(t->f.tbl_group, t->view.row_group, (size_t)s->ports * s->classes);
  route_table_put_state(s, &t->f, words);
}

void route_table_twin_step(const noc_shape_t *s, void *state, const uint32_t *in, uint32_t *words) {
  route_table_twin_t *t = state;
  const route_table_fields_t *f = &t->f;
  route_table_get_in(s, f, in);
  route_table_clear_wires(s, f);
  for (uint32_t i = 0; i < s->ports; i++) {
    table_row_t row = {0};
    if ((*f->head >> i & 1) != 0) {
      row = route_table(&t->view, 0, i, f->vc[i], f->dst[i]);
    }
    if (s->late) {
      row = keep_row(&t->view.late_flit[i], row);
    }
    f->candidates[i] = (uint16_t)row.candidates;
    f->vc_class[i] = (uint8_t)row.vc_class;
  }
  if (*f->cfg_valid != 0) {
    route_table_write(&t->view, 0, *f->cfg_kind, *f->cfg_index, *f->cfg_data);
    if (*f->cfg_kind == TABLE_ROW) {
      *f->tbl_wr_en = 1;
      *f->tbl_wr_row = *f->cfg_index;
      *f->tbl_wr_data = *f->cfg_data;
    }
  }
  route_table_show(s, t, words);
}

// ---- route_select

static void route_select_show(const noc_shape_t *s, route_select_twin_t *t, uint32_t *words) {
  route_select_put_state(s, &t->f, words);
}

void route_select_twin_step(const noc_shape_t *s, void *state, const uint32_t *in,
                            uint32_t *words) {
  route_select_twin_t *t = state;
  const route_select_fields_t *f = &t->f;
  uint32_t room[SHAPE_MAX_PORTS];
  route_select_get_in(s, f, in);
  for (uint32_t o = 0; o < s->ports; o++) {
    room[o] = f->room[o];
  }
  *f->port = (uint8_t)route_select(&t->view, *f->candidates, room, *f->index);
  route_select_show(s, t, words);
}

// ---- route_room

static void route_room_show(const noc_shape_t *s, route_room_twin_t *t, uint32_t *words) {
  route_room_put_state(s, &t->f, words);
}

void route_room_twin_step(const noc_shape_t *s, void *state, const uint32_t *in, uint32_t *words) {
  route_room_twin_t *t = state;
  const route_room_fields_t *f = &t->f;
  const uint32_t block = s->vcs / s->networks;
  route_room_get_in(s, f, in);
  for (uint32_t q = 0; q < s->ports * s->vcs; q++) {
    t->view.output_vc[q].credit = f->out_credit[q];
  }
  for (uint32_t at = 0; at < s->ports * s->networks * s->room_classes; at++) {
    const uint32_t c = at % s->room_classes;
    const uint32_t k = at / s->room_classes % s->networks;
    const uint32_t vcs = (uint32_t)t->tables.block[k * block] & t->tables.of_class[c];
    const size_t out = at / s->room_classes / s->networks;
    f->room[at] = s->adaptive ? (uint16_t)route_room(&t->view, out, vcs) : 0;
  }
  route_room_show(s, t, words);
}

// ---- route_source

static void route_source_show(const noc_shape_t *s, route_source_twin_t *t, uint32_t *words) {
  route_source_put_state(s, &t->f, words);
}

void route_source_twin_step(const noc_shape_t *s, void *state, const uint32_t *in,
                            uint32_t *words) {
  route_source_twin_t *t = state;
  const route_source_fields_t *f = &t->f;
  route_source_get_in(s, f, in);
  const next_hop_t route = route_source(&t->view, f->payload);
  *f->port = (uint8_t)route.port;
  *f->vc_class = (uint8_t)route.vc_class;
  memcpy(f->shifted, f->payload, s->words * sizeof *f->shifted);
  route_source_shift(&t->view, f->shifted);
  route_source_show(s, t, words);
}

// ---- route_unit: that of all but source routing

static void route_unit_show(const noc_shape_t *s, route_unit_twin_t *t, uint32_t *words) {
  route_unit_put_state(s, &t->f, words);
}

static next_hop_t route_by_table(const noc_shape_t *s, const route_unit_twin_t *t) {
  const route_unit_fields_t *f = &t->f;
  const uint32_t network = *f->vc / (s->vcs / s->networks);
  const uint32_t vc_class = s->classes > 1 ? *f->tbl_class : 0;
  uint32_t room[SHAPE_MAX_PORTS];
  for (uint32_t o = 0; o < s->ports; o++) {
    room[o] = f->room[(o * s->networks + network) * s->room_classes + vc_class];
  }
  return (next_hop_t){.port = route_select(&t->view, *f->tbl_candidates, room, *f->index),
                      .vc_class = *f->tbl_class};
}

void route_unit_twin_step(const noc_shape_t *s, void *state, const uint32_t *in, uint32_t *words) {
  route_unit_twin_t *t = state;
  const route_unit_fields_t *f = &t->f;
  route_unit_get_in(s, f, in);
  const next_hop_t route = s->routing == ROUTE_TABLE
                               ? route_by_table(s, t)
                               : route_by_address(&t->view, *f->dst, *f->addr, *f->extent);
  *f->port = (uint8_t)route.port;
  *f->vc_class = (uint8_t)route.vc_class;
  route_unit_show(s, t, words);
}
