// injection -- golden model of injection; see injection.h.

#include "ni/injection.h"

#include <assert.h>

#include "coding/xor_unit.h"
#include "ni/first_routes.h"
#include "router/oldest.h"
#include "router/route_ahead.h"
#include "router/rr_arbiter.h"
#include "shape/packet.h"

enum { INJ_DEPTH = SHAPE_INJ_DEPTH };

// The unit that stands beside injection; step() gets it as a constant, except with ages.
typedef enum { UNIT_NONE, UNIT_XOR, UNIT_FORWARD } unit_t;

// The derived masks over VCs of a member that beats and departures change, while they do.
typedef struct {
  uint32_t filled, room;  // inj_filled, inj_room
} queues_t;

NI_INLINE queues_t load_queues(const interface_view_t *r, uint32_t m) {
  return (queues_t){.filled = r->masks[m].inj_filled, .room = r->masks[m].inj_room};
}
NI_INLINE void store_queues(const interface_view_t *r, uint32_t m, const queues_t *q) {
  r->masks[m].inj_filled = (uint16_t)q->filled;
  r->masks[m].inj_room = (uint16_t)q->room;
}

void injection_registers(const interface_view_t *r, uint32_t m) {
  for (size_t q = m * r->vcs; q < (m + 1) * r->vcs; q++) {
    const injection_vc_t *vc = &r->inj_vc[q];
    r->f.inj_wr[q] = vc->wr;
    r->f.inj_rd[q] = vc->rd;
    r->f.inj_count[q] = vc->count;
    r->f.inj_credit[q] = vc->credit;
  }
}

void injection_reset(const interface_view_t *r) {
  const uint16_t all = (uint16_t)((UINT32_C(1) << r->vcs) - 1);
  for (uint32_t m = 0; m < r->members; m++) {
    for (size_t q = m * r->vcs; q < (m + 1) * r->vcs; q++) {
      r->inj_vc[q].wr = r->inj_vc[q].rd = r->inj_vc[q].count = 0;
      r->inj_vc[q].credit = (uint16_t)r->depth;
    }
    for (size_t net = m * r->networks; net < (m + 1) * r->networks; net++) {
      r->f.inj_left[net] = 0;
      r->f.inj_vc[net] = r->f.inj_ptr[net] = 0;
    }
    r->f.inj_arb_ptr[m] = 0;
    r->f.host_ready[m] = (uint16_t)((UINT32_C(1) << r->networks) - 1);
    r->f.out_valid[m] = 0;
    r->f.out_vc[m] = r->f.out_kind[m] = 0;
    memset(&r->f.out_payload[m * r->words], 0, r->words * sizeof *r->f.out_payload);
    r->masks[m].inj_filled = 0;
    r->masks[m].inj_room = r->masks[m].inj_credited = all;
    if (r->aged) {
      memset(&r->f.inj_age[m * r->vcs], 0, r->vcs * sizeof *r->f.inj_age);
    }
    if (r->x.slots > 0) {
      r->f.inj_from[m] = 0;
      r->f.inj_from_network[m] = r->f.inj_from_pos[m] = 0;
    }
    if (r->shape->slot_unit) {
      r->f.inj_turn[m] = 0;
      r->inj_ready[m] = r->f.host_ready[m];
    }
    injection_registers(r, m);
  }
  if (r->x.slots > 0) {
    memset(r->lending, 0, ni_blocks(r->members) * sizeof *r->lending);
  }
  memset(r->sending, 0, ni_blocks(r->members) * sizeof *r->sending);
}

// Which of these VCs' front flits the router has credits for (cut-through).
NI_INLINE uint32_t affordable(const interface_view_t *r, uint32_t m, uint32_t vcs) {
  for (uint32_t left = vcs; left != 0; left &= left - 1) {
    size_t v = ni_lowest(left);
    size_t slot = v * INJ_DEPTH + r->inj_vc[m * r->vcs + v].rd;
    uint32_t need = (uint32_t)r->inj_tag[m * r->inj_slots + slot] >> 2;
    vcs &= ~((uint32_t)(r->inj_vc[m * r->vcs + v].credit < need) << v);
  }
  return vcs;
}

