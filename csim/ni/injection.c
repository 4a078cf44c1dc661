// injection -- golden model of injection; see injection.h.

#include "ni/injection.h"

#include <assert.h>

#include "router/packet.h"
#include "router/rr_arbiter.h"

enum { INJ_DEPTH = SHAPE_INJ_DEPTH };

// A flit that leaves for the router in this cycle.
typedef struct {
  uint32_t member;
  uint32_t vc;
} departure_t;

void injection_reset(const interface_view_t *r) {
  const uint16_t all = (uint16_t)((UINT32_C(1) << r->vcs) - 1);
  for (uint32_t m = 0; m < r->members; m++) {
    for (size_t q = m * r->vcs; q < (m + 1) * r->vcs; q++) {
      r->f.inj_wr[q] = r->f.inj_rd[q] = r->f.inj_count[q] = 0;
      r->f.inj_credit[q] = (uint16_t)r->depth;
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
    r->inj_filled[m] = 0;
    r->inj_room[m] = r->inj_credited[m] = all;
  }
  memset(r->sending, 0, ni_blocks(r->members) * sizeof *r->sending);
}

// Which of these VCs' front flits the router has credits for (cut-through).
static uint32_t affordable(const interface_view_t *r, uint32_t m, uint32_t vcs) {
  for (uint32_t left = vcs; left != 0; left &= left - 1) {
    size_t v = ni_lowest(left);
    size_t slot = v * INJ_DEPTH + r->f.inj_rd[m * r->vcs + v];
    uint32_t need = (uint32_t)r->inj_tag[m * r->inj_slots + slot] >> 2;
    vcs &= ~((uint32_t)(r->f.inj_credit[m * r->vcs + v] < need) << v);
  }
  return vcs;
}

// Decides what leaves, from the registers before the edge.
NI_INLINE uint32_t pick_departures(const interface_view_t *r, uint32_t first, uint64_t sending,
                                   departure_t *departure) {
  uint32_t n = 0;
  for (; sending != 0; sending &= sending - 1) {
    uint32_t m = first + (uint32_t)ni_lowest(sending);
    uint32_t vcs = r->inj_filled[m] & r->inj_credited[m];
    if (r->cut_through) {
      vcs = affordable(r, m, vcs);
    }
    if (vcs != 0) {
      departure[n++] = (departure_t){m, rr_winner(vcs, r->f.inj_arb_ptr[m])};
    }
  }
  return n;
}

// host_ready of network k, from the registers after the edge.
NI_INLINE void update_ready(const interface_view_t *r, uint32_t m, size_t k) {
  size_t net = m * r->networks + k;
  uint32_t vcs = r->f.inj_left[net] > 0 ? UINT32_C(1) << r->f.inj_vc[net] : r->block[k];
  uint32_t ready = (r->inj_room[m] & vcs) != 0;
  r->f.host_ready[m] = (uint16_t)((r->f.host_ready[m] & ~(UINT32_C(1) << k)) | ready << k);
}

static void record_write(const interface_view_t *r, uint32_t m, size_t slot, uint32_t tag,
                         const uint64_t *payload) {
  r->f.inj_wr_en[m] = 1;
  r->f.inj_wr_slot[m] = (uint8_t)slot;
  r->f.inj_wr_tag[m] = (uint16_t)tag;
  memcpy(&r->f.inj_wr_payload[m * r->words], payload, r->words * sizeof *payload);
}

// The payload of a head flit: the beat's data, and the fields below.
NI_INLINE void make_head(const interface_view_t *r, uint32_t m, size_t k, uint64_t *payload) {
  const head_layout_t *h = &r->head;
  if (h->one_word) {
    payload[0] = (payload[0] & ~h->mask) | r->f.host_type[m] |
                 (uint64_t)r->f.host_dst[m] << packet_destination_lsb() |
                 (uint64_t)r->f.host_flits[m] << h->length_lsb |
                 (uint64_t)r->f.addr[m] << h->source_lsb |
                 (uint64_t)r->f.host_message[m] << h->message_lsb | k << h->network_lsb;
  } else {
    const packet_head_t head = {.type = r->f.host_type[m],
                                .destination = r->f.host_dst[m],
                                .length = r->f.host_flits[m],
                                .source = r->f.addr[m],
                                .message = r->f.host_message[m],
                                .network = (uint8_t)k};
    packet_pack(r->shape, &head, payload);
  }
}

// The first beat of a packet: picks its VC, makes its head. Returns the tag.
NI_INLINE uint32_t first_beat(const interface_view_t *r, uint32_t m, size_t k, uint64_t *payload) {
  size_t net = m * r->networks + k;
  uint32_t flits = r->f.host_flits[m];
  assert(flits >= 1);
  uint32_t v = rr_winner(r->inj_room[m] & r->block[k], r->f.inj_ptr[net]);
  make_head(r, m, k, payload);
  r->f.inj_left[net] = (uint16_t)(flits - 1);
  r->f.inj_vc[net] = (uint8_t)v;
  r->f.inj_ptr[net] = rr_next(v, (unsigned)r->vcs);
  uint32_t kind = flits == 1 ? KIND_SINGLE : KIND_HEAD;
  return kind | (r->cut_through ? flits : 1) << 2;
}

NI_INLINE uint32_t other_beat(const interface_view_t *r, size_t net) {
  uint32_t left = r->f.inj_left[net];
  r->f.inj_left[net] = (uint16_t)(left - 1);
  return left == 1 ? KIND_TAIL : KIND_BODY;
}

NI_INLINE void push(const interface_view_t *r, uint32_t m, size_t v, uint32_t tag,
                    const uint64_t *payload, const size_t words) {
  size_t q = m * r->vcs + v;
  uint32_t count = r->f.inj_count[q] + 1u;
  size_t slot = v * INJ_DEPTH + r->f.inj_wr[q];
  assert(count <= INJ_DEPTH);
  r->f.inj_wr[q] = (uint8_t)((r->f.inj_wr[q] + 1) % INJ_DEPTH);
  r->f.inj_count[q] = (uint8_t)count;
  size_t at = m * r->inj_slots + slot;
  r->inj_tag[at] = (uint16_t)tag;
  for (size_t w = 0; w < words; w++) {
    r->inj_payload[at * words + w] = payload[w];
  }
  uint32_t full = count == INJ_DEPTH;
  r->inj_filled[m] = (uint16_t)(r->inj_filled[m] | UINT32_C(1) << v);
  r->inj_room[m] = (uint16_t)(r->inj_room[m] & ~(full << v));
  if (r->record) {
    record_write(r, m, slot, tag, payload);
  }
}

// The beats that hosts offer: those accepted are pushed. Returns the members with an accepted beat.
NI_INLINE uint64_t accept_beats(const interface_view_t *r, uint32_t first, uint64_t beats,
                                const size_t words) {
  uint64_t accepted = 0;
  for (; beats != 0; beats &= beats - 1) {
    uint32_t m = first + (uint32_t)ni_lowest(beats);
    size_t k = r->f.host_network[m];
    if (((uint32_t)r->f.host_ready[m] >> k & 1) == 0) {
      continue;
    }
    size_t net = m * r->networks + k;
    uint64_t payload[SHAPE_MAX_WORDS];
    payload[0] = r->f.host_data[m * words];
    for (size_t w = 1; w < words; w++) {
      payload[w] = r->f.host_data[m * words + w];
    }
    uint32_t tag = r->f.inj_left[net] == 0 ? first_beat(r, m, k, payload) : other_beat(r, net);
    push(r, m, r->f.inj_vc[net], tag, payload, words);
    update_ready(r, m, k);
    accepted |= UINT64_C(1) << (m - first);
  }
  return accepted;
}

// One flit leaves. Returns whether the member has more.
NI_INLINE bool depart(const interface_view_t *r, uint32_t m, size_t v, const size_t words) {
  size_t q = m * r->vcs + v;
  size_t slot = v * INJ_DEPTH + r->f.inj_rd[q];
  size_t at = m * r->inj_slots + slot;
  uint32_t count = r->f.inj_count[q] - 1u;
  uint32_t credit = r->f.inj_credit[q] - 1u;
  r->f.inj_rd[q] = (uint8_t)((r->f.inj_rd[q] + 1) % INJ_DEPTH);
  r->f.inj_count[q] = (uint8_t)count;
  r->f.inj_credit[q] = (uint16_t)credit;
  r->f.inj_arb_ptr[m] = rr_next((unsigned)v, (unsigned)r->vcs);
  r->f.out_valid[m] = 1;
  r->f.out_vc[m] = (uint8_t)v;
  r->f.out_kind[m] = r->inj_tag[at] & 3;
  for (size_t w = 0; w < words; w++) {
    r->f.out_payload[m * words + w] = r->inj_payload[at * words + w];
  }
  uint32_t filled = r->inj_filled[m] & ~((uint32_t)(count == 0) << v);
  r->inj_filled[m] = (uint16_t)filled;
  r->inj_credited[m] = (uint16_t)(r->inj_credited[m] & ~((uint32_t)(credit == 0) << v));
  r->inj_room[m] = (uint16_t)(r->inj_room[m] | UINT32_C(1) << v);
  update_ready(r, m, r->network[v]);
  if (r->record) {
    r->f.inj_rd_en[m] = 1;
    r->f.inj_rd_slot[m] = (uint8_t)slot;
  }
  return filled != 0;
}

NI_INLINE void take_credits(const interface_view_t *r, uint32_t first, uint64_t credits) {
  for (; credits != 0; credits &= credits - 1) {
    uint32_t m = first + (uint32_t)ni_lowest(credits);
    size_t v = r->f.credit_in_vc[m];
    size_t q = m * r->vcs + v;
    r->f.inj_credit[q] = (uint16_t)(r->f.inj_credit[q] + 1);
    r->inj_credited[m] = (uint16_t)(r->inj_credited[m] | UINT32_C(1) << v);
  }
}

// What leaves is decided before beats are pushed, and popped after: both see the registers before
// the edge.
NI_INLINE void step(const interface_view_t *view, uint32_t first, uint32_t end,
                    const size_t words) {
  const interface_view_t r = *view;  // a copy that no store can reach
  departure_t departure[INTERFACE_BLOCK];
  uint64_t *sending = &r.sending[first / INTERFACE_BLOCK];
  uint32_t n = pick_departures(&r, first, *sending, departure);
  memset(&r.f.out_valid[first], 0, (end - first) * sizeof *r.f.out_valid);
  uint64_t more = *sending | accept_beats(&r, first, ni_word8(r.f.host_valid, first, end), words);
  for (uint32_t k = 0; k < n; k++) {
    uint64_t done = !depart(&r, departure[k].member, departure[k].vc, words);
    more &= ~(done << (departure[k].member - first));
  }
  *sending = more;
  take_credits(&r, first, ni_word16(r.f.credit_in_valid, first, end));
}

void injection_step(const interface_view_t *r, uint32_t first, uint32_t end) {
  if (r->words == 1) {
    step(r, first, end, 1);
  } else {
    step(r, first, end, r->words);
  }
}
