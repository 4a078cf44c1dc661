// network_interface -- golden model of an interface; see network_interface.h.

#include "ni/network_interface.h"

#include "ni/ejection.h"
#include "ni/injection.h"
#include "router/arena.h"
#include "router/packet.h"

void interface_view_shape(interface_view_t *r, const noc_shape_t *s, uint32_t members,
                          bool record) {
  *r = (interface_view_t){
      .shape = s,
      .vcs = s->vcs,
      .depth = s->depth,
      .words = s->words,
      .networks = s->networks,
      .slots = (size_t)s->vcs * s->depth,
      .inj_slots = (size_t)s->vcs * SHAPE_INJ_DEPTH,
      .cut_through = s->cut_through != 0,
      .record = record,
      .members = members,
  };
  r->head.one_word = s->head_bits <= 64;
  if (r->head.one_word) {
    r->head = (head_layout_t){
        .one_word = true,
        .mask = ~UINT64_C(0) >> (64 - s->head_bits),
        .length_lsb = (uint8_t)packet_length_lsb(s),
        .source_lsb = (uint8_t)packet_source_lsb(s),
        .message_lsb = (uint8_t)packet_message_lsb(s),
        .network_lsb = (uint8_t)packet_network_lsb(s),
        .source_mask = (uint32_t)((UINT64_C(1) << s->addr_w) - 1),
        .message_mask = (UINT32_C(1) << s->msg_w) - 1,
    };
  }
  unsigned size = s->vcs / s->networks;
  for (unsigned v = 0; v < s->vcs; v++) {
    r->network[v] = (uint8_t)(v / size);
    r->block[v / size] = (uint16_t)(r->block[v / size] | UINT32_C(1) << v);
  }
}

#define IN   ARENA_SKIP
#define OUT  ARENA_SKIP
#define WIRE ARENA_SKIP
#define REG  ARENA_FIELD
static void place_registers(interface_view_t *r, const noc_shape_t *s, size_t members, arena_t *a) {
#include "ni/network_interface_state.def"
}
#undef WIRE
#undef REG
#define WIRE ARENA_FIELD
#define REG  ARENA_SKIP
static void place_wires(interface_view_t *r, const noc_shape_t *s, size_t members, arena_t *a){
#include "ni/network_interface_state.def"
}
#undef IN
#undef OUT
#undef WIRE
#undef REG

size_t interface_place(interface_view_t *r, const noc_shape_t *s, unsigned char *block) {
  arena_t a = {block, 0};
  const size_t members = r->members;
  place_registers(r, s, members, &a);
  if (r->record) {
    place_wires(r, s, members, &a);
  }
  r->inj_filled = arena_take(&a, sizeof *r->inj_filled, members);
  r->inj_room = arena_take(&a, sizeof *r->inj_room, members);
  r->inj_credited = arena_take(&a, sizeof *r->inj_credited, members);
  r->ej_filled = arena_take(&a, sizeof *r->ej_filled, members);
  r->sending = arena_take(&a, sizeof *r->sending, ni_blocks(r->members));
  r->delivering = arena_take(&a, sizeof *r->delivering, ni_blocks(r->members));
  r->inj_tag = arena_take(&a, sizeof *r->inj_tag, members * r->inj_slots);
  r->inj_payload = arena_take(&a, sizeof *r->inj_payload, members * r->inj_slots * r->words);
  r->ej_kind = arena_take(&a, sizeof *r->ej_kind, members * r->slots);
  r->ej_payload = arena_take(&a, sizeof *r->ej_payload, members * r->slots * r->words);
  return a.used;
}

// Zeroes an array of `count` elements a member.
#define CLEAR(array, count) memset((array), 0, (size_t)r->members *(count) * sizeof *(array))

void interface_clear_wires(const interface_view_t *r) {
  CLEAR(r->f.inj_wr_en, 1);
  CLEAR(r->f.inj_wr_slot, 1);
  CLEAR(r->f.inj_wr_tag, 1);
  CLEAR(r->f.inj_wr_payload, r->words);
  CLEAR(r->f.inj_rd_en, 1);
  CLEAR(r->f.inj_rd_slot, 1);
  CLEAR(r->f.ej_wr_en, 1);
  CLEAR(r->f.ej_wr_slot, 1);
  CLEAR(r->f.ej_wr_kind, 1);
  CLEAR(r->f.ej_wr_payload, r->words);
  CLEAR(r->f.ej_rd_en, 1);
  CLEAR(r->f.ej_rd_slot, 1);
}

void interface_reset(const interface_view_t *r) {
  if (r->record) {
    interface_clear_wires(r);
  }
  injection_reset(r);
  ejection_reset(r);
}

void interface_step(const interface_view_t *r) {
  if (r->record) {
    interface_clear_wires(r);
  }
  for (uint32_t m = 0; m < r->members; m += INTERFACE_BLOCK) {
    uint32_t end = r->members - m < INTERFACE_BLOCK ? r->members : m + INTERFACE_BLOCK;
    injection_step(r, m, end);
    ejection_step(r, m, end);
  }
}
