// forward_unit -- golden model of forward_unit; see forward_unit.h.

#include "ni/forward_unit.h"

#include <assert.h>

#include "shape/member_arrays.h"
#include "shape/packet.h"

enum { WORD = 64, FLAG_MORE = 1, FLAG_LAST = 2, FLAGS = 2 };

#define IN   CLEAR_SKIP
#define WIRE CLEAR_SKIP
#define OUT  CLEAR_FIELD
#define REG  CLEAR_FIELD
static void reset_registers(const interface_view_t *r) {
  const noc_shape_t *s = r->shape;
#include "shape/forward_unit_state.def"
  memset(r->f.forward_ready, 1, r->members * sizeof *r->f.forward_ready);
}
#undef IN
#undef WIRE
#undef OUT
#undef REG

void forward_unit_reset(const interface_view_t *r) {
  const forward_view_t *fw = &r->fw;
  reset_registers(r);
  CLEAR(fw->member, 1);
  *fw->sum = (forward_sum_t){0};
  for (size_t m = 0; m < r->members; m++) {
    fw->member[m].free = (UINT64_C(1) << fw->free_words) - 1;
    for (size_t w = 0; w < fw->free_words; w++) {
      const size_t left = fw->slots - w * WORD;
      fw->free[m * fw->free_words + w] = UINT64_MAX >> (left < WORD ? WORD - left : 0);
    }
  }
  for (size_t b = 0; b < ni_blocks(r->members); b++) {
    fw->active[b] = fw->waiting[b] = 0;
    fw->wake[b] = UINT64_MAX;
  }
}

// -- Slots ---------------------------------------------------------------------------------------

NI_INLINE size_t slot_at(const interface_view_t *r, uint32_t m, size_t slot) {
  assert(slot < r->fw.slots);
  return m * r->fw.slots + slot;
}

NI_INLINE uint64_t *store_at(const interface_view_t *r, uint32_t m, size_t slot, size_t pos) {
  assert(pos < r->fw.flits);
  return &r->fw.store[(slot_at(r, m, slot) * r->fw.flits + pos) * r->words];
}

// The lowest free slot, which is so no longer. There is one.
static size_t take_free(const interface_view_t *r, uint32_t m) {
  forward_member_t *member = &r->fw.member[m];
  assert(member->free != 0);
  const size_t w = ni_lowest(member->free);
  uint64_t *word = &r->fw.free[m * r->fw.free_words + w];
  const size_t slot = w * WORD + ni_lowest(*word);
  *word &= *word - 1;
  member->free &= ~((uint64_t)(*word == 0) << w);
  r->f.f_used[slot_at(r, m, slot)] = 1;
  r->fw.sum->used++;
  return slot;
}

static void set_free(const interface_view_t *r, uint32_t m, size_t slot) {
  r->f.f_used[slot_at(r, m, slot)] = 0;
  r->fw.free[m * r->fw.free_words + slot / WORD] |= UINT64_C(1) << slot % WORD;
  r->fw.member[m].free |= UINT64_C(1) << slot / WORD;
  r->fw.sum->used--;
}

// A flit goes to a position of a slot, with the first one the tag.
static void write_slot(const interface_view_t *r, uint32_t m, size_t slot, size_t pos,
                       const forward_tag_t *tag, const uint64_t *payload) {
  memcpy(store_at(r, m, slot, pos), payload, r->words * sizeof *payload);
  if (pos == 0) {
    assert(tag->row < r->fw.rows && tag->flits >= 1 && tag->flits <= r->fw.flits);
    r->fw.tag[slot_at(r, m, slot)] = *tag;
  }
  r->fw.member[m].stored++;
  r->fw.sum->stored++;
  if (r->record) {
    const noc_shape_t *s = r->shape;
    r->f.fs_wr_en[m] = 1;
    r->f.fs_wr_slot[m] = (uint16_t)slot;
    r->f.fs_wr_pos[m] = (uint16_t)pos;
    r->f.fs_wr_tag[m] = pos > 0 ? 0
                                : tag->row | (uint32_t)tag->network << s->frow_w |
                                      (uint32_t)tag->flits << (s->frow_w + s->net_w);
    memcpy(&r->f.fs_wr_data[m * r->words], payload, r->words * sizeof *payload);
  }
}