// Picks the VCs with the oldest packets among these VCs of a member, which all have flits.
static uint32_t oldest(const interface_view_t *r, uint32_t m, uint32_t vcs) {
  uint32_t age[SHAPE_MAX_VCS];
  for (uint32_t left = vcs; left != 0; left &= left - 1) {
    const size_t v = ni_lowest(left);
    const size_t q = m * r->vcs + v;
    const size_t at = m * r->inj_slots + v * INJ_DEPTH + r->inj_vc[q].rd;
    const bool head = (r->inj_tag[at] & KIND_HEAD) != 0;
    age[v] = head ? ni_head_age(r, &r->inj_payload[at * r->words]) : r->f.inj_age[q];
  }
  return oldest_of(vcs, age, r->shape->age_bits);
}

// The VCs whose front flits may leave, of those that have some before the edge.
NI_INLINE uint32_t leaving(const interface_view_t *r, uint32_t m, uint32_t filled,
                           const bool aged) {
  uint32_t vcs = filled & r->masks[m].inj_credited;
  if (r->cut_through) {
    vcs = affordable(r, m, vcs);
  }
  return aged ? oldest(r, m, vcs) : vcs;
}

// While a slot is being sent its network is not ready, and the others are not while its queue has
// room and it is not the host's turn: the beat is then the unit's.
NI_INLINE uint32_t ready_beside(const interface_view_t *r, uint32_t m, uint32_t ready) {
  if (r->f.inj_from[m] == 0) {
    return ready;
  }
  const size_t k = r->f.inj_from_network[m];
  const uint32_t queue = r->f.inj_vc[m * r->networks + k];
  const bool pushes = r->f.inj_turn[m] == 0 && (r->masks[m].inj_room >> queue & 1u) != 0;
  return pushes ? 0 : ready & ~(UINT32_C(1) << k);
}

// host_ready of network k, from the registers after the edge.
NI_INLINE void update_ready(const interface_view_t *r, uint32_t m, size_t k, uint32_t room,
                            const unit_t unit) {
  size_t net = m * r->networks + k;
  uint32_t vcs = r->f.inj_left[net] > 0 ? UINT32_C(1) << r->f.inj_vc[net] : ni_block(r, k);
  uint32_t ready = (room & vcs) != 0;
  uint16_t *all = unit != UNIT_NONE ? &r->inj_ready[m] : &r->f.host_ready[m];
  *all = (uint16_t)((*all & ~(UINT32_C(1) << k)) | ready << k);
  if (unit == UNIT_XOR) {
    r->f.host_ready[m] = (uint16_t)ready_beside(r, m, *all);
  } else if (unit == UNIT_FORWARD) {  // injection_beside() follows where there is a copy
    r->f.host_ready[m] = *all;
  }
}

NI_INLINE void record_write(const interface_view_t *r, uint32_t m, size_t slot, uint32_t tag,
                            const uint64_t *payload) {
  r->f.inj_wr_en[m] = 1;
  r->f.inj_wr_slot[m] = (uint8_t)slot;
  r->f.inj_wr_tag[m] = (uint16_t)tag;
  if (r->aged) {
    r->f.inj_wr_age[m] = (tag & KIND_HEAD) != 0 ? ni_head_age(r, payload) : 0;
  }
  memcpy(&r->f.inj_wr_payload[m * r->words], payload, r->words * sizeof *payload);
}

// The fields that a head takes from an XOR unit.
typedef struct {
  uint8_t type;
  uint32_t operand_a, operand_b;
} code_t;

