// link_queues -- see link_queues.h.

#include "network/link_queues.h"

#include <string.h>

#include "base/rng.h"
#include "network/network_state.h"

// --- memory --------------------------------------------------------------------------------------

void link_queues_take(network_t *n, const link_queues_config_t *config) {
  link_queues_t *q = &n->queues;
  q->threshold = rng_threshold(config->jitter);
  q->clock = config->clock;
  q->clocked = link_clock_is(&q->clock);
  q->any = q->threshold != 0 || q->clocked;
  q->room = n->shape.vcs * n->shape.depth;
  const size_t ports = q->any ? n->ports : 0;
  const size_t entries = ports * q->room;
  const size_t crossed = q->clocked ? ports : 0;
  q->key = network_take(n, ports, sizeof *q->key);
  q->busy = network_take(n, (ports + 63) / 64, sizeof *q->busy);
  q->flits = network_take(n, ports, sizeof *q->flits);
  q->credits = network_take(n, ports, sizeof *q->credits);
  q->flit_vc = network_take(n, entries, sizeof *q->flit_vc);
  q->flit_kind = network_take(n, entries, sizeof *q->flit_kind);
  q->credit_vc = network_take(n, entries, sizeof *q->credit_vc);
  q->payload = network_take(n, entries * n->shape.words, sizeof *q->payload);
  q->flit_due = network_take(n, crossed * q->room, sizeof *q->flit_due);
  q->credit_due = network_take(n, crossed * q->room, sizeof *q->credit_due);
  q->flit_last = network_take(n, crossed, sizeof *q->flit_last);
  q->credit_last = network_take(n, crossed, sizeof *q->credit_last);
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
  link_queues_t *q = &n->queues;
  if (q->any) {
    memset(q->busy, 0, (n->ports + 63) / 64 * sizeof *q->busy);
    memset(q->flits, 0, n->ports * sizeof *q->flits);
    memset(q->credits, 0, n->ports * sizeof *q->credits);
    q->waiting = 0;
  }
  if (q->clocked) {
    memset(q->flit_last, 0, n->ports * sizeof *q->flit_last);
    memset(q->credit_last, 0, n->ports * sizeof *q->credit_last);
  }
}

void link_queues_checkpoint(network_t *n, checkpoint_t *c) {
  link_queues_t *q = &n->queues;
  const size_t entries = (size_t)n->ports * q->room;
  if (!q->any) {
    return;
  }
  CHECKPOINT(c, q->waiting);
  CHECKPOINT_ARRAY(c, q->busy, (n->ports + 63) / 64);
  CHECKPOINT_ARRAY(c, q->flits, n->ports);
  CHECKPOINT_ARRAY(c, q->credits, n->ports);
  CHECKPOINT_ARRAY(c, q->flit_vc, entries);
  CHECKPOINT_ARRAY(c, q->flit_kind, entries);
  CHECKPOINT_ARRAY(c, q->credit_vc, entries);
  CHECKPOINT_ARRAY(c, q->payload, entries * n->shape.words);
  if (q->clocked) {
    CHECKPOINT_ARRAY(c, q->flit_due, entries);
    CHECKPOINT_ARRAY(c, q->credit_due, entries);
    CHECKPOINT_ARRAY(c, q->flit_last, n->ports);
    CHECKPOINT_ARRAY(c, q->credit_last, n->ports);
  }
}

// --- queues --------------------------------------------------------------------------------------

// The place of the i-th entry in the arrays of all links.
static size_t entry(const link_queues_t *q, const link_queue_t *queue, uint32_t from, uint32_t i) {
  const uint32_t at = queue->oldest + i;
  return (size_t)from * q->room + (at < q->room ? at : at - q->room);
}

// A place at the end of a queue. False where credits do not bound the queue, behind a faulty
// device: what does not fit is lost, and missed by the conservation check.
static bool push(link_queues_t *q, link_queue_t *queue, uint32_t from, size_t *place) {
  if (queue->count == q->room) {
    return false;
  }
  *place = entry(q, queue, from, queue->count);
  queue->count++;
  q->waiting++;
  q->busy[from / 64] |= UINT64_C(1) << from % 64;
  return true;
}

static size_t pop(link_queues_t *q, link_queue_t *queue, uint32_t from) {
  const size_t place = entry(q, queue, from, 0);
  queue->oldest = queue->oldest + 1 < q->room ? queue->oldest + 1 : 0;
  queue->count--;
  q->waiting--;
  return place;
}

