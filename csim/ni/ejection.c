// ejection -- golden model of ejection; see ejection.h.

#include "ni/ejection.h"

#include "router/fifo.h"
#include "router/oldest.h"
#include "shape/member_arrays.h"
#include "shape/packet.h"

#define IN   CLEAR_SKIP
#define WIRE CLEAR_SKIP
#define OUT  CLEAR_FIELD
#define REG  CLEAR_FIELD
static void reset_registers(const interface_view_t *r) {
  const noc_shape_t *s = r->shape;
#include "shape/ejection_state.def"
}
#undef IN
#undef WIRE
#undef OUT
#undef REG

// The order of the VCs of a member.
NI_INLINE uint64_t *order_of(const interface_view_t *r, uint32_t m) {
  return &r->order[m * order_words(r->vcs)];
}

void ejection_registers(const interface_view_t *r, uint32_t m) {
  order_rows(order_of(r, m), r->vcs, &r->f.ej_order[m * r->vcs]);
  for (size_t q = m * r->vcs; q < (m + 1) * r->vcs; q++) {
    const ejection_vc_t *vc = &r->ej_vc[q];
    r->f.ej_wr[q] = vc->wr;
    r->f.ej_rd[q] = vc->rd;
    r->f.ej_count[q] = vc->count;
    r->f.ej_type[q] = vc->type;
    r->f.ej_source[q] = vc->source;
    r->f.ej_message[q] = vc->message;
  }
}

void ejection_reset(const interface_view_t *r) {
  reset_registers(r);
  CLEAR(r->ej_vc, r->vcs);
  for (uint32_t m = 0; m < r->members; m++) {
    r->masks[m].ej_filled = 0;
  }
  CLEAR(r->order, order_words(r->vcs));
  memset(r->delivering, 0, ni_blocks(r->members) * sizeof *r->delivering);
  memset(r->offering, 0, ni_blocks(r->members) * sizeof *r->offering);
  for (uint32_t m = 0; m < r->members; m++) {
    order_reset(order_of(r, m), r->vcs);
    ejection_registers(r, m);
  }
}

// -- Who is served -------------------------------------------------------------------------------

// The place in the memory of the next flit of queue v.
NI_INLINE size_t front_at(const interface_view_t *r, uint32_t m, size_t v) {
  return m * r->slots + v * r->depth + r->ej_vc[m * r->vcs + v].rd;
}

// VCs of a member with a flit whose delivery registers are free. `single`: there is one network,
// and they are.
NI_INLINE uint32_t asking(const interface_view_t *r, uint32_t m, const bool single) {
  uint32_t vcs = r->masks[m].ej_filled;
  if (!single) {
    for (uint32_t held = r->f.del_valid[m]; held != 0; held &= held - 1) {
      vcs &= ~ni_block(r, ni_lowest(held));
    }
  }
  return vcs;
}

// Picks the VCs with the oldest packets among these VCs of a member, which all have flits.
static uint32_t oldest(const interface_view_t *r, uint32_t m, uint32_t vcs) {
  uint32_t age[SHAPE_MAX_VCS];
  for (uint32_t left = vcs; left != 0; left &= left - 1) {
    const size_t v = ni_lowest(left);
    const size_t q = m * r->vcs + v;
    const size_t at = front_at(r, m, v);
    const bool head = (r->ej_kind[at] & KIND_HEAD) != 0;
    age[v] = head ? ni_head_age(r, &r->ej_payload[at * r->words]) : r->f.ej_age[q];
  }
  return oldest_of(vcs, age, r->shape->age_bits);
}

// -- A flit leaves -------------------------------------------------------------------------------

// The next flit of queue v leaves.
NI_INLINE void pop(const interface_view_t *r, uint32_t m, size_t v) {
  const size_t q = m * r->vcs + v;
  const size_t slot = v * r->depth + fifo_pop(&r->ej_vc[q].rd, &r->ej_vc[q].count, r->depth);
  order_last(order_of(r, m), r->vcs, v);
  r->f.credit_out_vc[ni_return(r, m)] = (uint8_t)v;
  r->masks[m].ej_filled =
      (uint16_t)(r->masks[m].ej_filled & ~((uint32_t)(r->ej_vc[q].count == 0) << v));
  if (r->record) {
    r->f.ej_rd_en[m] = 1;
    r->f.ej_rd_slot[m] = (uint16_t)slot;
  }
}