// The payload of a head flit: the beat's data, and the fields below.
NI_INLINE void make_head(const interface_view_t *r, uint32_t m, size_t k, uint64_t *payload,
                         const code_t *code, const bool worms, const bool aged) {
  const head_layout_t *h = &r->head;
  const uint8_t type = code != NULL ? code->type : r->f.host_type[m];
  if (h->one_word) {
    payload[0] =
        (payload[0] & ~h->mask) | type | (uint64_t)r->f.host_dst[m] << packet_destination_lsb() |
        (uint64_t)r->f.host_flits[m] << h->length_lsb | (uint64_t)r->f.addr[m] << h->source_lsb |
        (uint64_t)r->f.host_message[m] << h->message_lsb | k << h->network_lsb;
    if (code != NULL) {
      payload[0] |= (uint64_t)r->f.host_slot[m] << h->slot_lsb |
                    (uint64_t)code->operand_a << h->a_lsb | (uint64_t)code->operand_b << h->b_lsb;
    }
    if (worms) {
      payload[0] |= (uint64_t)r->f.host_headers[m] << h->headers_lsb;
    }
    if (aged) {
      payload[0] |= (uint64_t)r->f.host_age[m] << h->age_lsb;
    }
  } else {
    const packet_head_t head = {.type = type,
                                .destination = r->f.host_dst[m],
                                .length = r->f.host_flits[m],
                                .source = r->f.addr[m],
                                .message = r->f.host_message[m],
                                .network = (uint8_t)k,
                                .slot = code != NULL ? r->f.host_slot[m] : 0,
                                .operand_a = code != NULL ? code->operand_a : 0,
                                .operand_b = code != NULL ? code->operand_b : 0,
                                .headers = worms ? r->f.host_headers[m] : 0,
                                .age = aged ? r->f.host_age[m] : 0};
    packet_pack(r->shape, &head, payload);
  }
}

// Says what the packet of a first beat is made of; if it is an operand, its first word is the
// payload, and the unit sends the rest.
static code_t open_packet(const interface_view_t *r, uint32_t m, size_t k, uint64_t *payload) {
  const size_t from = r->f.host_from[m];
  uint64_t tag;
  if (from == 0) {
    return (code_t){r->f.host_type[m], r->f.host_name[m], 0};
  }
  const uint64_t *word = xor_unit_read(r, m, from, 0, &tag);
  memcpy(payload, word, r->words * sizeof *payload);
  assert(r->f.host_flits[m] == xor_tag_flits(&r->x, tag));
  if (r->f.host_flits[m] > 1) {
    r->f.inj_from[m] = (uint16_t)from;
    r->f.inj_from_network[m] = (uint8_t)k;
    r->f.inj_from_pos[m] = 1;
    r->lending[m / INTERFACE_BLOCK] |= UINT64_C(1) << m % INTERFACE_BLOCK;
  }
  if (r->record) {
    r->f.xs_rd_en[m] = 1;
    r->f.xs_rd_slot[m] = (uint16_t)from;
    r->f.xs_rd_pos[m] = 0;
  }
  return (code_t){(tag & 1) != 0 ? PACKET_CODED : PACKET_UNICAST, xor_tag_name_a(&r->x, tag),
                  xor_tag_name_b(&r->x, tag)};
}

// Writes the route at the router of member m into a head. Inlined, so that words of a head need no
// place in memory where no shape has routes in it.
NI_INLINE void put_first_route(const interface_view_t *r, uint32_t m, uint64_t *payload) {
  if (r->first_row != NULL) {
    first_routes_put(r, m, payload);
  } else {
    route_ahead(r->routes, payload, r->f.addr[m], r->f.extent[m]);
  }
}

// A packet of network k gets a VC. Returns the tag of its first flit.
NI_INLINE uint32_t open_queue(const interface_view_t *r, uint32_t m, size_t k, uint32_t room,
                              uint32_t flits) {
  const size_t net = m * r->networks + k;
  const uint32_t v = rr_winner(room & ni_block(r, k), r->f.inj_ptr[net]);
  r->f.inj_left[net] = (uint16_t)(flits - 1);
  r->f.inj_vc[net] = (uint8_t)v;
  r->f.inj_ptr[net] = rr_next(v, (unsigned)r->vcs);
  const uint32_t kind = flits == 1 ? KIND_SINGLE : KIND_HEAD;
  return kind | (r->cut_through ? flits : 1) << 2;
}

// Says whether only the forwarding unit sends packets of this type.
NI_INLINE bool forwarded_type(uint8_t type) {
  return type == PACKET_FORWARDED || type == PACKET_FORWARDED_LAST;
}

