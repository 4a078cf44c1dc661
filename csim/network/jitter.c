// jitter -- see jitter.h.

#include "network/jitter.h"

#include <string.h>

#include "base/rng.h"
#include "network/network_state.h"

// --- memory --------------------------------------------------------------------------------------

void jitter_take(network_t *n, uint64_t share) {
  jitter_t *j = &n->jitter;
  j->threshold = rng_threshold(share);
  j->room = n->shape.vcs * n->shape.depth;
  const size_t ports = j->threshold != 0 ? n->ports : 0;
  const size_t entries = ports * j->room;
  j->key = network_take(n, ports, sizeof *j->key);
  j->busy = network_take(n, (ports + 63) / 64, sizeof *j->busy);
  j->flits = network_take(n, ports, sizeof *j->flits);
  j->credits = network_take(n, ports, sizeof *j->credits);
  j->flit_vc = network_take(n, entries, sizeof *j->flit_vc);
  j->flit_kind = network_take(n, entries, sizeof *j->flit_kind);
  j->credit_vc = network_take(n, entries, sizeof *j->credit_vc);
  j->payload = network_take(n, entries * n->shape.words, sizeof *j->payload);
}

// A component's place among the links: its pins, and the first of its flat ports.
typedef struct {
  uint32_t slot, first;
} component_at_t;

static component_at_t component_of(const network_t *n, uint32_t port) {
  const uint32_t slot = links_slot(n, port);
  return (component_at_t){slot, slot < n->routers ? slot * n->shape.ports : port};
}

void jitter_begin(network_t *n, uint64_t seed) {
  if (n->jitter.threshold != 0) {
    links_keys(n, seed, RNG_JITTER_LINK, n->jitter.key);
  }
}

void jitter_reset(network_t *n) {
  jitter_t *j = &n->jitter;
  if (j->threshold != 0) {
    memset(j->busy, 0, (n->ports + 63) / 64 * sizeof *j->busy);
    memset(j->flits, 0, n->ports * sizeof *j->flits);
    memset(j->credits, 0, n->ports * sizeof *j->credits);
    j->waiting = 0;
  }
}

void jitter_checkpoint(network_t *n, checkpoint_t *c) {
  jitter_t *j = &n->jitter;
  const size_t entries = (size_t)n->ports * j->room;
  if (j->threshold == 0) {
    return;
  }
  CHECKPOINT(c, j->waiting);
  CHECKPOINT_ARRAY(c, j->busy, (n->ports + 63) / 64);
  CHECKPOINT_ARRAY(c, j->flits, n->ports);
  CHECKPOINT_ARRAY(c, j->credits, n->ports);
  CHECKPOINT_ARRAY(c, j->flit_vc, entries);
  CHECKPOINT_ARRAY(c, j->flit_kind, entries);
  CHECKPOINT_ARRAY(c, j->credit_vc, entries);
  CHECKPOINT_ARRAY(c, j->payload, entries * n->shape.words);
}

// --- queues --------------------------------------------------------------------------------------

// The place of the i-th entry in the arrays of all links.
static size_t entry(const jitter_t *j, const jitter_queue_t *queue, uint32_t from, uint32_t i) {
  const uint32_t at = queue->oldest + i;
  return (size_t)from * j->room + (at < j->room ? at : at - j->room);
}

// A place at the end of a queue. False where credits do not bound the queue, behind a faulty
// device: what does not fit is lost, and missed by the conservation check.
static bool push(jitter_t *j, jitter_queue_t *queue, uint32_t from, size_t *place) {
  if (queue->count == j->room) {
    return false;
  }
  *place = entry(j, queue, from, queue->count);
  queue->count++;
  j->waiting++;
  j->busy[from / 64] |= UINT64_C(1) << from % 64;
  return true;
}

static size_t pop(jitter_t *j, jitter_queue_t *queue, uint32_t from) {
  const size_t place = entry(j, queue, from, 0);
  queue->oldest = queue->oldest + 1 < j->room ? queue->oldest + 1 : 0;
  queue->count--;
  j->waiting--;
  return place;
}

// Takes what has reached the pins of a component.
static void take_pins(network_t *n, uint32_t slot, uint32_t first) {
  jitter_t *j = &n->jitter;
  const link_pins_t *p = &n->pins;
  const size_t words = n->shape.words;
  size_t place = 0;
  for (uint32_t mask = p->in_valid[slot]; mask != 0; mask &= mask - 1) {
    const uint32_t at = first + (uint32_t)__builtin_ctz(mask);
    const uint32_t from =
        slot < n->routers ? n->end[at].port : n->credit_end[slot - n->routers].port;
    if (push(j, &j->flits[from], from, &place)) {
      j->flit_vc[place] = p->in_vc[at];
      j->flit_kind[place] = p->in_kind[at];
      memcpy(&j->payload[place * words], &p->in_payload[at * words], words * sizeof *j->payload);
    }
  }
  for (uint32_t mask = p->credit_in_valid[slot]; mask != 0; mask &= mask - 1) {
    const uint32_t from = first + (uint32_t)__builtin_ctz(mask);
    if (push(j, &j->credits[from], from, &place)) {
      j->credit_vc[place] = p->credit_in_vc[from];
    }
  }
  p->in_valid[slot] = 0;
  p->credit_in_valid[slot] = 0;
}

