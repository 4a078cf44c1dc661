// switch_allocator -- golden model of rtl/router/switch_allocator.sv: which flits cross in this
// cycle. docs/microarchitecture.md, section 10.
//
// Behaviour  Separable, input first. An input picks one of its VCs that hold an output VC and have
//            a flit for which it has the credits, those that have won VC allocation in this cycle
//            included (a cut-through head needs credits for its whole packet, others one); an
//            output picks one of the inputs that ask for it. Both choices are round robin, with
//            ages among the oldest packets; the pointers of winners move. With speculation a VC
//            that has just won does not ask by itself: outputs that nobody asks for pick one of
//            the bids of inputs that do not ask, and who has won VC allocation as well is granted.
//            Among bids the input goes first that won a VC of the output longest ago.
//            A router with a wavefront (section 10.2) chooses pairs of an input and an output, as
//            many as fit together, and a pair picks one of the VCs.
// Time       After input_allocated(), whose winners count; else it reads the registers before the
//            edge, and moves its pointers at it.
// Registers  sa_in_ptr, sa_out_ptr; with speculation sa_bid_order; with a wavefront sa_diagonal,
//            sa_pair_ptr.
//
// `base` is the first port of the word's members; used like the VC allocator.

#ifndef NOC_SWITCH_ALLOCATOR_H
#define NOC_SWITCH_ALLOCATOR_H

#include "router/input_unit.h"
#include "router/router_view.h"
#include "router/rr_arbiter.h"
#include "router/wavefront.h"

