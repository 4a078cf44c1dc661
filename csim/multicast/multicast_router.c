// multicast_router -- golden model of a router that copies packets; see multicast_router.h.

#include "multicast/multicast_router.h"

#include "multicast/branch_switch_allocator.h"
#include "multicast/branch_unit.h"
#include "multicast/branch_vc_allocator.h"
#include "multicast/copy_crossbar.h"
#include "multicast/worm_decoder.h"
#include "multicast/worm_table.h"
#include "router/output_unit.h"
#include "router/route.h"
#include "router/router.h"
#include "shape/member_arrays.h"
#include "shape/pack.h"

// ---- Memory and registers

static void copies_place(router_view_t *r, arena_t *a) {
  worm_view_t *w = &r->worms;
  const size_t ports = r->members * r->ports;
  const size_t vcs = ports * r->vcs;
  const size_t groups = r->members * r->groups;
  w->vc = arena_take(a, sizeof *w->vc, vcs);
  w->read = arena_take(a, sizeof *w->read, vcs * r->ports);
  w->out_vc = arena_take(a, sizeof *w->out_vc, vcs * r->ports);
  w->hit = arena_take(a, sizeof *w->hit, vcs * w->planes);
  w->entry = arena_take(a, sizeof *w->entry, ports * r->slots);
  if (r->any_class != 0) {
    w->entry_class = arena_take(a, sizeof *w->entry_class, ports * r->slots * r->ports);
  }
  w->reach = arena_take(a, sizeof *w->reach,
                        r->members * worm_reach_index(r, r->groups, 0, 0, 0) * r->words);
  w->up = arena_take(a, sizeof *w->up, groups);
  w->up_class = arena_take(a, sizeof *w->up_class, groups);
  w->plane_class = arena_take(a, sizeof *w->plane_class, r->members * w->planes);
  w->st_read = arena_take(a, sizeof *w->st_read, view_groups(r, r->members));
  w->copied = arena_take(a, sizeof *w->copied, ports);
  if (r->aged) {
    w->age = arena_take(a, sizeof *w->age, vcs);
  }
}

static void copies_reset(const router_view_t *r) {
  const worm_view_t *w = &r->worms;
  const size_t vcs = r->ports * r->vcs;
  CLEAR(w->vc, vcs);
  CLEAR(w->read, vcs * r->ports);
  CLEAR(w->out_vc, vcs * r->ports);
  CLEAR(w->hit, vcs * w->planes);
  CLEAR(w->copied, r->ports);
  if (r->aged) {
    CLEAR(w->age, vcs);
  }
  memset(w->st_read, 0, view_groups(r, r->members) * sizeof *w->st_read);
}

static void copies_clear_wires(const router_view_t *r) {
  CLEAR_PART(r->f.br_wr_en, 1);
  CLEAR_PART(r->f.br_wr_slot, r->ports);
  CLEAR_PART(r->f.br_wr_ports, r->ports);
  if (r->any_class != 0) {
    CLEAR_PART(r->f.br_wr_class, r->ports * r->ports);
  }
  CLEAR_PART(r->f.br_wr_need, r->ports);
  CLEAR_PART(r->f.br_wr_group, r->ports);
  CLEAR_PART(r->f.br_wr_flags, r->ports);
  if (r->aged) {
    CLEAR_PART(r->f.br_wr_age, r->ports);
  }
  CLEAR_PART(r->f.wt_wr_en, 1);
  CLEAR_PART(r->f.wt_wr_kind, 1);
  CLEAR_PART(r->f.wt_wr_index, 1);
  CLEAR_PART(r->f.wt_wr_data, r->words);
}

