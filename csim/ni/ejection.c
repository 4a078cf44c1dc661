// ejection -- golden model of ejection; see ejection.h.

#include "ni/ejection.h"

#include "router/fifo.h"
#include "router/packet.h"
#include "router/rr_arbiter.h"

void ejection_reset(const interface_view_t *r) {
  for (uint32_t m = 0; m < r->members; m++) {
    for (size_t q = m * r->vcs; q < (m + 1) * r->vcs; q++) {
      r->f.ej_wr[q] = r->f.ej_rd[q] = r->f.ej_count[q] = 0;
    }
    r->f.ej_ptr[m] = 0;
    r->f.credit_out_valid[m] = 0;
    r->f.credit_out_vc[m] = 0;
    r->f.del_valid[m] = r->f.del_vc[m] = r->f.del_kind[m] = r->f.del_type[m] = 0;
    r->f.del_source[m] = 0;
    r->f.del_message[m] = 0;
    memset(&r->f.del_data[m * r->words], 0, r->words * sizeof *r->f.del_data);
    r->ej_filled[m] = 0;
    if (r->multicast) {
      memset(&r->f.ej_skip[m * r->vcs], 0, r->vcs * sizeof *r->f.ej_skip);
    }
    if (r->x.slots > 0) {
      r->f.del_decoded[m] = 0;
      r->f.del_slot[m] = 0;
      r->f.del_name[m] = 0;
    }
  }
  memset(r->delivering, 0, ni_blocks(r->members) * sizeof *r->delivering);
}

// The registers of the head, from a head flit in the delivery registers, which loses them.
NI_INLINE void load_head(const interface_view_t *r, uint32_t m, uint64_t *data) {
  const head_layout_t *h = &r->head;
  if (h->one_word) {
    r->f.del_type[m] = data[0] & ((1 << PACKET_TYPE_W) - 1);
    r->f.del_source[m] = (uint32_t)(data[0] >> h->source_lsb) & h->source_mask;
    r->f.del_message[m] = (uint16_t)((uint32_t)(data[0] >> h->message_lsb) & h->message_mask);
    data[0] &= ~h->mask;
  } else {
    packet_head_t head;
    packet_unpack(r->shape, data, &head);
    r->f.del_type[m] = head.type;
    r->f.del_source[m] = head.source;
    r->f.del_message[m] = (uint16_t)head.message;
    packet_clear_head(r->shape, data);
  }
}

// The flit that leaves queue q is a header flit, which is not delivered; a head says how many follow.
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

// Moves the next flit of member m, on one of these VCs, to the delivery registers. Returns whether it
// has more. `wires`, if not NULL, learns what it is.
NI_INLINE bool deliver(const interface_view_t *r, uint32_t m, const uint32_t vcs,
                       const size_t words, const bool worms, forward_wires_t *wires) {
  uint32_t v = rr_winner(vcs, r->f.ej_ptr[m]);
  size_t q = m * r->vcs + v;
  size_t slot = v * r->depth + fifo_pop(&r->f.ej_rd[q], &r->f.ej_count[q], r->depth);
  size_t at = m * r->slots + slot;
  uint32_t kind = r->ej_kind[at];
  if (wires != NULL) {
    wires->take = true;
    wires->vc = (uint8_t)v;
    wires->kind = (uint8_t)kind;
    wires->taken = &r->ej_payload[at * words];
  }
  if (!worms || !skipped(r, q, kind, &r->ej_payload[at * words])) {
    uint64_t *data = r->f.del_data + m * words;
    for (size_t w = 0; w < words; w++) {
      data[w] = r->ej_payload[at * words + w];
    }
    if (kind & KIND_HEAD) {
      load_head(r, m, data);
    }
    r->f.del_valid[m] = 1;
    r->f.del_vc[m] = (uint8_t)v;
    r->f.del_kind[m] = (uint8_t)kind;
  }
  r->f.ej_ptr[m] = rr_next(v, (unsigned)r->vcs);
  r->f.credit_out_valid[m] = 1;
  r->f.credit_out_vc[m] = (uint8_t)v;
  uint32_t filled = r->ej_filled[m] & ~((uint32_t)(r->f.ej_count[q] == 0) << v);
  r->ej_filled[m] = (uint16_t)filled;
  if (r->record) {
    r->f.ej_rd_en[m] = 1;
    r->f.ej_rd_slot[m] = (uint16_t)slot;
  }
  return filled != 0;
}

NI_INLINE void arrive(const interface_view_t *r, uint32_t m, const size_t words) {
  uint32_t v = r->f.in_vc[m];
  size_t q = m * r->vcs + v;
  size_t slot = v * r->depth + fifo_push(&r->f.ej_wr[q], &r->f.ej_count[q], r->depth);
  size_t at = m * r->slots + slot;
  const uint64_t *payload = r->f.in_payload + m * words;
  r->ej_kind[at] = r->f.in_kind[m];
  for (size_t w = 0; w < words; w++) {
    r->ej_payload[at * words + w] = payload[w];
  }
  r->ej_filled[m] = (uint16_t)(r->ej_filled[m] | UINT32_C(1) << v);
  if (r->record) {
    r->f.ej_wr_en[m] = 1;
    r->f.ej_wr_slot[m] = (uint16_t)slot;
    r->f.ej_wr_kind[m] = r->f.in_kind[m];
    memcpy(&r->f.ej_wr_payload[m * words], payload, words * sizeof *payload);
  }
}

// -- With a unit beside it ----------------------------------------------------------------------------

