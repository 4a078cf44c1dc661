// router -- golden model of a router; see router.h.

#include "router/router.h"

#include <stddef.h>

#include "router/configuration.h"
#include "router/crossbar.h"
#include "router/fetch.h"
#include "router/input_unit.h"
#include "router/output_unit.h"
#include "router/route.h"
#include "router/route_ahead.h"
#include "router/route_late.h"
#include "router/rr_arbiter.h"
#include "router/switch_allocator.h"
#include "router/vc_allocator.h"
#include "shape/member_arrays.h"
#include "shape/pack.h"
#include "shape/packet.h"

static void clear_wires(const router_view_t *r) {
  CLEAR_PART(r->f.wr_en, 1);
  CLEAR_PART(r->f.wr_slot, r->ports);
  CLEAR_PART(r->f.wr_tag, r->ports);
  CLEAR_PART(r->f.wr_payload, r->ports * r->words);
  CLEAR_PART(r->f.rd_en, 1);
  CLEAR_PART(r->f.rd_slot, r->ports);
  if (r->routing == ROUTE_TABLE) {
    CLEAR_PART(r->f.tbl_wr_en, 1);
    CLEAR_PART(r->f.tbl_wr_row, 1);
    CLEAR_PART(r->f.tbl_wr_data, 1);
  }
  if (r->aged && !r->worms.on) {
    CLEAR_PART(r->f.wr_age, r->ports);
  }
  if (r->late) {
    CLEAR_PART(r->f.wr_late, r->ports);
  }
  if (r->speculative) {
    CLEAR(r->f.sa_spec, 1);
    CLEAR(r->f.sa_wasted, 1);
  }
  if (r->copies != NULL) {
    r->copies->clear_wires(r);
  }
}

static void reset_orders(const router_view_t *r) {
  const size_t ports = r->members * r->ports;
  CLEAR(r->in_order, r->ports * order_words(r->vcs));
  CLEAR(r->out_order, r->ports * r->vcs * order_words(r->ports));
  if (r->speculative) {
    CLEAR(r->bid_order, r->ports * order_words(r->ports));
  }
  for (size_t in = 0; in < ports; in++) {
    order_reset(view_in_order(r, in), r->vcs);
  }
  for (size_t out = 0; out < ports; out++) {
    if (r->speculative) {
      order_reset(view_bid_order(r, out), r->ports);
    }
    for (size_t w = 0; w < r->vcs; w++) {
      order_reset(view_out_order(r, out, w), r->ports);
    }
  }
}

// The bank's own wires lead to its pins.
static void reset_wires(const router_view_t *r) {
  const uint32_t ports = (uint32_t)r->ports;
  for (uint32_t out = 0; out < r->members * ports; out++) {
    const uint32_t member = out / ports;
    r->wire[out] = wire_to(out, member / r->group, member % r->group * ports + out % ports);
  }
}

void router_reset(const router_view_t *r) {
  const size_t ports = r->ports;
  const size_t vcs = ports * r->vcs;
  const size_t words = view_groups(r, r->members);
  CLEAR(r->f.out_valid, 1);
  CLEAR(r->f.out_vc, ports);
  CLEAR(r->f.out_kind, ports);
  CLEAR(r->f.out_payload, ports * r->words);
  CLEAR(r->f.credit_out_valid, 1);
  CLEAR(r->f.credit_out_vc, ports);
  CLEAR(r->port, ports);
  CLEAR(r->input_vc, vcs);
  CLEAR(r->output_vc, vcs);
  memset(r->st_valid, 0, words * sizeof *r->st_valid);
  memset(r->inputs_filled, 0, words * sizeof *r->inputs_filled);
  memset(r->inputs_waiting, 0, words * sizeof *r->inputs_waiting);
  if (r->routing == ROUTE_TABLE) {
    CLEAR(r->row_group, ports * r->classes);
  }
  if (r->late) {
    memset(r->inputs_late, 0, words * sizeof *r->inputs_late);
    CLEAR(r->late_flit, ports);
  }
  if (r->aged) {
    CLEAR(r->vc_age, vcs);
  }
  if (r->cut_through) {
    CLEAR(r->passes, vcs);
  }
  if (r->speculative) {
    CLEAR(r->speculated, ports);
    CLEAR(r->wasted, ports);
  }
  if (r->wavefront) {
    CLEAR(r->diagonal, 1);
    CLEAR(r->pair_ptr, ports * ports);
  }
  reset_orders(r);
  if (r->copies != NULL) {
    r->copies->reset(r);
  } else {
    reset_wires(r);
  }
  for (size_t k = 0; k < r->members * vcs; k++) {
    r->output_vc[k].credit = (uint16_t)r->depth;
  }
  for (size_t k = 0; k < r->members * ports; k++) {
    r->port[k].output = ((UINT32_C(1) << r->vcs) - 1) << OUTPUT_CREDITED;
    r->port[k].sa_in_favoured = r->port[k].sa_out_favoured = rr_favoured(0);
  }
  if (r->record) {
    clear_wires(r);
    for (uint32_t m = 0; m < r->members; m++) {
      router_registers(r, m, &r->f, m);
    }
  }
}