// A head leaves queue q: the registers of its VC.
NI_INLINE void note_head(const interface_view_t *r, size_t q, const uint64_t *flit,
                         const bool aged) {
  const head_layout_t *h = &r->head;
  if (h->one_word) {
    r->ej_vc[q].type = flit[0] & ((1 << PACKET_TYPE_W) - 1);
    r->ej_vc[q].source = (uint32_t)(flit[0] >> h->source_lsb) & h->source_mask;
    r->ej_vc[q].message = (uint16_t)((uint32_t)(flit[0] >> h->message_lsb) & h->message_mask);
  } else {
    packet_head_t head;
    packet_unpack(r->shape, flit, &head);
    r->ej_vc[q].type = head.type;
    r->ej_vc[q].source = head.source;
    r->ej_vc[q].message = (uint16_t)head.message;
  }
  if (aged) {
    r->f.ej_age[q] = ni_head_age(r, flit);
  }
}

// Member m has something in its delivery registers.
NI_INLINE void offer(const interface_view_t *r, uint32_t m) {
  r->offering[m / INTERFACE_BLOCK] |= UINT64_C(1) << m % INTERFACE_BLOCK;
}

// Brings a flit to the delivery registers of network k, with what the registers of its VC, v, say
// of its packet.
NI_INLINE void show(const interface_view_t *r, uint32_t m, size_t v, size_t k, uint32_t kind,
                    const uint64_t *flit, const size_t words) {
  const size_t q = m * r->vcs + v;
  const size_t d = m * r->networks + k;
  uint64_t *data = r->f.del_data + d * words;
  for (size_t w = 0; w < words; w++) {
    data[w] = flit[w];
  }
  if (kind & KIND_HEAD) {
    if (r->head.one_word) {
      data[0] &= ~r->head.mask;
    } else {
      packet_clear_head(r->shape, data);
    }
  }
  r->f.del_valid[m] = (uint16_t)(r->f.del_valid[m] | UINT32_C(1) << k);
  r->f.del_vc[d] = (uint8_t)v;
  r->f.del_kind[d] = (uint8_t)kind;
  r->f.del_type[d] = r->ej_vc[q].type;
  r->f.del_source[d] = r->ej_vc[q].source;
  r->f.del_message[d] = r->ej_vc[q].message;
}

// The flit that leaves queue q is a header flit, which is not delivered; a head says how many
// follow.
NI_INLINE bool skipped(const interface_view_t *r, size_t q, uint32_t kind, const uint64_t *flit) {
  if (r->f.ej_skip[q] > 0) {
    r->f.ej_skip[q]--;
    return true;
  }
  if ((kind & KIND_HEAD) != 0) {
    const unsigned lsb = r->shape->headers_lsb;
    r->f.ej_skip[q] = (uint8_t)packet_field(flit, lsb, SHAPE_HEADER_BITS);
  }
  return false;
}

// Serves one of these VCs of member m, which ask. Returns whether the member has more. `wires`, if
// not NULL, learns what is popped. `all`: the caller notes who offers something.
NI_INLINE bool deliver(const interface_view_t *r, uint32_t m, const uint32_t vcs,
                       const size_t words, const bool single, const bool worms, const bool aged,
                       const bool all, forward_wires_t *wires) {
  const size_t v = order_first(order_of(r, m), r->vcs, vcs);
  const size_t q = m * r->vcs + v;
  const size_t at = front_at(r, m, v);
  const uint64_t *flit = &r->ej_payload[at * words];
  const uint32_t kind = r->ej_kind[at];
  pop(r, m, v);
  if (wires != NULL) {
    wires->take = true;
    wires->vc = (uint8_t)v;
    wires->kind = (uint8_t)kind;
    wires->taken = flit;
  }
  if (kind & KIND_HEAD) {
    note_head(r, q, flit, aged);
  }
  if (!worms || !skipped(r, q, kind, flit)) {
    show(r, m, v, single ? 0 : ni_network(r, v), kind, flit, words);
    if (!all) {
      offer(r, m);
    }
  }
  return r->masks[m].ej_filled != 0;
}

