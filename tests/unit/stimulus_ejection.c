// stimulus_ejection -- packets from the router, a host that stalls.

#include <stdio.h>
#include <string.h>

#include "unit/forward_host.h"
#include "unit/stimulus.h"

#define FIELDS_LIST "shape/ejection_state.def"
#include "unit/fields.def"

// The contents of a queue, flit by flit.
typedef struct {
  unsigned from, count;
  struct {
    uint8_t kind;
    uint64_t payload[SHAPE_MAX_WORDS];
  } flit[SHAPE_MAX_DEPTH];
} queue_t;

typedef struct {
  stimulus_t head;
  link_source_t up;
  forward_host_t tables;
  queue_t queue[SHAPE_MAX_VCS];
  packet_head_t packet[SHAPE_MAX_VCS];  // that leaves the queue ..
  unsigned skip[SHAPE_MAX_VCS];         // .. and its header flits to come
  unsigned losses[SHAPE_MAX_VCS];       // while the VC asked, since it won
  uint32_t offered;                     // del_valid as last seen
  uint32_t refused, ready;              // networks whose beats the host does not take
  uint32_t asking;                      // VCs, in this cycle
} ejection_stimulus_t;

static void begin_reset(stimulus_t *st) {
  ejection_stimulus_t *u = (ejection_stimulus_t *)st;
  link_source_reset(&u->up, &st->shape);
  for (unsigned v = 0; v < SHAPE_MAX_VCS; v++) {
    u->queue[v].count = 0;
    u->packet[v] = (packet_head_t){0};
    u->skip[v] = u->losses[v] = 0;
  }
  u->offered = u->refused = u->ready = u->asking = 0;
  if (st->shape.forward_unit) {
    forward_reset(st, &u->tables, true);
    u->up.tables = &u->tables;
  }
}

static bool at_head(const queue_t *q) {
  return (q->flit[q->from].kind & KIND_HEAD) != 0;
}

// The packet whose flit is at the front of VC v, which has one.
static packet_head_t packet_of(const ejection_stimulus_t *u, unsigned v) {
  const queue_t *q = &u->queue[v];
  packet_head_t head = u->packet[v];
  if (at_head(q)) {
    packet_unpack(&u->head.shape, q->flit[q->from].payload, &head);
  }
  return head;
}

static bool is_coded(const noc_shape_t *s, const packet_head_t *head) {
  return s->xor_unit && head->type == PACKET_CODED;
}

// The side of a unit beside it: which fronts may leave.
static uint32_t set_allowed(stimulus_t *st, const ejection_stimulus_t *u, uint32_t *in) {
  uint32_t allow = 0;
  for (unsigned v = 0; v < st->shape.vcs; v++) {
    allow |= (uint32_t)(u->queue[v].count > 0 && rng_chance(&st->rng, 208)) << v;
  }
  if (st->shape.forward_unit) {
    stimulus_set(st, in, F_f_allow, 0, allow);
    return allow;
  }
  stimulus_set(st, in, F_x_allow, 0, allow);
  for (unsigned v = 0; v < st->shape.vcs; v++) {
    stimulus_set(st, in, F_x_vc_coded, v, is_coded(&st->shape, &u->packet[v]));
    stimulus_set(st, in, F_x_vc_slot, v, u->packet[v].slot);
  }
  return allow;
}

// VCs with a flit that may leave, and with free delivery registers if it goes there.
static uint32_t asking(const ejection_stimulus_t *u, uint32_t allow) {
  const noc_shape_t *s = &u->head.shape;
  const unsigned block = s->vcs / s->networks;
  const uint32_t held = u->offered & ~u->ready;
  uint32_t vcs = 0;
  for (unsigned v = 0; v < s->vcs; v++) {
    if (u->queue[v].count > 0 && (allow >> v & 1) != 0) {
      const packet_head_t head = packet_of(u, v);
      vcs |= (uint32_t)(is_coded(s, &head) || (held >> v / block & 1) == 0) << v;
    }
  }
  return vcs;
}

static void queue_push(queue_t *q, const noc_shape_t *s, const link_flit_t *flit) {
  const unsigned to = (q->from + q->count++) % s->depth;
  q->flit[to].kind = (uint8_t)flit->kind;
  memcpy(q->flit[to].payload, flit->payload, s->words * sizeof *flit->payload);
}

