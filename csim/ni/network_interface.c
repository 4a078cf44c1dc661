// network_interface -- golden model of an interface; see network_interface.h.

#include "ni/network_interface.h"

#include "base/arena.h"
#include "coding/xor_unit.h"
#include "ni/ejection.h"
#include "ni/first_routes.h"
#include "ni/forward_unit.h"
#include "ni/injection.h"
#include "ni/interface_fetch.h"
#include "router/matrix_arbiter.h"
#include "shape/member_arrays.h"
#include "shape/packet.h"

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
      .multicast = s->multicast != 0,
      .aged = s->aged != 0,
      .look = s->look != 0,
      .record = record,
      .members = members,
      .end = members,
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
    if (s->xor_unit) {
      r->head.slot_lsb = (uint8_t)packet_slot_lsb(s);
      r->head.a_lsb = (uint8_t)packet_operand_a_lsb(s);
      r->head.b_lsb = (uint8_t)packet_operand_b_lsb(s);
    }
    r->head.headers_lsb = (uint8_t)s->headers_lsb;
    r->head.age_lsb = (uint8_t)s->age_lsb;
  }
  if (s->xor_unit) {
    r->x = (xor_view_t){
        .slots = s->xor_slots,
        .flits = s->xor_flits,
        .overhead = s->xor_overhead,
        .ready_words = (s->xor_slots + 63) / 64,
        .name_w = s->name_w,
        .name_mask = (UINT64_C(1) << s->name_w) - 1,
    };
  }
  if (s->forward_unit) {
    r->fw = (forward_view_t){
        .slots = s->forward_slots,
        .flits = s->forward_flits,
        .rows = s->forward_rows,
        .children = s->forward_children,
        .free_words = (s->forward_slots + 63) / 64,
        .lsb = s->forward_lsb,
    };
  }
  r->block_size = s->vcs / s->networks;
  r->block_mask = (UINT32_C(1) << r->block_size) - 1;
  r->block_inverse = (256 + r->block_size - 1) / r->block_size;
}

#define IN   ARENA_SKIP
#define OUT  ARENA_SKIP
#define WIRE ARENA_SKIP
#define REG  ARENA_FIELD
static void place_registers(interface_view_t *r, const noc_shape_t *s, size_t members, arena_t *a) {
#include "shape/network_interface_state.def"
}
#undef WIRE
#undef REG
#define WIRE ARENA_FIELD
#define REG  ARENA_SKIP
static void place_wires(interface_view_t *r, const noc_shape_t *s, size_t members, arena_t *a) {
#include "shape/network_interface_state.def"
}
#undef IN
#undef OUT
#undef WIRE
#undef REG

static void place_unit(interface_view_t *r, arena_t *a) {
  xor_view_t *x = &r->x;
  const size_t members = x->slots > 0 ? r->members : 0;
  r->ej_code = arena_take(a, sizeof *r->ej_code, members * r->slots);
  r->lending = arena_take(a, sizeof *r->lending, ni_blocks((uint32_t)members));
  r->coding = arena_take(a, sizeof *r->coding, ni_blocks((uint32_t)members));
  x->slot = arena_take(a, sizeof *x->slot, members * x->slots);
  x->store = arena_take(a, sizeof *x->store, members * x->slots * x->flits * r->words);
  x->ready = arena_take(a, sizeof *x->ready, members * x->ready_words);
  x->pipe = arena_take(a, sizeof *x->pipe, members);
  x->flit = arena_take(a, sizeof *x->flit, members * x->overhead);
  x->flit_data = arena_take(a, sizeof *x->flit_data, members * x->overhead * r->words);
}

static void place_forwarding(interface_view_t *r, arena_t *a) {
  forward_view_t *fw = &r->fw;
  const size_t members = fw->slots > 0 ? r->members : 0;
  const size_t blocks = ni_blocks((uint32_t)members);
  const size_t children = members * fw->rows * fw->children;
  fw->sum = arena_take(a, sizeof *fw->sum, blocks > 0);
  fw->member = arena_take(a, sizeof *fw->member, members);
  fw->tag = arena_take(a, sizeof *fw->tag, members * fw->slots);
  fw->store = arena_take(a, sizeof *fw->store, members * fw->slots * fw->flits * r->words);
  fw->receive = arena_take(a, sizeof *fw->receive, members * fw->slots);
  fw->send = arena_take(a, sizeof *fw->send, members * fw->slots);
  fw->free = arena_take(a, sizeof *fw->free, members * fw->free_words);
  fw->child_address = arena_take(a, sizeof *fw->child_address, children);
  fw->child_flags = arena_take(a, sizeof *fw->child_flags, children);
  fw->wires = arena_take(a, sizeof *fw->wires, blocks > 0 ? INTERFACE_BLOCK : 0);
  fw->active = arena_take(a, sizeof *fw->active, blocks);
  fw->waiting = arena_take(a, sizeof *fw->waiting, blocks);
  fw->pushing = arena_take(a, sizeof *fw->pushing, blocks);
  fw->wake = arena_take(a, sizeof *fw->wake, blocks);
}