#ifdef __cplusplus
extern "C" {
#endif

// In a router with ages, between the stages, an input stops asking for an output that an older one
// asks for. Returns the outputs that are still asked for.
NOC_INLINE uint64_t sa_leave_oldest(const router_view_t *r, size_t base, uint64_t asked) {
  uint64_t still = 0;
  for (; asked != 0; asked &= asked - 1) {
    const size_t b = view_lowest(asked);
    port_t *output = &r->port[base + b];
    output->want = (uint16_t)input_oldest_picks(r, base + r->table->lane[b], output->want);
    still |= (uint64_t)(output->want != 0) << b;
  }
  return still;
}

// The bids that may be picked: of inputs that do not ask, `asking` being those that do, for outputs
// that nobody asks for. Returns these outputs.
NOC_INLINE uint64_t sa_bids(const router_view_t *r, size_t base, uint64_t asking, uint64_t asked,
                            const speculation_t *s) {
  uint64_t wanted = 0;
  for (uint64_t left = s->bid & ~asking; left != 0; left &= left - 1) {
    const size_t b = view_lowest(left);
    const size_t lane = r->table->lane[b];
    const size_t out = lane + s->bid_port[b];
    if ((asked >> out & 1) == 0) {
      port_t *output = &r->port[base + out];
      r->port[base + b].choice = s->bid_vc[b];
      output->want = (uint16_t)(output->want | UINT32_C(1) << (b - lane));
      wanted |= view_bit(out);
    }
  }
  return wanted;
}

// Inputs that win a VC of an output go last in its order of bids, as they stood.
NOC_INLINE void sa_move_bids(const router_view_t *r, size_t base, const speculation_t *s) {
  for (uint64_t left = s->given; left != 0; left &= left - 1) {
    const size_t o = view_lowest(left);
    uint64_t *order = view_bid_order(r, base + o);
    for (uint32_t winners = s->winners[o]; winners != 0;) {
      const size_t i = order_first(order, r->ports, winners);
      order_last(order, r->ports, i);
      winners &= ~(UINT32_C(1) << i);
    }
  }
}

// Picks a bid for each output that has some. Returns the outputs whose pick has won an output VC;
// they are asked for by that input alone.
NOC_INLINE uint64_t sa_speculate(const router_view_t *r, size_t base, uint64_t asking,
                                 uint64_t asked, speculation_t *s) {
  uint64_t used = 0;
  s->picked = sa_bids(r, base, asking, asked, s);
  for (uint64_t left = s->picked; left != 0; left &= left - 1) {
    const size_t o = view_lowest(left);
    const size_t lane = r->table->lane[o];
    port_t *output = &r->port[base + o];
    uint32_t want = output->want;
    if (r->aged) {
      want = input_oldest_picks(r, base + lane, want);
    }
    const size_t i = order_first(view_bid_order(r, base + o), r->ports, want);
    const uint64_t wins = s->won >> (lane + i) & 1;
    output->want = (uint16_t)(wins << i);
    used |= wins << o;
  }
  sa_move_bids(r, base, s);
  s->wasted = s->picked & ~used;
  return used;
}

// The VCs of input `in`, of those in `request`, that ask for the output at bit `out`.
NOC_INLINE uint32_t sa_ask_for(const router_view_t *r, size_t in, uint32_t request, size_t out) {
  uint32_t asking = 0;
  for (; request != 0; request &= request - 1) {
    const size_t v = view_lowest(request);
    asking |= (uint32_t)(r->input_vc[in * r->vcs + v].out_bit == out) << v;
  }
  return asking;
}

// The VCs of the input at bit b that ask.
NOC_INLINE uint32_t sa_requests(const router_view_t *r, size_t base, size_t b,
                                const speculation_t *s) {
  uint32_t request = input_ready(r->port[base + b].input);
  if (r->speculative && (s->won >> b & 1) != 0) {
    request &= ~(UINT32_C(1) << s->won_vc[b]);
  }
  return request;
}

// Notes every pair that a VC of the inputs in `filled` asks for. Returns the outputs; *asking: the
// inputs.
NOC_INLINE uint64_t sa_ask_pairs(const router_view_t *r, size_t base, uint64_t filled,
                                 const speculation_t *s, uint64_t *asking) {
  uint64_t asked = 0;
  for (; filled != 0; filled &= filled - 1) {
    const size_t b = view_lowest(filled);
    const uint32_t request = sa_requests(r, base, b, s);
    *asking |= (uint64_t)(request != 0) << b;
    for (uint32_t left = request; left != 0; left &= left - 1) {
      const size_t out = r->input_vc[(base + b) * r->vcs + view_lowest(left)].out_bit;
      port_t *output = &r->port[base + out];
      output->want = (uint16_t)(output->want | r->table->bit[b]);
      asked |= view_bit(out);
    }
  }
  return asked;
}

// The pair of the output at bit b and of the one input that it still wants: picks its VC.
NOC_INLINE void sa_pick_vc(const router_view_t *r, size_t base, size_t b, const speculation_t *s) {
  const size_t lane = r->table->lane[b];
  const size_t in = lane + view_lowest(r->port[base + b].want);
  uint32_t request = sa_requests(r, base, in, s);
  if ((request & (request - 1)) != 0) {
    const uint8_t pointer = r->pair_ptr[(base + in) * r->ports + b - lane];
    request = UINT32_C(1) << rr_winner(sa_ask_for(r, base + in, request, b), pointer);
  }
  r->port[base + in].choice = (uint8_t)view_lowest(request);
}

// A wavefront over the pairs of the member whose port 0 is at bit `lane`, and whose outputs in
// `rows` are asked for: leaves them the input that they get. Returns those that get one.
NOC_INLINE uint32_t sa_match_member(const router_view_t *r, size_t base, size_t lane,
                                    uint32_t rows) {
  port_t *output = &r->port[base + lane];
  uint8_t *diagonal = &r->diagonal[(base + lane) / r->ports];
  const unsigned first = *diagonal;
  uint32_t inputs = 0;
  uint32_t turns = 0;
  uint32_t met = 0;  // inputs that ask for several outputs, and anything if an output has several
  for (uint32_t left = rows; left != 0; left &= left - 1) {
    const unsigned o = (unsigned)view_lowest(left);
    const uint32_t want = output[o].want;
    met |= (inputs & want) | (want & (want - 1));
    inputs |= want;
    turns |= wavefront_turns(want, o, (unsigned)r->ports, first);
  }
  *diagonal = wavefront_next(turns, (unsigned)r->ports, first);
  if (met == 0) {
    return rows;  // no two pairs meet
  }
  uint16_t row[WAVEFRONT_MAX];
  for (uint32_t left = rows; left != 0; left &= left - 1) {
    row[view_lowest(left)] = output[view_lowest(left)].want;
  }
  const uint32_t granted = wavefront_match(row, rows, (unsigned)r->ports, first);
  for (uint32_t left = rows; left != 0; left &= left - 1) {
    output[view_lowest(left)].want = row[view_lowest(left)];
  }
  return granted;
}

// Matches the pairs of each member. Returns the outputs with a grant.
NOC_INLINE uint64_t sa_match_pairs(const router_view_t *r, size_t base, uint64_t asked,
                                   const speculation_t *s) {
  const uint64_t ports = (UINT64_C(1) << r->ports) - 1;
  uint64_t granted = 0;
  while (asked != 0) {
    const size_t lane = r->table->lane[view_lowest(asked)];
    granted |= (uint64_t)sa_match_member(r, base, lane, (uint32_t)(asked >> lane & ports)) << lane;
    asked &= ~(ports << lane);
  }
  for (uint64_t left = granted; left != 0; left &= left - 1) {
    sa_pick_vc(r, base, view_lowest(left), s);
  }
  return granted;
}

// Both stages in one, for sa_ask().
NOC_INLINE uint64_t sa_ask_wavefront(const router_view_t *r, size_t base, uint64_t filled,
                                     speculation_t *s) {
  uint64_t asking = 0;
  const uint64_t asked = sa_ask_pairs(r, base, filled, s, &asking);
  const uint64_t granted = sa_match_pairs(r, base, asked, s);
  return r->speculative ? granted | sa_speculate(r, base, asking, asked, s) : granted;
}

// The input stage over the inputs in `filled`, a word. Returns the outputs that are asked for, with
// a wavefront those that are granted, with speculation those with a grant to a bid as well, for
// which *s is used and filled in.
NOC_INLINE uint64_t sa_ask(const router_view_t *r, size_t base, uint64_t filled, speculation_t *s) {
  uint64_t asked = 0;
  uint64_t asking = 0;
  if (r->wavefront) {
    return sa_ask_wavefront(r, base, filled, s);
  }
  for (; filled != 0; filled &= filled - 1) {
    size_t b = view_lowest(filled);
    size_t in = base + b;
    port_t *input = &r->port[in];
    uint32_t request = sa_requests(r, base, b, s);
    if (r->aged) {
      request = input_oldest(r, in, request);
    }
    if (request != 0) {
      size_t v = rr_first(request, input->sa_in_favoured);
      size_t out = r->input_vc[in * r->vcs + v].out_bit;
      port_t *output = &r->port[base + out];
      input->choice = (uint8_t)v;
      output->want = (uint16_t)(output->want | r->table->bit[b]);
      asked |= view_bit(out);
      asking |= view_bit(b);
    }
  }
  if (r->aged) {
    asked = sa_leave_oldest(r, base, asked);
  }
  return r->speculative ? asked | sa_speculate(r, base, asking, asked, s) : asked;
}

// The output stage for the output at bit b, which has been asked for: there is a winner.
NOC_INLINE grant_t sa_grant(const router_view_t *r, size_t base, size_t b) {
  size_t lane = r->table->lane[b];
  size_t out = base + b;
  port_t *output = &r->port[out];
  size_t i = rr_first(output->want, output->sa_out_favoured);
  size_t in = base + lane + i;
  size_t v = r->port[in].choice;
  output->want = 0;
  if (r->wavefront) {
    r->pair_ptr[in * r->ports + b - lane] = r->table->next_vc[v];
  } else {
    output->sa_out_favoured = r->table->favoured_port[i];
    r->port[in].sa_in_favoured = r->table->favoured_vc[v];
  }
  return (grant_t){.in = in,
                   .out = out,
                   .in_port = i,
                   .out_port = b - lane,
                   .out_bit = b,
                   .in_vc = v,
                   .out_vc = r->input_vc[in * r->vcs + v].out_vc};
}

// The unit alone: one router's allocator. Returns the number of grants, at most `ports`; *s is read
// and filled in with speculation only.
uint32_t sa_clock(const router_view_t *r, speculation_t *s, grant_t *granted);

#ifdef __cplusplus
}
#endif

#endif
