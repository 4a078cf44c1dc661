// ends -- what stands between nocstep and a foreign module: buffers, and the way back of each side;
// see bank_state.h.

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "foreign/bank_state.h"

// --- queues --------------------------------------------------------------------------------------

static bool create_queues(end_queue_t **queues, unsigned vcs, uint32_t depth) {
  *queues = calloc(vcs, sizeof **queues);
  bool ok = *queues != NULL;
  for (unsigned v = 0; ok && v < vcs; v++) {
    (*queues)[v].depth = depth;
    (*queues)[v].flit = calloc(depth, sizeof *(*queues)[v].flit);
    ok = (*queues)[v].flit != NULL;
  }
  return ok;
}

static void free_queues(end_queue_t *queues, unsigned vcs) {
  for (unsigned v = 0; queues != NULL && v < vcs; v++) {
    free(queues[v].flit);
  }
  free(queues);
}

static end_flit_t *front(const end_queue_t *q) {
  return &q->flit[q->first];
}

static void push(end_queue_t *q, end_flit_t flit) {
  q->flit[(q->first + q->count++) % q->depth] = flit;
}

static void pop(end_queue_t *q) {
  q->first = (q->first + 1) % q->depth;
  q->count--;
}

// Room for what is on its way when it is off.
static uint32_t room_from(const foreign_bank_t *b) {
  return b->map->depth + b->map->slack + 2;
}

bool ends_create(foreign_bank_t *b, noc_error_t *error) {
  bool ok = true;
  for (uint32_t i = 0; ok && i < b->ends; i++) {
    ok = create_queues(&b->end[i].to, b->map->vcs, b->shape->depth) &&
         create_queues(&b->end[i].from, b->map->vcs, room_from(b));
  }
  return ok || memory_fail(error, "the ends of foreign routers");
}

void ends_free(foreign_bank_t *b) {
  for (uint32_t i = 0; b->end != NULL && i < b->ends; i++) {
    free_queues(b->end[i].to, b->map->vcs);
    free_queues(b->end[i].from, b->map->vcs);
  }
}

static uint64_t all_vcs(const foreign_bank_t *b) {
  return (UINT64_C(1) << b->map->vcs) - 1;
}

void ends_reset(foreign_bank_t *b) {
  for (uint32_t i = 0; i < b->ends; i++) {
    end_t *e = &b->end[i];
    e->shown = -1;
    e->turn = e->out_turn = e->credit_turn = 0;
    e->back = b->map->back == RETURN_CREDIT ? 0 : all_vcs(b);
    for (unsigned v = 0; v < b->map->vcs; v++) {
      e->to[v].first = e->to[v].count = e->from[v].first = e->from[v].count = 0;
      e->coming[v] = NULL;
      e->headers[v] = e->due[v] = 0;
      e->credits[v] = b->shape->depth;
    }
  }
}

// --- pins of the module --------------------------------------------------------------------------

static void set(const link_t *l, foreign_bits_t at, uint64_t value) {
  foreign_set(l->api, l->instance, at, value);
}

static void clear(const foreign_bank_t *b, const link_t *l, foreign_bits_t at) {
  if (at.bits > 0) {
    memset(b->scratch, 0, (at.bits + 63u) / 64 * sizeof *b->scratch);
    foreign_set_words(l->api, l->instance, at, b->scratch);
  }
}

static void drive_vc(const foreign_bank_t *b, const link_t *l, unsigned vc) {
  if (b->map->vc_code == VC_INDEX) {
    set(l, l->pins->vc, vc);
  } else if (b->map->vc_code == VC_ONE_HOT) {
    set(l, l->pins->vc, UINT64_C(1) << vc);
  }
}

static void drive_kind(const foreign_bank_t *b, const link_t *l, bool head, bool tail) {
  if (b->map->has_kind) {
    const unsigned kind = (head ? (unsigned)KIND_HEAD : 0) | (tail ? (unsigned)KIND_TAIL : 0);
    set(l, l->pins->kind, b->map->kind[kind]);
  } else {
    set(l, l->pins->head, head);
    set(l, l->pins->tail, tail);
  }
}

// Writes a payload, whose bits the scenario chooses, into a pin that may have more.
static void drive_payload(const foreign_bank_t *b, const link_t *l, foreign_bits_t at,
                          const uint64_t *payload) {
  at.bits = at.bits < b->shape->flit_bits ? at.bits : (uint16_t)b->shape->flit_bits;
  foreign_set_words(l->api, l->instance, at, payload);
}

