// input_unit -- golden model of rtl/router/input_unit.sv: the buffer of an input port and what its
// packets hold. docs/microarchitecture.md, section 7.
//
// Behaviour  A flit on the link is pushed to its VC's queue, a head with its route in the tag. A VC
//            that wins an output VC becomes active. A VC that is granted the switch gives up its
//            front flit and returns a credit; the last flit of a packet ends its activity.
// Time       One clock edge is input_allocated(), input_granted(), input_arrive(), in this order:
//            the grants were decided from the registers before the edge, and a flit that arrives
//            takes no part before the next. With early allocation input_arrive() comes first, and
//            it takes part. credit_out_valid is the mask of the grants.
// Registers  in_wr, in_rd, in_count, in_active, in_out_port, in_out_vc, in_age, credit_out_*.
//            in_front and in_front_age repeat what lies in the memories; there is no copy here.
//
//   VC v       empty ---head arrives---> waits ---VC allocated---> ready ---last flit leaves---> ..
//              count 0                   count > 0, not active     active

#ifndef NOC_INPUT_UNIT_H
#define NOC_INPUT_UNIT_H

#include <stddef.h>

#include "router/fifo.h"
#include "router/oldest.h"
#include "router/route.h"
#include "router/router_view.h"
#include "shape/packet.h"