static void record_write(const router_view_t *r, uint32_t m, size_t in, const arrival_t *a) {
  r->f.wr_en[m] = (uint16_t)(r->f.wr_en[m] | UINT32_C(1) << (in - m * r->ports));
  r->f.wr_slot[in] = (uint16_t)(a->at - in * r->slots);
  r->f.wr_tag[in] = (uint32_t)a->tag;
  memcpy(&r->f.wr_payload[in * r->words], &r->payload[a->at * r->words],
         r->words * sizeof *r->f.wr_payload);
  if (r->aged) {
    r->f.wr_age[in] = a->age;
  }
}

static void record_read(const router_view_t *r, uint32_t m, size_t in, size_t at) {
  r->f.rd_en[m] = (uint16_t)(r->f.rd_en[m] | UINT32_C(1) << (in - m * r->ports));
  r->f.rd_slot[in] = (uint16_t)(at - in * r->slots);
}

// The clock edge of one group, in parts.
typedef struct {
  uint32_t m0;               // first member
  size_t base;               // first port
  size_t memory;             // where its flit memories begin
  uint64_t filled, waiting;  // inputs_filled, inputs_waiting
  uint64_t granted;          // inputs with a flit that is granted the switch
  uint64_t allocated;        // inputs that win an output VC
  uint64_t given;            // outputs whose VCs or switch are given to an input
  speculation_t speculation;
} group_t;

// A flit crosses from the input at bit b to the output at bit `to`.
NOC_INLINE void cross(const router_view_t *r, group_t *x, size_t b, size_t to, size_t vc,
                      flit_t flit, const size_t words, const bool record) {
  const size_t out = x->base + to;
  const wire_t *wire = &r->wire[out];
  crossbar_carry(r, flit.at, wire->port, words);
  if (r->late && r->look && (flit.kind & KIND_HEAD) != 0) {
    route_put_bits(r, r->f.out_payload + wire->port * words, r->next[flit.at]);
  }
  output_load(r, wire->port, vc, flit.kind);
  wire_set(r->flit_out, wire);
  r->sent[out]++;
  if (record && !r->sync_read) {
    record_read(r, x->m0 + r->table->member[b], x->base + b, flit.at);
  }
}

// The flits whose grants were registered in the last cycle.
NOC_INLINE void cross_registered(const router_view_t *r, group_t *x, uint64_t crossing,
                                 const size_t words, const bool record) {
  for (; crossing != 0; crossing &= crossing - 1) {
    size_t b = view_lowest(crossing);
    const port_t *port = &r->port[x->base + b];
    const flit_t flit = {.at = x->memory + port->st_at, .kind = port->st_kind};
    cross(r, x, b, port->st_bit, port->st_vc, flit, words, record);
  }
}

// Shows the orders that a grant of the VC allocator has changed.
NOC_INLINE void record_orders(const router_view_t *r, const grant_t *g) {
  const size_t output_vc = g->out * r->vcs + g->out_vc;
  order_rows(view_in_order(r, g->in), r->vcs, &r->f.va_in_order[g->in * r->vcs]);
  order_rows(view_out_order(r, g->out, g->out_vc), r->ports,
             &r->f.va_out_order[output_vc * r->ports]);
}