static void vc_registers(const router_view_t *r, size_t from, const router_fields_t *f, size_t to) {
  const branch_vc_t *vc = &r->worms.vc[from];
  const input_vc_t *queue = &r->input_vc[from];
  const size_t planes = r->worms.planes;
  f->in_wr[to] = queue->wr;
  f->in_rd[to] = queue->rd;
  f->in_count[to] = queue->count;
  f->out_credit[to] = r->output_vc[from].credit;
  f->in_popped[to] = vc->popped;
  f->br_group[to] = vc->group;
  f->br_wait[to] = vc->wait;
  f->br_active[to] = vc->active;
  memcpy(&f->br_vc[to * r->ports], &r->worms.out_vc[from * r->ports], r->ports);
  memcpy(&f->br_read[to * r->ports], &r->worms.read[from * r->ports],
         r->ports * sizeof *f->br_read);
  f->w_type[to] = vc->worm;
  f->w_slot[to] = vc->slot;
  f->w_word[to] = vc->word;
  f->w_need[to] = vc->need;
  f->w_group[to] = vc->worm_group;
  if (r->aged) {
    f->br_age[to] = r->vc_age[from];
    f->w_age[to] = r->worms.age[from];
  }
  memcpy(&f->w_hit[to * planes], &r->worms.hit[from * planes], planes * sizeof *f->w_hit);
}

static void port_registers(const router_view_t *r, size_t from, const router_fields_t *f,
                           size_t to) {
  const port_t *port = &r->port[from];
  uint32_t drop = 0;
  uint32_t cut = 0;
  uint32_t rest = 0;
  for (size_t v = 0; v < r->vcs; v++) {
    const branch_vc_t *vc = &r->worms.vc[from * r->vcs + v];
    drop |= (uint32_t)vc->drop << v;
    cut |= (uint32_t)vc->cut << v;
    rest |= (uint32_t)vc->rest << v;
  }
  f->br_open[to] = (uint16_t)branch_masks(port->input, BRANCH_OPEN);
  f->br_drop[to] = (uint16_t)drop;
  f->br_string[to] = (uint16_t)cut;
  f->w_rest[to] = (uint16_t)rest;
  f->out_busy[to] = (uint16_t)(port->output >> OUTPUT_BUSY);
  f->va_vc_ptr[to] = port->va_vc_ptr;
  f->sa_in_ptr[to] = rr_pointer(port->sa_in_favoured);
  f->sa_out_ptr[to] = rr_pointer(port->sa_out_favoured);
  f->st_in[to] = port->st_bit;
  f->st_vc[to] = port->st_vc;
  f->st_kind[to] = port->st_kind;
  f->st_slot[to] = (uint16_t)port->st_at;
  f->st_word[to] = port->st_word;
  f->st_group[to] = port->st_group;
}

static void copies_registers(const router_view_t *r, uint32_t m, const router_fields_t *f,
                             uint32_t to) {
  const size_t ports = r->ports;
  const size_t vcs = ports * r->vcs;
  const uint32_t all = (UINT32_C(1) << ports) - 1;
  const size_t shift = m % r->group * ports;
  uint32_t fix = 0;
  for (size_t k = 0; k < ports; k++) {
    port_registers(r, m * ports + k, f, to * ports + k);
    fix |= (uint32_t)r->port[m * ports + k].st_fix << k;
    if (r->sync_read) {
      f->in_read[to * ports + k] = (uint8_t)(r->worms.st_read[m / r->group] >> (shift + k) & 1);
    }
  }
  for (size_t k = 0; k < vcs; k++) {
    vc_registers(r, m * vcs + k, f, to * vcs + k);
  }
  f->st_valid[to] = (uint16_t)(r->st_valid[m / r->group] >> shift & all);
  f->st_read[to] = (uint16_t)(r->worms.st_read[m / r->group] >> shift & all);
  f->st_fix[to] = (uint16_t)fix;
}

static void copies_configure(const router_view_t *r, uint32_t m) {
  const uint64_t *data = &r->f.cfg_data[m * r->words];
  worm_table_write(r, m, r->f.cfg_kind[m], r->f.cfg_index[m], data);
  if (r->record) {
    r->f.wt_wr_en[m] = 1;
    r->f.wt_wr_kind[m] = r->f.cfg_kind[m];
    r->f.wt_wr_index[m] = r->f.cfg_index[m];
    memcpy(&r->f.wt_wr_data[m * r->words], data, r->words * sizeof *data);
  }
}

// ---- What the observer sees