#ifdef __cplusplus
extern "C" {
#endif

// A tag is {class, port, kind}. As it is observed it has `need` on top, which is a memory of its
// own here: only cut-through asks for it, and the tag then is two bytes whatever the shape.
NOC_INLINE uint32_t tag_kind(uint32_t tag) {
  return tag & 3;
}
NOC_INLINE uint32_t tag_port(const router_view_t *r, uint32_t tag) {
  return (tag >> 2) & r->tag_port_mask;
}
NOC_INLINE uint32_t tag_class(const router_view_t *r, uint32_t tag) {
  return tag >> r->tag_class_lsb;
}

// Where the front flit of VC v lies in the memories; its tag, and the credits that a head needs to
// be let go. Meaningless while there is none.
NOC_INLINE size_t input_front_at(const router_view_t *r, size_t in, size_t v) {
  const size_t q = in * r->vcs + v;
  return q * r->depth + r->input_vc[q].rd;
}
NOC_INLINE uint32_t input_front(const router_view_t *r, size_t in, size_t v) {
  return r->tag[input_front_at(r, in, v)];
}
NOC_INLINE uint32_t input_need(const router_view_t *r, size_t in, size_t v) {
  return r->cut_through ? r->need[input_front_at(r, in, v)] : 1;
}

// The VCs that wait for an output VC; those that may use the switch.
NOC_INLINE uint32_t input_waiting(uint64_t input) {
  return (uint32_t)(input >> INPUT_FILLED & ~(input >> INPUT_ACTIVE)) & VC_MASK;
}
NOC_INLINE uint32_t input_ready(uint64_t input) {
  return (uint32_t)input >> INPUT_FILLED & (uint32_t)input >> INPUT_CREDITED;
}

// The front tag of VC v as it is observed, with what a head needs on top; 0 while it is empty.
NOC_INLINE uint32_t input_front_register(const router_view_t *r, size_t in, size_t v) {
  if (r->input_vc[in * r->vcs + v].count == 0) {
    return 0;
  }
  const uint32_t tag = input_front(r, in, v);
  const bool head = (tag_kind(tag) & KIND_HEAD) != 0;
  const uint32_t next = r->late && r->look ? r->next[input_front_at(r, in, v)] : 0;
  return tag | (head ? input_need(r, in, v) : 0) << r->tag_need_lsb | next << r->tag_next_lsb;
}

// The age that stands with it: of a head, else 0.
NOC_INLINE uint32_t input_front_age_register(const router_view_t *r, size_t in, size_t v) {
  const size_t at = input_front_at(r, in, v);
  const bool head =
      r->input_vc[in * r->vcs + v].count > 0 && (tag_kind(r->tag[at]) & KIND_HEAD) != 0;
  return head ? r->age[at] : 0;
}

// Credits that the flit at the front needs downstream: a head those that VC allocation asks for,
// any other flit one. An active VC without flits has sent its head.
NOC_INLINE uint32_t input_front_need(const router_view_t *r, size_t in, size_t v) {
  const bool filled = (r->port[in].input >> (INPUT_FILLED + v) & 1) != 0;
  const uint32_t need = filled ? input_need(r, in, v) : 0;
  return need > 1 ? need : 1;
}

// The age of VC v: of the head at the front, else of the packet whose head left last.
NOC_INLINE uint32_t input_age(const router_view_t *r, size_t in, size_t v) {
  const size_t at = input_front_at(r, in, v);
  const bool filled = (r->port[in].input >> (INPUT_FILLED + v) & 1) != 0;
  return filled && (tag_kind(r->tag[at]) & KIND_HEAD) != 0 ? r->age[at]
                                                           : r->vc_age[in * r->vcs + v];
}

// Picks the oldest of the requests of an input's VCs, with ages.
NOC_INLINE uint32_t input_oldest(const router_view_t *r, size_t in, uint32_t request) {
  uint32_t age[SHAPE_MAX_VCS];
  if ((request & (request - 1)) == 0) {
    return request;
  }
  for (uint32_t left = request; left != 0; left &= left - 1) {
    const size_t v = view_lowest(left);
    age[v] = input_age(r, in, v);
  }
  return oldest_of(request, age, r->age_bits);
}

// The oldest of the inputs `want` of the router whose input 0 is `inputs`, by the VCs they have
// picked.
NOC_INLINE uint32_t input_oldest_picks(const router_view_t *r, size_t inputs, uint32_t want) {
  uint32_t age[SHAPE_MAX_PORTS];
  if ((want & (want - 1)) == 0) {
    return want;
  }
  for (uint32_t left = want; left != 0; left &= left - 1) {
    const size_t i = view_lowest(left);
    age[i] = input_age(r, inputs + i, r->port[inputs + i].choice);
  }
  return oldest_of(want, age, r->age_bits);
}

// VC allocation won. With cut-through the head may have to wait for its room; with wormhole the VC
// has a credit.
NOC_INLINE void input_allocated(const router_view_t *r, const grant_t *g) {
  input_vc_t *vc = &r->input_vc[g->in * r->vcs + g->in_vc];
  vc->out_bit = (uint8_t)g->out_bit;
  vc->out_vc = (uint8_t)g->out_vc;
  const uint64_t room = !r->cut_through || r->output_vc[g->out * r->vcs + g->out_vc].credit >=
                                               input_front_need(r, g->in, g->in_vc);
  const uint64_t held = view_bit(INPUT_ACTIVE) | room << INPUT_CREDITED;
  r->port[g->in].input |= held << g->in_vc;
}

// The flit at the front of a VC that is granted the switch. Its payload is read in the cycle of the
// traversal.
NOC_INLINE flit_t input_flit(const router_view_t *r, const grant_t *g) {
  const size_t at = input_front_at(r, g->in, g->in_vc);
  return (flit_t){.at = at, .kind = tag_kind(r->tag[at])};
}

// Its output VC has no credit left.
NOC_INLINE void input_starves(const router_view_t *r, const grant_t *g) {
  r->port[g->in].input &= ~(view_bit(INPUT_CREDITED) << g->in_vc);
}

// Switch granted: pops that flit. `credit` is where the credit goes, in credit_out_vc. Returns
// port[].input as it is then.
NOC_INLINE uint64_t input_granted(const router_view_t *r, const grant_t *g, const flit_t *flit,
                                  size_t credit) {
  size_t v = g->in_vc;
  input_vc_t *vc = &r->input_vc[g->in * r->vcs + v];
  (void)fifo_pop(&vc->rd, &vc->count, r->depth);
  if (r->aged && (flit->kind & KIND_HEAD) != 0) {
    r->vc_age[g->in * r->vcs + v] = r->age[flit->at];
  }
  uint64_t last = flit->kind >> 1;
  uint64_t empty = vc->count == 0;
  uint64_t ends = last << INPUT_ACTIVE | last << INPUT_CREDITED | empty << INPUT_FILLED;
  uint64_t input = r->port[g->in].input & ~(ends << v);
  r->port[g->in].input = input;
  r->f.credit_out_vc[credit] = (uint8_t)v;
  return input;
}

typedef struct {
  size_t at;  // where it lies in the memories
  uint32_t kind;
  size_t tag;    // as it is observed, of a head without its route
  uint32_t age;  // with ages: of a head
} arrival_t;

// A flit is on the link of an input.
NOC_INLINE arrival_t input_arrive(const router_view_t *r, size_t in, const size_t words,
                                  const bool cut_through) {
  size_t v = r->f.in_vc[in];
  const size_t q = in * r->vcs + v;
  input_vc_t *vc = &r->input_vc[q];
  const size_t at = q * r->depth + fifo_push(&vc->wr, &vc->count, r->depth);
  const uint64_t *payload = r->f.in_payload + in * words;
  const uint32_t kind = r->f.in_kind[in];
  r->tag[at] = (uint16_t)kind;
  uint32_t need = kind & 1;
  if (cut_through) {
    need = (uint32_t)(payload[0] >> r->length_lsb) & r->length_mask & (0 - need);
    r->need[at] = (uint16_t)need;
  }
  uint32_t age = 0;
  if (r->aged && (kind & KIND_HEAD) != 0) {
    age = r->age[at] = (uint32_t)packet_field(payload, r->age_lsb, r->age_bits);
  }
  for (size_t w = 0; w < words; w++) {
    r->payload[at * words + w] = payload[w];
  }
  if (r->routing == ROUTE_SOURCE && (kind & KIND_HEAD) != 0) {
    route_source_shift(r, r->payload + at * words);
  }
  r->port[in].input |= view_bit(INPUT_FILLED) << v;
  if (r->late) {
    r->late_flit[in] = (late_flit_t){.vc = (uint8_t)v, .position = (uint16_t)(at - q * r->depth)};
    if (r->look) {
      r->next[at] = 0;
    }
  }
  return (arrival_t){
      .at = at, .kind = kind, .tag = kind | (size_t)need << r->tag_need_lsb, .age = age};
}

// The head that has just arrived and lies at `at` has a route, which goes to its tag: bodies and
// tails carry class 0 and port 0. Returns what is added to the tag.
NOC_INLINE uint32_t input_route(const router_view_t *r, size_t at, next_hop_t route) {
  const uint32_t of_head = route.port << 2 | route.vc_class << r->tag_class_lsb;
  r->tag[at] |= (uint16_t)of_head;
  return of_head;
}

// The late bits of the flit that came in the last cycle: with lookahead the route at the next
// router, which goes into the head as it leaves, else its route here. 0: it is no head.
NOC_INLINE void input_late(const router_view_t *r, size_t in, uint32_t bits) {
  const late_flit_t *late = &r->late_flit[in];
  const size_t at = (in * r->vcs + late->vc) * r->depth + late->position;
  if (r->look) {
    r->next[at] = (uint16_t)bits;
  } else {
    r->tag[at] |= (uint16_t)(bits << 2);
  }
}

// {1, next route} of a head that lies at `at`, 0 for another flit.
NOC_INLINE uint32_t input_next(const router_view_t *r, size_t at, uint32_t kind) {
  return (kind & KIND_HEAD) != 0 ? UINT32_C(1) << r->look_w | r->next[at] : 0;
}

// The unit alone: the pins of one input port, with its memory's read port.
typedef struct {
  bool in_valid, va_won, sa_gnt;  // in_vc, in_kind, in_payload, addr, extent are in the view
  // Table only: the row of the head on the link, late of the one in the cycle before; the credits
  // of each output in its network and class, and the number of the port.
  table_row_t row;
  const uint32_t *room;
  uint32_t index;
  grant_t allocated, granted;
} input_pins_t;

// The route of the head of the last cycle comes, before anything else of a cycle; with late routes.
// Returns the bits that are written.
uint32_t input_take_late(const router_view_t *r, const input_pins_t *pins);

// The flit on the link, if in_valid, is written. With early allocation the caller does it, before
// it looks at what the unit shows; else it is a part of the edge.
void input_take(const router_view_t *r, const input_pins_t *pins, arrival_t *arrival);

// One clock edge. Sets *arrival if in_valid, *flit if sa_gnt; credit_out_valid[0] is written.
void input_clock(const router_view_t *r, const input_pins_t *pins, arrival_t *arrival,
                 flit_t *flit);

#ifdef __cplusplus
}
#endif

#endif
