// stimulus_links -- senders and receivers at the ends of links, and hosts; see stimulus.h.

#include <stdio.h>

#include "unit/coding_host.h"
#include "unit/forward_host.h"
#include "unit/stimulus.h"

// -- Links ---------------------------------------------------------------------------------------

void link_source_reset(link_source_t *l, const noc_shape_t *s) {
  *l = (link_source_t){0};
  for (unsigned v = 0; v < s->vcs; v++) {
    l->credits[v] = (uint16_t)s->depth;
  }
}

// Draws a slot for a packet whose slots nobody knows. A packet for no slot is no operand, so it is
// not coded.
static void set_slot(stimulus_t *st, packet_head_t *head) {
  const noc_shape_t *s = &st->shape;
  if (!s->xor_unit) {
    return;
  }
  head->slot = (uint16_t)(rng_chance(&st->rng, 128) ? 0 : rng_below(&st->rng, s->xor_slots));
  head->operand_a = (uint32_t)rng_next(&st->rng) & stimulus_mask(s->name_w);
  head->operand_b = (uint32_t)rng_next(&st->rng) & stimulus_mask(s->name_w);
  if (head->slot == 0 && head->type == PACKET_CODED) {
    head->type = PACKET_UNICAST;
  }
}

// The next packet of a VC, of which the slots and their plans are known or nobody's.
static void next_coded(stimulus_t *st, link_source_t *l, unsigned v) {
  const noc_shape_t *s = &st->shape;
  packet_head_t *head = &l->head[v];
  *head = stimulus_head(st, l->length[v], v);
  if (l->slots == NULL) {
    set_slot(st, head);
    return;
  }
  const unsigned most = s->cut_through && s->depth < s->xor_flits ? s->depth : s->xor_flits;
  if (!rng_chance(&st->rng, 192) || !coding_packet(st, l->slots, most, head)) {
    head->slot = 0;
    head->type = head->type == PACKET_CODED ? PACKET_UNICAST : head->type;
  }
  l->length[v] = head->length;
}

// The next packet of a VC is to be forwarded.
static bool next_forwarded(stimulus_t *st, link_source_t *l, unsigned v) {
  l->kept = (uint16_t)(l->kept & ~(1u << v));
  if (l->tables == NULL || !rng_chance(&st->rng, 160)) {
    return false;
  }
  l->head[v] = stimulus_head(st, 1, v);
  if (!forward_packet(st, l->tables, &l->head[v])) {
    return false;
  }
  l->length[v] = l->head[v].length;
  l->kept = (uint16_t)(l->kept | 1u << v);
  return true;
}

// A packet whose head is made when it is sent. Where it is known which are to be forwarded, it is
// none of them.
static void other_flit(stimulus_t *st, link_source_t *l, unsigned v, uint64_t *payload) {
  if (st->shape.multicast) {
    stimulus_worm_flit(st, &l->worm[v], l->sent[v], v, payload);
  } else {
    const packet_head_t head = stimulus_head(st, l->length[v], v);
    stimulus_payload(st, l->sent[v] == 0 ? &head : NULL, payload);
  }
  if (l->tables != NULL && l->sent[v] == 0 &&
      packet_field(payload, 0, PACKET_TYPE_W) == PACKET_FORWARDED) {
    packet_set_field(payload, 0, PACKET_TYPE_W, PACKET_FORWARDED_LAST);
  }
}

static void next_packet(stimulus_t *st, link_source_t *l, unsigned v) {
  const noc_shape_t *s = &st->shape;
  const bool worms = s->multicast && !s->xor_unit;
  l->sent[v] = 0;
  if (next_forwarded(st, l, v)) {
    return;
  }
  l->length[v] =
      (uint16_t)(worms ? stimulus_worm(st, &l->worm[v]) : stimulus_length(st, s->xor_unit));
  if (s->xor_unit) {
    next_coded(st, l, v);
  }
}

bool link_source_next(stimulus_t *st, link_source_t *l, link_flit_t *flit) {
  uint32_t may = 0;
  for (unsigned v = 0; v < st->shape.vcs; v++) {
    if (l->sent[v] == l->length[v]) {
      next_packet(st, l, v);
    }
    unsigned need = st->shape.cut_through && l->sent[v] == 0 ? l->length[v] : 1;
    if (l->credits[v] >= need && !(st->drains && l->sent[v] == 0)) {
      may |= 1u << v;
    }
  }
  may &= st->phase.vcs;
  if (may == 0) {
    return false;
  }
  unsigned v = rng_pick(&st->rng, may);
  flit->vc = v;
  flit->kind = stimulus_kind(l->sent[v], l->length[v]);
  if (st->shape.xor_unit) {
    flit->head = l->head[v];
    if (l->slots != NULL && flit->head.slot != 0) {
      coding_payload(st, l->slots, &flit->head, l->sent[v], flit->payload);
    } else {
      stimulus_payload(st, l->sent[v] == 0 ? &flit->head : NULL, flit->payload);
    }
  } else if ((l->kept >> v & 1) != 0) {
    stimulus_payload(st, l->sent[v] == 0 ? &l->head[v] : NULL, flit->payload);
  } else {
    other_flit(st, l, v, flit->payload);
  }
  l->sent[v]++;
  l->credits[v]--;
  return true;
}

