// stimulus_forward_unit -- a host that writes the table and hands over packets, ejection queues
// with packets at their fronts, injection that has room or not.

#include <stdio.h>
#include <string.h>

#include "unit/forward_host.h"
#include "unit/stimulus.h"

#define FIELDS_LIST "shape/forward_unit_state.def"
#include "unit/fields.def"

static const forward_fields_t kFields = FORWARD_FIELDS;

// The flit at the front of an ejection queue, and its packet.
typedef struct {
  bool there, keep;
  unsigned pos, length;
  packet_head_t head;
  uint64_t payload[SHAPE_MAX_WORDS];
} front_t;

typedef struct {
  stimulus_t head;
  forward_host_t host;
  front_t front[SHAPE_MAX_VCS];
  unsigned used;                 // slots, as last seen
  bool write_turn;               // the same: the write port is for a flit to be kept
  uint16_t left[SHAPE_MAX_VCS];  // beats to come of each network's packet in injection ..
  uint32_t own;                  // .. which is a copy
  uint32_t room, next;           // as told in this cycle, ..
  bool beat;                     // .. with a beat of the host's that injection accepts
} forward_unit_stimulus_t;

static void begin_reset(stimulus_t *st) {
  forward_unit_stimulus_t *u = (forward_unit_stimulus_t *)st;
  forward_reset(st, &u->host, false);
  memset(u->front, 0, sizeof u->front);
  memset(u->left, 0, sizeof u->left);
  u->used = 0;
  u->write_turn = false;
  u->own = 0;
}

// The next flit of a VC moves to the front.
static void advance(stimulus_t *st, forward_unit_stimulus_t *u, unsigned v) {
  front_t *front = &u->front[v];
  if (front->there || !rng_chance(&st->rng, 160)) {
    return;
  }
  if (front->pos == front->length) {
    front->pos = 0;
    front->head = stimulus_head(st, stimulus_length(st, true), v);
    front->keep = rng_chance(&st->rng, 192) && forward_packet(st, &u->host, &front->head);
    if (!front->keep && front->head.type == PACKET_FORWARDED) {
      front->head.type = PACKET_FORWARDED_LAST;
    }
    front->length = front->head.length;
  }
  stimulus_payload(st, front->pos == 0 ? &front->head : NULL, front->payload);
  front->there = true;
}

// By the rules: the unit has to agree. Returns the VCs whose fronts may leave.
static uint32_t may_leave(const forward_unit_stimulus_t *u, bool accepted) {
  uint32_t kept = 0;
  uint32_t others = 0;
  for (unsigned v = 0; v < u->head.shape.vcs; v++) {
    const front_t *front = &u->front[v];
    const bool room = front->pos > 0 || u->used < u->head.shape.forward_slots;
    kept |= (uint32_t)(front->there && front->keep && room) << v;
    others |= (uint32_t)(front->there && !front->keep) << v;
  }
  if (!accepted) {
    return others | kept;
  }
  return kept != 0 && u->write_turn ? 0 : others;
}

static void set_fronts(stimulus_t *st, const forward_unit_stimulus_t *u, uint32_t *in) {
  uint32_t there = 0;
  uint32_t forward = 0;
  for (unsigned v = 0; v < st->shape.vcs; v++) {
    const front_t *front = &u->front[v];
    there |= (uint32_t)front->there << v;
    forward |= (uint32_t)(front->there && front->keep && front->pos == 0) << v;
    stimulus_set(st, in, F_front_kind, v,
                 front->there ? stimulus_kind(front->pos, front->length) : 0);
  }
  stimulus_set(st, in, F_front_valid, 0, there);
  stimulus_set(st, in, F_front_forward, 0, forward);
}

static void set_take(stimulus_t *st, forward_unit_stimulus_t *u, uint32_t *in, uint32_t may) {
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
  }
}

