// injection -- golden model of injection; see injection.h.

#include "ni/injection.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "router/packet.h"
#include "router/rr_arbiter.h"
#include "router/view.h"

enum { INJ_DEPTH = SHAPE_INJ_DEPTH, BYTE_LANES = 8 };

// A flit that leaves for the router in this cycle.
typedef struct {
  uint32_t member;
  uint8_t vc;
} departure_t;

void injection_reset(const interface_view_t *r, uint32_t first, uint32_t end) {
  for (uint32_t m = first; m < end; m++) {
    for (uint32_t v = 0; v < r->vcs; v++) {
      uint32_t q = m * r->vcs + v;
      r->f.inj_wr[q] = r->f.inj_rd[q] = r->f.inj_count[q] = 0;
      r->f.inj_credit[q] = (uint16_t)r->depth;
    }
    for (uint32_t k = 0; k < r->networks; k++) {
      uint32_t net = m * r->networks + k;
      r->f.inj_left[net] = 0;
      r->f.inj_vc[net] = r->f.inj_ptr[net] = 0;
    }
    r->f.inj_arb_ptr[m] = 0;
    r->f.host_ready[m] = (uint16_t)((UINT32_C(1) << r->networks) - 1);
    r->f.out_valid[m] = 0;
    r->f.out_vc[m] = r->f.out_kind[m] = 0;
    memset(&r->f.out_payload[(size_t)m * r->words], 0, r->words * sizeof(uint64_t));
    r->inj_filled[m] = 0;
    r->inj_room[m] = r->inj_credited[m] = (uint16_t)((UINT32_C(1) << r->vcs) - 1);
  }
}

// Whether the router has credits for the front flits of these VCs (cut-through).
static uint32_t affordable(const interface_view_t *r, uint32_t m, uint32_t vcs) {
  for (uint32_t left = vcs; left != 0; left &= left - 1) {
    uint32_t v = view_lowest(left);
    uint32_t slot = v * INJ_DEPTH + r->f.inj_rd[m * r->vcs + v];
    uint32_t need = (uint32_t)r->inj_tag[m * r->inj_slots + slot] >> 2;
    vcs &= ~((uint32_t)(r->f.inj_credit[m * r->vcs + v] < need) << v);
  }
  return vcs;
}

// Decides what leaves, from the registers before the edge.
static uint32_t pick_departures(const interface_view_t *r, uint32_t first, uint32_t end,
                                departure_t *departure) {
  uint32_t n = 0;
  for (uint32_t m0 = first; m0 < end; m0 += VIEW_LANES) {
    uint64_t ask = view_load(r->inj_filled, m0, end) & view_load(r->inj_credited, m0, end);
    while (ask != 0) {
      uint32_t lane = view_lowest(ask) / VIEW_LANE_BITS;
      uint32_t m = m0 + lane;
      uint32_t vcs = (uint32_t)(ask >> (lane * VIEW_LANE_BITS)) & 0xffff;
      ask &= ~(UINT64_C(0xffff) << (lane * VIEW_LANE_BITS));
      if (r->cut_through) {
        vcs = affordable(r, m, vcs);
      }
      if (vcs != 0) {
        departure[n++] = (departure_t){m, (uint8_t)rr_winner(vcs, r->f.inj_arb_ptr[m])};
      }
    }
  }
  return n;
}

// host_ready of network k, from the registers after the edge.
static inline void update_ready(const interface_view_t *r, uint32_t m, uint32_t k) {
  uint32_t net = m * r->networks + k;
  uint32_t vcs = r->f.inj_left[net] > 0 ? UINT32_C(1) << r->f.inj_vc[net] : r->block[k];
  uint32_t ready = (r->inj_room[m] & vcs) != 0;
  r->f.host_ready[m] =
      (uint16_t)((r->f.host_ready[m] & ~(UINT32_C(1) << k)) | ready << k);
}

static inline void record_write(const interface_view_t *r, uint32_t m, uint32_t slot, uint32_t tag,
                                const uint64_t *payload) {
  r->f.inj_wr_en[m] = 1;
  r->f.inj_wr_slot[m] = (uint8_t)slot;
  r->f.inj_wr_tag[m] = (uint16_t)tag;
  memcpy(&r->f.inj_wr_payload[(size_t)m * r->words], payload, r->words * sizeof *payload);
}

static inline void push(const interface_view_t *r, uint32_t m, uint32_t v, uint32_t tag,
                        const uint64_t *payload) {
  uint32_t q = m * r->vcs + v;
  assert(r->f.inj_count[q] < INJ_DEPTH);
  uint32_t slot = v * INJ_DEPTH + r->f.inj_wr[q];
  r->f.inj_wr[q] = (uint8_t)((r->f.inj_wr[q] + 1) % INJ_DEPTH);
  r->f.inj_count[q] = (uint8_t)(r->f.inj_count[q] + 1);
  size_t at = (size_t)m * r->inj_slots + slot;
  r->inj_tag[at] = (uint16_t)tag;
  memcpy(&r->inj_payload[at * r->words], payload, r->words * sizeof *payload);
  r->inj_filled[m] = (uint16_t)(r->inj_filled[m] | UINT32_C(1) << v);
  uint32_t full = r->f.inj_count[q] == INJ_DEPTH;
  r->inj_room[m] = (uint16_t)(r->inj_room[m] & ~(full << v));
  if (r->record) {
    record_write(r, m, slot, tag, payload);
  }
}