NOC_INLINE void allocate_vcs(const router_view_t *r, group_t *x, const bool record) {
  va_t a;
  for (va_ask(r, x->base, x->waiting, &a, &x->speculation); a.asked != 0;) {
    grant_t g = va_grant(r, x->base, &a);
    input_allocated(r, &g);
    output_allocated(r, &g);
    x->allocated |= view_bit(g.in - x->base);
    if (r->speculative) {
      x->speculation.won_vc[g.in - x->base] = (uint8_t)g.in_vc;
      speculation_give(&x->speculation, g.out_bit, g.in_port);
    }
    if (record) {
      x->given |= view_bit(g.out - x->base);
      record_orders(r, &g);
    }
    uint64_t none = input_waiting(r->port[g.in].input) == 0;
    x->waiting &= ~(none << (g.in - x->base));
  }
  va_pass(r, x->base, &a);
}

// Counts what came of the bids, for the statistics, and shows it to observers.
NOC_INLINE void count_speculation(const router_view_t *r, const group_t *x, const bool record) {
  const speculation_t *s = &x->speculation;
  for (uint64_t left = s->picked; left != 0; left &= left - 1) {
    const size_t b = view_lowest(left);
    const uint32_t wasted = s->wasted >> b & 1;
    r->speculated[x->base + b]++;
    r->wasted[x->base + b] += wasted;
    if (record) {
      const uint32_t m = x->m0 + r->table->member[b];
      const size_t port = b - r->table->lane[b];
      r->f.sa_spec[m] = (uint16_t)(r->f.sa_spec[m] | UINT32_C(1) << port);
      r->f.sa_wasted[m] = (uint16_t)(r->f.sa_wasted[m] | wasted << port);
    }
  }
}

NOC_INLINE void allocate_switch(const router_view_t *r, group_t *x, const size_t words,
                                const bool three, const bool record) {
  uint64_t ended = 0;  // inputs that have given up the last flit of a packet
  x->speculation.won = x->allocated;
  for (uint64_t asked = sa_ask(r, x->base, x->filled, &x->speculation); asked != 0;
       asked &= asked - 1) {
    grant_t g = sa_grant(r, x->base, view_lowest(asked));
    const flit_t flit = input_flit(r, &g);
    if (output_granted(r, &g, flit.kind)) {
      input_starves(r, &g);
    }
    const wire_t *wire = &r->wire[g.in];
    const uint64_t input = input_granted(r, &g, &flit, wire->port);
    wire_set(r->credit_out, wire);
    size_t b_in = g.in - x->base;
    uint64_t drained = (input >> INPUT_FILLED & VC_MASK) == 0;
    x->granted |= view_bit(b_in);
    x->given |= record ? view_bit(g.out - x->base) : 0;
    x->filled &= ~(drained << b_in);
    ended |= (uint64_t)(flit.kind >> 1) << b_in;
    if (three) {
      port_t *port = &r->port[g.in];
      port->st_bit = (uint8_t)g.out_bit;
      port->st_vc = (uint8_t)g.out_vc;
      port->st_kind = (uint8_t)flit.kind;
      port->st_at = (uint32_t)(flit.at - x->memory);
      if (record && r->sync_read) {
        record_read(r, x->m0 + r->table->member[b_in], g.in, flit.at);
      }
    } else {
      cross(r, x, b_in, g.out_bit, g.out_vc, flit, words, record);
    }
  }
  if (r->speculative) {
    count_speculation(r, x, record);
  }
  for (; ended != 0; ended &= ended - 1) {  // perhaps the packet behind it waits
    size_t b = view_lowest(ended);
    x->waiting |= (uint64_t)(input_waiting(r->port[x->base + b].input) != 0) << b;
  }
}

// Late routes: what follows from the rows that were read in the last cycle.
NOC_INLINE void take_late(const router_view_t *r, const group_t *x, uint64_t late,
                          const bool record) {
  for (; late != 0; late &= late - 1) {
    const size_t b = view_lowest(late);
    const size_t in = x->base + b;
    const uint32_t bits = late_bits(r, in);
    input_late(r, in, bits);
    if (record) {
      r->f.wr_late[in] = (uint16_t)bits;
    }
  }
}

