// packet -- head fields in and out of a payload; see packet.h.

#include "shape/packet.h"

#include <assert.h>

// A field of 1 to 57 bits touches at most two 64-bit words.
enum { MAX_FIELD_BITS = 57 };

uint64_t packet_field(const uint64_t *payload, unsigned lsb, unsigned bits) {
  assert(bits >= 1 && bits <= MAX_FIELD_BITS);
  unsigned word = lsb / 64;
  unsigned shift = lsb % 64;
  uint64_t value = payload[word] >> shift;
  if (shift + bits > 64) {
    value |= payload[word + 1] << (64 - shift);
  }
  return value & ((UINT64_C(1) << bits) - 1);
}

static void set_field(uint64_t *payload, unsigned lsb, unsigned bits, uint64_t value) {
  assert(bits >= 1 && bits <= MAX_FIELD_BITS && value >> bits == 0);
  packet_set_field(payload, lsb, bits, value);
}

void packet_pack(const noc_shape_t *s, const packet_head_t *head, uint64_t *payload) {
  set_field(payload, 0, PACKET_TYPE_W, head->type);
  set_field(payload, packet_destination_lsb(), s->addr_w, head->destination);
  set_field(payload, packet_length_lsb(s), s->len_w, head->length);
  set_field(payload, packet_source_lsb(s), s->addr_w, head->source);
  set_field(payload, packet_message_lsb(s), s->msg_w, head->message);
  set_field(payload, packet_network_lsb(s), s->net_w, head->network);
  if (s->xor_unit) {
    set_field(payload, packet_slot_lsb(s), s->xslot_w, head->slot);
    set_field(payload, packet_operand_a_lsb(s), s->name_w, head->operand_a);
    set_field(payload, packet_operand_b_lsb(s), s->name_w, head->operand_b);
  }
  if (s->multicast) {
    set_field(payload, packet_headers_lsb(s), s->hdr_w, head->headers);
  }
  if (s->look) {
    set_field(payload, packet_look_lsb(s), s->look_w, head->look);
  }
  if (s->aged) {
    set_field(payload, packet_age_lsb(s), s->age_w, head->age);
  }
}

void packet_unpack(const noc_shape_t *s, const uint64_t *payload, packet_head_t *head) {
  head->type = (uint8_t)packet_field(payload, 0, PACKET_TYPE_W);
  head->destination = (uint32_t)packet_field(payload, packet_destination_lsb(), s->addr_w);
  head->length = (uint16_t)packet_field(payload, packet_length_lsb(s), s->len_w);
  head->source = (uint32_t)packet_field(payload, packet_source_lsb(s), s->addr_w);
  head->message = (uint32_t)packet_field(payload, packet_message_lsb(s), s->msg_w);
  head->network = (uint8_t)packet_field(payload, packet_network_lsb(s), s->net_w);
  head->slot = 0;
  head->operand_a = head->operand_b = 0;
  if (s->xor_unit) {
    head->slot = (uint16_t)packet_field(payload, packet_slot_lsb(s), s->xslot_w);
    head->operand_a = (uint32_t)packet_field(payload, packet_operand_a_lsb(s), s->name_w);
    head->operand_b = (uint32_t)packet_field(payload, packet_operand_b_lsb(s), s->name_w);
  }
  head->headers =
      s->multicast ? (uint8_t)packet_field(payload, packet_headers_lsb(s), s->hdr_w) : 0;
  head->look = s->look ? (uint16_t)packet_field(payload, packet_look_lsb(s), s->look_w) : 0;
  head->age = s->aged ? (uint32_t)packet_field(payload, packet_age_lsb(s), s->age_w) : 0;
}

static void clear_below(uint64_t *payload, unsigned bits) {
  unsigned left = bits;
  for (unsigned w = 0; left > 0; w++) {
    payload[w] &= left >= 64 ? 0 : ~UINT64_C(0) << left;
    left -= left < 64 ? left : 64;
  }
}

void packet_clear_head(const noc_shape_t *s, uint64_t *payload) {
  clear_below(payload, s->head_bits);
}

void packet_clear_fields(const noc_shape_t *s, uint64_t *payload) {
  clear_below(payload, s->data_lsb);
}

void packet_set_field(uint64_t *payload, unsigned lsb, unsigned bits, uint64_t value) {
  if (bits == 0) {
    return;
  }
  const uint64_t mask = ~UINT64_C(0) >> (64 - bits);
  const unsigned word = lsb / 64;
  const unsigned shift = lsb % 64;
  payload[word] = (payload[word] & ~(mask << shift)) | (value & mask) << shift;
  if (shift + bits > 64) {
    const unsigned done = 64 - shift;
    payload[word + 1] = (payload[word + 1] & ~(mask >> done)) | (value & mask) >> done;
  }
}