// The cycle in which an entry reaches the pins that would be on them in the next, but for the
// crossings. Only links between routers have some.
static uint64_t arrival(const network_t *n, uint32_t from, link_crossed_t *last) {
  const bool crosses = from < n->routers * n->shape.ports && n->end[from].component < n->routers;
  return crosses ? link_clock_arrival(&n->queues.clock, &last[from], n->cycle + 1) : n->cycle + 1;
}

// Takes what has reached the pins of a component.
static void take_pins(network_t *n, uint32_t slot, uint32_t first) {
  link_queues_t *q = &n->queues;
  const link_pins_t *p = &n->pins;
  const size_t words = n->shape.words;
  size_t place = 0;
  for (uint32_t mask = p->in_valid[slot]; mask != 0; mask &= mask - 1) {
    const uint32_t at = first + (uint32_t)__builtin_ctz(mask);
    const uint32_t from =
        slot < n->routers ? n->end[at].port : n->credit_end[slot - n->routers].port;
    if (push(q, &q->flits[from], from, &place)) {
      q->flit_vc[place] = p->in_vc[at];
      q->flit_kind[place] = p->in_kind[at];
      memcpy(&q->payload[place * words], &p->in_payload[at * words], words * sizeof *q->payload);
      if (q->clocked) {
        q->flit_due[place] = arrival(n, from, q->flit_last);
      }
    }
  }
  for (uint32_t mask = p->credit_in_valid[slot]; mask != 0; mask &= mask - 1) {
    const uint32_t from = first + (uint32_t)__builtin_ctz(mask);
    if (push(q, &q->credits[from], from, &place)) {
      q->credit_vc[place] = p->credit_in_vc[from];
      if (q->clocked) {
        q->credit_due[place] = arrival(n, from, q->credit_last);
      }
    }
  }
  p->in_valid[slot] = 0;
  p->credit_in_valid[slot] = 0;
}

static void give_flit(network_t *n, uint32_t from) {
  const link_queues_t *q = &n->queues;
  const link_pins_t *p = &n->pins;
  const link_end_t *end = &n->end[from];
  const size_t words = n->shape.words;
  const size_t place = pop(&n->queues, &n->queues.flits[from], from);
  p->in_valid[end->component] |= end->bit;
  p->in_vc[end->port] = q->flit_vc[place];
  p->in_kind[end->port] = q->flit_kind[place];
  memcpy(&p->in_payload[end->port * words], &q->payload[place * words], words * sizeof *q->payload);
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
  const link_queues_t *q = &n->queues;
  return queue[from].count > 0 &&
         (!q->clocked || due[entry(q, &queue[from], from, 0)] <= n->cycle + 1);
}

// The pins are those of the next cycle.
static void give_pins(network_t *n, uint32_t from) {
  link_queues_t *q = &n->queues;
  const uint64_t random = q->threshold != 0 ? rng_draw(q->key[from], n->cycle + 1) : 0;
  if (is_due(n, q->flits, q->flit_due, from) && random >> 32 >= q->threshold) {
    give_flit(n, from);
  }
  if (is_due(n, q->credits, q->credit_due, from) && (random & UINT32_MAX) >= q->threshold) {
    give_credit(n, from);
  }
  if (q->flits[from].count + q->credits[from].count == 0) {
    q->busy[from / 64] &= ~(UINT64_C(1) << from % 64);
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
  const link_queues_t *q = &n->queues;
  uint32_t flits = 0;
  for (uint32_t i = 0; q->any && i < q->flits[from].count; i++) {
    flits += q->flit_vc[entry(q, &q->flits[from], from, i)] == vc;
  }
  return flits;
}

uint32_t link_queues_credits(const network_t *n, uint32_t from, unsigned vc) {
  const link_queues_t *q = &n->queues;
  uint32_t credits = 0;
  for (uint32_t i = 0; q->any && i < q->credits[from].count; i++) {
    credits += q->credit_vc[entry(q, &q->credits[from], from, i)] == vc;
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
  const link_queues_t *q = &n->queues;
  if (!q->any || i >= q->flits[from].count) {
    return false;
  }
  const size_t place = entry(q, &q->flits[from], from, i);
  *flit =
      (queued_flit_t){q->flit_vc[place], q->flit_kind[place], &q->payload[place * n->shape.words]};
  return true;
}