NOC_INLINE void take_arrivals(const router_view_t *r, group_t *x, uint64_t arriving,
                              const size_t words, const bool cut_through, const bool record) {
  size_t at[VIEW_WORD];
  uint64_t heads = 0;
  x->filled |= arriving;
  for (; arriving != 0; arriving &= arriving - 1) {
    size_t b = view_lowest(arriving);
    arrival_t a = input_arrive(r, x->base + b, words, cut_through);
    at[b] = a.at;
    heads |= (uint64_t)(a.kind & KIND_HEAD) << b;
    if (r->look && !r->late && (heads >> b & 1) != 0) {
      route_onward(r, x->m0 + r->table->member[b], x->base + b, r->payload + a.at * words);
    }
    if (record) {
      record_write(r, x->m0 + r->table->member[b], x->base + b, &a);
    }
  }
  for (; heads != 0; heads &= heads - 1) {
    size_t b = view_lowest(heads);
    size_t in = x->base + b;
    const size_t m = x->m0 + r->table->member[b];
    x->waiting |= (uint64_t)(input_waiting(r->port[in].input) != 0) << b;
    if (r->late) {
      late_read(r, m, in);
      if (!r->look) {
        continue;
      }
    }
    const uint32_t tag = input_route(r, at[b], route_head(r, m, in));
    if (record) {
      r->f.wr_tag[in] |= tag;
    }
  }
}

// Ports for the heads on the links, from the credits before the allocators use any.
NOC_INLINE void choose_ports(const router_view_t *r, const group_t *x, uint64_t arriving) {
  for (; arriving != 0; arriving &= arriving - 1) {
    size_t b = view_lowest(arriving);
    route_choose(r, x->m0 + r->table->member[b], x->base + b);
  }
}

NOC_INLINE void take_credits(const router_view_t *r, const group_t *x, uint64_t credits) {
  for (; credits != 0; credits &= credits - 1) {
    size_t b = view_lowest(credits);
    output_credit(r, x->base, b);
  }
}

// Shows the registers of the ports that had something to do, `busy`, or gave something; others keep
// theirs.
NOC_INLINE void record_registers(const router_view_t *r, const group_t *x, uint64_t busy) {
  const uint64_t ports = (UINT64_C(1) << r->ports) - 1;
  for (uint32_t m = x->m0; m < x->m0 + r->group && m < r->members; m++) {
    const uint64_t own = (busy | x->given) >> (m - x->m0) * r->ports & ports;
    if (own != 0) {
      r->touched[m / VIEW_WORD] |= view_bit(m % VIEW_WORD);
      router_port_registers(r, m, &r->f, m, own);
    }
  }
}

NOC_INLINE void fetch(const router_view_t *ahead, uint32_t group, fetch_t part) {
  if (ahead != NULL) {
    fetch_part(ahead, group, part);
  }
}

// Everything is decided from the registers before the edge: what traverses is read before anything
// is written into the buffers, and what arrives comes last; where it is allocated in the cycle of
// its arrival (`early`), before that. `ahead`: the view, if groups behind this one are fetched.
NOC_INLINE void step_group(const router_view_t *r, uint32_t group, const router_view_t *ahead,
                           const size_t words, const bool three, const bool cut_through,
                           const bool record) {
  group_t x;
  x.m0 = group * r->group;
  x.base = x.m0 * r->ports;
  x.memory = x.base * r->slots;
  x.filled = r->inputs_filled[group];
  x.granted = x.allocated = x.given = 0;
  x.speculation.bid = x.speculation.given = 0;
  x.speculation.picked = x.speculation.wasted = 0;
  uint64_t arriving = r->flit_in[group];
  uint64_t credits = r->credit_in[group];
  uint64_t crossing = r->st_valid[group];
  const uint64_t busy = arriving | credits | crossing | x.filled;
  if (busy == 0) {
    return;
  }
  r->flit_in[group] = 0;
  r->credit_in[group] = 0;
  x.waiting = r->inputs_waiting[group];
  fetch(ahead, group, FETCH_CROSSING);
  if (r->late) {
    take_late(r, &x, r->inputs_late[group], record);
    r->inputs_late[group] = arriving;
  } else if (r->adaptive) {
    choose_ports(r, &x, arriving);
  }
  if (three) {
    cross_registered(r, &x, crossing, words, record);
  }
  fetch(ahead, group, FETCH_PORTS);
  if (r->early) {
    take_arrivals(r, &x, arriving, words, cut_through, record);
  }
  allocate_vcs(r, &x, record);
  fetch(ahead, group, FETCH_QUEUES);
  allocate_switch(r, &x, words, three, record);
  fetch(ahead, group, FETCH_OUTPUTS);
  if (!r->early) {
    take_arrivals(r, &x, arriving, words, cut_through, record);
  }
  fetch(ahead, group, FETCH_ARRIVING);
  take_credits(r, &x, credits);
  r->st_valid[group] = three ? x.granted : 0;
  r->inputs_filled[group] = x.filled;
  r->inputs_waiting[group] = x.waiting;
  if (record) {
    record_registers(r, &x, busy);
  }
}