size_t interface_place(interface_view_t *r, const noc_shape_t *s, unsigned char *block) {
  arena_t a = {block, 0};
  const size_t members = r->members;
  place_registers(r, s, members, &a);
  if (r->record) {
    place_wires(r, s, members, &a);
    r->touched = arena_take(&a, sizeof *r->touched, ni_blocks(r->members));
  }
  r->inj_vc = arena_take(&a, sizeof *r->inj_vc, members * r->vcs);
  r->ej_vc = arena_take(&a, sizeof *r->ej_vc, members * r->vcs);
  r->masks = arena_take(&a, sizeof *r->masks, members);
  r->sending = arena_take(&a, sizeof *r->sending, ni_blocks(r->members));
  r->delivering = arena_take(&a, sizeof *r->delivering, ni_blocks(r->members));
  r->offering = arena_take(&a, sizeof *r->offering, ni_blocks(r->members));
  r->inj_tag = arena_take(&a, sizeof *r->inj_tag, members * r->inj_slots);
  r->inj_payload = arena_take(&a, sizeof *r->inj_payload, members * r->inj_slots * r->words);
  r->ej_kind = arena_take(&a, sizeof *r->ej_kind, members * r->slots);
  r->ej_payload = arena_take(&a, sizeof *r->ej_payload, members * r->slots * r->words);
  r->order = arena_take(&a, sizeof *r->order, members * order_words(r->vcs));
  r->inj_ready = arena_take(&a, sizeof *r->inj_ready, s->slot_unit * members);
  if (s->look_table) {
    r->first_row = arena_take(&a, 1, first_routes_bytes(r));
  }
  place_unit(r, &a);
  place_forwarding(r, &a);
  return a.used;
}

#define IN   CLEAR_SKIP
#define WIRE CLEAR_FIELD_PART
#define OUT  CLEAR_SKIP
#define REG  CLEAR_SKIP
void interface_clear_wires(const interface_view_t *r) {
  const noc_shape_t *s = r->shape;
#include "shape/network_interface_state.def"
}
#undef IN
#undef WIRE
#undef OUT
#undef REG

void interface_reset(const interface_view_t *r) {
  if (r->record) {
    interface_clear_wires(r);
  }
  injection_reset(r);
  ejection_reset(r);
  if (r->x.slots > 0) {
    xor_unit_reset(r);
  }
  if (r->fw.slots > 0) {
    forward_unit_reset(r);
  }
}

// The VCs of a member whose front flit may leave.
static uint32_t allowed(const interface_view_t *r, uint32_t m, const xor_wires_t *w) {
  uint32_t vcs = 0;
  for (uint32_t left = r->masks[m].ej_filled; left != 0; left &= left - 1) {
    const uint32_t v = (uint32_t)ni_lowest(left);
    const size_t at = m * r->slots + v * r->depth + r->ej_vc[m * r->vcs + v].rd;
    vcs |= (uint32_t)xor_unit_allow(r, m, v, r->ej_kind[at], r->ej_code[at], w) << v;
  }
  return vcs;
}

// Ejection and the XOR unit between it and injection.
static void coded_step(const interface_view_t *r, uint32_t first, uint32_t end) {
  uint64_t *delivering = &r->delivering[first / INTERFACE_BLOCK];
  uint64_t *coding = &r->coding[first / INTERFACE_BLOCK];
  ejection_begin(r, first, end);
  xor_unit_begin(r, first, end);
  uint64_t on = *delivering | *coding | ni_word8(r->f.cmd_valid, first, end);
  for (; on != 0; on &= on - 1) {
    const size_t b = ni_lowest(on);
    const uint64_t bit = UINT64_C(1) << b;
    const uint32_t m = first + (uint32_t)b;
    xor_wires_t w;
    xor_unit_offer(r, m, &w);
    ejection_take(r, m, allowed(r, m, &w), &w);
    const bool busy = xor_unit_edge(r, m, &w);
    *coding = (*coding & ~bit) | (uint64_t)busy << b;
    *delivering = (*delivering & ~bit) | (uint64_t)(r->masks[m].ej_filled != 0) << b;
  }
  *delivering |= ejection_arrive(r, first, end);
}

// Offers the copies that are handed over in this cycle, from the registers before the edge. Returns
// who is looked at.
static uint64_t offer_copies(const interface_view_t *r, uint32_t first) {
  const uint64_t active = forward_unit_wake(r, first);
  uint64_t pushing = 0;
  for (uint64_t left = active; left != 0; left &= left - 1) {
    const size_t b = ni_lowest(left);
    const uint32_t m = first + (uint32_t)b;
    forward_wires_t *w = &r->fw.wires[b];
    forward_unit_offer(r, m, injection_room(r, m, forward_unit_network(r, m)), w);
    pushing |= (uint64_t)w->push << b;
  }
  r->fw.pushing[first / INTERFACE_BLOCK] = pushing;
  return active;
}