static void record_write(const router_view_t *r, uint32_t m, size_t in, size_t slot) {
  r->f.wr_en[m] = (uint16_t)(r->f.wr_en[m] | UINT32_C(1) << (in - m * r->ports));
  r->f.wr_slot[in] = (uint16_t)slot;
  r->f.wr_tag[in] = r->tag[in * r->slots + slot];
  memcpy(&r->f.wr_payload[in * r->words], &r->payload[(in * r->slots + slot) * r->words],
         r->words * sizeof *r->f.wr_payload);
}

static void record_entry(const router_view_t *r, uint32_t m, size_t in, const decoded_t *d) {
  r->f.br_wr_en[m] = (uint16_t)(r->f.br_wr_en[m] | UINT32_C(1) << (in - m * r->ports));
  r->f.br_wr_slot[in] = (uint16_t)d->slot;
  r->f.br_wr_ports[in] = d->entry.ports;
  r->f.br_wr_need[in] = d->entry.need;
  r->f.br_wr_group[in] = d->entry.group;
  r->f.br_wr_flags[in] = d->entry.flags;
  if (r->aged) {
    r->f.br_wr_age[in] = d->age;
  }
  for (uint32_t left = r->any_class != 0 ? d->entry.ports : 0; left != 0; left &= left - 1) {
    const size_t o = view_lowest(left);
    r->f.br_wr_class[in * r->ports + o] = d->vc_class[o];
  }
}

static void record_read(const router_view_t *r, uint32_t m, size_t in, size_t slot) {
  r->f.rd_en[m] = (uint16_t)(r->f.rd_en[m] | UINT32_C(1) << (in - m * r->ports));
  r->f.rd_slot[in] = (uint16_t)slot;
}

// ---- The clock edge of one group, in parts

typedef struct {
  const router_view_t *view;  // the whole of it, for what is not inlined
  uint32_t m0;                // first member
  size_t base;                // first port
  uint64_t filled, waiting;   // inputs_filled, inputs_waiting
  uint64_t popped;            // inputs whose oldest flit leaves
  uint64_t crosses;           // outputs to which a flit is granted
  uint64_t reads;             // inputs from which it is read
  uint64_t out_valid;         // outputs whose link registers are loaded
  uint64_t decoded;           // early: inputs with a flit that an entry is written with
} group_t;

// The flits whose grants were registered in the last cycle.
NOC_INLINE void cross_registered(const router_view_t *r, group_t *x, uint32_t group) {
  const uint64_t crossing = r->st_valid[group];
  for (uint64_t left = crossing; left != 0; left &= left - 1) {
    const size_t b = view_lowest(left);
    const size_t lane = r->table->lane[b];
    const port_t *output = &r->port[x->base + b];
    const size_t in = x->base + lane + output->st_bit;
    const port_t *input = &r->port[in];
    copy_carry(r, in, input->st_at, x->base + b,
               (copy_change_t){input->st_word, input->st_group, input->st_fix});
    output_load(r, x->base + b, output->st_vc, input->st_kind);
  }
  x->out_valid |= crossing;
  const bool shown = r->record && !r->sync_read;
  for (uint64_t left = shown ? r->worms.st_read[group] : 0; left != 0; left &= left - 1) {
    const size_t b = view_lowest(left);
    record_read(r, x->m0 + r->table->member[b], x->base + b, r->port[x->base + b].st_at);
  }
}

NOC_INLINE void allocate_vcs(const router_view_t *r, group_t *x) {
  const uint64_t waiting = x->waiting;
  for (uint64_t left = waiting; left != 0; left &= left - 1) {
    branch_make(r, x->base + view_lowest(left));
  }
  bva_t a;
  for (bva_ask(r, x->base, waiting, &a); a.asked != 0;) {
    const grant_t g = bva_grant(r, x->base, &a);
    branch_allocated(r, &g);
    output_allocated(r, &g);
  }
  bva_pass(r, x->base, &a);
  for (uint64_t left = waiting; left != 0; left &= left - 1) {
    const size_t b = view_lowest(left);
    const uint64_t none = branch_waits(r->port[x->base + b].input) == 0;
    x->waiting &= ~(none << b);
  }
}