// The first beat of a packet: picks its VC, makes its head. Returns the tag.
NI_INLINE uint32_t first_beat(const interface_view_t *r, uint32_t m, size_t k, uint32_t room,
                              uint64_t *payload, const unit_t unit, const bool worms,
                              const bool aged) {
  const uint32_t headers = worms ? r->f.host_headers[m] : 0;
  const uint32_t flits = r->f.host_flits[m] + headers;
  assert(r->f.host_flits[m] >= 1 && (headers == 0 || r->f.host_flits[m] > 1));
  assert(headers == 0 || unit != UNIT_XOR || r->f.host_from[m] == 0);
  assert(unit != UNIT_FORWARD || !forwarded_type(r->f.host_type[m]));
  if (unit == UNIT_XOR) {
    const code_t code = open_packet(r, m, k, payload);
    make_head(r, m, k, payload, &code, worms, aged);
  } else {
    make_head(r, m, k, payload, NULL, worms, aged);
  }
  if (r->look && !(worms && packet_is_worm(r->f.host_type[m]))) {
    put_first_route(r, m, payload);
  }
  if (unit == UNIT_FORWARD) {
    r->f.inj_turn[m] = 0;
  }
  return open_queue(r, m, k, room, flits);
}

NI_INLINE uint32_t other_beat(const interface_view_t *r, size_t net) {
  uint32_t left = r->f.inj_left[net];
  r->f.inj_left[net] = (uint16_t)(left - 1);
  return left == 1 ? KIND_TAIL : KIND_BODY;
}

NI_INLINE void push(const interface_view_t *r, uint32_t m, size_t v, uint32_t tag,
                    const uint64_t *payload, const size_t words, queues_t *queues) {
  size_t q = m * r->vcs + v;
  uint32_t count = r->inj_vc[q].count + 1u;
  size_t slot = v * INJ_DEPTH + r->inj_vc[q].wr;
  assert(count <= INJ_DEPTH);
  r->inj_vc[q].wr = (uint8_t)((r->inj_vc[q].wr + 1) % INJ_DEPTH);
  r->inj_vc[q].count = (uint8_t)count;
  size_t at = m * r->inj_slots + slot;
  r->inj_tag[at] = (uint16_t)tag;
  for (size_t w = 0; w < words; w++) {
    r->inj_payload[at * words + w] = payload[w];
  }
  uint32_t full = count == INJ_DEPTH;
  queues->filled |= UINT32_C(1) << v;
  queues->room &= ~(full << v);
  if (r->record) {
    record_write(r, m, slot, tag, payload);
  }
}

// The network of the beat that the host of member m offers.
NI_INLINE size_t beat_network(const interface_view_t *r, uint32_t m) {
  return r->networks == 1 ? 0 : r->f.host_network[m];
}

// The host offers a beat for a network that is ready.
NI_INLINE bool offers_beat(const interface_view_t *r, uint32_t m) {
  return (r->f.host_valid[m] & 1) != 0 && (r->f.host_ready[m] >> beat_network(r, m) & 1) != 0;
}

// The beat that the host offers is the first of a slot.
NI_INLINE bool begins_slot(const interface_view_t *r, uint32_t m) {
  return r->f.inj_left[m * r->networks + beat_network(r, m)] == 0 && r->f.host_from[m] != 0;
}

// It is pushed, if it can be. Says so.
NI_INLINE bool accept_beat(const interface_view_t *r, uint32_t m, const size_t words,
                           const unit_t unit, const bool worms, const bool aged, queues_t *queues) {
  const size_t k = beat_network(r, m);
  const size_t net = m * r->networks + k;
  if (((uint32_t)r->f.host_ready[m] >> k & 1) == 0) {
    return false;
  }
  if (unit == UNIT_XOR && begins_slot(r, m) && r->f.inj_from[m] != 0) {
    return false;
  }
  if (unit == UNIT_XOR) {
    r->f.inj_turn[m] = 0;
  }
  uint64_t payload[SHAPE_MAX_WORDS];
  payload[0] = r->f.host_data[m * words];
  for (size_t w = 1; w < words; w++) {
    payload[w] = r->f.host_data[m * words + w];
  }
  const uint32_t tag = r->f.inj_left[net] == 0
                           ? first_beat(r, m, k, queues->room, payload, unit, worms, aged)
                           : other_beat(r, net);
  push(r, m, r->f.inj_vc[net], tag, payload, words, queues);
  return true;
}

