// router -- golden model of a router; see router.h.

#include "router/router.h"

#include <stddef.h>

#include "router/crossbar.h"
#include "router/input_unit.h"
#include "router/output_unit.h"
#include "router/pack.h"
#include "router/packet.h"
#include "router/route_dor.h"
#include "router/rr_arbiter.h"
#include "router/switch_allocator.h"
#include "router/vc_allocator.h"

void router_view_shape(router_view_t *r, router_tables_t *table, const noc_shape_t *s,
                       bool record) {
  *r = (router_view_t){
      .table = table,
      .ports = s->ports,
      .vcs = s->vcs,
      .depth = s->depth,
      .words = s->words,
      .slots = s->vcs * s->depth,
      .pipeline = s->pipeline,
      .cut_through = s->cut_through != 0,
      .record = record,
      .address_mask = (uint32_t)((UINT64_C(1) << s->addr_w) - 1),
      .length_lsb = packet_length_lsb(s),
      .length_mask = (UINT32_C(1) << s->len_w) - 1,
      .tag_port_mask = (UINT32_C(1) << s->port_w) - 1,
      .tag_need_lsb = 2 + s->port_w,
  };
  *table = (router_tables_t){0};
  unsigned size = s->vcs / s->networks;
  for (unsigned v = 0; v < s->vcs; v++) {
    table->block[v] = (uint16_t)(((UINT32_C(1) << size) - 1) << (v / size * size));
    table->next_vc[v] = rr_next(v, s->vcs);
  }
  for (unsigned i = 0; i < s->ports; i++) {
    table->next_port[i] = rr_next(i, s->ports);
  }
  for (unsigned b = 0; b < VIEW_LANES * VIEW_LANE_BITS; b++) {
    table->lane_at[b] = (uint8_t)(b / VIEW_LANE_BITS * s->ports);
    table->port_at[b] = (uint8_t)(table->lane_at[b] + b % VIEW_LANE_BITS);
  }
  route_dor_table(r, table, s);
}

// Zeroes elements of the members; `count` elements a member.
#define CLEAR(array, count) \
  memset(&(array)[(size_t)first * (count)], 0, (size_t)(end - first) * (count) * sizeof *(array))

static void clear_wires(const router_view_t *r, uint32_t first, uint32_t end) {
  CLEAR(r->f.wr_en, 1);
  CLEAR(r->f.wr_slot, r->ports);
  CLEAR(r->f.wr_tag, r->ports);
  CLEAR(r->f.wr_payload, r->ports * r->words);
  CLEAR(r->f.rd_en, 1);
  CLEAR(r->f.rd_slot, r->ports);
}

void router_reset(const router_view_t *r, uint32_t first, uint32_t end) {
  const size_t ports = r->ports;
  const size_t vcs = ports * r->vcs;
  CLEAR(r->f.out_valid, 1);
  CLEAR(r->f.out_vc, ports);
  CLEAR(r->f.out_kind, ports);
  CLEAR(r->f.out_payload, ports * r->words);
  CLEAR(r->f.credit_out_valid, 1);
  CLEAR(r->f.credit_out_vc, ports);
  CLEAR(r->input, ports);
  CLEAR(r->input_vc, vcs);
  CLEAR(r->output, ports);
  CLEAR(r->output_vc, vcs);
  CLEAR(r->st_valid, 1);
  CLEAR(r->inputs_filled, 1);
  CLEAR(r->inputs_waiting, 1);
  for (size_t k = first * vcs; k < end * vcs; k++) {
    r->output_vc[k].credit = (uint16_t)r->depth;
  }
  for (size_t k = first * ports; k < end * ports; k++) {
    r->output[k].credited = (uint16_t)((UINT32_C(1) << r->vcs) - 1);
  }
  if (r->record) {
    clear_wires(r, first, end);
    for (uint32_t m = first; m < end; m++) {
      router_registers(r, m, &r->f, m);
    }
  }
}

// The registers of one VC or port, from where they lie to the arrays of the list.
static void vc_registers(const router_view_t *r, size_t from, const router_fields_t *f, size_t to) {
  f->in_wr[to] = r->input_vc[from].wr;
  f->in_rd[to] = r->input_vc[from].rd;
  f->in_count[to] = r->input_vc[from].count;
  f->in_out_port[to] = r->input_vc[from].out_port;
  f->in_out_vc[to] = r->input_vc[from].out_vc;
  f->out_credit[to] = r->output_vc[from].credit;
}

