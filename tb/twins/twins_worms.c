// twins_worms -- what decodes worms in a router that copies packets, as models of their own, on a
// view of one router. What other units would say comes from the pins: it is laid where the unit
// looks for it. See twins.h.

#include <string.h>

#include "base/arena.h"
#include "multicast/worm_decoder.h"
#include "multicast/worm_table.h"
#include "router/router.h"
#include "twins/twin_view.h"
#include "twins/twins.h"

#define TWIN      worm_table
#define TWIN_LIST "shape/worm_table_state.def"
#include "twins/twin_fields.def"
#define TWIN      worm_decoder
#define TWIN_LIST "shape/worm_decoder_state.def"
#include "twins/twin_fields.def"

VIEW_TWIN(worm_table)
VIEW_TWIN(worm_decoder)

// ---- worm_table

static void worm_table_show(const noc_shape_t *s, worm_table_twin_t *t, uint32_t *words) {
  worm_table_put_state(s, &t->f, words);
}

static void worm_table_decode(const noc_shape_t *s, const worm_table_twin_t *t, uint32_t i) {
  const worm_table_fields_t *f = &t->f;
  const router_view_t *r = &t->view;
  const size_t group = f->dec_group[i];
  const bool rest = worm_hits(r, 0, group, f->dec_word[i], &f->dec_payload[(size_t)i * s->words],
                              &f->hit[(size_t)i * s->planes]);
  *f->rest = (uint16_t)(*f->rest | (uint32_t)rest << i);
  f->up_ports[i] = r->worms.up[group];
  if (s->class_w > 0) {
    f->up_class[i] = r->worms.up_class[group];
    memcpy(f->plane_class, r->worms.plane_class, s->planes);
  }
}

static void worm_table_copy(const noc_shape_t *s, const worm_table_twin_t *t, uint32_t o) {
  const worm_table_fields_t *f = &t->f;
  uint64_t *mask = &f->copy_mask[(size_t)o * s->words];
  for (uint32_t w = 0; w < s->words; w++) {
    mask[w] = s->word_bits < 64 ? (UINT64_C(1) << s->word_bits) - 1 : UINT64_MAX;
  }
  if (f->copy_word[o] != 0) {
    worm_cut(&t->view, 0, f->copy_group[o], f->copy_word[o] - 1u, o, mask);
  }
}

void worm_table_twin_step(const noc_shape_t *s, void *state, const uint32_t *in, uint32_t *words) {
  worm_table_twin_t *t = state;
  const worm_table_fields_t *f = &t->f;
  worm_table_get_in(s, f, in);
  worm_table_clear_wires(s, f);
  for (uint32_t i = 0; i < s->ports; i++) {
    if ((*f->dec_valid >> i & 1) != 0) {
      worm_table_decode(s, t, i);
    }
    worm_table_copy(s, t, i);
  }
  if (*f->cfg_valid != 0 && *f->cfg_kind >= WORM_REACH && *f->cfg_kind <= WORM_PLANE) {
    worm_table_write(&t->view, 0, *f->cfg_kind, *f->cfg_index, f->cfg_data);
    *f->wt_wr_en = 1;
    *f->wt_wr_kind = *f->cfg_kind;
    *f->wt_wr_index = *f->cfg_index;
    memcpy(f->wt_wr_data, f->cfg_data, s->words * sizeof *f->cfg_data);
  }
  worm_table_show(s, t, words);
}

// ---- worm_decoder: the input that `index` says

static void worm_decoder_show(const noc_shape_t *s, worm_decoder_twin_t *t, uint32_t *words) {
  const worm_decoder_fields_t *f = &t->f;
  const worm_view_t *w = &t->view.worms;
  const size_t first = (size_t)*f->index * s->vcs;
  *f->w_rest = 0;
  for (uint32_t v = 0; v < s->vcs; v++) {
    const branch_vc_t *vc = &w->vc[first + v];
    f->w_type[v] = vc->worm;
    f->w_slot[v] = vc->slot;
    f->w_word[v] = vc->word;
    f->w_need[v] = vc->need;
    f->w_group[v] = vc->worm_group;
    if (s->aged) {
      f->w_age[v] = w->age[first + v];
    }
    *f->w_rest = (uint16_t)(*f->w_rest | (uint32_t)vc->rest << v);
  }
  memcpy(f->w_hit, &w->hit[first * s->planes], s->vcs * s->planes * sizeof *f->w_hit);
  worm_decoder_put_state(s, f, words);
}

// The worm table's answer as contents of a table that gives it: with a rest, all ports that the
// flit hits lack its lowest bit.
static void lay_worm_table(const noc_shape_t *s, const worm_decoder_twin_t *t, size_t group,
                           size_t word) {
  const worm_decoder_fields_t *f = &t->f;
  const router_view_t *r = &t->view;
  uint64_t reached[SHAPE_MAX_WORDS];
  bool lacks = *f->rest == 0;
  for (uint32_t w = 0; w < s->words; w++) {
    reached[w] = f->in_payload[w];
    if (!lacks && reached[w] != 0) {
      reached[w] &= reached[w] - 1;
      lacks = true;
    }
  }
  for (uint32_t k = 0; k < s->planes * s->ports; k++) {
    const uint32_t p = k / s->ports;
    const uint32_t o = k % s->ports;
    uint64_t *reach = worm_reach_at(r, 0, worm_reach_index(r, group, p, word, o));
    for (uint32_t w = 0; w < s->words; w++) {
      reach[w] = (f->hit[p] >> o & 1) != 0 ? reached[w] : 0;
    }
  }
  r->worms.up[group] = *f->up_ports;
  r->worms.up_class[group] = s->class_w > 0 ? *f->up_class : 0;
  if (s->class_w > 0) {
    memcpy(r->worms.plane_class, f->plane_class, s->planes);
  }
}

