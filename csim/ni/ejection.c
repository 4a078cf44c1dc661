// ejection -- golden model of ejection; see ejection.h.

#include "ni/ejection.h"

#include <stddef.h>
#include <string.h>

#include "router/fifo.h"
#include "router/packet.h"
#include "router/rr_arbiter.h"
#include "router/view.h"

void ejection_reset(const interface_view_t *r, uint32_t first, uint32_t end) {
  for (uint32_t m = first; m < end; m++) {
    for (uint32_t q = m * r->vcs; q < (m + 1) * r->vcs; q++) {
      r->f.ej_wr[q] = r->f.ej_rd[q] = r->f.ej_count[q] = 0;
    }
    r->f.ej_ptr[m] = 0;
    r->f.credit_out_valid[m] = 0;
    r->f.credit_out_vc[m] = 0;
    r->f.del_valid[m] = r->f.del_vc[m] = r->f.del_kind[m] = r->f.del_type[m] = 0;
    r->f.del_source[m] = 0;
    r->f.del_message[m] = 0;
    memset(&r->f.del_data[(size_t)m * r->words], 0, r->words * sizeof(uint64_t));
    r->ej_filled[m] = 0;
  }
}

static inline void load_head(const interface_view_t *r, uint32_t m, uint64_t *data) {
  packet_head_t head;
  packet_unpack(&r->shape, data, &head);
  r->f.del_type[m] = head.type;
  r->f.del_source[m] = head.source;
  r->f.del_message[m] = (uint16_t)head.message;
  packet_clear_head(&r->shape, data);
}

// Moves the next flit of member m, one of those with a flit in `vcs`, to the delivery registers.
static inline void deliver(const interface_view_t *r, uint32_t m, uint32_t vcs) {
  uint32_t v = rr_winner(vcs, r->f.ej_ptr[m]);
  uint32_t q = m * r->vcs + v;
  uint32_t slot = v * r->depth + fifo_pop(&r->f.ej_rd[q], &r->f.ej_count[q], r->depth);
  size_t at = (size_t)m * r->slots + slot;
  uint64_t *data = &r->f.del_data[(size_t)m * r->words];
  for (uint32_t w = 0; w < r->words; w++) {
    data[w] = r->ej_payload[at * r->words + w];
  }
  r->f.del_valid[m] = 1;
  r->f.del_vc[m] = (uint8_t)v;
  r->f.del_kind[m] = r->ej_kind[at];
  if (r->ej_kind[at] & KIND_HEAD) {
    load_head(r, m, data);
  }
  r->f.ej_ptr[m] = rr_next(v, r->vcs);
  r->f.credit_out_valid[m] = 1;
  r->f.credit_out_vc[m] = (uint8_t)v;
  uint32_t empty = r->f.ej_count[q] == 0;
  r->ej_filled[m] = (uint16_t)(r->ej_filled[m] & ~(empty << v));
  if (r->record) {
    r->f.ej_rd_en[m] = 1;
    r->f.ej_rd_slot[m] = (uint16_t)slot;
  }
}

// A delivery that the host does not take stays.
static void deliveries(const interface_view_t *r, uint32_t first, uint32_t end) {
  for (uint32_t m = first; m < end; m++) {
    r->f.del_valid[m] = r->f.del_valid[m] & (r->f.del_ready[m] ^ 1) & 1;
  }
  for (uint32_t m0 = first; m0 < end; m0 += VIEW_LANES) {
    uint64_t filled = view_load(r->ej_filled, m0, end);
    while (filled != 0) {
      uint32_t lane = view_lowest(filled) / VIEW_LANE_BITS;
      uint32_t vcs = (uint32_t)(filled >> (lane * VIEW_LANE_BITS)) & 0xffff;
      filled &= ~(UINT64_C(0xffff) << (lane * VIEW_LANE_BITS));
      if (!r->f.del_valid[m0 + lane]) {
        deliver(r, m0 + lane, vcs);
      }
    }
  }
}

static inline void arrive(const interface_view_t *r, uint32_t m) {
  uint32_t v = r->f.in_vc[m];
  uint32_t q = m * r->vcs + v;
  uint32_t slot = v * r->depth + fifo_push(&r->f.ej_wr[q], &r->f.ej_count[q], r->depth);
  size_t at = (size_t)m * r->slots + slot;
  const uint64_t *payload = &r->f.in_payload[(size_t)m * r->words];
  r->ej_kind[at] = r->f.in_kind[m];
  for (uint32_t w = 0; w < r->words; w++) {
    r->ej_payload[at * r->words + w] = payload[w];
  }
  r->ej_filled[m] = (uint16_t)(r->ej_filled[m] | UINT32_C(1) << v);
  if (r->record) {
    r->f.ej_wr_en[m] = 1;
    r->f.ej_wr_slot[m] = (uint16_t)slot;
    r->f.ej_wr_kind[m] = r->f.in_kind[m];
    memcpy(&r->f.ej_wr_payload[(size_t)m * r->words], payload, r->words * sizeof *payload);
  }
}

static void arrivals(const interface_view_t *r, uint32_t first, uint32_t end) {
  for (uint32_t m0 = first; m0 < end; m0 += VIEW_LANES) {
    for (uint64_t on = view_load(r->f.in_valid, m0, end); on != 0; on &= on - 1) {
      arrive(r, m0 + view_lowest(on) / VIEW_LANE_BITS);
    }
  }
}

void ejection_step(const interface_view_t *r, uint32_t first, uint32_t end) {
  memset(&r->f.credit_out_valid[first], 0, (end - first) * sizeof *r->f.credit_out_valid);
  deliveries(r, first, end);
  arrivals(r, first, end);
}