uint64_t ejection_begin(const interface_view_t *r, uint32_t first, uint32_t end) {
  for (uint32_t m = first; m < end; m++) {
    r->f.del_valid[m] = r->f.del_valid[m] & (r->f.del_ready[m] ^ 1) & 1;
  }
  memset(&r->f.credit_out_valid[first], 0, (end - first) * sizeof *r->f.credit_out_valid);
  return ni_word8(r->f.del_valid, first, end);
}

// Of the head in the delivery registers: what it is for and what it is made of.
static void load_code(const interface_view_t *r, uint32_t m, const uint64_t *data, uint32_t code) {
  r->f.del_slot[m] = (uint16_t)(code >> 1);
  r->f.del_name[m] = (uint32_t)packet_field(data, packet_operand_a_lsb(r->shape), r->shape->name_w);
}

static void deliver_result(const interface_view_t *r, uint32_t m, const xor_wires_t *w) {
  r->f.del_valid[m] = r->f.del_decoded[m] = 1;
  r->f.del_kind[m] = (uint8_t)(w->flit.first | w->flit.last << 1);
  memcpy(&r->f.del_data[m * r->words], w->data, r->words * sizeof *w->data);
  if (w->flit.first) {
    r->f.del_slot[m] = w->flit.slot;
    r->f.del_name[m] = xor_tag_name_a(&r->x, w->flit.tag);
  }
}

void ejection_take(const interface_view_t *r, uint32_t m, uint32_t allowed, xor_wires_t *w) {
  const uint32_t vcs = r->ej_filled[m] & allowed;
  w->take = vcs != 0;
  if (w->deliver) {
    deliver_result(r, m, w);
  }
  if (vcs == 0) {
    return;
  }
  const uint32_t v = rr_winner(vcs, r->f.ej_ptr[m]);
  const size_t q = m * r->vcs + v;
  const size_t slot = v * r->depth + fifo_pop(&r->f.ej_rd[q], &r->f.ej_count[q], r->depth);
  const size_t at = m * r->slots + slot;
  const bool first = (r->ej_kind[at] & KIND_HEAD) != 0;
  const bool coded = first ? (r->ej_code[at] & 1) != 0 : r->f.x_vc_coded[q] != 0;
  w->vc = (uint8_t)v;
  w->kind = r->ej_kind[at];
  w->payload = &r->ej_payload[at * r->words];
  r->f.ej_ptr[m] = rr_next(v, (unsigned)r->vcs);
  r->f.credit_out_valid[m] = 1;
  r->f.credit_out_vc[m] = (uint8_t)v;
  r->ej_filled[m] = (uint16_t)(r->ej_filled[m] & ~((uint32_t)(r->f.ej_count[q] == 0) << v));
  // Header flits are of packets that are for no slot.
  if (!coded && !(r->multicast && skipped(r, q, w->kind, w->payload))) {
    uint64_t *data = &r->f.del_data[m * r->words];
    memcpy(data, w->payload, r->words * sizeof *data);
    if (first) {
      load_code(r, m, data, r->ej_code[at]);
      load_head(r, m, data);
    }
    r->f.del_valid[m] = 1;
    r->f.del_decoded[m] = 0;
    r->f.del_vc[m] = (uint8_t)v;
    r->f.del_kind[m] = w->kind;
  }
  if (r->record) {
    r->f.ej_rd_en[m] = 1;
    r->f.ej_rd_slot[m] = (uint16_t)slot;
  }
}

// The part of a tag that a head brings, for the flit that has just been queued.
static void note_code(const interface_view_t *r, uint32_t m) {
  const uint32_t v = r->f.in_vc[m];
  const uint64_t *payload = r->f.in_payload + m * r->words;
  const size_t q = m * r->vcs + v;
  const size_t position = (r->f.ej_wr[q] + r->depth - 1) % r->depth;
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
  return deliver(r, m, vcs, r->words, r->multicast, w);
}

uint64_t ejection_arrive(const interface_view_t *r, uint32_t first, uint32_t end) {
  const uint64_t arriving = ni_word16(r->f.in_valid, first, end);
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

// -- Without -------------------------------------------------------------------------------------

// Deliveries first: they are decided from the registers before the edge.
NI_INLINE void step(const interface_view_t *view, uint32_t first, uint32_t end, const size_t words,
                    const bool worms) {
  const interface_view_t r = *view;  // a copy that no store can reach
  uint64_t *delivering = &r.delivering[first / INTERFACE_BLOCK];
  uint64_t blocked = 0;  // deliveries that the host does not take stay
  for (uint32_t m = first; m < end; m++) {
    r.f.del_valid[m] = r.f.del_valid[m] & (r.f.del_ready[m] ^ 1) & 1;
  }
  blocked = ni_word8(r.f.del_valid, first, end);
  memset(&r.f.credit_out_valid[first], 0, (end - first) * sizeof *r.f.credit_out_valid);
  uint64_t more = *delivering;
  for (uint64_t on = *delivering & ~blocked; on != 0; on &= on - 1) {
    size_t b = ni_lowest(on);
    const uint32_t m = first + (uint32_t)b;
    uint64_t done = !deliver(&r, m, r.ej_filled[m], words, worms, NULL);
    more &= ~(done << b);
  }
  uint64_t arriving = ni_word16(r.f.in_valid, first, end);
  *delivering = more | arriving;
  for (; arriving != 0; arriving &= arriving - 1) {
    arrive(&r, first + (uint32_t)ni_lowest(arriving), words);
  }
}

void ejection_step(const interface_view_t *r, uint32_t first, uint32_t end) {
  if (r->multicast) {
    step(r, first, end, r->words, true);
  } else if (r->words == 1) {
    step(r, first, end, 1, false);
  } else {
    step(r, first, end, r->words, false);
  }
}
