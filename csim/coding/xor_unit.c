// xor_unit -- golden model of xor_unit; see xor_unit.h.

#include "coding/xor_unit.h"

#include <assert.h>

#include "shape/member_arrays.h"
#include "shape/packet.h"

enum { OP_OPEN = 0, OP_XOR = 1, OP_LOAD = 2, SIDE_A = 0, SIDE_B = 1, WORD = 64 };

#define IN   CLEAR_SKIP
#define WIRE CLEAR_SKIP
#define OUT  CLEAR_FIELD
#define REG  CLEAR_FIELD
static void reset_registers(const interface_view_t *r) {
  const noc_shape_t *s = r->shape;
#include "shape/xor_unit_state.def"
}
#undef IN
#undef WIRE
#undef OUT
#undef REG

void xor_unit_reset(const interface_view_t *r) {
  const xor_view_t *x = &r->x;
  reset_registers(r);
  CLEAR(x->slot, x->slots);
  CLEAR(x->ready, x->ready_words);
  CLEAR(x->pipe, 1);
  memset(r->coding, 0, ni_blocks(r->members) * sizeof *r->coding);
}

// -- Slots ---------------------------------------------------------------------------------------

NI_INLINE size_t slot_at(const interface_view_t *r, uint32_t m, size_t slot) {
  assert(slot > 0 && slot < r->x.slots);
  return m * r->x.slots + slot;
}

NI_INLINE uint64_t *store_at(const interface_view_t *r, size_t at, size_t pos) {
  assert(pos < r->x.flits);
  return &r->x.store[(at * r->x.flits + pos) * r->words];
}

// The slot holds an operand that others may use.
NI_INLINE bool has_value(const interface_view_t *r, size_t at) {
  return r->f.x_full[at] != 0 && r->f.x_op[at] == 0;
}

static void set_ready(const interface_view_t *r, uint32_t m, size_t slot) {
  r->x.ready[m * r->x.ready_words + slot / WORD] |= UINT64_C(1) << slot % WORD;
  r->x.pipe[m].ready |= UINT64_C(1) << slot / WORD;
}

// The lowest ready slot, which is so no longer; 0 if there is none.
static size_t take_ready(const interface_view_t *r, uint32_t m) {
  xor_pipe_t *pipe = &r->x.pipe[m];
  if (pipe->ready == 0) {
    return 0;
  }
  const size_t w = ni_lowest(pipe->ready);
  uint64_t *word = &r->x.ready[m * r->x.ready_words + w];
  const size_t slot = w * WORD + ni_lowest(*word);
  *word &= *word - 1;
  pipe->ready &= ~((uint64_t)(*word == 0) << w);
  return slot;
}

static void operand_came(const interface_view_t *r, uint32_t m, size_t slot) {
  xor_slot_t *s = &r->x.slot[slot_at(r, m, slot)];
  assert(s->missing > 0);
  if (--s->missing == 0) {
    set_ready(r, m, slot);
  }
}

// A slot has become full: those that wait for it have one operand more.
static void now_full(const interface_view_t *r, uint32_t m, size_t slot) {
  const size_t at = slot_at(r, m, slot);
  r->f.x_full[at] = 1;
  if (r->f.x_op[at] != 0) {  // the first operand of an exclusive or in place
    operand_came(r, m, slot);
    return;
  }
  uint32_t waiter = r->x.slot[at].waiter;
  r->x.slot[at].waiter = 0;
  while (waiter != 0) {
    const size_t waiting = waiter / 2;
    waiter = r->x.slot[slot_at(r, m, waiting)].next[waiter % 2];
    operand_came(r, m, waiting);
  }
}

