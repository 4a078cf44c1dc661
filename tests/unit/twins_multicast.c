// twins_multicast -- the units of a router that copies packets as models of their own, on a view of
// one router. What other units would say comes from the pins: it is laid where the unit looks for it.
// See twins.h.

#include <string.h>

#include "multicast/branch_switch_allocator.h"
#include "multicast/branch_unit.h"
#include "multicast/branch_vc_allocator.h"
#include "multicast/copy_crossbar.h"
#include "multicast/worm_decoder.h"
#include "multicast/worm_table.h"
#include "router/arena.h"
#include "router/router.h"
#include "unit/twin_view.h"
#include "unit/twins.h"

#define TWIN      worm_table
#define TWIN_LIST "multicast/worm_table_state.def"
#include "unit/twin_fields.h"
#define TWIN      worm_decoder
#define TWIN_LIST "multicast/worm_decoder_state.def"
#include "unit/twin_fields.h"
#define TWIN      branch_unit
#define TWIN_LIST "multicast/branch_unit_state.def"
#include "unit/twin_fields.h"
#define TWIN      branch_vc_allocator
#define TWIN_LIST "multicast/branch_vc_allocator_state.def"
#include "unit/twin_fields.h"
#define TWIN      branch_switch_allocator
#define TWIN_LIST "multicast/branch_switch_allocator_state.def"
#include "unit/twin_fields.h"
#define TWIN      copy_crossbar
#define TWIN_LIST "multicast/copy_crossbar_state.def"
#include "unit/twin_fields.h"

VIEW_TWIN(worm_table)
VIEW_TWIN(worm_decoder)
VIEW_TWIN(branch_unit)
VIEW_TWIN(branch_vc_allocator)
VIEW_TWIN(branch_switch_allocator)
VIEW_TWIN(copy_crossbar)

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