// The first beat of a packet: picks its VC and writes its head.
static void accept_first(const interface_view_t *r, uint32_t m, uint32_t k) {
  uint32_t net = m * r->networks + k;
  uint32_t flits = r->f.host_flits[m];
  assert(flits >= 1);
  uint32_t v = rr_winner(r->inj_room[m] & r->block[k], r->f.inj_ptr[net]);
  uint64_t payload[SHAPE_MAX_WORDS];
  memcpy(payload, &r->f.host_data[(size_t)m * r->words], r->words * sizeof *payload);
  const packet_head_t head = {.type = r->f.host_type[m],
                              .destination = r->f.host_dst[m],
                              .length = (uint16_t)flits,
                              .source = r->f.addr[m],
                              .message = r->f.host_message[m],
                              .network = (uint8_t)k};
  packet_pack(&r->shape, &head, payload);
  uint32_t kind = flits == 1 ? KIND_SINGLE : KIND_HEAD;
  uint32_t need = r->cut_through ? flits : 1;
  push(r, m, v, kind | need << 2, payload);
  r->f.inj_left[net] = (uint16_t)(flits - 1);
  r->f.inj_vc[net] = (uint8_t)v;
  r->f.inj_ptr[net] = rr_next(v, r->vcs);
}

// The beat that the host offers to member m, if it is accepted.
static inline void accept(const interface_view_t *r, uint32_t m) {
  uint32_t k = r->f.host_network[m];
  if (((uint32_t)r->f.host_ready[m] >> k & 1) == 0) {
    return;
  }
  uint32_t net = m * r->networks + k;
  uint32_t left = r->f.inj_left[net];
  if (left == 0) {
    accept_first(r, m, k);
  } else {
    uint32_t kind = left == 1 ? KIND_TAIL : KIND_BODY;
    push(r, m, r->f.inj_vc[net], kind, &r->f.host_data[(size_t)m * r->words]);
    r->f.inj_left[net] = (uint16_t)(left - 1);
  }
  update_ready(r, m, k);
}

static void accept_beats(const interface_view_t *r, uint32_t first, uint32_t end) {
  for (uint32_t m0 = first; m0 < end; m0 += BYTE_LANES) {
    uint64_t on = 0;
    memcpy(&on, &r->f.host_valid[m0], end - m0 < BYTE_LANES ? end - m0 : BYTE_LANES);
    for (; on != 0; on &= on - 1) {
      accept(r, m0 + view_lowest(on) / 8);
    }
  }
}

static void send(const interface_view_t *r, const departure_t *departure, uint32_t n) {
  for (uint32_t k = 0; k < n; k++) {
    uint32_t m = departure[k].member;
    uint32_t v = departure[k].vc;
    uint32_t q = m * r->vcs + v;
    uint32_t slot = v * INJ_DEPTH + r->f.inj_rd[q];
    size_t at = (size_t)m * r->inj_slots + slot;
    r->f.inj_rd[q] = (uint8_t)((r->f.inj_rd[q] + 1) % INJ_DEPTH);
    r->f.inj_count[q] = (uint8_t)(r->f.inj_count[q] - 1);
    r->f.inj_credit[q] = (uint16_t)(r->f.inj_credit[q] - 1);
    r->f.inj_arb_ptr[m] = rr_next(v, r->vcs);
    r->f.out_valid[m] = 1;
    r->f.out_vc[m] = (uint8_t)v;
    r->f.out_kind[m] = r->inj_tag[at] & 3;
    for (uint32_t w = 0; w < r->words; w++) {
      r->f.out_payload[(size_t)m * r->words + w] = r->inj_payload[at * r->words + w];
    }
    uint32_t empty = r->f.inj_count[q] == 0;
    uint32_t broke = r->f.inj_credit[q] == 0;
    r->inj_filled[m] = (uint16_t)(r->inj_filled[m] & ~(empty << v));
    r->inj_credited[m] = (uint16_t)(r->inj_credited[m] & ~(broke << v));
    r->inj_room[m] = (uint16_t)(r->inj_room[m] | UINT32_C(1) << v);
    update_ready(r, m, r->network[v]);
    if (r->record) {
      r->f.inj_rd_en[m] = 1;
      r->f.inj_rd_slot[m] = (uint8_t)slot;
    }
  }
}

static void take_credits(const interface_view_t *r, uint32_t first, uint32_t end) {
  for (uint32_t m0 = first; m0 < end; m0 += VIEW_LANES) {
    for (uint64_t on = view_load(r->f.credit_in_valid, m0, end); on != 0; on &= on - 1) {
      uint32_t m = m0 + view_lowest(on) / VIEW_LANE_BITS;
      uint32_t v = r->f.credit_in_vc[m];
      uint16_t *credit = &r->f.inj_credit[m * r->vcs + v];
      *credit = (uint16_t)(*credit + 1);
      r->inj_credited[m] = (uint16_t)(r->inj_credited[m] | UINT32_C(1) << v);
    }
  }
}

void injection_step(const interface_view_t *r, uint32_t first, uint32_t end) {
  departure_t departure[INTERFACE_BLOCK];
  uint32_t n = pick_departures(r, first, end, departure);
  memset(&r->f.out_valid[first], 0, (end - first) * sizeof *r->f.out_valid);
  accept_beats(r, first, end);
  send(r, departure, n);
  take_credits(r, first, end);
}