NI_INLINE forward_tag_t make_tag(const interface_view_t *r, uint32_t message, uint16_t flits,
                                 uint8_t network) {
  return (forward_tag_t){
      .row = (uint16_t)(message >> r->fw.lsb), .flits = flits, .network = network};
}

// -- To injection --------------------------------------------------------------------------------

static void record_read(const interface_view_t *r, uint32_t m, size_t slot, size_t pos) {
  r->f.fs_rd_en[m] = 1;
  r->f.fs_rd_slot[m] = (uint16_t)slot;
  r->f.fs_rd_pos[m] = (uint16_t)pos;
}

// The first flit of a copy: word 0 of its slot, with the child's address and type.
static void start_copy(const interface_view_t *r, uint32_t m, forward_wires_t *w) {
  const forward_view_t *fw = &r->fw;
  const size_t index = (size_t)r->f.f_send_row[m] * fw->children + r->f.f_send_child[m];
  const size_t at = m * fw->rows * fw->children + index;
  const uint64_t fields = (UINT64_C(1) << (PACKET_TYPE_W + r->shape->addr_w)) - 1;
  const uint8_t flags = fw->child_flags[at];
  w->first = true;
  w->more = (flags & FLAG_MORE) != 0;
  w->last = (flags & FLAG_LAST) != 0;
  w->flits = r->f.f_send_flits[m];
  w->end = w->flits == 1;
  memcpy(w->head, store_at(r, m, r->f.f_send_slot[m], 0), r->words * sizeof *w->head);
  w->head[0] = (w->head[0] & ~fields) |
               (uint64_t)fw->child_address[at] << packet_destination_lsb() |
               (w->last ? PACKET_FORWARDED_LAST : PACKET_FORWARDED);
  w->payload = w->head;
  if (r->record) {
    record_read(r, m, r->f.f_send_slot[m], 0);
    r->f.ft_rd_en[m] = 1;
    r->f.ft_rd_index[m] = (uint32_t)index;
  }
}

void forward_unit_offer(const interface_view_t *r, uint32_t m, copy_room_t room,
                        forward_wires_t *w) {
  const size_t k = forward_unit_network(r, m);
  w->push = w->first = w->end = w->more = w->last = w->take = w->keep = false;
  w->network = (uint8_t)k;
  if (r->f.f_copy_busy[m] != 0) {
    w->push = (room.next >> k & 1) != 0;
    w->end = (room.end >> k & 1) != 0;
    w->payload = store_at(r, m, r->f.f_copy_slot[m], r->f.f_copy_pos[m]);
    if (w->push && r->record) {
      record_read(r, m, r->f.f_copy_slot[m], r->f.f_copy_pos[m]);
    }
  } else if (r->f.f_send_busy[m] != 0 && r->fw.member[m].send_due <= r->fw.sum->cycle) {
    w->push = (room.room >> k & 1) != 0 && !room.beat;
    if (w->push) {
      start_copy(r, m, w);
    }
  }
}

// -- The edge ------------------------------------------------------------------------------------

NI_INLINE size_t ring_place(const interface_view_t *r, size_t rd, size_t count) {
  const size_t place = rd + count;
  return place < r->fw.slots ? place : place - r->fw.slots;
}

NI_INLINE uint64_t least(uint16_t cycles) {
  return cycles > 0 ? cycles : 1;
}

// Writes a word of the child table.
static void write_child(const interface_view_t *r, uint32_t m) {
  const forward_view_t *fw = &r->fw;
  const size_t index = r->f.forward_wr_index[m];
  const size_t at = m * fw->rows * fw->children + index;
  assert(index < fw->rows * fw->children);
  fw->child_address[at] = (uint32_t)(r->f.forward_wr_data[m] >> FLAGS);
  fw->child_flags[at] = r->f.forward_wr_data[m] & (FLAG_MORE | FLAG_LAST);
  if (r->record) {
    r->f.ft_wr_en[m] = 1;
    r->f.ft_wr_index[m] = (uint32_t)index;
    r->f.ft_wr_data[m] = r->f.forward_wr_data[m];
  }
}