// The slots being sent: the next flit of each goes to its queue, if that has room and no beat of
// the host is accepted. Returns the members that have pushed one.
static uint64_t push_slots(const interface_view_t *r, uint32_t first) {
  uint64_t pushed = 0;
  for (uint64_t left = r->lending[first / INTERFACE_BLOCK]; left != 0; left &= left - 1) {
    const uint32_t m = first + (uint32_t)ni_lowest(left);
    const size_t k = r->f.inj_from_network[m];
    const size_t net = m * r->networks + k;
    const size_t queue = r->f.inj_vc[net];
    const bool accepts = offers_beat(r, m) && !begins_slot(r, m);
    if ((r->masks[m].inj_room >> queue & 1u) == 0 || accepts) {
      continue;
    }
    r->f.inj_turn[m] = 1;
    uint64_t unused;
    const size_t pos = r->f.inj_from_pos[m];
    const uint64_t *word = xor_unit_read(r, m, r->f.inj_from[m], pos, &unused);
    if (r->record) {
      r->f.xs_rd_en[m] = 1;
      r->f.xs_rd_slot[m] = r->f.inj_from[m];
      r->f.xs_rd_pos[m] = (uint8_t)pos;
    }
    const uint32_t tag = other_beat(r, net);
    queues_t queues = load_queues(r, m);
    push(r, m, queue, tag, word, r->words, &queues);
    store_queues(r, m, &queues);
    const bool last = tag == KIND_TAIL;
    r->f.inj_from_pos[m] = (uint8_t)(last ? 0 : pos + 1);
    if (last) {
      r->f.inj_from[m] = 0;
      r->lending[first / INTERFACE_BLOCK] &= ~(UINT64_C(1) << (m - first));
    }
    update_ready(r, m, k, queues.room, UNIT_XOR);
    pushed |= UINT64_C(1) << (m - first);
  }
  return pushed;
}

// The flits of copies that the forwarding unit hands over. Returns their members.
static uint64_t push_copies(const interface_view_t *r, uint32_t first) {
  const uint64_t pushing = r->fw.pushing[first / INTERFACE_BLOCK];
  for (uint64_t left = pushing; left != 0; left &= left - 1) {
    const size_t b = ni_lowest(left);
    const uint32_t m = first + (uint32_t)b;
    const forward_wires_t *w = &r->fw.wires[b];
    const size_t k = w->network;
    const size_t net = m * r->networks + k;
    queues_t queues = load_queues(r, m);
    const uint32_t tag = w->first ? open_queue(r, m, k, queues.room, w->flits) : other_beat(r, net);
    if (w->first) {
      r->f.inj_turn[m] = 1;
    }
    const uint64_t *flit = w->payload;
    uint64_t head[SHAPE_MAX_WORDS];
    if (r->look && w->first) {
      memcpy(head, flit, r->words * sizeof *head);
      put_first_route(r, m, head);
      flit = head;
    }
    push(r, m, r->f.inj_vc[net], tag, flit, r->words, &queues);
    store_queues(r, m, &queues);
    update_ready(r, m, k, queues.room, UNIT_FORWARD);
  }
  return pushing;
}

// Pushes the flits that the unit beside injection has in this cycle. Returns their members.
NI_INLINE uint64_t push_beside(const interface_view_t *r, uint32_t first, const unit_t unit) {
  return unit == UNIT_XOR ? push_slots(r, first) : unit == UNIT_FORWARD ? push_copies(r, first) : 0;
}