// A flit of this kind uses a credit, and the last flit frees the VC.
NOC_INLINE void use_credit(const router_view_t *r, const grant_t *g, size_t q, uint32_t kind) {
  output_vc_t *vc = &r->output_vc[g->out * r->vcs + g->out_vc];
  branch_vc_t *holder = &r->worms.vc[q];
  vc->credit--;
  const uint32_t none = vc->credit == 0;
  const uint32_t ends = kind >> 1 << OUTPUT_BUSY | none << OUTPUT_CREDITED;
  r->port[g->out].output &= ~(ends << g->out_vc);
  holder->credited = (uint16_t)(holder->credited & ~(none << g->out_port));
}

// Flit `number` of the packet that is granted an output: what all its outputs share is read once.
NOC_INLINE void read_flit(const router_view_t *r, group_t *x, const grant_t *g, uint32_t number) {
  const size_t q = g->in * r->vcs + g->in_vc;
  const branch_flit_t flit = branch_flit(r, g->in, g->in_vc, number);
  branch_read(r, q, g->out_port, flit.kind);
  use_credit(r, g, q, flit.kind);
  if (r->registered) {
    port_t *input = &r->port[g->in];
    port_t *output = &r->port[g->out];
    input->st_at = (uint32_t)flit.slot;
    input->st_kind = (uint8_t)flit.kind;
    input->st_word = flit.word;
    input->st_group = flit.group;
    input->st_fix = flit.fix;
    output->st_bit = (uint8_t)g->in_port;
    output->st_vc = (uint8_t)g->out_vc;
    if (r->record && r->sync_read) {
      record_read(r, x->m0 + r->table->member[g->in - x->base], g->in, flit.slot);
    }
  } else {
    copy_carry(r, g->in, flit.slot, g->out, (copy_change_t){flit.word, flit.group, flit.fix});
    output_load(r, g->out, g->out_vc, flit.kind);
    if (r->record) {
      record_read(r, x->m0 + r->table->member[g->in - x->base], g->in, flit.slot);
    }
  }
  x->reads |= view_bit(g->in - x->base);
}

// Branches of the input at bit b have moved on.
NOC_INLINE void pop(const router_view_t *r, group_t *x, size_t b) {
  const port_t *port = &r->port[x->base + b];
  if (branch_pop(r, x->base + b, port->choice)) {
    const uint64_t drained = branch_masks(port->input, INPUT_FILLED) == 0;
    const uint64_t waits = branch_waits(port->input) != 0;  // perhaps the packet behind the flit
    x->popped |= view_bit(b);
    x->filled &= ~(drained << b);
    x->waiting |= waits << b;
  }
}

NOC_INLINE void allocate_switch(const router_view_t *r, group_t *x) {
  bsa_t a;
  bsa_ask(r, x->base, x->filled, &a);
  if (r->worms.sync) {
    bsa_agree(r, x->base, &a);
  }
  x->crosses = a.asked;
  for (uint64_t left = a.asked; left != 0; left &= left - 1) {
    const grant_t g = bsa_grant(r, x->base, view_lowest(left));
    read_flit(r, x, &g, a.number[g.in - x->base]);
  }
  for (uint64_t left = a.dropping; left != 0; left &= left - 1) {
    const size_t b = view_lowest(left);
    branch_drop(r, x->base + b, r->port[x->base + b].choice);
  }
  for (uint64_t left = x->reads | a.dropping; left != 0; left &= left - 1) {
    pop(r, x, view_lowest(left));
  }
}

// A flit that tells where its packet goes; not many do.
NOC_INLINE size_t take_decoded(const router_view_t *r, group_t *x, uint32_t m, size_t in) {
  uint64_t payload[SHAPE_MAX_WORDS];
  decoded_t d;
  for (size_t w = 0; w < r->words; w++) {
    payload[w] = r->f.in_payload[in * r->words + w];
  }
  worm_decode(x->view, m, in, r->input_vc[in * r->vcs + r->f.in_vc[in]].wr, payload, &d);
  const size_t slot = branch_push(r, in, payload);
  if (d.written) {
    branch_enter(r, in, &d);
    if (r->early) {
      x->decoded |= view_bit(in - x->base);
    } else {
      worm_decoded(r, in);
    }
    if (r->record) {
      record_entry(r, m, in, &d);
    }
  }
  return slot;
}