// The credits of every output in the network of the flit's VC and in a class.
static void decoder_room(const noc_shape_t *s, const worm_decoder_fields_t *f, uint32_t vc_class,
                         uint32_t room[SHAPE_MAX_PORTS]) {
  const uint32_t network = *f->in_vc / (s->vcs / s->networks);
  for (uint32_t o = 0; o < s->ports; o++) {
    room[o] = f->room[(o * s->networks + network) * s->room_classes + vc_class];
  }
}

// The row that the flit's address would find, and the port of these candidates.
static void lay_route(const noc_shape_t *s, const worm_decoder_twin_t *t, uint32_t destination,
                      bool head, bool up) {
  const worm_decoder_fields_t *f = &t->f;
  const router_view_t *r = &t->view;
  const uint32_t table_class = s->class_w > 0 ? *f->tbl_class : 0;
  const uint32_t up_class = s->class_w > 0 ? *f->up_class : 0;
  uint32_t room[SHAPE_MAX_PORTS] = {0};
  if (!up) {
    const uint32_t row = *f->tbl_candidates | table_class << s->ports;
    const size_t own = !head && s->look ? s->rows : 0;
    route_table_write(r, 0, TABLE_ROW, (size_t)*f->group * s->table_rows + own + destination, row);
  }
  if (s->adaptive) {
    decoder_room(s, f, up ? up_class : table_class, room);
  }
  const uint32_t candidates = up ? *f->up_ports : *f->tbl_candidates;
  r->port[*f->index].chosen = (uint8_t)route_select(r, candidates, room, *f->index);
}

static void worm_decoder_wires(const noc_shape_t *s, const worm_decoder_twin_t *t,
                               const uint64_t *payload, const decoded_t *d) {
  const worm_decoder_fields_t *f = &t->f;
  memcpy(f->wr_payload, payload, s->words * sizeof *payload);
  if (!d->written) {
    return;
  }
  *f->br_wr_en = 1;
  *f->br_wr_slot = (uint16_t)d->slot;
  *f->br_wr_ports = d->entry.ports;
  *f->br_wr_need = d->entry.need;
  *f->br_wr_group = d->entry.group;
  *f->br_wr_flags = d->entry.flags;
  if (s->aged) {
    *f->br_wr_age = d->age;
  }
  for (uint32_t o = 0; s->class_w > 0 && o < s->ports; o++) {
    f->br_wr_class[o] = (d->entry.ports >> o & 1) != 0 ? d->vc_class[o] : 0;
  }
}

// Sets what the unit asks the tables for the flit on its link, and lays their answers.
static void worm_decoder_ask(const noc_shape_t *s, const worm_decoder_twin_t *t, size_t in) {
  const worm_decoder_fields_t *f = &t->f;
  const router_view_t *r = &t->view;
  const branch_vc_t *vc = &r->worms.vc[in * s->vcs + *f->in_vc];
  const bool head = (*f->in_kind & KIND_HEAD) != 0;
  const bool worm = packet_is_worm(packet_type(f->in_payload));
  const uint64_t address = head ? f->in_payload[0] >> packet_destination_lsb() : f->in_payload[0];
  *f->ask_route = head ? !worm : vc->worm == WORM_PATH;
  *f->ask_dst = *f->ask_route != 0 ? (uint32_t)address & r->address_mask : 0;
  *f->dec_valid = !head && vc->worm == WORM_TREE;
  if (*f->dec_valid != 0) {
    *f->dec_group = vc->worm_group;
    *f->dec_word = vc->word;
    lay_worm_table(s, t, vc->worm_group, vc->word);
  }
  if (s->routing == ROUTE_TABLE) {
    r->row_group[in * s->classes + r->table->class_of[*f->in_vc]] = *f->group;
  }
  const bool up = *f->dec_valid != 0 && vc->word + 1u == s->string_words;
  if (s->routing == ROUTE_TABLE && (*f->ask_route != 0 || up)) {
    lay_route(s, t, *f->ask_dst, head, up);
  }
}

void worm_decoder_twin_step(const noc_shape_t *s, void *state, const uint32_t *in,
                            uint32_t *words) {
  worm_decoder_twin_t *t = state;
  const worm_decoder_fields_t *f = &t->f;
  const router_view_t *r = &t->view;
  worm_decoder_get_in(s, f, in);
  worm_decoder_clear_wires(s, f);
  const size_t i = *f->index;
  *r->f.addr = *f->addr;
  *r->f.extent = *f->extent;
  *r->f.local = *f->local;
  if (s->look_address) {
    memcpy(r->f.neighbour, f->neighbour, s->ports * sizeof *f->neighbour);
  }
  if (*f->in_valid != 0) {
    uint64_t payload[SHAPE_MAX_WORDS];
    decoded_t d;
    r->f.in_vc[i] = *f->in_vc;
    r->f.in_kind[i] = *f->in_kind;
    memcpy(&r->f.in_payload[i * s->words], f->in_payload, s->words * sizeof *payload);
    memcpy(payload, f->in_payload, s->words * sizeof *payload);
    worm_decoder_ask(s, t, i);
    worm_decode(r, 0, i, f->in_wr[*f->in_vc], payload, &d);
    worm_decoder_wires(s, t, payload, &d);
    if (d.written) {
      worm_decoded(r, i);
    }
  }
  worm_decoder_show(s, t, words);
}