// Shows the fronts of a member's ejection queues to its forwarding unit. If its delivery registers
// are free, serves one of those that may leave. Returns whether it has more.
static bool eject(const interface_view_t *r, uint32_t m, bool free, forward_wires_t *w) {
  for (uint32_t left = r->masks[m].ej_filled; left != 0; left &= left - 1) {
    const uint32_t v = (uint32_t)ni_lowest(left);
    const size_t at = m * r->slots + v * r->depth + r->ej_vc[m * r->vcs + v].rd;
    const uint32_t kind = r->ej_kind[at];
    forward_unit_front(r, m, v, kind, ejection_forward(kind, &r->ej_payload[at * r->words]), w);
  }
  const uint32_t allowed = forward_unit_allow(r, m, w);
  if (allowed == 0 || !free) {
    return r->masks[m].ej_filled != 0;
  }
  const bool more = ejection_deliver(r, m, allowed, w);
  if (!w->take) {
    return more;
  }
  w->keep = (w->keeps >> w->vc & 1) != 0;
  if (!w->keep) {
    forward_unit_pass(r, m, w);
  }
  return more;
}

// Injection, ejection and the forwarding unit between them.
static void forwarding_step(const interface_view_t *r, uint32_t first, uint32_t end) {
  uint64_t *delivering = &r->delivering[first / INTERFACE_BLOCK];
  const uint64_t active = offer_copies(r, first);
  injection_step(r, first, end);
  ejection_begin(r, first, end);
  const uint64_t free = ~r->offering[first / INTERFACE_BLOCK];
  const uint64_t edges =
      active | ni_word8(r->f.forward_valid, first, end) | ni_word8(r->f.forward_wr, first, end);
  for (uint64_t on = edges | (*delivering & free); on != 0; on &= on - 1) {
    const size_t b = ni_lowest(on);
    const uint64_t bit = UINT64_C(1) << b;
    const uint32_t m = first + (uint32_t)b;
    forward_wires_t *w = &r->fw.wires[b];
    if ((active & bit) == 0) {
      w->push = w->take = w->keep = false;
    }
    forward_unit_no_front(w);
    if ((*delivering & bit) != 0 && !eject(r, m, (free & bit) != 0, w)) {
      *delivering &= ~bit;
    }
    if ((edges & bit) != 0 || w->keep) {
      forward_unit_edge(r, m, w);
      injection_beside(r, m, w);
    }
  }
  *delivering |= ejection_arrive(r, first, end);
}

// Ends the cycle of all members, after their edge.
static void end_forwarding(const interface_view_t *r) {
  forward_unit_tick(r);
  for (uint32_t m = 0; r->record && m < r->members; m++) {
    forward_unit_registers(r, m);
  }
}

// The members of a block that have something to do in this cycle; all, where a unit works by
// itself.
static uint64_t touched(const interface_view_t *r, uint32_t first, uint32_t end) {
  const uint32_t block = first / INTERFACE_BLOCK;
  if (r->x.slots > 0 || r->fw.slots > 0) {
    return UINT64_MAX;
  }
  const uint64_t rows = r->first_row != NULL ? ni_word8(r->f.cfg_valid, first, end) : 0;
  return rows | ni_word16(r->f.in_valid, first, end) | ni_word16(r->f.credit_in_valid, first, end) |
         ni_word8(r->f.host_valid, first, end) | r->sending[block] | r->delivering[block] |
         r->offering[block];
}

void interface_registers(const interface_view_t *r, uint32_t m) {
  injection_registers(r, m);
  ejection_registers(r, m);
}

static void show_touched(const interface_view_t *r, uint32_t first) {
  for (uint64_t left = r->touched[first / INTERFACE_BLOCK]; left != 0; left &= left - 1) {
    const uint32_t m = first + (uint32_t)ni_lowest(left);
    if (m < r->end) {
      interface_registers(r, m);
    }
  }
}

void interface_step(const interface_view_t *r) {
  if (r->record) {
    interface_clear_wires(r);
  }
  const bool fetches = r->wired && r->members >= INTERFACE_FETCH_MEMBERS;
  for (uint32_t m = r->first; m < r->end; m += INTERFACE_BLOCK) {
    uint32_t end = r->end - m < INTERFACE_BLOCK ? r->end : m + INTERFACE_BLOCK;
    if (fetches) {
      interface_fetch(r, m);
    }
    if (r->record) {
      r->touched[m / INTERFACE_BLOCK] = touched(r, m, end);
    }
    if (r->fw.slots > 0) {
      forwarding_step(r, m, end);
    } else {
      injection_step(r, m, end);
      if (r->x.slots > 0) {
        coded_step(r, m, end);
      } else {
        ejection_step(r, m, end);
      }
    }
    if (r->record) {
      show_touched(r, m);
    }
  }
  if (r->fw.slots > 0) {
    end_forwarding(r);
  }
}