static void give_flit(network_t *n, uint32_t from) {
  const jitter_t *j = &n->jitter;
  const link_pins_t *p = &n->pins;
  const link_end_t *end = &n->end[from];
  const size_t words = n->shape.words;
  const size_t place = pop(&n->jitter, &n->jitter.flits[from], from);
  p->in_valid[end->component] |= end->bit;
  p->in_vc[end->port] = j->flit_vc[place];
  p->in_kind[end->port] = j->flit_kind[place];
  memcpy(&p->in_payload[end->port * words], &j->payload[place * words], words * sizeof *j->payload);
}

static void give_credit(network_t *n, uint32_t from) {
  const component_at_t at = component_of(n, from);
  const size_t place = pop(&n->jitter, &n->jitter.credits[from], from);
  n->pins.credit_in_valid[at.slot] |= (uint16_t)(1u << (from - at.first));
  n->pins.credit_in_vc[from] = n->jitter.credit_vc[place];
}

// The pins are those of the next cycle.
static void give_pins(network_t *n, uint32_t from) {
  jitter_t *j = &n->jitter;
  const uint64_t random = rng_draw(j->key[from], n->cycle + 1);
  if (j->flits[from].count > 0 && random >> 32 >= j->threshold) {
    give_flit(n, from);
  }
  if (j->credits[from].count > 0 && (random & UINT32_MAX) >= j->threshold) {
    give_credit(n, from);
  }
  if (j->flits[from].count + j->credits[from].count == 0) {
    j->busy[from / 64] &= ~(UINT64_C(1) << from % 64);
  }
}

void jitter_carry(network_t *n) {
  const uint32_t first_interface = n->routers * n->shape.ports;
  for (uint32_t slot = 0; slot < n->components; slot++) {
    take_pins(n, slot,
              slot < n->routers ? slot * n->shape.ports : first_interface + (slot - n->routers));
  }
  for (uint32_t base = 0; base < n->ports; base += 64) {
    for (uint64_t left = n->jitter.busy[base / 64]; left != 0; left &= left - 1) {
      give_pins(n, base + (uint32_t)__builtin_ctzll(left));
    }
  }
}

// --- what waits ----------------------------------------------------------------------------------

uint32_t jitter_flits(const network_t *n, uint32_t from, unsigned vc) {
  const jitter_t *j = &n->jitter;
  uint32_t flits = 0;
  for (uint32_t i = 0; j->threshold != 0 && i < j->flits[from].count; i++) {
    flits += j->flit_vc[entry(j, &j->flits[from], from, i)] == vc;
  }
  return flits;
}

uint32_t jitter_credits(const network_t *n, uint32_t from, unsigned vc) {
  const jitter_t *j = &n->jitter;
  uint32_t credits = 0;
  for (uint32_t i = 0; j->threshold != 0 && i < j->credits[from].count; i++) {
    credits += j->credit_vc[entry(j, &j->credits[from], from, i)] == vc;
  }
  return credits;
}

uint32_t jitter_flits_coming(const network_t *n, uint32_t from, unsigned vc) {
  const link_end_t *end = &n->end[from];
  const bool on_pins = n->jitter.threshold != 0 && n->pins.in_vc[end->port] == vc &&
                       (n->pins.in_valid[end->component] & end->bit) != 0;
  return jitter_flits(n, from, vc) + on_pins;
}

uint32_t jitter_credits_coming(const network_t *n, uint32_t from, unsigned vc) {
  const component_at_t at = component_of(n, from);
  const bool on_pins = n->jitter.threshold != 0 && n->pins.credit_in_vc[from] == vc &&
                       (n->pins.credit_in_valid[at.slot] >> (from - at.first) & 1u) != 0;
  return jitter_credits(n, from, vc) + on_pins;
}

bool jitter_flit(const network_t *n, uint32_t from, uint32_t i, jitter_flit_t *flit) {
  const jitter_t *j = &n->jitter;
  if (j->threshold == 0 || i >= j->flits[from].count) {
    return false;
  }
  const size_t place = entry(j, &j->flits[from], from, i);
  *flit =
      (jitter_flit_t){j->flit_vc[place], j->flit_kind[place], &j->payload[place * n->shape.words]};
  return true;
}