NOC_INLINE void take_arrivals(const router_view_t *r, group_t *x, uint64_t arriving) {
  x->filled |= arriving;
  for (; arriving != 0; arriving &= arriving - 1) {
    const size_t b = view_lowest(arriving);
    const size_t in = x->base + b;
    const uint32_t m = x->m0 + r->table->member[b];
    const size_t v = r->f.in_vc[in];
    const uint64_t head = r->f.in_kind[in] & KIND_HEAD;
    const bool decodes = head != 0 || r->worms.vc[in * r->vcs + v].worm != WORM_NONE;
    const size_t slot =
        decodes ? take_decoded(r, x, m, in) : branch_push(r, in, &r->f.in_payload[in * r->words]);
    x->waiting |= (head & ~(r->port[in].input >> (BRANCH_OPEN + v))) << b;
    if (r->record) {
      record_write(r, m, in, slot);
    }
  }
}

NOC_INLINE void take_credits(const router_view_t *r, const group_t *x, uint64_t credits) {
  for (; credits != 0; credits &= credits - 1) {
    const size_t b = view_lowest(credits);
    const size_t lane = r->table->lane[b];
    const size_t out = x->base + b;
    const size_t w = r->f.credit_in_vc[out];
    output_vc_t *vc = &r->output_vc[out * r->vcs + w];
    assert(vc->credit < r->depth);
    vc->credit++;
    port_t *port = &r->port[out];
    port->output |= UINT32_C(1) << (OUTPUT_CREDITED + w);
    if ((port->output >> (OUTPUT_BUSY + w) & 1) != 0) {
      branch_credit(r, x->base + lane + vc->holder_port, vc->holder_vc, b - lane, vc->credit);
    }
  }
}

// Early allocation: what worms have been decoded counts from the next cycle on.
NOC_INLINE void end_decoding(const router_view_t *r, const group_t *x) {
  for (uint64_t left = x->decoded; left != 0; left &= left - 1) {
    worm_decoded(r, x->base + view_lowest(left));
  }
}

// Everything is decided from the registers before the edge: what traverses is read before anything
// is written into the buffers, and what arrives comes last; where it is allocated in the cycle of
// its arrival (`early`), before that.
NOC_INLINE void step_active(const router_view_t *r, group_t *x, uint32_t group, uint64_t arriving,
                            uint64_t credits) {
  x->waiting = r->inputs_waiting[group];
  for (uint64_t left = r->adaptive ? arriving : 0; left != 0; left &= left - 1) {
    const size_t b = view_lowest(left);
    worm_choose(x->view, x->m0 + r->table->member[b], x->base + b);
  }
  if (r->registered) {
    cross_registered(r, x, group);
  }
  if (r->early) {
    take_arrivals(r, x, arriving);
  }
  allocate_vcs(r, x);
  allocate_switch(r, x);
  if (r->early) {
    end_decoding(r, x);
  } else {
    take_arrivals(r, x, arriving);
  }
  take_credits(r, x, credits);
  r->inputs_filled[group] = x->filled;
  r->inputs_waiting[group] = x->waiting;
  if (r->registered) {
    r->st_valid[group] = x->crosses;
    r->worms.st_read[group] = x->reads;
  } else {
    x->out_valid = x->crosses;
  }
}

static void record_registers(const router_view_t *r, uint32_t m0) {
  for (uint32_t m = m0; m < m0 + r->group && m < r->members; m++) {
    router_registers(r, m, &r->f, m);
  }
}

// Parameters that the code is made for; 0: any, as the view says. `three`: pipeline 3; `ages`: also
// with ages, `looks`: also with early allocation, which no other code looks at.
typedef struct {
  size_t vcs, words;
  bool three, ages, looks;
} fixed_t;

