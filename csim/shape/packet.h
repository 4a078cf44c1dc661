// packet -- the head of a packet as bits of a flit payload. docs/microarchitecture.md, section 3;
// rtl/router/noc_pkg.sv has the same layout and tests/unit/test_packet.c holds the two together.
//
// A payload is `shape->words` 64-bit words, bit 0 of word 0 first.

#ifndef NOC_PACKET_H
#define NOC_PACKET_H

#include <stdint.h>

#include "shape/shape.h"

#ifdef __cplusplus
extern "C" {
#endif

// A flit's kind: bit 0 first flit of its packet, bit 1 last.
enum { KIND_BODY = 0, KIND_HEAD = 1, KIND_TAIL = 2, KIND_SINGLE = 3 };

typedef enum {
  PACKET_UNICAST = 0,
  PACKET_CODED = 1,
  PACKET_SOURCE_ROUTED = 2,
  PACKET_PATH_WORM = 3,
  PACKET_TREE_WORM = 4,
  PACKET_FORWARDED = 5,
  PACKET_FORWARDED_LAST = 6
} packet_type_t;

enum { PACKET_TYPE_W = 4 };

// A packet of this type goes by header flits that come behind its head.
static inline bool packet_is_worm(uint32_t type) {
  return type == PACKET_PATH_WORM || type == PACKET_TREE_WORM;
}

// The type of the packet whose head `payload` begins with.
static inline uint32_t packet_type(const uint64_t *payload) {
  return (uint32_t)payload[0] & ((1u << PACKET_TYPE_W) - 1);
}

typedef struct {
  uint8_t type;          // packet_type_t
  uint32_t destination;  // address
  uint16_t length;       // flits
  uint32_t source;       // address
  uint32_t message;
  uint8_t network;
  // These are for an XOR unit only, else neither written nor read.
  uint16_t slot;                  // at the destination; 0: none
  uint32_t operand_a, operand_b;  // names; raw: a, 0
  // This is for multicast only, else neither written nor read.
  uint8_t headers;  // header flits that follow
  // This is for a shape with the field only (look_w > 0), else neither written nor read: the route
  // at the router that the head comes to, {class, port}.
  uint16_t look;
  // This is for ages only, else neither written nor read.
  uint32_t age;
} packet_head_t;

// Bit positions of the fields.
static inline unsigned packet_destination_lsb(void) {
  return PACKET_TYPE_W;
}
static inline unsigned packet_length_lsb(const noc_shape_t *s) {
  return PACKET_TYPE_W + s->addr_w;
}
static inline unsigned packet_source_lsb(const noc_shape_t *s) {
  return packet_length_lsb(s) + s->len_w;
}
static inline unsigned packet_message_lsb(const noc_shape_t *s) {
  return packet_source_lsb(s) + s->addr_w;
}
static inline unsigned packet_network_lsb(const noc_shape_t *s) {
  return packet_message_lsb(s) + s->msg_w;
}
static inline unsigned packet_slot_lsb(const noc_shape_t *s) {
  return packet_network_lsb(s) + s->net_w;
}
static inline unsigned packet_operand_a_lsb(const noc_shape_t *s) {
  return packet_slot_lsb(s) + s->xslot_w;
}
static inline unsigned packet_operand_b_lsb(const noc_shape_t *s) {
  return packet_operand_a_lsb(s) + s->name_w;
}
static inline unsigned packet_headers_lsb(const noc_shape_t *s) {
  return packet_slot_lsb(s) + s->code_w;
}

static inline unsigned packet_look_lsb(const noc_shape_t *s) {
  return packet_headers_lsb(s) + s->hdr_w;
}
static inline unsigned packet_age_lsb(const noc_shape_t *s) {
  return packet_look_lsb(s) + s->look_w;
}

// Writes the fields into bits 0 .. head_bits-1 of the payload; the data bits above are kept.
void packet_pack(const noc_shape_t *s, const packet_head_t *head, uint64_t *payload);

// Reads the fields from a head flit's payload; those that a shape does not have are 0.
void packet_unpack(const noc_shape_t *s, const uint64_t *payload, packet_head_t *head);

// `bits` (1 to 57) bits of the payload starting at bit `lsb`, across words.
uint64_t packet_field(const uint64_t *payload, unsigned lsb, unsigned bits);

// Writes `bits` (up to 64) bits of the payload from bit `lsb` on.
void packet_set_field(uint64_t *payload, unsigned lsb, unsigned bits, uint64_t value);

// Clears the bits below head_bits, as the interface does with the head flit it delivers.
void packet_clear_head(const noc_shape_t *s, uint64_t *payload);
// Clears the path of source-routed packets too: what is left is data.
void packet_clear_fields(const noc_shape_t *s, uint64_t *payload);

#ifdef __cplusplus
}
#endif

#endif
