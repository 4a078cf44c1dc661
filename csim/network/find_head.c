// find_head -- where the head of a packet is, by what the buffers of the routers, the registers
// between these and the links, and the links show.

#include "network/network_state.h"

typedef struct {
  network_t *n;
  uint32_t source, message;
} wanted_t;

static bool is_wanted(const wanted_t *w, const uint64_t *payload) {
  packet_head_t head;
  packet_unpack(&w->n->shape, payload, &head);
  return head.source == w->source && head.message == w->message;
}

// Finds the head on the links to a router.
static bool on_links(const wanted_t *w, uint32_t slot, network_place_t *place) {
  const network_t *n = w->n;
  const link_pins_t *p = &n->pins;
  for (uint32_t mask = p->in_valid[slot]; mask != 0; mask &= mask - 1) {
    const unsigned port = (unsigned)__builtin_ctz(mask);
    const size_t at = (size_t)slot * n->shape.ports + port;
    if ((p->in_kind[at] & KIND_HEAD) != 0 && is_wanted(w, &p->in_payload[at * n->shape.words])) {
      *place = (network_place_t){n->id[slot], (uint8_t)port, p->in_vc[at]};
      return true;
    }
  }
  return false;
}

// Finds the head on the long links, where it is on its way for some cycles more.
static bool on_long_links(const wanted_t *w, network_place_t *place) {
  const network_t *n = w->n;
  for (unsigned i = 0; i < n->delay_lines; i++) {
    const delay_line_t *line = &n->delay[i];
    for (uint32_t k = 0; k < line->flits; k++) {
      const link_end_t *end = &n->end[line->flit_from[k]];
      if ((line->flit_kind[k] & KIND_HEAD) != 0 && end->component < n->routers &&
          is_wanted(w, &line->payload[(size_t)k * n->shape.words])) {
        *place = (network_place_t){n->id[end->component],
                                   (uint8_t)(end->port - end->component * n->shape.ports),
                                   line->flit_vc[k]};
        return true;
      }
    }
  }
  return false;
}

// Finds the head on the links that stall.
static bool on_stalled_links(const wanted_t *w, network_place_t *place) {
  const network_t *n = w->n;
  queued_flit_t flit;
  for (uint32_t from = 0; n->queues.waiting > 0 && from < n->ports; from++) {
    const link_end_t *end = &n->end[from];
    for (uint32_t i = 0; link_queues_flit(n, from, i, &flit); i++) {
      if ((flit.kind & KIND_HEAD) != 0 && end->component < n->routers &&
          is_wanted(w, flit.payload)) {
        *place = (network_place_t){n->id[end->component],
                                   (uint8_t)(end->port - end->component * n->shape.ports), flit.vc};
        return true;
      }
    }
  }
  return false;
}

static bool in_slot(const wanted_t *w, bank_t *b, uint32_t member, unsigned port, unsigned slot) {
  const noc_shape_t *s = &w->n->shape;
  const uint64_t *payload =
      port < s->ports && slot < s->vcs * s->depth ? b->head(b, member, port, slot) : NULL;
  return payload != NULL && is_wanted(w, payload);
}

// Finds the head in the buffers of a router, or read from one in this cycle, after a grant
// that was registered.
static bool in_router(const wanted_t *w, bank_t *b, uint32_t member, network_place_t *place) {
  network_t *n = w->n;
  const noc_shape_t *s = &n->shape;
  b->ops->state(b, member, false, n->words);
  for (unsigned q = 0; q < s->ports * s->vcs; q++) {
    const unsigned count = (unsigned)network_register(n, b, "in_count", q);
    const unsigned first = count > 0 ? (unsigned)network_register(n, b, "in_rd", q) : 0;
    for (unsigned k = 0; k < count; k++) {
      const unsigned slot = q % s->vcs * s->depth + (first + k) % s->depth;
      if (in_slot(w, b, member, q / s->vcs, slot)) {
        place->port = (uint8_t)(q / s->vcs);
        place->vc = (uint8_t)(q % s->vcs);
        return true;
      }
    }
  }
  for (uint64_t mask = network_register(n, b, "st_valid", 0); mask != 0; mask &= mask - 1) {
    const uint32_t i = (uint32_t)__builtin_ctzll(mask);
    const unsigned port = s->multicast ? (unsigned)network_register(n, b, "st_in", i) : i;
    const unsigned slot = (unsigned)network_register(n, b, "st_slot", i);
    if (in_slot(w, b, member, port, slot)) {
      place->port = (uint8_t)port;
      place->vc = (uint8_t)(slot / s->depth);
      return true;
    }
  }
  return false;
}

// Where a foreign router has taken it.
static bool in_foreign(const wanted_t *w, bank_t *b, network_place_t *place) {
  unsigned port = 0;
  unsigned vc = 0;
  const bool found = b->foreign->find_head(b, w->source, w->message, &place->router, &port, &vc);
  place->port = (uint8_t)port;
  place->vc = (uint8_t)vc;
  return found;
}

static bool find_here(network_t *n, uint32_t source, uint32_t message, network_place_t *place) {
  const wanted_t wanted = {n, source, message};
  network_show_links(n);
  for (uint32_t slot = 0; slot < n->routers; slot++) {
    if (on_links(&wanted, slot, place)) {
      return true;
    }
  }
  if (on_long_links(&wanted, place) || on_stalled_links(&wanted, place)) {
    return true;
  }
  for (size_t i = 0; i < n->banks; i++) {
    bank_t *b = n->bank[i];
    if (b->foreign != NULL && in_foreign(&wanted, b, place)) {
      return true;
    }
    for (uint32_t m = 0; m < n->range[i].members && b->head != NULL; m++) {
      if (b->flits_inside(b, m) > 0 && in_router(&wanted, b, m, place)) {
        place->router = n->id[n->range[i].first + m];
        return true;
      }
    }
  }
  return false;
}

bool network_find_head(network_t *n, uint32_t source, uint32_t message, network_place_t *place) {
  const bool here = find_here(n, source, message, place);
  return n->split != NULL ? split_find(n, here, place) : here;
}