static void drive_flit(foreign_bank_t *b, const end_t *e) {
  const link_t *l = &b->link[e->in];
  const foreign_link_t *pins = l->pins;
  const unsigned headers = b->map->headers;
  const unsigned v = (unsigned)e->shown;
  const end_flit_t *flit = front(&e->to[v]);
  const packet_t *packet = flit->packet;
  const bool is_header = (flit->kind & KIND_HEAD) != 0 && e->headers[v] < headers;
  const unsigned position = is_header ? e->headers[v] : headers + flit->index;
  clear(b, l, pins->flit);
  clear(b, l, pins->payload);
  clear(b, l, pins->head_payload);
  if (!is_header) {
    const bool by_head = position == 0 && pins->head_payload.bits > 0;
    drive_payload(b, l, by_head ? pins->head_payload : pins->payload,
                  &packet->payload[(size_t)flit->index * b->shape->words]);
  }
  for (unsigned i = 0; i < b->map->fields; i++) {
    const foreign_field_t *field = &pins->field[i];
    if (field->each || field->header == position) {
      clear(b, l, field->at);
      set(l, field->at, packet->field[i]);
    }
  }
  drive_kind(b, l, position == 0, !is_header && (flit->kind & KIND_TAIL) != 0);
  drive_vc(b, l, v);
}

static void drive_back(const foreign_bank_t *b, const end_t *e) {
  const link_t *l = &b->link[e->out];
  const foreign_link_t *pins = l->pins;
  uint64_t back = e->back;
  if (b->map->back == RETURN_CREDIT && pins->back_vc.bits > 0) {
    const unsigned vc = back != 0 ? (unsigned)__builtin_ctzll(back) : 0;
    set(l, pins->back, back != 0);
    set(l, pins->back_vc, b->map->vc_code == VC_ONE_HOT ? back : vc);
    return;
  }
  if (pins->back.bits == 1 && b->map->vcs > 1) {
    back = back == all_vcs(b);
  }
  set(l, pins->back, b->map->back == RETURN_OFF ? ~back : back);
}

void ends_drive(foreign_bank_t *b) {
  for (uint32_t i = 0; i < b->ends; i++) {
    end_t *e = &b->end[i];
    if (e->in != kNone) {
      const link_t *l = &b->link[e->in];
      const bool valid = e->shown >= 0;
      if (valid) {
        drive_flit(b, e);
        b->sent = true;
      }
      set(l, l->pins->valid,
          !valid                        ? 0
          : b->map->vc_code == VC_VALID ? UINT64_C(1) << e->shown
                                        : 1);
    }
    if (e->out != kNone) {
      drive_back(b, e);
    }
  }
}

// --- towards the module --------------------------------------------------------------------------

// A flit of nocstep has come to the end. False when memory is short, or a rule is broken.
static bool take_flit(foreign_bank_t *b, end_t *e) {
  const router_fields_t *f = &b->bank.config.router;
  const size_t at = (size_t)e->in_member * b->topology->ports + e->in_port;
  const unsigned v = f->in_vc[at];
  const uint64_t *payload = &f->in_payload[at * b->shape->words];
  const uint8_t kind = f->in_kind[at];
  if ((kind & KIND_HEAD) != 0) {
    packet_head_t head;
    packet_unpack(b->shape, payload, &head);
    const uint32_t destination = ways_node(b, head.destination);
    const uint32_t source = ways_node(b, head.source);
    if (destination == kNone || source == kNone) {
      return false;
    }
    e->coming[v] = packets_add(b->packets, payload, source, destination, (uint8_t)v);
    if (e->coming[v] == NULL) {
      return false;
    }
    e->coming[v]->since = b->cycle;
    if (!ways_fields(b, e, e->coming[v])) {
      return false;
    }
  } else {
    if (e->coming[v] == NULL || e->coming[v]->have >= e->coming[v]->flits) {
      return false;
    }
    packets_extend(b->packets, e->coming[v], payload);
  }
  push(&e->to[v], (end_flit_t){e->coming[v], e->coming[v]->have - 1, kind});
  return true;
}

// A flit on VC v may be shown in the next cycle.
static bool may_send(const foreign_bank_t *b, const end_t *e, unsigned v) {
  const link_t *l = &b->link[e->in];
  switch (b->map->back) {
    case RETURN_CREDIT:
      return e->to[v].count > 0 && l->vc[v].credits > 0;
    case RETURN_READY:
      return e->to[v].count > 0;
    default:
      return e->to[v].count > 0 && l->off[v] == 0;
  }
}

static void choose(foreign_bank_t *b, end_t *e, bool keep) {
  const unsigned vcs = b->map->vcs;
  const link_t *l = &b->link[e->in];
  if (keep && (l->pins->back.bits == 1 || vcs == 1)) {
    return;
  }
  const unsigned turn = e->turn;
  e->shown = -1;
  for (unsigned k = 1; k <= vcs && e->shown < 0; k++) {
    const unsigned v = (turn + k) % vcs;
    if (may_send(b, e, v)) {
      e->shown = (int)v;
      e->turn = v;
    }
  }
}