// The flit of a copy that has gone to injection: its registers. Returns the slot that it frees, or
// SIZE_MAX.
static size_t copied(const interface_view_t *r, uint32_t m, const forward_wires_t *w) {
  r->fw.member[m].copied++;
  r->fw.sum->copied++;
  if (w->first && w->end) {
    return w->more ? SIZE_MAX : r->f.f_send_slot[m];
  }
  if (w->first) {
    r->f.f_copy_busy[m] = 1;
    r->f.f_copy_slot[m] = r->f.f_send_slot[m];
    r->f.f_copy_network[m] = r->f.f_send_network[m];
    r->f.f_copy_pos[m] = 1;
    r->f.f_copy_last[m] = !w->more;
    return SIZE_MAX;
  }
  r->f.f_copy_busy[m] = !w->end;
  r->f.f_copy_pos[m] = (uint16_t)(w->end ? 0 : r->f.f_copy_pos[m] + 1);
  return w->end && r->f.f_copy_last[m] != 0 ? r->f.f_copy_slot[m] : SIZE_MAX;
}

// The send handler takes the front of its ring.
static void take_packet(const interface_view_t *r, uint32_t m, uint64_t now) {
  const uint16_t slot = r->fw.send[m * r->fw.slots + r->f.f_send_rd[m]];
  const forward_tag_t *tag = &r->fw.tag[slot_at(r, m, slot)];
  r->f.f_send_rd[m] = (uint16_t)ring_place(r, r->f.f_send_rd[m], 1);
  r->f.f_send_count[m]--;
  r->f.f_send_slot[m] = slot;
  r->f.f_send_row[m] = tag->row;
  r->f.f_send_flits[m] = tag->flits;
  r->f.f_send_network[m] = tag->network;
  r->f.f_send_child[m] = 0;
  r->f.f_send_busy[m] = 1;
  r->fw.member[m].send_due = now + least(r->f.forward_send[m]);
  if (r->record) {
    r->f.fq_rd_en[m] = 1;
    r->f.fq_rd_slot[m] = slot;
  }
}

// A copy has started, or a packet may be taken. What the rings hold is as before the edge.
static void send_handler(const interface_view_t *r, uint32_t m, const forward_wires_t *w,
                         uint64_t now) {
  const bool through = w->push && w->first && !w->more;
  if (w->push && w->first && w->more) {
    r->f.f_send_child[m]++;
    r->fw.member[m].send_due = now + least(r->f.forward_send[m]);
  }
  if (r->f.f_send_busy[m] != 0 && !through) {
    return;
  }
  r->f.f_send_busy[m] = 0;
  if (r->f.f_send_count[m] > 0) {
    take_packet(r, m, now);
  }
}

// Returns whether the front of the receive ring is received, and leaves it.
static bool receive_handler(const interface_view_t *r, uint32_t m, uint64_t now, uint16_t *slot) {
  forward_member_t *member = &r->fw.member[m];
  const bool received = r->f.f_receive_busy[m] != 0 && member->receive_due <= now;
  if (received) {
    *slot = r->fw.receive[m * r->fw.slots + r->f.f_receive_rd[m]];
    r->f.f_receive_rd[m] = (uint16_t)ring_place(r, r->f.f_receive_rd[m], 1);
    r->f.f_receive_count[m]--;
    r->f.f_receive_busy[m] = 0;
  }
  if (r->f.f_receive_busy[m] == 0 && r->f.f_receive_count[m] > 0) {
    r->f.f_receive_busy[m] = 1;
    member->receive_due = now + least(r->f.forward_receive[m]);
  }
  return received;
}

// `place` is the one behind the last before the edge.
static void enter_send(const interface_view_t *r, uint32_t m, size_t place, uint16_t slot) {
  r->fw.send[m * r->fw.slots + place] = slot;
  r->f.f_send_count[m]++;
  if (r->record) {
    r->f.fq_wr_en[m] = 1;
    r->f.fq_wr_slot[m] = slot;
  }
}

static void enter_receive(const interface_view_t *r, uint32_t m, size_t place, uint16_t slot) {
  r->fw.receive[m * r->fw.slots + place] = slot;
  r->f.f_receive_count[m]++;
  if (r->record) {
    r->f.fr_wr_en[m] = 1;
    r->f.fr_wr_slot[m] = slot;
  }
}