// Enters an exclusive or in the list of an operand that is not there yet.
static void wait_for(const interface_view_t *r, uint32_t m, size_t slot, unsigned side,
                     size_t operand) {
  const size_t at = slot_at(r, m, operand);
  if (has_value(r, at)) {
    return;
  }
  xor_slot_t *s = &r->x.slot[slot_at(r, m, slot)];
  s->missing++;
  s->next[side] = r->x.slot[at].waiter;
  r->x.slot[at].waiter = (uint16_t)(2 * slot + side);
}

// -- Writes of the arrival store -----------------------------------------------------------------

// A flit goes to a position of a slot; tag is not read but with the first.
static void write_arrival(const interface_view_t *r, uint32_t m, size_t slot, size_t pos,
                          uint64_t tag, const uint64_t *payload) {
  const size_t at = slot_at(r, m, slot);
  uint64_t *word = store_at(r, at, pos);
  memcpy(word, payload, r->words * sizeof *word);
  if (pos == 0) {
    packet_clear_head(r->shape, word);
    r->x.slot[at].tag = tag;
  }
  if (r->record) {
    r->f.xa_wr_en[m] = 1;
    r->f.xa_wr_slot[m] = (uint16_t)slot;
    r->f.xa_wr_pos[m] = (uint8_t)pos;
    r->f.xa_wr_tag[m] = pos == 0 ? tag : 0;
    memcpy(&r->f.xa_wr_data[m * r->words], word, r->words * sizeof *word);
  }
}

static void load(const interface_view_t *r, uint32_t m) {
  const bool first = r->f.x_load_left[m] == 0;
  const size_t slot = first ? r->f.cmd_slot[m] : r->f.x_load_slot[m];
  const size_t pos = first ? 0 : r->f.x_load_pos[m];
  const uint32_t left = (first ? r->f.cmd_flits[m] : r->f.x_load_left[m]) - 1u;
  const size_t at = slot_at(r, m, slot);
  assert(!first || (r->f.cmd_flits[m] >= 1 && r->f.cmd_flits[m] <= r->x.flits));
  write_arrival(r, m, slot, pos, xor_tag(&r->x, r->f.cmd_flits[m], 0, r->f.cmd_name[m], false),
                &r->f.cmd_data[m * r->words]);
  r->f.x_load_slot[m] = (uint16_t)slot;
  r->f.x_load_left[m] = (uint16_t)left;
  r->f.x_load_pos[m] = (uint8_t)(left == 0 ? 0 : pos + 1);
  if (first) {
    r->f.x_open[at] = r->f.x_full[at] = r->f.x_op[at] = r->f.x_result[at] = 0;
  }
  if (left == 0) {
    now_full(r, m, slot);
  }
}

static void command(const interface_view_t *r, uint32_t m) {
  if (r->f.cmd_op[m] == OP_LOAD) {
    load(r, m);
    return;
  }
  const size_t slot = r->f.cmd_slot[m];
  const size_t at = slot_at(r, m, slot);
  const bool make = r->f.cmd_op[m] == OP_XOR;
  const bool in_place = make && r->f.cmd_a[m] == slot;
  assert(make || r->f.cmd_op[m] == OP_OPEN);
  r->f.x_full[at] = r->f.x_result[at] = 0;
  r->f.x_op[at] = make;
  r->f.x_open[at] = !make || in_place;
  if (!make) {
    return;
  }
  xor_slot_t *s = &r->x.slot[at];
  s->a = r->f.cmd_a[m];
  s->b = r->f.cmd_b[m];
  s->deliver = r->f.cmd_deliver[m];
  s->missing = in_place;
  if (!in_place) {
    wait_for(r, m, slot, SIDE_A, s->a);
  }
  wait_for(r, m, slot, SIDE_B, s->b);
  if (s->missing == 0) {
    set_ready(r, m, slot);
  }
}