NI_INLINE void arrive(const interface_view_t *r, uint32_t m, const size_t words) {
  uint32_t v = r->f.in_vc[m];
  size_t q = m * r->vcs + v;
  size_t slot = v * r->depth + fifo_push(&r->ej_vc[q].wr, &r->ej_vc[q].count, r->depth);
  size_t at = m * r->slots + slot;
  const uint64_t *payload = r->f.in_payload + m * words;
  r->ej_kind[at] = r->f.in_kind[m];
  for (size_t w = 0; w < words; w++) {
    r->ej_payload[at * words + w] = payload[w];
  }
  r->masks[m].ej_filled = (uint16_t)(r->masks[m].ej_filled | UINT32_C(1) << v);
  if (r->record) {
    r->f.ej_wr_en[m] = 1;
    r->f.ej_wr_slot[m] = (uint16_t)slot;
    r->f.ej_wr_kind[m] = r->f.in_kind[m];
    memcpy(&r->f.ej_wr_payload[m * words], payload, words * sizeof *payload);
    if (r->aged) {
      r->f.ej_wr_age[m] = (r->f.in_kind[m] & KIND_HEAD) != 0 ? ni_head_age(r, payload) : 0;
    }
  }
}

// Empties the delivery registers of what the hosts take.
NI_INLINE void begin(const interface_view_t *r, uint32_t first, uint32_t end) {
  uint64_t *offering = &r->offering[first / INTERFACE_BLOCK];
  uint64_t held = *offering;
  for (uint64_t left = held; left != 0; left &= left - 1) {
    const size_t b = ni_lowest(left);
    uint16_t *valid = &r->f.del_valid[first + b];
    *valid = (uint16_t)(*valid & ~r->f.del_ready[first + b]);
    held &= ~((uint64_t)(*valid == 0) << b);
  }
  *offering = held;
  if (!r->wired) {
    memset(&r->f.credit_out_valid[first], 0, (end - first) * sizeof *r->f.credit_out_valid);
  }
}

// -- A unit beside it -----------------------------------------------------------------------------

void ejection_begin(const interface_view_t *r, uint32_t first, uint32_t end) {
  begin(r, first, end);
}

// The front of queue v is of a coded packet, which goes to no delivery registers.
static bool is_coded(const interface_view_t *r, uint32_t m, size_t v) {
  const size_t q = m * r->vcs + v;
  const size_t at = front_at(r, m, v);
  return (r->ej_kind[at] & KIND_HEAD) != 0 ? (r->ej_code[at] & 1) != 0 : r->f.x_vc_coded[q] != 0;
}

// A flit that has gone to the delivery registers of network k: its packet's slot and first name.
static void show_code(const interface_view_t *r, uint32_t m, size_t k, size_t at, size_t q) {
  const size_t d = m * r->networks + k;
  const bool head = (r->ej_kind[at] & KIND_HEAD) != 0;
  r->f.del_slot[d] = head ? (uint16_t)(r->ej_code[at] >> 1) : r->f.x_vc_slot[q];
  r->f.del_name[d] = r->f.ej_name[q];
}

void ejection_take(const interface_view_t *r, uint32_t m, uint32_t allowed, xor_wires_t *w) {
  const uint32_t free = asking(r, m, false);
  uint32_t coded = 0;
  for (uint32_t left = r->masks[m].ej_filled & allowed; left != 0; left &= left - 1) {
    const size_t v = ni_lowest(left);
    coded |= (uint32_t)is_coded(r, m, v) << v;
  }
  uint32_t vcs = (free & allowed) | coded;
  if (r->aged) {
    vcs = oldest(r, m, vcs);
  }
  w->take = vcs != 0;
  if (vcs == 0) {
    return;
  }
  const size_t v = order_first(order_of(r, m), r->vcs, vcs);
  const size_t q = m * r->vcs + v;
  const size_t at = front_at(r, m, v);
  pop(r, m, v);
  w->vc = (uint8_t)v;
  w->kind = r->ej_kind[at];
  w->payload = &r->ej_payload[at * r->words];
  w->source = r->ej_vc[q].source;
  w->message = r->ej_vc[q].message;
  if ((w->kind & KIND_HEAD) != 0) {
    note_head(r, q, w->payload, r->aged);
    r->f.ej_name[q] =
        (uint32_t)packet_field(w->payload, packet_operand_a_lsb(r->shape), r->shape->name_w);
  }
  // Header flits are of packets that are for no slot.
  if ((coded >> v & 1) == 0 && !(r->multicast && skipped(r, q, w->kind, w->payload))) {
    const size_t k = ni_network(r, v);
    show(r, m, v, k, w->kind, w->payload, r->words);
    offer(r, m);
    show_code(r, m, k, at, q);
  }
}