// The flit that ejection pops goes into its slot. Returns whether the packet is complete.
static bool keep_flit(const interface_view_t *r, uint32_t m, const forward_wires_t *w) {
  const size_t q = m * r->vcs + w->vc;
  const bool last = (w->kind & KIND_TAIL) != 0;
  forward_tag_t tag = {0};
  size_t pos = r->f.f_vc_pos[q];
  if ((w->kind & KIND_HEAD) != 0) {
    packet_head_t head;
    packet_unpack(r->shape, w->taken, &head);
    assert(head.type == PACKET_FORWARDED);
    tag = make_tag(r, head.message, head.length, head.network);
    pos = 0;
    r->f.f_vc_keep[q] = 1;
    r->f.f_vc_slot[q] = (uint16_t)take_free(r, m);
    r->f.f_slot_turn[m] = 0;
  }
  write_slot(r, m, r->f.f_vc_slot[q], pos, &tag, w->taken);
  r->f.f_vc_pos[q] = (uint16_t)(last ? 0 : pos + 1);
  return last;
}

static void host_beat(const interface_view_t *r, uint32_t m) {
  uint64_t payload[SHAPE_MAX_WORDS];
  forward_tag_t tag = {0};
  const bool first = r->f.f_host_left[m] == 0;
  memcpy(payload, &r->f.forward_data[m * r->words], r->words * sizeof *payload);
  if (first) {
    const packet_head_t head = {.type = PACKET_FORWARDED,
                                .length = r->f.forward_flits[m],
                                .source = r->f.addr[m],
                                .message = r->f.forward_message[m],
                                .network = r->f.forward_network[m],
                                .age = r->aged ? r->f.forward_age[m] : 0};
    packet_pack(r->shape, &head, payload);
    tag = make_tag(r, head.message, head.length, head.network);
    r->f.f_host_slot[m] = (uint16_t)take_free(r, m);
    r->f.f_slot_turn[m] = 1;
  }
  const size_t pos = first ? 0 : r->f.f_host_pos[m];
  const uint32_t left = (first ? r->f.forward_flits[m] : r->f.f_host_left[m]) - 1u;
  write_slot(r, m, r->f.f_host_slot[m], pos, &tag, payload);
  r->f.f_host_left[m] = (uint16_t)left;
  r->f.f_host_pos[m] = (uint16_t)(left == 0 ? 0 : pos + 1);
  r->f.f_host_full[m] = left == 0;
}

// Whether at most one slot is free.
static bool last_slot(const interface_view_t *r, uint32_t m) {
  const uint64_t some = r->fw.member[m].free;
  if (some == 0) {
    return true;
  }
  const uint64_t slots = r->fw.free[m * r->fw.free_words + ni_lowest(some)];
  return ((some & (some - 1)) | (slots & (slots - 1))) == 0;
}

// The last free slot is for a packet from an ejection queue: one that stays at its front waits for
// it.
NI_INLINE bool slot_is_theirs(const interface_view_t *r, uint32_t m, const forward_wires_t *w) {
  const uint32_t popped = w->take ? (uint32_t)1 << w->vc : 0;
  return r->f.f_slot_turn[m] != 0 && (w->firsts & ~popped) != 0 && last_slot(r, m);
}

// Notes when the member is next looked at.
static void sleep_until(const interface_view_t *r, uint32_t m, uint64_t cycle, uint64_t now) {
  const size_t block = m / INTERFACE_BLOCK;
  const uint64_t bit = UINT64_C(1) << m % INTERFACE_BLOCK;
  r->fw.active[block] &= ~bit;
  r->fw.waiting[block] &= ~bit;
  if (cycle <= now + 1) {
    r->fw.active[block] |= bit;
  } else if (cycle != UINT64_MAX) {
    r->fw.waiting[block] |= bit;
    r->fw.member[m].wake = cycle;
    r->fw.wake[block] = cycle < r->fw.wake[block] ? cycle : r->fw.wake[block];
  }
}

