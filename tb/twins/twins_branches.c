// twins_branches -- what copies packets in a router as models of their own, on a view of one
// router. What other units would say comes from the pins: it is laid where the unit looks for it.
// See twins.h.

#include <string.h>

#include "base/arena.h"
#include "multicast/branch_switch_allocator.h"
#include "multicast/branch_unit.h"
#include "multicast/branch_vc_allocator.h"
#include "multicast/copy_crossbar.h"
#include "multicast/worm_table.h"
#include "router/router.h"
#include "twins/twin_view.h"
#include "twins/twins.h"

#define TWIN      branch_unit
#define TWIN_LIST "shape/branch_unit_state.def"
#include "twins/twin_fields.def"
#define TWIN      branch_vc_allocator
#define TWIN_LIST "shape/branch_vc_allocator_state.def"
#include "twins/twin_fields.def"
#define TWIN      branch_switch_allocator
#define TWIN_LIST "shape/branch_switch_allocator_state.def"
#include "twins/twin_fields.def"
#define TWIN      copy_crossbar
#define TWIN_LIST "shape/copy_crossbar_state.def"
#include "twins/twin_fields.def"

VIEW_TWIN(branch_unit)
VIEW_TWIN(branch_vc_allocator)
VIEW_TWIN(branch_switch_allocator)
VIEW_TWIN(copy_crossbar)

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
  if (s->sync_read) {
    *f->in_read = t->kept.reading;
  }
  branch_unit_put_state(s, f, words);
}

// Shows the allocators VC v's front packet, as it is before the edge.
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
  } else if ((*f->in_kind & KIND_HEAD) != 0) {  // a worm's
    r->worms.vc[*f->in_vc].worm = WORM_TREE;
    r->worms.vc[*f->in_vc].slot = (uint16_t)(*f->wr_slot - *f->in_vc * s->depth);
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
  const registered_read_t port = {r->payload, f->rd_payload, r->words, *f->rd_en != 0, *f->rd_slot};
  twin_read(s, &port, &t->kept);
  if (r->early) {
    branch_unit_write(s, t);
  }
  branch_make(r, 0);
  for (uint32_t v = 0; v < s->vcs; v++) {
    branch_unit_front(s, t, v);
  }
  branch_unit_move(t);
  if (!r->early) {
    branch_unit_write(s, t);
  }
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
    f->sa_in_ptr[p] = rr_pointer(t->view.port[p].sa_in_favoured);
    f->sa_out_ptr[p] = rr_pointer(t->view.port[p].sa_out_favoured);
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

// Lays what output o reaches of a word into the table, as plane 0.
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