static void port_registers(const router_view_t *r, size_t from, const router_fields_t *f,
                           size_t to) {
  f->in_active[to] = r->input[from].active;
  f->out_busy[to] = r->output[from].busy;
  f->va_in_ptr[to] = r->input[from].va_in_ptr;
  f->va_out_ptr[to] = r->output[from].va_out_ptr;
  f->va_vc_ptr[to] = r->output[from].va_vc_ptr;
  f->sa_in_ptr[to] = r->input[from].sa_in_ptr;
  f->sa_out_ptr[to] = r->output[from].sa_out_ptr;
  f->st_port[to] = r->input[from].st_port;
  f->st_vc[to] = r->input[from].st_vc;
  f->st_kind[to] = r->input[from].st_kind;
  f->st_slot[to] = r->input[from].st_slot;
}

void router_registers(const router_view_t *r, uint32_t m, const router_fields_t *f, uint32_t to) {
  const size_t ports = r->ports;
  const size_t vcs = ports * r->vcs;
  f->st_valid[to] = r->st_valid[m];
  for (size_t k = 0; k < ports; k++) {
    port_registers(r, m * ports + k, f, to * ports + k);
  }
  for (size_t k = 0; k < vcs; k++) {
    vc_registers(r, m * vcs + k, f, to * vcs + k);
  }
}

static void record_write(const router_view_t *r, uint32_t m, uint32_t i, const arrival_t *a) {
  uint32_t in = m * r->ports + i;
  r->f.wr_en[m] = (uint16_t)(r->f.wr_en[m] | UINT32_C(1) << i);
  r->f.wr_slot[in] = (uint16_t)a->slot;
  r->f.wr_tag[in] = (uint16_t)a->tag;
  memcpy(&r->f.wr_payload[(size_t)in * r->words], &r->f.in_payload[(size_t)in * r->words],
         r->words * sizeof *r->f.wr_payload);
}

static void record_read(const router_view_t *r, uint32_t m, uint32_t i, uint32_t slot) {
  r->f.rd_en[m] = (uint16_t)(r->f.rd_en[m] | UINT32_C(1) << i);
  r->f.rd_slot[m * r->ports + i] = (uint16_t)slot;
}

// The clock edge of the four members of a word, in parts. `base` is m0 * ports.
typedef struct {
  uint32_t m0, base;
  uint64_t filled, waiting;  // inputs_filled, inputs_waiting
  uint64_t granted;          // inputs whose flit is granted the switch
  uint64_t out_valid;        // outputs whose link registers are loaded
} word_t;

// A flit crosses from the input at bit b of the word to output port `port`.
NOC_INLINE void cross(const router_view_t *r, word_t *x, uint32_t b, uint32_t port, uint32_t vc,
                      flit_t flit, const uint32_t words, const bool record) {
  uint32_t in = x->base + r->table->port_at[b];
  uint32_t out = x->base + r->table->lane_at[b] + port;
  crossbar_carry(r, in, flit.slot, out, words);
  output_load(r, out, vc, flit.kind);
  x->out_valid |= view_bit(view_other(b, port));
  if (record) {
    record_read(r, x->m0 + b / VIEW_LANE_BITS, b % VIEW_LANE_BITS, flit.slot);
  }
}

// The flits whose grants were registered in the last cycle (pipeline 3).
NOC_INLINE void cross_registered(const router_view_t *r, word_t *x, uint64_t crossing,
                                 const uint32_t words, const bool record) {
  for (; crossing != 0; crossing &= crossing - 1) {
    uint32_t b = view_lowest(crossing);
    const input_t *input = &r->input[x->base + r->table->port_at[b]];
    flit_t flit = {.slot = input->st_slot, .kind = input->st_kind};
    cross(r, x, b, input->st_port, input->st_vc, flit, words, record);
  }
}

NOC_INLINE void allocate_vcs(const router_view_t *r, word_t *x) {
  for (uint64_t asked = va_ask(r, x->base, x->waiting); asked != 0; asked &= asked - 1) {
    uint32_t b = view_lowest(asked);
    grant_t g = va_grant(r, x->base, b);
    input_allocated(r, &g);
    output_allocated(r, &g);
    uint64_t none = input_waiting(&r->input[g.in]) == 0;
    x->waiting &= ~(none << view_other(b, g.in_port));
  }
}

