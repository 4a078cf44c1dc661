// link_queues -- see link_queues.h.

#include "network/link_queues.h"

#include <string.h>

#include "base/rng.h"
#include "network/network_state.h"

// --- memory --------------------------------------------------------------------------------------

void link_queues_take(network_t *n, const link_queues_config_t *config) {
  link_queues_t *j = &n->queues;
  j->threshold = rng_threshold(config->jitter);
  j->clock = config->clock;
  j->clocked = link_clock_is(&j->clock);
  j->any = j->threshold != 0 || j->clocked;
  j->room = n->shape.vcs * n->shape.depth;
  const size_t ports = j->any ? n->ports : 0;
  const size_t entries = ports * j->room;
  const size_t crossed = j->clocked ? ports : 0;
  j->key = network_take(n, ports, sizeof *j->key);
  j->busy = network_take(n, (ports + 63) / 64, sizeof *j->busy);
  j->flits = network_take(n, ports, sizeof *j->flits);
  j->credits = network_take(n, ports, sizeof *j->credits);
  j->flit_vc = network_take(n, entries, sizeof *j->flit_vc);
  j->flit_kind = network_take(n, entries, sizeof *j->flit_kind);
  j->credit_vc = network_take(n, entries, sizeof *j->credit_vc);
  j->payload = network_take(n, entries * n->shape.words, sizeof *j->payload);
  j->flit_due = network_take(n, crossed * j->room, sizeof *j->flit_due);
  j->credit_due = network_take(n, crossed * j->room, sizeof *j->credit_due);
  j->flit_last = network_take(n, crossed, sizeof *j->flit_last);
  j->credit_last = network_take(n, crossed, sizeof *j->credit_last);
}

// A component's place among the links: its pins, and the first of its flat ports.
typedef struct {
  uint32_t slot, first;
} component_at_t;

static component_at_t component_of(const network_t *n, uint32_t port) {
  const uint32_t slot = links_slot(n, port);
  return (component_at_t){slot, slot < n->routers ? slot * n->shape.ports : port};
}

void link_queues_begin(network_t *n, uint64_t seed) {
  if (n->queues.threshold != 0) {
    links_keys(n, seed, RNG_JITTER_LINK, n->queues.key);
  }
}

void link_queues_reset(network_t *n) {
  link_queues_t *j = &n->queues;
  if (j->any) {
    memset(j->busy, 0, (n->ports + 63) / 64 * sizeof *j->busy);
    memset(j->flits, 0, n->ports * sizeof *j->flits);
    memset(j->credits, 0, n->ports * sizeof *j->credits);
    j->waiting = 0;
  }
  if (j->clocked) {
    memset(j->flit_last, 0, n->ports * sizeof *j->flit_last);
    memset(j->credit_last, 0, n->ports * sizeof *j->credit_last);
  }
}

void link_queues_checkpoint(network_t *n, checkpoint_t *c) {
  link_queues_t *j = &n->queues;
  const size_t entries = (size_t)n->ports * j->room;
  if (!j->any) {
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
  if (j->clocked) {
    CHECKPOINT_ARRAY(c, j->flit_due, entries);
    CHECKPOINT_ARRAY(c, j->credit_due, entries);
    CHECKPOINT_ARRAY(c, j->flit_last, n->ports);
    CHECKPOINT_ARRAY(c, j->credit_last, n->ports);
  }
}

// --- queues --------------------------------------------------------------------------------------

// The place of the i-th entry in the arrays of all links.
static size_t entry(const link_queues_t *j, const link_queue_t *queue, uint32_t from, uint32_t i) {
  const uint32_t at = queue->oldest + i;
  return (size_t)from * j->room + (at < j->room ? at : at - j->room);
}

// A place at the end of a queue. False where credits do not bound the queue, behind a faulty
// device: what does not fit is lost, and missed by the conservation check.
static bool push(link_queues_t *j, link_queue_t *queue, uint32_t from, size_t *place) {
  if (queue->count == j->room) {
    return false;
  }
  *place = entry(j, queue, from, queue->count);
  queue->count++;
  j->waiting++;
  j->busy[from / 64] |= UINT64_C(1) << from % 64;
  return true;
}

static size_t pop(link_queues_t *j, link_queue_t *queue, uint32_t from) {
  const size_t place = entry(j, queue, from, 0);
  queue->oldest = queue->oldest + 1 < j->room ? queue->oldest + 1 : 0;
  queue->count--;
  j->waiting--;
  return place;
}

// The cycle in which an entry reaches the pins that would be on them in the next, but for the
// crossings. Only links between routers have some.
static uint64_t due(const network_t *n, uint32_t from, link_crossed_t *last) {
  const bool crosses = from < n->routers * n->shape.ports && n->end[from].component < n->routers;
  return crosses ? link_clock_arrival(&n->queues.clock, &last[from], n->cycle + 1) : n->cycle + 1;
}

// Takes what has reached the pins of a component.
static void take_pins(network_t *n, uint32_t slot, uint32_t first) {
  link_queues_t *j = &n->queues;
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
      if (j->clocked) {
        j->flit_due[place] = due(n, from, j->flit_last);
      }
    }
  }
  for (uint32_t mask = p->credit_in_valid[slot]; mask != 0; mask &= mask - 1) {
    const uint32_t from = first + (uint32_t)__builtin_ctz(mask);
    if (push(j, &j->credits[from], from, &place)) {
      j->credit_vc[place] = p->credit_in_vc[from];
      if (j->clocked) {
        j->credit_due[place] = due(n, from, j->credit_last);
      }
    }
  }
  p->in_valid[slot] = 0;
  p->credit_in_valid[slot] = 0;
}