// The front flit of VC v leaves. Returns its kind.
NI_INLINE uint32_t depart(const interface_view_t *r, uint32_t m, size_t v, const size_t words,
                          const bool aged, queues_t *queues) {
  size_t q = m * r->vcs + v;
  size_t slot = v * INJ_DEPTH + r->inj_vc[q].rd;
  size_t at = m * r->inj_slots + slot;
  uint32_t count = r->inj_vc[q].count - 1u;
  uint32_t credit = r->inj_vc[q].credit - 1u;
  r->inj_vc[q].rd = (uint8_t)((r->inj_vc[q].rd + 1) % INJ_DEPTH);
  r->inj_vc[q].count = (uint8_t)count;
  r->inj_vc[q].credit = (uint16_t)credit;
  r->f.inj_arb_ptr[m] = rr_next((unsigned)v, (unsigned)r->vcs);
  const uint32_t kind = r->inj_tag[at] & 3;
  const size_t to = ni_send(r, m);
  r->f.out_vc[to] = (uint8_t)v;
  r->f.out_kind[to] = (uint8_t)kind;
  for (size_t w = 0; w < words; w++) {
    r->f.out_payload[to * words + w] = r->inj_payload[at * words + w];
  }
  if (aged && (r->inj_tag[at] & KIND_HEAD) != 0) {
    r->f.inj_age[q] = ni_head_age(r, &r->inj_payload[at * words]);
  }
  queues->filled &= ~((uint32_t)(count == 0) << v);
  queues->room |= UINT32_C(1) << v;
  if (credit == 0) {
    r->masks[m].inj_credited = (uint16_t)(r->masks[m].inj_credited & ~(UINT32_C(1) << v));
  }
  if (r->record) {
    r->f.inj_rd_en[m] = 1;
    r->f.inj_rd_slot[m] = (uint8_t)slot;
  }
  return kind;
}

NI_INLINE void take_credits(const interface_view_t *r, uint32_t first, uint64_t credits) {
  for (; credits != 0; credits &= credits - 1) {
    uint32_t m = first + (uint32_t)ni_lowest(credits);
    size_t v = r->f.credit_in_vc[m];
    size_t q = m * r->vcs + v;
    r->inj_vc[q].credit = (uint16_t)(r->inj_vc[q].credit + 1);
    r->masks[m].inj_credited = (uint16_t)(r->masks[m].inj_credited | UINT32_C(1) << v);
  }
}

// A member's edge, but for what a unit pushes. The flit that leaves is picked before a beat is
// pushed, and popped after: both see the registers before the edge. `filled`: its VCs with a flit
// then. Returns the kind of the flit that has left, 4 if none has; *more: the member has flits.
enum { NONE_LEAVES = 4 };

NI_INLINE uint32_t step_member(const interface_view_t *r, uint32_t m, bool beat, uint32_t filled,
                               const size_t words, const unit_t unit, const bool worms,
                               const bool aged, bool *more) {
  const uint32_t vcs = leaving(r, m, filled, aged);
  queues_t queues = load_queues(r, m);
  uint32_t kind = NONE_LEAVES;
  uint32_t changed = 0;  // networks
  if (beat && accept_beat(r, m, words, unit, worms, aged, &queues)) {
    changed |= UINT32_C(1) << beat_network(r, m);
  }
  if (vcs != 0) {
    const size_t v = rr_winner(vcs, r->f.inj_arb_ptr[m]);
    kind = depart(r, m, v, words, aged, &queues);
    changed |= UINT32_C(1) << ni_network(r, v);
  }
  store_queues(r, m, &queues);
  *more = queues.filled != 0;
  if (r->networks == 1) {
    if (changed != 0) {
      update_ready(r, m, 0, queues.room, unit);
    }
    return kind;
  }
  for (; changed != 0; changed &= changed - 1) {
    update_ready(r, m, ni_lowest(changed), queues.room, unit);
  }
  return kind;
}

NI_INLINE void step(const interface_view_t *view, uint32_t first, uint32_t end,
                    const ni_made_for_t made_for, const unit_t unit, const bool worms,
                    const bool aged) {
  const interface_view_t r = ni_view(view, made_for);
  const uint64_t sending = r.sending[first / INTERFACE_BLOCK];
  uint16_t filled[INTERFACE_BLOCK];  // before a unit pushes
  if (unit != UNIT_NONE) {
    for (uint32_t m = first; m < end; m++) {
      filled[m - first] = r.masks[m].inj_filled;
    }
  }
  if (!r.wired) {
    memset(&r.f.out_valid[first], 0, (end - first) * sizeof *r.f.out_valid);
  }
  // A member whose slot pushes has no beat that is accepted, whatever becomes ready by that.
  const uint64_t pushed = push_beside(&r, first, unit);
  const uint64_t beats = ni_beats(&r, first, end) & ~pushed;
  uint64_t all = sending | pushed;
  uint64_t entering = 0;
  uint64_t leaves = 0;
  for (uint64_t left = sending | beats; left != 0; left &= left - 1) {
    const size_t b = ni_lowest(left);
    const uint32_t m = first + (uint32_t)b;
    const uint32_t before = unit != UNIT_NONE ? filled[b] : r.masks[m].inj_filled;
    bool more = false;
    const uint32_t kind =
        step_member(&r, m, (beats >> b & 1) != 0, before, r.words, unit, worms, aged, &more);
    all = (all & ~(UINT64_C(1) << b)) | (uint64_t)more << b;
    entering |= (uint64_t)(kind & KIND_HEAD) << b;
    leaves += kind != NONE_LEAVES;
  }
  r.sending[first / INTERFACE_BLOCK] = all;
  if (r.wired) {
    r.entering[first / INTERFACE_BLOCK] = entering;
    r.injected[first / INTERFACE_BLOCK] = leaves;
  }
  take_credits(&r, first, ni_credits(&r, first, end));
}