static void next(stimulus_t *st, uint32_t *in) {
  ejection_stimulus_t *u = (ejection_stimulus_t *)st;
  link_flit_t flit;
  bool arrives = stimulus_offers(st) && link_source_next(st, &u->up, &flit);
  u->ready = host_sink_ready(st, &u->refused);
  u->asking = asking(u, st->shape.slot_unit ? set_allowed(st, u, in) : UINT32_MAX);
  stimulus_set(st, in, F_in_valid, 0, arrives);
  if (arrives) {
    stimulus_set(st, in, F_in_vc, 0, flit.vc);
    stimulus_set(st, in, F_in_kind, 0, flit.kind);
    stimulus_set_payload(st, in, F_in_payload, 0, flit.payload);
    queue_push(&u->queue[flit.vc], &st->shape, &flit);
  }
  stimulus_set(st, in, F_del_ready, 0, u->ready);
}

static bool wrong(stimulus_t *st, const char *what, unsigned vc) {
  (void)snprintf(st->error, sizeof st->error, "%s, VC %u", what, vc);
  return false;
}

// Who was passed over. Without ages nobody is more than V - 1 times.
static bool count_losses(stimulus_t *st, ejection_stimulus_t *u, uint32_t served) {
  if (u->asking != 0 && served == 0) {
    return wrong(st, "nobody is served", (unsigned)__builtin_ctz(u->asking));
  }
  for (unsigned v = 0; v < st->shape.vcs; v++) {
    const bool asks = (u->asking >> v & 1) != 0;
    const bool wins = (served >> v & 1) != 0;
    u->losses[v] = wins ? 0 : u->losses[v] + asks;
    if (u->losses[v] >= st->shape.vcs && !st->shape.aged) {
      return wrong(st, "passed over too often", v);
    }
  }
  return true;
}

// A flit of VC v is in the delivery registers of its network, with what its packet's head says.
static bool check_shown(stimulus_t *st, const uint32_t *state, unsigned v,
                        const packet_head_t *head, unsigned kind) {
  const noc_shape_t *s = &st->shape;
  const unsigned k = v / (s->vcs / s->networks);
  const bool named = stimulus_get(st, state, F_del_type, k) == head->type &&
                     stimulus_get(st, state, F_del_source, k) == head->source &&
                     stimulus_get(st, state, F_del_message, k) == head->message;
  if (stimulus_get(st, state, F_del_vc, k) != v || stimulus_get(st, state, F_del_kind, k) != kind) {
    return wrong(st, "another flit is delivered", v);
  }
  if (!named || (s->xor_unit && (stimulus_get(st, state, F_del_slot, k) != head->slot ||
                                 stimulus_get(st, state, F_del_name, k) != head->operand_a))) {
    return wrong(st, "a delivery that names another packet", v);
  }
  return true;
}

// The front of queue v has left. *shown: it was delivered, to its network.
static bool pop(stimulus_t *st, ejection_stimulus_t *u, const uint32_t *state, unsigned v,
                uint32_t *shown) {
  const noc_shape_t *s = &st->shape;
  queue_t *q = &u->queue[v];
  const unsigned kind = q->flit[q->from].kind;
  const bool first = at_head(q);
  const bool skipped = !first && u->skip[v] > 0;
  u->packet[v] = packet_of(u, v);
  u->skip[v] = first ? u->packet[v].headers : u->skip[v] - skipped;
  q->from = (q->from + 1) % s->depth;
  q->count--;
  *shown = skipped || is_coded(s, &u->packet[v]) ? 0 : 1u << v / (s->vcs / s->networks);
  return *shown == 0 || check_shown(st, state, v, &u->packet[v], kind);
}

static bool observe(stimulus_t *st, const uint32_t *state) {
  ejection_stimulus_t *u = (ejection_stimulus_t *)st;
  const bool serves = stimulus_get(st, state, F_credit_out_valid, 0) != 0;
  const unsigned vc = (unsigned)stimulus_get(st, state, F_credit_out_vc, 0);
  uint32_t shown = 0;
  if (!count_losses(st, u, (uint32_t)serves << vc)) {
    return false;
  }
  if (serves && (u->asking >> vc & 1) == 0) {
    return wrong(st, "a flit leaves that may not", vc);
  }
  if (serves && (!link_source_credit(st, &u->up, vc) || !pop(st, u, state, vc, &shown))) {
    return false;
  }
  u->offered = (u->offered & ~u->ready) | shown;
  return stimulus_get(st, state, F_del_valid, 0) == u->offered ||
         wrong(st, "a delivery comes or goes by itself", vc);
}

const stimulus_ops_t stimulus_ejection = {
    "ejection", sizeof(ejection_stimulus_t), NULL, begin_reset, next, observe};