// The flit that ejection pops: its VC's registers, and the store if it is for a slot.
static void take(const interface_view_t *r, uint32_t m, const xor_wires_t *w) {
  const size_t q = m * r->vcs + w->vc;
  const bool last = (w->kind & KIND_TAIL) != 0;
  size_t pos = r->f.x_vc_pos[q];
  uint64_t tag = 0;
  uint32_t source = w->source;
  uint16_t message = w->message;
  if (w->kind & KIND_HEAD) {
    packet_head_t head;
    packet_unpack(r->shape, w->payload, &head);
    const bool coded = head.type == PACKET_CODED;
    source = head.source;
    message = (uint16_t)head.message;
    r->f.x_vc_slot[q] = head.slot;
    r->f.x_vc_coded[q] = coded;
    r->f.x_vc_pos[q] = 0;
    pos = 0;
    tag = xor_tag(&r->x, head.length, head.operand_b, head.operand_a, coded);
    assert(!coded || head.slot != 0);
  }
  const size_t slot = r->f.x_vc_slot[q];
  if (slot == 0) {
    return;
  }
  write_arrival(r, m, slot, pos, tag, w->payload);
  r->f.x_vc_pos[q] = (uint8_t)(last ? 0 : pos + 1);
  if (last) {
    r->f.x_open[slot_at(r, m, slot)] = 0;
    r->f.fill_valid[m] = 1;
    r->f.fill_slot[m] = (uint16_t)slot;
    r->f.fill_source[m] = source;
    r->f.fill_message[m] = message;
    now_full(r, m, slot);
  }
}

// -- Exclusive ors -------------------------------------------------------------------------------

// The names that exactly one of two operands has, smaller first: one or two.
static uint64_t result_tag(const xor_view_t *x, uint64_t a, uint64_t b) {
  const uint32_t of_a[] = {xor_tag_name_a(x, a), xor_tag_name_b(x, a)};
  const uint32_t of_b[] = {xor_tag_name_a(x, b), xor_tag_name_b(x, b)};
  const size_t n_a = 1 + (a & 1);
  const size_t n_b = 1 + (b & 1);
  uint32_t name[4] = {0};
  size_t n = 0;
  for (size_t i = 0; i < n_a; i++) {
    if (of_a[i] != of_b[0] && (n_b == 1 || of_a[i] != of_b[1])) {
      name[n++] = of_a[i];
    }
  }
  for (size_t i = 0; i < n_b; i++) {
    if (of_b[i] != of_a[0] && (n_a == 1 || of_b[i] != of_a[1])) {
      name[n++] = of_b[i];
    }
  }
  assert((n == 1 || n == 2) && xor_tag_flits(x, a) == xor_tag_flits(x, b));
  const uint32_t flits = xor_tag_flits(x, a);
  if (n == 1) {
    return xor_tag(x, flits, 0, name[0], false);
  }
  const bool ordered = name[0] < name[1];
  return xor_tag(x, flits, name[ordered], name[!ordered], true);
}

// The flit that the exclusive or under way reads.
static xor_flit_t read_flit(const interface_view_t *r, uint32_t m, uint64_t *data) {
  const size_t a = slot_at(r, m, r->f.x_a[m]);
  const size_t b = slot_at(r, m, r->f.x_b[m]);
  const size_t pos = r->f.x_pos[m];
  const uint64_t *word_a = store_at(r, a, pos);
  const uint64_t *word_b = store_at(r, b, pos);
  for (size_t i = 0; i < r->words; i++) {
    data[i] = word_a[i] ^ word_b[i];
  }
  const uint64_t tag_a = r->x.slot[a].tag;
  return (xor_flit_t){
      .entered = r->x.pipe[m].time,
      .tag = pos == 0 ? result_tag(&r->x, tag_a, r->x.slot[b].tag) : 0,
      .slot = r->f.x_slot[m],
      .pos = (uint8_t)pos,
      .first = pos == 0,
      .last = pos + 1 == xor_tag_flits(&r->x, tag_a),
      .deliver = r->f.x_deliver[m] != 0,
  };
}