static void give_flit(network_t *n, uint32_t from) {
  const link_queues_t *j = &n->queues;
  const link_pins_t *p = &n->pins;
  const link_end_t *end = &n->end[from];
  const size_t words = n->shape.words;
  const size_t place = pop(&n->queues, &n->queues.flits[from], from);
  p->in_valid[end->component] |= end->bit;
  p->in_vc[end->port] = j->flit_vc[place];
  p->in_kind[end->port] = j->flit_kind[place];
  memcpy(&p->in_payload[end->port * words], &j->payload[place * words], words * sizeof *j->payload);
}

static void give_credit(network_t *n, uint32_t from) {
  const component_at_t at = component_of(n, from);
  const size_t place = pop(&n->queues, &n->queues.credits[from], from);
  n->pins.credit_in_valid[at.slot] |= (uint16_t)(1u << (from - at.first));
  n->pins.credit_in_vc[from] = n->queues.credit_vc[place];
}

// The oldest entry of a queue may be on the pins in the next cycle.
static bool is_due(const network_t *n, const link_queue_t *queue, const uint64_t *due,
                   uint32_t from) {
  const link_queues_t *j = &n->queues;
  return queue[from].count > 0 &&
         (!j->clocked || due[entry(j, &queue[from], from, 0)] <= n->cycle + 1);
}

// The pins are those of the next cycle.
static void give_pins(network_t *n, uint32_t from) {
  link_queues_t *j = &n->queues;
  const uint64_t random = j->threshold != 0 ? rng_draw(j->key[from], n->cycle + 1) : 0;
  if (is_due(n, j->flits, j->flit_due, from) && random >> 32 >= j->threshold) {
    give_flit(n, from);
  }
  if (is_due(n, j->credits, j->credit_due, from) && (random & UINT32_MAX) >= j->threshold) {
    give_credit(n, from);
  }
  if (j->flits[from].count + j->credits[from].count == 0) {
    j->busy[from / 64] &= ~(UINT64_C(1) << from % 64);
  }
}

void link_queues_carry(network_t *n) {
  const uint32_t first_interface = n->routers * n->shape.ports;
  for (uint32_t slot = 0; slot < n->components; slot++) {
    take_pins(n, slot,
              slot < n->routers ? slot * n->shape.ports : first_interface + (slot - n->routers));
  }
  for (uint32_t base = 0; base < n->ports; base += 64) {
    for (uint64_t left = n->queues.busy[base / 64]; left != 0; left &= left - 1) {
      give_pins(n, base + (uint32_t)__builtin_ctzll(left));
    }
  }
}

// --- what waits ----------------------------------------------------------------------------------

uint32_t link_queues_flits(const network_t *n, uint32_t from, unsigned vc) {
  const link_queues_t *j = &n->queues;
  uint32_t flits = 0;
  for (uint32_t i = 0; j->any && i < j->flits[from].count; i++) {
    flits += j->flit_vc[entry(j, &j->flits[from], from, i)] == vc;
  }
  return flits;
}

uint32_t link_queues_credits(const network_t *n, uint32_t from, unsigned vc) {
  const link_queues_t *j = &n->queues;
  uint32_t credits = 0;
  for (uint32_t i = 0; j->any && i < j->credits[from].count; i++) {
    credits += j->credit_vc[entry(j, &j->credits[from], from, i)] == vc;
  }
  return credits;
}

uint32_t link_queues_flits_coming(const network_t *n, uint32_t from, unsigned vc) {
  const link_end_t *end = &n->end[from];
  const bool on_pins = n->queues.any && n->pins.in_vc[end->port] == vc &&
                       (n->pins.in_valid[end->component] & end->bit) != 0;
  return link_queues_flits(n, from, vc) + on_pins;
}

uint32_t link_queues_credits_coming(const network_t *n, uint32_t from, unsigned vc) {
  const component_at_t at = component_of(n, from);
  const bool on_pins = n->queues.any && n->pins.credit_in_vc[from] == vc &&
                       (n->pins.credit_in_valid[at.slot] >> (from - at.first) & 1u) != 0;
  return link_queues_credits(n, from, vc) + on_pins;
}

bool link_queues_flit(const network_t *n, uint32_t from, uint32_t i, queued_flit_t *flit) {
  const link_queues_t *j = &n->queues;
  if (!j->any || i >= j->flits[from].count) {
    return false;
  }
  const size_t place = entry(j, &j->flits[from], from, i);
  *flit =
      (queued_flit_t){j->flit_vc[place], j->flit_kind[place], &j->payload[place * n->shape.words]};
  return true;
}