// The worm table's answer as contents of a table that gives it: with a rest, all ports that the flit
// hits lack its lowest bit.
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
                      bool up) {
  const worm_decoder_fields_t *f = &t->f;
  const router_view_t *r = &t->view;
  const uint32_t table_class = s->class_w > 0 ? *f->tbl_class : 0;
  const uint32_t up_class = s->class_w > 0 ? *f->up_class : 0;
  uint32_t room[SHAPE_MAX_PORTS] = {0};
  if (!up) {
    const uint32_t row = *f->tbl_candidates | table_class << s->ports;
    route_table_write(r, 0, TABLE_ROW, (size_t)*f->group * s->rows + destination, row);
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

// What the unit asks the tables for the flit on its link, and their answers.
static void worm_decoder_ask(const noc_shape_t *s, const worm_decoder_twin_t *t, size_t in) {
  const worm_decoder_fields_t *f = &t->f;
  const router_view_t *r = &t->view;
  const branch_vc_t *vc = &r->worms.vc[in * s->vcs + *f->in_vc];
  const bool head = (*f->in_kind & KIND_HEAD) != 0;
  const uint32_t type = (uint32_t)f->in_payload[0] & ((1u << PACKET_TYPE_W) - 1);
  const bool worm = type == PACKET_TREE_WORM || type == PACKET_PATH_WORM;
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
    lay_route(s, t, *f->ask_dst, up);
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
  }
  worm_decoder_show(s, t, words);
}

// ---- branch_unit: input 0

static void branch_unit_show(const noc_shape_t *s, branch_unit_twin_t *t, uint32_t *words) {
  const branch_unit_fields_t *f = &t->f;
  const router_view_t *r = &t->view;
  *f->br_open = (uint16_t)branch_masks(r->port[0].input, BRANCH_OPEN);
  *f->br_drop = *f->br_string = 0;
  for (uint32_t v = 0; v < s->vcs; v++) {
    const branch_vc_t *vc = &r->worms.vc[v];
    f->in_wr[v] = r->input_vc[v].wr;
    f->in_rd[v] = r->input_vc[v].rd;
    f->in_count[v] = r->input_vc[v].count;
    f->in_popped[v] = vc->popped;
    *f->br_drop = (uint16_t)(*f->br_drop | (uint32_t)vc->drop << v);
    *f->br_string = (uint16_t)(*f->br_string | (uint32_t)vc->cut << v);
    f->br_group[v] = vc->group;
    if (s->aged) {
      f->br_age[v] = r->vc_age[v];
    }
    f->br_wait[v] = vc->wait;
    f->br_active[v] = vc->active;
  }
  memcpy(f->br_vc, r->worms.out_vc, s->vcs * s->ports);
  memcpy(f->br_read, r->worms.read, s->vcs * s->ports * sizeof *f->br_read);
  *f->credit_out_valid = (uint8_t)r->f.credit_out_valid[0];
  *f->credit_out_vc = r->f.credit_out_vc[0];
  branch_unit_put_state(s, f, words);
}

// What VC v's front packet shows the allocators, before the edge.
static void branch_unit_front(const noc_shape_t *s, const branch_unit_twin_t *t, uint32_t v) {
  const branch_unit_fields_t *f = &t->f;
  const router_view_t *r = &t->view;
  const branch_vc_t *vc = &r->worms.vc[v];
  if (!branch_is(r->port[0].input, BRANCH_OPEN, v)) {
    return;
  }
  const size_t head = branch_head_at(r, 0, v);
  f->waiting[v] = vc->wait;
  if (s->aged) {
    f->front_age[v] = r->vc_age[v];
  }
  for (uint32_t o = 0; o < s->ports; o++) {
    const uint32_t bit = 1u << o;
    const size_t at = v * s->ports + o;
    const bool unfinished = ((vc->wait | vc->active) & bit) != 0;
    if (unfinished && branch_there(r, v, r->worms.read[at])) {
      f->there[v] = (uint16_t)(f->there[v] | bit);
    }
    if (unfinished && r->worms.read[at] == 0) {
      f->need[v] = vc->front_need;
    }
    if (s->class_w > 0 && (vc->wait & bit) != 0) {
      f->want_class[at] = r->worms.entry_class[head * s->ports + o];
    }
  }
  *f->drop = (uint16_t)(*f->drop | (uint32_t)vc->drop << v);
  *f->drop_due = (uint16_t)(*f->drop_due | (uint32_t)bsa_drop_due(r, v) << v);
}

static void branch_unit_move(const branch_unit_twin_t *t) {
  const branch_unit_fields_t *f = &t->f;
  const router_view_t *r = &t->view;
  for (uint32_t left = *f->va_outs; left != 0; left &= left - 1) {
    const size_t o = view_lowest(left);
    const grant_t g = {.in_vc = *f->va_vc, .out_port = o, .out_vc = f->va_out_vc[o]};
    branch_allocated(r, &g);
  }
  if (*f->sa_outs != 0) {
    const branch_flit_t flit = branch_flit(r, 0, *f->sa_vc, *f->sa_pos);
    *f->sa_kind = (uint8_t)flit.kind;
    *f->sa_slot = (uint16_t)flit.slot;
    *f->sa_word = flit.word;
    *f->sa_group = flit.group;
    *f->sa_fix = flit.fix;
    for (uint32_t left = *f->sa_outs; left != 0; left &= left - 1) {
      branch_read(r, *f->sa_vc, view_lowest(left), flit.kind);
    }
  } else if (*f->sa_drop != 0) {
    branch_drop(r, 0, *f->sa_vc);
  }
  const bool moved = *f->sa_outs != 0 || *f->sa_drop != 0;
  r->f.credit_out_valid[0] = moved && branch_pop(r, 0, *f->sa_vc);
}

static void branch_unit_write(const noc_shape_t *s, const branch_unit_twin_t *t) {
  const branch_unit_fields_t *f = &t->f;
  const router_view_t *r = &t->view;
  decoded_t d = {.written = *f->entry_valid != 0,
                 .slot = *f->entry_slot,
                 .entry = {.ports = *f->entry_ports,
                           .need = *f->entry_need,
                           .group = *f->entry_group,
                           .flags = *f->entry_flags}};
  if (*f->in_valid == 0) {
    return;
  }
  if (s->aged) {
    d.age = *f->entry_age;
  }
  if (s->class_w > 0) {
    memcpy(d.vc_class, f->entry_class, s->ports);
  }
  r->f.in_vc[0] = *f->in_vc;
  r->f.in_kind[0] = *f->in_kind;
  *f->wr_slot = (uint16_t)branch_push(r, 0, f->in_payload);
  if (d.written) {
    branch_enter(r, 0, &d);
  }
  *f->wr_en = 1;
  *f->wr_tag = *f->in_kind;
  memcpy(f->wr_payload, f->in_payload, s->words * sizeof *f->in_payload);
}

void branch_unit_twin_step(const noc_shape_t *s, void *state, const uint32_t *in, uint32_t *words) {
  branch_unit_twin_t *t = state;
  const branch_unit_fields_t *f = &t->f;
  const router_view_t *r = &t->view;
  branch_unit_get_in(s, f, in);
  branch_unit_clear_wires(s, f);
  for (uint32_t v = 0; v < s->vcs; v++) {
    r->worms.vc[v].worm = f->w_type[v];
    r->worms.vc[v].slot = f->w_slot[v];
  }
  branch_make(r, 0);
  for (uint32_t v = 0; v < s->vcs; v++) {
    branch_unit_front(s, t, v);
  }
  if (*f->rd_en != 0) {
    memcpy(f->rd_payload, &r->payload[*f->rd_slot * r->words], r->words * sizeof *r->payload);
  }
  branch_unit_move(t);
  branch_unit_write(s, t);
  branch_unit_show(s, t, words);
}

// ---- branch_vc_allocator

static void branch_vc_allocator_show(const noc_shape_t *s, branch_vc_allocator_twin_t *t,
                                     uint32_t *words) {
  const branch_vc_allocator_fields_t *f = &t->f;
  for (uint32_t p = 0; p < s->ports; p++) {
    f->va_vc_ptr[p] = t->view.port[p].va_vc_ptr;
  }
  view_order_rows(&t->view, 0, f->va_in_order, f->va_out_order);
  view_passes(&t->view, 0, f->va_passes);
  branch_vc_allocator_put_state(s, f, words);
}

static void lay_credits(const noc_shape_t *s, const router_view_t *r, uint32_t p,
                        const uint16_t *credit, uint32_t busy) {
  uint32_t credited = 0;
  for (uint32_t w = 0; w < s->vcs; w++) {
    r->output_vc[p * s->vcs + w].credit = credit[p * s->vcs + w];
    credited |= (uint32_t)(credit[p * s->vcs + w] > 0) << w;
  }
  r->port[p].output = busy << OUTPUT_BUSY | credited << OUTPUT_CREDITED;
}

// A head at the front of each VC with a branch that waits.
static void lay_waiting(const noc_shape_t *s, const branch_vc_allocator_twin_t *t, uint32_t q) {
  const branch_vc_allocator_fields_t *f = &t->f;
  const router_view_t *r = &t->view;
  const size_t head = branch_head_at(r, q / s->vcs, q % s->vcs);
  r->worms.vc[q].wait = f->waiting[q];
  r->worms.vc[q].front_need = f->need[q];
  if (s->aged) {
    r->vc_age[q] = f->front_age[q];
  }
  if (s->class_w > 0) {
    memcpy(&r->worms.entry_class[head * s->ports], &f->want_class[q * s->ports], s->ports);
  }
  branch_set(&r->port[q / s->vcs].input, BRANCH_WAITING, q % s->vcs, f->waiting[q] != 0);
}

void branch_vc_allocator_twin_step(const noc_shape_t *s, void *state, const uint32_t *in,
                                   uint32_t *words) {
  branch_vc_allocator_twin_t *t = state;
  const branch_vc_allocator_fields_t *f = &t->f;
  const router_view_t *r = &t->view;
  branch_vc_allocator_get_in(s, f, in);
  branch_vc_allocator_clear_wires(s, f);
  for (uint32_t q = 0; q < s->ports * s->vcs; q++) {
    lay_waiting(s, t, q);
  }
  for (uint32_t p = 0; p < s->ports; p++) {
    lay_credits(s, r, p, f->out_credit, f->out_busy[p]);
  }
  bva_t a;
  for (bva_ask(r, 0, (UINT64_C(1) << s->ports) - 1, &a); a.asked != 0;) {
    const grant_t g = bva_grant(r, 0, &a);
    f->in_outs[g.in_port] = (uint16_t)(f->in_outs[g.in_port] | 1u << g.out_port);
    f->in_vc[g.in_port] = (uint8_t)g.in_vc;
    f->in_out_vc[g.in_port * s->ports + g.out_port] = (uint8_t)g.out_vc;
    f->out_won[g.out_port] = (uint16_t)(f->out_won[g.out_port] | 1u << g.out_vc);
  }
  bva_pass(r, 0, &a);
  branch_vc_allocator_show(s, t, words);
}

// ---- branch_switch_allocator

static void branch_switch_allocator_show(const noc_shape_t *s, branch_switch_allocator_twin_t *t,
                                         uint32_t *words) {
  const branch_switch_allocator_fields_t *f = &t->f;
  for (uint32_t p = 0; p < s->ports; p++) {
    f->sa_in_ptr[p] = t->view.port[p].sa_in_ptr;
    f->sa_out_ptr[p] = t->view.port[p].sa_out_ptr;
  }
  branch_switch_allocator_put_state(s, f, words);
}

// A buffer with as many flits as branches find theirs in; the branches, those that win a VC active.
static void lay_branches(const noc_shape_t *s, const branch_switch_allocator_twin_t *t,
                         uint32_t q) {
  const branch_switch_allocator_fields_t *f = &t->f;
  const router_view_t *r = &t->view;
  const uint32_t i = q / s->vcs;
  const uint32_t v = q % s->vcs;
  branch_vc_t *vc = &r->worms.vc[q];
  uint32_t count = (f->drop_due[i] >> v & 1) != 0 ? 2 : 0;
  for (uint32_t left = f->there[q]; left != 0; left &= left - 1) {
    const uint32_t read = f->br_read[q * s->ports + view_lowest(left)];
    count = read + 1 > count ? read + 1 : count;
  }
  r->input_vc[q].count = (uint16_t)count;
  vc->starved = (uint16_t)~f->there[q];
  vc->drop = f->drop[i] >> v & 1;
  vc->front_need = f->need[q];
  if (s->aged) {
    r->vc_age[q] = f->front_age[q];
  }
  vc->wait = f->waiting[q];
  vc->active = f->active[q];
  memcpy(&r->worms.read[q * s->ports], &f->br_read[q * s->ports], s->ports * sizeof *f->br_read);
  memcpy(&r->worms.out_vc[q * s->ports], &f->br_vc[q * s->ports], s->ports);
  for (uint32_t left = f->va_vc[i] == v ? f->va_outs[i] : 0; left != 0; left &= left - 1) {
    const size_t o = view_lowest(left);
    r->worms.out_vc[q * s->ports + o] = f->va_out_vc[i * s->ports + o];
    vc->wait = (uint16_t)(vc->wait & ~(1u << o));
    vc->active = (uint16_t)(vc->active | 1u << o);
  }
  for (uint32_t o = 0; o < s->ports; o++) {
    const uint32_t w = r->worms.out_vc[q * s->ports + o];
    const uint32_t credited = f->out_credit[o * s->vcs + w] >= branch_need(r, q, o);
    vc->credited = (uint16_t)((vc->credited & ~(1u << o)) | credited << o);
  }
  branch_renew(&r->port[i].input, v, vc);
}

void branch_switch_allocator_twin_step(const noc_shape_t *s, void *state, const uint32_t *in,
                                       uint32_t *words) {
  branch_switch_allocator_twin_t *t = state;
  const branch_switch_allocator_fields_t *f = &t->f;
  const router_view_t *r = &t->view;
  bsa_t a;
  branch_switch_allocator_get_in(s, f, in);
  branch_switch_allocator_clear_wires(s, f);
  for (uint32_t q = 0; q < s->ports * s->vcs; q++) {
    lay_branches(s, t, q);
  }
  bsa_ask(r, 0, (UINT64_C(1) << s->ports) - 1, &a);
  if (s->sync_copies) {
    bsa_agree(r, 0, &a);
  }
  for (uint64_t left = a.asked; left != 0; left &= left - 1) {
    const grant_t g = bsa_grant(r, 0, view_lowest(left));
    f->in_vc[g.in] = (uint8_t)g.in_vc;
    f->in_pos[g.in] = a.number[g.in];
    f->in_outs[g.in] = (uint16_t)(f->in_outs[g.in] | 1u << g.out);
    f->out_in[g.out] = (uint8_t)g.in;
    f->out_vc[g.out] = (uint8_t)g.out_vc;
  }
  *f->out_gnt = (uint16_t)a.asked;
  *f->in_drop = (uint16_t)a.dropping;
  for (uint64_t left = a.dropping; left != 0; left &= left - 1) {
    const size_t i = view_lowest(left);
    f->in_vc[i] = r->port[i].choice;
    f->in_pos[i] = 1;
  }
  branch_switch_allocator_show(s, t, words);
}

// ---- copy_crossbar

static void copy_crossbar_show(const noc_shape_t *s, copy_crossbar_twin_t *t, uint32_t *words) {
  copy_crossbar_put_state(s, &t->f, words);
}

// What output o reaches of a word, as plane 0 of the table.
static void lay_reach(const noc_shape_t *s, const copy_crossbar_twin_t *t, copy_change_t change,
                      uint32_t o) {
  const router_view_t *r = &t->view;
  for (uint32_t p = 0; change.word != 0 && p < s->planes; p++) {
    const size_t index = worm_reach_index(r, change.group, p, change.word - 1, o);
    uint64_t *reach = worm_reach_at(r, 0, index);
    for (uint32_t w = 0; w < s->words; w++) {
      reach[w] = p == 0 ? t->f.copy_mask[o * s->words + w] : 0;
    }
  }
}

void copy_crossbar_twin_step(const noc_shape_t *s, void *state, const uint32_t *in,
                             uint32_t *words) {
  copy_crossbar_twin_t *t = state;
  const copy_crossbar_fields_t *f = &t->f;
  const router_view_t *r = &t->view;
  copy_crossbar_get_in(s, f, in);
  copy_crossbar_clear_wires(s, f);
  for (uint32_t o = 0; o < s->ports; o++) {
    if ((*f->sel_valid >> o & 1) == 0) {
      continue;
    }
    const size_t i = f->sel_in[o];
    const copy_change_t change = {f->in_word[i], f->in_group[i], *f->in_fix >> i & 1u};
    memcpy(&r->payload[i * r->slots * r->words], &f->in_payload[i * s->words],
           s->words * sizeof *r->payload);
    lay_reach(s, t, change, o);
    copy_carry(r, i, 0, o, change);
    memcpy(&f->out_payload[o * s->words], &r->f.out_payload[o * s->words],
           s->words * sizeof *f->out_payload);
    *f->out_valid = (uint16_t)(*f->out_valid | 1u << o);
    f->out_vc[o] = f->sel_vc[o];
    f->out_kind[o] = f->in_kind[i];
    f->copy_word[o] = f->in_word[i];
    f->copy_group[o] = f->in_group[i];
  }
  copy_crossbar_show(s, t, words);
}