NOC_INLINE void allocate_switch(const router_view_t *r, word_t *x, const uint32_t words,
                                const bool three, const bool record) {
  for (uint64_t asked = sa_ask(r, x->base, x->filled); asked != 0; asked &= asked - 1) {
    uint32_t b = view_lowest(asked);
    grant_t g = sa_grant(r, x->base, b);
    flit_t flit = input_granted(r, &g);
    output_granted(r, &g, flit.kind);
    uint32_t b_in = view_other(b, g.in_port);
    input_t *input = &r->input[g.in];
    x->granted |= view_bit(b_in);
    x->filled &= ~((uint64_t)(input->filled == 0) << b_in);
    // The packet behind the one that has left waits now.
    x->waiting |= (uint64_t)(input_waiting(input) != 0) << b_in;
    if (three) {
      input->st_port = (uint8_t)g.out_port;
      input->st_vc = (uint8_t)g.out_vc;
      input->st_kind = (uint8_t)flit.kind;
      input->st_slot = (uint16_t)flit.slot;
    } else {
      cross(r, x, b_in, g.out_port, g.out_vc, flit, words, record);
    }
  }
}

NOC_INLINE void take_arrivals(const router_view_t *r, word_t *x, uint64_t arriving,
                              const uint32_t words, const bool cut_through, const bool record) {
  x->filled |= arriving;
  for (; arriving != 0; arriving &= arriving - 1) {
    uint32_t b = view_lowest(arriving);
    uint32_t m = x->m0 + b / VIEW_LANE_BITS;
    arrival_t a =
        input_arrive(r, x->base + r->table->port_at[b], r->f.addr[m], words, cut_through);
    x->waiting |= (uint64_t)a.waits << b;
    if (record) {
      record_write(r, m, b % VIEW_LANE_BITS, &a);
    }
  }
}

NOC_INLINE void take_credits(const router_view_t *r, const word_t *x, uint64_t credits) {
  for (; credits != 0; credits &= credits - 1) {
    uint32_t b = view_lowest(credits);
    output_credit(r, x->base + r->table->port_at[b], x->base + r->table->lane_at[b]);
  }
}

// Everything is decided from the registers before the edge: what traverses is read before anything
// is written into the buffers, and what arrives comes last.
NOC_INLINE void step_word(const router_view_t *r, uint32_t m0, uint32_t end, const uint32_t words,
                          const bool three, const bool cut_through, const bool record) {
  word_t x = {.m0 = m0, .base = m0 * r->ports};
  uint64_t arriving = view_load(r->f.in_valid, m0, end);
  uint64_t credits = view_load(r->f.credit_in_valid, m0, end);
  uint64_t crossing = view_load(r->st_valid, m0, end);
  x.filled = view_load(r->inputs_filled, m0, end);
  if ((arriving | credits | crossing | x.filled) != 0) {
    x.waiting = view_load(r->inputs_waiting, m0, end);
    if (three) {
      cross_registered(r, &x, crossing, words, record);
    }
    allocate_vcs(r, &x);
    allocate_switch(r, &x, words, three, record);
    take_arrivals(r, &x, arriving, words, cut_through, record);
    take_credits(r, &x, credits);
    if (three) {
      view_store(r->st_valid, m0, end, x.granted);
    }
    view_store(r->inputs_filled, m0, end, x.filled);
    view_store(r->inputs_waiting, m0, end, x.waiting);
    if (record) {
      for (uint32_t m = m0; m < end && m < m0 + VIEW_LANES; m++) {
        router_registers(r, m, &r->f, m);
      }
    }
  }
  view_store(r->f.credit_out_valid, m0, end, x.granted);
  view_store(r->f.out_valid, m0, end, x.out_valid);
}

NOC_INLINE void step_all(const router_view_t *view, uint32_t first, uint32_t end,
                         const uint32_t words, const bool three, const bool cut_through,
                         const bool record) {
  // A copy that no store can reach: the pointers in it stay in registers.
  const router_view_t r = *view;
  for (uint32_t m = first; m < end; m += VIEW_LANES) {
    step_word(&r, m, end, words, three, cut_through, record);
  }
}

// One function for each kind of shape that runs long and often, one for all others.
NOC_INLINE void step_kinds(const router_view_t *r, uint32_t first, uint32_t end) {
  if (r->words == 1 && !r->record) {
    if (r->pipeline == 3) {
      step_all(r, first, end, 1, true, r->cut_through, false);
    } else {
      step_all(r, first, end, 1, false, r->cut_through, false);
    }
  } else {
    if (r->record) {
      clear_wires(r, first, end);
    }
    step_all(r, first, end, r->words, r->pipeline == 3, r->cut_through, r->record);
  }
}

#ifdef __x86_64__
static __attribute__((target("bmi,bmi2"))) void step_bmi2(const router_view_t *r, uint32_t first,
                                                          uint32_t end) {
  step_kinds(r, first, end);
}
#else
#define step_bmi2 step_kinds
#endif

void router_step(const router_view_t *r, uint32_t first, uint32_t end) {
  if (PACK_HAS_BMI2()) {
    step_bmi2(r, first, end);
  } else {
    step_kinds(r, first, end);
  }
}
