// stimulus_xor_unit -- a host that gives commands and takes results or not, ejection queues with
// packets at their fronts, injection that reads slots.

#include <string.h>

#include "unit/coding_host.h"
#include "unit/stimulus.h"

#define FIELDS_LIST "shape/xor_unit_state.def"
#include "unit/fields.def"

static const coding_fields_t kFields = CODING_FIELDS;

// The flit at the front of an ejection queue, and its packet.
typedef struct {
  bool there;
  unsigned pos, length;
  packet_head_t head;
  uint64_t payload[SHAPE_MAX_WORDS];
} front_t;

typedef struct {
  stimulus_t head;
  coding_host_t host;
  front_t front[SHAPE_MAX_VCS];
  packet_head_t packet[SHAPE_MAX_VCS];  // whose flit was taken last
  uint8_t open[SHAPE_MAX_XOR_SLOTS];    // x_open as last seen
} xor_unit_stimulus_t;

static void begin_reset(stimulus_t *st) {
  xor_unit_stimulus_t *u = (xor_unit_stimulus_t *)st;
  coding_reset(st, &u->host);
  memset(u->front, 0, sizeof u->front);
  memset(u->packet, 0, sizeof u->packet);
  memset(u->open, 0, sizeof u->open);
}

// The next flit of a VC moves to the front.
static void advance(stimulus_t *st, xor_unit_stimulus_t *u, unsigned v) {
  front_t *front = &u->front[v];
  const noc_shape_t *s = &st->shape;
  if (front->there || !rng_chance(&st->rng, 160)) {
    return;
  }
  if (front->pos == front->length) {
    const unsigned most = s->cut_through && s->depth < s->xor_flits ? s->depth : s->xor_flits;
    front->pos = 0;
    front->length = stimulus_length(st, true);
    front->head = stimulus_head(st, front->length, v);
    if (!rng_chance(&st->rng, 192) || !coding_packet(st, &u->host, most, &front->head)) {
      front->head.slot = 0;
      front->head.type = front->head.type == PACKET_CODED ? PACKET_UNICAST : front->head.type;
    }
    front->length = front->head.length;
  }
  coding_payload(st, &u->host, &front->head, front->pos, front->payload);
  front->there = true;
}

// Whether the flit at the front may leave, by the rules: the unit has to agree.
static bool may_leave(const xor_unit_stimulus_t *u, unsigned v, bool loading) {
  const front_t *front = &u->front[v];
  const unsigned slot = front->head.slot;
  return front->there && (slot == 0 || (u->open[slot] != 0 && !loading));
}

static void set_fronts(stimulus_t *st, const xor_unit_stimulus_t *u, uint32_t *in) {
  uint32_t there = 0;
  for (unsigned v = 0; v < st->shape.vcs; v++) {
    const front_t *front = &u->front[v];
    const bool first = front->there && front->pos == 0;
    const unsigned coded = front->head.type == PACKET_CODED;
    there |= (uint32_t)front->there << v;
    stimulus_set(st, in, F_front_kind, v,
                 front->there ? stimulus_kind(front->pos, front->length) : 0);
    stimulus_set(st, in, F_front_code, v, first ? front->head.slot * 2u + coded : 0);
  }
  stimulus_set(st, in, F_front_valid, 0, there);
}

static void set_take(stimulus_t *st, xor_unit_stimulus_t *u, uint32_t *in, uint32_t may) {
  const bool takes = may != 0 && rng_chance(&st->rng, st->phase.in);
  const uint64_t none[SHAPE_MAX_WORDS] = {0};
  stimulus_set(st, in, F_take_valid, 0, takes);
  stimulus_set(st, in, F_take_vc, 0, 0);
  stimulus_set(st, in, F_take_kind, 0, 0);
  stimulus_set_payload(st, in, F_take_payload, 0, none);
  if (takes) {
    const unsigned v = rng_pick(&st->rng, may);
    front_t *front = &u->front[v];
    stimulus_set(st, in, F_take_vc, 0, v);
    stimulus_set(st, in, F_take_kind, 0, stimulus_kind(front->pos, front->length));
    stimulus_set_payload(st, in, F_take_payload, 0, front->payload);
    front->there = false;
    front->pos++;
    u->packet[v] = front->head;
  }
}

static void set_read(stimulus_t *st, xor_unit_stimulus_t *u, uint32_t *in) {
  unsigned flits = 1;
  const unsigned slot =
      rng_chance(&st->rng, 64) ? coding_lend(st, &u->host, CODING_FLITS, &flits) : 0;
  stimulus_set(st, in, F_xs_rd_en, 0, slot != 0);
  stimulus_set(st, in, F_xs_rd_slot, 0, slot);
  stimulus_set(st, in, F_xs_rd_pos, 0, slot != 0 ? rng_below(&st->rng, flits) : 0);
  if (slot != 0) {
    coding_lent(&u->host, slot, false);
  }
}

static void next(stimulus_t *st, uint32_t *in) {
  xor_unit_stimulus_t *u = (xor_unit_stimulus_t *)st;
  set_read(st, u, in);
  const bool loading = coding_command(st, &u->host, in, &kFields);
  uint32_t may = 0;
  for (unsigned v = 0; v < st->shape.vcs; v++) {
    advance(st, u, v);
    may |= (uint32_t)may_leave(u, v, loading) << v;
    stimulus_set(st, in, F_ej_source, v, u->packet[v].source);
    stimulus_set(st, in, F_ej_message, v, u->packet[v].message);
  }
  stimulus_set(st, in, F_res_ready, 0, rng_chance(&st->rng, st->phase.out));
  set_fronts(st, u, in);
  set_take(st, u, in, may);
}

static bool observe(stimulus_t *st, const uint32_t *state) {
  xor_unit_stimulus_t *u = (xor_unit_stimulus_t *)st;
  for (unsigned i = 0; i < u->host.slots; i++) {
    const unsigned slot = u->host.slot[i].slot;
    u->open[slot] = stimulus_get(st, state, F_x_open, slot) != 0;
  }
  return coding_observe(st, &u->host, state, &kFields);
}

const stimulus_ops_t stimulus_xor_unit = {
    "xor_unit", sizeof(xor_unit_stimulus_t), NULL, begin_reset, next, observe};