// The cycle in which something happens by itself; UINT64_MAX if nothing does. Injection is told
// that a copy is asked for a cycle before it is.
static uint64_t next_event(const interface_view_t *r, uint32_t m, uint64_t now) {
  const forward_member_t *member = &r->fw.member[m];
  const bool receiving = r->f.f_receive_busy[m] != 0;
  const bool sending = r->f.f_send_busy[m] != 0;
  uint64_t next = UINT64_MAX;
  if ((!receiving && r->f.f_receive_count[m] > 0) || (!sending && r->f.f_send_count[m] > 0) ||
      r->f.f_copy_busy[m] != 0 || r->f.f_host_full[m] != 0) {
    return now + 1;
  }
  // The fronts of ejection matter: somebody may have to wait for his turn, or need not any more.
  const bool may_offer = r->f.f_host_left[m] > 0 || member->free != 0;
  if (r->f.f_write_turn[m] != 0 || (r->f.f_slot_turn[m] != 0 && last_slot(r, m)) ||
      (r->f.forward_ready[m] == 0 && may_offer)) {
    return now + 1;
  }
  if (receiving) {
    next = member->receive_due;
  }
  if (sending && member->send_due - 1 < next) {
    next = member->send_due - 1;
  }
  // Somebody compares the timers.
  return r->record && (receiving || sending) ? now + 1 : next;
}

void forward_unit_edge(const interface_view_t *r, uint32_t m, forward_wires_t *w) {
  const uint64_t now = r->fw.sum->cycle;
  const bool beat = forward_unit_accepts(r, m);
  const size_t receive_place = ring_place(r, r->f.f_receive_rd[m], r->f.f_receive_count[m]);
  const size_t send_place = ring_place(r, r->f.f_send_rd[m], r->f.f_send_count[m]);
  const bool host_full = r->f.f_host_full[m] != 0;
  // The handlers first: what enters a ring in this cycle they see in the next one.
  const size_t freed = w->push ? copied(r, m, w) : SIZE_MAX;
  uint16_t slot = r->f.f_host_slot[m];
  send_handler(r, m, w, now);
  const bool received = receive_handler(r, m, now, &slot);
  if (received || host_full) {
    enter_send(r, m, send_place, slot);
    r->f.f_host_full[m] = received && host_full;
  }
  if (w->keep && keep_flit(r, m, w)) {
    enter_receive(r, m, receive_place, r->f.f_vc_slot[m * r->vcs + w->vc]);
  }
  if (beat) {
    host_beat(r, m);
  }
  if (freed != SIZE_MAX) {
    set_free(r, m, freed);
  }
  if (r->f.forward_wr[m] != 0) {
    write_child(r, m);
  }
  if (w->take) {
    r->f.f_write_turn[m] = w->bar;
  }
  const bool may_start =
      r->f.f_host_full[m] == 0 && r->fw.member[m].free != 0 && !slot_is_theirs(r, m, w);
  r->f.forward_ready[m] = !w->bar && (r->f.f_host_left[m] > 0 || may_start);
  w->busy_next = r->f.f_copy_busy[m] != 0;
  w->ask_next = !w->busy_next && r->f.f_send_busy[m] != 0 && r->fw.member[m].send_due <= now + 1;
  w->network_next = (uint8_t)forward_unit_network(r, m);
  sleep_until(r, m, next_event(r, m, now), now);
}

uint64_t forward_unit_wake(const interface_view_t *r, uint32_t first) {
  const size_t block = first / INTERFACE_BLOCK;
  const uint64_t now = r->fw.sum->cycle;
  if (r->fw.wake[block] <= now) {
    uint64_t next = UINT64_MAX;
    for (uint64_t left = r->fw.waiting[block]; left != 0; left &= left - 1) {
      const size_t b = ni_lowest(left);
      const uint64_t wake = r->fw.member[first + b].wake;
      if (wake <= now) {
        r->fw.waiting[block] &= ~(UINT64_C(1) << b);
        r->fw.active[block] |= UINT64_C(1) << b;
      } else {
        next = wake < next ? wake : next;
      }
    }
    r->fw.wake[block] = next;
  }
  return r->fw.active[block];
}

// Cycles to go, from the one after the last edge on.
static uint16_t timer(bool busy, uint64_t due, uint64_t now) {
  return (uint16_t)(busy && due > now ? due - now : 0);
}

void forward_unit_registers(const interface_view_t *r, uint32_t m) {
  const forward_member_t *member = &r->fw.member[m];
  const uint64_t now = r->fw.sum->cycle;
  r->f.f_receive_timer[m] = timer(r->f.f_receive_busy[m] != 0, member->receive_due, now);
  r->f.f_send_timer[m] = timer(r->f.f_send_busy[m] != 0, member->send_due, now);
}