static void send(foreign_bank_t *b, end_t *e) {
  const router_fields_t *f = &b->bank.config.router;
  const link_t *l = &b->link[e->in];
  bool keep = e->shown >= 0;
  uint16_t *credits = &f->credit_out_valid[e->in_member];
  *credits &= (uint16_t) ~(1u << e->in_port);
  if (e->shown >= 0 && l->moves) {
    const unsigned v = (unsigned)e->shown;
    keep = false;
    if ((front(&e->to[v])->kind & KIND_HEAD) != 0 && e->headers[v] < b->map->headers) {
      e->headers[v]++;
    } else {
      e->headers[v] = 0;
      pop(&e->to[v]);
      *credits |= (uint16_t)(1u << e->in_port);
      f->credit_out_vc[(size_t)e->in_member * b->topology->ports + e->in_port] = (uint8_t)v;
    }
  }
  choose(b, e, keep);
}

// --- from the module -----------------------------------------------------------------------------

void ends_receive(foreign_bank_t *b, link_t *l) {
  end_t *e = &b->end[l->end];
  const unsigned v = l->flit.vc;
  const link_vc_t *s = &l->vc[v];
  if (s->position < b->map->headers) {
    e->due[v]++;
    return;
  }
  const uint32_t index = s->position - b->map->headers;
  const uint8_t kind = (uint8_t)((index == 0 ? KIND_HEAD : 0) |
                                 (index + 1 == s->packet->flits ? (unsigned)KIND_TAIL : 0));
  push(&e->from[v], (end_flit_t){s->packet, index, kind});
}

// Hands one flit to nocstep.
static void hand_over(foreign_bank_t *b, end_t *e) {
  const router_fields_t *f = &b->bank.config.router;
  const unsigned vcs = b->map->vcs;
  const size_t at = (size_t)e->out_member * b->topology->ports + e->out_port;
  if (!b->alone && (f->credit_in_valid[e->out_member] >> e->out_port & 1u) != 0) {
    e->credits[f->credit_in_vc[at]]++;
  }
  uint16_t *valid = &f->out_valid[e->out_member];
  *valid &= (uint16_t) ~(1u << e->out_port);
  for (unsigned k = 1; k <= vcs; k++) {
    const unsigned v = (e->out_turn + k) % vcs;
    end_queue_t *q = &e->from[v];
    if (q->count == 0 || e->credits[v] == 0) {
      continue;
    }
    const end_flit_t flit = *front(q);
    pop(q);
    e->credits[v]--;
    e->due[v]++;
    e->out_turn = v;
    *valid |= (uint16_t)(1u << e->out_port);
    f->out_vc[at] = (uint8_t)v;
    f->out_kind[at] = flit.kind;
    memcpy(&f->out_payload[at * b->shape->words],
           &flit.packet->payload[(size_t)flit.index * b->shape->words],
           b->shape->words * sizeof *f->out_payload);
    flit.packet->out++;
    if ((flit.kind & KIND_TAIL) != 0) {
      packets_arrive(b->packets, flit.packet);
    }
    return;
  }
}

static void give_back(foreign_bank_t *b, end_t *e) {
  const unsigned vcs = b->map->vcs;
  const bool coded = b->link[e->out].pins->back_vc.bits > 0;
  e->back = 0;
  if (b->map->back != RETURN_CREDIT) {
    for (unsigned v = 0; v < vcs; v++) {
      e->back |= (uint64_t)(e->from[v].count < b->map->depth) << v;
      e->due[v] = 0;
    }
    return;
  }
  for (unsigned k = 1; k <= vcs && (!coded || e->back == 0); k++) {
    const unsigned v = (e->credit_turn + k) % vcs;
    if (e->due[v] > 0) {
      e->due[v]--;
      e->back |= UINT64_C(1) << v;
    }
  }
  if (coded && e->back != 0) {
    e->credit_turn = (unsigned)__builtin_ctzll(e->back);
  }
}

bool ends_take(foreign_bank_t *b) {
  for (uint32_t i = 0; i < b->ends; i++) {
    end_t *e = &b->end[i];
    if (e->in != kNone) {
      const uint16_t valid = b->bank.config.router.in_valid[e->in_member];
      if (!b->alone && (valid >> e->in_port & 1u) != 0 && !take_flit(b, e)) {
        return explain_break(b, RULE_INVENTED, &b->link[e->in], false, kNone, NULL,
                             "memory is short, or nocstep's own flit is none");
      }
      send(b, e);
    }
    if (e->out != kNone) {
      hand_over(b, e);
      give_back(b, e);
    }
  }
  return true;
}