bool link_source_credit(stimulus_t *st, link_source_t *l, unsigned vc) {
  if (vc >= st->shape.vcs || l->credits[vc] == st->shape.depth) {
    snprintf(st->error, sizeof st->error, "a credit for VC %u that was never used", vc);
    return false;
  }
  l->credits[vc]++;
  return true;
}

bool link_sink_take(stimulus_t *st, link_sink_t *l, unsigned vc, unsigned kind) {
  if (vc >= st->shape.vcs || l->held[vc] == st->shape.depth) {
    snprintf(st->error, sizeof st->error, "a flit on VC %u without a credit", vc);
    return false;
  }
  bool open = l->open >> vc & 1;
  if (open == ((kind & KIND_HEAD) != 0)) {
    snprintf(st->error, sizeof st->error, "a flit of kind %u on VC %u, where %s", kind, vc,
             open ? "a packet has not ended" : "no packet has begun");
    return false;
  }
  l->open = (uint16_t)((l->open & ~(1u << vc)) | ((kind & KIND_TAIL) != 0 ? 0 : 1u << vc));
  l->held[vc]++;
  return true;
}

bool link_sink_credit(stimulus_t *st, link_sink_t *l, unsigned *vc) {
  uint32_t may = 0;
  for (unsigned v = 0; v < st->shape.vcs; v++) {
    may |= (l->held[v] > 0 ? 1u : 0u) << v;
  }
  if (may == 0 || !rng_chance(&st->rng, st->phase.out)) {
    return false;
  }
  *vc = rng_pick(&st->rng, may);
  l->held[*vc]--;
  return true;
}

// -- Host ----------------------------------------------------------------------------------------

// Header flits, as far as they fit.
static void add_headers(stimulus_t *st, host_beat_t *beat) {
  const noc_shape_t *s = &st->shape;
  static const unsigned kHeaders[] = {1, 2, 5, SHAPE_MAX_HEADERS};
  const unsigned headers = 1 + rng_below(&st->rng, kHeaders[rng_below(&st->rng, 4)]);
  if (beat->flits > 1 && (!s->cut_through || beat->flits + headers <= s->depth)) {
    beat->headers = headers;
  }
}

uint32_t host_sink_ready(stimulus_t *st, uint32_t *refused) {
  const uint32_t all = stimulus_mask(st->shape.networks);
  uint32_t ready = 0;
  if (rng_chance(&st->rng, 2)) {
    *refused = all > 1 ? (uint32_t)rng_next(&st->rng) & all : 0;
  } else if (rng_chance(&st->rng, 4)) {
    *refused = 0;
  }
  for (unsigned k = 0; k < st->shape.networks; k++) {
    ready |= (uint32_t)rng_chance(&st->rng, st->phase.out) << k;
  }
  return ready & ~*refused;
}

unsigned host_source_type(stimulus_t *st) {
  const unsigned type = rng_below(&st->rng, 16);
  const bool forwarded = type == PACKET_FORWARDED || type == PACKET_FORWARDED_LAST;
  return st->shape.forward_unit && forwarded ? PACKET_UNICAST : type;
}

uint64_t host_source_destination(stimulus_t *st, unsigned type) {
  const noc_shape_t *s = &st->shape;
  const bool routed = s->look && !(s->multicast && packet_is_worm(type));
  return routed ? stimulus_destination(st) : rng_next(&st->rng);
}

bool host_source_next(stimulus_t *st, host_source_t *h, uint32_t ready, host_beat_t *beat) {
  const noc_shape_t *s = &st->shape;
  if (!stimulus_offers(st)) {
    return false;
  }
  unsigned block = s->vcs / s->networks, k = rng_below(&st->rng, s->networks);
  if (rng_chance(&st->rng, 128)) {
    k = rng_pick(&st->rng, st->phase.vcs) / block;  // the networks of the phase's VCs
  }
  *beat = (host_beat_t){.network = k, .first = h->left[k] == 0, .flits = stimulus_length(st, true)};
  stimulus_payload(st, NULL, beat->data);
  if (s->multicast && !s->xor_unit && rng_chance(&st->rng, 128)) {
    add_headers(st, beat);
  }
  if ((ready >> k & 1) != 0) {
    h->left[k] = (uint16_t)((beat->first ? beat->flits + beat->headers : h->left[k]) - 1);
  }
  return true;
}