// Nothing is in a block that is sent, offered or returned: no need to look closer.
static bool rests(const interface_view_t *r, uint32_t first) {
  const uint32_t block = first / INTERFACE_BLOCK;
  if ((r->sending[block] | r->beats[block] | r->credit_in[block]) != 0) {
    return false;
  }
  r->entering[block] = r->injected[block] = 0;
  return true;
}

static __attribute__((NI_FOUR_CODE)) void step_four(const interface_view_t *r, uint32_t first,
                                                    uint32_t end) {
  step(r, first, end, NI_FOUR, UNIT_NONE, false, false);
}

static void step_unit(const interface_view_t *r, uint32_t first, uint32_t end) {
  const unit_t unit = r->x.slots > 0 ? UNIT_XOR : r->fw.slots > 0 ? UNIT_FORWARD : UNIT_NONE;
  if (r->aged) {
    step(r, first, end, NI_ANY, unit, r->multicast, true);
  } else if (unit == UNIT_XOR) {
    step(r, first, end, NI_ANY, UNIT_XOR, r->multicast, false);
  } else if (unit == UNIT_FORWARD) {
    step(r, first, end, NI_ANY, UNIT_FORWARD, r->multicast, false);
  } else if (r->multicast) {
    step(r, first, end, NI_ANY, UNIT_NONE, true, false);
  } else if (ni_is_four(r)) {
    if (!rests(r, first)) {
      step_four(r, first, end);
    }
  } else if (ni_is_plain(r)) {
    step(r, first, end, NI_PLAIN, UNIT_NONE, false, false);
  } else {
    step(r, first, end, NI_ANY, UNIT_NONE, false, false);
  }
}

// Rows come before the first cycle alone.
static __attribute__((noinline, cold)) void take_rows(const interface_view_t *r, uint32_t first,
                                                      uint32_t end) {
  first_routes_take(r, first, end);
}

void injection_step(const interface_view_t *r, uint32_t first, uint32_t end) {
  step_unit(r, first, end);
  if (r->first_row != NULL) {
    take_rows(r, first, end);
  }
}

copy_room_t injection_room(const interface_view_t *r, uint32_t m, size_t k) {
  const size_t net = m * r->networks + k;
  const uint32_t left = r->f.inj_left[net];
  const uint32_t room = r->masks[m].inj_room;
  return (copy_room_t){.room = (uint32_t)(left == 0 && (room & ni_block(r, k)) != 0) << k,
                       .next = (room >> r->f.inj_vc[net] & 1) << k,
                       .end = (uint32_t)(left == 1) << k,
                       .beat = offers_beat(r, m)};
}

void injection_beside(const interface_view_t *r, uint32_t m, const forward_wires_t *w) {
  uint32_t ready = r->inj_ready[m];
  if (w->busy_next || w->ask_next) {
    const size_t k = w->network_next;
    const copy_room_t room = injection_room(r, m, k);
    const bool starts = (room.room >> k & 1) != 0 && r->f.inj_turn[m] == 0;
    const bool pushes = w->busy_next ? (room.next >> k & 1) != 0 : starts;
    ready = pushes ? 0 : ready & ~((uint32_t)w->busy_next << k);
  }
  r->f.host_ready[m] = (uint16_t)ready;
}