// The part of a tag that a head brings, for the flit that has just been queued.
static void note_code(const interface_view_t *r, uint32_t m) {
  const uint32_t v = r->f.in_vc[m];
  const uint64_t *payload = r->f.in_payload + m * r->words;
  const size_t q = m * r->vcs + v;
  const size_t position = (r->ej_vc[q].wr + r->depth - 1) % r->depth;
  uint32_t code = 0;
  if (r->f.in_kind[m] & KIND_HEAD) {
    const uint64_t type = payload[0] & ((1 << PACKET_TYPE_W) - 1);
    code = (uint32_t)packet_field(payload, packet_slot_lsb(r->shape), r->shape->xslot_w) << 1 |
           (type == PACKET_CODED);
  }
  r->ej_code[m * r->slots + v * r->depth + position] = (uint16_t)code;
  if (r->record) {
    r->f.ej_wr_code[m] = (uint16_t)code;
  }
}

bool ejection_deliver(const interface_view_t *r, uint32_t m, uint32_t vcs, forward_wires_t *w) {
  if (r->aged) {
    vcs = oldest(r, m, vcs);
  }
  w->take = false;
  return vcs == 0 || deliver(r, m, vcs, r->words, true, r->multicast, r->aged, false, w);
}

uint64_t ejection_arrive(const interface_view_t *r, uint32_t first, uint32_t end) {
  const uint64_t arriving = ni_flits(r, first, end);
  for (uint64_t left = arriving; left != 0; left &= left - 1) {
    const uint32_t m = first + (uint32_t)ni_lowest(left);
    arrive(r, m, r->words);
    if (r->x.slots > 0) {
      note_code(r, m);
    } else if (r->record) {
      r->f.ej_wr_forward[m] = ejection_forward(r->f.in_kind[m], r->f.in_payload + m * r->words);
    }
  }
  return arriving;
}

// -- No unit beside it ----------------------------------------------------------------------------

// Deliveries first: they are decided from the registers before the edge.
NI_INLINE void step(const interface_view_t *view, uint32_t first, uint32_t end,
                    const ni_made_for_t made_for, const bool single, const bool worms,
                    const bool aged) {
  const interface_view_t r = ni_view(view, made_for);
  const size_t words = r.words;
  uint64_t *delivering = &r.delivering[first / INTERFACE_BLOCK];
  uint64_t more = *delivering;
  uint64_t on = more;
  begin(&r, first, end);
  if (single) {  // deliveries that the host does not take stay
    on &= ~r.offering[first / INTERFACE_BLOCK];
  }
  const bool all = single && !worms && !aged;  // who is served offers a flit
  r.offering[first / INTERFACE_BLOCK] |= all ? on : 0;
  for (; on != 0; on &= on - 1) {
    size_t b = ni_lowest(on);
    const uint32_t m = first + (uint32_t)b;
    uint32_t vcs = asking(&r, m, single);
    if (aged) {
      vcs = oldest(view, m, vcs);
    }
    if ((!single || aged) && vcs == 0) {
      continue;
    }
    uint64_t done = !deliver(&r, m, vcs, words, single, worms, aged, all, NULL);
    more &= ~(done << b);
  }
  uint64_t arriving = ni_flits(&r, first, end);
  *delivering = more | arriving;
  for (; arriving != 0; arriving &= arriving - 1) {
    arrive(&r, first + (uint32_t)ni_lowest(arriving), words);
  }
}

// Nothing is in a block that is delivered, taken or arrives.
static bool rests(const interface_view_t *r, uint32_t first) {
  const uint32_t block = first / INTERFACE_BLOCK;
  return (r->delivering[block] | r->offering[block] | r->flit_in[block]) == 0;
}

static __attribute__((NI_FOUR_CODE)) void step_four(const interface_view_t *r, uint32_t first,
                                                    uint32_t end) {
  step(r, first, end, NI_FOUR, true, false, false);
}

void ejection_step(const interface_view_t *r, uint32_t first, uint32_t end) {
  const bool single = r->networks == 1;
  if (r->aged) {
    step(r, first, end, NI_ANY, single, r->multicast, true);
  } else if (r->multicast) {
    step(r, first, end, NI_ANY, single, true, false);
  } else if (ni_is_four(r)) {
    if (!rests(r, first)) {
      step_four(r, first, end);
    }
  } else if (ni_is_plain(r)) {
    step(r, first, end, NI_PLAIN, true, false, false);
  } else {
    step(r, first, end, NI_ANY, single, false, false);
  }
}