// The place in the ring of the oldest flit in the pipeline.
static size_t oldest(const interface_view_t *r, uint32_t m) {
  const xor_pipe_t *pipe = &r->x.pipe[m];
  const size_t back = pipe->inside;
  return m * r->x.overhead + (pipe->next + r->x.overhead - back) % r->x.overhead;
}

void xor_unit_begin(const interface_view_t *r, uint32_t first, uint32_t end) {
  for (uint32_t m = first; m < end; m++) {
    r->f.res_valid[m] = r->f.res_valid[m] & (r->f.res_ready[m] ^ 1) & 1;
  }
  memset(&r->f.fill_valid[first], 0, (end - first) * sizeof *r->f.fill_valid);
  memset(&r->f.done_valid[first], 0, (end - first) * sizeof *r->f.done_valid);
}

void xor_unit_offer(const interface_view_t *r, uint32_t m, xor_wires_t *w) {
  bool there = false;
  w->loading = r->f.cmd_valid[m] != 0 && r->f.cmd_op[m] == OP_LOAD;
  if (r->x.overhead == 0) {
    there = r->f.x_busy[m] != 0;
    if (there) {
      w->flit = read_flit(r, m, w->data);
    }
  } else if (r->x.pipe[m].inside > 0) {
    const size_t at = oldest(r, m);
    there = r->x.flit[at].entered + r->x.overhead == r->x.pipe[m].time;
    if (there) {
      w->flit = r->x.flit[at];
      memcpy(w->data, &r->x.flit_data[at * r->words], r->words * sizeof *w->data);
    }
  }
  w->hold = there && w->flit.deliver && r->f.res_valid[m] != 0;
  w->result = there && !w->hold;
}

// A flit enters the pipeline; in the ring it takes the place of one that has left.
static void enter(const interface_view_t *r, uint32_t m, const xor_flit_t *flit,
                  const uint64_t *data) {
  xor_pipe_t *pipe = &r->x.pipe[m];
  const size_t at = m * r->x.overhead + pipe->next;
  assert(pipe->inside < r->x.overhead);
  r->x.flit[at] = *flit;
  memcpy(&r->x.flit_data[at * r->words], data, r->words * sizeof *data);
  pipe->next = (uint16_t)((pipe->next + 1u) % r->x.overhead);
  pipe->known = (uint16_t)(pipe->known + (pipe->known < r->x.overhead));
  pipe->inside++;
}

// A flit of a result leaves the pipeline, for the result store and perhaps for the host.
static void write_result(const interface_view_t *r, uint32_t m, const xor_wires_t *w) {
  const xor_flit_t *flit = &w->flit;
  const size_t at = slot_at(r, m, flit->slot);
  memcpy(store_at(r, at, flit->pos), w->data, r->words * sizeof *w->data);
  if (flit->first) {
    r->x.slot[at].tag = flit->tag;
  }
  if (r->record) {
    r->f.xr_wr_en[m] = 1;
    r->f.xr_wr_slot[m] = flit->slot;
    r->f.xr_wr_pos[m] = flit->pos;
    r->f.xr_wr_tag[m] = flit->tag;
    memcpy(&r->f.xr_wr_data[m * r->words], w->data, r->words * sizeof *w->data);
  }
  if (flit->deliver) {
    r->f.res_valid[m] = 1;
    r->f.res_kind[m] = (uint8_t)(flit->first | flit->last << 1);
    memcpy(&r->f.res_data[m * r->words], w->data, r->words * sizeof *w->data);
  }
  if (flit->deliver && flit->first) {
    r->f.res_slot[m] = flit->slot;
    r->f.res_name[m] = xor_tag_name_a(&r->x, flit->tag);
  }
  if (flit->last) {
    r->f.x_result[at] = 1;
    r->f.done_valid[m] = 1;
    r->f.done_slot[m] = flit->slot;
    now_full(r, m, flit->slot);
  }
}