// Parameters that the code is made for; 0: any, as the view says. `mesh`: with one class; `ages`:
// also with ages, `speculates`: also with speculation, `looks`: also with lookahead, `lates`: also
// with late routes, `waves`: also with a wavefront, which no other code looks at.
typedef struct {
  size_t ports, vcs, words;
  bool mesh, ages, speculates, looks, lates, waves;
} fixed_t;

NOC_INLINE void step_all(const router_view_t *view, const fixed_t fixed, const bool three,
                         const bool cut_through, const bool record) {
  // A copy that no store can reach: what is in it may stay in registers.
  router_view_t r = *view;
  r.ports = fixed.ports != 0 ? fixed.ports : r.ports;
  r.vcs = fixed.vcs != 0 ? fixed.vcs : r.vcs;
  r.words = fixed.words != 0 ? fixed.words : r.words;
  r.cut_through = cut_through;
  r.aged = fixed.ages && r.aged;
  r.speculative = fixed.speculates && r.speculative;
  r.wavefront = fixed.waves && r.wavefront;
  r.early = fixed.looks && r.early;
  r.look = fixed.looks && r.look;
  r.late = fixed.lates && r.late;
  if (fixed.mesh) {
    r.routing = ROUTE_MESH;
    r.any_class = 0;
    r.adaptive = false;
  }
  const uint32_t end = view_groups(&r, r.end);
  const router_view_t *ahead = r.members >= FETCH_MEMBERS ? view : NULL;
  for (uint32_t group = r.first / r.group; group < end; group++) {
    step_group(&r, group, ahead, r.words, three, cut_through, record);
  }
}

// One piece of code for each kind of shape that runs long and often, one for all others; each a
// function of its own, since compilers do worse in one that holds them all.
static const fixed_t kPlanar = {.ports = 5, .vcs = 4, .words = 1, .mesh = true};
static const fixed_t kNarrowMesh = {.words = 1, .mesh = true};
static const fixed_t kNarrow = {.words = 1};
static const fixed_t kAny = {0};
static const fixed_t kAged = {.ages = true};
static const fixed_t kSpeculating = {.words = 1, .speculates = true};
static const fixed_t kLooking = {.words = 1, .speculates = true, .looks = true};
static const fixed_t kAll = {
    .ages = true, .speculates = true, .looks = true, .lates = true, .waves = true};