NOC_INLINE void step_all(const router_view_t *view, const fixed_t fixed, const bool record) {
  router_view_t r = *view;  // a copy that no store can reach
  r.vcs = fixed.vcs != 0 ? fixed.vcs : r.vcs;
  r.words = fixed.words != 0 ? fixed.words : r.words;
  r.registered = fixed.three || r.registered;
  r.early = fixed.looks && r.early;
  r.any_class = fixed.vcs != 1 ? r.any_class : 0;
  r.record = record;
  r.aged = fixed.ages && r.aged;
  const uint32_t end = view_groups(&r, r.end);
  for (uint32_t group = r.first / r.group; group < end; group++) {
    group_t x = {.view = view, .m0 = group * r.group, .filled = r.inputs_filled[group]};
    x.base = x.m0 * r.ports;
    const uint64_t arriving = view_load(&r, r.f.in_valid, x.m0);
    const uint64_t credits = view_load(&r, r.f.credit_in_valid, x.m0);
    if ((arriving | credits | r.st_valid[group] | x.filled) != 0) {
      step_active(&r, &x, group, arriving, credits);
      if (record) {
        record_registers(view, x.m0);
      }
    }
    view_store(&r, r.f.credit_out_valid, x.m0, x.popped);
    view_store(&r, r.f.out_valid, x.m0, x.out_valid);
  }
}

// One piece of code for each kind of shape that runs long and often, as in router.c.
static const fixed_t kSingle = {.vcs = 1, .words = 1, .three = true};
static const fixed_t kNarrow = {.words = 1, .three = true};
static const fixed_t kAny = {.looks = true};
static const fixed_t kAged = {.ages = true, .looks = true};

#define STEP_KINDS(suffix, attributes)                                                \
  static __attribute__((attributes)) void recorded_##suffix(const router_view_t *r) { \
    step_all(r, kAged, true);                                                         \
  }                                                                                   \
  static __attribute__((attributes)) void aged_##suffix(const router_view_t *r) {     \
    step_all(r, kAged, false);                                                        \
  }                                                                                   \
  static __attribute__((attributes)) void any_##suffix(const router_view_t *r) {      \
    step_all(r, kAny, false);                                                         \
  }                                                                                   \
  static __attribute__((attributes)) void narrow_##suffix(const router_view_t *r) {   \
    step_all(r, kNarrow, false);                                                      \
  }                                                                                   \
  static __attribute__((attributes)) void single_##suffix(const router_view_t *r) {   \
    step_all(r, kSingle, false);                                                      \
  }                                                                                   \
  static void step_##suffix(const router_view_t *r) {                                 \
    if (r->record) {                                                                  \
      recorded_##suffix(r);                                                           \
    } else if (r->aged) {                                                             \
      aged_##suffix(r);                                                               \
    } else if (r->words > 1 || r->pipeline != 3) {                                    \
      any_##suffix(r);                                                                \
    } else if (r->vcs > 1) {                                                          \
      narrow_##suffix(r);                                                             \
    } else {                                                                          \
      single_##suffix(r);                                                             \
    }                                                                                 \
  }

#ifdef __x86_64__
#define PORTABLE_CODE noinline, cold  // as in router.c
#define BMI2_CODE     noinline, target("bmi,bmi2")
STEP_KINDS(bmi2, BMI2_CODE)
#else
#define PORTABLE_CODE noinline
#define step_bmi2     step_portable
#endif
STEP_KINDS(portable, PORTABLE_CODE)

static void copies_step(const router_view_t *r) {
  if (PACK_HAS_BMI2()) {
    step_bmi2(r);
  } else {
    step_portable(r);
  }
}

void multicast_shape(router_view_t *r, const noc_shape_t *s) {
  static const router_copies_t kCopies = {.place = copies_place,
                                          .reset = copies_reset,
                                          .clear_wires = copies_clear_wires,
                                          .step = copies_step,
                                          .registers = copies_registers,
                                          .configure = copies_configure};
  r->copies = s->multicast != 0 ? &kCopies : NULL;
  r->worms = (worm_view_t){.on = s->multicast != 0,
                           .sync = s->sync_copies != 0,
                           .planes = s->planes,
                           .string_words = s->string_words,
                           .headers_lsb = s->headers_lsb,
                           .pair_ports_lsb = s->addr_w,
                           .pair_class_lsb = s->addr_w + s->ports,
                           .pair_w = s->pair_w,
                           .flit_bits = s->flit_bits};
}