// Gives the flit that the unit reads in this cycle if nothing holds it, and says in *reads whether
// there is one. Returns whether the next exclusive or may start.
static bool advance(const interface_view_t *r, uint32_t m, const xor_wires_t *w, bool *reads,
                    xor_flit_t *flit, uint64_t *data) {
  *reads = r->f.x_busy[m] != 0 && !w->hold;
  if (!*reads) {
    return !w->hold;
  }
  if (r->x.overhead == 0) {
    *flit = w->flit;
  } else {
    *flit = read_flit(r, m, data);
  }
  if (r->record) {
    r->f.x_rd_en[m] = 1;
    r->f.x_rd_a[m] = r->f.x_a[m];
    r->f.x_rd_b[m] = r->f.x_b[m];
    r->f.x_rd_pos[m] = flit->pos;
  }
  return flit->last;
}

static void start(const interface_view_t *r, uint32_t m, size_t slot) {
  const size_t at = slot_at(r, m, slot);
  r->f.x_busy[m] = 1;
  r->f.x_slot[m] = (uint16_t)slot;
  r->f.x_a[m] = r->x.slot[at].a;
  r->f.x_b[m] = r->x.slot[at].b;
  r->f.x_deliver[m] = r->x.slot[at].deliver;
  r->f.x_op[at] = r->f.x_full[at] = 0;
}

bool xor_unit_edge(const interface_view_t *r, uint32_t m, const xor_wires_t *w) {
  xor_pipe_t *pipe = &r->x.pipe[m];
  bool reads = false;
  xor_flit_t flit;
  uint64_t data[SHAPE_MAX_WORDS];
  // Decided from the values before the edge, before anything becomes ready at it.
  const bool may_start = advance(r, m, w, &reads, &flit, data);
  const size_t next = may_start ? take_ready(r, m) : 0;
  if (r->f.cmd_valid[m] != 0) {
    command(r, m);
  }
  if (w->take) {
    take(r, m, w);
  }
  if (reads) {
    pipe->reads++;
    r->f.x_pos[m] = (uint8_t)(flit.last ? 0 : flit.pos + 1);
    r->f.x_busy[m] = !flit.last;
  }
  if (next != 0) {
    start(r, m, next);
  }
  if (w->result) {
    pipe->inside = (uint16_t)(pipe->inside - (r->x.overhead > 0));
    write_result(r, m, w);
  }
  if (reads && r->x.overhead > 0) {
    enter(r, m, &flit, data);
  }
  pipe->time += !w->hold;
  if (r->record) {
    xor_unit_registers(r, m);
  }
  return r->f.x_busy[m] != 0 || pipe->inside > 0 || pipe->ready != 0;
}

void xor_unit_registers(const interface_view_t *r, uint32_t m) {
  const size_t stages = r->x.overhead;
  const xor_pipe_t *pipe = &r->x.pipe[m];
  size_t back = 1;  // places from the next one
  for (size_t i = 0; i < stages; i++) {
    const size_t to = m * stages + i;
    const xor_flit_t *flit = NULL;
    size_t at = 0;
    while (back <= pipe->known) {
      at = m * stages + (pipe->next + stages - back) % stages;
      if (r->x.flit[at].entered + i < pipe->time) {
        flit = &r->x.flit[at];
        break;
      }
      back++;
    }
    if (flit == NULL) {  // nothing has come so far since the reset
      continue;
    }
    r->f.x_p_valid[to] = flit->entered + i + 1 == pipe->time;
    r->f.x_p_first[to] = flit->first;
    r->f.x_p_last[to] = flit->last;
    r->f.x_p_deliver[to] = flit->deliver;
    r->f.x_p_slot[to] = flit->slot;
    r->f.x_p_pos[to] = flit->pos;
    r->f.x_p_tag[to] = flit->tag;
    memcpy(&r->f.x_p_data[to * r->words], &r->x.flit_data[at * r->words],
           r->words * sizeof *r->f.x_p_data);
  }
}