#define STEP_KINDS(suffix, attributes)                                                   \
  static __attribute__((attributes)) void recorded_##suffix(const router_view_t *r) {    \
    step_all(r, kAll, r->registered, r->cut_through, true);                              \
  }                                                                                      \
  static __attribute__((attributes)) void speculating_##suffix(const router_view_t *r) { \
    step_all(r, kSpeculating, r->pipeline == 3, r->cut_through, false);                  \
  }                                                                                      \
  static __attribute__((attributes)) void looking_##suffix(const router_view_t *r) {     \
    step_all(r, kLooking, r->registered, r->cut_through, false);                         \
  }                                                                                      \
  static __attribute__((attributes)) void all_##suffix(const router_view_t *r) {         \
    step_all(r, kAll, r->registered, r->cut_through, false);                             \
  }                                                                                      \
  static __attribute__((attributes)) void aged_##suffix(const router_view_t *r) {        \
    step_all(r, kAged, r->pipeline == 3, r->cut_through, false);                         \
  }                                                                                      \
  static __attribute__((attributes)) void any_##suffix(const router_view_t *r) {         \
    step_all(r, kAny, r->pipeline == 3, r->cut_through, false);                          \
  }                                                                                      \
  static __attribute__((attributes)) void narrow_##suffix(const router_view_t *r) {      \
    step_all(r, kNarrow, r->pipeline == 3, r->cut_through, false);                       \
  }                                                                                      \
  static __attribute__((attributes)) void mesh2_##suffix(const router_view_t *r) {       \
    step_all(r, kNarrowMesh, false, r->cut_through, false);                              \
  }                                                                                      \
  static __attribute__((attributes)) void mesh3_##suffix(const router_view_t *r) {       \
    step_all(r, kNarrowMesh, true, r->cut_through, false);                               \
  }                                                                                      \
  static __attribute__((attributes)) void planar_##suffix(const router_view_t *r) {      \
    step_all(r, kPlanar, true, false, false);                                            \
  }                                                                                      \
  static void step_##suffix(const router_view_t *r) {                                    \
    const bool mesh = r->routing == ROUTE_MESH && r->any_class == 0;                     \
    const bool looks = r->look || r->early;                                              \
    const bool small = !r->wavefront && !r->late && !r->aged && r->words == 1;           \
    if (r->record) {                                                                     \
      clear_wires(r);                                                                    \
      recorded_##suffix(r);                                                              \
    } else if (looks && small) {                                                         \
      looking_##suffix(r);                                                               \
    } else if (r->speculative && small) {                                                \
      speculating_##suffix(r);                                                           \
    } else if (r->speculative || looks || r->late || r->wavefront) {                     \
      all_##suffix(r);                                                                   \
    } else if (r->aged) {                                                                \
      aged_##suffix(r);                                                                  \
    } else if (r->words > 1) {                                                           \
      any_##suffix(r);                                                                   \
    } else if (!mesh) {                                                                  \
      narrow_##suffix(r);                                                                \
    } else if (r->pipeline == 2) {                                                       \
      mesh2_##suffix(r);                                                                 \
    } else if (r->ports == kPlanar.ports && r->vcs == kPlanar.vcs && !r->cut_through) {  \
      planar_##suffix(r);                                                                \
    } else {                                                                             \
      mesh3_##suffix(r);                                                                 \
    }                                                                                    \
  }

#ifdef __x86_64__
// Shorter shifts and bit scans where the processor has them; the others are from before 2013, and
// code for them is made small: half as long to compile.
#define PORTABLE_CODE noinline, cold
#define BMI2_CODE     noinline, target("bmi,bmi2")
STEP_KINDS(bmi2, BMI2_CODE)
#else
#define PORTABLE_CODE noinline
#define step_bmi2     step_portable
#endif
STEP_KINDS(portable, PORTABLE_CODE)

// Brings the valid pins of a bank that has some to its words, and back.
static void load_pins(const router_view_t *r) {
  for (uint32_t group = r->first / r->group; group < view_groups(r, r->end); group++) {
    const uint32_t m0 = group * r->group;
    r->flit_in[group] = view_load(r, r->f.in_valid, m0);
    r->credit_in[group] = view_load(r, r->f.credit_in_valid, m0);
    r->flit_out[group] = r->credit_out[group] = 0;
  }
}
static void store_pins(const router_view_t *r) {
  for (uint32_t group = r->first / r->group; group < view_groups(r, r->end); group++) {
    const uint32_t m0 = group * r->group;
    view_store(r, r->f.out_valid, m0, r->flit_out[group]);
    view_store(r, r->f.credit_out_valid, m0, r->credit_out[group]);
  }
}

static void step_copies(const router_view_t *r) {
  if (r->record) {
    clear_wires(r);
  }
  r->copies->step(r);
}

void router_step(const router_view_t *r) {
  if (r->copies != NULL) {
    step_copies(r);
  } else {
    if (!r->wired) {
      load_pins(r);
    }
    if (r->record) {
      memset(r->touched, 0, view_touched_words(r) * sizeof *r->touched);
    }
    if (PACK_HAS_BMI2()) {
      step_bmi2(r);
    } else {
      step_portable(r);
    }
    if (!r->wired) {
      store_pins(r);
    }
  }
  if (r->cfg_words > 0 && configuration_comes(r)) {
    configuration_take(r);
    if (r->touched != NULL) {
      memset(r->touched, 0xff, view_touched_words(r) * sizeof *r->touched);
    }
  }
}