// Injection: now and then a packet of the host's is handed over there, and a copy has to wait. No
// beat is accepted while a copy is on its way.
static void set_injection(stimulus_t *st, forward_unit_stimulus_t *u, uint32_t *in) {
  uint32_t end = 0;
  u->room = u->next = 0;
  for (unsigned k = 0; k < st->shape.networks; k++) {
    if (u->left[k] == 0 && rng_chance(&st->rng, 10)) {
      u->left[k] = (uint16_t)(1 + rng_below(&st->rng, 8));
      u->own &= ~(1u << k);
    }
    u->room |= (uint32_t)(u->left[k] == 0 && rng_chance(&st->rng, st->phase.out)) << k;
    u->next |= (uint32_t)rng_chance(&st->rng, st->phase.out) << k;
    end |= (uint32_t)(u->left[k] == 1) << k;
  }
  stimulus_set(st, in, F_copy_room, 0, u->room);
  stimulus_set(st, in, F_copy_next, 0, u->next);
  stimulus_set(st, in, F_copy_end, 0, end);
  u->beat = u->own == 0 && rng_chance(&st->rng, 64);
  stimulus_set(st, in, F_host_beat, 0, u->beat);
}

static void next(stimulus_t *st, uint32_t *in) {
  forward_unit_stimulus_t *u = (forward_unit_stimulus_t *)st;
  stimulus_set(st, in, F_addr, 0, st->addr);
  // Fronts first: a packet comes only if its row is there already.
  for (unsigned v = 0; v < st->shape.vcs; v++) {
    advance(st, u, v);
  }
  const bool accepted = forward_pins(st, &u->host, in, &kFields);
  set_fronts(st, u, in);
  set_take(st, u, in, may_leave(u, accepted));
  set_injection(st, u, in);
}

static bool wrong(stimulus_t *st, const char *what, unsigned network) {
  (void)snprintf(st->error, sizeof st->error, "%s, network %u", what, network);
  return false;
}

// A flit of a copy comes where there is room, and as many as the packet has.
static bool take_copy(stimulus_t *st, forward_unit_stimulus_t *u, const uint32_t *state) {
  const unsigned k = (unsigned)stimulus_get(st, state, F_copy_network, 0);
  const unsigned flits = (unsigned)stimulus_get(st, state, F_copy_flits, 0);
  const bool first = stimulus_get(st, state, F_copy_first, 0) != 0;
  if (k >= st->shape.networks || ((first ? u->room : u->next) >> k & 1) == 0) {
    return wrong(st, "a flit of a copy where there is no room", k);
  }
  if (first && u->beat) {
    return wrong(st, "a copy that starts beside a beat of the host", k);
  }
  if (first ? flits == 0 || flits > st->shape.forward_flits : (u->own >> k & 1) == 0) {
    return wrong(st, "a flit of a copy that has none", k);
  }
  u->left[k] = (uint16_t)((first ? flits : u->left[k]) - 1u);
  u->own |= 1u << k;
  return true;
}

static unsigned count_used(const stimulus_t *st, const uint32_t *state) {
  const bundle_field_t *f = &st->layout.field[F_f_used];
  unsigned used = 0;
  for (uint32_t w = 0; w < f->words; w++) {
    used += (unsigned)__builtin_popcount(state[f->word + w]);
  }
  return used;
}

static bool observe(stimulus_t *st, const uint32_t *state) {
  forward_unit_stimulus_t *u = (forward_unit_stimulus_t *)st;
  const uint32_t before = u->own;
  if (stimulus_get(st, state, F_copy_valid, 0) != 0 && !take_copy(st, u, state)) {
    return false;
  }
  for (unsigned k = 0; k < st->shape.networks; k++) {
    const bool host = ((u->own | before) >> k & 1) == 0;
    u->left[k] = (uint16_t)(u->left[k] - (host && u->left[k] > 0 && rng_chance(&st->rng, 128)));
    u->own &= ~((uint32_t)(u->left[k] == 0) << k);
  }
  u->used = count_used(st, state);
  u->write_turn = stimulus_get(st, state, F_f_write_turn, 0) != 0;
  u->host.ready = stimulus_get(st, state, F_forward_ready, 0) != 0;
  return true;
}

const stimulus_ops_t stimulus_forward_unit = {
    "forward_unit", sizeof(forward_unit_stimulus_t), NULL, begin_reset, next, observe};
